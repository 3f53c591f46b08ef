#!/bin/bash
# Every preset at the edges of its tiles, on Intel's CPU runtime with real sub-groups: shuffles, block reads of buffers
# and block reads of images.
. "${srcdir:-.}/tests/device/presets.sh"
need_device intel

check_presets
finish
