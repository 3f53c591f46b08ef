#!/bin/bash
# GATLAS's kernels with every extra parameter, on PoCL.
. "${srcdir:-.}/tests/device/gatlas.sh"
need_device pocl

# shellcheck disable=SC2086
check_gatlas $pocl
finish
