/*
 * gemm_2x4_8x8: C = alpha * A^T * B^T + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, column-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      N x K, column-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 2 x 4 elements of C: 2 along N by 4 along M.
 * A work-group computes 16 along N by 32 along M.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 32), 8 * ceil(N / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --transpose tt --family register --tile 2x4 --tile-k 2
 */

/* C = alpha * product + beta * C for one element. */
static void gemm_2x4_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 2;
    const int row = get_global_id(0) * 4;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_row_2 = (long)min(row + 2, M - 1) * lda;
    const long a_row_3 = (long)min(row + 3, M - 1) * lda;

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;

    int k = 0;
    for (; k + 2 <= depth; k += 2) {
        const long b_line = (long)k * ldb;
        const float b_0_0 = B[b_line + min(column, N - 1)];
        const float b_1_0 = B[b_line + min(column + 1, N - 1)];
        const float b_0_1 = B[b_line + min(column, N - 1) + ldb];
        const float b_1_1 = B[b_line + min(column + 1, N - 1) + ldb];
        const float a_0_0 = A[a_row_0 + k];
        const float a_1_0 = A[a_row_1 + k];
        const float a_2_0 = A[a_row_2 + k];
        const float a_3_0 = A[a_row_3 + k];
        const float a_0_1 = A[a_row_0 + k + 1];
        const float a_1_1 = A[a_row_1 + k + 1];
        const float a_2_1 = A[a_row_2 + k + 1];
        const float a_3_1 = A[a_row_3 + k + 1];

        c_0_0 = mad(b_0_0, a_0_0, c_0_0);
        c_0_1 = mad(b_0_0, a_1_0, c_0_1);
        c_0_2 = mad(b_0_0, a_2_0, c_0_2);
        c_0_3 = mad(b_0_0, a_3_0, c_0_3);
        c_1_0 = mad(b_1_0, a_0_0, c_1_0);
        c_1_1 = mad(b_1_0, a_1_0, c_1_1);
        c_1_2 = mad(b_1_0, a_2_0, c_1_2);
        c_1_3 = mad(b_1_0, a_3_0, c_1_3);
        c_0_0 = mad(b_0_1, a_0_1, c_0_0);
        c_0_1 = mad(b_0_1, a_1_1, c_0_1);
        c_0_2 = mad(b_0_1, a_2_1, c_0_2);
        c_0_3 = mad(b_0_1, a_3_1, c_0_3);
        c_1_0 = mad(b_1_1, a_0_1, c_1_0);
        c_1_1 = mad(b_1_1, a_1_1, c_1_1);
        c_1_2 = mad(b_1_1, a_2_1, c_1_2);
        c_1_3 = mad(b_1_1, a_3_1, c_1_3);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float b_0 = B[b_line + min(column, N - 1)];
        const float b_1 = B[b_line + min(column + 1, N - 1)];
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float a_2 = A[a_row_2 + k];
        const float a_3 = A[a_row_3 + k];

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_0_1 = mad(b_0, a_1, c_0_1);
        c_0_2 = mad(b_0, a_2, c_0_2);
        c_0_3 = mad(b_0, a_3, c_0_3);
        c_1_0 = mad(b_1, a_0, c_1_0);
        c_1_1 = mad(b_1, a_1, c_1_1);
        c_1_2 = mad(b_1, a_2, c_1_2);
        c_1_3 = mad(b_1, a_3, c_1_3);
    }

    if (column < N && row < M)
        gemm_2x4_8x8_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column < N && row + 1 < M)
        gemm_2x4_8x8_store(C + (long)column * ldc + row + 1, alpha, c_0_1, beta);
    if (column < N && row + 2 < M)
        gemm_2x4_8x8_store(C + (long)column * ldc + row + 2, alpha, c_0_2, beta);
    if (column < N && row + 3 < M)
        gemm_2x4_8x8_store(C + (long)column * ldc + row + 3, alpha, c_0_3, beta);
    if (column + 1 < N && row < M)
        gemm_2x4_8x8_store(C + (long)(column + 1) * ldc + row, alpha, c_1_0, beta);
    if (column + 1 < N && row + 1 < M)
        gemm_2x4_8x8_store(C + (long)(column + 1) * ldc + row + 1, alpha, c_1_1, beta);
    if (column + 1 < N && row + 2 < M)
        gemm_2x4_8x8_store(C + (long)(column + 1) * ldc + row + 2, alpha, c_1_2, beta);
    if (column + 1 < N && row + 3 < M)
        gemm_2x4_8x8_store(C + (long)(column + 1) * ldc + row + 3, alpha, c_1_3, beta);
}
