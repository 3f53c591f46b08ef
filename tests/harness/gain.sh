#!/bin/bash
# What a tuning shows in the end: options that make a difference, what was gained over the kernel that is made without tuning, and why the
# best figure of the search is not the last one. Times come from a stand-in for the worker (tests/harness/standin.c).
# Test: turn 3
. "${srcdir:-.}/tests/harness/common.sh"
standin=${builddir:-.}/tests/harness/standin
export STANDIN_FAULTS=
journal=$scratch/journal
profile=$scratch/tuned.json
# A kernel that is shown with its time.
row=' ms .* GFLOP/s '

printf 'm,n,k\n48,48,48\n64,32,16\n' >"$scratch/shapes.csv"
fixed=(--family naive --access buffer --tile 1x1 --tile-k 1 --edges guard --index 64 --ids global --pretranspose none --steps combined
    --barrier=no --share none --vec-a 1 --vec-b 1 --vec-c 1 --param loop-order=- --param sg-size=-)
few=("${fixed[@]}" --param wg=1x4,2x4,4x4 --mad fma --unroll-k 1 -M 48 -N 48 -K 48 --search exhaustive --trials 3)
with=(--worker "$standin" --memory 200000000 --journal "$journal" -o "$profile")

# tune WORD...: a run of its own.
tune() {
    rm -f "$journal"
    expect 0 'points tried$' tune "$@" "${with[@]}"
}

# has PATTERN: a line of the last run.
has() {
    grep -q -E -e "$1" "$scratch/output" || {
        echo "no line like: $1"
        sed 's/^/  > /' "$scratch/output" | cut -c 1-200
        failed=1
    }
}

# ---------------------------------------------------------------- options that make a difference
# On a search that is free, and on one whose kernels differ in a few options from what is chosen without it.
all=("${fixed[@]}" --param wg=1x4,2x4,4x4,8x8 --param unroll-k=1,2,4 --param mad=mad,fma,plain --shapes "$scratch/shapes.csv")
# config WORD...: the values of all options, chosen or not.
config() {
    "$CLGEMM_GEN" "$@" --emit json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["config"])' 2>&1
}
for kind in all free; do
    if [ $kind = all ]; then run=("${all[@]}"); else run=(--layout row --transpose nt --shapes "$scratch/shapes.csv" --budget 40); fi
    tune "${run[@]}"
    common=$(sed -n -E 's/^each kernel: clgemm-gen (.*), and the options of its row$/\1/p' "$scratch/output")
    [ -n "$common" ] || { echo "$kind: what kernels have in common is not said"; failed=1; }
    equal "$kind: rows of more than 210 characters" "$(grep "$row" "$scratch/output" | grep -c -E '^.{211,}')" 0
    # The first row of each shape, with what all have, is the kernel that the profile names in full.
    awk '/^m / { first = 1 } / ms .* GFLOP\/s / { if (first) { sub(/.* of [0-9]+  /, ""); sub(/^\(no further options\)$/, ""); print; first = 0 } }' \
        "$scratch/output" >"$scratch/brief"
    python3 -c 'import json, sys
for shape in json.load(open(sys.argv[1]))["shapes"]: print(shape["options"])' "$profile" >"$scratch/full"
    equal "$kind: winners" "$(wc -l <"$scratch/brief") $(wc -l <"$scratch/full")" '2 2'
    while read -r full <&3 && IFS= read -r brief <&4; do
        # shellcheck disable=SC2086
        diff <("$CLGEMM_GEN" --for cpu $full | grep -v clgemm-gen) <("$CLGEMM_GEN" $common $brief | grep -v clgemm-gen) >"$scratch/diff" || {
            echo "$kind: another kernel than that of $full: $brief"
            head -n 5 "$scratch/diff"
            failed=1
        }
        # shellcheck disable=SC2086
        set -- $brief
        while [ $# -gt 0 ]; do
            # Each of the options is needed.
            case $1 in --*=*) less=${brief/"$1"/} && shift ;; *) less=${brief/"$1 $2"/} && shift 2 ;; esac
            # shellcheck disable=SC2086
            if [ "$(config --for cpu $full)" = "$(config $common $less)" ]; then
                echo "$kind: $brief says more than $less, which is the same kernel"
                failed=1
            fi
        done
    done 3<"$scratch/full" 4<"$scratch/brief"
done

