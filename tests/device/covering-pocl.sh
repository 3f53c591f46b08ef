#!/bin/bash
# Pairwise covering sets on PoCL, where the exchange is emulated: of the standard parameter space, and of those of some families; the
# other families' are on Intel's runtime, and with all shares on both. PoCL computes no halves, and has not got images of them.
# Above 30 s: 90 kernels are compiled.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

may_lack='texels of'
exchange=
# shellcheck disable=SC2046
cover standard-emulated register gemv thin thin-blocks matrix matrix-blocks local-types $([ "$share" != all ] || echo local-a-plain blocked local-b-plain local-b-halves)
unoptimised
check_emitted --sizes quick --trials 1
finish
