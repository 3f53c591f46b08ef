#!/bin/bash
# Tuning: what comes out, what a killed run goes on from, and kernels that hang, crash, do not compile or are wrong.
# Above 30 s: some thirty tuners run, and a few wait for kernels that hang.
# Test: turn 6
. "${srcdir:-.}/tests/harness/common.sh"
. "$srcdir/tests/apart.sh"

expect 1 'no sizes are given' tune
expect 1 'contradict each other' tune --shapes list.csv -M 8 -N 8 -K 8
expect 1 'takes no manifest' tune some.json -M 8 -N 8 -K 8
expect 1 'neither a number of evaluations nor a time' tune -M 8 -N 8 -K 8 --budget 1x
expect 1 'there is no search' tune --family naive -M 8 -N 8 -K 8 --search best
expect 2 'cannot .*nowhere.csv' tune --shapes "$scratch/nowhere.csv"
printf 'm,n\n8,8\n' >"$scratch/bad.csv"
expect 4 'line 1 names the columns, .* and there is no `k`' tune --shapes "$scratch/bad.csv"
printf 'm,n,k\n8,8,8\n8,x,8\n' >"$scratch/bad.csv"
expect 4 'line 3: n is `x`' tune --shapes "$scratch/bad.csv"

need_device
expect 1 'there is no search' tune -M 8 -N 8 -K 8 --search best
# One kernel of naive for each work-group; nothing else is open.
naive=(--family naive --access buffer --tile 1x1 --unroll-k 1 --edges guard --index 64 --mad fma --ids global
    --pretranspose none --steps combined --barrier=no --share none --tile-k 1 --vec-a 1 --vec-b 1 --vec-c 1)
unsaid=(--param loop-order=- --param sg-size=-)
size=(-M 48 -N 48 -K 48 --search exhaustive --trials 3 --peak 100000)
journal=$scratch/journal
profile=$scratch/tuned.json

# count STATE [FILE]: lines of the journal.
count() { grep -c "\"state\":\"$1\"" "${2:-$journal}"; }

expect 0 '^wg +1x4 2x4 4x4$' tune --show-space "${naive[@]}" "${unsaid[@]}" --param wg=1x4,2x4,4x4
expect 4 'no point of this space is valid' tune "${naive[@]}" "${unsaid[@]}" --param tile-k=16 -M 8 -N 8 -K 8
expect 0 '^3 combinations, 3 valid points$' tune --show-space "${naive[@]}" "${unsaid[@]}" --param wg=1x4,2x4,4x4

# A whole run, its profile, and the same again: nothing is measured twice.
run=("${naive[@]}" "${unsaid[@]}" --param wg=1x4,2x4,4x4 "${size[@]}" --journal "$journal" -o "$profile")
SECONDS=0
expect 0 'GFLOP/s .*--wg [124]x4' tune "${run[@]}"
# No order of this run has taken so long; on a machine that is busy it takes longer, so later ones get several times that.
limits=(--compile-limit $((30 + 2 * SECONDS)) --run-limit $((3 + SECONDS)))
equal 'kernels built' "$(count built)" 3
equal 'kernels timed' "$(count times)" 3
# And the kernel that is made without tuning, which none of the three is.
equal 'kernels measured again' "$(count final-times)" 4
equal 'what the profile says of its kernels' "$(grep -o '"measured": [a-z]*' "$profile")" '"measured": true'
cp "$profile" "$scratch/first.json"
cp "$journal" "$scratch/first"
expect 0 '^3 points tried$' tune "${run[@]}"
cmp "$profile" "$scratch/first.json" || failed=1
# How it measures, and the same with the peak; start and end of the kernel that is tried first.
equal 'lines that a finished run adds' $(($(wc -l <"$journal") - $(wc -l <"$scratch/first"))) 4
if ! "$CLGEMM_GEN" --for "$profile" --emit cl >"$scratch/kernel.cl"; then failed=1; fi
wg=$(sed -n 's/.*"f32": .*--wg \([0-9x]*\).*/\1/p' "$profile")
"$CLGEMM_GEN" "${naive[@]}" --wg "$wg" --emit cl >"$scratch/direct.cl"
"$CLGEMM_GEN" --for "$profile" --emit dispatch -o "$scratch/dispatch/" || failed=1
diff <(grep -v 'Made by' "$scratch/kernel.cl") <(grep -v 'Made by' "$scratch/direct.cl") || failed=1

