/*
 * gemm_8x1_4x16: C = alpha * A * B + beta * C
 *
 * A in half, B in half, C in single precision, computed in single, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 8 x 1 elements of C: 8 along M by 1 along N.
 * A work-group computes 32 along M by 16 along N.
 * Launch: local size {16, 4}, global size {16 * ceil(N / 16), 4 * ceil(M / 32)}.
 * Needs cl_amd_device_attribute_query and cl_khr_fp16; builtins of clang, waves of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-c f32 --layout row --family matrix --engine wmma --tile 8x1 --wg 4x16
 */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * row l % 16, all of K.
 */
static uint8 gemm_8x1_4x16_load_a(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step;
    return vload8(0, (const __local uint *)&tile[row][k]);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 16 columns, 16 elements along K. Lane l holds
 * column l % 16, all of K.
 */
static uint8 gemm_8x1_4x16_load_b(
    const __local ushort (*const tile)[24], const int first, const int step, const int lane)
{
    const int column = first + lane % 16;
    const int k = step;
    return (uint8)(
        as_uint((ushort2)(tile[k][column], tile[k + 1][column])),
        as_uint((ushort2)(tile[k + 2][column], tile[k + 3][column])),
        as_uint((ushort2)(tile[k + 4][column], tile[k + 5][column])),
        as_uint((ushort2)(tile[k + 6][column], tile[k + 7][column])),
        as_uint((ushort2)(tile[k + 8][column], tile[k + 9][column])),
        as_uint((ushort2)(tile[k + 10][column], tile[k + 11][column])),
        as_uint((ushort2)(tile[k + 12][column], tile[k + 13][column])),
        as_uint((ushort2)(tile[k + 14][column], tile[k + 15][column])));
}

/*
 * C += A * B, fragments of 16 x 16 x 16, on the matrix engine. Lane l holds of C
 * column l % 16, row l / 16 + 2 i in element i; of A and B what gemm_8x1_4x16_load_a and gemm_8x1_4x16_load_b give.
 */
static float8 gemm_8x1_4x16_multiply(const uint8 a, const uint8 b, const float8 c)
{
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(as_half16(a), as_half16(b), c);
}

/*
 * Copies a tile of A into local memory: 32 rows, 32 elements along K each; zero beyond the edges.
 */
static void gemm_8x1_4x16_copy_a(
    __local ushort (*const tile)[40], const __global ushort *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 32 <= M && k + 32 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 8;
            const long from = (long)(row + line) * lda + k + at;
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 8 <= K) {
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(A + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[line][at + i] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 32 steps of K, 16 columns each; zero beyond the edges.
 */
static void gemm_8x1_4x16_copy_b(
    __local ushort (*const tile)[24], const __global ushort *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && k + 32 <= K && column + 16 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 2;
            const int at = number % 2 * 8;
            const long from = (long)(k + line) * ldb + column + at;
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 2;
        const int at = number % 2 * 8;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && k + line < K && column + at + 8 <= N) {
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(B + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[line][at + i] = k + line < K && column + at + i < N ? B[from + i] : 0;
        }
    }
}

/* C = alpha * product + beta * C for one element. */
static void gemm_8x1_4x16_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_8x1_4x16(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = sub_group * 16;
    const int row = first_row + tile_row + lane / 16;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 16;
    __local ushort a_tile[32][40] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[32][24] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;

    float8 c_0_0 = 0.0f;

    for (int k = 0; k < depth; k += 32) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_8x1_4x16_copy_a(a_tile, (const __global ushort *)A, lda, first_row, k, M, K, a_wide, item);
        gemm_8x1_4x16_copy_b(b_tile, (const __global ushort *)B, ldb, first_column, k, N, K, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        {
            const int step = 0;
            const uint8 a_0 = gemm_8x1_4x16_load_a(a_tile, tile_row, step, lane);
            const uint8 b_0 = gemm_8x1_4x16_load_b(b_tile, tile_column, step, lane);
            c_0_0 = gemm_8x1_4x16_multiply(a_0, b_0, c_0_0);
        }
        {
            const int step = 16;
            const uint8 a_0 = gemm_8x1_4x16_load_a(a_tile, tile_row, step, lane);
            const uint8 b_0 = gemm_8x1_4x16_load_b(b_tile, tile_column, step, lane);
            c_0_0 = gemm_8x1_4x16_multiply(a_0, b_0, c_0_0);
        }
    }

    if (row < M && column < N)
        gemm_8x1_4x16_store(C + (long)row * ldc + column, alpha, c_0_0.s0, beta);
    if (row + 2 < M && column < N)
        gemm_8x1_4x16_store(C + (long)(row + 2) * ldc + column, alpha, c_0_0.s1, beta);
    if (row + 4 < M && column < N)
        gemm_8x1_4x16_store(C + (long)(row + 4) * ldc + column, alpha, c_0_0.s2, beta);
    if (row + 6 < M && column < N)
        gemm_8x1_4x16_store(C + (long)(row + 6) * ldc + column, alpha, c_0_0.s3, beta);
    if (row + 8 < M && column < N)
        gemm_8x1_4x16_store(C + (long)(row + 8) * ldc + column, alpha, c_0_0.s4, beta);
    if (row + 10 < M && column < N)
        gemm_8x1_4x16_store(C + (long)(row + 10) * ldc + column, alpha, c_0_0.s5, beta);
    if (row + 12 < M && column < N)
        gemm_8x1_4x16_store(C + (long)(row + 12) * ldc + column, alpha, c_0_0.s6, beta);
    if (row + 14 < M && column < N)
        gemm_8x1_4x16_store(C + (long)(row + 14) * ldc + column, alpha, c_0_0.s7, beta);
}
