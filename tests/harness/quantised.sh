#!/bin/bash
# Kernels that read blocks of quantised elements, on the first device: they pass, and with pieces that were broken on purpose they are
# found out. Sizes and storage that are no whole blocks are refused, and so are libraries, which have none of these types.
. "${srcdir:-.}/tests/harness/common.sh"
need_device
gen=${CLGEMM_GEN:-./clgemm-gen}
templates=$scratch/templates
count=0

# emit OPTION...: kernel and manifest in $scratch.
emit() {
    "$gen" --layout row --transpose nt "$@" --name quantised --emit cl,json -o "$scratch/" >"$scratch/emitted" 2>&1 </dev/null && return
    echo "clgemm-gen $*: $(head -n 1 "$scratch/emitted")"
    failed=1
}

# emit_edited TEMPLATE SED-EXPRESSION OPTION...: the same with the template edited so.
emit_edited() {
    local template=$1 edit=$2
    shift 2
    rm -rf "$templates"
    mkdir -p "$templates/${template%/*}"
    sed "$edit" "${srcdir:-.}/templates/$template" >"$templates/$template"
    if cmp -s "${srcdir:-.}/templates/$template" "$templates/$template"; then
        echo "$template: nothing is edited by $edit"
        failed=1
    fi
    emit "$@" --template-dir "$templates"
}

# broken TEMPLATE SED-EXPRESSION OPTION...: the kernel of the options passes its check; with the template edited so it fails.
broken() {
    emit "${@:3}"
    expect 0 '^passed' check "$scratch/quantised.json" $sizes --trials 1
    emit_edited "$@"
    expect 6 'wrong of' check "$scratch/quantised.json" $sizes --trials 1
    count=$((count + 1))
}

