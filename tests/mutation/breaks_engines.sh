# Mistakes in kernels of matrix engines and of rings, in attention, and in what decodes and repacks. Read by breaks.sh, which has their options.
# shellcheck disable=SC2086,SC2154
{
emitted pocl 's/(seen_0.*) \+ 1 \+ row_0/\1 + 2 + row_0/' $attention_engine --mask causal
emitted pocl 's/total_0 \*= scale/total_0 *= 1/' $attention_engine
emitted pocl 's/o_0_0 \*= scale/o_0_0 *= 1/' $attention_engine
emitted pocl 's/row_0 % 2 \* o_head/0 * o_head/' $attention_parts
emitted pocl 's/line % 2 \* q_head/line \/ 2 % 2 * q_head/' $attention_parts
emitted pocl 's/(part < )3/\12/' $attention_parts
emitted pocl 's/min\(keys_of_part, all - begin\)/min(keys_of_part, max(0, all - begin - 1))/' $attention_parts
template pocl attention/parts 's/(const .*scale = ).*/\11;/' $attention_parts
emitted pocl 's/(row - first_row \+ )8/\19/' $attention_ring
emitted pocl 's/lk - lq \+ row \+ 1/lk - lq + row + 2/' $attention_ring --mask causal
emitted pocl 's/(\+ lane \/) 4;/\1 8;/' $matrix
emitted pocl 's/(\+ lane % 4) \* 2;/\1;/' $matrix
emitted pocl 's/\[k \+ [0-9]+\]/[k]/' $matrix
emitted pocl 's/tile\[k \+ [0-9]+\]/tile[k]/' $matrix
template pocl mma.pieces '/^packed /s/$/ >> 16/' $matrix
template pocl mma.pieces '/^packed /s/$/ << 8/' $matrix_bytes
template pocl mma.pieces '/^left_cells/s/\{\{>mma\/left\}\}/{{>mma\/left}}.xxyy/' $matrix_bytes
template pocl mma.pieces 's/_left\{\{/_right{{/' $matrix_reals
emitted pocl 's/c\[ldc\]/c[1]/g' $across
emitted pocl 's/, row \+ 1, bias/, row, bias/' $across
emitted pocl 's/% 2 == item \/ [0-9]+/% 2 == 0/' $turns
emitted pocl 's/sub_group % 2 \*/sub_group */' $turns
template pocl matrix/add_sums 's/\[j\] \+= /[j] = /' $described_reals
template pocl matrix/add_sums 's/of_row_\{\{i\}\} \* //' $described_scales
template pocl matrix/load_scales 's/\{\{place\}\}/0/' $described_scales
template pocl matrix/keep_scales 's/\{\{at\}\}/0/' $described_scales
template pocl ring/end_of_sum 's/of_columns \* \{\{\/scale_/{{\/scale_/' $described_scales --type-b e4m3_128x128
emitted pocl 's/\/ 128 \* \(ldb \/ 128\)/\/ 128 * 0/' $described_scales --type-b e4m3_128x128
emitted pocl 's/sum \/ 32 \* /0 * /' $described_scales --type-a mxfp8_e4m3 --type-b mxfp8_e4m3
emitted pocl 's/ \|\| block \+ 1 == blocks//' $described_reals
emitted pocl 's/ \|\| block % 2 > 0//' $described_reals
template pocl mma/round_tf32_emulated 's/0x1000u/0x8000u/' $matrix_tensor
template pocl mma.pieces '/^made /s/\(/(2.0f * /' $matrix_tensor
template pocl mma/split_tf32 's/value - as_/value + as_/' $matrix_parts
template pocl mma/split_tf32 's/copysign\(1.0f, value\)/value/' $matrix_parts
emitted pocl 's/(exchange\[sub_group\], lane, .*)\.lo\b/\1.hi/' $matrix_parts
template pocl matrix/split_bf16 's/value - \(float2\)/value + (float2)/' $matrix_pairs
template pocl matrix/split_bf16 's/(return as_uint.*value - .*);/\1 \& 0xffffu;/' $matrix_pairs
template pocl matrix/split_bf16 's/, 1\.0f\)/, INFINITY)/' $matrix_pairs
template pocl mma.pieces '/^made_of_word/s/\*\(const/-*(const/' $matrix_pairs
template pocl mma.pieces '/^made_together/s/made_by\}\}\(/made_by}}(2.0f * /' $matrix_pairs
template pocl mma/exchange 's/ \+ 4, along/, along/' $matrix
template pocl mma/exchange 's/along \/ 4 \* 2 \+ 1/along \/ 4 * 2/' $matrix
emitted pocl 's/(tile_row = sub_group.*) \* [0-9]+;/\1 * 8;/' $matrix --wg 16x8
emitted pocl 's/(tile_column = sub_group) %/\1 \//' $matrix
emitted pocl 's/(row|k) \+ line < [MK]/& - 1/' $matrix
emitted pocl 's/\+ at \+ i < [NK]/& - 1/' $matrix
emitted pocl 's/\+ at \+ [0-9]+ <= /+ at + 1 <= /' $matrix
template pocl matrix/copy 's/ : 0;/ : 0x3f80;/' $matrix
template pocl matrix/pairs 's/inside > 1/true/' $matrix_odd
template pocl matrix/pairs 's/from\[1\]/from[0]/' $matrix_odd
template pocl matrix/passes 's/number >= \{\{\.\}\}/number >= 8/' $matrix --tile 2x2 --wg 16x8
emitted pocl 's/if \((wide \&\& \w+) \+ [0-9]+/if (\1/' $matrix
emitted pocl 's/(if \(wide.*(k|column)) \+ [0-9]+ <= ([KN]\) \{)/\1 <= \3/' $matrix
template pocl matrix/stages '/used/s/% \{\{stages\}\}/% 2/' $matrix_turned
template pocl matrix/stages 's/filled = next.*;/filled = 0;/' $matrix_turned
template pocl ring/tile_at 's/in_band \/ height/in_band % height/' $matrix_ring
template pocl ring/tile_at 's/first \+ in_band/in_band/' $matrix_ring
template pocl ring/tile_at 's/number % \{\{column\}\}/number \/ {{column}}/' $matrix_ring_double
emitted pocl 's/get_num_groups\(0\)/2 * &/' $matrix_ring
emitted pocl 's/(first_tile|tile) = get_group_id\(1\).* \+ get_group_id\(0\);/\1 = get_group_id(1) * get_num_groups(0);/' $matrix_ring_double
emitted pocl 's/(blocks) \+ block\)/\1)/' $matrix_ring
emitted pocl 's/ \+ first_of_part \/ 8//' $matrix_ring_double --split-k 2
emitted pocl 's/int blocks_of_panel = \(K/int blocks_of_panel = (K \/ 2/' $matrix_ring_double --split-k 2
emitted pocl 's/\(\(long\)at\.[xy]/((long)at.x/' $matrix_ring
emitted pocl 's/(from = block \+ step) \* [0-9]+/\1/' $matrix_ring
emitted pocl 's/(from = block .* \+ first) \* [0-9]+/\1/' $matrix_ring_double
template pocl kept.pieces '/^rounded /s/rounded\(/rounded(2.0f * /' $matrix_ring_tensor
template pocl matrix/load_block_emulated 's/from\{\{#plus\}\}.*\{\{\/plus\}\}/from/' $matrix_ring_double
emitted pocl 's/ \+ load \/ 32 % 2 \* [0-9]+;/;/' $matrix_ring_double
template pocl mma/load_boxes 's/\}\}\) \+ 1\]/}})]/' $matrix_ring_boxes
template pocl mma/load_boxes 's/lane % 4 \* 4/lane % 4 * 2/' $matrix_ring_boxes
template oclgrind pack_fragments.cl 's/>= \{\{limit\}\}/> {{limit}}/' $matrix_ring
template pocl pack_fragments.cl 's/k >= K/k > K/' $matrix_ring
emitted pocl 's/(int k = .*)lane % /\1lane \/ /' $matrix_ring
template pocl matrix/fill_next 's/% \{\{stages\}\}/% 2/' $matrix_ring
template pocl matrix/fill_next 's/int block = next/int block = next \/ 2/' $matrix_ring
template pocl matrix_ring_emulated.cl 's/number % \{\{stages\}\}/block % {{stages}}/' $matrix_ring
template pocl ring/count 's/ \+ \{\{last_of_block\}\}//' $matrix_ring
emitted pocl 's/lane \/ 8/lane \/ 4/' $matrix_alone
emitted pocl 's/lane % 8/lane \/ 8/' $matrix_ring_alone
emitted pocl 's/\(a\.s[0-9]\)/(a.s0)/' $matrix_alone
emitted pocl 's/, c_[0-9]\[0\]\)/, c_0[0])/' $matrix_alone
emitted pocl 's/\]\[step\]/][0]/' $matrix_alone
template pocl fma/load_across_k 's/tile\[step\]/tile[0]/' $matrix_alone --transpose tn
emitted pocl 's/lane \* 4;/lane;/' $matrix_ring_alone
emitted pocl 's/(from = block .* \+) lane \*/\1 0 */' $matrix_ring
template oclgrind matrix_ring_emulated.cl 's/barrier.*//' $matrix_ring
emitted pocl 's/lane \/ 32 \* 16/lane \/ 32 * 8/' $described
emitted pocl 's/lane % 4 \* 2/lane % 4/' $described
emitted pocl 's/(at = \(step \/ [0-9]+) \* [0-9]+/\1 * 16/' $described
emitted pocl 's/(at = \(first \/ [0-9]+) \* [0-9]+/\1 * 16/' $described
emitted pocl 's/(byte = .*row) % 8/\1 % 4/' $described
emitted pocl 's/(byte = .*) \+ k \/ 8 \* lines/\1/' $described_turned
template pocl matrix/place 's/% \{\{pieces\}\}/% 2/' $described
template pocl wgmma/describe 's/\{\{panel_distance\}\}/8/' $described_wide
template pocl wgmma/describe 's/\{\{lines_distance\}\}/16/' $described_turned
template pocl wgmma/element 's/byte >> 3/byte >> 4/' $described
template pocl wgmma/multiply_emulated 's/ \+ 8, k/, k/' $described
template pocl wgmma/multiply_emulated 's/ \+ 1, k/, k/' $described_turned
emitted pocl 's/ \^ load \/ 8 % 4//' $described_packed
emitted pocl 's/(int (row|column) = .*load \/ 4) % [0-9]+;/\1;/' $described_packed
emitted pocl 's/load \/ [0-9]+ \* 32/0 * 32/' $described_packed
template pocl pack_fragments.cl 's/rest\(values/head(values/' $described_pairs
template pocl pack_fragments.cl 's/rest\(values/head(values/' $described_parts
template pocl pack_fragments.cl 's/load \+ \{\{loads_of_block\}\}/load/' $described_parts
template pocl wgmma/describe 's/rests \+ \{\{\.\}\}/rests/' $described_parts
template pocl wgmma/multiply_emulated 's/!adds && //' $described_parts
template pocl matrix/add_sums 's/j\] \+=/j] =/' $described_parts
emitted pocl 's/multiply\((.*)step > 0/multiply(\1false/' $described_parts
template pocl matrix/fill_next 's/k = block \* \{\{tile_k\}\}/k = 0/' $boxes
template pocl matrix/fill_next 's/first_\{\{place\}\}/0/' $boxes
emitted pocl 's/first_row = at\.y \* [0-9]+/first_row = at.y/' $boxes --wg 64x4
template pocl copy.pieces '/^element_in_panels/s/ \+ i//' $described
template pocl matrix/put 's/vstore\{\{.*;/c[0] = value.s0;/' $described
emitted pocl 's/(column = .*lane % 2) \* 8/\1 * 4/' $traded
template pocl matrix/trade 's/lane \^ \{\{apart\}\}/lane/' $traded
template pocl matrix/trade 's/is_even \? \*second : \*first/*first/' $described_traded
template pocl matrix/trade 's@\{\{#in_rounds\}\} / apart\{\{/in_rounds\}\}@@' $wide_traded
emitted pocl 's/(trade.*lane), 2,/\1, 1,/' $wide_traded
emitted pocl 's/(column = .*lane % 4) \* 8/\1 * 4/' $wide_traded
template pocl matrix/trades 's/j \+= \{\{traded\}\}/j += 2 * {{traded}}/' $described_traded
template pocl matrix/trade_words 's/lane \^ \{\{apart\}\}/lane/' $stored_whole
template pocl matrix/trade_words 's/is_even \? \*second : \*first/*first/' $described_whole
emitted pocl 's/(trade_words.*lane), 2,/\1, 1,/' $stored_whole
emitted pocl 's/(store_whole8.*) \+ 32,/\1,/' $stored_whole
template pocl matrix/whole_tile 's/j \+= \{\{traded\}\}/j += 2 * {{traded}}/' $described_whole
emitted pocl 's/(own_column = .*) \* 2;/\1 * 4;/' $described_whole
emitted pocl 's/column \+ 8, bias/column, bias/' $described_whole
template pocl matrix/align 's/lane \+ 3/lane + 2/' $traded
template pocl matrix/align 's/lane - 1;/lane;/' $wide_traded
template pocl matrix/align 's/is_last \? \{\{part\}\}_before/false ? {{part}}_before/' $traded
template pocl matrix/align 's/past \/ 2 != 0\)/false)/' $traded
template pocl matrix/align 's/past \/ 2 % 2 != 0\)/false)/' $wide_traded
template pocl matrix/align 's/past \/ 4 != 0\)/false)/' $wide_traded
template pocl matrix/align 's/value\.s1230/value/' $described_traded
template pocl matrix/align 's/by_one\.s23456701/by_one/' $wide_traded
template pocl matrix/align 's/turned\.s45670123/turned/' $wide_traded
template pocl matrix/aligns 's/is_first \? 0 : //' $described_traded
template pocl matrix/aligns 's/\{\{#lasts\}\}, \{\{name\}\}/{{#first_of_row}}, {{sum}}/; s/\{\{\/lasts\}\}\);/{{\/first_of_row}});/' $described_traded
emitted pocl 's/column \+ past, min\(N - \(column \+ past\), 4 - past\)/column + past, 0/' $traded
emitted pocl 's/ - past;/;/' $traded
emitted pocl 's/(\((float|half)4\)\(c_([0-9])\[[0-9]\], c_[0-9])\[[0-9]\]\)/\1[0])/' $described_traded
template pocl matrix/put 's/= \{\{given\}\};/= {{given}}.s0;/' $described_turned --type-c f16
emitted pocl 's/(row|column) = first \+ lane/\1 = first/' $columns
emitted pocl 's/(k = step \+ lane( \/ [0-9]+)?) \* [0-9]+/\1/' $columns
emitted pocl 's/(column = first_column \+ tile_column) \+ lane/\1/' $columns
template pocl columns.pieces '/^words_along_k /s/\[k\]/[0]/' $columns
emitted pocl 's/\[row \+ [0-9]+\]/[row]/' $columns
template pocl columns.pieces '/^one_across_k /s/$/ >> 1/' $columns_wide
emitted pocl 's/(exchange\[sub_group\], lane, .*)\.lo\b/\1.hi/' $columns_pairs
template pocl columns.pieces '/^made_single/s/2\)\(/2)(2.0f * /' $columns_singly
template pocl columns.pieces '/^made_single/s/2\)\(/2)(2.0f * /' $columns_singly --transpose tn
emitted pocl 's/(_held\(left, k( \/ [0-9]+)?( \* [0-9]+)?) \+ [0-9]+/\1/' $columns_wide
emitted pocl 's/(_held\(right, lane \* [0-9]+) \+ k/\1/' $columns
template pocl matrix/by_exchange 's/sum = c;/sum = 0;/' $columns
emitted pocl 's/(_store.* c_[0-9]_[0-9])\.s[1-9a-f]/\1.s0/' $columns
emitted pocl 's/(row = first_row \+ tile_row \+) lane/\1 0/' $columns_apart
emitted pocl 's/(_held\(left, \(lane \/ 16) \* [0-9]+/\1/' $columns_many
emitted pocl 's/((row|column) = first \+ lane) % [0-9]+/\1/' $columns_many
emitted pocl 's/(k = step \+ lane) \/ [0-9]+/\1/' $columns_apart
emitted pocl 's/(_held\(left, \(?lane \/ [0-9]+) \+ [0-9]+/\1/' $columns_apart
emitted pocl 's/(\+ k \/ [0-9]+) \* 16/\1 * 8/' $columns_many
emitted pocl 's/(_held\(.*) \+ k % [0-9]+/\1/' $columns_many
emitted pocl 's/(q4_1_load8\(B, )from\)/\10)/' $quantised
template pocl blocks.pieces '/^as_nearest /s/\(\{\{>/(-{{>/' $quantised
template pocl stores/halves 's/vstore_half\{\{#lanes\}\}.*;/halves = 0;/' $quantised --type f16
emitted pocl 's/(next \/ 32) \* 9/\1/' $staged
emitted pocl '/_unpack_b\(/,/^}/s/(at = number % [0-9]+) \* [0-9]+/\1/' $staged --vec-b 4
template pocl matrix/unpack_halves 's/\[line\] \+ block/[line]/' $staged
template pocl matrix/unpack_halves 's/ \+ at \+ 16/ + 16/' $staged
template pocl matrix/stages 's/used \+ 1/used/' $staged
template pocl matrix/stages 's/1 - made/made/' $staged
template pocl matrix/stages 's/!early \&\& more/!early/; s/\(early \&\& more/(false/' $staged
template pocl decode.cl 's/\* \{\{covers\}\};/* 64;/' $decoded
template pocl decode.cl 's/\{\{block\}\}/{{block}} + 1/' $decoded
template pocl decode.cl 's/to \+ 16/to + 8/' $decoded
template pocl blocks/format 's/(bits_of_scale\}\} \* )0x10001u/\10x10000u/' $decoded
template pocl blocks.pieces '/^scale_of_group/s/at \/ \{\{group\}\}, scales/at \/ {{count}}, scales/' $decoded_grouped
template pocl decode.cl 's/k < K \?/true ?/' $decoded_padded
emitted pocl 's/line \* ldb \+ k/k * ldb + k/' $decoded_grouped
emitted pocl 's/line \* K \+ k/line * K/' $decoded_grouped
template pocl blocks/words_of_4_bits 's/0xf0000, 0xf00/0x70000, 0xf00/' $repacked --type-b q4_0
template pocl blocks/words_of_5_bits 's/12, 15, 10/12, 15, 11/' $repacked --type-b q5_0
template pocl blocks/words_of_6_bits 's/12, 14, 8/12, 14, 9/' $repacked --type-b q6_k
template pocl blocks.pieces '/^right_of_word/s/8, 16/16, 8/' $repacked --type-b q8_0
template pocl blocks.pieces '/^16_of_5_bits/s/ >> 8//' $repacked --type-b q5_1
emitted pocl 's/\(b_column \+ ldb\) \/ 256/b_column \/ 256/' $repacked --type-b q4_0 --fixed 4x8x256
emitted pocl 's/line \* stride/line * K/' $repacked --type-b q4_0
template pocl blocks/repack_scales_of_256 's/\(parts\[4\] >> 4\)/(parts[4] \& 15)/' $repacked --type-b q4_k
emitted pocl 's/part = item %/part = item \//' $repacked --type-b q4_0 --sum-vec 4
template pocl gemv/products '/of_iteration/s/ \+= /  = /' $runs --type-b q4_0
template pocl get.pieces '/^scale_of_block/s/\{\{place\}\}/k/' $runs --type-b q8_0
template pocl get.pieces '/^quants_of_block/s/\{\{place\}\}/k/' $runs --type-b q6_k
template pocl get.pieces '/^scaled_from_least/s/\.s1/.s0/' $runs --type-b q5_k
template pocl get.pieces '/^scale_of_group/s/\{\{group\}\}/{{group}} \/ 2/' $runs --type-b u4_32
template pocl blocks/half_of 's/__F16C__/__NONE__/; s/0x8fffe000/0x0fffe000/' $runs --type-b q4_0 --for cpu
template pocl blocks/half_of 's/0x8fffe000/0x0fffe000/; s/return __builtin/return -__builtin/' $runs --type-b q4_0 --for cpu
template pocl blocks/q4_0 's/place << 23/place << 22/' $runs --type-b q4_0
template pocl blocks/halves 's/pairs << 8/pairs << 16/' $staged
template pocl blocks/halves 's/whole \* /whole + /' $staged
template oclgrind matrix/by_exchange '0,/barrier/s/barrier.*//' $columns
template oclgrind matrix/stages 's/barrier.*//' $matrix
template oclgrind mma/exchange '0,/barrier/s/barrier.*//' $matrix
emitted oclgrind 's/min\(first \+ place, rows - 1\)/first + place/' $blocked
emitted oclgrind 's/first \+ place < columns \? (line\[[^]]*\]) : 0\.0f/\1/' $blocked
emitted oclgrind 's/min\(first_row([^,]*), M - 1\)/(first_row\1)/' $local_tile
emitted oclgrind 's/min\((k \+ [^,]*), K - 1\)/(\1)/' $local_tile
emitted oclgrind 's/min\(a_at \+ 4, 5\)/a_at + 4/; s/if \(a_at \+ 4 < 6\)//' $local_parts
template oclgrind local/turn '0,/barrier/s/barrier.*//' $local_tile
template oclgrind local/schedule 's/barrier.*//' $local_stages
}
