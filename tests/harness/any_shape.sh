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
least = {}  # of a shape: ms of its operations or bytes, and of a launch
for r in records:
    if r["record"] == "device":
        gbytes, begun = r["memory_gbytes_per_second"], []
    if r["record"] == "comparison":
        if r["m"] == r["n"] == r["k"] == 32:
            begun.append(sorted(r["packed"]["kernel_ms"])[1])
        ms = max(2 * r["m"] * r["n"] * r["k"] / max(r["peak_gflops"], r["library_peak_gflops"]), r["bytes"] / gbytes) / 1e6 + min(begun)
        name = "x".join(str(r[s]) for s in "mnk")
        least[name] = min(ms, least.get(name, ms))
for shape, us, ratio, pick, best, start, roof, lost, level, *names in (l for l in lines if len(l) >= 10 and l[0].count("x") == 2 and l[0][0].isdigit()):
    of_shape = {r["kernel"]: r["packed"] for r in rows if "x".join(str(r[s]) for s in "mnk") == shape}
    own = of_shape["clgemm_" + names[0].strip(",")]
    fastest = max(p["ratio"] for p in of_shape.values())
    assert abs(own["ratio"] - float(ratio)) < 6e-4 and abs(fastest - float(best)) < 6e-4, (shape, own["ratio"], fastest)
    assert abs(own["ratio"] / fastest - float(pick)) < 6e-4, shape
    assert isclose(float(us), 1e3 * sorted(own["kernel_ms"])[1], rel_tol=0.01, abs_tol=0.06), (shape, us, own)
    assert isclose(float(roof), least[shape] / sorted(own["kernel_ms"])[1], rel_tol=0.01, abs_tol=6e-4), (shape, roof, least[shape])
    assert (names[0][-1] == ",") == (own["ratio"] < fastest), names
    assert lost in ("pick", "set", "start") if own["ratio"] < 1 else lost == "-", (shape, lost)
    assert level == sys.argv[3], (shape, level)
    found.append(shape)
    ratios.append(own["ratio"])
    shares.append(own["ratio"] / fastest)
assert len(set(found)) == int(sys.argv[4]), lines
even = [shape for shape in found if all(int(size) % 16 == 0 for size in shape.split("x")[1:])]  # lines of A have K elements, those of B and C have N
for which, number in ("even", len(even)), ("odd", len(found) - len(even)):
    assert [l[0] for l in lines if l[1:3] == [which, "ones:"]] == [str(number)] * (number > 0), (which, even, found)
mean = next(float(l[4]) for l in lines if l[1:4] == ["shapes:", "geometric", "mean"])
assert isclose(mean, math.exp(sum(map(math.log, ratios)) / len(found)), abs_tol=2e-3, rel_tol=2e-2), (mean, ratios)
print(" ".join(sorted(found)))
END_OF_PYTHON

# see LEVEL COUNT WORD...: the rows are those of the records, so many; the shapes as $shapes.
see() {
    run "${@:3}"
    shapes=$(python3 "$scratch/see.py" "$scratch/output" "$scratch/records" "$1" "$2") || { cat "$scratch/output"; failed=1; }
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
see model 3 --seed 3 --for "$scratch/own.json" --least 64 --first 3
first=$shapes
if grep -q '"kernel":"clgemm_d"' "$scratch/records"; then echo 'a kernel that is not among the first took part'; failed=1; fi
see model 3 --seed 3 --for "$scratch/own.json" --least 64 --first 3
[ "$shapes" = "$first" ] || { echo "seed 3: $first, then $shapes"; failed=1; }
see model 6 --seed 3,4 --for "$scratch/own.json" --least 64 --first 3
for shape in $first; do
    case " $shapes " in *" $shape "*) ;; *) echo "seeds 3 and 4: $shapes, without $shape of seed 3"; failed=1 ;; esac
done
printf 'layer,m,n,k\none,33,35,37\ntwo,40,48,8\nthree,128,1,64\n' >"$scratch/layers.csv"
see nearest 3 --seed 1 --for cpu-generic --layers "$scratch/layers.csv"
[ "$shapes" = '128x1x64 33x35x37 40x48x8' ] || { echo "the list gives $shapes"; failed=1; }
exit $failed
