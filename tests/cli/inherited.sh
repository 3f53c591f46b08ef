#!/bin/bash
# A profile serves every size: what it inherits serves the sizes that its own kernels do not.
. "${srcdir:-.}/tests/apart.sh"
. "${srcdir:-.}/tests/cli/common.sh"
CC=${CC:-cc}
strict='-Wall -Wextra -Wshadow -pedantic -Wconversion -Werror'

# As clgemm-bench tune writes one: a kernel of 6 x 8 that shifts its last tiles.
cp "$srcdir/tests/picks/shifted.json" shifted.json

# ---------------------------------------------------------------- the dispatch
cat >pick.c <<'END_OF_C'
#include "out/clgemm_dispatch.h"
#include <stdio.h>
int main(void)
{
    long long m, n, k;
    while (scanf("%lld %lld %lld", &m, &n, &k) == 3) {
        enum clgemm_pick_level level = CLGEMM_PICK_NONE;
        const char *const name = clgemm_kernel_name(clgemm_pick(m, n, k, &level));
        printf("%lldx%lldx%lld %s %d\n", m, n, k, name ? name : "none", (int)level);
    }
    return 0;
}
END_OF_C
# dispatched COUNT FILE OPTION...: emits a dispatch of so many kernels and compiles its pick.
dispatched() {
    rm -rf out
    expect 0 '' "$gen" --for "$2" --emit dispatch,json,launcher -o out/ "${@:3}"
    grep -q "KERNEL_COUNT $1\$" out/clgemm_dispatch.h || fail "$2 ${*:3}: $(grep -o 'KERNEL_COUNT.*' out/clgemm_dispatch.h), not $1"
    $CC -std=c99 $strict pick.c -o pick || fail "the table of $2 ${*:3}"
}
# picks SIZES NAME LEVEL
picks() {
    local found
    found=$(./pick <<<"${1//x/ }")
    [ "$found" = "$1 $2 $3" ] || fail "$found, not $2 at level $3"
}
dispatched 2 ./shifted.json --layout row
picks 256x256x256 clgemm_k0 1
picks 300x300x300 clgemm_k0 3
picks 6x8x1 clgemm_k0 3
for sizes in 4x4x4 1x1x1 5x8x9 6x7x9 1x4096x4096 0x256x256; do
    picks $sizes clgemm_large 4
done
picks 3000000000x1x1 none 0
grep -q '^ \* The last one is inherited from profile cpu: it is for sizes that no other one supports.$' out/clgemm_dispatch.h || fail 'the table does not say what is inherited'
# Layout, type and transposes are those that the profile's kernels say, where the request does not.
cp -R out row
dispatched 2 ./shifted.json
diff -r out row || fail 'what is inherited does not compute what the profile was tuned for'
# The command of a kernel that is inherited is that kernel.
apart out
command=$(sed -n 's/.*Made by clgemm [0-9.]*: clgemm-gen //p' out/clgemm_large.cl)
alike <("$gen" $command) out/clgemm_large.cl || fail "clgemm-gen $command is not the kernel that is inherited"
alike <("$gen" --for cpu --type f32 --layout row --name clgemm_large) out/clgemm_large.cl ||
    fail 'the kernel that is inherited is not the first one of cpu'

# What is asked beside it is asked of both.
dispatched 2 ./shifted.json --beta 0 --epilogue relu --batch strided
picks 4x4x4 clgemm_large 4
[ "$(grep -c '^ \* Made by .*clgemm-gen .*--batch strided .*--beta 0 --epilogue relu' out/clgemm.cl)" = 2 ] || fail 'what is asked is asked of one kernel alone'
# Nothing is inherited where the profile's kernels serve all sizes, or the request itself says which are served.
dispatched 1 ./shifted.json --edges guard
dispatched 1 ./shifted.json --edges shift
picks 4x4x4 none 0
sed 's/"k0", "options": "\(.*\)"}/"k0", "options": "\1"}, {"name": "any", "options": "--layout row --family naive"}/; s/"kernel": "k0"}/&, {"m": 1, "n": 1, "k": 1, "kernel": "any"}/' shifted.json >any.json
dispatched 2 ./any.json --layout row
picks 4x4x4 clgemm_any 3
grep -q -i inherited out/clgemm_dispatch.h && fail 'a kernel is inherited for no size'
for profile in $("$gen" --list profiles | sed -n 's/^  \([a-z0-9-]*\) .*/\1/p'); do
    "$gen" --for "$profile" --emit dispatch -o out/ 2>/dev/null || continue
    grep -q -i inherited out/clgemm_dispatch.h && fail "the kernels of profile $profile do not serve all sizes"
