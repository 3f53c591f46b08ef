#!/bin/bash
# Kernels that are built ahead, kernels to start with, and a search that ends where little is to be gained. Times come from a stand-in
# for the worker (tests/harness/standin.c), so that two runs find the same; the last part takes a device.
# Above 30 s beside other tests: some sixteen tuners run, and are stopped at each stage.
# Test: turn 6
. "${srcdir:-.}/tests/harness/common.sh"
export STANDIN_FAULTS= TMPDIR=$scratch/temporary
mkdir "$TMPDIR"
journal=$scratch/journal
profile=$scratch/tuned.json
naive=(--family naive --access buffer --tile 1x1 --tile-k 1 --edges guard --index 64 --ids global --pretranspose none --steps combined
    --barrier=no --share none --vec-a 1 --vec-b 1 --vec-c 1 --param loop-order=- --param sg-size=-)
all=("${naive[@]}" --param wg=1x4,1x8,2x4,4x4,2x8,4x8,8x8,1x16,2x16,16x4 --param unroll-k=1,2,4,8 --param mad=mad,fma,plain)
with=(-M 48 -N 48 -K 48 --worker "${builddir:-.}/tests/harness/standin" --memory 200000000 --journal "$journal" -o "$profile")

# table FILE: what a run has shown, but for what its time went into and how far it was.
table() { grep -v -e '^time: ' -e '^built ahead: ' -e '^clgemm-bench: tried ' -e '^clgemm-bench: measured again ' "$1"; }

# same WHAT: kernels, failures and profile are those of a run with nothing built ahead.
same() {
    diff <(table "$scratch/output") <(table "$scratch/alone") && cmp "$profile" "$scratch/alone.json" || {
        echo "$1: another end than with nothing built ahead"
        failed=1
    }
}

expect 1 '--jobs: `x` is no whole number' tune "${all[@]}" "${with[@]}" --jobs x
export STANDIN_FAULTS='wg=2x4:wrong wg=4x4:crash-run wg=2x8:no-compile wg=16x4:abort-build'
expect 0 '^120 points tried$' tune "${all[@]}" "${with[@]}" --search exhaustive --jobs 0
if grep -q '^built ahead: ' "$scratch/output"; then echo '--jobs 0 builds ahead'; failed=1; fi
cp "$scratch/output" "$scratch/alone"
cp "$profile" "$scratch/alone.json"
part='[0-9.]* s ([0-9.]* %)'
grep -q "^time: .* s: kernels $part, compilers $part, verification $part, transfers $part, waiting $part; kernels or compilers at work [0-9.]* %\$" "$scratch/alone" || {
    echo 'no word on what the time went into'
    failed=1
}
sed -n 's/;.*//; s/^time: [0-9.]* s://p' "$scratch/alone" | tr -d '(%),' |
    awk '{ for (i = 4; i <= NF; i += 4) sum += $i } END { exit !(NF == 20 && sum > 99 && sum < 101) }' || { echo 'the parts of the time are not all of it'; failed=1; }
# What fails ahead of its turn is no failure of the kernel.
STANDIN_FAULTS+=' mad=fma:crash-ahead wg=8x8,mad=mad,unroll-k=1:hang-ahead'
rm -f "$journal"
expect 0 '^built ahead: [0-9.]* s of compilers in 3 processes$' tune "${all[@]}" "${with[@]}" --search exhaustive --jobs 3 --compile-limit 2
same '--jobs 3'
grep -q '^time: .*; kernels or compilers at work at least [1-9][0-9.]* %$' "$scratch/output" || { echo 'builders are not at work'; failed=1; }
equal 'builds whose time is that of the worker that built ahead' $(($(grep -c '"build_ms":2.5' "$journal") > 50)) 1
# All is known: nothing is built.
expect 0 '^built ahead: 0.0 s of compilers in 3 processes$' tune "${all[@]}" "${with[@]}" --search exhaustive --jobs 3 --compile-limit 2
same 'the same again'

# Killed and ended at any time, with all that it has started.
export STANDIN_FAULTS='wg=2x4:wrong wg=4x4:crash-run wg=2x8:no-compile wg=16x4:abort-build' STANDIN_PAUSE=3000
rm -f "$journal"
for lines in 20 60 150; do
    "$CLGEMM_BENCH" tune "${all[@]}" "${with[@]}" --search exhaustive --jobs 3 >"$scratch/killed" 2>&1 </dev/null &
    tuner=$!
    until [ "$(cat "$journal" 2>/dev/null | wc -l)" -ge $lines ] || ! kill -0 $tuner 2>/dev/null; do sleep 0.01; done
    workers=$(ps -o pid= --ppid $tuner)
    if [ $lines = 60 ]; then kill -TERM $tuner; else kill -KILL $tuner; fi
    wait $tuner 2>/dev/null
    for ((tries = 0; tries < 100; tries++)); do
        left=$(ps -o pid=,stat= -p "$(echo $workers | tr ' ' ',')" | grep -v ' Z')
        if [ -z "$left" ]; then break; fi
        sleep 0.1
    done
    equal 'workers that outlive the tuner' "$left" ''
