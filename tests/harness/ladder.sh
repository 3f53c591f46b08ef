#!/bin/bash
# Ladders, studies, result lines of GATLAS, transfers, and the formula of the peak. First with a stand-in for the worker
# (tests/harness/standin.c), which needs no device.
# Test: turn 9
. "${srcdir:-.}/tests/harness/common.sh"

# What the command line takes and refuses, without a device.
expect 0 '^intel ' ladder --list
expect 0 '^barrier ' study --list
expect 0 '^clgemm-bench ladder NAME' ladder --help
expect 0 '^  -i, --iterations' bench -h
expect 1 '`intle` is none of: dpcpp, intel, kepler, tutorial; did you mean intel' ladder intle
expect 1 '`intel` is none of: barrier, tiling' study intel
expect 1 'one name is taken: clgemm-bench ladder NAME; --list' ladder
expect 1 'one name is taken' study barrier tiling
expect 1 '--svg is no option of bench' bench "$data/plain.json" --svg x.svg
expect 1 '--sizes is no option of ladder' ladder intel --sizes 64
expect 1 '--with-transfer is no option of study' study tiling --with-transfer
expect 1 '--kernel is no option of ladder' ladder intel -k naive
expect 1 'a study names its kernels itself' study tiling --preset naive
expect 1 '--format: ladder writes no gatlas; its formats: text json csv' ladder intel --format gatlas
expect 1 '-i 0 measures nothing' ladder intel -i 0
expect 1 '--sizes: `64,` is no list' study tiling --sizes 64,
expect 1 '--sizes: `64x32` is no list' study tiling --sizes 64x32
expect 1 'a size of 0 has no speed' study tiling -K 0
expect 1 '--sizes and -M, -N, -K contradict' check "$data/plain.json" --sizes edge -M 1 -N 1 -K 1
expect 1 'no command is given' --tile 8x4
expect 1 '--explain: `speed` is none of: peak' bench --explain speed
expect 2 'cannot open ./nonexistent.json' ladder ./nonexistent.json

# refused PATTERN JSON: a file that is no ladder.
refused() {
    printf '%s' "$2" >"$scratch/broken.json"
    expect 4 "broken.json.*: .*$1" ladder "$scratch/broken.json"
}
kernel='{"name": "a", "options": {"preset": "naive"}}'
refused 'line 1, column 1: ' '{'
refused 'unknown member `kernel`' '{"kernel": []}'
refused 'is missing' '{"title": "t", "sizes": [64]}'
refused 'has 0 items' '{"title": "t", "kernels": [], "sizes": [64]}'
refused 'must be n or \[M, N, K\]' '{"title": "t", "kernels": ['"$kernel"'], "sizes": [[64, 64]]}'
refused 'must be n or \[M, N, K\]' '{"title": "t", "kernels": ['"$kernel"'], "sizes": [0]}'
refused 'must be an object of options' '{"title": "t", "kernels": [{"name": "a", "options": {}}], "sizes": [64]}'
refused 'tile: a value is a string' '{"title": "t", "kernels": [{"name": "a", "options": {"tile": 8}}], "sizes": [64]}'
refused 'options and manifest exclude each other' '{"title": "t", "kernels": [{"name": "a", "options": {"tile": "8x4"}, "manifest": "b.json"}], "sizes": [64]}'
refused 'is 0, must be from 1 ' '{"title": "t", "kernels": ['"$kernel"'], "sizes": [64], "iterations": 0}'
refused 'a ladder has one size, here are 2' '{"title": "t", "kernels": ['"$kernel"'], "sizes": [64, 128]}'

# The formula of the article with the figures of its two machines.
expect 0 '^  16 a cycle x 40 compute units x 1.3 GHz = 832.0 GFLOP/s$' bench --explain peak
expect 0 '^  16 a cycle x 96 compute units x 1.1 GHz = 1689.6 GFLOP/s$' bench --explain peak
expect 0 '^  16 a cycle x 23 compute units x 0.9 GHz = 331.2 GFLOP/s$' --explain peak

# The peak is stated where it is of no interest: to measure it takes longer than all else.
peak='--peak 50'
# told CODE PATTERN WORD...: as expect, with the stand-in.
told() { expect "$@" --worker "$standin"; }

# A ladder with a kernel from a manifest, rungs that cannot run, and names that need quotes.
cp "$data/plain.json" "$data/plain.cl" "$scratch"
cat >"$scratch/mine.json" <<'END_OF_LADDER'
{
  "title": "Mine & <yours>",
  "note": "A note.",
  "kernels": [
    {"name": "refused first", "options": {"family": "naive", "fixed": "32x32x32"}},
    {"name": "naive", "options": {"family": "naive"}, "note": "one element a work-item"},
    {"name": "unknown", "options": {"preset": "nosuch"}},
    {"name": "a \"tile\" & <more>", "options": {"tile": "8x4", "wg": "1x8", "sub-groups": "emulated"}},
    {"name": "by hand", "manifest": "plain.json"}
  ],
  "sizes": [[64, 48, 32]],
  "iterations": 3
}
END_OF_LADDER
cat >"$scratch/see.py" <<'END_OF_PYTHON'
import json, re, sys, xml.dom.minidom
from math import isclose

