/*
 * gemm_8x2_4x16: C = alpha * A * B^T + beta * C
 *
 * A in i8, B in i8, C in i32 integers, computed in i32, row-major; M a multiple of 32, N a multiple of 32, K a multiple of 64.
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
 * A work-item computes 8 x 2 elements of C: 8 along M by 2 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {16, 4}, global size {16 * ceil(N / 32), 4 * ceil(M / 32)}.
 * Needs cl_amd_device_attribute_query; builtins of clang, waves of 32 work-items.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --layout row --transpose nt --edges exact --family matrix --engine wmma12 --tile 8x2 --wg 4x16
 */

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * row l % 16, 8 elements of K from 8 (l / 16) on.
 */
static uint2 gemm_8x2_4x16_load_a(
    const __local uchar (*const tile)[80], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step + lane / 16 * 8;
    return vload2(0, (const __local uint *)&tile[row][k]);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 16 columns, 16 elements along K. Lane l holds
 * column l % 16, 8 elements of K from 8 (l / 16) on.
 */
static uint2 gemm_8x2_4x16_load_b(
    const __local uchar (*const tile)[80], const int first, const int step, const int lane)
{
    const int column = first + lane % 16;
    const int k = step + lane / 16 * 8;
    return vload2(0, (const __local uint *)&tile[column][k]);
}

/*
 * C += A * B, fragments of 16 x 16 x 16, on the matrix engine. Lane l holds of C
 * column l % 16, row 8 (l / 16) + i in element i; of A and B what gemm_8x2_4x16_load_a and gemm_8x2_4x16_load_b give.
 */
static int8 gemm_8x2_4x16_multiply(const uint2 a, const uint2 b, const int8 c)
{
    return __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(true, as_int2(a), true, as_int2(b), c, false);
}

/*
 * Copies a tile of A into local memory: 32 rows, 64 elements along K each.
 */
static void gemm_8x2_4x16_copy_a(
    __local uchar (*const tile)[80], const __global uchar *const A, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(row + line) * lda + k + at;
            *(__local uchar16 *)&tile[line][at] = *(const __global uchar16 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(row + line) * lda + k + at;
        for (int i = 0; i < 16; ++i)
            tile[line][at + i] = A[from + i];
    }
}

/*
 * Copies a tile of B into local memory: 32 columns, 64 elements along K each.
 */
static void gemm_8x2_4x16_copy_b(
    __local uchar (*const tile)[80], const __global uchar *const B, const int ldb, const int column, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(column + line) * ldb + k + at;
            *(__local uchar16 *)&tile[line][at] = *(const __global uchar16 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(column + line) * ldb + k + at;
        for (int i = 0; i < 16; ++i)
            tile[line][at + i] = B[from + i];
    }
}

/* C = alpha * product + beta * C for one element. */
static void gemm_8x2_4x16_store(
    __global int *const c,
    const int alpha, const int product, const int beta)
{
    const int value = alpha * product;
    c[0] = beta == 0 ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_8x2_4x16(
    const int M, const int N, const int K, const int alpha,
    __global const char *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = sub_group * 16;
    const int row = first_row + tile_row + lane / 16 * 8;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 16;
    __local uchar a_tile[32][80] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda) % 16 == 0;
    __local uchar b_tile[32][80] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb) % 16 == 0;

    int8 c_0_0 = 0, c_0_1 = 0;

    for (int k = 0; k < depth; k += 64) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_8x2_4x16_copy_a(a_tile, (const __global uchar *)A, lda, first_row, k, a_wide, item);
        gemm_8x2_4x16_copy_b(b_tile, (const __global uchar *)B, ldb, first_column, k, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        {
            const int step = 0;
            const uint2 a_0 = gemm_8x2_4x16_load_a(a_tile, tile_row, step, lane);
            const uint2 b_0 = gemm_8x2_4x16_load_b(b_tile, tile_column, step, lane);
            const uint2 b_1 = gemm_8x2_4x16_load_b(b_tile, tile_column + 16, step, lane);
            c_0_0 = gemm_8x2_4x16_multiply(a_0, b_0, c_0_0);
            c_0_1 = gemm_8x2_4x16_multiply(a_0, b_1, c_0_1);
        }
        {
            const int step = 16;
            const uint2 a_0 = gemm_8x2_4x16_load_a(a_tile, tile_row, step, lane);
            const uint2 b_0 = gemm_8x2_4x16_load_b(b_tile, tile_column, step, lane);
            const uint2 b_1 = gemm_8x2_4x16_load_b(b_tile, tile_column + 16, step, lane);
            c_0_0 = gemm_8x2_4x16_multiply(a_0, b_0, c_0_0);
            c_0_1 = gemm_8x2_4x16_multiply(a_0, b_1, c_0_1);
        }
        {
            const int step = 32;
            const uint2 a_0 = gemm_8x2_4x16_load_a(a_tile, tile_row, step, lane);
            const uint2 b_0 = gemm_8x2_4x16_load_b(b_tile, tile_column, step, lane);
            const uint2 b_1 = gemm_8x2_4x16_load_b(b_tile, tile_column + 16, step, lane);
            c_0_0 = gemm_8x2_4x16_multiply(a_0, b_0, c_0_0);
            c_0_1 = gemm_8x2_4x16_multiply(a_0, b_1, c_0_1);
        }
        {
            const int step = 48;
            const uint2 a_0 = gemm_8x2_4x16_load_a(a_tile, tile_row, step, lane);
            const uint2 b_0 = gemm_8x2_4x16_load_b(b_tile, tile_column, step, lane);
            const uint2 b_1 = gemm_8x2_4x16_load_b(b_tile, tile_column + 16, step, lane);
            c_0_0 = gemm_8x2_4x16_multiply(a_0, b_0, c_0_0);
            c_0_1 = gemm_8x2_4x16_multiply(a_0, b_1, c_0_1);
        }
    }

    gemm_8x2_4x16_store(C + (long)row * ldc + column, alpha, c_0_0.s0, beta);
    gemm_8x2_4x16_store(C + (long)row * ldc + column + 16, alpha, c_0_1.s0, beta);
    gemm_8x2_4x16_store(C + (long)(row + 1) * ldc + column, alpha, c_0_0.s1, beta);
    gemm_8x2_4x16_store(C + (long)(row + 1) * ldc + column + 16, alpha, c_0_1.s1, beta);
    gemm_8x2_4x16_store(C + (long)(row + 2) * ldc + column, alpha, c_0_0.s2, beta);
    gemm_8x2_4x16_store(C + (long)(row + 2) * ldc + column + 16, alpha, c_0_1.s2, beta);
    gemm_8x2_4x16_store(C + (long)(row + 3) * ldc + column, alpha, c_0_0.s3, beta);
    gemm_8x2_4x16_store(C + (long)(row + 3) * ldc + column + 16, alpha, c_0_1.s3, beta);
    gemm_8x2_4x16_store(C + (long)(row + 4) * ldc + column, alpha, c_0_0.s4, beta);
    gemm_8x2_4x16_store(C + (long)(row + 4) * ldc + column + 16, alpha, c_0_1.s4, beta);
    gemm_8x2_4x16_store(C + (long)(row + 5) * ldc + column, alpha, c_0_0.s5, beta);
    gemm_8x2_4x16_store(C + (long)(row + 5) * ldc + column + 16, alpha, c_0_1.s5, beta);
    gemm_8x2_4x16_store(C + (long)(row + 6) * ldc + column, alpha, c_0_0.s6, beta);
    gemm_8x2_4x16_store(C + (long)(row + 6) * ldc + column + 16, alpha, c_0_1.s6, beta);
    gemm_8x2_4x16_store(C + (long)(row + 7) * ldc + column, alpha, c_0_0.s7, beta);
    gemm_8x2_4x16_store(C + (long)(row + 7) * ldc + column + 16, alpha, c_0_1.s7, beta);
}
