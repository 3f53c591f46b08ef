#!/bin/bash
# The page of `report` in a browser: no error on its console, nothing wider than the window, no table or label cut off; on a phone and a
# desktop, light and dark, and printed. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
need_python
need_chromium
files=$scratch/results_of_a_machine_whose_name_is_long/in_a_folder_of_its_own
mkdir -p "$files"
cp "$data"/report/* "$files"
data=$files

# Long names, many shapes, and a search with the kernel without tuning, beside what there is.
python3 - "$data" "$scratch" <<'END_OF_PYTHON' || failed=1
import json, sys
data, scratch = sys.argv[1:]
device, library, comparison, mean = map(json.loads, open(data + "/compare.json"))
with open(scratch + "/shapes.json", "w") as shapes:
    print(json.dumps(device), file=shapes)
    for m, n, k in (64, 64, 64), (5124, 700, 2048), (35, 8457, 2560), (16384, 16384, 16384):
        for i, other in enumerate(("openblas", "--family register --tile 4x4 --wg 16x16 --edges guard", "--for cpu")):
            packed = {**comparison["packed"], "library_gflops": 20 + 10 * i}
            print(json.dumps({**comparison, "group": "picks of the profile", "library": other, "m": m, "n": n, "k": k,
                              "packed": packed, "peak_gflops": 61}), file=shapes)
records = [json.loads(line) for line in open(data + "/bench.json")]
records[-1]["kernel"] = "a_name_of_a_kernel_that_goes_on_and_on_without_any_place_to_break_it"
open(scratch + "/long.json", "w").write("".join(json.dumps(record) + "\n" for record in records))
END_OF_PYTHON
"$CLGEMM_BENCH" report "$data"/{tune.journal,study.json,ladder.json,bench.json,compare.json,check.json,tuned.json,devices.json} \
    "$scratch"/{shapes,long}.json --bandwidth 12 -o "$scratch/page.html" || failed=1
"$CLGEMM_BENCH" report "$data/bench.json" -o "$scratch/small.html" || failed=1

# broken NAME SED-EXPRESSION: the page with a defect, which the test must see.
broken() {
    sed "$2" "$scratch/page.html" >"$scratch/$1.html"
    cmp -s "$scratch/page.html" "$scratch/$1.html" && { echo "$1: the edit changes nothing"; failed=1; }
    pages+=("quick:$scratch/$1.html")
}
pages=("$scratch/page.html" "$scratch/small.html")
broken error 's/^"use strict";/& nothing();/'
broken wide 's/<footer>/<footer style="width: 500px">/'
broken table 's/{class: "box", /&style: "overflow: hidden", /'
broken label 's/shape("text", {x: at(x), /shape("text", {x: -99, /'
broken picture 's/shape("svg", {viewBox: "0 0 1 1", /&style: "max-width: none; width: 400px", /'
broken summary 's/#summary td {/#nowhere td {/'
broken dark 's/--page: #ffffff/--page: #0d1117/'

look "${pages[@]}"
if grep -E '^(page|small)\.html' "$scratch/found"; then
    echo 'the page is not as expected'
    failed=1
fi
# sees NAME PATTERN: the defect of a broken page is found.
sees() {
    grep -q -E "^$1\.html, 360 pixels, light: $2" "$scratch/found" || { echo "$1: nobody sees that the page is broken"; failed=1; }
}
sees error 'console: ReferenceError: nothing is not defined'
sees wide 'the page is [0-9]+ pixels wide, its window 360'
sees table 'cut off: <t'
sees label 'a label is cut off'
sees picture 'the page is [0-9]+ pixels wide'
sees summary 'a summary that scrolls sideways'
sees dark 'its brightness is 23'
exit $failed
