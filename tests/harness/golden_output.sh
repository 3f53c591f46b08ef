#!/bin/bash
# What clgemm-bench prints, byte for byte. Every file in tests/harness/golden holds the command that makes it, in its first line, as a
# shell reads it; the exit code stands in the second one. A stand-in for the worker (tests/harness/standin.c) answers with times that
# follow from the kernel, so no device is needed.
#
# golden_output.sh           compares
# golden_output.sh --bless   writes anew what differs (make bless); a command is added as a file with its first line
. "${srcdir:-.}/tests/harness/common.sh"
bless=$CLGEMM_BLESS
[ "$1" = --bless ] && bless=yes
CLGEMM_BENCH=$(command -v "$CLGEMM_BENCH")
bench=$(realpath "$CLGEMM_BENCH") standin=$(realpath "${builddir:-.}/tests/harness/standin")
cd "${srcdir:-.}" || exit 99
export TMPDIR=$scratch OPENBLAS_CORETYPE=own STANDIN_FAULTS=

# What differs from run to run: moments, the version, how long it took, and whether others were at work on the machine.
steady() {
    sed -E -e 's/"at_ms":[0-9]+/"at_ms":0/' -e 's/("(autotuner_)?version": ?)"[^"]*"/\1""/' -e '/^clgemm-bench: other programs /d' \
        -e 's/^(time: ).*/\1/' -e '/"record":"work"/s/_ms":[0-9.]+/_ms":0/g' -e "s|$scratch|SCRATCH|g"
}

clgemm-bench() { "$bench" "$@" --worker "$standin"; }

# made LINE: what the command of a first line prints, behind that line and its exit code.
made() {
    local code

    (eval "${1#'$ '}") >"$scratch/printed" 2>&1 </dev/null
    code=$?
    printf '%s\nexit code %s\n' "$1" $code
    steady <"$scratch/printed"
}

count=0
for file in tests/harness/golden/*; do
    IFS= read -r command <"$file"
    made "$command" >"$scratch/made"
    count=$((count + 1))
    cmp -s "$file" "$scratch/made" && continue
    if [ -n "$bless" ]; then
        cp "$scratch/made" "$file" && echo "blessed ${file##*/}"
    else
        diff -u "$file" "$scratch/made" | cut -c 1-300 | head -n 40
        failed=1
    fi
done
[ $count -ge 20 ] || { echo "$count files; at least 20 were expected"; failed=1; }
exit $failed