done
unset STANDIN_PAUSE
expect 0 '^120 points tried$' tune "${all[@]}" "${with[@]}" --search exhaustive --jobs 3
same 'ended three times'
equal 'what is left in the folder for temporary files' "$(ls -A "$TMPDIR")" ''

# Time that is over: what was built and not measured was not tried.
export STANDIN_FAULTS= STANDIN_PAUSE=100000
rm -f "$journal"
expect 0 '^[0-9]+ points tried$' tune "${all[@]}" "${with[@]}" --budget 3s --jobs 8 --trials 1 --top 1
unset STANDIN_PAUSE
tried=$(sed -n 's/^\([0-9]*\) points tried$/\1/p' "$scratch/output")
equal 'points of the journal' "$(grep '"parameters":{"' "$journal" | grep -c '"state":"times"')" "$tried"

# A compiler that is at work then ends: nobody waits for it.
export STANDIN_FAULTS='wg=8x8,mad=mad,unroll-k=1:hang-ahead'
rm -f "$journal"
begin=$SECONDS
expect 0 '^[0-9]+ points tried$' tune "${all[@]}" "${with[@]}" --search exhaustive --budget 2s --jobs 4 --trials 1 --top 1 --compile-limit 60
[ $((SECONDS - begin)) -le 30 ] || { echo 'the end waits for a compiler'; failed=1; }
export STANDIN_FAULTS=

# What measuring the best of one transposition again takes is not taken from the time of the next one.
export STANDIN_PAUSE=100000
rm -f "$journal"
printf 'm,n,k,trans_a,trans_b\n32,32,32,n,n\n32,32,32,n,t\n' >"$scratch/transposed.csv"
expect 0 '^[0-9]+ points tried$' tune --family naive --shapes "$scratch/transposed.csv" "${with[@]:6}" --budget 2s --jobs 0 --trials 10 --top 5
unset STANDIN_PAUSE
equal 'transpositions that were searched' "$(grep -c '^[1-9][0-9]* points tried$' "$scratch/output")" 2

# Kernels of another profile come first, with the generator's own value where the space has not got theirs.
rm -f "$journal"
cat >"$scratch/other.json" <<'END'
{"name": "other", "inherits": "cpu-generic", "dispatch": {"kernels": [{"name": "k0", "options": "--family naive --wg 16x4 --unroll-k 8 --mad plain"},
    {"name": "k1", "options": "--family naive --wg 4x64 --unroll-k 4 --mad mad"}],
    "shapes": [{"m": 4096, "n": 4096, "k": 4096, "kernel": 0}, {"m": 64, "n": 64, "k": 64, "kernel": 1}]}}
END
expect 0 "^starts with the kernel for m 4096, n 4096, k 4096 of $scratch/other.json" tune "${all[@]}" "${with[@]}" --start "$scratch/other.json" --budget 3
grep '"parameters":{"' "$journal" | grep '"state":"times"' >"$scratch/times"
equal 'the first points' "$(grep -c -e '"mad":"plain","wg":"16x4".*"unroll-k":"8"' -e '"mad":"mad","wg":"8x8".*"unroll-k":"4"' "$scratch/times")" 2
expect 2 "--start: cannot read $scratch/nowhere: No such file" tune "${all[@]}" "${with[@]}" --start "$scratch/nowhere"
echo '{"name": "bare", "inherits": "cpu"}' >"$scratch/bare.json"
expect 4 "--start: $scratch/bare.json is no profile with kernels for shapes" tune "${all[@]}" "${with[@]}" --start "$scratch/bare.json"
expect 1 "-o: $scratch/other.json is the file $scratch/other.json that --start reads" tune "${all[@]}" "${with[@]}" --start "$scratch/other.json" \
    -o "$scratch/other.json"

# What as many points again would bring, and an end where that is little.
rm -f "$journal"
expect 0 '^as many points again would likely gain [0-9.]+ %$' tune "${all[@]}" "${with[@]}" --budget 64
rm -f "$journal"
expect 0 '^32 points tried$' tune "${all[@]}" "${with[@]}" --budget 0 --least-gain 100
rm -f "$journal"
expect 0 '^31 points tried$' tune "${all[@]}" "${with[@]}" --budget 31 --least-gain 100
if grep -q 'as many points again' "$scratch/output"; then echo 'a gain of too few points'; failed=1; fi

# A real driver: the binaries of one process in another one. A kernel that is wrong has no time, though the result of others is known.
need_device
mkdir -p "$scratch/templates"
sed '$ s|^}$|#if {{wg_height}}{{wg_width}} == 44\n    C[0] += 1.0f;\n#endif\n}|' "$srcdir/templates/naive.cl.mustache" \
    >"$scratch/templates/naive.cl.mustache"
rm -f "$journal"
expect 0 '^failed: 1 correctness' tune "${naive[@]}" --mad fma --unroll-k 1 --param wg=1x4,2x4,4x4 --search exhaustive --trials 3 \
    -M 48 -N 48 -K 48 --jobs 2 --template-dir "$scratch/templates" --journal "$journal"
grep -q '^built ahead: [0-9.]* s of compilers in 2 processes$' "$scratch/output" || { echo 'nothing is built ahead'; failed=1; }
equal 'kernels with times' "$(grep '"parameters":{"' "$journal" | grep -c '"state":"times"')" 2
exit $failed