# Points that make one kernel are listed once: sizes that are given at launch take 64 bits by `auto` too.
read -ra once <<<"${naive[*]/--index 64/}"
expect 0 '^4 points tried$' tune "${once[@]}" "${unsaid[@]}" --param index=64,auto --param wg=2x4,4x4 "${size[@]}"
equal 'kernels of four points' "$(grep -c 'GFLOP/s .* --wg [24]x4$' "$scratch/output")" 2

# The search begins with the kernel that the generator makes by itself, which is a point of the space.
expect 0 '^1 points tried$' tune --for cpu -M 48 -N 48 -K 48 --budget 1 --trials 3 --journal "$scratch/one"
grep '"state":"times"' "$scratch/one" | head -n 1 | grep -q '"tile":"4x24"' || { echo 'the default is no point'; failed=1; }

# What comes out computes what was tuned: type, layout and transposes go into the table's rows.
problem=(--type f16 --transpose nt --layout row)
expect 0 'GFLOP/s .*--wg 2x4' tune "${naive[@]}" "${unsaid[@]}" "${problem[@]}" --param wg=2x4 "${size[@]}" -o "$scratch/half.json"
"$CLGEMM_GEN" --for "$scratch/half.json" --emit dispatch -o "$scratch/half/" || failed=1
"$CLGEMM_GEN" "${naive[@]}" "${problem[@]}" --wg 2x4 --name clgemm_k0 -o "$scratch/half/direct.cl" || failed=1
apart "$scratch/half"
alike "$scratch/half/clgemm_k0.cl" "$scratch/half/direct.cl" || failed=1
"$CLGEMM_GEN" --for "$scratch/half.json" --emit dispatch --type f32 -o "$scratch/half/" 2>"$scratch/said"
equal 'exit code for another type' $? 4
grep -q 'no kernel of profile .* is for --type f32' "$scratch/said" || { cat "$scratch/said"; failed=1; }
# A single kernel does, too, and a run that starts from the profile, unless the command line says otherwise.
"$CLGEMM_GEN" --for "$scratch/half.json" --name k -o "$scratch/half/k.cl" || failed=1
"$CLGEMM_GEN" "${naive[@]}" "${problem[@]}" --wg 2x4 --name k -o "$scratch/half/direct.cl" || failed=1
diff <(grep -v clgemm-gen "$scratch/half/k.cl") <(grep -v clgemm-gen "$scratch/half/direct.cl") || failed=1
expect 0 '^as the profile was tuned for: --type f16 --layout row --transpose nt$' tune --for "$scratch/half.json" "${naive[@]}" "${unsaid[@]}" \
    --param wg=2x4 -M 40 -N 40 -K 40 --search exhaustive --trials 3 -o "$scratch/again.json"
equal 'rows of the type, layout and transposes of the profile' \
    "$(grep -c '"options": "--type f16 --layout row --transpose nt' "$scratch/again.json")" 2
grep -q '"f16": "--' "$scratch/again.json" || { echo 'the kernel stands under another type'; failed=1; }
expect 0 '^as the profile was tuned for: --type f16 --transpose nt$' tune --for "$scratch/again.json" "${naive[@]}" "${unsaid[@]}" \
    --layout column --param wg=2x4 -M 40 -N 40 -K 40 --search exhaustive --trials 3 -o "$scratch/column.json"
equal 'rows of another layout' "$(grep -c '"options": "--type f16 --layout column --transpose nt' "$scratch/column.json")" 2

# Sizes that are compiled in are those to tune for. A shape that does not fill a work-group's tile is told.
expect 0 '^smaller than the tile of the fastest kernel: 1 of 1 shape; --param tile=HxW' tune --fixed 40x3x40 "${naive[@]}" "${unsaid[@]}" \
    --param wg=4x2 --search exhaustive --trials 3 -o "$scratch/fixed.json"
