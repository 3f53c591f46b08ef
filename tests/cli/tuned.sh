#!/bin/bash
# --for FILE with kernels for shapes: which of them a request takes, and that it keeps what they compute.
. "${srcdir:-.}/tests/apart.sh"
. "${srcdir:-.}/tests/cli/common.sh"
CC=${CC:-cc}

# What all profiles here inherit from: limits, and what holds for every kernel.
echo '{"limits": {"register_bytes": 2048, "work_group_size": 4096}, "options": {"common": "--mad fma"}}' >base.json
# profile FILE KERNELS SHAPES [MORE]
profile() {
    printf '{"inherits": "./base.json", "options": {"f32": "--family register --tile 3x5 --wg 1x1"}%s, "dispatch": {"kernels": [%s], "shapes": [%s]}}\n' \
        "${4:-}" "$2" "$3" >"$1"
}
# kernel NAME OPTIONS; shape M N K KERNEL
kernel() { printf '{"name": "%s", "options": "%s"}' "$1" "$2"; }
shape() { printf '{"m": %s, "n": %s, "k": %s, "kernel": %s}' "$@"; }

# same FILE OPTIONS: the last run printed the kernel of these options.
same() {
    "$gen" ${*:2} 2>/dev/null >"$scratch/wanted"
    [ -s "$scratch/wanted" ] || fail "${*:2} make no kernel"
    alike "$1" "$scratch/wanted" || fail "$1 is not the kernel of ${*:2}"
}

wide='--family register --tile 12x32 --wg 1x1 --vec-c 16 --layout row --transpose nt --mad plain'
thin='--family register --tile 16x1 --wg 2x1 --layout row --transpose nt --edges exact'
limit='--family register --tile 4x8 --wg 1x1 --layout row --transpose nt'
profile mlp.json "$(kernel wide "$wide"), $(kernel thin "$thin"), $(kernel limit "$limit")" \
    "$(shape 64 48 32 0), $(shape 96 1 64 1), $(shape 32 10 256 0), $(shape 8 8 8 2)"

# ---------------------------------------------------------------- the kernel of a shape
# The very shape, the nearest, and the nearest whose kernel serves it.
note='note: profile ./mlp.json has no figures for'
less='is less than the *'
# picked SIZES SENTENCE KERNEL OPTIONS: what is emitted for them, in words and text.
picked() {
    expect 0 "${2:+$2}" "$gen" --for ./mlp.json --fixed "$1" --name k
    cp "$scratch/output" k.cl
    same k.cl --fixed "$1" --name k --for ./base.json ${*:4}
}
picked 96x1x64 '' thin $thin
picked 64x48x32 '' wide $wide
picked 8x8x8 '' limit $limit
picked 192x1x64 "$note 192 x 1 x 64: kernel thin is the one for the nearest shape" thin $thin
picked 64x64x32 "$note 64 x 64 x 32: kernel wide is the one for the nearest shape" wide $wide
picked 9x8x8 "$note 9 x 8 x 8: kernel limit is the one for the nearest shape" limit $limit
# 97 rows are no multiple of what `thin` computes: the next one is (8, 8, 8), not (32, 10, 256).
"$gen" --for ./mlp.json --fixed 97x1x64 --name k >k.cl 2>"$scratch/said"
same k.cl --fixed 97x1x64 --name k --for ./base.json $wide
grep -q "$note 97 x 1 x 64: kernel wide" "$scratch/said" || fail "97 rows said $(cat "$scratch/said")"

# The same rule in C: for random sizes the table picks what --fixed takes.
expect 0 '' "$gen" --for ./mlp.json --emit dispatch -o all/
apart all
cat >pick.c <<'END_OF_C'
#include "all/clgemm_dispatch.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    enum clgemm_pick_level level;
    const int kernel = argc > 3 ? clgemm_pick(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), &level) : -1;
    printf("%s %d\n", clgemm_kernel_name(kernel) + sizeof "clgemm", level == CLGEMM_PICK_EXACT);
    return 0;
}
END_OF_C
if $CC -std=c99 pick.c -o pick 2>"$scratch/said"; then
    for sizes in '64 48 32' '96 1 64' '33 17 9' '500 1 80' '512 1 80' '7 300 2' '96 2 64' '1 1 1' '4000 3 3' '10 10 10'; do
        read -r name exact <<<"$(./pick $sizes)"
        "$gen" --for ./mlp.json --fixed "${sizes// /x}" --name k >k.cl 2>"$scratch/said"
        same k.cl --fixed "${sizes// /x}" --name k --for ./base.json ${!name}
        grep -q "$note" "$scratch/said"
        [ $? = "$exact" ] || fail "$sizes: figures of their own: $exact, but it said: $(cat "$scratch/said")"
    done
