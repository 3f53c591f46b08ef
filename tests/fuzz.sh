#!/bin/bash
# What is read from outside, given any bytes: the inputs of tests/fuzz/corpus/, files of the tree and what clgemm-gen emits, and what broke
# something once.
# Then a short search by libFuzzer for others, where this build was configured with --enable-fuzzing or clang has libFuzzer.
# Use: fuzz.sh            as a test
#      fuzz.sh SECONDS    (make check-fuzz) searches for so long with each program, and keeps what it finds
# shellcheck disable=SC2154 # srcdir, builddir
. "$srcdir/tests/lacking.sh"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
seconds=${1:-1}
failed=0
[ -n "$FUZZ_PROGRAMS" ] || lacking 'neither the unit tests nor clgemm-bench are built (Debian: libcmocka-dev)'

# Manifests of a step, an epilogue, panels, images, whole numbers, companions.
manifests='--edges pad --family register --pretranspose b --tile 4x4 --wg 2x2
--layout row --lda arg --epilogue bias:column,scale,residual,clamp:0:6 --for cpu
--fixed 33x20x17 --alpha 1 --family register --access image --tile 4x4 --wg 2x2
--type-a i8 --type-b u8 --layout row --family gemv
--type-b u4_32 --layout row --transpose nt --family naive'
mkdir "$scratch/manifests"
number=0
while read -r -a options; do
    number=$((number + 1))
    "$CLGEMM_GEN" "${options[@]}" --emit json -o "$scratch/manifests/$number.json" || exit 1
done <<<"$manifests"

# Files of the tree, and of the scratch folder, that are inputs too.
seeds() {
    echo "$srcdir/tests/fuzz/corpus/$1"
    case $1 in
        profile) echo "$srcdir/data/profiles" ;;
        interface) echo "$srcdir/data/interfaces" ;;
        manifest) printf '%s\n' "$srcdir/tests/harness/data" "$scratch/manifests" ;;
        journal) echo "$srcdir/tests/harness/data/report" ;;
    esac
}

# search_program TARGET: its program by libFuzzer, from the objects of this build, which do not tell what they do: only the target itself
# guides the search.
search_program() {
    local clang file libraries
    case $1 in
        interface | mustache | options | profile) libraries="$builddir/libunit.la $builddir/libgenerator.la $($PKG_CONFIG --libs jansson cmocka) -lm" ;;
        *) libraries="$builddir/libharness.la $($PKG_CONFIG --libs jansson)" ;;
    esac
    for clang in clang clang-15; do
        for file in "$1" fuzz; do
            # shellcheck disable=SC2046
            $clang -fsanitize=fuzzer -O1 -I"$srcdir/include" -I"$srcdir" $($PKG_CONFIG --cflags jansson) \
                -c "$srcdir/tests/fuzz/$file.c" -o "$scratch/$file.o" || continue 2
        done
        # shellcheck disable=SC2086
        "$builddir/libtool" --silent --tag=CC --mode=link $clang -fsanitize=fuzzer -o "$scratch/$1.fuzz" "$scratch/$1.o" "$scratch/fuzz.o" \
            $libraries && return
    done >"$scratch/log" 2>&1
    return 1
}

left_out=
for program in $FUZZ_PROGRAMS; do
    name=${program##*/}
    mapfile -t folders < <(seeds "$name")
    mapfile -t inputs < <(find "${folders[@]}" -type f ! -name '*.gz')
    if ! "$builddir/$program" "${inputs[@]}" >"$scratch/log" 2>&1; then
        tail -n 40 "$scratch/log"
        echo "failed: $name with the inputs of ${folders[*]}"
        failed=1
        continue
    fi
    search=$builddir/$program
    if [ -z "$FUZZING" ]; then
        # A build with sanitizers of gcc does not link with clang.
        { [ -z "$SANITIZER_CFLAGS" ] && [ "$(uname)" = Linux ] && search_program "$name"; } || { left_out+=" $name"; continue; }
        search=$scratch/$name.fuzz
    fi
    kept=$scratch/$name.found
    [ -z "$1" ] || kept=$builddir/fuzz/$name
    mkdir -p "$kept"
    if ! "$search" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=16384 -artifact_prefix="$kept-" \
        "$kept" "${folders[@]}" >"$scratch/log" 2>&1; then
        tail -n 40 "$scratch/log"
        echo "failed: $name: an input was found; put it into tests/fuzz/corpus/$name/"
        for input in "$kept"-*; do echo "$input:"; head -c 4096 "$input" | base64; done
        failed=1
    fi
    echo "$name: ${#inputs[@]} inputs; $(sed -n 's/^Done \([0-9]*\) runs.*/\1 runs/p' "$scratch/log")"
done
[ -z "$left_out" ] || echo "not tested: searches by libFuzzer for$left_out (Debian: clang-15)"
exit $failed
