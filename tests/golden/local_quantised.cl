/*
 * gemm_4x4_8x8: C = alpha * A * B^T + beta * C
 *
 * A in single, B in q4_0, C in single precision, computed in single, row-major; K a multiple of 32.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
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
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b q4_0 --layout row --transpose nt --family local --tile 4x4 --wg 8x8 --tile-k 32 --stages 2
 */

/* A block of 32 elements: scale * (quant - 8), quants of 4 bits. */
typedef struct {
    ushort scale;
    uchar quants[16];
} gemm_4x4_8x8_q4_0;

/* 8 bytes from a place on that is a multiple of 2. */
static uchar8 gemm_4x4_8x8_q4_0_bytes8(const __global uchar *const from)
{
    return as_uchar8(vload4(0, (const __global ushort *)from));
}

/* 8 elements from place `at` of the matrix on, a multiple of 8. */
static float8 gemm_4x4_8x8_q4_0_load8(const __global gemm_4x4_8x8_q4_0 *const memory, const ulong at)
{
    const __global gemm_4x4_8x8_q4_0 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int place = at % 32 / 16 * 4;
    const int8 quants = convert_int8(gemm_4x4_8x8_q4_0_bytes8(from)) & 15 << place;
    const int digits = 0x4b000000 - (place << 23);
    /* Quants in the lowest digits of 2^23, less 2^23 and 8: without a conversion of whole numbers. Upper halves of bytes, 16 times as high, stay where they are: in those of 2^19. */
    const float8 numbers = as_float8(quants | digits) - (as_float(digits) + 8.0f);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    return scale * numbers;
}

