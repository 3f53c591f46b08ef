#!/bin/bash
# Pairwise covering sets on PoCL, where the exchange is emulated: of the standard parameter space, and of those of some families; the
# other families' are on Intel's runtime. `make check-covering` has all on both. PoCL computes no halves, and has not got images of them.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

# cover_space NAME
# shellcheck disable=SC2086
cover_space() {
    case $1 in
    standard) cover $1 $pocl --param sub-groups=emulated,auto --param compute=- --param accumulate=- ;;
    register) cover $1 $pocl $register_space ;;
    blocked) cover $1 $pocl $blocked_space ;;
    gemv) cover $1 $pocl $gemv_space ;;
    thin) cover $1 $pocl $thin_space ;;
    thin-blocks) cover $1 $pocl $thin_space_blocks ;;
    matrix) cover $1 $pocl $matrix_space ;;
    matrix-blocks) cover $1 $pocl $matrix_space_blocks ;;
    local-types) cover $1 $pocl $local_space_types ;;
    local-a) cover $1 $pocl $local_space_a $plain_types ;;
    local-b) cover $1 $pocl $local_space_b $plain_types --param access-b=buffer,image ;;
    local-halves) cover $1 $pocl $local_space_b $plain_halves --param access-b=buffer ;;
    esac
}

may_lack='texels of'
spaces='standard register gemv thin thin-blocks matrix matrix-blocks local-types'
if [ -n "${CLGEMM_ALL_SPACES:-}" ]; then spaces="$spaces local-a blocked local-b local-halves"; fi
unoptimised
printf '%s\n' $spaces >"$scratch/spaces"
each_line "$scratch/spaces" cover_space
finish