sizes='--sizes edge'
one='--family naive --wg 2x4'
tile='--family register --tile 2x2 --wg 2x2'
vector="$tile --tile-k 8 --vec-b 8"
thin='--family gemv --tile 2x2 --wg 4x2'
# Which half of a byte, which fifth bit, which byte; of one element and of vectors.
broken ./blocks.pieces '/^place_in_byte/s/at % 32 \/ 16 \* 4/4/' --type-b q4_0 $one
broken ./blocks.pieces '/^nibbles/s/{{>blocks\/half_of_byte}}/0/' --type-b q4_1 $vector
broken blocks/five_bits.mustache 's/fifths\[at % 32 \/ 16\]/fifths[0]/' --type-b q5_0 $one
broken ./blocks.pieces '/^fifths/s/{{number}}/0/' --type-b q5_1 $vector
broken blocks/q8_0.mustache 's/quants + at % 32/quants + at % 16/' --type-b q8_0 $thin
# What a step decodes: which half of a block, which group's scale, where a line begins.
decoded='--family matrix --engine emulated:wgmma --tile 2x8 --wg 32x4 --copy tensor --stages 2 --decode b'
broken decode/halves.mustache 's/item % 2 \* 8/0/' --type f16 --type-b q5_1 $decoded
broken ./blocks.pieces '/^scale_of_group/s/at \/ {{group}}, scales/at \/ {{count}}, scales/' --type bf16 --type-b u4_32 $decoded
broken ./at.pieces '/^decoded_from/s/line \*/(line \& ~1) */' --type bf16 --type-b mxfp4 $decoded --prepared b
# What stands for 0, the least value, the scale.
broken blocks/q4_0.mustache 's/{{$zero}}8/{{$zero}}7/' --type-b q4_0 $thin
broken blocks/q4_0.mustache 's/place << 23/place << 22/' --type-b q4_0 $thin
broken blocks/q5_0.mustache 's/{{$zero}}16/{{$zero}}15/' --type-b q5_0 $thin
broken blocks/format.mustache 's/ + least{{/{{/' --type-b q5_1 $tile
broken blocks/format.mustache 's/return scale \* /return /' --type-b q8_0 $tile
broken ./blocks.pieces '/^signed/s/as_char/as_uchar/' --type-b q8_0 $vector
broken ./blocks.pieces '/^signed/s/(char)//' --type-b q8_0 $one
broken ./blocks.pieces '/^by_numbers/s/vload{{units}}(0/vload{{units}}(1/' --type-b q4_k $thin
# Scales and least values of parts, upper bits, the exponent, the larger numbers.
broken blocks/part_of_256.mustache 's/parts\[-4\] >> 6 << 4/0/' --type-b q4_k $thin
broken blocks/part_of_256.mustache 's/parts\[0\] >> 6 << 4/0/' --type-b q5_k $thin
broken blocks/part_of_256.mustache 's/parts\[4\] >> 4/parts[4]/' --type-b q4_k $one
broken blocks/q4_k.mustache 's/at % 64 \/ 32 \* 4/4/' --type-b q4_k $one
broken blocks/q5_k.mustache 's/(at % 256 \/ 32)/(at % 128 \/ 32)/' --type-b q5_k $one
broken blocks/q6_k.mustache 's/at % 128 \/ 32 \* 2/at % 64 \/ 32 * 2/' --type-b q6_k $thin
broken blocks/q6_k.mustache 's/    char scales/    uchar scales/' --type-b q6_k $one
broken blocks/mxfp4.mustache 's/ + ((beyond & beyond >> 1) << 1)//' --type-b mxfp4 $thin
broken blocks/mxfp4.mustache 's/(exponent - 1) << 23/exponent << 23/' --type-b mxfp4 $one
broken blocks/mxfp4.mustache 's/ \* (1 - (codes >> 3 & 1) \* 2)//' --type-b mxfp4 $one
# Scales of runs in the gemv family: of which run; multiplied with its sums, its elements, or those with a least value; what becomes of a half on a CPU.
runs='--family gemv --thin m --tile 1x2 --wg 1x1 --tile-k 64 --vec-a 16 --vec-b 16'
broken products/by_run.mustache 's/{{>sum\/of_iteration}};/{{>sum\/of_iteration}} * 0.5f;/' --type-b q4_0 $runs
broken ./read.pieces '/^scale_of_block/s/{{>at\/k}}/k/' --type-b q5_0 $runs
broken ./read.pieces '/^scaled /s/{{scale}} \*//' --type-b q8_0 $thin
broken ./read.pieces '/^scaled_from_least/s/ + {{scale}}.s1//' --type-b q4_k $runs
broken ./read.pieces '/^quants_of_block/s/{{>at\/k}}/k/' --type-b q6_k $runs
# Of the two forms of that the one that the compiler takes, and the one that it takes where it knows of no instruction.
broken blocks/half_of.mustache 's/0x1p112f/0x1p111f/; s/return __builtin/return 2 * __builtin/' --type-b q4_1 $runs --for cpu
broken blocks/half_of.mustache 's/__F16C__/__NONE__/; s/0x1p112f/0x1p111f/' --type-b q4_1 $runs --for cpu
emit_edited blocks/half_of.mustache 's/__F16C__/__NONE__/' --type-b q4_1 $runs --for cpu
expect 0 '^passed' check "$scratch/quantised.json" $sizes --trials 1
# Groups, in one small product: which half of a byte, which byte; which scale, which zero point, and what stands for 0 without one.
sizes='-M 3 -N 5 -K 512'
broken blocks/groups.mustache 's/from >> at % 2 \* 4/from >> 4/' --type-b i4_32 $one
broken blocks/groups.mustache 's/quants.odd = pairs >> 4/quants.odd = pairs/' --type-b i4_64 $vector
broken blocks/groups.mustache 's/at % {{count}} \/ 2/at % 32 \/ 2/' --type-b i4_128 $thin
broken ./blocks.pieces '/^scale_of_group/s/vload_half(at \/ {{group}}/vload_half(at \/ {{count}}/' --type-b u4_32 $one
broken blocks/groups.mustache 's/zeros\[at \/ {{count}}\]/zeros[at \/ {{group}}]/' --type-b u4_64 $one
broken blocks/groups.mustache 's/ >> at \/ {{group}} % 2 \* 4//' --type-b u4_32 $thin
broken ./at.pieces '/^groups_of_line/s/{{elements_of_group}}/64/' --type-b u4_32 $runs
broken ./read.pieces '/^quants_of_group_with_zero/s/_zeros + {{>at\/blocks_of_line}}/_zeros/' --type-b u4_64 $runs
broken ./blocks.pieces '/^zero/s/8{{/7{{/' --type-b i4_32 $tile
broken ./blocks.pieces '/^pairs/s/bytes{{several}}_{{stored}}(from)/bytes{{several}}_{{stored}}(from + 1)/' --type-b i4_256 $thin
broken common/constants.mustache 's/{{offset}}{{#covers}} \/ {{.}}{{\/covers}}/{{offset}}{{#covers}} \/ 64{{\/covers}}/' --type-b u4_32 $tile --offset-b 64
sizes='--sizes edge'
# Which block; where the matrix, a member and a part of K begin.
broken blocks/format.mustache 's/memory + at \/ {{count}}/memory + at \/ 64/' --type-b q4_0 $tile
broken common/constants.mustache 's/{{offset}}{{#covers}} \/ {{.}}{{\/covers}}/{{offset}}/' --type-b q8_0 $tile --offset-b 32
broken common/constants.mustache 's/{{>\*start}}{{#covers}} \/ {{.}}{{\/covers}}/{{>*start}}/' --type-b q8_0 $tile --batch strided
broken common/prologue.mustache 's/{{#covers}} \/ {{.}}{{\/covers}}//' --type-b q8_0 $tile --split-k 2 --unroll-k 32

