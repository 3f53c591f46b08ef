#!/bin/bash
# Kernels of all families in one program, on PoCL.
. "${srcdir:-.}/tests/device/one_program.sh"
need_device pocl

check_one_program
finish