grep -q '^  m 40, n 3, k 40: N = 3 is less than 4, what a work-group of the kernel computes' "$scratch/output" || { cat "$scratch/output"; failed=1; }
"$CLGEMM_GEN" --for "$scratch/fixed.json" --emit json 2>"$scratch/said" | grep -q '"n": 3,' || { cat "$scratch/said"; failed=1; }
expect 1 '^clgemm-bench: --fixed takes MxNxK, three whole numbers' tune --fixed 40x3 --budget 1

# Where the command line said nothing of them, too.
"$CLGEMM_GEN" --for "$profile" --emit dispatch --layout row -o "$scratch/half/" 2>"$scratch/said"
equal 'exit code for another layout' $? 4

# Who dies at any line goes on behind it: each prefix of the journal leads to the same kernels, each tried once.
for lines in 3 5 7 12 17; do
    head -n $lines "$scratch/first" >"$journal"
    printf '{"key":{"torn' >>"$journal"
    expect 0 '^3 points tried$' tune "${run[@]}"
    equal "kernels timed after $lines lines" "$(count times)" 3
done

# SIGKILL while it works, again and again, and what it has started goes with it: the worker, which here is busy with the compiler or
# a kernel, and what a compiler has started.
cat >"$scratch/worker" <<END
#!/bin/sh
sleep 1000 &
echo \$\$ \$! >>"$scratch/processes"
exec "$CLGEMM_BENCH" "\$@"
END
chmod +x "$scratch/worker"
rm -f "$journal"
for lines in 3 4 8 13; do
    "$CLGEMM_BENCH" tune "${run[@]}" --worker "$scratch/worker" >"$scratch/output" 2>&1 </dev/null &
    until [ "$(cat "$journal" 2>/dev/null | wc -l)" -ge $lines ] || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
    kill -KILL $! || failed=1
    wait $! 2>/dev/null
done
# running: processes of the list that are there and no zombies.
running() { ps -o pid=,stat= -p "$(tr -s ' \n' ',' <"$scratch/processes" | sed 's/,$//')" | grep -v ' Z'; }
for ((tries = 0; tries < 300; tries++)); do
    if ! running >/dev/null; then break; fi
    sleep 0.1
done
equal 'processes that outlive a tuner' "$(running)" ''
expect 0 '^3 points tried$' tune "${run[@]}" --worker "$scratch/worker"
equal 'kernels timed after SIGKILLs' "$(count times)" 3
equal 'processes that outlive their worker' "$(running)" ''

# A second tuner is told who is at work.
printf 'm,n,k\n' >"$scratch/many.csv"
for m in 40 41 42 43 44 45 46 47; do echo $m,40,40; done >>"$scratch/many.csv"
"$CLGEMM_BENCH" tune --peak 100000 "${naive[@]}" "${unsaid[@]}" --shapes "$scratch/many.csv" --journal "$scratch/busy" --trials 1000 \
    >"$scratch/output" 2>&1 </dev/null &
first=$!
until [ -s "$scratch/busy" ] || ! kill -0 $first 2>/dev/null; do sleep 0.05; done
expect 4 "is being written by process $first" tune "${run[@]}" --journal "$scratch/busy"
kill -TERM $first
wait $first
equal 'exit code after SIGTERM' $? 143

# A list of shapes: a kernel is built once for all of them that are stored alike, and few kernels serve all. A shape that comes
# again is one.
printf 'm,n,k,trans_a,trans_b\n40,40,40,n,n\n64,8,32,n,t\n8,64,32,n,n\n40,40,40,N,N\n' >"$scratch/list.csv"
expect 0 'kernels? (is|are) within 50 % of the winner' tune "${naive[@]}" "${unsaid[@]}" --param wg=1x4,4x4 --shapes "$scratch/list.csv" \
    --within 50 --search exhaustive --trials 3 --journal "$scratch/list" -o "$profile"
grep -E -q -e "^and: clgemm-gen --for $profile --emit dispatch --transpose nt -o FOLDER/$" "$scratch/output" || failed=1
for transpose in nn nt; do
    "$CLGEMM_GEN" --for "$profile" --emit dispatch --transpose $transpose -o "$scratch/$transpose/" || failed=1
