/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --fixed r=3,s=3,c=128 --product 'y[n,p,q,f]=x[n,2*p+r-1,2*q+s-1,c]*w[f,r,s,c]' --family matrix --engine wgmma --tile 2x4 --wg 32x4 --tile-k 64 --stages 2 --copy im2col
 */

/* ... */

/*
 * Makes the map of A for copies of pixels, an image with 128 channels. No instruction makes such maps, and their words are not documented: they are those of the call of
 * driver 580 that does. 0, 1: address; 2: kind; 3 to 5: from one column, row and image to the next, in 16 bytes; 8 to 11: channels, columns, rows and
 * images, less 1; 13: from one pixel to the next, less 1, and channels that are copied at once, less 1; 14: corners, the first and the last pixel of
 * a row and of a column, the last one from the end; 15: pixels that are copied at once, less 1; 16: their bytes; 18: swizzled, 128 bytes.
 */
static void gemm_2x4_32x4_make_map_a(
    __global uchar *const map, __local uint *const draft, const uint word, const __global ushort *const image,
    const int columns, const int rows, const int images, const ulong columns_apart, const ulong rows_apart, const ulong images_apart,
    const int last_column, const int last_row, const int lane)
{
    const ulong address = (ulong)(size_t)image;
    uint made = 0;
    switch (lane) {
    case 0: made = (uint)address; break;
    case 1: made = (uint)(address >> 32); break;
    case 2: made = 0x60b1; break;
    case 3: made = (uint)(columns_apart / 8); break;
    case 4: made = (uint)(rows_apart / 8); break;
    case 5: made = (uint)(images_apart / 8); break;
    case 8: made = 128 - 1; break;
    case 9: made = columns - 1; break;
    case 10: made = rows - 1; break;
    case 11: made = images - 1; break;
    case 13: made = 0x3f000048; break;
    case 14: made = 0xffff | (last_column & 255) << 16 | (uint)(last_row & 255) << 24; break;
    case 15: made = 64 - 1; break;
    case 16: made = 64 * 128; break;
    case 18: made = 0x400; break;
    }
    draft[lane] = made;
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    uint differs;
    asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(differs) : "r"(word ^ *(const volatile __local uint *)&draft[lane]));
    if (differs)
        asm volatile("//sm_90a: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
            : : "l"(map), "r"((uint)(size_t)draft) : "memory");
    asm volatile("//sm_90a: fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" : : "l"(map) : "memory");
}

/* Begins to copy 64 pixels in a row, 64 channels of each from `channel` on, from the one at this place on, moved by a tap. They lie swizzled in local memory; what is outside the image is zero. */
static void gemm_2x4_32x4_copy_pixels_a(__local void *const to, const __global uchar *const map, const int channel,
    const int column, const int row, const int image, const int column_of_tap, const int row_of_tap, __local ulong *const full)
{
    asm volatile("{ .reg .b16 column, row; cvt.u16.u32 column, %6; cvt.u16.u32 row, %7; "
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%8], {column, row}; }"
        : : "r"((uint)(size_t)to), "l"(map), "r"(channel), "r"(column), "r"(row), "r"(image), "r"(column_of_tap), "r"(row_of_tap), "r"((uint)(size_t)full) : "memory");
}

/* ... */

/* Copies a tile of A into local memory: 64 rows, 64 elements along K each; zero outside its extents. */
static void gemm_2x4_32x4_copy_a(
    __local ushort *const tile, const __global ushort *const A,
    const long *const a_lines, const int *const a_lines_at_1, const int *const a_lines_at_2,
    const int x_extent_1, const long x_stride_1, const int x_extent_2,
    const int k, const int item)
{
    #pragma unroll
    for (int pass = 0; pass < 4; ++pass) {
        const int line = pass * 16 + item / 8;
        const int at = item % 8 * 8;
        const int r_of_a = (k + at) / 384;
        const int s_of_a = (k + at) / 128 % 3;
        const int c_of_a = (k + at) % 128;
        const int a_by_1 = r_of_a;
        const int a_by_2 = s_of_a;
        const long a_step = a_by_1 * x_stride_1 + (long)a_by_2 * 128 + (long)c_of_a;
        const long from = a_lines[pass] + a_step;
        const bool inside = (uint)(a_lines_at_1[pass] + a_by_1) < (uint)x_extent_1 &&
            (uint)(a_lines_at_2[pass] + a_by_2) < (uint)x_extent_2;
        if (inside)
            *(__local ushort8 *)&tile[gemm_2x4_32x4_place(line, at)] = vload8(0, A + from);
        else
            *(__local ushort8 *)&tile[gemm_2x4_32x4_place(line, at)] = (ushort8)0;
    }
}

/* ... */
