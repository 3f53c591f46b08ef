/*
 * gemm_1x1_8x8: C = alpha * A * B + beta * C
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
 * A work-item computes one element of C.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 8), 8 * ceil(N / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family naive
 */

/* C = alpha * product + beta * C for one element. */
static void gemm_1x1_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x1_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(0);
    const int column = get_global_id(1);
    if (row >= M || column >= N)
        return;
    const long b_column = (long)column * ldb;

    float sum = 0.0f;
    for (int k = 0; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float a = A[a_line + row];
        const float b = B[b_column + k];
        sum = mad(b, a, sum);
    }

    gemm_1x1_8x8_store(C + (long)column * ldc + row, alpha, sum, beta);
}
