#!/bin/bash
# Kernels that take their process down, or never end: a line of the result, and the kernels before and behind them are as ever.
# Above 30 s beside other tests: what never ends is waited for until its limit.
# Test: turn 0
. "${srcdir:-.}/tests/harness/common.sh"
# Under AddressSanitizer a signal is a signal too.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0
need_device
# Where a null pointer ends a process.
here=(-t cpu)
"$CLGEMM_BENCH" devices "${here[@]}" >"$scratch/devices" 2>&1 || lacking "$(tail -n 1 "$scratch/devices")"

# make NAME EDIT: the plain kernel under another name, with an edit.
make() {
    edited plain "$2"
    mv "$scratch/plain.cl" "$scratch/$1.cl"
    sed "s/plain\.cl/$1.cl/" "$data/plain.json" >"$scratch/$1.json"
}
make first 's/^\/\*/\/* first:/'
make last 's/^\/\*/\/* last:/'
make wrong 's/k < K/k < K - 1/'
make crash 's/(float sum = 0.0f;)/\1\n    if (K == 17) *(volatile __global int *)0 = 1;/'
make hang 's/(float sum = 0.0f;)/\1\n    for (volatile int more = 1; more != 0;) more = K;/'
make talk 's/(float sum = 0.0f;)/\1\n    if (K == 17 \&\& row + column == 0) printf("said by %s\\n", "a kernel");/'
crash='its process was ended by signal 11 \(Segmentation fault\)'
hang='its process gave no answer within 3 s \(--run-limit\)'

# has PATTERN...: the last output has a line like each, in that order.
has() {
    local line pattern=$1
    shift
    while [ -n "$pattern" ] && IFS= read -r line; do
        if [[ $line =~ $pattern ]]; then
            pattern=${1:-}
            shift
        fi
    done <"$scratch/output"
    if [ -n "$pattern" ]; then
        echo "no line, or none so late, is like: $pattern"
        cut -c 1-300 "$scratch/output"
        failed=1
    fi
}

# kernels NAME...: their manifests, in the array `list`.
kernels() {
    list=()
    for name in "$@"; do list+=("$scratch/$name.json"); done
}

# ------------------------------------------------------------------------------------------------------------------------ check
kernels first crash last hang first
expect 5 '^3 passed, 2 failed$' check "${here[@]}" "${list[@]}" --edited --trials 1 --run-limit 3
has '^passed  first: ' "^failed  crash: m [0-9]+, n [0-9]+, k 17, .*buffers with margins: $crash\$" '^passed  last: ' \
    "^failed  hang: m .*: $hang\$" '^passed  first: ' '^clgemm-bench: 2 of 5 kernels failed$'
expect 5 '^3 passed, 2 failed$' check "${here[@]}" "${list[@]}" --edited --trials 1 --run-limit 3 --exact-length
has "^failed  crash: .*buffers of exact length: $crash\$"
kernels crash wrong first
expect 6 '^1 passed, 2 failed$' check "${here[@]}" "${list[@]}" --edited --trials 1
expect 6 '"kernel":"crash","status":"failed",.*"why":"m .*signal 11' check "${here[@]}" "${list[@]}" --edited --trials 1 --json
has '"record":"device"' '"kernel":"crash","status":"failed"' '"kernel":"wrong","status":"failed"' '"kernel":"first","status":"passed"'
kernels crash
expect 5 '^0 passed, 1 failed$' check "${here[@]}" "${list[@]}" --edited

# A new worker is this program, though another file has its name meanwhile, as while it is built.
if [ -x /proc/self/exe ]; then
    kernels hang last
    cp "$CLGEMM_BENCH" "$scratch/program"
    "$scratch/program" check "${here[@]}" "${list[@]}" --edited --trials 1 --run-limit 3 >"$scratch/output" 2>&1 </dev/null &
    sleep 1
    echo 'no program' >"$scratch/other"
    mv "$scratch/other" "$scratch/program"
    wait $!
    has "^failed  hang: m .*: $hang\$" '^passed  last: '
fi

# What a kernel or a driver prints is shown.
kernels talk
expect 0 '^said by a kernel$' check "${here[@]}" "${list[@]}" --edited --trials 1

