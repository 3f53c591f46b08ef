#!/bin/bash
# Pairwise covering sets on PoCL, where the exchange is emulated: of the standard parameter space, and of those of some families; the
# other families' are on Intel's runtime, and with all shares on both. PoCL computes no halves, and has not got images of them.
# Of the spaces that profiles list for engines a run has a few points.
# Above 30 s: 90 kernels are compiled.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

may_lack='texels of'
exchange=
# shellcheck disable=SC2046
cover standard-emulated register gemv gated thin thin-blocks matrix matrix-blocks local-types $store_spaces $([ "$share" != all ] || echo local-a-plain blocked local-b-plain local-b-halves)
unoptimised
check_emitted --sizes quick --trials 1

# The spaces of engines, whose kernels an optimiser takes minutes for.
unoptimised=all
if [ "$share" != all ]; then part=60; fi
# shellcheck disable=SC2086
cover $engine_spaces
check_emitted --sizes quick --trials 1
finish
