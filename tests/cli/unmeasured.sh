#!/bin/bash
# Every profile has a dispatch of each type that it has options for; where nobody measured, a set of its class and rates that are derived.
. "${srcdir:-.}/tests/cli/common.sh"
CC=${CC:-cc}

kinds() { "$gen" --print profile "$1" | sed -n '/^  "options": {/,/^  }/p' | grep -o '^    "[a-z0-9_]*": ' | tr -d ' ":' | grep -v common; }
# request KIND: options that ask for a kind.
request() {
    case $1 in
    tf32 | 3xtf32 | bf16x3) echo "--compute $1" ;;
    quantised) echo '--transpose nt --type-b q4_0' ;;
    small) echo '--batch strided' ;;
    i8 | u8) echo "--type-a $1 --type-b $1 --type-c i32" ;;
    e4m3 | e5m2) echo "--type-a $1 --type-b $1 --type-c f32" ;;
    *) echo "--type $1" ;;
    esac
}
count=0
for profile in $("$gen" --list profiles | sed -n 's/^  \([a-z0-9-]*\) .*/\1/p'); do
    measured=1
    "$gen" --for "$profile" | grep -q 'were not measured' && measured=
    for kind in f32 $(kinds "$profile"); do
        asked="$(request "$kind") --layout row"
        rm -rf out
        # shellcheck disable=SC2086
        "$gen" --for "$profile" $asked --emit dispatch -o out/ 2>said || { fail "$profile $asked: $(cat said)"; continue; }
        count=$((count + 1))
        [ -z "$measured" ] || continue
        grep -q 'SHAPE_COUNT 0$' out/clgemm_dispatch.h || fail "$profile $asked has a table of shapes that nobody measured"
        grep -q "The rates are estimated from" out/clgemm_dispatch.h || fail "$profile $asked does not say that its rates are estimated"
        # A kernel that is alone is not picked.
        # shellcheck disable=SC2086
        "$gen" --for "$profile" $asked --explain-pick 1024x1024x1024 >explained 2>said
        grep -q '^\*.*which is estimated' explained || grep -q 'clgemm_only$' out/clgemm_dispatch.h || fail "$profile $asked: $(cat said explained)"
        [ "$kind" != f32 ] || [ "$(grep -c '^ \* [0-9]*: ' out/clgemm_dispatch.h)" -ge 6 ] || fail "$profile has no set of kernels for f32"
    done
done
[ "$count" -ge 80 ] || fail "$count sets were made"

# The table without shapes is C, and picks.
expect 0 '' "$gen" --for intel-gen9 --emit dispatch -o gen9/
cat >pick.c <<'END_OF_C'
#include "gen9/clgemm_dispatch.h"
int main(void)
{
    enum clgemm_pick_level level;
    return clgemm_pick(1000, 1000, 1000, &level) < 0 || level != CLGEMM_PICK_MODEL;
}
END_OF_C
$CC -std=c99 -Wall -Wextra -Wshadow -pedantic -Wconversion -Werror pick.c -o pick && ./pick || fail 'a table without shapes picks nothing'

# picked PROFILE HOW: how 64x64x64, which every table of CPUs has, is picked.
picked() { "$gen" --for "$1" --layout row --explain-pick 64x64x64 | grep -q "^\*.*$2" || fail "$1: $("$gen" --for "$1" --layout row --explain-pick 64x64x64 | grep '^\*'), not $2"; }
picked cpu-avx512 'the fastest for this shape'
# Measured shapes and rates are those of the devices that were measured, not of heirs that were not; a profile that was measured on one of these has its own.
picked cpu-sve512 estimated
picked cpu-neon estimated
echo '{"inherits": "cpu-neon", "measured": true, "dispatch": {"f32": {"kernels": [{"name": "large"}], "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}]}}}' >mine.json
picked ./mine.json 'the fastest for this shape'
# The kernel of an heir that was not measured joins the set, in the place of the one without options; that of one that was stands alone.
echo '{"inherits": "gpu-32", "measured": false, "options": {"f32": "--family register --tile 2x2 --wg 4x4"}}' >heir.json
expect 0 '' "$gen" --for ./heir.json --emit dispatch -o heir/
grep -q 'clgemm_small$' heir/clgemm_dispatch.h && grep -q -- '--tile 2x2 .*--name clgemm_large' heir/clgemm.cl || fail 'the kernel of an heir does not join the set'
sed -i 's/false/true/' heir.json
expect 0 '' "$gen" --for ./heir.json --emit dispatch -o alone/
grep -q 'KERNEL_COUNT 1$' alone/clgemm_dispatch.h || fail 'a kernel that was measured is joined by others'
finish
