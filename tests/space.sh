#!/bin/bash
# space.sh: random points of the parameter space, half of them on PoCL, half on Intel's CPU runtime: 2,200 of the standard
# space, which knows the local family by its defaults alone, and 600 of the local family's spaces. A cold build takes a second
# or two, so the check is long, keeps journals in the build folder, and goes on where it was stopped.
# CLGEMM_SAMPLE and CLGEMM_LOCAL_SAMPLE are the numbers of points (0: none), CLGEMM_SEED where they start; a few need what a
# device has not got, and are not checked there.
. "${srcdir:-.}/tests/device/common.sh"
export CLGEMM_ALL_DEVICES=yes
half=$(((${CLGEMM_SAMPLE:-2200} + 1) / 2))
local_half=$(((${CLGEMM_LOCAL_SAMPLE:-600} + 1) / 2))
seed=${CLGEMM_SEED:-1}
need_device pocl
need_device intel

# walk NAME POINTS OPTION...: shows how it goes, so not by `check`.
walk() {
    local name=$1 points=$2
    shift 2
    [ "$points" -gt 0 ] || return 0
    echo "$name: ${builddir:-.}/space-$name.journal"
    "$CLGEMM_BENCH" check "$@" --sample "$points" --seed "$seed" --sizes quick --trials 1 \
        --journal "${builddir:-.}/space-$name.journal" || failed=1
}

# shellcheck disable=SC2086
{
    walk pocl "$half" $pocl --param sub-groups=emulated,auto --param compute=- --param accumulate=-
    walk pocl-local-a $((local_half * 2 / 5)) $pocl $local_space_a $plain_types
    walk pocl-local-b $((local_half * 2 / 5)) $pocl $local_space_b $plain_types --param access-b=buffer,image
    walk pocl-local-halves $((local_half / 5)) $pocl $local_space_b $plain_halves --param access-b=buffer
    walk intel-local-a $((local_half / 2)) $intel $local_space_a $all_types
    walk intel-local-b $((local_half / 2)) $intel $local_space_b $all_types --param access-b=buffer,image
    # Its vectoriser takes minutes for some kernels of 32 unrolled steps.
    seed=$((seed + 1000000)) walk intel "$half" $intel --param sub-groups=intel,khr,emulated,auto --param unroll-k=1,2,8,16
}
exit $failed
