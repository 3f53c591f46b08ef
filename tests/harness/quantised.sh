#!/bin/bash
# Kernels that read blocks of quantised elements: sizes and storage that are no whole blocks are refused, and so are libraries, which have
# none of these types. Kernels with pieces that were broken on purpose are in tests/mutation/breaks.sh.
# Test: turn 2
. "${srcdir:-.}/tests/harness/common.sh"
need_device
gen=${CLGEMM_GEN:-./clgemm-gen}

# emit OPTION...: kernel and manifest in $scratch.
emit() {
    "$gen" --layout row --transpose nt "$@" --name quantised --emit cl,json -o "$scratch/" >"$scratch/emitted" 2>&1 </dev/null && return
    echo "clgemm-gen $*: $(head -n 1 "$scratch/emitted")"
    failed=1
}

tile='--family register --tile 2x2 --wg 2x2'
# The form of a half that a compiler takes which knows of no instruction for it.
emit --type-b q4_1 --family gemv --thin m --tile 1x2 --wg 1x1 --tile-k 64 --vec-a 16 --vec-b 16 --for cpu
sed -i 's/__F16C__/__NONE__/' "$scratch/quantised.cl"
expect 0 '^passed' check "$scratch/quantised.json" --edited --sizes edge --trials 1

emit --type-b q8_0 $tile --offset-b arg --batch strided
expect 4 'K must be a multiple of 32, the elements of a block .*; ask 32 or 64$' check "$scratch/quantised.json" -M 4 -N 4 -K 33
expect 4 'is compared in f32, f64, c32 or c64, not with A in f32, B in q8_0' compare "$scratch/quantised.json" --with openblas -M 8 -N 8 -K 32
# A manifest that does not say so: its constraints on K are on M.
sed -i '/"left": \[/{n;s/"k"/"m"/}' "$scratch/quantised.json"
expect 4 'B is stored in blocks of 32 elements' check "$scratch/quantised.json" -M 32 -N 4 -K 33
# Sizes are drawn that leading dimensions of the kernel's own allow: K of 0 too.
for tight in '--type-b q4_0 --ldb tight' '--type-b i4_64 --ldb 128' '--type-a e4m3_128 --type-b e4m3_128x128 --type-c bf16 --lda tight --ldb tight'; do
    # shellcheck disable=SC2086
    emit $tight $tile
    expect 0 '^passed .* cases' check "$scratch/quantised.json" --trials 1
done
# A manifest whose scales are of another type, or of other groups; and one without them.
emit --type-b i4_64 $tile
for edit in 's/"type": "f16"/"type": "bf16"/' '/"B_scales"/,/covers/s/"covers": 64/"covers": 32/'; do
    sed "$edit" "$scratch/quantised.json" >"$scratch/edited.json"
    expect 4 'buffers: `B_scales` must have 1 element of `f16` for every 64 of B, of `i4_64`' check "$scratch/edited.json"
done
sed 's/"role": "scales_b"/"role": "bias"/' "$scratch/quantised.json" >"$scratch/edited.json"
expect 4 'buffers: must have one buffer of role `scales_b`, as B is of `i4_64`; has 0' check "$scratch/edited.json"
sed 's/"b": "i4_64"/"b": "f32"/' "$scratch/quantised.json" >"$scratch/edited.json"
expect 4 'buffers: must have no buffer of role `scales_b`, as B is of `f32`; has 1' check "$scratch/edited.json"

emit --type-b q5_0 --quants apart $tile
sed '/"B_uppers"/,/covers/s/"bytes": 4/"bytes": 2/' "$scratch/quantised.json" >"$scratch/edited.json"
expect 4 'buffers: `B_uppers` must have 4 elements of `u8` for every 32 of B, of `q5_0_apart`' check "$scratch/edited.json"

# What a kernel computes is said to the generator for another one, of whatever type A is.
expect 0 '^ *8 +8 +32 ' compare --type-b q4_0 --quants apart --layout row --transpose nt $tile --against '--family naive' --against '--quants together' -M 8 -N 8 -K 32 -i 1 --with none
emit --type-a i4_32 --layout column --transpose tn --family naive --wg 2x4
expect 4 '^ *8 +8 +32 +[0-9.]+ .  +[0-9.]+ +[0-9.]+ ' compare "$scratch/quantised.json" --against "$tile" -M 8 -N 8 -K 32 -i 1 --peak 50 --with openblas
exit $failed
