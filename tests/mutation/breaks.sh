# The mistakes that mutate.sh makes, one a line: `template DEVICE FILE EDIT OPTION...` edits templates/FILE.mustache, or
# the table templates/FILE where that is SET.pieces; `emitted DEVICE EDIT OPTION...` the kernel itself. EDIT is an
# extended sed script. DEVICE is where the mistake shows: pocl; intel where only real sub-groups know; oclgrind where
# the result is right all the same.

naive='--family naive --layout row'
naive_image='--family naive --layout row --access image'
scalar='--family register --layout row --tile 2x3 --wg 2x2 --tile-k 2'
vector='--family register --layout row --tile 2x4 --wg 2x2 --vec-c 4'
texels='--family register --layout row --tile 4x4 --wg 2x2 --access image --vec-a 4 --vec-b 4 --vec-c 4 --tile-k 4'
shuffle='--share shuffle --layout row --tile 8x2 --wg 2x4 --sub-groups emulated'
transposed='--share shuffle --layout row --transpose tt --tile 8x2 --wg 2x4 --sub-groups emulated'
portable='--share shuffle --layout row --tile 8x2 --wg 2x4 --sub-groups auto'
khronos='--share shuffle --layout row --tile 8x2 --wg 2x4 --sub-groups khr'
block_image='--share block-read --layout row --tile 8x2 --wg 1x8 --access image --sub-groups intel'
window='--product y[f,t]+=x[t+d-1]*h[d,f] --fixed t=12,f=5,d=3 --extent x=12 --family naive'
layer='--product y[p,q,f]=x[p+r-1,q+s-1,c]*w[f,r,s,c] --fixed p=6,q=5,f=9,r=3,s=3,c=8 --extent x=6,5, --family matrix --engine emulated:mma --type f16 --tile 2x2 --wg 8x4 --stages 2'
ring_layer='--product y[p,q,f]=x[p+r-1,q+s-1,c]*w[f,r,s,c] --fixed p=6,q=5,f=9,r=3,s=3,c=16 --extent x=6,5, --family matrix --engine emulated:wgmma --type f16 --tile 2x8 --wg 32x4 --copy tensor --stages 2'
copied_lines='--product y[p,f]=x[p+r-1,c]*w[f,r,c] --fixed p=14,f=8,r=3,c=24 --extent x=14, --family blocked --tile 2x4 --block-tiles 2x1 --block-k 32'
copied_rows='--product y[p,f]=x[p+r-1,c]*w[f,r,c] --fixed p=14,f=8,r=3,c=8 --extent x=14, --family blocked --tile 2x4 --block-tiles 2x1 --block-k 24'
tile_lines='--product y[p,f]=x[p+r-1,c]*w[f,r,c] --fixed p=14,f=8,r=3,c=24 --extent x=14, --family local --tile 2x2 --wg 4x4 --tile-k 8'
contraction='--product c[a,b,i,j]=t[i,k,a,l]*v[k,b,l,j] --fixed a=3,b=2,i=4,j=3,k=2,l=3 --family register --tile 2x2 --wg 2x2'
padded='--family register --layout row --tile 2x3 --wg 2x2 --tile-k 2 --edges pad --pretranspose b'
moved='--family register --layout row --tile 2x4 --wg 2x2 --vec-c 4 --edges shift'
lanes_moved='--share shuffle --layout row --tile 8x2 --wg 2x4 --sub-groups emulated --edges shift'
block_buffer='--share block-read --layout row --tile 8x2 --wg 1x8 --access buffer --sub-groups intel'
local_tile='--family local --layout row --tile 2x2 --wg 2x3 --tile-k 4'
local_stages='--family local --layout row --tile 2x2 --wg 2x3 --tile-k 4 --stages 3'
local_vectors='--family local --layout row --tile 2x4 --wg 2x2 --tile-k 4 --vec-b 2 --vec-c 4 --stage-a transposed --pad-a 1'
local_aligned='--family local --layout row --tile 2x4 --wg 2x2 --tile-k 4 --vec-a 4 --vec-b 4 --vec-c 4 --aligned'
local_parts='--family local --layout row --tile 2x3 --wg 2x2 --tile-k 6 --load-shape-a 1x4 --load-shape-b 1x4'
blocked='--family blocked --layout row --tile 4x8 --block-tiles 2x2 --block-k 16 --vec-c 4'
matrix='--family matrix --engine emulated:mma --type bf16 --type-c f32 --layout row --tile 4x2 --wg 8x8 --tile-k 32'
matrix_bytes='--family matrix --engine emulated:mma --type i8 --layout row --transpose tn --tile 4x2 --wg 8x8'
matrix_reals='--family matrix --engine emulated:mma --type-a e4m3 --type-b e5m2 --type-c f32 --layout row --transpose nt --tile 4x2 --wg 8x8'
matrix_tensor='--family matrix --engine emulated:mma --compute tf32 --layout row --transpose nt --tile 4x2 --wg 8x8'
matrix_parts='--family matrix --engine emulated:mma --compute 3xtf32 --layout row --transpose nt --tile 4x2 --wg 8x8'
matrix_pairs='--family matrix --engine emulated:mma --compute bf16x3 --layout row --tile 4x2 --wg 8x8'
matrix_pairs="$matrix --stages 3 --copy async"
matrix_turned="$matrix --transpose tt --stages 3"
matrix_ring='--family matrix --engine emulated:mma --type bf16 --type-c f32 --layout row --tile 2x2 --wg 8x4 --tile-k 32 --copy bulk --panels ab --stages 3 --persistent 1 --raster 2'
matrix_ring_double='--family matrix --engine emulated:mma --type f64 --layout row --transpose tn --tile 4x2 --wg 8x8 --copy bulk --panels ab --stages 2'
matrix_ring_boxes='--family matrix --engine emulated:mma --type f64 --layout row --tile 4x2 --wg 8x8 --tile-k 16 --copy tensor --stages 2'
matrix_ring_tensor='--family matrix --engine emulated:mma --compute tf32 --layout row --tile 4x2 --wg 8x8 --copy bulk --panels ab --stages 2'
matrix_alone='--family matrix --engine emulated:fma --layout row --transpose nt --tile 4x4 --wg 8x8 --tile-k 8'
matrix_ring_alone='--family matrix --engine emulated:fma --layout row --tile 4x4 --wg 8x8 --tile-k 8 --copy bulk --panels ab --stages 2'
described='--family matrix --engine emulated:wgmma --type bf16 --type-c f32 --layout row --tile 2x8 --wg 32x8 --tile-k 128'
gated="$matrix --tile 4x4 --chain gate:none"
gated_boxes='--family matrix --engine emulated:wgmma --type bf16 --layout row --tile 2x8 --wg 32x4 --copy tensor --stages 2 --chain gate:none'
attention='--chain attention --head 16 --tile 4x4 --wg 4x4'
traded='--family matrix --engine emulated:mma --type bf16 --layout row --vec-c 4 --tile 2x8 --wg 8x8'
wide_traded='--family matrix --engine emulated:mma --type f16 --layout row --vec-c 8 --tile 2x16 --wg 8x8'
described_traded='--family matrix --engine emulated:wgmma --type f16 --layout row --vec-c 4 --tile 2x8 --wg 32x8 --tile-k 32'
stored_whole='--family matrix --engine emulated:mma --type f16 --layout row --vec-c 8 --tile 2x16 --wg 8x8 --fixed 64x256x48 --beta 0'
described_whole='--family matrix --engine emulated:wgmma --type bf16 --layout row --vec-c 4 --tile 2x8 --wg 32x8 --tile-k 32 --fixed 128x128x64 --beta 0 --epilogue bias:column,relu'
described_turned='--family matrix --engine emulated:wgmma --type f16 --type-c f32 --layout row --transpose tt --tile 2x8 --wg 32x4 --stages 3'
described_scales='--family matrix --engine emulated:wgmma --type-a e4m3_128 --type-b e4m3_128 --type-c f32 --layout row --transpose nt --tile 2x8 --wg 32x4 --tile-k 64 --copy tensor --stages 2'
described_reals='--family matrix --engine emulated:wgmma --type e4m3 --type-c f32 --layout row --transpose nt --tile 2x8 --wg 32x4 --tile-k 32 --copy tensor --stages 2 --accumulate-k 64'
described_wide='--family matrix --engine emulated:wgmma --type bf16 --type-c f32 --layout row --tile 2x32 --wg 32x4'
across='--family matrix --engine emulated:wgmma --engine-along n --type f16 --type-c f32 --layout row --tile 2x8 --wg 32x4 --epilogue bias:row'
quantised='--family matrix --engine emulated:mma --type bf16 --type-b q4_1 --layout row --transpose nt --tile 2x2 --wg 8x4'
runs='--family gemv --layout row --transpose nt --thin m --tile 1x2 --wg 1x1 --tile-k 64 --vec-a 16 --vec-b 16'
staged='--family matrix --engine emulated:mma --type f16 --type-b q4_0 --layout row --transpose nt --tile 2x2 --wg 16x4 --tile-k 64 --stages 3 --copy async'
decoded='--family matrix --engine emulated:wgmma --type f16 --type-b q4_0 --layout row --transpose nt --tile 2x8 --wg 32x4 --copy tensor --stages 2 --decode b'
decoded_padded='--family register --type-b q5_1 --layout row --transpose nt --tile 2x2 --wg 2x2 --tile-k 3 --unroll-k 48 --decode b --edges pad'
decoded_grouped='--family matrix --engine emulated:wgmma --type bf16 --type-b u4_32 --layout row --transpose nt --tile 2x8 --wg 32x4 --copy tensor --stages 2 --decode b'
columns='--family matrix --engine emulated:dpas --type f16 --type-c f32 --layout row --transpose nt --tile 16x2 --wg 2x16'
columns_wide='--family matrix --engine emulated:dpas16 --type bf16 --type-c f32 --layout row --transpose tn --tile 16x2 --wg 2x16'
columns_pairs='--family matrix --engine emulated:dpas --compute bf16x3 --layout row --tile 8x2 --wg 2x8'
columns_singly='--family matrix --engine emulated:dpas16 --compute bf16x3 --layout row --tile 8x1 --wg 2x16'
columns_apart='--family matrix --engine emulated:mfma --type f64 --layout row --tile 8x2 --wg 4x16 --tile-k 8'
columns_many='--family matrix --engine emulated:wmma12 --type f16 --type-c f32 --layout row --transpose nt --tile 8x2 --wg 4x16'
boxes='--family matrix --engine emulated:wgmma --type bf16 --type-c f32 --layout row --tile 2x8 --wg 32x8 --tile-k 32 --copy tensor --stages 3 --persistent 1 --raster 2'
turns="$boxes --wg 64x4 --take-turns"
described_packed='--family matrix --engine emulated:wgmma --type bf16 --type-c f32 --layout row --tile 2x4 --wg 32x4 --tile-k 96 --copy bulk --panels ab --stages 2'
described_parts='--family matrix --engine emulated:wgmma --compute 3xtf32 --layout row --tile 2x8 --wg 32x4 --copy bulk --panels ab --stages 2'
described_pairs='--family matrix --engine emulated:wgmma --compute bf16x3 --layout row --tile 2x8 --wg 32x4 --copy bulk --panels ab --stages 2'
in_parts='--family register --layout row --tile 2x3 --wg 2x2 --tile-k 2 --split-k 3'
in_one_launch="$in_parts --split-k-sum launch"
members='--family register --layout row --tile 2x3 --wg 2x2 --tile-k 2 --batch strided'
members_finished='--family register --layout row --tile 2x3 --wg 2x2 --batch strided --epilogue residual'
rows='--family register --layout row --tile 2x3 --wg 2x2 --tile-k 2 --batch groups'
experts="$rows --experts index --rows-a index --rows-c index --epilogue scale:row,bias:column:group"
listed='--family register --layout row --tile 2x3 --wg 2x2 --tile-k 2 --batch offsets'
blocked_padded='--family blocked --layout row --tile 4x8 --block-tiles 2x2 --block-k 16 --vec-c 4 --edges pad'
gemv='--family gemv --layout row --tile 2x4 --wg 4x2'
gemv_along='--family gemv --layout row --transpose nt --tile 2x2 --wg 4x2 --aligned'
repacked='--family gemv --layout row --transpose nt --tile 2x2 --wg 4x2 --vec-a 16 --vec-b 16 --mad fma --prepared b'
thin='--family thin --engine emulated:mma --type f16 --layout row --transpose nt --tile 2x4 --wg 8x16'
thin_n='--family thin --engine emulated:mma --type bf16 --type-c f32 --layout row --transpose nt --thin n --tile 4x4 --wg 16x8'
thin_blocks='--family thin --engine emulated:mma --type f16 --layout row --transpose nt --tile 2x2 --wg 8x8'
gemv_tiles='--family gemv --layout row --tile 2x4 --wg 1x1 --block-tiles 1x5 --tile-k 4'
gemv_thin_n='--family gemv --layout row --thin n --transpose tn --tile 8x2 --wg 2x4'
blocked_panels='--family blocked --layout row --tile 4x8 --block-tiles 2x2 --block-k 16 --vec-c 4 --panels ab'
complex='--family register --layout row --type c32 --tile 2x3 --wg 2x2'
complex_vectors='--family register --layout row --type c32 --tile 2x4 --wg 2x2 --vec-b 4 --vec-c 2'
complex_tile='--family local --layout row --type c32 --tile 2x2 --wg 2x2 --tile-k 4 --vec-a 2 --vec-b 2 --pad-a 1'
complex_blocked='--family blocked --layout row --type c32 --tile 4x4 --block-tiles 2x2 --block-k 16'
finished='--family register --layout row --tile 2x4 --wg 2x2 --vec-c 4 --epilogue bias:column,residual,scale:row,relu'
finished_moved='--family register --layout row --tile 2x4 --wg 2x2 --vec-c 4 --edges shift --epilogue residual,relu'
finished_blocked='--family blocked --layout row --tile 4x8 --block-tiles 2x2 --block-k 16 --vec-c 4 --epilogue bias:column,relu'
expressed='--family register --layout row --tile 2x4 --wg 2x2 --vec-c 4 --epilogue expression:value<row?value-column:0.5*value'
finished_padded='--family register --layout row --tile 2x3 --wg 2x2 --edges pad --epilogue residual,bias:row,clamp:-3:5'
in_blocks='--layout row --transpose nt'
block_one='--family naive --wg 2x4'
block_tile='--family register --tile 2x2 --wg 2x2'
block_vector="$block_tile --tile-k 8 --vec-b 8"
block_gemv='--family gemv --tile 2x2 --wg 4x2'
block_decoded='--family matrix --engine emulated:wgmma --tile 2x8 --wg 32x4 --copy tensor --stages 2 --decode b'
block_runs='--family gemv --thin m --tile 1x2 --wg 1x1 --tile-k 64 --vec-a 16 --vec-b 16'
block_staged='--family matrix --engine emulated:mma --type f16 --tile 2x2 --wg 8x4 --tile-k 64 --stages 3 --copy async'

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
template pocl blocked/index_calls 's/first_k, /0, /' $copied_lines
template pocl blocked/blocks 's/\) \/ \{\{run\}\} \* \{\{run\}\}/)/' $copied_lines
template pocl index/copy '/cell_of_vector\}\} = \(\{\{vector_type/s/\)0/)0x3c00/' $layer
template pocl index/call 's/\{\{from_k\}\}/0/' $layer
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
template pocl matrix/pairs 's/second \? from/true ? from/' $matrix_pairs
template pocl matrix/pairs 's/from\[1\]/from[0]/' $matrix_pairs
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
