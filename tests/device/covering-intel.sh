#!/bin/bash
# A pairwise covering set of the whole parameter space on Intel's CPU runtime, with all spellings of the exchange. Which
# sub-groups khr gets the device decides, so some of its points cannot run; their pairs of other options are on PoCL.
. "${srcdir:-.}/tests/device/common.sh"
need_device intel

may_lack='--sub-groups khr'
# Its vectoriser takes minutes for some kernels of 32 unrolled steps.
check $intel --covering --param sub-groups=intel,khr,emulated,auto --param unroll-k=1,2,8,16 --sizes quick --trials 1
grep '^covering set: ' "$scratch/output" || fault 'no covering set was made'
grep 'cannot run$' "$scratch/output"
check $intel --covering $local_space --param exchange=no,yes --sizes quick --trials 1
finish
