#!/bin/bash
# Random requests of blocks whose parts lie apart give the bits of blocks together, on PoCL: two minutes, which its compiler takes.
# Test: long, turn 0
. "${srcdir:-.}/tests/device/apart_random.sh"
need_device pocl

check_random_apart Portable
finish