def ladder(path):
    records = [json.loads(line) for line in open(path)]
    assert records[0]["record"] == "device", records[0]
    assert records[1] == {"record": "peak", "type": "f32", "gflops": 50.0, "words": "stated on the command line"}
    rungs = records[2:]
    assert [r["name"] for r in rungs] == ["refused first", "naive", "unknown", 'a "tile" & <more>', "by hand"], rungs
    assert [r["status"] for r in rungs] == ["refused", "measured", "refused", "measured", "measured"], rungs
    assert all(r["why"] for r in rungs if r["status"] == "refused")
    first = last = None
    for rung in rungs:
        assert (rung["m"], rung["n"], rung["k"]) == (64, 48, 32)
        if rung["status"] == "refused":
            assert "time_ms" not in rung
            continue
        ms = rung["time_ms"]
        first, last = first or ms, last or ms
        assert isclose(rung["step_speedup"], last / ms, rel_tol=1e-6), rung
        assert isclose(rung["cumulative_speedup"], first / ms, rel_tol=1e-6), rung
        assert isclose(rung["gflops"], 2 * 64 * 48 * 32 / ms * 1e-6, rel_tol=1e-6), rung
        assert isclose(rung["efficiency"], rung["gflops"] / 50, rel_tol=1e-6), rung
        assert rung["verified"].startswith("every element")
        last = ms

def table(path):
    lines = open(path).read().split("\n")
    head = next(i for i, line in enumerate(lines) if line.startswith("version"))
    assert re.split("  +", lines[head]) == ["version", "GFLOP/s", "time (ms)", "step speed-up", "cumulative speed-up", "efficiency"]
    naive = next(line for line in lines if line.startswith("naive "))
    assert re.fullmatch(r"naive +[0-9.]+ +[0-9.]+ +1\.00x +1\.00x +[0-9.]+ %", naive), naive
    peak = next(line for line in lines[head:] if line.startswith("peak "))
    assert re.fullmatch(r"peak +50\.00 +0\.004 +- +-", peak), peak
    assert any(line.startswith("unknown ") and "refused: there is no preset nosuch" in line for line in lines)

def picture(path, *words):
    root = xml.dom.minidom.parse(path).documentElement
    assert root.tagName == "svg" and "prefers-color-scheme: dark" in root.toxml()
    width, height = (float(root.getAttribute(side)) for side in ("width", "height"))
    text = root.toxml()
    assert not re.search(r"\b(nan|inf)\b", text)
    for word in words:
        assert word in text, word
    for kind in ("text", "rect", "line"):
        for element in root.getElementsByTagName(kind):
            x, y = element.getAttribute("x"), element.getAttribute("y")
            assert not x or 0 <= float(x) <= width and 0 <= float(y) <= height, element.toxml()
    for element in root.getElementsByTagName("rect"):
        x = float(element.getAttribute("x") or 0)
        assert x + float(element.getAttribute("width")) <= width, element.toxml()
    for element in root.getElementsByTagName("text"):
        words = "".join(n.data for s in element.childNodes for n in ([s] if s.nodeType == 3 else s.childNodes))
        x = float(element.getAttribute("x") or 0)
        if element.getAttribute("text-anchor") != "middle" and element.getAttribute("text-anchor") != "end":
            assert x + 6 * len(words) <= width, (width, element.toxml())

def study(path):
    points = [json.loads(line) for line in open(path)][2:]
    assert [(p["m"], p["n"], p["k"], p["name"]) for p in points] == [
        (m, n, k, name) for m, n, k in ((64, 64, 64), (80, 64, 32), (128, 128, 128)) for name in ("exact", "guarded")]
    assert [p["status"] for p in points] == ["measured"] * 2 + ["refused", "measured"] + ["measured"] * 2, points
    assert all(isclose(p["gflops"], 2 * p["m"] * p["n"] * p["k"] / p["time_ms"] * 1e-6, rel_tol=1e-6)
               for p in points if p["status"] == "measured")

def transfer(path):
    records = [json.loads(line) for line in open(path)]
    runs = [r for r in records if r["record"] == "iteration"]
    result = records[-1]
    assert len(runs) == 3 and all(r["transfer_ms"] > 0 for r in runs)
    for r in runs:
        assert isclose(r["gflops_with_transfer"], 2 * 64 * 48 * 32 / (r["wall_ms"] + r["transfer_ms"]) * 1e-6, rel_tol=1e-6)
    totals = sorted(r["wall_ms"] + r["transfer_ms"] for r in runs)
    assert isclose(result["with_transfer_ms"]["median"], totals[1], rel_tol=1e-6)
    assert result["gflops_with_transfer"] < result["gflops"]

