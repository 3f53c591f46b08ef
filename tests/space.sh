#!/bin/bash
# space.sh: random points of the whole parameter space, half of them on PoCL, half on Intel's CPU runtime. A cold build
# takes a second or two, so the check is long, keeps a journal in the build folder, and goes on where it was stopped.
# CLGEMM_SAMPLE is the number of points, CLGEMM_SEED where they start; a few need what a device has not got, and are not
# checked there.
. "${srcdir:-.}/tests/device/common.sh"
export CLGEMM_ALL_DEVICES=yes
points=${CLGEMM_SAMPLE:-2200}
seed=${CLGEMM_SEED:-1}
half=$(((points + 1) / 2))
need_device pocl
need_device intel

# walk NAME OPTION...: shows how it goes, so not by `check`.
walk() {
    local name=$1
    shift
    echo "$name: ${builddir:-.}/space-$name.journal"
    "$CLGEMM_BENCH" check "$@" --sample "$half" --seed "$seed" --sizes quick --trials 1 \
        --journal "${builddir:-.}/space-$name.journal" || failed=1
}

walk pocl $pocl --param sub-groups=emulated,auto --param compute=- --param accumulate=-
# Its vectoriser takes minutes for some kernels of 32 unrolled steps.
seed=$((seed + 1000000)) walk intel $intel --param sub-groups=intel,khr,emulated,auto --param unroll-k=1,2,8,16
exit $failed
