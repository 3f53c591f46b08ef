/*
 * gemm_2x16_32x4: C = alpha * A * B^T + beta * C
 *
 * A in i8, B in i8, C in i32 integers, computed in i32, row-major; M a multiple of 64, N a multiple of 64, K a multiple of 256.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      N x K, row-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 16 elements of C: 2 along M by 16 along N.
 * A work-group computes 64 along M by 64 along N.
 * Launch: local size {4, 32}, global size {4 * ceil(N / 64), 32 * ceil(M / 64)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --layout row --transpose nt --edges exact --family matrix --engine emulated:wgmma --tile 2x16 --wg 32x4 --tile-k 256
 */

/*
 * Index of element `at` of line `line` in a tile of A, 2 panels with 128 elements of every line each, swizzled as the engine reads it: of the pieces of
 * 16 bytes of such a line, number p is stored at position p ^ line % 8.
 */
static int gemm_2x16_32x4_place_a(const int line, const int at)
{
    return (at / 128 * 64 + line) * 128 + (at % 128 ^ line % 8 * 16);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of A from row `first` and element `step` of K on: 64 rows, 32 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start in the tile; from bit 16 on the leading dimension offset, which is not used along K;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 128 bytes.
 */
static ulong gemm_2x16_32x4_describe_a(const __local uchar *const tile, const int first, const int step)
{
    const int at = (step / 128 * 64 + first) * 128 + step % 128;
    return ((uint)at * 1 & 0x3ffffu) >> 4 | 1ul << 16 | 64ul << 32 | 1ul << 62;
}

/* Element `k` of row `row` of a fragment of A, found in the tile as the engine finds it by the description. */
static int gemm_2x16_32x4_element_a(
    const __local uchar *const tile, const ulong description, const int row, const int k)
{
    const uint start = ((uint)description & 0x3fffu) * 16;
    const uint lines = ((uint)(description >> 32) & 0x3fffu) * 16;
    const uint byte = start + row / 8 * lines + row % 8 * 128 + k;
    const uint at = (byte ^ (byte >> 3 & 0x70)) / 1;
    const __local char *const elements = (const __local char *)tile;
    return (int)elements[at];
}

/*
 * Index of element `at` of line `line` in a tile of B, 2 panels with 128 elements of every line each, swizzled as the engine reads it: of the pieces of
 * 16 bytes of such a line, number p is stored at position p ^ line % 8.
 */
static int gemm_2x16_32x4_place_b(const int line, const int at)
{
    return (at / 128 * 64 + line) * 128 + (at % 128 ^ line % 8 * 16);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of B from column `first` and element `step` of K on: 64 columns, 32 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start in the tile; from bit 16 on the leading dimension offset, which is not used along K;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 128 bytes.
 */
static ulong gemm_2x16_32x4_describe_b(const __local uchar *const tile, const int first, const int step)
{
    const int at = (step / 128 * 64 + first) * 128 + step % 128;
    return ((uint)at * 1 & 0x3ffffu) >> 4 | 1ul << 16 | 64ul << 32 | 1ul << 62;
}

/* Element `k` of column `column` of a fragment of B, found in the tile as the engine finds it by the description. */
static int gemm_2x16_32x4_element_b(
    const __local uchar *const tile, const ulong description, const int column, const int k)
{
    const uint start = ((uint)description & 0x3fffu) * 16;
    const uint lines = ((uint)(description >> 32) & 0x3fffu) * 16;
    const uint byte = start + column / 8 * lines + column % 8 * 128 + k;
    const uint at = (byte ^ (byte >> 3 & 0x70)) / 1;
    const __local char *const elements = (const __local char *)tile;
    return (int)elements[at];
}

/*
 * C += A * B, fragments of 64 x 64 x 32, on any device. Lane l holds of C, for every j, columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1:
 * of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 */
static void gemm_2x16_32x4_multiply(
    const __local uchar *const a_tile, const __local uchar *const b_tile, const int lane,
    int2 *const c_0, int2 *const c_8, const ulong a, const ulong b)
{
    const int row = lane / 32 * 16 + lane % 32 / 4;
    for (int k = 0; k < 32; ++k) {
        const int of_0 = gemm_2x16_32x4_element_a(a_tile, a, row, k);
        const int of_8 = gemm_2x16_32x4_element_a(a_tile, a, row + 8, k);
        for (int j = 0; j < 8; ++j) {
            const int column = j * 8 + lane % 4 * 2;
            const int2 of_k = (int2)(
                gemm_2x16_32x4_element_b(b_tile, b, column, k),
                gemm_2x16_32x4_element_b(b_tile, b, column + 1, k));
            c_0[j] += of_0 * of_k;
            c_8[j] += of_8 * of_k;
        }
    }
}

/* Stores 2 elements, at once where that is possible. */
static void gemm_2x16_32x4_put2(const int2 value, __global int *const c)
{
    if ((size_t)c % 8 == 0)
        *(__global int2 *)c = value;
    else
        vstore2(value, 0, c);
}

/*
 * Copies a tile of A into local memory: 64 rows, 256 elements along K each.
 */
static void gemm_2x16_32x4_copy_a(
    __local uchar *const tile, const __global uchar *const A, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 8; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 16;
            const int at = number % 16 * 16;
            const long from = (long)(row + line) * lda + k + at;
            *(__local uchar16 *)&tile[gemm_2x16_32x4_place_a(line, at)] = *(const __global uchar16 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 8; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 16;
        const int at = number % 16 * 16;
        const long from = (long)(row + line) * lda + k + at;
        for (int i = 0; i < 16; ++i)
            tile[gemm_2x16_32x4_place_a(line, at + i)] = A[from + i];
    }
}

/*
 * Copies a tile of B into local memory: 64 columns, 256 elements along K each.
 */
static void gemm_2x16_32x4_copy_b(
    __local uchar *const tile, const __global uchar *const B, const int ldb, const int column, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 8; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 16;
            const int at = number % 16 * 16;
            const long from = (long)(column + line) * ldb + k + at;
            *(__local uchar16 *)&tile[gemm_2x16_32x4_place_b(line, at)] = *(const __global uchar16 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 8; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 16;
        const int at = number % 16 * 16;
        const long from = (long)(column + line) * ldb + k + at;
        for (int i = 0; i < 16; ++i)
            tile[gemm_2x16_32x4_place_b(line, at + i)] = B[from + i];
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements. */
static void gemm_2x16_32x4_store2(
    __global int *const c,
    const int alpha, const int2 product, const int beta)
{
    const int2 value = alpha * product;
    gemm_2x16_32x4_put2(beta == 0 ? value : value + beta * vload2(0, c), c);
}

__kernel __attribute__((reqd_work_group_size(4, 32, 1)))
void gemm_2x16_32x4(
    const int M, const int N, const int K, const int alpha,
    __global const char *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int first_row = get_group_id(1) * 64;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
    const int first_column = get_group_id(0) * 64;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local uchar a_tile[16384] __attribute__((aligned(1024)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda) % 16 == 0;
    __local uchar b_tile[16384] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb) % 16 == 0;

    int2 c_0[8] = {(int2)0}, c_1[8] = {(int2)0};

    for (int k = 0; k < depth; k += 256) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_2x16_32x4_copy_a(a_tile, (const __global uchar *)A, lda, first_row, k, a_wide, item);
        gemm_2x16_32x4_copy_b(b_tile, (const __global uchar *)B, ldb, first_column, k, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 256; step += 32) {
            const ulong a_0 = gemm_2x16_32x4_describe_a(a_tile, tile_row, step);
            const ulong b_0 = gemm_2x16_32x4_describe_b(b_tile, tile_column, step);
            gemm_2x16_32x4_multiply(a_tile, b_tile, lane, c_0, c_1, a_0, b_0);
        }
    }

    gemm_2x16_32x4_store2(C + (long)row * ldc + column, alpha, c_0[0], beta);
    gemm_2x16_32x4_store2(C + (long)row * ldc + column + 8, alpha, c_0[1], beta);
    gemm_2x16_32x4_store2(C + (long)row * ldc + column + 16, alpha, c_0[2], beta);
    gemm_2x16_32x4_store2(C + (long)row * ldc + column + 24, alpha, c_0[3], beta);
    gemm_2x16_32x4_store2(C + (long)row * ldc + column + 32, alpha, c_0[4], beta);
    gemm_2x16_32x4_store2(C + (long)row * ldc + column + 40, alpha, c_0[5], beta);
    gemm_2x16_32x4_store2(C + (long)row * ldc + column + 48, alpha, c_0[6], beta);
    gemm_2x16_32x4_store2(C + (long)row * ldc + column + 56, alpha, c_0[7], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column, alpha, c_1[0], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column + 8, alpha, c_1[1], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column + 16, alpha, c_1[2], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column + 24, alpha, c_1[3], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column + 32, alpha, c_1[4], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column + 40, alpha, c_1[5], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column + 48, alpha, c_1[6], beta);
    gemm_2x16_32x4_store2(C + (long)(row + 8) * ldc + column + 56, alpha, c_1[7], beta);
}