def gatlas(path):
    lines = open(path).read().split("\n")[:-1]
    pattern = r"\[(\d)\] (\d+) usec avg: ([0-9.e+-]+) stddev: ([0-9.e+-]+) 64 48 32 (.+)"
    found = [re.fullmatch(pattern, line) for line in lines]
    assert len(found) == 2 and all(found), lines
    assert [f[1] for f in found] == ["0", "1"] and int(found[0][2]) <= int(found[1][2])
    assert sorted(f[5] for f in found) == ["8 4 0 argsMNK jkl", "steps"], lines
    for f in found:
        # Two runs: their sum of times and mean of rates give both rates, and so the deviation.
        usec, mean, deviation = (float(f[i]) for i in (2, 3, 4))
        product = 2 * 64 * 48 * 32 * 1e-3 * 2 * mean / usec
        slack = product * (2 / usec + 2e-5)
        assert abs(deviation ** 2 - (mean ** 2 - product)) <= slack, f[0]

globals()[sys.argv[1]](*sys.argv[2:])
END_OF_PYTHON

# see FUNCTION FILE...: looks at what was printed.
see() {
    sed -i '/^clgemm-bench: /d' "$2" # notes of the error stream
    if ! python3 "$scratch/see.py" "$@"; then
        echo "$1 is not as expected:"
        head -n 30 "$2" | cut -c 1-300
        failed=1
    fi
}

need_python
told 0 'step_speedup' ladder "$scratch/mine.json" $peak --json --svg "$scratch/ladder.svg"
see ladder "$scratch/output"
see picture "$scratch/ladder.svg" 'Mine &amp; &lt;yours&gt;, M x N x K = 64 x 48 x 32' 'GFLOP/s' 'one element a work-item' \
    'there is no preset nosuch' 'peak 50 GFLOP/s, stated on the command line'
told 0 'step_speedup' ladder "$scratch/mine.json" -i 1 --peak 66908 --json --svg "$scratch/fast.svg"
see picture "$scratch/fast.svg" 'peak 66908 GFLOP/s, stated on the command line'
told 0 '^data .* 3 runs after 2 to warm up' ladder "$scratch/mine.json" $peak -v
see table "$scratch/output"
told 0 '^"a ""tile"" & <more>",measured,64,48,32,[0-9.]+,[0-9.]+,' ladder "$scratch/mine.json" $peak -i 1 --format csv
told 0 '^data .* 1 runs' ladder "$scratch/mine.json" $peak -i 1 -M 65
told 1 '--edges is the generator.s: it cannot change by hand' ladder "$scratch/mine.json" --edges guard
told 2 'cannot write /nonexistent/x.svg' ladder "$scratch/mine.json" $peak -i 1 --svg /nonexistent/x.svg

# A wrong rung is shown as wrong, and the next step is compared to the last right one.
edited plain 's/sum = alpha \* sum/sum = 2.0f * alpha * sum/'
cp "$data/plain.json" "$scratch/right.json"
cat >"$scratch/wrong.json" <<'END_OF_LADDER'
{"title": "One is wrong", "sizes": [32], "kernels": [
  {"name": "first", "options": {"family": "naive"}}, {"name": "bad", "manifest": "plain.json"},
  {"name": "last", "options": {"family": "naive"}}]}
END_OF_LADDER
STANDIN_FAULTS=name=plain:wrong-enter told 6 '^bad +wrong: wrong-enter' ladder "$scratch/wrong.json" $peak --edited -i 2
grep -q -E '^last +[0-9]' "$scratch/output" || { echo 'the rung behind a wrong one has no figures'; failed=1; }
STANDIN_FAULTS=name=plain:wrong-enter told 6 '^\| bad \| wrong: wrong-enter.* \| \| \| \| \|$' ladder "$scratch/wrong.json" $peak --edited -i 2 --format markdown
grep -q -E '^\| last \| [0-9.]+ \| [0-9.]+ \| [0-9.]+x \| [0-9.]+x \| [0-9.]+ % \|$' "$scratch/output" || { echo 'no row of Markdown'; failed=1; }
markdown_tables 1
echo '{"title": "None", "sizes": [32], "kernels": [{"name": "a", "options": {"preset": "nosuch"}}]}' >"$scratch/none.json"
told 1 'no kernel could be measured' ladder "$scratch/none.json"
echo '{"title": "One is gone", "sizes": [32], "kernels": [{"name": "a", "options": {"family": "naive"}},
    {"name": "b", "options": {"preset": "nosuch"}}, {"name": "gone", "manifest": "nosuch.json"}]}' >"$scratch/gone.json"
