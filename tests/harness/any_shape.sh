#!/bin/bash
# tools/any-shape: shapes follow from the seed or a list, kernels from the model; what a row says is what the records have. Kernels run on a
# stand-in, which takes times from a formula.
. "${srcdir:-.}/tests/harness/common.sh"
need_python
export STANDIN_LIBRARIES=$CLGEMM_BENCH

# run WORD...: the tool on three shapes of up to 128.
run() {
    rm -f "$scratch/records"
    python3 "$srcdir/tools/any-shape" --gen "${CLGEMM_GEN:-./clgemm-gen}" --bench "$CLGEMM_BENCH" --with openblas --shapes 3 --most 128 \
        --rounds 3 --records "$scratch/records" "$@" -- --worker "$standin" >"$scratch/output" 2>&1 </dev/null || {
        echo "any-shape $*"
        cat "$scratch/output"
        failed=1
    }
}

cat >"$scratch/see.py" <<'END_OF_PYTHON'
import json, math, sys
from math import isclose
records = [json.loads(line) for line in open(sys.argv[2])]
rows = [r for r in records if r["record"] == "comparison"]
lines = [line.split() for line in open(sys.argv[1])]
assert rows[0]["m"] == rows[0]["n"] == rows[0]["k"] == 32, rows[0]
found, ratios, shares = [], [], []
for shape, us, ratio, pick, best, start, lost, level, *names in (l for l in lines if len(l) >= 9 and l[0].count("x") == 2 and l[0][0].isdigit()):
    of_shape = {r["kernel"]: r["packed"] for r in rows if "x".join(str(r[s]) for s in "mnk") == shape}
    own = of_shape["clgemm_" + names[0].strip(",")]
    fastest = max(p["ratio"] for p in of_shape.values())
    assert abs(own["ratio"] - float(ratio)) < 6e-4 and abs(fastest - float(best)) < 6e-4, (shape, own["ratio"], fastest)
    assert abs(own["ratio"] / fastest - float(pick)) < 6e-4, shape
    assert isclose(float(us), 1e3 * sorted(own["kernel_ms"])[1], rel_tol=0.01, abs_tol=0.06), (shape, us, own)
    assert (names[0][-1] == ",") == (own["ratio"] < fastest), names
    assert lost in ("pick", "set", "start") if own["ratio"] < 1 else lost == "-", (shape, lost)
    assert level == sys.argv[3], (shape, level)
    found.append(shape)
    ratios.append(own["ratio"])
    shares.append(own["ratio"] / fastest)
assert len(set(found)) == 3, lines
mean = next(float(l[4]) for l in lines if l[1:4] == ["shapes:", "geometric", "mean"])
assert isclose(mean, math.exp(sum(map(math.log, ratios)) / 3), abs_tol=2e-3, rel_tol=2e-2), (mean, ratios)
print(" ".join(sorted(found)))
END_OF_PYTHON

# see LEVEL WORD...: the rows are those of the records; the shapes as $shapes.
see() {
    run "${@:2}"
    shapes=$(python3 "$scratch/see.py" "$scratch/output" "$scratch/records" "$1") || { cat "$scratch/output"; failed=1; }
}

# Of kernels with predicted times the first ones take part; of those without all but the ones for few rows and columns. A rule
# refuses one at small shapes, and the others go on.
cat >"$scratch/own.json" <<'END_OF_PROFILE'
{"inherits": "generic", "limits": {"compute_units": 4}, "rates": {"start_us": 5, "step_us": 2, "memory_gbs": 100, "overlap": 0}, "dispatch": {"f32": {
  "kernels": [{"name": "a", "options": "--family register --tile 4x4 --wg 4x4", "rates": {"groups": 2, "alone_ns": 90, "shared_ns": 90, "tile_ns": 10, "odd_lines": 1}},
              {"name": "b", "options": "--family register --tile 2x2 --wg 4x4", "rates": {"groups": 2, "alone_ns": 20, "shared_ns": 20, "tile_ns": 10, "odd_lines": 1}},
              {"name": "c", "options": "--family register --tile 8x8 --wg 8x8 --edges shift", "rates": {"groups": 2, "alone_ns": 70, "shared_ns": 70, "tile_ns": 10, "odd_lines": 1}},
              {"name": "d", "options": "--family naive", "rates": {"groups": 1, "alone_ns": 900, "shared_ns": 900, "tile_ns": 10, "odd_lines": 1}}],
  "shapes": [{"m": 4000, "n": 4000, "k": 4000, "kernel": 0}]}}}
END_OF_PROFILE
see model --seed 3 --for "$scratch/own.json" --least 64 --first 3
first=$shapes
if grep -q '"kernel":"clgemm_d"' "$scratch/records"; then echo 'a kernel that is not among the first took part'; failed=1; fi
see model --seed 3 --for "$scratch/own.json" --least 64 --first 3
[ "$shapes" = "$first" ] || { echo "seed 3: $first, then $shapes"; failed=1; }
printf 'layer,m,n,k\none,33,35,37\ntwo,40,48,8\nthree,128,1,64\n' >"$scratch/layers.csv"
see nearest --seed 1 --for cpu-generic --layers "$scratch/layers.csv"
[ "$shapes" = '128x1x64 33x35x37 40x48x8' ] || { echo "the list gives $shapes"; failed=1; }
exit $failed
