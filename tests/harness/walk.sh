#!/bin/bash
# Walks over the parameter space: what is asked together, and the journal that a walk goes on from.
# Test: turn 0
. "${srcdir:-.}/tests/harness/common.sh"

expect 1 'covering and --sample exclude each other' check --covering --sample 3
expect 1 'is no option of bench' bench --covering
expect 1 'need --covering or --sample' check --tile 4x4 --param wg=1x8
expect 1 'need --covering or --sample' check --tile 4x4 --journal "$scratch/journal"
expect 1 'take no manifest' check --covering --preset naive
expect 1 'is no whole number from 1 to 1000000' check --sample 0

need_device
# Few and small kernels: naive, without images.
few=(--type f32 --pretranspose none --family naive --access buffer --tile 1x1 --wg 4x8 --unroll-k 1 --fixed 16x16x16 --sizes quick --trials 1)
journal=$scratch/journal
count() { grep -c "$1" "$journal"; }

expect 1 'names no option: tiel' check --covering --param tiel=4x4 "${few[@]}"
expect 4 'no point could be checked' check --covering --param vec-a=2 "${few[@]}"
expect 0 '^covering set of [0-9]+ valid points: [0-9]+ points have all [0-9]+ pairs' check --covering "${few[@]}" \
    --param layout=row,column --param transpose=nn,tt --param mad=mad,plain --alpha 1 --beta 0 --index 64 \
    --edges guard --lda arg --ldb arg --ldc arg --offset-a 0 --offset-b 0 --offset-c 0
grep -q -E '^[4-6] passed, 0 failed$' "$scratch/output" || { echo "pairs of two values took: $(tail -n 1 "$scratch/output")"; failed=1; }

# The same points again: nothing is checked anew, and everything counts.
expect 0 '^6 passed, 0 failed$' check --sample 6 --journal "$journal" "${few[@]}"
cp "$journal" "$scratch/first"
expect 0 '^6 passed, 0 failed$' check --sample 6 --journal "$journal" "${few[@]}"
cmp "$journal" "$scratch/first" || { echo 'points that had passed were checked again'; failed=1; }

# Stopped within a line: that point is checked again, the others are not.
head -c -20 "$scratch/first" >"$journal"
expect 0 '^6 passed, 0 failed$' check --sample 6 --journal "$journal" "${few[@]}"
if [ "$(count '"state":"run-started"')" != 7 ]; then echo "after a stop $(count '"state":"run-started"') starts, not 7"; failed=1; fi

# Another seed goes into the same journal. On another device nothing is known yet.
expect 0 '^3 passed, 0 failed$' check --sample 3 --seed 9 --journal "$journal" "${few[@]}"
cp "$scratch/first" "$journal"
by_hand "$journal" 's/"device":"[^"]*"/"device":"another"/'
expect 0 '^6 passed, 0 failed$' check --sample 6 --journal "$journal" "${few[@]}"
if [ "$(count '"state":"run-started"')" != 12 ]; then echo 'what another device has passed was not checked'; failed=1; fi
echo '{"journal":"check"}' >"$journal"
expect 4 'is no journal' check --sample 6 --journal "$journal" "${few[@]}"

# A kernel that takes its process down is told, and the walk goes on behind it. The process is stopped until the journal
# says that a point is under way, then dies as if by that point.
rm -f "$journal"
"$CLGEMM_BENCH" check --sample 12 --journal "$journal" "${few[@]}" >"$scratch/output" 2>&1 </dev/null &
parent=$!
while kill -0 $parent 2>/dev/null; do
    child=$(ps -o pid= --ppid $parent)
    if [ -z "$child" ] || ! kill -STOP $child 2>/dev/null; then continue; fi
    if tail -n 1 "$journal" 2>/dev/null | grep -q '"state":"run-started"'; then
        kill -KILL $child
        break
    fi
    kill -CONT $child
    sleep 0.05
done
wait $parent
code=$?
if [ $code != 5 ] || ! grep -q '^11 passed, 1 failed$' "$scratch/output" || ! grep -q '^crashed clgemm-gen ' "$scratch/output" ||
    [ "$(count '"kind":"crash"')" != 1 ]; then
    echo "after a crash: exit code $code"
    cut -c 1-300 "$scratch/output"
    failed=1
fi
# What crashed is tried again by the next walk.
expect 0 '^12 passed, 0 failed$' check --sample 12 --journal "$journal" "${few[@]}"
exit $failed