done

# ---------------------------------------------------------------- where it is from
# profile MEMBERS: two kernels for multiples of 4 and of 8, and the members of what they inherit from.
profile() {
    echo "{\"limits\": {\"compute_units\": 4}, $1}" >parent.json
    echo '{"inherits": "./parent.json", "dispatch": {"kernels": [
        {"name": "large", "options": "--layout row --family register --tile 8x8 --wg 1x1 --edges exact"},
        {"name": "small", "options": "--layout row --family register --tile 4x4 --wg 1x1 --edges exact"}],
        "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}, {"m": 4, "n": 4, "k": 4, "kernel": 1}]}}' >child.json
}
# inherits NAME OPTIONS: the dispatch has one kernel more, of that name and made so.
inherits() {
    dispatched 3 ./child.json
    picks 4x4x4 clgemm_small 1
    picks 5x4x4 "clgemm_$1" 4
    apart out
    alike <("$gen" --layout row --name "clgemm_$1" $2) "out/clgemm_$1.cl" || fail "$1 is not the kernel of $2"
}
guarded='--family register --tile 2x4 --wg 1x1'
# The kernels for shapes of the parent, in its order, the first that serves all sizes; its name is free or becomes so.
rows='{"name": "narrow", "options": "'"$guarded"' --edges shift"}, {"name": "%s", "options": "'"$guarded"'"}, {"name": "last", "options": "--family naive"}'
one='"shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}]'
profile "$(printf "\"dispatch\": {\"f32\": {\"kernels\": [$rows], $one}}" rest)"
inherits rest "$guarded"
profile "$(printf "\"dispatch\": {\"f32\": {\"kernels\": [$rows], $one}}" Large)"
inherits inherited_Large "$guarded"
# Those of a profile that was tuned, too, if it was for the same.
profile "$(printf "\"dispatch\": {\"kernels\": [$rows], $one}" rest)"
sed -i 's/"options": "--family/"options": "--layout row --family/g' parent.json
inherits rest "$guarded"
sed -i 's/--layout row/--layout column/g' parent.json
inherits inherited '--family subgroup'
# Without any the kernel of its options; where that does not serve all sizes either, that of the family.
profile "\"options\": {\"f32\": \"$guarded\"}"
inherits inherited "$guarded"
profile "\"options\": {\"f32\": \"$guarded --edges shift\"}"
inherits inherited '--family subgroup'
profile '"inherits": "generic"'
inherits inherited_large '--family register'
# Behind a parent that was tuned as narrowly, its own parent.
echo '{"inherits": "./shifted.json", "dispatch": {"kernels": [{"name": "k0", "options": "--layout row --family register --tile 4x4 --wg 1x1 --edges exact"}],
    "shapes": [{"m": 4, "n": 4, "k": 4, "kernel": 0}]}}' >child.json
dispatched 2 ./child.json --layout row
picks 5x5x5 clgemm_large 4
# Of a type the profile's own kernel comes first, as with --fixed.
echo '{"inherits": "cpu", "options": {"f32": "'"$guarded"'"}, "dispatch": {"f32": {"kernels": [{"name": "k0", "options": "--family register --tile 8x8 --wg 1x1 --edges shift"}], '"$one"'}}}' |
    sed 's/"m": 1, "n": 1, "k": 1/"m": 64, "n": 64, "k": 64/' >child.json
