#!/bin/bash
# Requests that no preset makes, chosen and random, and the kernels of all profiles on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/families.sh"
need_device intel

check_requests native
finish
