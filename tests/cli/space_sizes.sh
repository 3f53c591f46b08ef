#!/bin/bash
# --show-space answers in 5 s of processor time for each profile and type, with the number of points or an estimate that says so. It counts
# some hundred spaces, a second or two each, of which a run has a share (tests/share.sh).
# Test: long, turn 11
. "${srcdir:-.}/tests/cli/common.sh"

. "$srcdir/tests/in_share.sh"
number=0
for profile in $("$gen" --list profiles | sed -n 's/^  \([a-z][a-z0-9-]*\).*/\1/p'); do
    for type in f32 f64 f16 bf16 i8; do
        number=$((number + 1))
        in_share $number || continue
        (ulimit -t 5 && exec "$gen" --for "$profile" --type "$type" --show-space) >"$scratch/output" 2>&1 ||
            fail "$profile, $type: $(tail -n 1 "$scratch/output")"
        grep -q -E '^[0-9]+ combinations, ([1-9][0-9]* valid points|about [1-9][0-9]* valid points, estimated from [1-9][0-9]* that were drawn)$' "$scratch/output" ||
            fail "$profile, $type: no number of points: $(tail -n 1 "$scratch/output")"
    done
done
finish
