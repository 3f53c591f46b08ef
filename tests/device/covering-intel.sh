#!/bin/bash
# Pairwise covering sets on Intel's CPU runtime: of the whole standard space, with each --sub-groups, and of those of some families;
# the other families' are on PoCL. `make check-covering` has all on both. Which sub-groups khr gets the device decides, so some points
# cannot run; their pairs of other options are on PoCL.
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
    thin) cover $1 $intel $thin_space ;;
    thin-blocks) cover $1 $intel $thin_space_blocks ;;
    matrix) cover $1 $intel $matrix_space ;;
    matrix-blocks) cover $1 $intel $matrix_space_blocks ;;
    local-types) cover $1 $intel $local_space_types ;;
    local-a) cover $1 $intel $local_space_a $all_types ;;
    local-b) cover $1 $intel $local_space_b $all_types --param access-b=buffer,image ;;
    esac
}

may_lack='--sub-groups khr'
spaces='standard local-a blocked local-b'
if [ -n "${CLGEMM_ALL_SPACES:-}" ]; then spaces="$spaces register gemv thin thin-blocks matrix local-types"; fi
unoptimised
# shellcheck disable=SC2086
printf '%s\n' $spaces >"$scratch/spaces"
each_line "$scratch/spaces" cover_space
finish
