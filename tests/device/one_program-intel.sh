#!/bin/bash
# Kernels of all families in one program, on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/one_program.sh"
need_device intel

check_one_program
finish
