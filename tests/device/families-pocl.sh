#!/bin/bash
# Requests that no preset makes, and the kernels of all profiles on PoCL. Above 30 s: some 200 kernels are compiled, those of CPUs' profiles optimised.
. "${srcdir:-.}/tests/device/families.sh"
need_device pocl

may_lack='texels of'
check_requests emulated
finish
