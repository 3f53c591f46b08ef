#!/bin/bash
# Random requests on PoCL; with all shares 500 points of each space that a profile lists for an engine.
. "${srcdir:-.}/tests/device/random.sh"
need_device pocl

check_random standard-emulated local-a-plain local-b-plain local-b-halves
if [ "$share" = all ]; then
    unoptimised=all
    for name in $engine_spaces; do emit_points "$name" 500; done
    check_kernels --sizes quick --trials 1
fi
finish
