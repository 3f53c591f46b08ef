#!/bin/bash
# Blocks whose parts lie apart give the bits of blocks together, on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/apart.sh"
need_device intel

check_apart Intel
finish