else
    fail "$CC does not compile the table: $(cat "$scratch/said")"
fi

# Without sizes the one of most shapes, of several the first; it is told that there are others.
most='note: kernel wide of profile ./mlp.json, that of the most shapes, is one of 3; --fixed MxNxK has the one for a shape, --emit dispatch all'
expect 0 "$most" "$gen" --for ./mlp.json --name k
cp "$scratch/output" k.cl
same k.cl --name k --for ./base.json $wide
# What is asked beside it wins, as with --emit dispatch, and the profile's limits and common options stand behind all.
expect 0 "$most" "$gen" --for ./mlp.json --name k --tile 12x16 --beta 0
cp "$scratch/output" k.cl
same k.cl --name k --for ./base.json $wide --tile 12x16 --beta 0
expect 0 '' "$gen" --for ./mlp.json --name k --tile 2x8 --fixed 8x8x8 --dump request
grep -A 1 '"mad"' "$scratch/output" | grep -q '"fma"' || fail 'the common options of the profile are missing'
grep -A 2 '"layout"' "$scratch/output" | tr -d ' \n' | grep -q '"value":"row","said_by":"profile"' || fail 'nobody says the layout'
expect 4 '--tile 40x40 needs *' "$gen" --for ./mlp.json --tile 40x40 --vec-c 8
# A kernel that a rule refuses, or that does not serve the sizes as asked, gives way to the next one, which is told.
# way SIZES FASTEST TAKEN OPTIONS...: beside --tile 4x2 the kernel TAKEN takes the place of FASTEST.
way() {
    "$gen" --for ./mlp.json --name k --fixed "$1" --tile 4x2 >k.cl 2>"$scratch/said" || fail "$1: $(cat "$scratch/said")"
    same k.cl --fixed "$1" --name k --for ./base.json "${@:4}" --tile 4x2
    grep -q "note: kernel $2 of profile ./mlp.json, the fastest for ${1//x/ x }, does not serve what is asked: kernel $3 takes its place" \
        "$scratch/said" || fail "$1 said $(cat "$scratch/said")"
}
expect 0 '' "$gen" --for ./mlp.json --name k --fixed 8x8x8 --tile 4x2
way 64x48x32 wide thin $thin
way 96x1x64 thin limit $limit
expect 0 '' "$gen" --for ./mlp.json --emit dispatch --tile 4x2 -o way/
apart way
[ "$(echo $(ls way))" = 'clgemm_dispatch.h clgemm_limit.cl clgemm_thin.cl' ] || fail "beside --tile 4x2 way/ holds $(ls way)"
grep -q 'SHAPE_COUNT 2$' way/clgemm_dispatch.h && grep -q '{8, 8, 8, 1, 0.000}' way/clgemm_dispatch.h || fail 'the shapes do not follow the kernels that are left'
grep -A 2 'Left out, as they do not serve what was asked:' way/clgemm_dispatch.h | grep -q '^ \*    wide$' || fail 'the table does not say what is left out'
# Without sizes too: that of most shapes among those that are left.
"$gen" --for ./mlp.json --name k --tile 4x2 >k.cl 2>/dev/null
same k.cl --name k --for ./base.json $thin --tile 4x2
# Where all are refused, the one that is meant is told.
expect 4 '--tile 40x40 needs *' "$gen" --for ./mlp.json --fixed 8x8x8 --tile 40x40 --vec-c 8
expect 4 'kernel wide of profile ./mlp.json: --tile 40x40 needs *' "$gen" --for ./mlp.json --tile 40x40 --vec-c 8 --emit dispatch -o none/
expect 4 'lda = 3 is less than K = 64, the length of a row of A*' "$gen" --for ./mlp.json --fixed 96x1x64 --lda 3
expect 4 'no kernel of profile ./mlp.json serves 95 x 1 x 64; *' "$gen" --for ./mlp.json --fixed 95x1x64 --edges exact
# Of one shape that is listed twice the next kernel, before any other shape's.
profile twice.json "$(kernel wide "$wide"), $(kernel limit "$limit"), $(kernel thin "$thin")" "$(shape 96 8 64 2), $(shape 97 8 64 0), $(shape 96 8 64 1)"
expect 0 'note: kernel thin of profile ./twice.json, the fastest for 96 x 8 x 64, does not serve what is asked: kernel limit takes its place' \
    "$gen" --for ./twice.json --fixed 96x8x64 --name k --wg 1x1 --tile 10x8 --vec-c 8
