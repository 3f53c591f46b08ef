/*
 * gemm_2x2_8x8: C = -0.5 * A * B + 2.5 * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M    rows of op(A) and C
 *   N    columns of op(B) and C
 *   K    columns of op(A), rows of op(B)
 *   A    M x K, column-major
 *   lda  leading dimension of A, in elements (>= M)
 *   B    K x N, column-major
 *   ldb  leading dimension of B, in elements (>= K)
 *   C    M x N, column-major
 *   ldc  leading dimension of C, in elements (>= M)
 *
 * A work-item computes 2 x 2 elements of C: 2 along N by 2 along M.
 * A work-group computes 16 along N by 16 along M.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 16), 8 * ceil(N / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --alpha -0.5 --beta 2.5 --family register --tile 2x2 --mad fma
 */

/* C = -0.5f * product + 2.5f * C for one element. */
static void gemm_2x2_8x8_store(
    __global float *const c,
    const float product)
{
    const float value = -0.5f * product;
    c[0] = value + 2.5f * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x2_8x8(
    const int M, const int N, const int K,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global float *restrict C, const int ldc)
{
    const int column = get_global_id(1) * 2;
    const int row = get_global_id(0) * 2;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f;

    for (int k = 0; k < K; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float a_0 = A[a_line + min(row, M - 1)];
        const float a_1 = A[a_line + min(row + 1, M - 1)];

        c_0_0 = fma(b_0, a_0, c_0_0);
        c_0_1 = fma(b_0, a_1, c_0_1);
        c_1_0 = fma(b_1, a_0, c_1_0);
        c_1_1 = fma(b_1, a_1, c_1_1);
    }

    if (column < N && row < M)
        gemm_2x2_8x8_store(C + (long)column * ldc + row, c_0_0);
    if (column < N && row + 1 < M)
        gemm_2x2_8x8_store(C + (long)column * ldc + row + 1, c_0_1);
    if (column + 1 < N && row < M)
        gemm_2x2_8x8_store(C + (long)(column + 1) * ldc + row, c_1_0);
    if (column + 1 < N && row + 1 < M)
        gemm_2x2_8x8_store(C + (long)(column + 1) * ldc + row + 1, c_1_1);
}