# A matrix engine's elements, two halves at once.
staged='--family matrix --engine emulated:mma --type f16 --tile 2x2 --wg 8x4 --tile-k 64 --stages 3 --copy async'
broken ./blocks.pieces '/^upper_of_pairs/s/ >> 4//' --type-b q4_0 $staged
broken blocks/halves.mustache 's/bits << 19/bits << 20/' --type-b q5_1 $staged
broken blocks/q8_0.mustache 's/from + 16/from + 8/' --type-b q8_0 $staged

# Tiles in local memory of what is calculated with.
broken blocks/format.mustache 's/memory + at \/ {{count}}/memory + at \/ 64/' --type-b q4_0 --family local --tile 2x2 --wg 4x4 --tile-k 8

emit --type-b q8_0 $tile --offset-b arg --batch strided
expect 4 'K must be a multiple of 32, the elements of a block .*; ask 32 or 64$' check "$scratch/quantised.json" -M 4 -N 4 -K 33
expect 4 'is compared in f32, f64, c32 or c64, not with A in f32, B in q8_0' compare "$scratch/quantised.json" --with openblas -M 8 -N 8 -K 32
# A manifest that does not say so: its constraints on K are on M.
sed -i '/"left": \[/{n;s/"k"/"m"/}' "$scratch/quantised.json"
expect 4 'B is stored in blocks of 32 elements' check "$scratch/quantised.json" -M 32 -N 4 -K 33
# A manifest whose scales are of another type, or of other groups; and one without them.
emit --type-b i4_64 $tile
for edit in 's/"type": "f16"/"type": "bf16"/' '/"B_scales"/,/covers/s/"covers": 64/"covers": 32/'; do
    sed "$edit" "$scratch/quantised.json" >"$scratch/edited.json"
    expect 4 'buffers: `B_scales` must have an element of `f16` for every 64 of B, of `i4_64`' check "$scratch/edited.json"
done
sed 's/"role": "scales_b"/"role": "bias"/' "$scratch/quantised.json" >"$scratch/edited.json"
expect 4 'buffers: must have one buffer of role `scales_b`, as B is of `i4_64`; has 0' check "$scratch/edited.json"
sed 's/"b": "i4_64"/"b": "f32"/' "$scratch/quantised.json" >"$scratch/edited.json"
expect 4 'buffers: must have no buffer of role `scales_b`, as B is of `f32`; has 1' check "$scratch/edited.json"

# What a kernel computes is said to the generator for another one, of whatever type A is.
emit --type-a i4_32 --layout column --transpose tn $one
expect 4 '^ *8 +8 +32 +[0-9.]+ .  +[0-9.]+ +[0-9.]+ ' compare "$scratch/quantised.json" --against "$tile" -M 8 -N 8 -K 32 -i 1 --peak 50 --with openblas
echo "$count broken kernels tried"
exit $failed
