#!/bin/bash
# GATLAS's kernels with every extra parameter, on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/gatlas.sh"
need_device intel

check_gatlas
finish