cp "$scratch/output" k.cl
same k.cl --fixed 96x8x64 --name k --for ./base.json $limit --tile 10x8 --vec-c 8

# A request that names a kernel itself has that one: so does the command of every kernel of a dispatch.
expect 0 '' "$gen" --for ./mlp.json --family naive
expect 0 '' "$gen" --for ./mlp.json --preset naive
expect 0 '' "$gen" --for ./mlp.json --share none
for name in wide thin limit; do
    command=$(sed -n 's/.*Made by clgemm [0-9.]*: clgemm-gen //p' "all/clgemm_$name.cl")
    alike <("$gen" $command) "all/clgemm_$name.cl" || fail "clgemm-gen $command is not $name"
done
profile bare.json "$(kernel a "--tile 4x4 --wg 2x4"), $(kernel b "--share none --tile 2x2")" "$(shape 1 1 1 0), $(shape 2 2 2 1)"
expect 0 '' "$gen" --for ./bare.json --emit dispatch -o all/
apart all
for name in a b; do
    command=$(sed -n 's/.*Made by clgemm [0-9.]*: clgemm-gen //p' "all/clgemm_$name.cl")
    alike <("$gen" $command) "all/clgemm_$name.cl" || fail "clgemm-gen $command is not $name"
done

# A preset in a row gives way to what the row says beside it; sizes that a row fixes are kept.
profile preset.json "$(kernel p "--preset kepler_6 --edges guard --tile 4x4 --type f64")" "$(shape 64 64 64 0)"
expect 0 '' "$gen" --for ./preset.json --name k
cp "$scratch/output" k.cl
same k.cl --name k --for ./base.json --preset kepler_6 --edges guard --tile 4x4 --type f64
profile fixed.json "$(kernel f "$limit --fixed 32x10x256")" "$(shape 32 10 256 0)"
expect 0 'note: the kernel of profile ./fixed.json does not serve all sizes: M must be 32, N must be 10, K must be 256; --emit dispatch has kernel inherited of profile ./base.json for the others' \
    "$gen" --for ./fixed.json --name k
cp "$scratch/output" k.cl
same k.cl --name k --for ./base.json $limit --fixed 32x10x256
sed 's/"inherits": "[^"]*", //' fixed.json >alone.json
expect 4 'no kernel of profile ./alone.json serves 32 x 10 x 255; ask --for with another profile' "$gen" --for ./alone.json --fixed 32x10x255

# ---------------------------------------------------------------- what is computed
expect 0 "note: N = 10 $less" "$gen" --for ./mlp.json --fixed 32x10x256 --emit json
grep -q '"layout": "row"' "$scratch/output" && tr -d ' \n' <"$scratch/output" | grep -q '"transpose":{"a":false,"b":true}' ||
    fail 'layout and transposes of the profile are lost'
# refused_both SENTENCE OPTIONS: by --emit cl, for a shape and for any, and by --emit dispatch.
refused_both() {
    expect 4 "$1" "$gen" --for "$profile" "${@:2}"
    expect 4 "$1" "$gen" --for "$profile" --fixed 96x1x64 "${@:2}"
    expect 4 "$1" "$gen" --for "$profile" --emit dispatch -o none/ "${@:2}"
    [ ! -e none ] || fail 'a dispatch was begun'
}
profile=./mlp.json
other="or --for ./base.json, which it inherits from"
refused_both "no kernel of profile ./mlp.json is for --layout column: the first, wide, is for row; ask --layout row, $other" --layout column
refused_both "no kernel of profile ./mlp.json is for --transpose nn: the first, wide, is for nt; ask --transpose nt, $other" --transpose nn
expect 4 "no kernel of profile ./mlp.json is for --transpose nn: *" "$gen" --for ./mlp.json --transpose nn --why-not
profile typed.json "$(kernel t "$limit --type f32")" "$(shape 1 1 1 0)"
profile=./typed.json
refused_both "no kernel of profile ./typed.json is for --type f64: the first, t, is for f32; ask --type f32, $other" --type f64
profile half.json "$(kernel h "$limit --type f64")" "$(shape 1 1 1 0)"
expect 0 '' "$gen" --for ./half.json
grep -q '__global const double' "$scratch/output" || fail 'the type of the profile is lost'
# Kernels for several problems are chosen by what is said, and nothing is guessed.
profile mixed.json "$(kernel nn '--family naive --transpose nn'), $(kernel nt '--family naive --transpose nt')" "$(shape 96 1 64 0), $(shape 2 2 2 1)"
profile=./mixed.json
refused_both 'kernel nn of profile ./mixed.json is for --transpose nn and kernel nt for --transpose nt, *'
expect 0 '' "$gen" --for ./mixed.json --transpose nt --name k
cp "$scratch/output" k.cl
same k.cl --for ./base.json --family naive --transpose nt --name k

