/*
 * gemm_4x4_8x8: C = alpha * A * B + beta * C
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
 * A work-group computes 32 along N by 32 along M.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 32), 8 * ceil(N / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family register
 */

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
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 4;
    const int row = get_global_id(0) * 4;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float b_2 = B[b_column_2 + k];
        const float b_3 = B[b_column_3 + k];
        const float a_0 = A[a_line + min(row, M - 1)];
        const float a_1 = A[a_line + min(row + 1, M - 1)];
        const float a_2 = A[a_line + min(row + 2, M - 1)];
        const float a_3 = A[a_line + min(row + 3, M - 1)];

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

    if (column < N && row < M)
        gemm_4x4_8x8_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column < N && row + 1 < M)
        gemm_4x4_8x8_store(C + (long)column * ldc + row + 1, alpha, c_0_1, beta);
    if (column < N && row + 2 < M)
        gemm_4x4_8x8_store(C + (long)column * ldc + row + 2, alpha, c_0_2, beta);
    if (column < N && row + 3 < M)
        gemm_4x4_8x8_store(C + (long)column * ldc + row + 3, alpha, c_0_3, beta);
    if (column + 1 < N && row < M)
        gemm_4x4_8x8_store(C + (long)(column + 1) * ldc + row, alpha, c_1_0, beta);
    if (column + 1 < N && row + 1 < M)
        gemm_4x4_8x8_store(C + (long)(column + 1) * ldc + row + 1, alpha, c_1_1, beta);
    if (column + 1 < N && row + 2 < M)
        gemm_4x4_8x8_store(C + (long)(column + 1) * ldc + row + 2, alpha, c_1_2, beta);
    if (column + 1 < N && row + 3 < M)
        gemm_4x4_8x8_store(C + (long)(column + 1) * ldc + row + 3, alpha, c_1_3, beta);
    if (column + 2 < N && row < M)
        gemm_4x4_8x8_store(C + (long)(column + 2) * ldc + row, alpha, c_2_0, beta);
    if (column + 2 < N && row + 1 < M)
        gemm_4x4_8x8_store(C + (long)(column + 2) * ldc + row + 1, alpha, c_2_1, beta);
    if (column + 2 < N && row + 2 < M)
        gemm_4x4_8x8_store(C + (long)(column + 2) * ldc + row + 2, alpha, c_2_2, beta);
    if (column + 2 < N && row + 3 < M)
        gemm_4x4_8x8_store(C + (long)(column + 2) * ldc + row + 3, alpha, c_2_3, beta);
    if (column + 3 < N && row < M)
        gemm_4x4_8x8_store(C + (long)(column + 3) * ldc + row, alpha, c_3_0, beta);
    if (column + 3 < N && row + 1 < M)
        gemm_4x4_8x8_store(C + (long)(column + 3) * ldc + row + 1, alpha, c_3_1, beta);
    if (column + 3 < N && row + 2 < M)
        gemm_4x4_8x8_store(C + (long)(column + 3) * ldc + row + 2, alpha, c_3_2, beta);
    if (column + 3 < N && row + 3 < M)
        gemm_4x4_8x8_store(C + (long)(column + 3) * ldc + row + 3, alpha, c_3_3, beta);
}
