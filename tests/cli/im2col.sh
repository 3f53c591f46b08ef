#!/bin/bash
# --copy im2col: what a kernel says of an image in the map that it makes. Kernels run on the device alone.
. "${srcdir:-.}/tests/cli/common.sh"

# map_of PRODUCT FIXED TEXT: the call that makes the map has the text: columns, rows and images, how far apart they are, and where the last column and row are from the end.
map_of() {
    expect 0 '' "$gen" --family matrix --engine wgmma --tile 2x8 --wg 32x4 --type f16 --stages 2 --copy im2col --product "$1" --fixed "$2"
    grep -A 1 'make_map_a(a_map' "$scratch/output" | tail -n 1 | grep -q -F -- "    $3, lane);" || fail "the map of $1 has no $3: $(grep -A 1 'make_map_a(a_map' "$scratch/output" | tail -n 1)"
}

map_of 'y[n,p,q,f]=x[n,2*p+r-1,q+s-2,c]*w[f,r,s,c]' r=3,s=5,c=64 \
    'x_extent_2, x_extent_1, M / (p_size * q_size), 64, x_stride_1, x_stride_0, q_size - 1 - x_extent_2 - 1, (p_size - 1) * 2 - x_extent_1'
# An index has as many positions as elements; with a tap, of one element too, the extent says how many there are, which may be fewer.
map_of 'y[p,q,f]=x[p,q+s,c]*w[f,s,c]' s=3,c=64 'x_extent_1, M / q_size, 1, 64, x_stride_0, x_stride_0, q_size - 1 - x_extent_1 + 1, 0'
map_of 'y[p,q,f]=x[p+r,q+s,c]*w[f,r,s,c]' r=1,s=3,c=64 'x_extent_1, x_extent_0, 1, 64, x_stride_0, x_stride_0, q_size - 1 - x_extent_1 + 1, M / q_size - 1 - x_extent_0 + 1'
map_of 'y[n,l,f]=x[n,l+r-1,c]*w[f,r,c]' r=3,c=128 'x_extent_1, M / l_size, 1, 128, x_stride_0, x_stride_0, l_size - 1 - x_extent_1, 0'

# Channels that are compiled in, strides between pixels and corners are numbers of the map.
expect 0 '' "$gen" --family matrix --engine wgmma --tile 2x8 --wg 32x4 --type bf16 --stages 2 --copy im2col --product 'y[n,p,q,f]=x[n,3*p+r-4,2*q+s-1,c]*w[f,r,s,c]' --fixed r=3,s=3,c=192
for line in 'case 8: made = 192 - 1;' 'case 13: made = 0x3f000088;' 'case 14: made = 0xfcff |' 'case 15: made = 64 - 1;'; do
    grep -q -F "$line" "$scratch/output" || fail "the map lacks $line"
done
# What begins elsewhere, or ends too far from the last pixel, is copied element by element.
grep -q -F 'const bool a_wide = (size_t)A % 16 == 0 && (uint)((q_size - 1) * 2 - x_extent_2 + 128) <= 255 && (uint)((p_size - 1) * 3 - x_extent_1 + 125) <= 255;' "$scratch/output" ||
    fail 'corners that do not fit are not seen'
# An engine that is emulated gathers.
expect 0 '' "$gen" --family matrix --engine emulated:wgmma --tile 2x8 --wg 32x4 --type f16 --stages 2 --copy im2col --product 'y[n,p,q,f]=x[n,p+r-1,q+s-1,c]*w[f,r,s,c]' --fixed r=3,s=3,c=64
grep -q 'make_map' "$scratch/output" && fail 'an emulated engine has a map'
finish
