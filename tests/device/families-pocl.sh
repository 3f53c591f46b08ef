#!/bin/bash
# Requests that no preset makes, chosen and random, on PoCL.
. "${srcdir:-.}/tests/device/families.sh"
need_device pocl

may_lack='texels of'
check_requests "$pocl" emulated
finish
