#!/bin/bash
# Pairwise covering sets on Intel's CPU runtime: of the whole standard space, with each --sub-groups, and of those of some families;
# the other families' are on PoCL, and with all shares on both. Which sub-groups khr gets the device decides, so some points cannot run;
# their pairs of other options are on PoCL.
. "${srcdir:-.}/tests/device/common.sh"
need_device intel

may_lack='needs sub-groups of'
exchange=
# shellcheck disable=SC2046
cover standard-native local-a-native blocked local-b-native $store_spaces $([ "$share" != all ] || echo register gemv gated thin thin-blocks matrix local-types)
unoptimised
check_emitted --sizes quick --trials 1
finish
