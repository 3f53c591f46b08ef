/*
 * gemm_1x1_8x8: C = alpha * A * B + beta * C
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
 * A work-item computes one element of C.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 8), 8 * ceil(M / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family naive --unroll-k 4
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
    const int row = get_global_id(1);
    const int column = get_global_id(0);
    if (row >= M || column >= N)
        return;
    const long a_row = (long)row * lda;

    float sum = 0.0f;
    int k = 0;
    while (k + 4 <= depth) {
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration, ++k) {
            const long b_line = (long)k * ldb;
            const float a = A[a_row + k];
            const float b = B[b_line + column];
            sum = mad(a, b, sum);
        }
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a = A[a_row + k];
        const float b = B[b_line + column];
        sum = mad(a, b, sum);
    }

    gemm_1x1_8x8_store(C + (long)row * ldc + column, alpha, sum, beta);
}
