#!/bin/bash
# A tuner that goes on with what its journal has: times of the same protocol count, kernels among the best that fail later leave it, and a
# search hears what it heard the first time.
# Test: turn 8
. "${srcdir:-.}/tests/harness/disturbed.sh"

# Times of another protocol are no times of this one; more launches of the best are measured, fewer are known.
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
equal 'the same protocol' "$(count times)" 3
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}" --data ones
equal 'other data' "$(count times)" 6
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}" --paranoid
equal 'paranoid' "$(count times)" 9
# Of the three and of the kernel without tuning.
equal 'final times' "$(count final-times)" 12
expect 0 'of 3  ' tune "${few[@]}" "${with[@]}" --trials 2
equal 'fewer trials' "$(count final-times)" 12
expect 0 'of 20  ' tune "${few[@]}" "${with[@]}" --trials 20
equal 'more trials' "$(count final-times)" 16

# A kernel that is right alone and refused beside others (their memory) is measured alone.
export STANDIN_FAULTS='wg=2x4:wrong-beside wg=1x4:wrong-beside wg=4x4:wrong-beside'
rm -f "$journal"
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
equal 'finalists that need all memory' "$(grep -c '^ .* GFLOP/s ' "$scratch/output")" 1
export STANDIN_FAULTS=

rm -f "$journal"
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
fastest=$(sed -n 's/^ .* GFLOP\/s .* --wg \([0-9x]*\)$/\1/p' "$scratch/output" | head -n 1)
export STANDIN_FAULTS=wg=$fastest:no-memory-beside
rm -f "$journal"
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
equal 'finalists that failed for what others hold' "$(count failed)" 0
equal 'finalists beside which one has no memory' "$(grep -c '^ .* GFLOP/s ' "$scratch/output")" 1

# A search starts with what was the fastest for the nearest shape, of a profile or of the journal, and says which it was.
export STANDIN_FAULTS=
rm -f "$journal"
expect 0 '^120 points tried$' tune "${all[@]}" "${with[@]}"
cp "$profile" "$scratch/for.json"
read -r best_mad best_wg best_unroll < <(python3 -c 'import json, sys
winner = json.load(open(sys.argv[1]))["shapes"][0]["options"].split()
print(*(winner[winner.index(name) + 1] for name in ("--mad", "--wg", "--unroll-k")))' "$profile")
started() {
    expect 0 "^starts with the kernel for m $1, n $2, k $3 of $4 \\($5\\)\$" tune "${fixed[@]}" -M $6 -N $6 -K $6 --budget 3 \
        --param wg=1x4,1x8,2x4,4x4,2x8,4x8,8x8,1x16,2x16,16x4 --param unroll-k=1,2,4,8 \
        --param mad=mad,fma,plain "${with[@]}" "${@:7}"
    grep "\"m\":$6,.*\"state\":\"times\"" "$journal" | grep "\"mad\":\"$best_mad\"" | grep "\"wg\":\"$best_wg\"" |
        grep -q "\"unroll-k\":\"$best_unroll\"" || {
        echo "the kernel of the nearest shape was not tried: $best_mad $best_wg $best_unroll"
        failed=1
    }
}
started 48 48 48 "$journal" 'near: 3 doublings away' 96
rm -f "$journal"
started 48 48 48 "$scratch/for.json" 'the very shape' 48 --for "$scratch/for.json"
rm -f "$journal"
started 48 48 48 "$scratch/for.json" 'near: 0.18 doublings away' 50 --for "$scratch/for.json"

# Who fails among the best of the second shape is none of the best of the first, where another moves up; nobody has a shape of his own.
export STANDIN_FAULTS=
two=("${fixed[@]}" --param wg=1x4,2x4,4x4 --mad fma --unroll-k 1 --shapes "$scratch/shapes.csv" --search exhaustive --top 2)
rm -f "$journal"
expect 0 '^3 points tried$' tune "${two[@]}" "${with[@]}"
both=$(awk '/^ .* GFLOP\/s / { for (i = 1; i < NF; i++) if ($i == "--wg") print $(i + 1) }' "$scratch/output" | sort | uniq -d | head -n 1)
export STANDIN_FAULTS="wg=$both,m=64:wrong-seed"
undisturbed "${two[@]}"
equal 'kernels that are among the best of two shapes' "$(grep -c '^ .* GFLOP/s ' "$scratch/output")" 4
expect 0 '^3 points tried$' tune "${two[@]}" "${with[@]}"
same 'a kernel that fails on one of two shapes'
by_hand "$journal" '/"final-times"/d'
expect 0 '^3 points tried$' tune "${two[@]}" "${with[@]}"
same 'the same without its last lines'

# A kernel that the small set wants on a shape whose best it is none of is verified and measured there first.
one=("${two[@]}" --top 1 --within 100)
export STANDIN_FAULTS=
undisturbed "${one[@]}"
wanted=$(awk '/ shapes: / { for (i = 1; i < NF; i++) if ($i == "--wg") print $(i + 1) }' "$scratch/output")
for m in 48 64; do
    export STANDIN_FAULTS="wg=$wanted,m=$m:wrong-seed"
    undisturbed "${one[@]}"
    if grep -q -e "--wg $wanted " "$profile"; then
        echo "$wanted is wrong for m $m, and in the profile"
        failed=1
    fi
    expect 0 '^3 points tried$' tune "${one[@]}" "${with[@]}"
    same "a kernel of the small set that is wrong for m $m"
done

# A search that goes on hears what it heard the first time, also of kernels that have failed among the best since.
export STANDIN_FAULTS='wg=2x16:wrong-seed'
undisturbed "${all[@]}" --budget 30
times=$(count times)
expect 0 '^30 points tried$' tune "${all[@]}" --budget 30 "${with[@]}"
same 'a search that goes on behind failures of the best'
equal 'times that it measured' "$(count times)" "$times"

# The kernel that is known to work is one at a shape where it was verified.
export STANDIN_FAULTS="$usual:no-compile wg=1x4,m=48:wrong wg=2x4:runtime"
rm -f "$journal"
expect 0 '^failed: 1 runtime, 1 correctness; ' tune "${two[@]}" "${with[@]}"

# Failures that a run's own limits have brought about hold as long as the limits do.
# again FAULT WORD... -- WORD...: fails with the first words, is known as failed with the same, and works with the others.
again() {
    local fault=$1 tight=() runs
    shift
    while [ "$1" != -- ]; do tight+=("$1"); shift; done
    shift
    rm -f "$journal"
    export STANDIN_FAULTS="wg=2x4:$fault"
    expect 0 '^failed: 1 ' tune "${few[@]}" "${with[@]}" "${tight[@]}"
    runs=$(starts)
    export STANDIN_FAULTS=
    expect 0 '^failed: 1 ' tune "${few[@]}" "${with[@]}" "${tight[@]}"
    equal "starts with the same limit after $fault" "$(starts)" "$runs"
    expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}" "$@"
    equal "kernels shown with another limit after $fault" "$(grep -c '^ .* GFLOP/s ' "$scratch/output")" 3
}
again hang-run --run-limit 1 -- --run-limit 2
again hang-build --compile-limit 1 -- --compile-limit 2
for fault in refused no-compile runtime crash-run; do again $fault -- --memory 300000000; done
again too-fast --peak 1000 -- --peak 1e10
# A limit that this run does not know is not wider.
rm -f "$journal"
export STANDIN_FAULTS=wg=2x4:too-fast
expect 0 '^failed: 1 impossible' tune "${few[@]}" "${with[@]}"
export STANDIN_FAULTS=$usual:no-peak
expect 0 '^failed: 1 impossible' tune "${few[@]}" "${with[@]}"

