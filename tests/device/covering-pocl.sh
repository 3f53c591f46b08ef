#!/bin/bash
# A pairwise covering set of the whole parameter space on PoCL, where the exchange is emulated.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

check $pocl --covering --param sub-groups=emulated,auto --sizes quick --trials 1
grep '^covering set: ' "$scratch/output" || fault 'no covering set was made'
grep '^absent ' "$scratch/output" && fault 'PoCL runs every kernel that exchanges through local memory'
finish