# ---------------------------------------------------------------- what was gained
# The kernel without tuning is none of the three; it took turns with them, and is no choice.
tune "${few[@]}"
equal 'kernels shown' "$(grep -c "$row" "$scratch/output")" 3
cat >"$scratch/gain.py" <<'END'
import json, re, statistics, sys
journal, output, profile = sys.argv[1:]
times = {}
for line in open(journal):
    row = json.loads(line)
    if row.get("state") == "final-times":
        times[row["key"]["parameters"].get("wg", "untuned")] = row["fields"]["ms"]
        assert ("untuned" in row["fields"]) == ("wg" not in row["key"]["parameters"]), row
untuned = times.pop("untuned")
best = min(times.values(), key=statistics.median)
ratios = sorted(u / b for u, b in zip(untuned, best))
said = re.search(r"^  without tuning (\S+) ms, (\S+) GFLOP/s: the best is (\S+) times as fast "
                 r"\(quartiles of the rounds (\S+) and (\S+)\)$", open(output).read(), re.M)
ms, gflops, gain, low, high = map(float, said.groups())
low_right, _, high_right = statistics.quantiles(ratios, method="inclusive")
near = lambda left, right: abs(left - right) <= 0.006 * right + 0.05 * (right < 1)
assert near(ms, statistics.median(untuned)) and abs(gflops - 2 * 48 ** 3 / ms * 1e-6) < 0.06, said[0]
assert near(gain, statistics.median(ratios)) and near(low, low_right) and near(high, high_right), (said[0], ratios)
assert (statistics.median(ratios) < 1) == ("the product is slower than without tuning" in open(output).read()), ratios
assert "8x8" not in str(json.load(open(profile))["shapes"]), "the kernel without tuning was chosen"
END
python3 "$scratch/gain.py" "$journal" "$scratch/output" "$profile" || failed=1
cp "$scratch/output" "$scratch/first"
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
cmp <(grep -v '^time: ' "$scratch/output") <(grep -v '^time: ' "$scratch/first") || { echo 'the same run again shows something else'; failed=1; }
equal 'final times of a run and of the same again' "$(grep -c '"state":"final-times"' "$journal")" 4

"$CLGEMM_BENCH" report "$journal" -o "$scratch/page.html" || failed=1
if grep -q '"under_way": *[1-9]' "$scratch/page.html"; then echo 'a tuning at its end is under way in its report'; failed=1; fi

# Of several shapes the mean; where it does not work, that is said; where it has no memory beside the best, nothing.
tune "${few[@]:0:$((${#few[@]} - 10))}" --shapes "$scratch/shapes.csv" --search exhaustive --trials 3
has '^the best of each shape is [0-9.]+ times as fast as without tuning \(geometric mean of 2 shapes\)$'
STANDIN_FAULTS=wg=8x8:wrong tune "${few[@]}"
has '^  without tuning the kernel of these options does not work here$'
STANDIN_FAULTS=wg=8x8:wrong-beside tune "${few[@]}"
equal 'kernels beside which the one without tuning has no memory' "$(grep -c "$row" "$scratch/output")" 3
equal 'a comparison with what was not measured' "$(grep -c 'without tuning' "$scratch/output")" 0
# One that fails among the best is out, and they are measured.
STANDIN_FAULTS=wg=8x8:wrong-seed tune "${few[@]}"
equal 'kernels beside which the one without tuning fails' "$(grep -c "$row" "$scratch/output")" 3
# As many as there can be, and it.
tune "${few[@]}" --top 16
equal 'kernels shown of 16' "$(grep -c "$row" "$scratch/output")" 3

