#!/bin/bash
# GATLAS's kernels with every extra parameter, on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/gatlas.sh"
need_device intel

# shellcheck disable=SC2086
check_gatlas $intel
finish
