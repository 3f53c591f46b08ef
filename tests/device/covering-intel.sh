#!/bin/bash
# Pairwise covering sets of the whole parameter space on Intel's CPU runtime, with all spellings of the exchange. Which
# sub-groups khr gets the device decides, so some of its points cannot run; their pairs of other options are on PoCL.
. "${srcdir:-.}/tests/device/common.sh"
need_device intel

may_lack='--sub-groups khr'
# shellcheck disable=SC2086
{
    # Its vectoriser takes minutes for some kernels of 32 unrolled steps.
    cover standard $intel --param sub-groups=intel,khr,emulated,auto --param unroll-k=1,2,8,16
    cover 'register, loop orders' $intel $register_space
    cover 'local, A' $intel $local_space_a $all_types
    cover 'local, B' $intel $local_space_b $all_types --param access-b=buffer,image
}
finish
