#!/bin/bash
# Pairwise covering sets on PoCL, where the exchange is emulated: of the standard parameter space, and of one of the local family.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

check $pocl --covering --param sub-groups=emulated,auto --sizes quick --trials 1
grep '^covering set: ' "$scratch/output" || fault 'no covering set was made'
grep '^absent ' "$scratch/output" | grep -v -e cl_khr_fp16 -e 'texels of 2' &&
    fault 'PoCL runs every kernel that exchanges through local memory'
check $pocl --covering $local_space --sizes quick --trials 1
finish