dispatched 2 ./child.json --layout row
picks 5x5x5 clgemm_inherited 4
apart out
alike <("$gen" --layout row --for cpu --name clgemm_inherited $guarded) out/clgemm_inherited.cl || fail "a kernel of a type is not followed by the profile's own one"
# No rate makes it the pick for sizes that others serve.
sed 's/"name": "k0",/"name": "k0", "rates": {"groups": 1, "alone_ns": 1e6, "shared_ns": 1e6, "tile_ns": 0, "odd_lines": 1},/
    s/"measured": true/"rates": {"units": 4, "start_us": 5, "step_us": 2, "memory_gbs": 100, "overlap": 0}/' shifted.json >rates.json
dispatched 2 ./rates.json --layout row
picks 300x300x300 clgemm_k0 2
picks 300x300x7 clgemm_k0 2
picks 300x3x300 clgemm_large 4

# ---------------------------------------------------------------- one kernel
from='kernel large of profile cpu'
own='no kernel of profile ./shifted.json itself serves 4 x 4 x 4 (kernel k0: M must be at least 6, N must be at least 8)'
"$gen" --for ./shifted.json --layout row --fixed 4x4x4 --name k >k.cl 2>"$scratch/said" || fail '--fixed 4x4x4 is refused'
grep -q -x "clgemm-gen: note: $own: $from, from which it inherits, takes the place" "$scratch/said" || fail "--fixed 4x4x4 said $(cat "$scratch/said")"
"$gen" --for cpu --layout row --fixed 4x4x4 --name k --family blocked --tile 4x24 --wg 1x1 --vec-c 8 --block-tiles 48x6 --block-k 384 --panels ab --prefetch 2>/dev/null |
    grep -v clgemm-gen | diff -q - <(grep -v clgemm-gen k.cl) >/dev/null || fail '--fixed 4x4x4 is not the kernel that is inherited'
expect 0 '' "$gen" --for ./shifted.json --layout row --fixed 256x256x256 -o k.cl
"$gen" --for ./shifted.json --explain-pick 4x4x4 >"$scratch/output" || fail '--explain-pick 4x4x4'
grep -q '^\* large .*inherited, as no other one serves the shape$' "$scratch/output" && grep -q '^  k0 .*does not serve the shape: it wants [mn] >= [0-9]*$' "$scratch/output" ||
    fail "--explain-pick 4x4x4 printed $(cat "$scratch/output")"
"$gen" --for ./shifted.json --explain-pick 64x64x64 | grep -q '^  large .*it is inherited, for shapes that no other one serves$' || fail '--explain-pick 64x64x64'
expect 4 'lda = 3 is less than K = 4, *' "$gen" --for ./shifted.json --fixed 4x4x4 --lda 3
# Which sizes it serves alone, and what serves the others.
narrow='note: the kernel of profile ./shifted.json does not serve all sizes: M must be at least 6, N must be at least 8'
expect 0 "$narrow; --emit dispatch has $from for the others" "$gen" --for ./shifted.json --layout row --emit header,launcher -o ./
expect 0 '' "$gen" --for ./shifted.json --layout row --emit header,launcher -o ./ --edges guard
expect 0 '' "$gen" --for ./shifted.json --layout row --emit header,launcher -o ./ --edges shift
"$gen" --for ./any.json --layout row --emit launcher -o ./ 2>&1 | grep -q "serve all sizes: M must be at least 6, N must be at least 8; --emit dispatch has kernels for the others" || fail 'of several kernels one does not say which sizes it serves'
echo '{"inherits": "cpu", "options": {"f32": "'"$guarded"' --edges shift"}}' >own.json
expect 0 'note: the kernel of profile ./own.json does not serve all sizes: M must be at least 2, N must be at least 4; --edges guard has a kernel for the others' \
    "$gen" --for ./own.json --layout row --emit header,launcher -o ./
finish