# ---------------------------------------------------------------- inheritance
# Kernels for shapes are inherited; a kernel that a nearer profile says for the type stands in their place.
echo '{"inherits": "./mlp.json", "limits": {"local_bytes": 4096}}' >child.json
expect 0 '' "$gen" --for ./child.json --fixed 96x1x64 --name k
cp "$scratch/output" k.cl
same k.cl --fixed 96x1x64 --name k --for ./base.json $thin
expect 0 '' "$gen" --for ./child.json --emit dispatch -o child/
apart child
[ "$(ls child | wc -l)" = 4 ] || fail "child/ holds $(ls child)"
expect 4 'no kernel of profile ./mlp.json is for --layout column: *' "$gen" --for ./child.json --layout column
echo '{"inherits": "./mlp.json", "options": {"f32": "--family register --tile 2x2 --wg 1x1"}}' >own.json
expect 0 '' "$gen" --for ./own.json --name k
cp "$scratch/output" k.cl
same k.cl --name k --for ./base.json --family register --tile 2x2 --wg 1x1 --vec-c 1

# ---------------------------------------------------------------- groups of rows
# By the rows that groups have on average, by transposes of row-major matrices and by lists of rows; those of columns have no kernels here.
few='--family register --tile 2x4 --wg 1x1' more='--family register --tile 6x8 --wg 1x1' any='--family naive' along='--family register --tile 4x4 --wg 1x1'
own='--family register --tile 3x5 --wg 1x1'
groups=$(kernel any "$any")$(printf ', {"name": "%s", "options": "%s", "transposes": "%s"}' few "$few" nn more "$more" 'nn tn' along "$along" nt)
shapes="$(shape 4 64 64 1), $(shape 64 64 64 2), $(shape 64 128 64 2), $(shape 4 64 64 3), $(shape 64 64 64 0)"
echo "{\"inherits\": \"./base.json\", \"options\": {\"f32\": \"$own\"}, \"groups\": {\"in_place\": {\"f32\": {\"kernels\": [$groups], \"shapes\": [$shapes]}},
    \"gathered\": {\"f32\": {\"kernels\": [$(kernel any "$any")], \"shapes\": [$(shape 4 64 64 0)]}},
    \"by_index\": {\"f32\": {\"kernels\": [$(kernel any "$any"), $(kernel few "$few")], \"shapes\": [$(shape 8 8 8 0), $(shape 64 64 64 1)]}}}}" >groups.json
# grouped KERNEL OPTIONS: the kernel of the profile for groups with these options.
grouped() {
    expect 0 '' "$gen" --for ./groups.json --batch groups --name k ${*:2}
    cp "$scratch/output" k.cl
    same k.cl --for ./base.json --batch groups --name k $1 ${*:2}
}
grouped "$few" --layout row --fixed 32x64x64 --batch-count 8
grouped "$more" --layout row --fixed 512x64x64 --batch-count 8
grouped "$more" --layout row --fixed 64x64x64
grouped "$more" --layout row
grouped "$along" --layout row --transpose nt --fixed 32x64x64 --batch-count 8
grouped "$more" --layout row --transpose tn --fixed 32x64x64 --batch-count 8
grouped "$any" --layout row --transpose tt
grouped "$any" --layout column --fixed 32x64x64 --batch-count 8
grouped "$any" --layout row --rows-a index
grouped "$own" --layout row --ragged n
grouped "$few" --layout row --tile 1x4 --fixed 32x64x64 --batch-count 8
# Of a product in index notation: index functions, not what is a matrix product.
while read -r size kernel text; do
    expect 0 '' "$gen" --for ./groups.json --name k --product "$text" --fixed "p=$size,f=$size,r=3,c=$size"
    cp "$scratch/output" k.cl
    same k.cl --for ./base.json --name k --product "$text" --fixed "p=$size,f=$size,r=3,c=$size" ${!kernel}