/* C = alpha * product + beta * C for one element. */
static void gemm_4x4_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_4x4_8x8_q4_0 *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = get_local_id(1) * 4;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 32;
    const int a_at = item % 32;
    const int b_line = item / 4;
    const int b_at = item % 4 * 8;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const long a_from_1 = (long)min(first_row + a_line + 2, M - 1) * lda;
    const long a_from_2 = (long)min(first_row + a_line + 4, M - 1) * lda;
    const long a_from_3 = (long)min(first_row + a_line + 6, M - 1) * lda;
    const long a_from_4 = (long)min(first_row + a_line + 8, M - 1) * lda;
    const long a_from_5 = (long)min(first_row + a_line + 10, M - 1) * lda;
    const long a_from_6 = (long)min(first_row + a_line + 12, M - 1) * lda;
    const long a_from_7 = (long)min(first_row + a_line + 14, M - 1) * lda;
    const long a_from_8 = (long)min(first_row + a_line + 16, M - 1) * lda;
    const long a_from_9 = (long)min(first_row + a_line + 18, M - 1) * lda;
    const long a_from_10 = (long)min(first_row + a_line + 20, M - 1) * lda;
    const long a_from_11 = (long)min(first_row + a_line + 22, M - 1) * lda;
    const long a_from_12 = (long)min(first_row + a_line + 24, M - 1) * lda;
    const long a_from_13 = (long)min(first_row + a_line + 26, M - 1) * lda;
    const long a_from_14 = (long)min(first_row + a_line + 28, M - 1) * lda;
    const long a_from_15 = (long)min(first_row + a_line + 30, M - 1) * lda;
    const long b_from_0 = (long)min(first_column + b_line, N - 1) * ldb;
    const long b_from_1 = (long)min(first_column + b_line + 16, N - 1) * ldb;
    __local float a_tile[2][32][32];
    __local float b_tile[2][32][32] __attribute__((aligned(32)));

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;

    /* The first tile. */
    if (0 < depth) {
        const int next = 0;
        const int filled = 0;
        const float a_load_0 = A[a_from_0 + next + a_at];
        const float a_load_1 = A[a_from_1 + next + a_at];
        const float a_load_2 = A[a_from_2 + next + a_at];
        const float a_load_3 = A[a_from_3 + next + a_at];
        const float a_load_4 = A[a_from_4 + next + a_at];
        const float a_load_5 = A[a_from_5 + next + a_at];
        const float a_load_6 = A[a_from_6 + next + a_at];
        const float a_load_7 = A[a_from_7 + next + a_at];
        const float a_load_8 = A[a_from_8 + next + a_at];
        const float a_load_9 = A[a_from_9 + next + a_at];
        const float a_load_10 = A[a_from_10 + next + a_at];
        const float a_load_11 = A[a_from_11 + next + a_at];
        const float a_load_12 = A[a_from_12 + next + a_at];
        const float a_load_13 = A[a_from_13 + next + a_at];
        const float a_load_14 = A[a_from_14 + next + a_at];
        const float a_load_15 = A[a_from_15 + next + a_at];
        const float8 b_load_0 = gemm_4x4_8x8_q4_0_load8(B, b_from_0 + next + b_at);
        const float8 b_load_1 = gemm_4x4_8x8_q4_0_load8(B, b_from_1 + next + b_at);
        a_tile[filled][a_line][a_at] = a_load_0;
        a_tile[filled][a_line + 2][a_at] = a_load_1;
        a_tile[filled][a_line + 4][a_at] = a_load_2;
        a_tile[filled][a_line + 6][a_at] = a_load_3;
        a_tile[filled][a_line + 8][a_at] = a_load_4;
        a_tile[filled][a_line + 10][a_at] = a_load_5;
        a_tile[filled][a_line + 12][a_at] = a_load_6;
        a_tile[filled][a_line + 14][a_at] = a_load_7;
        a_tile[filled][a_line + 16][a_at] = a_load_8;
        a_tile[filled][a_line + 18][a_at] = a_load_9;
        a_tile[filled][a_line + 20][a_at] = a_load_10;
        a_tile[filled][a_line + 22][a_at] = a_load_11;
        a_tile[filled][a_line + 24][a_at] = a_load_12;
        a_tile[filled][a_line + 26][a_at] = a_load_13;
        a_tile[filled][a_line + 28][a_at] = a_load_14;
        a_tile[filled][a_line + 30][a_at] = a_load_15;
        *(__local float8 *)&b_tile[filled][b_line][b_at] = b_load_0;
        *(__local float8 *)&b_tile[filled][b_line + 16][b_at] = b_load_1;
    }
    for (int k = 0; k < depth; k += 32) {
        const int used = k / 32 % 2;
        const int next = k + 32;
        /* Tile `used` is complete. No work-item still reads the tile before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);
        if (next < depth) {
            const int filled = next / 32 % 2;
            const float a_load_0 = A[a_from_0 + next + a_at];
            const float a_load_1 = A[a_from_1 + next + a_at];
            const float a_load_2 = A[a_from_2 + next + a_at];
            const float a_load_3 = A[a_from_3 + next + a_at];
            const float a_load_4 = A[a_from_4 + next + a_at];
            const float a_load_5 = A[a_from_5 + next + a_at];
            const float a_load_6 = A[a_from_6 + next + a_at];
            const float a_load_7 = A[a_from_7 + next + a_at];
            const float a_load_8 = A[a_from_8 + next + a_at];
            const float a_load_9 = A[a_from_9 + next + a_at];
            const float a_load_10 = A[a_from_10 + next + a_at];
            const float a_load_11 = A[a_from_11 + next + a_at];
            const float a_load_12 = A[a_from_12 + next + a_at];
            const float a_load_13 = A[a_from_13 + next + a_at];
            const float a_load_14 = A[a_from_14 + next + a_at];
            const float a_load_15 = A[a_from_15 + next + a_at];
            const float8 b_load_0 = gemm_4x4_8x8_q4_0_load8(B, b_from_0 + next + b_at);
            const float8 b_load_1 = gemm_4x4_8x8_q4_0_load8(B, b_from_1 + next + b_at);
            a_tile[filled][a_line][a_at] = a_load_0;
            a_tile[filled][a_line + 2][a_at] = a_load_1;
            a_tile[filled][a_line + 4][a_at] = a_load_2;
            a_tile[filled][a_line + 6][a_at] = a_load_3;
            a_tile[filled][a_line + 8][a_at] = a_load_4;
            a_tile[filled][a_line + 10][a_at] = a_load_5;
            a_tile[filled][a_line + 12][a_at] = a_load_6;
            a_tile[filled][a_line + 14][a_at] = a_load_7;
            a_tile[filled][a_line + 16][a_at] = a_load_8;
            a_tile[filled][a_line + 18][a_at] = a_load_9;
            a_tile[filled][a_line + 20][a_at] = a_load_10;
            a_tile[filled][a_line + 22][a_at] = a_load_11;
            a_tile[filled][a_line + 24][a_at] = a_load_12;
            a_tile[filled][a_line + 26][a_at] = a_load_13;
            a_tile[filled][a_line + 28][a_at] = a_load_14;
            a_tile[filled][a_line + 30][a_at] = a_load_15;
            *(__local float8 *)&b_tile[filled][b_line][b_at] = b_load_0;
            *(__local float8 *)&b_tile[filled][b_line + 16][b_at] = b_load_1;
        }

        #pragma unroll
        for (int step = 0; step < 32; ++step) {
            const float a_0 = a_tile[used][tile_row][step];
            const float a_1 = a_tile[used][tile_row + 1][step];
            const float a_2 = a_tile[used][tile_row + 2][step];
            const float a_3 = a_tile[used][tile_row + 3][step];
            const float b_0 = b_tile[used][tile_column][step];
            const float b_1 = b_tile[used][tile_column + 1][step];
            const float b_2 = b_tile[used][tile_column + 2][step];
            const float b_3 = b_tile[used][tile_column + 3][step];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
            c_0_2 = mad(a_0, b_2, c_0_2);
            c_0_3 = mad(a_0, b_3, c_0_3);
            c_1_0 = mad(a_1, b_0, c_1_0);
            c_1_1 = mad(a_1, b_1, c_1_1);
            c_1_2 = mad(a_1, b_2, c_1_2);
            c_1_3 = mad(a_1, b_3, c_1_3);
            c_2_0 = mad(a_2, b_0, c_2_0);
            c_2_1 = mad(a_2, b_1, c_2_1);
            c_2_2 = mad(a_2, b_2, c_2_2);
            c_2_3 = mad(a_2, b_3, c_2_3);
            c_3_0 = mad(a_3, b_0, c_3_0);
            c_3_1 = mad(a_3, b_1, c_3_1);
            c_3_2 = mad(a_3, b_2, c_3_2);
            c_3_3 = mad(a_3, b_3, c_3_3);
        }
    }

    if (row < M && column < N)
        gemm_4x4_8x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row < M && column + 1 < N)
        gemm_4x4_8x8_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
    if (row < M && column + 2 < N)
        gemm_4x4_8x8_store(C + (long)row * ldc + column + 2, alpha, c_0_2, beta);
    if (row < M && column + 3 < N)
        gemm_4x4_8x8_store(C + (long)row * ldc + column + 3, alpha, c_0_3, beta);
    if (row + 1 < M && column < N)
        gemm_4x4_8x8_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
    if (row + 1 < M && column + 1 < N)
        gemm_4x4_8x8_store(C + (long)(row + 1) * ldc + column + 1, alpha, c_1_1, beta);
    if (row + 1 < M && column + 2 < N)
        gemm_4x4_8x8_store(C + (long)(row + 1) * ldc + column + 2, alpha, c_1_2, beta);
    if (row + 1 < M && column + 3 < N)
        gemm_4x4_8x8_store(C + (long)(row + 1) * ldc + column + 3, alpha, c_1_3, beta);
    if (row + 2 < M && column < N)
        gemm_4x4_8x8_store(C + (long)(row + 2) * ldc + column, alpha, c_2_0, beta);
    if (row + 2 < M && column + 1 < N)
        gemm_4x4_8x8_store(C + (long)(row + 2) * ldc + column + 1, alpha, c_2_1, beta);
    if (row + 2 < M && column + 2 < N)
        gemm_4x4_8x8_store(C + (long)(row + 2) * ldc + column + 2, alpha, c_2_2, beta);
    if (row + 2 < M && column + 3 < N)
        gemm_4x4_8x8_store(C + (long)(row + 2) * ldc + column + 3, alpha, c_2_3, beta);
    if (row + 3 < M && column < N)
        gemm_4x4_8x8_store(C + (long)(row + 3) * ldc + column, alpha, c_3_0, beta);
    if (row + 3 < M && column + 1 < N)
        gemm_4x4_8x8_store(C + (long)(row + 3) * ldc + column + 1, alpha, c_3_1, beta);
    if (row + 3 < M && column + 2 < N)
        gemm_4x4_8x8_store(C + (long)(row + 3) * ldc + column + 2, alpha, c_3_2, beta);
    if (row + 3 < M && column + 3 < N)
        gemm_4x4_8x8_store(C + (long)(row + 3) * ldc + column + 3, alpha, c_3_3, beta);
}
