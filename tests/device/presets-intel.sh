#!/bin/bash
# Every preset in both layouts and all transposes at the edges of its tiles, on Intel's CPU runtime with real sub-groups:
# shuffles, block reads of buffers and block reads of images.
. "${srcdir:-.}/tests/device/common.sh"
need_device intel

check $intel --sub-groups intel --preset all --layout all --transpose all --sizes edge
finish
