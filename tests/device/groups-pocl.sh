#!/bin/bash
# Groups of unequal sizes on PoCL.
. "${srcdir:-.}/tests/device/groups.sh"
need_device pocl

check_groups
finish
