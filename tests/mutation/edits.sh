#!/bin/bash
# What clgemm-bench check finds, the emitted self-test finds: kernels of breaks.sh, of all families, are edited in one place each that a seed draws
# (edit.awk: bounds, barriers, strides, places, operands), and both judge them. `edits.sh SEED NUMBER` makes so many, `make check-edits SEED=...` 200;
# else a few. No test of make check: a self-test may miss an edit of a seed that nobody has tried.
. "${srcdir:-.}/tests/device/common.sh"
. "$srcdir/tests/mutation/verdicts.sh"
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
need_device pocl
seed=${1:-$(git -C "$srcdir" rev-list --count HEAD 2>/dev/null)}
seed=${seed:-1}
number=${2:-24}
alike=4 # edits of one kernel
CC=${CC:-cc}
echo '#include <CL/cl.h>' | $CC -E -DCL_TARGET_OPENCL_VERSION=120 - >/dev/null 2>&1 || lacking 'there is no CL/cl.h (Debian: opencl-headers)'

# Every kernel of breaks.sh that PoCL runs, once.
take() {
    if [ "$1" = pocl ]; then echo "${*:2}"; fi
}
template() {
    take "$1" "${@:4}"
}
emitted() {
    take "$1" "${@:3}"
}
. "$srcdir/tests/mutation/breaks.sh" | sort -u >"$scratch/lines"
lines=$(wc -l <"$scratch/lines")

# draw: a number of the seed, from 0 to 2^31 - 2, in $drawn.
drawn=$((seed % 2147483646 + 1))
draw() {
    drawn=$((drawn * 16807 % 2147483647))
}

# make_whole OPTION...: the next kernel, $name, with its self-test. Fails where there is none.
make_whole() {
    name=whole$bases
    "$CLGEMM_GEN" "$@" --name "$name" --emit cl,json,header,launcher,selftest -o "$scratch/whole/" 2>"$scratch/said" </dev/null || return 1
    $CC -std=c11 -O1 -DCL_TARGET_OPENCL_VERSION=120 "-DNAME=$name" "-DSELFTEST=\"${name}_selftest.h\"" "-I$scratch/whole" \
        "$srcdir/tests/mutation/selftest.c" -o "$scratch/whole/$name" -lOpenCL -lm || fault "the self-test of $* does not compile"
}

# make_edited: an edit of that kernel, `broken` for its self-test and the same with a number as its name for check.
make_edited() {
    draw
    made=$((made + 1))
    awk -v seed="$drawn" -f "$srcdir/tests/mutation/edit.awk" "$scratch/whole/$name.cl" >"$scratch/broken/$made.cl" 2>"$scratch/said"
    what[made]="$(cat "$scratch/said"): $options"
    ! cmp -s "$scratch/whole/$name.cl" "$scratch/broken/$made.cl" || fault "the edit changes nothing: ${what[made]}"
    sed "s/$name/k$made/g" "$scratch/broken/$made.cl" >"$scratch/broken/k$made.cl"
    sed "s/$name/k$made/g" "$scratch/whole/$name.json" >"$scratch/broken/k$made.json"
    echo "$scratch/broken/k$made.json" >>"$scratch/pocl"
    edited="$edited $scratch/broken/$made.cl"
}

# ask_selftest PROGRAM KERNEL.cl...: "KERNEL STATUS" of each.
ask_selftest() {
    "$@" 2>/dev/null </dev/null | sed 's,^.*/\([^/]*\)\.cl ,\1 ,' >>"$scratch/verdicts"
}

# leaves_workspace NUMBER: whether what check has found is a write beyond a workspace, which is the launcher's own: no result is wrong.
leaves_workspace() {
    # shellcheck disable=SC2086
    "$CLGEMM_BENCH" check $pocl "$scratch/broken/k$1.json" --edited --sizes edge --trials 1 2>/dev/null </dev/null | grep -q 'wrote outside the buffer `[A-Z]_'
}

mkdir -p "$scratch/whole" "$scratch/broken"
declare -a what whole
bases=0 made=0 misses=0 alone=0 both=0 neither=0 hidden=0 unbuilt=0
while [ "$made" -lt "$number" ]; do
    draw
    options=$(sed -n "$((drawn % lines + 1))p" "$scratch/lines")
    bases=$((bases + 1))
    # shellcheck disable=SC2086
    make_whole $options || continue
    whole[bases]=$options
    edited="$scratch/whole/$name.cl"
    for ((i = 0; i < alike && made < number; i++)); do make_edited; done
    echo "$scratch/whole/$name $edited" >>"$scratch/programs"
done
verdicts_of pocl
each_line "$scratch/programs" ask_selftest
cat "$scratch"/[01]/verdicts >"$scratch/selftest.codes"
grep '^whole' "$scratch/selftest.codes" | grep -v ' 0$' | while read -r name code; do echo "failed: wrong without an edit: $code: ${whole[${name#whole}]}"; done >"$scratch/wrong"
if [ -s "$scratch/wrong" ]; then fault "$(cat "$scratch/wrong")"; fi
for ((i = 1; i <= made; i++)); do
    found=$(code_of pocl "k$i")
    case ${found:-6}:$(code_of selftest "$i") in
    6:0)
        if leaves_workspace "$i"; then
            hidden=$((hidden + 1))
        else
            misses=$((misses + 1))
            fault "found by check alone: ${what[i]}"
        fi
        ;;
    6:*) both=$((both + 1)) ;;
    *:0) neither=$((neither + 1)) ;;
    5:*) unbuilt=$((unbuilt + 1)) ;;
    *) alone=$((alone + 1)) && echo "found by the self-test alone: ${what[i]}" ;;
    esac
done
passed=$both
echo "seed $seed: of $made edits of $bases kernels both find $both, neither $neither, check alone $misses, the self-test alone $alone;" \
    "$hidden write beyond a workspace, $unbuilt do not build or end"
finish
