#!/bin/bash
# Pairwise covering sets of the whole parameter space on Intel's CPU runtime, with each --sub-groups. Which
# sub-groups khr gets the device decides, so some of its points cannot run; their pairs of other options are on PoCL.
. "${srcdir:-.}/tests/device/common.sh"
need_device intel

# cover_space NAME
# shellcheck disable=SC2086
cover_space() {
    case $1 in
    # Its vectoriser takes minutes for some kernels of 32 unrolled steps.
    standard) cover $1 $intel --param sub-groups=intel,khr,emulated,auto --param unroll-k=1,2,8,16 ;;
    register) cover $1 $intel $register_space ;;
    blocked) cover $1 $intel $blocked_space ;;
    gemv) cover $1 $intel $gemv_space ;;
    matrix) cover $1 $intel $matrix_space ;;
    local-types) cover $1 $intel $local_space_types ;;
    local-a) cover $1 $intel $local_space_a $all_types ;;
    local-b) cover $1 $intel $local_space_b $all_types --param access-b=buffer,image ;;
    esac
}

may_lack='--sub-groups khr'
printf '%s\n' standard local-a register blocked gemv matrix local-b local-types >"$scratch/spaces"
each_line "$scratch/spaces" cover_space
finish
