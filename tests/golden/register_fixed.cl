/*
 * gemm_4x4_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major, M = 64, N = 64, K = 64.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   B      K x N, column-major
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *
 * A work-item computes 4 x 4 elements of C: 4 along N by 4 along M.
 * A work-group computes 32 along N by 32 along M.
 * Launch: local size {8, 8}, global size {16, 16}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --fixed 64x64x64 --family register
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
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int M = 64;
    const int K = 64;
    const int lda = M;
    const int ldb = K;
    const int ldc = M;
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 4;
    const int row = get_global_id(0) * 4;
    const int b_column = column * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const int a_line = k * lda;
        const float b_0 = B[b_column + k];
        const float b_1 = B[b_column + k + ldb];
        const float b_2 = B[b_column + k + 2 * ldb];
        const float b_3 = B[b_column + k + 3 * ldb];
        const float a_0 = A[a_line + row];
        const float a_1 = A[a_line + row + 1];
        const float a_2 = A[a_line + row + 2];
        const float a_3 = A[a_line + row + 3];

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

    gemm_4x4_8x8_store(C + column * ldc + row, alpha, c_0_0, beta);
    gemm_4x4_8x8_store(C + column * ldc + row + 1, alpha, c_0_1, beta);
    gemm_4x4_8x8_store(C + column * ldc + row + 2, alpha, c_0_2, beta);
    gemm_4x4_8x8_store(C + column * ldc + row + 3, alpha, c_0_3, beta);
    gemm_4x4_8x8_store(C + (column + 1) * ldc + row, alpha, c_1_0, beta);
    gemm_4x4_8x8_store(C + (column + 1) * ldc + row + 1, alpha, c_1_1, beta);
    gemm_4x4_8x8_store(C + (column + 1) * ldc + row + 2, alpha, c_1_2, beta);
    gemm_4x4_8x8_store(C + (column + 1) * ldc + row + 3, alpha, c_1_3, beta);
    gemm_4x4_8x8_store(C + (column + 2) * ldc + row, alpha, c_2_0, beta);
    gemm_4x4_8x8_store(C + (column + 2) * ldc + row + 1, alpha, c_2_1, beta);
    gemm_4x4_8x8_store(C + (column + 2) * ldc + row + 2, alpha, c_2_2, beta);
    gemm_4x4_8x8_store(C + (column + 2) * ldc + row + 3, alpha, c_2_3, beta);
    gemm_4x4_8x8_store(C + (column + 3) * ldc + row, alpha, c_3_0, beta);
    gemm_4x4_8x8_store(C + (column + 3) * ldc + row + 1, alpha, c_3_1, beta);
    gemm_4x4_8x8_store(C + (column + 3) * ldc + row + 2, alpha, c_3_2, beta);
    gemm_4x4_8x8_store(C + (column + 3) * ldc + row + 3, alpha, c_3_3, beta);
}
