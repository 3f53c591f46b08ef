#!/bin/bash
# presets.sh: every preset in all layouts and transposes at the edges of its tiles, on PoCL and on Intel's CPU runtime. What a
# rule refuses is counted, and its sentence stands in the log in the build folder.
. "${srcdir:-.}/tests/device/common.sh"
export CLGEMM_ALL_DEVICES=yes
need_device pocl
need_device intel

# walk NAME OPTION...: a line a kernel into the log; shows what failed and how many were what.
walk() {
    local name=$1 log=${builddir:-.}/presets-$1.log
    shift
    echo "$name: $log"
    "$CLGEMM_BENCH" check "$@" --preset all --sizes edge --layout all --transpose all >"$log" 2>&1 || failed=1
    grep -v -E '^(passed|refused) ' "$log"
    echo "$name: $(grep -c '^passed ' "$log") passed, $(grep -c '^failed ' "$log") failed," \
        "$(grep -c '^absent ' "$log") absent, $(grep -c '^refused ' "$log") refused"
}

# shellcheck disable=SC2086
{
    walk pocl $pocl
    walk intel $intel
}
exit $failed