# Kernels that take the same time are called a tie; what is said of times is what was measured.
export STANDIN_FAULTS='wg=1x4:same-time wg=2x4:same-time wg=4x4:same-time'
rm -f "$journal"
expect 0 'GFLOP/s .* mean 2, deviation 0 of 3  --' tune "${few[@]}" "${with[@]}"
equal 'ties' "$(grep -c 'GFLOP/s .* mean 2, deviation 0 of 3, a tie  --' "$scratch/output")" 2
export STANDIN_FAULTS=
rm -f "$journal"
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
equal 'ties of other kernels' "$(grep -c 'a tie' "$scratch/output")" 0
python3 - "$journal" "$scratch/output" <<'END' || { echo 'mean or deviation is not that of the times'; failed=1; }
import json, re, statistics, sys
times = [json.loads(line)["fields"]["ms"] for line in open(sys.argv[1]) if '"state":"final-times"' in line]
said = re.findall(r"mean (\S+), deviation (\S+) of (\d+)", open(sys.argv[2]).read())
near = lambda said, value, share: abs(float(said) - value) <= share * value
good = len(said) == 3 and len(times) == 4 # and the kernel without tuning
for mean, deviation, count in said:
    good = good and any(int(count) == len(ms) and near(mean, statistics.mean(ms), 1e-3) and
                        near(deviation, statistics.stdev(ms), 0.05) for ms in times)
sys.exit(not good)
END

# Time that is granted comes to its end, and a terminal shows what is left of it.
SECONDS=0
rm -f "$journal"
STANDIN_PAUSE=20000 python3 -c 'import os, pty, sys
pty.spawn(sys.argv[1:], lambda file: os.read(file, 1024))' "$CLGEMM_BENCH" tune "${all[@]}" "${with[@]}" --budget 2s --top 1 --trials 3 \
    >"$scratch/output" 2>&1 </dev/null
tr '\r' '\n' <"$scratch/output" >"$scratch/progress"
tried=$(grep -o '[0-9]* points tried' "$scratch/progress" | cut -d ' ' -f 1)
if [ "${tried:-0}" -lt 3 ] || [ "$tried" -ge 120 ] || [ $SECONDS -gt 60 ]; then echo "2 s: ${tried:-no} points in $SECONDS s"; failed=1; fi
grep -q -E '^.*tried [0-9]+, .*; 0:0[12] left' "$scratch/progress" || { echo 'no time left is shown'; failed=1; }

# Progress, on a terminal only.
export STANDIN_FAULTS='wg=2x4:wrong wg=8x8:no-compile'
rm -f "$journal"
python3 -c 'import os, pty, sys
pty.spawn(sys.argv[1:], lambda file: os.read(file, 1024))' "$CLGEMM_BENCH" tune "${all[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null
tr '\r' '\n' <"$scratch/output" >"$scratch/progress"
grep -q -E 'tried 100/250, best 0\.[0-9] GFLOP/s \([0-9]+ %\); failed: [0-9]+ compile, [0-9]+ corr.*(; 0:[0-9]{2} left)?' "$scratch/progress" || {
    echo 'no progress on a terminal:'
    head -c 600 "$scratch/progress"
    failed=1
}
exit $failed
