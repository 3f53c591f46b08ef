#!/bin/bash
# Pairwise covering sets on PoCL, where the exchange is emulated: of the standard parameter space, and of one of the local family.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

# It computes no halves, and has not got images of all texels.
may_lack='texels of'
check $pocl --covering --param sub-groups=emulated,auto --param compute=- --param accumulate=- --sizes quick --trials 1
grep '^covering set: ' "$scratch/output" || fault 'no covering set was made'
grep 'cannot run$' "$scratch/output"
check $pocl --covering $local_space --sizes quick --trials 1
finish
