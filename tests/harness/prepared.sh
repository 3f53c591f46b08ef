#!/bin/bash
# Kernels whose operands are prepared once: checked with all sizes, the time of preparing apart from that of a product, and
# comparisons that count it and do not.
# Test: turn 2
. "${srcdir:-.}/tests/harness/common.sh"
need_device

packed='--layout row --family blocked --tile 2x4 --block-k 16 --panels ab'
padded='--family register --tile 2x4 --wg 2x2 --edges pad --pretranspose b --steps separate'
expect 0 '^1 passed, 0 failed$' check $packed --prepared b --sizes edge
expect 0 '^1 passed, 0 failed$' check $packed --prepared ab --transpose tt -M 0 -N 5 -K 7
expect 0 '^1 passed, 0 failed$' check $padded --prepared ab --sizes edge
expect 0 '^1 passed, 0 failed$' check $padded --prepared a --batch strided --epilogue bias:row,relu -M 19 -N 21 -K 22

size='-M 33 -N 40 -K 50 -i 3 --peak 50'
expect 0 '^  prepared  in [0-9.]+ ms, once for each set of weights, not counted$' bench $packed --prepared b $size
expect 0 '^  steps     pack_a [0-9.]+, multiply [0-9.]+ ms' bench $packed --prepared b $size
expect 0 '^  prepared  in [0-9.]+ ms' bench $packed --prepared ab $size
if grep -q '^  steps' "$scratch/output"; then
    echo 'a product of one step lists its steps'
    failed=1
fi
expect 0 '^  steps     pack_a [0-9.]+, pack_b [0-9.]+, multiply' bench $packed $size
if grep -q '^  prepared' "$scratch/output"; then
    echo 'a kernel that prepares nothing tells the time of it'
    failed=1
fi

expect 0 'packing counted, preparing not counted' \
    compare $packed --prepared b --against "$packed" $size
expect 0 '^"[^"]*","[^"]*",33,40,50,prepared,' compare $packed --prepared b --against "$packed" $size --format csv
expect 0 '"record":"mean".*"packed":.*"prepared":.*"alone":' compare $packed --prepared b --against "$packed" $size --format json
expect 0 '"record":"mean"' compare $packed --against "$padded --layout row" $size --format json
if grep -q '"prepared"' "$scratch/output"; then
    echo 'a view of kernels that prepare nothing'
    failed=1
fi

need_python
"$CLGEMM_BENCH" compare $packed --prepared b --against "$packed" $size --format json >"$scratch/json" 2>"$scratch/errors" </dev/null
python3 - "$scratch/json" <<'END' || failed=1
import json, sys
row = next(r for r in map(json.loads, open(sys.argv[1])) if r["record"] == "comparison")
for packed, prepared, alone in zip(*(row[view]["kernel_ms"] for view in ("packed", "prepared", "alone"))):
    assert packed > prepared > alone > 0, (packed, prepared, alone)
for packed, prepared in zip(*(row[view]["library_ms"] for view in ("packed", "prepared"))):
    assert packed == prepared, (packed, prepared)
END
exit $failed
