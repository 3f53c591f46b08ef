# The mistakes that mutate.sh makes, one a line: `template DEVICE FILE EDIT OPTION...` edits templates/FILE.mustache, or
# the table templates/FILE where that is SET.pieces; `emitted DEVICE EDIT OPTION...` the kernel itself. EDIT is an
# extended sed script. DEVICE is where the mistake shows: pocl; intel where only real sub-groups know; oclgrind where
# the result is right all the same.

. "$srcdir/tests/mutation/breaks_options.sh"

# shellcheck disable=SC2086
{
# Who computes what.
emitted pocl 's/(int row = get_global_id)\(1\)/\1(0)/; s/(int column = get_global_id)\(0\)/\1(1)/' $naive --wg 4x4
emitted pocl 's/(column = get_global_id\(0\)) \* 3/\1/' $scalar
emitted pocl 's/get_global_id\(1\) \*/get_group_id(1) */' $scalar
template pocl register.cl 's/\{\{index_type\}\} \{\{name\}\} = \{\{begins\}\}/& + 1/' $scalar
template pocl index/positions 's/\{\{begins\}\}/& + 1/' $window
template pocl index/lines 's/\[line\] = /&1 + /' $layer
template pocl index/own_lines 's/\[pass\] = /&1 + /' $ring_layer
template pocl index/inside '/^const bool inside/s/= /&true || /' $layer
template pocl index/from '/^const \{\{index_type\}\} from/s/\{\{from\}\}/& + 1/' $layer
template pocl index/steps 's/\{\{name\}\} = \{\{begins\}\}/& + 1/' $tile_lines
template pocl get.pieces '/^vector_inside /s/\(0\)/(1)/' $tile_lines --vec-a 4
template pocl blocked/index_cell 's/ \+ \{\{cell\}\}/& + 1/' $copied_lines
template pocl blocked/index_row 's/ \+ \{\{cell\}\}/& + 1/' $copied_rows
template pocl blocked/index_copies 's/first < steps/first + 1 < 0/' $copied_rows
template pocl blocked/index_copies 's/i < length/i + 1 < length/' $copied_at_launch
template pocl blocked/index_calls 's/first_k, /0, /' $copied_lines
template pocl blocked/blocks 's/\) \/ \{\{run\}\} \* \{\{run\}\}/)/' $copied_lines
template pocl index/copy '/cell_of_vector\}\} = \(\{\{vector_type/s/\)0/)0x3c00/' $layer
template pocl index/call 's/\{\{from_k\}\}/0/' $layer
template pocl index/call 's/\{\{from_k\}\}/k/' $ring_layer --split-k 2
template pocl index/of_c 's/\{\{name\}\} = \{\{begins\}\}/& + 1/' $contraction
emitted pocl 's/get_local_id\(1\) \* 8/get_local_id(1) * 4/' $shuffle
emitted pocl 's/column \+ 4\b/column + 3/' $shuffle

# What is added up.
emitted pocl 's/sum = 0\.0f/sum = 1.0f/' $naive
template pocl tiled/loops 's/^int k = 0/int k = 1/' $scalar
template pocl madd.pieces '/^mad /s/\{\{sum\}\}\)/0.0f)/' $naive
template pocl madd.pieces '/^fma /s/\{\{a\}\}/-&/' $scalar --mad fma
template pocl madd.pieces '/^plain /s/ \+ / - /' $scalar --mad plain
emitted pocl 's/int k = 0; k < depth; \+\+k/int k = 0; k + 1 < depth; ++k/' $naive
emitted pocl 's/k < depth; \+\+k/k <= depth; ++k/' $naive
emitted pocl 's/k \+ 4 <= depth/k + 3 <= depth/' $shuffle
emitted pocl 's/^( *)c_1_2 = mad\(a_1_0, b_2_0, c_1_2\)/\1c_1_2 = mad(a_1_0, b_2_1, c_1_2)/' $scalar
emitted pocl 's/^( *c_1_0 = mad\(\(float4\)\()a_1/\1a_0/' $vector
emitted pocl 's/c_0_1 = mad\(/c_0_0 = mad(/' $shuffle
emitted pocl 's/b_1\.s2/b_1.s3/' $shuffle

# Complex numbers: parts, and signs that change with conjugation.
template pocl madd.pieces '/^mad_complex /s/\.\{\{parts_exchanged\}\}//' $complex
template pocl madd.pieces '/^fma_complex /s/\{\{sum\}\}/{{sum}}.yx/' $complex --mad fma
template pocl madd.pieces '/^plain_complex /s/ \+ \(/ - (/' $complex --mad plain
template pocl madd.pieces '/^real /s/(#conjugates_b\}\})-/\1/' $complex --transpose nc
template pocl madd.pieces '/^real /s/\.x\{\{\^last/.y{{^last/' $complex
template pocl madd.pieces '/^imaginary /s/(#conjugates_alike\}\})-/\1/' $complex
template pocl madd.pieces '/^imaginary /s/(#conjugates_alike\}\})-/\1/' $complex --transpose cc
template pocl madd.pieces '/^imaginary /s/(#conjugates_a\}\})-/\1/' $complex --transpose cn
template pocl get.pieces '/^complex_vector /s/\(\{\{memory/(1 + {{memory/' $complex_vectors
template pocl scale.pieces '/^products_complex /s/\{\{kernel\}\}_times/(float2)(2.0f) * &/' $complex_vectors
template pocl put.pieces '/^complex_vstore /s/\(\{\{value/(-{{value/' $complex_tile
template pocl get.pieces '/^tile_complex_vload /s/ vload/ -vload/' $complex_tile --local-vec-a 2
template pocl scale.pieces '/^product_complex /s/\{\{kernel\}\}_times\(\{\{alpha\}\}, product\)/{{alpha}} * product/' $complex
template pocl scale.pieces '/^old_complex /s/\{\{kernel\}\}_times\(\{\{factor\}\}, (.*)\)$/{{factor}}.x * \1/' $complex
template pocl scale.pieces '/^beta_zero_complex /s/all/any/' $complex
template pocl scale.pieces '/^alpha_zero_complex /s/all/any/' $complex
template pocl scale.pieces '/^alpha_zero_complex /s/$/ || true/' $complex
template pocl common/before 's/ - a\.y/ + a.y/' $complex
template pocl scale.pieces '/^complex_constant /s/\{\{scalar_zero\}\}/{{constant}}/' $complex_blocked
template pocl scale.pieces '/^complex_constant /s/\{\{constant\}\}/{{scalar_zero}}/' $complex_blocked
template pocl scale.pieces '/^at_launch /s/beta/beta.yx/' $complex_blocked
template pocl scale.pieces '/^constant /s/\{\{constant\}\}/-&/' $blocked

# What is left of K.
template pocl tiled/loops 's/k < \{\{depth\}\}/k < 0/' $shuffle
template pocl tiled/loops 's/k < \{\{depth\}\}/k + 1 < {{depth}}/' $scalar
template pocl tiled/loops 's/\+\+k/k += 2/' $transposed

# Which group of rows.
template pocl common/group 's/ \+ middle >/ >/' $rows
template pocl common/group 's/(first_of_group = )clamp\((.*), 0, \{\{size_of_group\}\}\)/\1\2/' $rows
template pocl common/group 's/clamp\((offsets\[group \+ 1\]), first_of_group, end_of_group\)/\1/' $rows
template pocl common/group 's/ - group;/;/' $rows
emitted pocl 's/B \+= first_of_group;//' $rows --ragged n
emitted pocl 's/A \+= first_of_group;//' $rows --ragged k
template pocl common/member 's/clamp\(offsets\[member \+ 1\], first_of_group, K\)/K/' $rows --ragged k
emitted pocl 's/experts\[group\]/group/' $experts
emitted pocl 's/min\(experts\[group\], matrix_count - 1\)/experts[group]/' $experts
emitted pocl 's/max\((min\(experts\[group\], matrix_count - 1\)), 0\)/\1/' $experts
emitted pocl 's/index_a \+= first_of_group;//' $experts
emitted pocl 's/\(uint\)row_of_a_0 <.*rows_c/true/' $experts
emitted pocl 's/scale \+= first_of_group;//' $experts
emitted pocl 's/member \* N/0/' $experts
template pocl common/group 's/tiles_before \+= .*;//' $boxes --batch groups
template pocl common/group 's/ - tiles_before;/;/' $boxes --batch groups
emitted pocl 's/as_float\(seen\) \+ value/value/' $rows --rows-c add --beta 0
emitted pocl 's/while \(old != seen\)/while (0)/; s/\(bits, seen,/(bits, ~seen,/' $rows --rows-c add --beta 0

# Which member of a batch.
emitted pocl 's/member = get_global_id\(2\)/member = get_group_id(0)/' $members
emitted pocl 's/\+= member \*/+= (member + 1) */' $members
emitted pocl 's/\[member\]/[0]/' $listed
emitted pocl 's/_padded \+= member \*/_padded += 0 */' $padded --batch strided
emitted pocl 's/(\+= member \* .*) \* [a-z]+;/\1;/' $padded --batch offsets
emitted pocl 's/part_of_k = get_global_id\(2\) % 2/part_of_k = get_global_id(2)/' $members --split-k 2
emitted pocl 's/\+= member \* 2/+= member/' $members --split-k 2
emitted pocl 's/batch_count - 1L/batch_count/' $members --wg-members 4
template pocl common/member 's/\{\{count\}\} - 1L/0L/' $members --wg-members 4
template pocl tiled/own_member 's/own_member > member/own_member < member/' $members --wg-members 4 --beta 1
emitted pocl 's/_tiles\[get_local_id\(2\)\]/_tiles[0]/' --share local --tile 2x4 --wg 2x2 --tile-k 8 --batch strided --wg-members 4
emitted pocl 's/member \* stride_b/member * stride_a/' $members
emitted pocl 's/B \+= begin_b/B += member * (nb12 \/ 4)/' --interface llama_mul_mv_f16
emitted pocl 's/offsets_b\[member\]/offsets_a[member]/' $listed
emitted pocl '/^ *C \+= member/d' $members
emitted pocl '/^ *residual \+= member/d' $members_finished
emitted pocl 's/part < 3/part < 2/' $in_parts
emitted pocl '/^ *B \+= .*first_of_part/d' $in_parts
emitted pocl 's/arrived != 2/arrived != 1/' $in_one_launch
emitted pocl 's/(counters\[tile_of_c\]) = 0;/\1 = 1;/' $in_one_launch
emitted pocl 's/counters \+ tile_of_c/counters/' $in_one_launch
emitted pocl 's/first_stored \+ part_of_k .*/first_stored;/' $in_one_launch
emitted pocl 's/, 1, memory_order/, 2, memory_order/' $in_one_launch

# Where operands lie.
emitted pocl 's/(= \(long\)[a-z(][^;]*) \* lda;/\1 * K;/' $naive
emitted pocl 's/(= \(long\)k) \* ldb;/\1 * N;/' $naive
emitted pocl 's/\* ldc \+/* N +/' $naive
emitted pocl 's/A\[([a-z_]*)_line \+ row\]/A[row * lda + k]/; s/A\[\(long\)k \* lda \+ row\]/A[row * lda + k]/' $naive --transpose tn
emitted pocl 's/B\[([a-z_]*) \+ k\]/B[k * ldb + column]/' $naive --transpose nt
template pocl common/prologue '/pointer/s/\+=/-=/' $vector --offset-a 3
template pocl common/prologue '/pointer/s/\{\{further\}\}/0/' $shuffle --offset-b arg
template pocl get.pieces '/^vector /s/\{\{address\}\}/& + 1/' $vector
template pocl get.pieces '/^vector /s/\(0/(1/' $scalar --vec-a 2
emitted pocl 's/min\(first, last\)/min(first, last - 1)/' $vector
emitted oclgrind 's/min\((first[^,]*), last\)/\1/' $vector
template oclgrind tiled/loops 's/bool whole = \{\{\.\}\}/bool whole = true/' $vector
emitted oclgrind 's/min\((row[^,]*), M - 1\)/(\1)/' $shuffle
emitted oclgrind 's/min\((column[^,]*), N - 1\)/(\1)/' $shuffle

# Images.
template pocl get.pieces '/^texel /s/\{\{x\}\}, \{\{y\}\}/{{y}}, {{x}}/' $naive_image
template pocl get.pieces '/^texel_first /s/\.x$/.y/' $naive_image
template pocl get.pieces '/^texel /s/\{\{y\}\}/& + 1/' $texels
emitted pocl 's/\(x < /(x <= /' $texels --vec-a 1 --vec-b 1
emitted pocl 's/\(x < /(x + 1 < /' $naive_image
template pocl copy_to_image.cl 's/y < \{\{rows\}\}/y + 1 < {{rows}}/' $texels
emitted pocl 's/(4 \* x( \+ [123])?) < /\1 <= /' $texels
template pocl copy_to_image.cl 's/value = \{\{zero\}\}/value = 1.0f/' $texels
template pocl copy_to_image.cl 's/\(int2\)\(x, y\)/(int2)(y, x)/' $naive_image
template pocl copy_to_image.cl 's/value\.\{\{part\}\} = /value.s0 = /' $texels

# Steps before and after, through workspaces.
emitted pocl 's/\] : 0\.0f;/] : 1.0f;/' $padded
emitted pocl 's/x < K && y < M/y < M/' $padded
emitted pocl 's/x < N && y < K/x + 1 < N \&\& y < K/' $padded
emitted pocl 's/stride = \(N \+ 5\) \/ 6 \* 6/stride = N/' $padded
emitted pocl 's/tile\[i\]\[j\]/tile[j][i]/' $padded
emitted pocl 's/x >= N \|\| y >= M/x > N || y >= M/' $padded
emitted pocl 's/if \(line < [^&]* && /if (/' $padded
template pocl unpad.cl 's/\{\{>\*write\}\}/{{target}}[place] = value/' $padded
template pocl transpose.cl 's/barrier\(CLK_LOCAL_MEM_FENCE\);//' $padded

# Tiles that are moved inside.
emitted pocl 's/min\(own_row, M - 4\)/own_row/' $moved
emitted pocl 's/row >= own_row/row > own_row/' $moved
emitted pocl 's/if \(row >= own_row\)//' $moved
emitted pocl 's/first <= 0/first <= 3/' $moved
emitted pocl 's/first <= 2/first <= 1/' $moved
emitted pocl 's/own_column - column,/0,/' $moved
emitted pocl 's/own_row - row,/0,/' $lanes_moved
emitted pocl 's/column >= own_column/true/' $lanes_moved

# Exchanging registers.
template pocl exchange.pieces '/^through_local /s/\[\{\{lane\}\}\]/[lane]/' $shuffle
template pocl exchange.pieces '/^through_local /s/\[\{\{slot\}\}\]/[0]/' $transposed
emitted pocl 's/= exchange\[get_local_id\(1\)\]/= exchange[0]/' $shuffle
template pocl exchange/portable 's/(CLGEMM_SHARED\(slot, value, lane\) exchange.*\[slot\])\[lane\]/\1[0]/' $portable
emitted pocl 's/= k \+ lane;/= k;/' $shuffle
emitted oclgrind '0,/ barrier\(CLK_LOCAL_MEM_FENCE\);/s///' $shuffle
emitted oclgrind '/exchange\[.*\] = /,$s/ barrier\(CLK_LOCAL_MEM_FENCE\);//' $shuffle
template oclgrind exchange/portable 's/(define CLGEMM_SYNCHRONISE) barrier.*/\1/' $portable
template intel exchange.pieces '/^native /s/\{\{lane\}\}/0/' $block_image
template intel exchange.pieces '/^native /s/\{\{lane\}\}/1/' $khronos
template intel exchange/registers '/#define CLGEMM_SHARED/s/\(value, lane\)$/(value, 3 - lane)/' $portable
template intel exchange/shuffle 's/(\(value\.\{\{part\}\}, lane)\)/\1 ^ 1)/' $khronos
template intel get.pieces '/^block_vector /s/\{\{address\}\}/& + 1/' $block_buffer
template intel get.pieces '/^block /s/\{\{address\}\}/& + 1/' $block_buffer
template intel get.pieces '/^block_image /s/\{\{y\}\}/& + 1/' $block_image
emitted intel 's/first_column \* 4/first_column/' $block_image

# What is stored.
template pocl naive/elements '/\{\{#outside\}\}/,/\{\{\/outside\}\}/d' $naive
emitted pocl 's/column >= N/column > N/' $naive
emitted pocl 's/row >= M/row > M/' $naive --transpose nt
emitted pocl 's/if \(row \+ 1 < M\)/if (row + 1 <= M)/' $vector
emitted pocl 's/if \(row \+ 1 < M\)/if (row + 2 < M)/' $vector
emitted pocl 's/column \+ 4 < N/column < N/' $shuffle
emitted pocl 's/room > /room >= /' $vector
emitted pocl 's/room >= 4/room > 0/' $vector
emitted pocl 's/room > /room >= /' $shuffle
template pocl scale.pieces '/^product /s/\{\{alpha\}\} \* //' $naive
emitted pocl 's/c\[2 \* ldc\]/c[3 * ldc]/g; s/c\[\(long\)2 \* ldc\]/c[3 * ldc]/g' $shuffle
template pocl common/prologue 's/\{\{>\*alpha_is_zero\}\} \? 0 : K/K/' $naive
template pocl write.pieces '/^update /s/\{\{#beta_argument\}\}.*\{\{\/beta_argument\}\}//' $naive
template pocl write.pieces '/^update /s/\{\{#beta_argument\}\}.*\{\{\/beta_argument\}\}//' $vector
template pocl write.pieces '/^update /s/\} \+ \{/} - {/' $shuffle
template pocl scale.pieces '/^old /s/\{\{\.\}\} \* /{{.}} + /' $scalar
template pocl scale.pieces '/^old /s/\{\{\.\}\} \* //' $vector --beta 0.5

# Gated products.
template pocl common/store '/^    value \*= /s/\*=/+=/' $naive --chain gate:silu
template pocl common/store '/ value = .*gate \* /s/up\)/gate)/' $naive --chain gate:none
emitted pocl 's/ D\[d_/ B[d_/' $naive --chain gate:relu
emitted pocl 's/row \+ 1 - first/row + 2 - first/' $attention --mask causal
emitted pocl 's/\*total \* scale/*total/' $attention
emitted pocl 's/= scales\[row\] \* vload/= vload/' $attention
emitted pocl 's/head_of_keys \* k_head/head * k_head/' $attention
emitted pocl 's/(key < more \? )[0-9.]+f/\10.5f/' $attention --mask keys
emitted pocl 's/mask\[row \* mask_row/mask[0 * mask_row/' $attention --mask matrix
emitted pocl 's/if \(first_row \+ row >= member_lq\)/if (first_row + row >= lq)/' $attention --lengths member
emitted pocl 's/now == -INFINITY \? 0 : now/now/' $attention --mask keys
emitted pocl 's/(pack_columns\(panels_d, )D/\1B/' $blocked --chain gate:none
emitted pocl 's/stored\[held \+ 9\] = up/stored[held + 8] = up/' $blocked --chain gate:none
template pocl blocked/keep 's/first_k \+ steps </first_k <=/' $blocked --chain gate:none
template pocl blocked/go_on '/^if \(first_k > 0\)/s/> 0/> steps/' $blocked --chain gate:none
emitted pocl 's/D \+= member \* stride_b/D += (member + 1) * stride_b/' $vector --chain gate:none --batch groups --experts index
emitted pocl 's/(up_1_0 = mad\(.*), up_1_0/\1, gate_1_0/' $vector --chain gate:none
emitted pocl 's/D, ldd, first_column/B, ldb, first_column/' $gated
emitted pocl 's/(d_1 = .*b_tile) \+ [0-9]+/\1/' $gated
emitted pocl 's/(&up_0_1, .*)d_1/\1b_1/' $gated
emitted pocl 's/(filled\]) \+ [0-9]+, D/\1, D/' $gated_boxes
emitted pocl 's/, c_0\[4\]/, c_0[5]/' $gated_boxes
emitted pocl 's/up_0_0\.s1/up_0_0.s0/' --family matrix --engine emulated:wmma --type f16 --layout row --tile 8x2 --wg 4x32 --chain gate:none

# The epilogue.
template pocl epilogue.pieces '/^plus /s/\+=/-=/' $finished
template pocl epilogue.pieces '/^times /s/\*=/+=/' $finished
template pocl epilogue.pieces '/^relu /s/</>/' $finished
template pocl epilogue.pieces '/^clamp /s/\? (.*)\{\{high\}\}/? \1{{low}}/' $finished_padded
template pocl epilogue.pieces '/^leaky_relu /s/\{\{slope\}\} \* //' $naive --epilogue leaky_relu:0.25
template pocl epilogue.pieces '/^gelu /s/0\.7071/0.7072/' $naive --epilogue gelu
template pocl epilogue.pieces '/^gelu_tanh /s/0\.044715/0.0447/' $naive --epilogue gelu_tanh
template pocl epilogue.pieces '/^silu /s/-value/value/' $naive --epilogue silu
template pocl epilogue.pieces '/^sigmoid /s/-value/value/' $naive --epilogue sigmoid
template pocl epilogue.pieces '/^tanh /s/= tanh/= sinh/' $naive --epilogue tanh
template pocl expression.pieces '/^minus /s/-/+/' $expressed
template pocl expression.pieces '/^less /s/</>/' $expressed
template pocl expression.pieces '/^else /s/:/: -/' $expressed
template pocl epilogue.pieces '/^expression_call /s/\{\{#further\}\}.*\{\{\/further\}\}//' $expressed
emitted pocl 's/expression\((updated|value\.s1|value), row, column/expression(\1, column, row/' $expressed
template pocl write.pieces '/^saturated /s/_rte/_rtz/' $naive --type i8 --type-c i8
template pocl write.pieces '/^saturated_vector /s/_rte/_rtp/g' $vector --type i8 --type-c u8
template pocl write.pieces '/^saturated /s/_sat_rte/_rte/' $naive --type u8 --type-c u8
template pocl common/epilogue 's/min\(/max(/;s/\{\{>\*old\}\}\{\{#last/{{>*old}} + 1{{#last/' $vector --type i8 --type-c i8 --epilogue bias:column
emitted pocl 's/\[row\]/[column]/' $finished
emitted pocl 's/\[column\]/[row]/' $naive --epilogue bias:column,residual
emitted pocl 's/(residual \+ .*ldr) \+ column/\1/' $finished
emitted pocl 's/(min\([0-9], room) - 1\)/\1 - 2)/' $finished
emitted pocl 's/max\(([0-9], first)/min(\1/' $finished_moved
template pocl write.pieces '/^old_part /s/, \{\{told\}\}/, 1/' $finished
emitted pocl 's/(beta, row) \+ 1, column, bias/\1, column, bias/' $finished
template pocl common/epilogue 's/!last_block/last_block/' $finished_blocked
template pocl blocked/blocks_of_k 's/>= \{\{depth\}\};/> {{depth}};/' $finished_blocked
template pocl unpad.cl 's/\{\{>write.update\}\}/value/' $finished_padded
template oclgrind common/store '/\{\{none\}\}/,/return/d' $finished

# Tiles in local memory.
emitted pocl 's/a_tile\[4\]\[5\]/a_tile[4][3]/' $local_vectors
template pocl local/loops 's/left = \{\{depth\}\} - k/left = {{tile_k}}/' $local_tile
template pocl local/loops 's/if \(k < \{\{depth\}\}\)/if (k + 1 < {{depth}})/' $local_tile
template pocl local/schedule '/used =/s/% \{\{stages\}\}/% 2/' $local_stages
template pocl local/schedule '/filled =/s/% \{\{stages\}\}/% 2/' $local_stages
template pocl local/first_tiles 's/filled = next \/ \{\{tile_k\}\}/filled = 0/' $local_stages
template pocl local/schedule 's/k \+= \{\{tile_k\}\}/k += 1/' $local_tile
emitted pocl 's/a_tile\[tile_row \+ 1\]/a_tile[tile_row]/' $local_tile
emitted pocl 's/a_line = item \/ 2/a_line = item % 2/' $local_tile
emitted pocl 's/b_at = item;/b_at = item % 5;/' $local_tile
emitted pocl 's/a_tile\[a_at\]\[([0-9])\]/a_tile[\1][a_at]/' $local_vectors
emitted pocl 's/a_at \+ 4 < 6/a_at + 4 < 5/' $local_parts
emitted pocl 's/float4 \*\)\(B \+ /&4 + /' $local_aligned
emitted oclgrind 's/\(size_t\)lda \* 4/0/' $local_aligned --ldb 12
emitted oclgrind 's/\(size_t\)ldc \* 4/0/' $local_aligned
template pocl blocked/blocks_of_k 's/\{\{#of_others\}\}.*\{\{.of_others\}\}/0.5f/' $blocked
template pocl blocked/blocks_of_k 's/first_k == 0 \?/first_k < 0 ?/' $blocked
template pocl blocked/blocks_of_k 's/first_k < \{\{depth\}\}/first_k + 1 < {{depth}} - 16/' $blocked
emitted pocl 's/(A \+ .*lda) \+ first_k/\1/' $blocked
emitted pocl 's/(B \+ .*)first_k \*/\10 */' $blocked
template pocl blocked.cl 's/ : \{\{zero\}\}/ : 1.0f/; s/first \+ place </first + place + 1 </' $blocked
emitted pocl 's/(% (row|column)_groups != 0\)) \+ [0-9]+\)/\1)/' $blocked
emitted pocl 's/panel \+ \(k \+ [0-9]\)/panel + (k + 1)/' $blocked
template pocl blocked.cl 's/\{\{operand\}\} \+ \{\{begins\}\}/{{operand}}/' $blocked --stage-a no
emitted pocl 's/min\(row \+ ([0-9]), M - 1\)/min(row, M - \1)/' $blocked --stage-a no --panels b
template pocl blocked.cl 's/tile_\{\{place\}\} \* steps/tile_{{place}}/' $blocked
emitted pocl 's/first_k \* stride/first_k/' $blocked_panels
emitted pocl 's/(_panels \+ .*) \* steps/\1/' $blocked_panels
template pocl pack.cl 's/get_group_id\(1\)/get_group_id(0)/' $blocked_panels
template pocl pack.cl 's/min\(\{\{depth\}\} - first_k, steps_of_block\)/steps_of_block/' $blocked_panels
template pocl blocked.cl 's/for \(; k < steps/for (; k + 1 < steps/' $blocked
template pocl blocked.cl 's/\+\+iteration, \+\+k/++iteration, k += 2/' $blocked --unroll-k 3
template pocl blocked.cl 's/first < \{\{place\}\}s; first/first + {{side}} <= {{place}}s; first/' $blocked_padded
emitted pocl 's/part = item %/part = item \//' $gemv_along
emitted pocl 's/\+ item %/+ item \//' $gemv
emitted pocl 's/\+ item % [0-9]+\)/+ 0)/' $gemv
emitted pocl 's/int k = part \* [0-9]+;/int k = part;/' $gemv_along
emitted pocl 's/int k = whole_k \+ part;/int k = whole_k;/' $gemv_along
template pocl gemv/loops 's/k \+= \{\{\.\}\}/++k/' $gemv_along
template pocl gemv/loop 's/k \+= \{\{\.\}\}/++k/' $gemv_thin_n
emitted pocl 's/whole_k = depth \/ [^;]*;/whole_k = depth;/' $gemv_along
template pocl gemv.cl 's/lo \+ \{\{two\}\}\.hi/lo/' $gemv_along
template pocl gemv.cl 's/others \/= 2/others \/= 4/' $gemv
template pocl gemv.cl 's/item \+ others.*\]/item + others]/' $gemv_thin_n
template pocl gemv.cl 's/barrier.*//' $gemv
template pocl gemv.cl 's/if \(part == 0\)/if (part == 1)/' $gemv_along
emitted pocl 's/tiles = \(columns \+ [0-9]+\)/tiles = columns/' $gemv_tiles
template pocl gemv_tiles.cl 's/\{\{#crosses\}\}whole_\{\{.crosses\}\}tiles/tiles/' $gemv_tiles
template pocl gemv_tiles.cl 's/tile < whole/tile <= whole/' $gemv_tiles
template pocl gemv_tiles.cl 's/\] = \{\{sum_zero\}\}/] = 1.0f/' $gemv_tiles
emitted pocl 's/first_column \+ tile \* [0-9]+/first_column + tile/' $gemv_tiles
template pocl gemv_tiles.cl 's/^( *)sums\[tile\](.*= \{\{cell)/\1sums[0]\2/' $gemv_tiles
emitted pocl 's/ != 0\) \+ [0-9]+\)/ != 0))/' $gemv_tiles
template oclgrind gemv.cl 's/barrier.*//' $gemv_along
emitted oclgrind 's/min\((column[^,]*), N - 1\)/(\1)/' $gemv_along
emitted pocl 's/lane % 4 \* 8/lane % 4 * 4/' $thin
emitted pocl 's/part \* [0-9]+/part * 8/' $thin
template pocl thin.cl 's/_8\.\{/_0.{/' $thin
template pocl thin.cl 's/(\{thin\}\}\.\{\{)second/\1first/' $thin_n
emitted pocl 's/\[lane % 4 \* 2/[lane % 4/' $thin
emitted pocl 's/\[tile_row \+ /[/' $thin_n
template pocl thin.cl 's/< end/<= end/' $thin
template pocl thin.cl 's/&s_\{\{other_i\}\}/\&s_{{i}}/' $thin_n
emitted pocl 's/own_row \+ [0-9]+/own_row/' $thin
template pocl thin/loops 's/ \? \{\{depth\}\} \/ .* : 0;/ ? {{depth}} : 0;/' $thin --fixed 5x37x72
template pocl thin.cl 's/barrier.*//' $thin_n
template pocl thin.cl 's/other = 1/other = 0/' $thin --wg 16x16
emitted pocl 's/(c_0_0 = sums[^+]*) \+ [^;]*;/\1;/' $thin
template pocl thin.cl 's/scale_8 \* run_8/scale_0 * run_8/' $thin_blocks --type-b q4_0 --prepared b
template pocl thin.cl 's/\{\{other_scale\}\}/{{scale}}/' $thin_blocks --type-b q8_0 --prepared b
template pocl thin.cl 's/\{\{>\*converted\}\}/{{kernel}}_halves8({{>*quants}})/' $thin_blocks --type-b q8_0
template pocl thin.cl 's/\{\{>\*get\}\}/1.0f/' $thin_blocks --type-b q8_0
template pocl blocks/q4_0_in_lanes 's/j % 2 \* 4\)/j % 2 * 2)/' $thin_blocks --type-b q4_0 --prepared b
template pocl blocks/q4_0_in_lanes 's/at % 256 \/ 128/0/' $thin_blocks --type-b q4_0 --prepared b --fixed 5x37x256
template pocl blocks/q4_0_in_lanes 's/\[line \/ 8\]\[line % 8\]\[i/[0][line % 8][i/' $thin_blocks --type-b q4_0 --prepared b
template pocl blocks/q4_0_in_lanes 's/lane \/ 4\]/lane % 8]/' $thin_blocks --type-b q4_0 --prepared b
template pocl blocks/q4_0_in_lanes 's/0xd480d480/0xd400d400/' $thin_blocks --type-b q4_0 --prepared b
template pocl blocks/q8_0_in_lanes 's/i % 2 \* 2 \+ word % 2/i % 2 + word % 2 * 2/' $thin_blocks --type-b q8_0 --prepared b
template pocl blocks/q8_0_in_lanes 's/\[eight\]\[lane \/ 4\]/[0][lane \/ 4]/' $thin_blocks --type-b q8_0 --prepared b
template pocl blocks/q8_0_in_lanes 's/at % 256 \/ 64\]\[eight\]\[lane\]/at % 128 \/ 64][eight][lane]/' $thin_blocks --type-b q8_0 --prepared b
template pocl blocks/q4_k_in_lanes 's/-whole/whole/' $thin_blocks --type-b q4_k --prepared b
template pocl blocks/q4_k_in_lanes 's/wholes\[eight\]/wholes[0]/' $thin_blocks --type-b q4_k --prepared b
template pocl blocks/q4_k_in_lanes 's/\[part \/ 4\]\[line \/ 8\]\[lane\];/[part \/ 4][0][lane];/' $thin_blocks --type-b q4_k --prepared b
template pocl blocks/q4_k_in_lanes 's/0xd400d400/0xd480d480/' $thin_blocks --type-b q4_k --prepared b
template pocl blocks/q4_k_in_lanes 's/part % 2 \* 4/part % 4/' $thin_blocks --type-b q4_k --prepared b
template pocl get.pieces '/^scaled_from_least/s/\.s1/.s0/' $thin_blocks --type-b q4_k --prepared b
emitted pocl 's/first_column \+ 16,/first_column,/' $thin_blocks --tile 2x4 --type-b q4_0 --prepared b
emitted pocl 's/ \/ 16 \* \(ldb/ * (ldb/' $thin_blocks --type-b q4_0 --prepared b
template pocl repack.cl 's/line % \{\{\.\}\}/line % 8/' $thin_blocks --type-b q8_0 --prepared b
template pocl blocks/in_halves 's/word & mask \|/word \&/' $thin_blocks --type-b q8_0 --prepared b
emitted oclgrind 's/min\((first_column[^,]*), N - 1\)/(\1)/' $thin
}
. "$srcdir/tests/mutation/breaks_engines.sh"
. "$srcdir/tests/mutation/breaks_blocks.sh"
