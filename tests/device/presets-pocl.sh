#!/bin/bash
# Every preset at the edges of its tiles, on PoCL: the exchange is emulated there.
# Above 30 s: presets are compiled as users have them, optimised.
. "${srcdir:-.}/tests/device/presets.sh"
need_device pocl

may_lack='texels of 2 channels'
check_presets
finish
