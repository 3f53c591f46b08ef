#!/bin/bash
# Blocks whose parts lie apart give the bits of blocks together, on PoCL.
. "${srcdir:-.}/tests/device/apart.sh"
need_device pocl

check_apart Portable
finish