told 2 '^clgemm-bench: gone: .*nosuch.json' ladder "$scratch/gone.json" $peak -i 1
told 2 '^clgemm-bench: gone: .*nosuch.json' study "$scratch/gone.json" $peak -i 1

# Studies.
cat >"$scratch/sizes.json" <<'END_OF_STUDY'
{
  "title": "Two edges",
  "kernels": [
    {"name": "exact", "options": {"family": "naive", "wg": "4x64", "edges": "exact"}},
    {"name": "guarded", "options": {"family": "naive", "wg": "4x64", "edges": "guard"}}
  ],
  "sizes": [64, [80, 64, 32], 128], "iterations": 2
}
END_OF_STUDY
told 0 'point' study "$scratch/sizes.json" $peak --json --svg "$scratch/study.svg"
see study "$scratch/output"
see picture "$scratch/study.svg" 'Two edges' 'GFLOP/s' '80 x 64 x 32' 'exact' 'guarded'
told 0 '^80 x 64 x 32 +refused +[0-9]' study "$scratch/sizes.json" $peak
grep -q '^exact at 80 x 64 x 32: ' "$scratch/output" || { echo 'study does not say why'; failed=1; }
told 0 '^\* exact at 80 x 64 x 32: ' study "$scratch/sizes.json" $peak --format markdown
markdown_tables 3
told 0 '^"guarded",measured,33,65,17,' study "$scratch/sizes.json" $peak --format csv --sizes 64,33x65x17
told 0 '^32 x 16 x 8 +refused +[0-9]' study "$scratch/sizes.json" $peak -M 32 -N 16 -K 8

# Transfers, and result lines of GATLAS: parameters by the manifest's label, or the kernel's name.
small="-M 64 -N 48 -K 32"
told 0 'with transfer' bench "$data/plain.json" $small -i 3 --with-transfer
told 0 'GFLOP/s at the median' bench "$data/plain.json" $small -i 3 --with-transfer
told 0 '^result,"plain".*,[0-9.]+,[0-9.]+,[0-9.]+$' bench "$data/plain.json" $small -i 3 --with-transfer --format csv
told 0 'with_transfer_ms' bench "$data/plain.json" $small -i 3 --with-transfer --json
see transfer "$scratch/output"
told 0 'counted as transfer' bench "$data/steps.json" $small -i 3 --with-transfer -v
python3 - "$data" "$scratch" <<'END_OF_PYTHON'
import json, shutil, sys
manifest = json.load(open(sys.argv[1] + "/plain.json"))
manifest["config"]["label"] = "8 4 0 argsMNK jkl"
json.dump(manifest, open(sys.argv[2] + "/labelled.json", "w"))
shutil.copy(sys.argv[1] + "/plain.cl", sys.argv[2])
END_OF_PYTHON
told 0 '^\[0\] ' bench "$scratch/labelled.json" "$data/steps.json" $small -i 2 --format gatlas
see gatlas "$scratch/output"

# ----------------------------------------------------------------------------------------------------------------- kernels and all
need_device
# Every kernel of the shipped ones that this generator knows works, on sizes that suit it; for any device, as some CPUs lack the registers.
for name in barrier tiling; do
    expect 0 '^256 ' study $name $peak --for generic -i 1 --warm-up 0 --sizes 256 --svg "$scratch/$name.svg"
    see picture "$scratch/$name.svg" 'M = N = K'
    if grep -E 'refused' "$scratch/output"; then
        echo "study $name has gaps"
        failed=1
    fi
done

# Every rung of the shipped ladders.
for name in intel dpcpp kepler tutorial; do
    expect 0 '^peak +[0-9]' ladder $name $peak --for generic -i 1 --warm-up 0 -M 128 -N 128 -K 128 --svg "$scratch/$name.svg"
    see picture "$scratch/$name.svg" 'M = N = K = 128'
    if grep -E 'refused|lacking' "$scratch/output"; then
        echo "the ladder $name lacks rungs"
        failed=1
    fi
done

edited plain 's/sum = alpha \* sum/sum = 2.0f * alpha * sum/'
expect 6 '^bad +wrong: C\[' ladder "$scratch/wrong.json" $peak --edited -i 1
expect 0 'with_transfer_ms' bench "$data/plain.json" $small -i 3 --with-transfer --json
see transfer "$scratch/output"

# The sample's own options.
expect 0 'nothing was launched' bench -t CL_DEVICE_TYPE_ALL -k naive --size1 64 --size2 32 --size3 48 -i 0
expect 0 'valid$' bench -t all -d 0 --kernel naive -M 64 -K 32 -N 48 --iterations 2 --validation
expect 0 'M 64, N 48, K 32' bench -k naive --size1 64 --size2 32 --size3 48 -i 1
exit $failed
