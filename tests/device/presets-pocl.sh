#!/bin/bash
# Every preset in both layouts and all transposes at the edges of its tiles, on PoCL: the exchange is emulated there.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

check $pocl --preset all --layout all --transpose all --sizes edge
finish
