# Mistakes in reading blocks of quantised elements. Read by breaks.sh, which has their options.
# shellcheck disable=SC2086,SC2154
{
# Which half of a byte, which fifth bit, which byte; of one element and of vectors.
template pocl blocks.pieces '/^place_in_byte/s/at % 32 \/ 16 \* 4/4/' $in_blocks --type-b q4_0 $block_one
template pocl blocks.pieces '/^nibbles/s/\{\{>blocks\/half_of_byte\}\}/0/' $in_blocks --type-b q4_1 $block_vector
template pocl blocks/five_bits 's/fifths\[at % 32 \/ 16\]/fifths[0]/' $in_blocks --type-b q5_0 $block_one
template pocl blocks.pieces '/^fifths/s/\{\{number\}\}/0/' $in_blocks --type-b q5_1 $block_vector
template pocl blocks/q8_0 's/quants \+ at % 32/quants + at % 16/' $in_blocks --type-b q8_0 $block_gemv
# What a step decodes: which half of a block, which group's scale, where a line begins.
template pocl decode.cl 's/item % 2 \* 8/0/' $in_blocks --type f16 --type-b q5_1 $block_decoded
template pocl blocks.pieces '/^scale_of_group/s/at \/ \{\{group\}\}, scales/at \/ {{count}}, scales/' $in_blocks --type bf16 --type-b u4_32 $block_decoded
emitted pocl 's/\(long\)line \* ldb/(long)(line \& ~1) * ldb/' $in_blocks --type bf16 --type-b mxfp4 $block_decoded --prepared b
# What stands for 0, the least value, the scale.
template pocl blocks/q4_0 's/\{\{\$zero\}\}8/{{$zero}}7/' $in_blocks --type-b q4_0 $block_gemv
template pocl blocks/q4_0 's/place << 23/place << 22/' $in_blocks --type-b q4_0 $block_gemv
template pocl blocks/q5_0 's/\{\{\$zero\}\}16/{{$zero}}15/' $in_blocks --type-b q5_0 $block_gemv
template pocl blocks/format 's/ \+ least\{\{/{{/' $in_blocks --type-b q5_1 $block_tile
template pocl blocks/format 's/return scale \* /return /' $in_blocks --type-b q8_0 $block_tile
template pocl blocks.pieces '/^signed/s/as_char/as_uchar/' $in_blocks --type-b q8_0 $block_vector
template pocl blocks.pieces '/^signed/s/\(char\)//' $in_blocks --type-b q8_0 $block_one
template pocl blocks.pieces '/^by_numbers/s/vload\{\{units\}\}\(0/vload{{units}}(1/' $in_blocks --type-b q4_k $block_gemv
# Scales and least values of parts, upper bits, the exponent, the larger numbers.
template pocl blocks/part_of_256 's/parts\[-4\] >> 6 << 4/0/' $in_blocks --type-b q4_k $block_gemv
template pocl blocks/part_of_256 's/parts\[0\] >> 6 << 4/0/' $in_blocks --type-b q5_k $block_gemv
template pocl blocks/part_of_256 's/parts\[4\] >> 4/parts[4]/' $in_blocks --type-b q4_k $block_one
template pocl blocks/q4_k 's/at % 64 \/ 32 \* 4/4/' $in_blocks --type-b q4_k $block_one
template pocl blocks/q5_k 's/\(at % 256 \/ 32\)/(at % 128 \/ 32)/' $in_blocks --type-b q5_k $block_one
template pocl blocks/q6_k 's/at % 128 \/ 32 \* 2/at % 64 \/ 32 * 2/' $in_blocks --type-b q6_k $block_gemv
template pocl blocks/q6_k 's/    char scales/    uchar scales/' $in_blocks --type-b q6_k $block_one
template pocl blocks/mxfp4 's/ \+ \(\(beyond & beyond >> 1\) << 1\)//' $in_blocks --type-b mxfp4 $block_gemv
template pocl blocks/mxfp4 's/\(exponent - 1\) << 23/exponent << 23/' $in_blocks --type-b mxfp4 $block_one
template pocl blocks/mxfp4 's/ \* \(1 - \(codes >> 3 & 1\) \* 2\)//' $in_blocks --type-b mxfp4 $block_one
template pocl blocks/iq4_nl 's/codes & 3\) \* 8/codes \& 2) * 8/' $in_blocks --type-b iq4_nl $block_one
# Parts apart: which block's scale, least value, scales of parts, upper bits.
template pocl blocks.pieces '/^scale_of_group/s/at \/ \{\{group\}\}/at \/ 64/g' $in_blocks --type-b q8_0 --quants apart $block_one
template pocl blocks.pieces '/^least_apart/s/at \/ \{\{count\}\}/at \/ 64/g' $in_blocks --type-b q4_1 --quants apart $block_one
template pocl blocks.pieces '/^of_parts/s/at \/ \{\{count\}\}/at \/ 512/' $in_blocks --type-b q4_k --quants apart $block_one
template pocl blocks.pieces '/^of_uppers/s/at \/ \{\{count\}\}/at \/ 64/' $in_blocks --type-b q5_0 --quants apart $block_one
# And decoded as halves.
decoded_apart='--family matrix --engine emulated:mma --type f16 --type-b q5_1 --quants apart --layout row --transpose nt --tile 2x4 --wg 8x8 --decode b'
template pocl blocks.pieces '/^bits_of_scale/s/\)scales/)(scales + 1)/' $decoded_apart
template pocl blocks.pieces '/^bits_of_least/s/\)leasts/)(leasts + 1)/' $decoded_apart
template pocl decode.cl 's/_\{\{name\}\} \+ \{\{block\}\}/_{{name}}/' $decoded_apart
# Scales of runs in the gemv family: of which run; multiplied with its sums, its elements, or those with a least value; what becomes of a half on a CPU.
template pocl gemv/products 's/\{\{of_iteration\}\};/{{of_iteration}} * 0.5f;/' $in_blocks --type-b q4_0 $block_runs
template pocl get.pieces '/^scale_of_block/s/\{\{place\}\}/k/' $in_blocks --type-b q5_0 $block_runs
template pocl get.pieces '/^scaled /s/\{\{scale\}\} \*//' $in_blocks --type-b q8_0 $block_gemv
template pocl get.pieces '/^scaled_from_least/s/ \+ \{\{scale\}\}.s1//' $in_blocks --type-b q4_k $block_runs
template pocl get.pieces '/^quants_of_block/s/\{\{place\}\}/k/' $in_blocks --type-b q6_k $block_runs
# Of the two forms of that the one that the compiler takes, and the one that it takes where it knows of no instruction.
template pocl blocks/half_of 's/0x1p112f/0x1p111f/; s/return __builtin/return 2 * __builtin/' $in_blocks --type-b q4_1 $block_runs --for cpu
template pocl blocks/half_of 's/__F16C__/__NONE__/; s/0x1p112f/0x1p111f/' $in_blocks --type-b q4_1 $block_runs --for cpu
# Groups, in one small product: which half of a byte, which byte; which scale, which zero point, and what stands for 0 without one.
template pocl blocks/groups 's/from >> at % 2 \* 4/from >> 4/' $in_blocks --type-b i4_32 $block_one
template pocl blocks/groups_of_bytes 's/at % \{\{count\}\}/at % 16/' $in_blocks --type-b e4m3_128 $block_one
emitted pocl 's/B_scales \+ line \/ 128/B_scales + 0/' $in_blocks --type-b e4m3_128x128 --decode b $block_one
template pocl blocks/groups_of_bytes 's/exponent << 23/exponent << 22/' $in_blocks --type-b mxfp8_e4m3 $block_one
template pocl blocks/groups 's/quants.odd = pairs >> 4/quants.odd = pairs/' $in_blocks --type-b i4_64 $block_vector
template pocl blocks/groups 's/at % \{\{count\}\} \/ 2/at % 32 \/ 2/' $in_blocks --type-b i4_128 $block_gemv
template pocl blocks.pieces '/^scale_of_group/s/vload_half\(at \/ \{\{group\}\}/vload_half(at \/ {{count}}/' $in_blocks --type-b u4_32 $block_one
template pocl blocks/groups 's/zeros\[at \/ \{\{count\}\}\]/zeros[at \/ {{group}}]/' $in_blocks --type-b u4_64 $block_one
template pocl blocks/groups 's/ >> at \/ \{\{group\}\} % 2 \* 4//' $in_blocks --type-b u4_32 $block_gemv
template pocl get.pieces '/^scale_of_group/s/\{\{group\}\}/{{group}} \/ 2/' $in_blocks --type-b u4_32 $block_runs
template pocl get.pieces '/^quants_of_block/s/(_\{\{name\}\}) \+ \{\{block\}\}/\1/' $in_blocks --type-b u4_64 $block_runs
template pocl blocks.pieces '/^zero/s/8\{\{/7{{/' $in_blocks --type-b i4_32 $block_tile
template pocl blocks.pieces '/^pairs/s/\(from\)/(from + 1)/' $in_blocks --type-b i4_256 $block_gemv
emitted pocl 's/(B_scales \+= 64) \/ 32/\1 \/ 64/' $in_blocks --type-b u4_32 $block_tile --offset-b 64
# Which block; where the matrix, a member and a part of K begin.
template pocl blocks/format 's/memory \+ at \/ \{\{count\}\}/memory + at \/ 64/' $in_blocks --type-b q4_0 $block_tile
emitted pocl 's/B \+= 32 \/ 32/B += 32/' $in_blocks --type-b q8_0 $block_tile --offset-b 32
emitted pocl 's/stride_b \/ 32/stride_b/' $in_blocks --type-b q8_0 $block_tile --batch strided
emitted pocl 's/first_of_part \/ 32/first_of_part/' $in_blocks --type-b q8_0 $block_tile --split-k 2 --unroll-k 32
# A matrix engine's elements, two halves at once.
template pocl blocks.pieces '/^upper_of_pairs/s/ >> 4//' $in_blocks --type-b q4_0 $block_staged
template pocl blocks/halves 's/bits << 19/bits << 20/' $in_blocks --type-b q5_1 $block_staged
template pocl blocks/q8_0 's/from \+ 16/from + 8/' $in_blocks --type-b q8_0 $block_staged
# Tiles in local memory of what is calculated with.
template pocl blocks/format 's/memory \+ at \/ \{\{count\}\}/memory + at \/ 64/' $in_blocks --type-b q4_0 --family local --tile 2x2 --wg 4x4 --tile-k 8
}
