/*
 * gemm_3x5_4x6: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
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
 * A work-item computes 3 x 5 elements of C: 3 along M by 5 along N.
 * A work-group computes 12 along M by 30 along N.
 * Launch: local size {6, 4}, global size {6 * ceil(N / 30), 4 * ceil(M / 12)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family local --tile 3x5 --wg 4x6 --tile-k 10 --load-shape-a 3x8 --load-shape-b 4x6
 */

/* C = alpha * product + beta * C for one element. */
static void gemm_3x5_4x6_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(6, 4, 1)))
void gemm_3x5_4x6(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 12;
    const int tile_row = get_local_id(1) * 3;
    const int first_column = get_group_id(0) * 30;
    const int tile_column = get_local_id(0) * 5;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 6 + get_local_id(0);
    const int a_line = item / 8;
    const int a_at = item % 8;
    const int b_line = item / 6;
    const int b_at = item % 6;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const long a_from_1 = (long)min(first_row + a_line + 3, M - 1) * lda;
    const long a_from_2 = (long)min(first_row + a_line + 6, M - 1) * lda;
    const long a_from_3 = (long)min(first_row + a_line + 9, M - 1) * lda;
    const int b_from_0 = min(first_column + b_at, N - 1);
    const int b_from_1 = min(first_column + b_at + 6, N - 1);
    const int b_from_2 = min(first_column + b_at + 12, N - 1);
    const int b_from_3 = min(first_column + b_at + 18, N - 1);
    const int b_from_4 = min(first_column + b_at + 24, N - 1);
    __local float a_tile[12][10];
    __local float b_tile[10][30];

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_0_4 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_1_4 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_2_4 = 0.0f;

    const int end = depth - depth % 10;
    int k = 0;
    for (; k < end; k += 10) {
        const float a_load_0 = A[a_from_0 + k + a_at];
        const float a_load_1 = A[a_from_0 + k + min(a_at + 8, 9)];
        const float a_load_2 = A[a_from_1 + k + a_at];
        const float a_load_3 = A[a_from_1 + k + min(a_at + 8, 9)];
        const float a_load_4 = A[a_from_2 + k + a_at];
        const float a_load_5 = A[a_from_2 + k + min(a_at + 8, 9)];
        const float a_load_6 = A[a_from_3 + k + a_at];
        const float a_load_7 = A[a_from_3 + k + min(a_at + 8, 9)];
        const float b_load_0 = B[(long)(k + b_line) * ldb + b_from_0];
        const float b_load_1 = B[(long)(k + b_line) * ldb + b_from_1];
        const float b_load_2 = B[(long)(k + b_line) * ldb + b_from_2];
        const float b_load_3 = B[(long)(k + b_line) * ldb + b_from_3];
        const float b_load_4 = B[(long)(k + b_line) * ldb + b_from_4];
        const float b_load_5 = B[(long)(k + b_line + 4) * ldb + b_from_0];
        const float b_load_6 = B[(long)(k + b_line + 4) * ldb + b_from_1];
        const float b_load_7 = B[(long)(k + b_line + 4) * ldb + b_from_2];
        const float b_load_8 = B[(long)(k + b_line + 4) * ldb + b_from_3];
        const float b_load_9 = B[(long)(k + b_line + 4) * ldb + b_from_4];
        const float b_load_10 = B[(long)(k + min(b_line + 8, 9)) * ldb + b_from_0];
        const float b_load_11 = B[(long)(k + min(b_line + 8, 9)) * ldb + b_from_1];
        const float b_load_12 = B[(long)(k + min(b_line + 8, 9)) * ldb + b_from_2];
        const float b_load_13 = B[(long)(k + min(b_line + 8, 9)) * ldb + b_from_3];
        const float b_load_14 = B[(long)(k + min(b_line + 8, 9)) * ldb + b_from_4];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        if (a_at + 8 < 10) {
            a_tile[a_line][a_at + 8] = a_load_1;
        }
        a_tile[a_line + 3][a_at] = a_load_2;
        if (a_at + 8 < 10) {
            a_tile[a_line + 3][a_at + 8] = a_load_3;
        }
        a_tile[a_line + 6][a_at] = a_load_4;
        if (a_at + 8 < 10) {
            a_tile[a_line + 6][a_at + 8] = a_load_5;
        }
        a_tile[a_line + 9][a_at] = a_load_6;
        if (a_at + 8 < 10) {
            a_tile[a_line + 9][a_at + 8] = a_load_7;
        }
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line][b_at + 6] = b_load_1;
        b_tile[b_line][b_at + 12] = b_load_2;
        b_tile[b_line][b_at + 18] = b_load_3;
        b_tile[b_line][b_at + 24] = b_load_4;
        b_tile[b_line + 4][b_at] = b_load_5;
        b_tile[b_line + 4][b_at + 6] = b_load_6;
        b_tile[b_line + 4][b_at + 12] = b_load_7;
        b_tile[b_line + 4][b_at + 18] = b_load_8;
        b_tile[b_line + 4][b_at + 24] = b_load_9;
        if (b_line + 8 < 10) {
            b_tile[b_line + 8][b_at] = b_load_10;
            b_tile[b_line + 8][b_at + 6] = b_load_11;
            b_tile[b_line + 8][b_at + 12] = b_load_12;
            b_tile[b_line + 8][b_at + 18] = b_load_13;
            b_tile[b_line + 8][b_at + 24] = b_load_14;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 10; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float a_2 = a_tile[tile_row + 2][step];
            const float b_0 = b_tile[step][tile_column];
            const float b_1 = b_tile[step][tile_column + 1];
            const float b_2 = b_tile[step][tile_column + 2];
            const float b_3 = b_tile[step][tile_column + 3];
            const float b_4 = b_tile[step][tile_column + 4];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
            c_0_2 = mad(a_0, b_2, c_0_2);
            c_0_3 = mad(a_0, b_3, c_0_3);
            c_0_4 = mad(a_0, b_4, c_0_4);
            c_1_0 = mad(a_1, b_0, c_1_0);
            c_1_1 = mad(a_1, b_1, c_1_1);
            c_1_2 = mad(a_1, b_2, c_1_2);
            c_1_3 = mad(a_1, b_3, c_1_3);
            c_1_4 = mad(a_1, b_4, c_1_4);
            c_2_0 = mad(a_2, b_0, c_2_0);
            c_2_1 = mad(a_2, b_1, c_2_1);
            c_2_2 = mad(a_2, b_2, c_2_2);
            c_2_3 = mad(a_2, b_3, c_2_3);
            c_2_4 = mad(a_2, b_4, c_2_4);
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const float a_load_0 = A[a_from_0 + min(k + a_at, K - 1)];
        const float a_load_1 = A[a_from_0 + min(k + min(a_at + 8, 9), K - 1)];
        const float a_load_2 = A[a_from_1 + min(k + a_at, K - 1)];
        const float a_load_3 = A[a_from_1 + min(k + min(a_at + 8, 9), K - 1)];
        const float a_load_4 = A[a_from_2 + min(k + a_at, K - 1)];
        const float a_load_5 = A[a_from_2 + min(k + min(a_at + 8, 9), K - 1)];
        const float a_load_6 = A[a_from_3 + min(k + a_at, K - 1)];
        const float a_load_7 = A[a_from_3 + min(k + min(a_at + 8, 9), K - 1)];
        const float b_load_0 = B[(long)min(k + b_line, K - 1) * ldb + b_from_0];
        const float b_load_1 = B[(long)min(k + b_line, K - 1) * ldb + b_from_1];
        const float b_load_2 = B[(long)min(k + b_line, K - 1) * ldb + b_from_2];
        const float b_load_3 = B[(long)min(k + b_line, K - 1) * ldb + b_from_3];
        const float b_load_4 = B[(long)min(k + b_line, K - 1) * ldb + b_from_4];
        const float b_load_5 = B[(long)min(k + b_line + 4, K - 1) * ldb + b_from_0];
        const float b_load_6 = B[(long)min(k + b_line + 4, K - 1) * ldb + b_from_1];
        const float b_load_7 = B[(long)min(k + b_line + 4, K - 1) * ldb + b_from_2];
        const float b_load_8 = B[(long)min(k + b_line + 4, K - 1) * ldb + b_from_3];
        const float b_load_9 = B[(long)min(k + b_line + 4, K - 1) * ldb + b_from_4];
        const float b_load_10 = B[(long)min(k + min(b_line + 8, 9), K - 1) * ldb + b_from_0];
        const float b_load_11 = B[(long)min(k + min(b_line + 8, 9), K - 1) * ldb + b_from_1];
        const float b_load_12 = B[(long)min(k + min(b_line + 8, 9), K - 1) * ldb + b_from_2];
        const float b_load_13 = B[(long)min(k + min(b_line + 8, 9), K - 1) * ldb + b_from_3];
        const float b_load_14 = B[(long)min(k + min(b_line + 8, 9), K - 1) * ldb + b_from_4];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        if (a_at + 8 < 10) {
            a_tile[a_line][a_at + 8] = a_load_1;
        }
        a_tile[a_line + 3][a_at] = a_load_2;
        if (a_at + 8 < 10) {
            a_tile[a_line + 3][a_at + 8] = a_load_3;
        }
        a_tile[a_line + 6][a_at] = a_load_4;
        if (a_at + 8 < 10) {
            a_tile[a_line + 6][a_at + 8] = a_load_5;
        }
        a_tile[a_line + 9][a_at] = a_load_6;
        if (a_at + 8 < 10) {
            a_tile[a_line + 9][a_at + 8] = a_load_7;
        }
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line][b_at + 6] = b_load_1;
        b_tile[b_line][b_at + 12] = b_load_2;
        b_tile[b_line][b_at + 18] = b_load_3;
        b_tile[b_line][b_at + 24] = b_load_4;
        b_tile[b_line + 4][b_at] = b_load_5;
        b_tile[b_line + 4][b_at + 6] = b_load_6;
        b_tile[b_line + 4][b_at + 12] = b_load_7;
        b_tile[b_line + 4][b_at + 18] = b_load_8;
        b_tile[b_line + 4][b_at + 24] = b_load_9;
        if (b_line + 8 < 10) {
            b_tile[b_line + 8][b_at] = b_load_10;
            b_tile[b_line + 8][b_at + 6] = b_load_11;
            b_tile[b_line + 8][b_at + 12] = b_load_12;
            b_tile[b_line + 8][b_at + 18] = b_load_13;
            b_tile[b_line + 8][b_at + 24] = b_load_14;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float a_2 = a_tile[tile_row + 2][step];
            const float b_0 = b_tile[step][tile_column];
            const float b_1 = b_tile[step][tile_column + 1];
            const float b_2 = b_tile[step][tile_column + 2];
            const float b_3 = b_tile[step][tile_column + 3];
            const float b_4 = b_tile[step][tile_column + 4];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
            c_0_2 = mad(a_0, b_2, c_0_2);
            c_0_3 = mad(a_0, b_3, c_0_3);
            c_0_4 = mad(a_0, b_4, c_0_4);
            c_1_0 = mad(a_1, b_0, c_1_0);
            c_1_1 = mad(a_1, b_1, c_1_1);
            c_1_2 = mad(a_1, b_2, c_1_2);
            c_1_3 = mad(a_1, b_3, c_1_3);
            c_1_4 = mad(a_1, b_4, c_1_4);
            c_2_0 = mad(a_2, b_0, c_2_0);
            c_2_1 = mad(a_2, b_1, c_2_1);
            c_2_2 = mad(a_2, b_2, c_2_2);
            c_2_3 = mad(a_2, b_3, c_2_3);
            c_2_4 = mad(a_2, b_4, c_2_4);
        }
    }

    if (row < M && column < N)
        gemm_3x5_4x6_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row < M && column + 1 < N)
        gemm_3x5_4x6_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
    if (row < M && column + 2 < N)
        gemm_3x5_4x6_store(C + (long)row * ldc + column + 2, alpha, c_0_2, beta);
    if (row < M && column + 3 < N)
        gemm_3x5_4x6_store(C + (long)row * ldc + column + 3, alpha, c_0_3, beta);
    if (row < M && column + 4 < N)
        gemm_3x5_4x6_store(C + (long)row * ldc + column + 4, alpha, c_0_4, beta);
    if (row + 1 < M && column < N)
        gemm_3x5_4x6_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
    if (row + 1 < M && column + 1 < N)
        gemm_3x5_4x6_store(C + (long)(row + 1) * ldc + column + 1, alpha, c_1_1, beta);
    if (row + 1 < M && column + 2 < N)
        gemm_3x5_4x6_store(C + (long)(row + 1) * ldc + column + 2, alpha, c_1_2, beta);
    if (row + 1 < M && column + 3 < N)
        gemm_3x5_4x6_store(C + (long)(row + 1) * ldc + column + 3, alpha, c_1_3, beta);
    if (row + 1 < M && column + 4 < N)
        gemm_3x5_4x6_store(C + (long)(row + 1) * ldc + column + 4, alpha, c_1_4, beta);
    if (row + 2 < M && column < N)
        gemm_3x5_4x6_store(C + (long)(row + 2) * ldc + column, alpha, c_2_0, beta);
    if (row + 2 < M && column + 1 < N)
        gemm_3x5_4x6_store(C + (long)(row + 2) * ldc + column + 1, alpha, c_2_1, beta);
    if (row + 2 < M && column + 2 < N)
        gemm_3x5_4x6_store(C + (long)(row + 2) * ldc + column + 2, alpha, c_2_2, beta);
    if (row + 2 < M && column + 3 < N)
        gemm_3x5_4x6_store(C + (long)(row + 2) * ldc + column + 3, alpha, c_2_3, beta);
    if (row + 2 < M && column + 4 < N)
        gemm_3x5_4x6_store(C + (long)(row + 2) * ldc + column + 4, alpha, c_2_4, beta);
}