# ---------------------------------------------------------------- what the profile picks
# Without tuning there is what --fixed makes for each shape: a point of the space for the first, kernels of a family that the space has
# not got for the others.
printf 'm,n,k\n48,48,48\n500,2,64\n4096,8,512\n' >"$scratch/picked.csv"
picked=(--for cpu --layout row --transpose tn --budget 8 --trials 3)
cat >"$scratch/picks.py" <<'END'
import json, subprocess, sys
gen, journal, profile, what = sys.argv[1:]
problem = ["--for", "cpu", "--layout", "row", "--transpose", "tn"]
def config(words):
    made = subprocess.run([gen, *words, "--emit", "json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return {name: value for name, value in json.loads(made.stdout)["config"].items() if name not in ("index", "profile")}
def size_of(row): return row["m"], row["n"], row["k"]
dispatch = json.load(open(profile))["dispatch"]
options = {kernel["name"]: kernel["options"].split() for kernel in dispatch["kernels"]}
served = {size_of(shape): (shape["ms"], options[shape["kernel"]]) for shape in dispatch["shapes"]}
untuned = {}
for line in open(journal):
    row = json.loads(line)
    if row.get("state") == "final-times" and "untuned" in row["fields"]:
        assert size_of(row["key"]["problem"]) not in untuned, row
        untuned[size_of(row["key"]["problem"])] = row["fields"]["median_ms"], row["key"]["parameters"]
assert sorted(untuned) == sorted(served), (untuned, served)
for size, (ms, parameters) in untuned.items():
    pick = config([*problem, "--fixed", "%dx%dx%d" % size])
    if parameters:
        said = config([*problem, *("--%s=%s" % said for said in parameters.items() if said[1] != "-")])
        assert said == pick and pick["family"] == "register", (size, said, pick)
    else:
        assert pick["family"] == "gemv", (size, pick)
    # The tuned profile is no step back.
    assert served[size][0] <= 1.02 * ms, (size, served[size], ms)
    if what == "kept":
        assert config(["--for", "cpu", *served[size][1]]) == pick, (size, served[size], pick)
END
# picks FAULTS WHAT WORD...: a run of that with the words, and what it comes to.
picks() {
    STANDIN_FAULTS=$1 tune "${picked[@]}" "${@:3}"
    python3 "$scratch/picks.py" "$CLGEMM_GEN" "$journal" "$profile" "$2" || { echo "picks of a profile: $*"; failed=1; }
}
picks '' free --shapes "$scratch/picked.csv"
has '^starts with the kernel that profile cpu picks for m 500, n 2, k 64$'
# What was not tried, as nothing may be, is compared all the same.
picks '' free -M 48 -N 48 -K 48 --budget 1
# Each is the fastest for its shape, and another would do for both: each shape has its own.
all=family=gemv:same-time\ family=blocked:same-time\ family=register:same-time\ family=blocked:slow\ family=register:slow
sed -i 2d "$scratch/picked.csv"
picks "$all tile=16x4,m=4096:slow tile=8x8,m=500:slow" kept --shapes "$scratch/picked.csv" --within 100
equal 'shapes whose best is what there is without tuning' "$(grep -c '^  the best is the kernel that there is without tuning$' "$scratch/output")" 2
has '^the best of each shape is 1\.00 times as fast as without tuning'
# Not where the user says what a kernel may be.
STANDIN_FAULTS="$all" tune "${picked[@]}" --shapes "$scratch/picked.csv" --param wg=1x1
has '^  without tuning .*: the best is 0\.67 times as fast'
if grep -q -e '--family gemv' "$profile"; then echo 'a kernel that --param leaves out was chosen'; failed=1; fi

# A kernel that differs from one of the space by its parts of K alone is another one.
cat >"$scratch/parts.json" <<'END'
{"inherits": "cpu", "dispatch": {"f32": {"kernels": [{"name": "parts", "options": "--family register --tile 4x4 --wg 1x1 --vec-c 4 --split-k 4"}],
    "shapes": [{"m": 48, "n": 48, "k": 48, "kernel": 0}]}}}
END
slower=
for family in register blocked gemv; do slower="$slower family=$family:slow family=$family:slow-beside"; done
STANDIN_FAULTS="split-k=4:same-time$slower" tune --for "$scratch/parts.json" --layout row -M 48 -N 48 -K 48 --budget 8 --trials 3
has 'without tuning .*--split-k 4'

# ---------------------------------------------------------------- what was not kept
tune "${few[@]}"
equal 'figures that fell' "$(grep -c 'the search saw' "$scratch/output")" 0
fastest=$(awk '/ ms .* GFLOP\/s / { print $NF; exit }' "$scratch/output")
STANDIN_FAULTS='wg=1x4:slow-beside wg=2x4:slow-beside wg=4x4:slow-beside' tune "${few[@]}"
has '^  the search saw [0-9.]+ GFLOP/s: in alternating runs all kernels were slower, (1\.9|2\.0). times \(median of 3 kernels\):$'
STANDIN_FAULTS="wg=$fastest:slow-beside" tune "${few[@]}"
has '^  the search saw [0-9.]+ GFLOP/s: the median of 3 or more launches; 3 or more do not confirm it$'
STANDIN_FAULTS="wg=$fastest:wrong-seed" tune "${few[@]}"
has '^  the search saw [0-9.]+ GFLOP/s: that kernel has failed since$'
exit $failed
