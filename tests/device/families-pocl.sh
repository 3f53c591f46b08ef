#!/bin/bash
# Requests that no preset makes, chosen and random, and the kernels of all profiles on PoCL.
. "${srcdir:-.}/tests/device/families.sh"
need_device pocl

may_lack='texels of'
check_requests emulated
finish
