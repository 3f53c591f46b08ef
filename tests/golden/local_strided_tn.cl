/*
 * gemm_4x4_8x8: C = alpha * A^T * B + beta * C
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, row-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose tn --family local --tile 4x4 --wg 8x8 --vec-c 2 --stage-a transposed --pad-a 1 --assign strided
 */

/* 2 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float2 gemm_4x4_8x8_load2_clamped(const __global float *const line, const int first, const int last)
{
    return (float2)(
        line[min(first, last)],
        line[min(first + 1, last)]);
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_4x4_8x8_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 32;
    const int tile_column = get_local_id(0) * 2;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 32;
    const int a_at = item % 32;
    const int b_line = item / 16;
    const int b_at = item % 16 * 2;
    const int a_from_0 = min(first_row + a_at, M - 1);
    const int b_from = first_column + b_at;
    __local float a_tile[32][17];
    __local float b_tile[16][32] __attribute__((aligned(8)));

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float2 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float2 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float2 c_3_0 = 0.0f, c_3_1 = 0.0f;

    const int end = first_column + 32 > N ? 0 : depth - depth % 16;
    int k = 0;
    for (; k < end; k += 16) {
        const float a_load_0 = A[(long)(k + a_line) * lda + a_from_0];
        const float a_load_1 = A[(long)(k + a_line + 2) * lda + a_from_0];
        const float a_load_2 = A[(long)(k + a_line + 4) * lda + a_from_0];
        const float a_load_3 = A[(long)(k + a_line + 6) * lda + a_from_0];
        const float a_load_4 = A[(long)(k + a_line + 8) * lda + a_from_0];
        const float a_load_5 = A[(long)(k + a_line + 10) * lda + a_from_0];
        const float a_load_6 = A[(long)(k + a_line + 12) * lda + a_from_0];
        const float a_load_7 = A[(long)(k + a_line + 14) * lda + a_from_0];
        const float2 b_load_0 = vload2(0, B + (long)(k + b_line) * ldb + b_from);
        const float2 b_load_1 = vload2(0, B + (long)(k + b_line + 4) * ldb + b_from);
        const float2 b_load_2 = vload2(0, B + (long)(k + b_line + 8) * ldb + b_from);
        const float2 b_load_3 = vload2(0, B + (long)(k + b_line + 12) * ldb + b_from);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_at][a_line] = a_load_0;
        a_tile[a_at][a_line + 2] = a_load_1;
        a_tile[a_at][a_line + 4] = a_load_2;
        a_tile[a_at][a_line + 6] = a_load_3;
        a_tile[a_at][a_line + 8] = a_load_4;
        a_tile[a_at][a_line + 10] = a_load_5;
        a_tile[a_at][a_line + 12] = a_load_6;
        a_tile[a_at][a_line + 14] = a_load_7;
        *(__local float2 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float2 *)&b_tile[b_line + 4][b_at] = b_load_1;
        *(__local float2 *)&b_tile[b_line + 8][b_at] = b_load_2;
        *(__local float2 *)&b_tile[b_line + 12][b_at] = b_load_3;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 8][step];
            const float a_2 = a_tile[tile_row + 16][step];
            const float a_3 = a_tile[tile_row + 24][step];
            const float2 b_0 = *(__local float2 *)&b_tile[step][tile_column];
            const float2 b_1 = *(__local float2 *)&b_tile[step][tile_column + 16];

            c_0_0 = mad((float2)(a_0), b_0, c_0_0);
            c_0_1 = mad((float2)(a_0), b_1, c_0_1);
            c_1_0 = mad((float2)(a_1), b_0, c_1_0);
            c_1_1 = mad((float2)(a_1), b_1, c_1_1);
            c_2_0 = mad((float2)(a_2), b_0, c_2_0);
            c_2_1 = mad((float2)(a_2), b_1, c_2_1);
            c_3_0 = mad((float2)(a_3), b_0, c_3_0);
            c_3_1 = mad((float2)(a_3), b_1, c_3_1);
        }
    }

    /* The remainder of K, and all of K where the tile crosses an edge. */
    for (; k < depth; k += 16) {
        const int left = min(16, depth - k);
        const float a_load_0 = A[(long)min(k + a_line, K - 1) * lda + a_from_0];
        const float a_load_1 = A[(long)min(k + a_line + 2, K - 1) * lda + a_from_0];
        const float a_load_2 = A[(long)min(k + a_line + 4, K - 1) * lda + a_from_0];
        const float a_load_3 = A[(long)min(k + a_line + 6, K - 1) * lda + a_from_0];
        const float a_load_4 = A[(long)min(k + a_line + 8, K - 1) * lda + a_from_0];
        const float a_load_5 = A[(long)min(k + a_line + 10, K - 1) * lda + a_from_0];
        const float a_load_6 = A[(long)min(k + a_line + 12, K - 1) * lda + a_from_0];
        const float a_load_7 = A[(long)min(k + a_line + 14, K - 1) * lda + a_from_0];
        const float2 b_load_0 = gemm_4x4_8x8_load2_clamped(B + (long)min(k + b_line, K - 1) * ldb, b_from, N - 1);
        const float2 b_load_1 = gemm_4x4_8x8_load2_clamped(B + (long)min(k + b_line + 4, K - 1) * ldb, b_from, N - 1);
        const float2 b_load_2 = gemm_4x4_8x8_load2_clamped(B + (long)min(k + b_line + 8, K - 1) * ldb, b_from, N - 1);
        const float2 b_load_3 = gemm_4x4_8x8_load2_clamped(B + (long)min(k + b_line + 12, K - 1) * ldb, b_from, N - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_at][a_line] = a_load_0;
        a_tile[a_at][a_line + 2] = a_load_1;
        a_tile[a_at][a_line + 4] = a_load_2;
        a_tile[a_at][a_line + 6] = a_load_3;
        a_tile[a_at][a_line + 8] = a_load_4;
        a_tile[a_at][a_line + 10] = a_load_5;
        a_tile[a_at][a_line + 12] = a_load_6;
        a_tile[a_at][a_line + 14] = a_load_7;
        *(__local float2 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float2 *)&b_tile[b_line + 4][b_at] = b_load_1;
        *(__local float2 *)&b_tile[b_line + 8][b_at] = b_load_2;
        *(__local float2 *)&b_tile[b_line + 12][b_at] = b_load_3;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 8][step];
            const float a_2 = a_tile[tile_row + 16][step];
            const float a_3 = a_tile[tile_row + 24][step];
            const float2 b_0 = *(__local float2 *)&b_tile[step][tile_column];
            const float2 b_1 = *(__local float2 *)&b_tile[step][tile_column + 16];

            c_0_0 = mad((float2)(a_0), b_0, c_0_0);
            c_0_1 = mad((float2)(a_0), b_1, c_0_1);
            c_1_0 = mad((float2)(a_1), b_0, c_1_0);
            c_1_1 = mad((float2)(a_1), b_1, c_1_1);
            c_2_0 = mad((float2)(a_2), b_0, c_2_0);
            c_2_1 = mad((float2)(a_2), b_1, c_2_1);
            c_3_0 = mad((float2)(a_3), b_0, c_3_0);
            c_3_1 = mad((float2)(a_3), b_1, c_3_1);
        }
    }

    if (row < M) {
        gemm_4x4_8x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_4x4_8x8_store2(C + (long)row * ldc + column + 16, N - (column + 16), alpha, c_0_1, beta);
    }
    if (row + 8 < M) {
        gemm_4x4_8x8_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
        gemm_4x4_8x8_store2(C + (long)(row + 8) * ldc + column + 16, N - (column + 16), alpha, c_1_1, beta);
    }
    if (row + 16 < M) {
        gemm_4x4_8x8_store2(C + (long)(row + 16) * ldc + column, N - column, alpha, c_2_0, beta);
        gemm_4x4_8x8_store2(C + (long)(row + 16) * ldc + column + 16, N - (column + 16), alpha, c_2_1, beta);
    }
    if (row + 24 < M) {
        gemm_4x4_8x8_store2(C + (long)(row + 24) * ldc + column, N - column, alpha, c_3_0, beta);
        gemm_4x4_8x8_store2(C + (long)(row + 24) * ldc + column + 16, N - (column + 16), alpha, c_3_1, beta);
    }
}
