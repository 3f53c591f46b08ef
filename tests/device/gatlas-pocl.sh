#!/bin/bash
# GATLAS's kernels with every extra parameter, on PoCL.
. "${srcdir:-.}/tests/device/gatlas.sh"
need_device pocl

unoptimised
check_gatlas
finish