done
equal 'kernels built for a list' "$(count built "$scratch/list")" 4
equal 'times of a list' "$(count times "$scratch/list")" 6
equal 'kernels of a dispatch with the same name' "$(grep '"name": "k' "$profile" | sort | uniq -d)" ''
equal 'kernels of the dispatch' "$(grep -c '"name": "k[01]"' "$profile")" 2
equal 'shapes of the profile' "$(grep -c '"transpose": "n[nt]"' "$profile")" 3

# A worker that is built with a sanitizer ends by the signal of a crash too.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0:handle_sigill=0
# Faults, by work-group (height x width): in a template, so that workers meet real ones.
mkdir -p "$scratch/templates"
fault='#if {{wg_height}}{{wg_width}} == 18 /* hangs */\
    for (volatile int spin = 0; spin >= 0;) ;\
#elif {{wg_height}}{{wg_width}} == 28 /* crashes */\
    *(volatile __global int *)(ulong)(M - M + 8) = K;\
#elif {{wg_height}}{{wg_width}} == 44 /* wrong */\
    C[0] += 1.0f;\
#elif {{wg_height}}{{wg_width}} == 48 /* no OpenCL C */\
#error this kernel does not compile\
#elif {{wg_height}}{{wg_width}} == 88 /* right at the size that is tuned for, wrong at others */\
    if (K != 48) C[0] = 7.0f;\
#elif {{wg_height}}{{wg_width}} == 216 /* writes out of bounds */\
    if (M > 0 \&\& N > 0) C[N * ldc] = 1.0f;\
#elif {{wg_height}}{{wg_width}} == 164 /* right with the first data only */\
    if (K == 48 \&\& A[0] != -8.0f) C[0] = 7.0f;\
#elif {{wg_height}}{{wg_width}} == 82 /* crashes the compiler */\
_Pragma("clang __debug crash")\
#endif'
sed '$ s|^}$|'"$fault"'\n}|' "$srcdir/templates/naive.cl.mustache" >"$scratch/templates/naive.cl.mustache"
rm -f "$journal"
expect 0 '^failed: 1 compile, 4 correctness, 1 timeout, 2 crash; ' tune "${naive[@]}" "${unsaid[@]}" "${size[@]}" \
    --template-dir "$scratch/templates" --param wg=1x8,2x8,1x4,4x4,4x8,8x8,2x16,16x4,8x2,2x4 --journal "$journal" -o "$profile" \
    "${limits[@]}" --top 10 --worker "$scratch/worker"
cp "$scratch/output" "$scratch/faults"
equal 'kernels that are right' "$(grep -c '^ .* GFLOP/s ' "$scratch/faults")" 2
for wg in 1x8 2x8 4x4 4x8 8x8 2x16 16x4 8x2; do
    if grep -q -- "--wg $wg " "$scratch/faults" "$profile"; then
        echo "the kernel of work-group $wg is ranked"
        failed=1
    fi
done
grep -q '"wg":"4x8".*"kind":"compile".*this kernel does not compile' "$journal" || { echo 'no log of the compiler'; failed=1; }
grep -q -E '"wg":"1x8".*"kind":"timeout","reason":"verification: its process gave no answer within [0-9]+ s' "$journal" || { echo 'no reason of a hang'; failed=1; }
grep -q '"wg":"2x8".*"kind":"crash","reason":"[^"]*signal 11' "$journal" || { echo 'no reason of a crash'; failed=1; }
grep -q -E '"wg":"8x2".*"kind":"crash","reason":"build: its process (was ended by signal|ended)' "$journal" || {
    echo 'no reason of a crash of the compiler'
    failed=1
}
cp "$profile" "$scratch/first.json"
expect 0 '^failed: 1 compile, 4 correctness, 1 timeout, 2 crash; ' tune "${naive[@]}" "${unsaid[@]}" "${size[@]}" \
    --template-dir "$scratch/templates" --param wg=1x8,2x8,1x4,4x4,4x8,8x8,2x16,16x4,8x2,2x4 --journal "$journal" -o "$profile" \
    "${limits[@]}" --top 10
cmp "$profile" "$scratch/first.json" || failed=1
equal 'failures in the journal' "$(count failed)" 8
exit $failed