# ------------------------------------------------------------------------------------------------------------------------ races
make later 's/(float sum = 0.0f;)/\1\n    if (row + column == 0 \&\& !isnan(C[offset_c])) *(volatile __global int *)0 = 1;/'
small=(-M 64 -N 48 -K 17)
kernels first crash hang last
expect 5 '^clgemm-bench: crash: verification: its process was ended by signal 11' bench "${here[@]}" "${list[@]}" --edited "${small[@]}" -i 2 --run-limit 3
has '^   2  first ' '^   2  last ' '^first +[0-9]' '^last +[0-9]'
grep -q -E "^clgemm-bench: hang: verification: $hang\$" "$scratch/output" || { echo 'bench: no word of what hangs'; failed=1; }
grep -q '^clgemm-bench: 2 of 4 kernels were not measured$' "$scratch/output" || { echo 'bench: no sum'; failed=1; }

# One that crashes when it runs again: those that were verified with it go on in the next worker, with all of their runs.
kernels first later last
later=(bench "${here[@]}" "${list[@]}" --edited "${small[@]}" -i 4 --warm-up 0)
expect 5 "^clgemm-bench: later: run 2: $crash\$" "${later[@]}"
has '^   1  first ' '^   1  last ' '^   4  first ' '^   4  last ' '^first +[0-9]' '^last +[0-9]'
equal 'lines of runs' "$(grep -c '^   [1-9]  [fl]' "$scratch/output")" 8
expect 5 '"record":"failure","kernel":"later","why":"run 2: its process .*signal 11' "${later[@]}" --json
has '"record":"device"' '"record":"result","kernel":"first"' '"record":"result","kernel":"last"' '"record":"failure","kernel":"later"'
kernels wrong later first
expect 6 '^first +[0-9]' bench "${here[@]}" "${list[@]}" --edited "${small[@]}" -i 4 --warm-up 0

# With steps that are prepared, and what a library of the host has in the same worker.
cp "$data"/steps.* "$scratch"
kernels steps later
expect 5 '^  prepared +in ' bench "${here[@]}" "${list[@]}" --edited "${small[@]}" -i 3 --warm-up 0
if "$CLGEMM_BENCH" compare "${here[@]}" "$data/plain.json" "${small[@]}" -i 1 --with openblas >/dev/null 2>&1; then
    kernels later first
    expect 5 "^clgemm-bench: later: run 1: $crash\$" compare "${here[@]}" "${list[@]}" --edited "${small[@]}" -i 3 --warm-up 0 --with openblas
    has ' first$'
    expect 5 '"record":"failure","kernel":"later",.*"m":64,"n":48,"k":17' compare "${here[@]}" "${list[@]}" --edited "${small[@]}" -i 3 \
        --warm-up 0 --with openblas --json
fi

# Ladders and studies have a row for it.
cat >"$scratch/story.json" <<END
{"title": "a story", "sizes": [[64, 48, 17]], "iterations": 3, "kernels": [{"name": "v1", "manifest": "first.json"},
    {"name": "v2", "manifest": "later.json"}, {"name": "v3", "manifest": "crash.json"}, {"name": "v4", "manifest": "last.json"}]}
END
for command in ladder study; do
    expect 5 "^v2( at 64 x 48 x 17:| +failed:) run 1: $crash\$" "$command" "$scratch/story.json" "${here[@]}" --edited --warm-up 0
    expect 5 '"name":"v3",.*"status":"failed","why":"verification: its process' "$command" "$scratch/story.json" "${here[@]}" --edited --warm-up 0 --json
    has '"name":"v1",.*"status":"measured"' '"name":"v2",.*"status":"failed"' '"name":"v4",.*"status":"measured"'
done

# More kernels than a tuner has at a time.
kernels first later $(for i in {1..20}; do echo last; done)
expect 5 '^clgemm-bench: 1 of 22 kernels were not measured$' bench "${here[@]}" "${list[@]}" --edited "${small[@]}" -i 3 --warm-up 0

# ------------------------------------------------------------------------------------------------------------------ what is left
# No process stays behind, however the command ends.
kernels hang
for signal in TERM KILL; do
    "$CLGEMM_BENCH" check "${here[@]}" "${list[@]}" --edited >"$scratch/output" 2>&1 </dev/null &
    parent=$!
    child=
    for ((i = 0; i < 100 && ${#child} == 0; i++)); do
        sleep 0.1
        child=$(ps -o pid= --ppid $parent)
    done
    sleep 1
    kill -$signal $parent
    wait $parent 2>/dev/null
    for ((i = 0; i < 100; i++)); do
        kill -0 $child 2>/dev/null || break
        sleep 0.1
    done
    if [ -z "$child" ] || kill -0 $child 2>/dev/null; then
        echo "SIG$signal: the worker ${child:-was not found}"
        failed=1
    fi
done
exit $failed
