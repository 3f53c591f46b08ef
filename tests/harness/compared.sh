# Read by the tests of `compare`: whether the figures of a run follow from its times.
need_python

# What takes most of the time and is tested elsewhere: OpenBLAS with each of its core types (core_types.sh; where the processor lacks
# this one it takes its own), and the measured peak (peak.sh).
export OPENBLAS_CORETYPE=Prescott STANDIN_LIBRARIES=$CLGEMM_BENCH
on=(--worker "$standin") # the device

cat >"$scratch/see.py" <<'END_OF_PYTHON'
import json, statistics, sys
from math import exp, isclose, log

def quartile(values, share):
    place = share * (len(values) - 1)
    below = int(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (place - below) * (values[above] - values[below])

def same(a, b):
    assert isclose(a, b, rel_tol=1e-6), (a, b)

views, library, count, turns = sys.argv[2].split(","), sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
records = [json.loads(line) for line in open(sys.argv[1])]
assert records[0]["record"] == "device" and records[0]["iterations"] == turns, records[0]
assert any(r["record"] == "library" and r["name"] == library for r in records)
rows = [r for r in records if r["record"] == "comparison"]
means = [r for r in records if r["record"] == "mean"]
assert len(rows) == count and sum(mean["shapes"] for mean in means) == count, (rows, means)
for row in rows:
    assert "whole numbers, exact" in row["verified"] and "whole numbers, exact" in row["library_verified"]
    for view in ["packed", "alone", "with_transfer"]:
        assert (view in row) == (view in views), (view, row.keys())
    for view in views:
        figures = row[view]
        ours, theirs = figures["kernel_ms"], figures["library_ms"]
        assert len(ours) == len(theirs) == turns and min(ours + theirs) > 0
        ratios = sorted(b / a for a, b in zip(ours, theirs))
        same(figures["ratio"], statistics.median(ratios))
        same(figures["q1"], quartile(ratios, 0.25))
        same(figures["q3"], quartile(ratios, 0.75))
        operations = 8 if row["types"]["c"] in ("c32", "c64") else 2
        flops = operations * row["m"] * row["n"] * row["k"] * row.get("members", 1)
        same(figures["gflops"], flops / statistics.median(ours) * 1e-6)
        same(figures["library_gflops"], flops / statistics.median(theirs) * 1e-6)
    # A step that packs takes time; a kernel without one has the same times in both views.
    packs = "--pretranspose" in row["command"]
    pairs = list(zip(row["packed"]["kernel_ms"], row["alone"]["kernel_ms"]))
    assert all(a > b if packs else a == b for a, b in pairs), pairs
    if "with_transfer" in views:
        # OpenBLAS has its matrices on the host.
        assert (row["with_transfer"]["library_ms"] == row["packed"]["library_ms"]) == (library == "openblas")
for mean in means:
    own = [row for row in rows if row["group"] == mean["kernel"]]
    assert len(own) == mean["shapes"] == count // len(means), mean
    for view in views:
        same(mean[view], exp(sum(log(r[view]["ratio"]) for r in own) / len(own)))
END_OF_PYTHON

# see VIEWS LIBRARY ROWS TURNS WORD...: the figures of compare WORD... are what its times give, so many kernels times shapes.
see() {
    "$CLGEMM_BENCH" compare --peak 50 --format json --with "$2" -i "$4" "${@:5}" "${on[@]}" >"$scratch/json" 2>"$scratch/errors" </dev/null &&
        python3 "$scratch/see.py" "$scratch/json" "${@:1:4}" || {
        echo "compare --with $2 ${*:5}"
        cat "$scratch/errors"
        failed=1
    }
}

# told CODE PATTERN WORD...: as expect, with that device.
told() { expect "$@" "${on[@]}"; }
# has PATTERN: a record of the last run is like it.
has() {
    grep -q -E -e "$1" "$scratch/json" || { echo "no record like: $1"; head -c 2000 "$scratch/json"; failed=1; }
}

tile='--tile 4x4 --wg 4x4 --family register'
printf 'name,m,n,k\nrow,1,37,29\ncolumn,41,1,23\nnumber,1,1,19\n' >"$scratch/vectors.csv"

# Kernels that a compiler is soon done with.
simple='--family naive --wg 4x4'
# kernel NAME OPTION...: adds a kernel to those of the next run: a process costs more than what it compiles for one.
kernels=()
kernel() {
    "$CLGEMM_GEN" "${@:2}" --name "$1" --emit cl,json -o "$scratch/$1.cl" >"$scratch/errors" 2>&1 || { cat "$scratch/errors"; failed=1; }
    kernels+=("$scratch/$1.json")
}
# all VIEWS LIBRARY SHAPES WORD...: `see` of them, so many shapes each.
all() {
    see "$1" "$2" $(($3 * ${#kernels[@]})) 2 "${kernels[@]}" "${@:4}"
    kernels=()
}
