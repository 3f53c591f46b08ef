/*
 * gemm_4x4_16x16: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, column-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 4 x 4 elements of C: 4 along N by 4 along M.
 * A work-group computes 64 along N by 64 along M.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 64), 16 * ceil(N / 64)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family local
 */

/* C = alpha * product + beta * C for one element. */
static void gemm_4x4_16x16_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x4_16x16(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_column = get_group_id(1) * 64;
    const int tile_column = get_local_id(1) * 4;
    const int first_row = get_group_id(0) * 64;
    const int tile_row = get_local_id(0) * 4;
    const int column = first_column + tile_column;
    const int row = first_row + tile_row;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int b_line = item / 16;
    const int b_at = item % 16;
    const int a_line = item / 64;
    const int a_at = item % 64;
    const long b_from_0 = (long)min(first_column + b_line, N - 1) * ldb;
    const long b_from_1 = (long)min(first_column + b_line + 16, N - 1) * ldb;
    const long b_from_2 = (long)min(first_column + b_line + 32, N - 1) * ldb;
    const long b_from_3 = (long)min(first_column + b_line + 48, N - 1) * ldb;
    const int a_from_0 = min(first_row + a_at, M - 1);
    __local float b_tile[64][16];
    __local float a_tile[16][64];

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;

    const int end = depth - depth % 16;
    int k = 0;
    for (; k < end; k += 16) {
        const float b_load_0 = B[b_from_0 + k + b_at];
        const float b_load_1 = B[b_from_1 + k + b_at];
        const float b_load_2 = B[b_from_2 + k + b_at];
        const float b_load_3 = B[b_from_3 + k + b_at];
        const float a_load_0 = A[(long)(k + a_line) * lda + a_from_0];
        const float a_load_1 = A[(long)(k + a_line + 4) * lda + a_from_0];
        const float a_load_2 = A[(long)(k + a_line + 8) * lda + a_from_0];
        const float a_load_3 = A[(long)(k + a_line + 12) * lda + a_from_0];
        barrier(CLK_LOCAL_MEM_FENCE);
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line + 16][b_at] = b_load_1;
        b_tile[b_line + 32][b_at] = b_load_2;
        b_tile[b_line + 48][b_at] = b_load_3;
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        a_tile[a_line + 8][a_at] = a_load_2;
        a_tile[a_line + 12][a_at] = a_load_3;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float b_0 = b_tile[tile_column][step];
            const float b_1 = b_tile[tile_column + 1][step];
            const float b_2 = b_tile[tile_column + 2][step];
            const float b_3 = b_tile[tile_column + 3][step];
            const float a_0 = a_tile[step][tile_row];
            const float a_1 = a_tile[step][tile_row + 1];
            const float a_2 = a_tile[step][tile_row + 2];
            const float a_3 = a_tile[step][tile_row + 3];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
            c_0_2 = mad(b_0, a_2, c_0_2);
            c_0_3 = mad(b_0, a_3, c_0_3);
            c_1_0 = mad(b_1, a_0, c_1_0);
            c_1_1 = mad(b_1, a_1, c_1_1);
            c_1_2 = mad(b_1, a_2, c_1_2);
            c_1_3 = mad(b_1, a_3, c_1_3);
            c_2_0 = mad(b_2, a_0, c_2_0);
            c_2_1 = mad(b_2, a_1, c_2_1);
            c_2_2 = mad(b_2, a_2, c_2_2);
            c_2_3 = mad(b_2, a_3, c_2_3);
            c_3_0 = mad(b_3, a_0, c_3_0);
            c_3_1 = mad(b_3, a_1, c_3_1);
            c_3_2 = mad(b_3, a_2, c_3_2);
            c_3_3 = mad(b_3, a_3, c_3_3);
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const float b_load_0 = B[b_from_0 + min(k + b_at, K - 1)];
        const float b_load_1 = B[b_from_1 + min(k + b_at, K - 1)];
        const float b_load_2 = B[b_from_2 + min(k + b_at, K - 1)];
        const float b_load_3 = B[b_from_3 + min(k + b_at, K - 1)];
        const float a_load_0 = A[(long)min(k + a_line, K - 1) * lda + a_from_0];
        const float a_load_1 = A[(long)min(k + a_line + 4, K - 1) * lda + a_from_0];
        const float a_load_2 = A[(long)min(k + a_line + 8, K - 1) * lda + a_from_0];
        const float a_load_3 = A[(long)min(k + a_line + 12, K - 1) * lda + a_from_0];
        barrier(CLK_LOCAL_MEM_FENCE);
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line + 16][b_at] = b_load_1;
        b_tile[b_line + 32][b_at] = b_load_2;
        b_tile[b_line + 48][b_at] = b_load_3;
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        a_tile[a_line + 8][a_at] = a_load_2;
        a_tile[a_line + 12][a_at] = a_load_3;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float b_0 = b_tile[tile_column][step];
            const float b_1 = b_tile[tile_column + 1][step];
            const float b_2 = b_tile[tile_column + 2][step];
            const float b_3 = b_tile[tile_column + 3][step];
            const float a_0 = a_tile[step][tile_row];
            const float a_1 = a_tile[step][tile_row + 1];
            const float a_2 = a_tile[step][tile_row + 2];
            const float a_3 = a_tile[step][tile_row + 3];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
            c_0_2 = mad(b_0, a_2, c_0_2);
            c_0_3 = mad(b_0, a_3, c_0_3);
            c_1_0 = mad(b_1, a_0, c_1_0);
            c_1_1 = mad(b_1, a_1, c_1_1);
            c_1_2 = mad(b_1, a_2, c_1_2);
            c_1_3 = mad(b_1, a_3, c_1_3);
            c_2_0 = mad(b_2, a_0, c_2_0);
            c_2_1 = mad(b_2, a_1, c_2_1);
            c_2_2 = mad(b_2, a_2, c_2_2);
            c_2_3 = mad(b_2, a_3, c_2_3);
            c_3_0 = mad(b_3, a_0, c_3_0);
            c_3_1 = mad(b_3, a_1, c_3_1);
            c_3_2 = mad(b_3, a_2, c_3_2);
            c_3_3 = mad(b_3, a_3, c_3_3);
        }
    }

    if (column < N && row < M)
        gemm_4x4_16x16_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column < N && row + 1 < M)
        gemm_4x4_16x16_store(C + (long)column * ldc + row + 1, alpha, c_0_1, beta);
    if (column < N && row + 2 < M)
        gemm_4x4_16x16_store(C + (long)column * ldc + row + 2, alpha, c_0_2, beta);
    if (column < N && row + 3 < M)
        gemm_4x4_16x16_store(C + (long)column * ldc + row + 3, alpha, c_0_3, beta);
    if (column + 1 < N && row < M)
        gemm_4x4_16x16_store(C + (long)(column + 1) * ldc + row, alpha, c_1_0, beta);
    if (column + 1 < N && row + 1 < M)
        gemm_4x4_16x16_store(C + (long)(column + 1) * ldc + row + 1, alpha, c_1_1, beta);
    if (column + 1 < N && row + 2 < M)
        gemm_4x4_16x16_store(C + (long)(column + 1) * ldc + row + 2, alpha, c_1_2, beta);
    if (column + 1 < N && row + 3 < M)
        gemm_4x4_16x16_store(C + (long)(column + 1) * ldc + row + 3, alpha, c_1_3, beta);
    if (column + 2 < N && row < M)
        gemm_4x4_16x16_store(C + (long)(column + 2) * ldc + row, alpha, c_2_0, beta);
    if (column + 2 < N && row + 1 < M)
        gemm_4x4_16x16_store(C + (long)(column + 2) * ldc + row + 1, alpha, c_2_1, beta);
    if (column + 2 < N && row + 2 < M)
        gemm_4x4_16x16_store(C + (long)(column + 2) * ldc + row + 2, alpha, c_2_2, beta);
    if (column + 2 < N && row + 3 < M)
        gemm_4x4_16x16_store(C + (long)(column + 2) * ldc + row + 3, alpha, c_2_3, beta);
    if (column + 3 < N && row < M)
        gemm_4x4_16x16_store(C + (long)(column + 3) * ldc + row, alpha, c_3_0, beta);
    if (column + 3 < N && row + 1 < M)
        gemm_4x4_16x16_store(C + (long)(column + 3) * ldc + row + 1, alpha, c_3_1, beta);
    if (column + 3 < N && row + 2 < M)
        gemm_4x4_16x16_store(C + (long)(column + 3) * ldc + row + 2, alpha, c_3_2, beta);
    if (column + 3 < N && row + 3 < M)
        gemm_4x4_16x16_store(C + (long)(column + 3) * ldc + row + 3, alpha, c_3_3, beta);
}
