#!/bin/bash
# Groups of unequal sizes on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/groups.sh"
need_device intel

check_groups
finish