done <<'END_OF_PRODUCTS'
8 any y[p,f]=x[p+r,c]*w[f,r,c]
64 few y[p,f]=x[p+r,c]*w[f,r,c]
64 own y[p,f]=x[p,r,c]*w[f,r,c]
END_OF_PRODUCTS
"$gen" --for ./groups.json --batch groups --layout row --batch-count 8 --explain-pick 32x64x64 | grep -q '^\* few .*for this shape' || fail 'groups of four rows have no pick'
expect 0 '' "$gen" --for ./groups.json --batch groups --layout row --emit dispatch -o groups/
[ "$(grep -o '^void clgemm_[a-z]*' groups/clgemm.cl | tr -d '\n')" = 'void clgemm_anyvoid clgemm_fewvoid clgemm_more' ] || fail 'a dispatch for groups has other kernels'
sed 's/"kernels": \[/"kernels": [], "comment": [/' groups.json >bad.json
expect 1 'profile ./bad.json: groups.in_place.f32.kernels is empty' "$gen" --for ./bad.json --batch groups

# ---------------------------------------------------------------- what a profile says wrongly
expect 2 'cannot read profile /: Is a directory' "$gen" --for /
echo '{"options": {"f32": "--wgg 2x2"}}' >bad.json
expect 1 'profile ./bad.json: options.f32: unknown option --wgg; did you mean --wg?' "$gen" --for ./bad.json
echo '{"options": {"f32": "--tile 2x2 --pack b"}}' >bad.json
expect 1 'profile ./bad.json: options.f32: --pack is called --pretranspose now' "$gen" --for ./bad.json
# A tuned profile of an earlier version.
cp "$srcdir/tests/harness/data/report/tuned.json" earlier.json
expect 1 'profile ./earlier.json: options.f32: --pack is called --pretranspose now' "$gen" --for ./earlier.json
echo '{"name": "x", "optionz": {"f32": "--tile 2x2"}}' >bad.json
expect 1 'profile ./bad.json: there is no member optionz; did you mean options?' "$gen" --for ./bad.json
# The kernel's own word goes before what the profile says for all.
echo '{"options": {"common": "--mad fma --index 32", "f32": "--family naive --mad plain"}}' >bad.json
expect 0 '' "$gen" --for ./bad.json --name k
cp "$scratch/output" k.cl
same k.cl --family naive --mad plain --index 32 --name k

# What it says of the arithmetic and of types is what is calculated with, as on the command line.
arithmetic='--family register --tile 2x4 --wg 8x8 --compute f16 --accumulate f32 --type-c f32'
echo "{\"options\": {\"f16\": \"$arithmetic\"}}" >half.json
expect 0 '' "$gen" --for ./half.json --type f16 --name k
cp "$scratch/output" k.cl
same k.cl --type f16 $arithmetic --name k
grep -q cl_khr_fp16 k.cl || fail 'products of half precision do not need cl_khr_fp16'

# A kernel that pads and transposes in two steps serves fixed sizes that need no padding too.
steps='--family register --tile 4x4 --wg 2x2 --pretranspose b --edges pad'
profile steps.json "$(kernel s "$steps --steps separate")" "$(shape 64 64 64 0)"
expect 0 '' "$gen" --for ./steps.json --fixed 64x64x64 --name k
cp "$scratch/output" k.cl
same k.cl --fixed 64x64x64 --name k --for ./base.json $steps

# ---------------------------------------------------------------- sizes below a tile
small=(--family register --tile 12x32 --wg 1x1 --layout row)
expect 0 'note: N = 3 is less than the 32 that a work-group computes along N (--tile width 32 x --wg width 1); use a smaller --tile or --wg' \
    "$gen" "${small[@]}" --fixed 1000x3x3
expect 0 'note: M = 11 is less than the 12 that *' "$gen" "${small[@]}" --fixed 11x32x3 -o k.cl
expect 0 '' "$gen" "${small[@]}" --fixed 12x32x3
expect 0 '' "$gen" "${small[@]}"
finish
