#!/bin/bash
# Random requests of blocks whose parts lie apart give the bits of blocks together, on Intel's CPU runtime: two minutes, which its compiler takes.
# Test: long, turn 3
. "${srcdir:-.}/tests/device/apart_random.sh"
need_device intel

check_random_apart Intel
finish
