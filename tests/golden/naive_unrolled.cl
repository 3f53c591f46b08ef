/*
 * gemm_1x1_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  factor of the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    elements from one row of A to the next, at least K
 *   B      K x N, row-major
 *   ldb    elements from one row of B to the next, at least N
 *   beta   factor of the old C; 0: C is not read
 *   C      M x N, row-major
 *   ldc    elements from one row of C to the next, at least N
 *
 * A work-item computes one element of C.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 8), 8 * ceil(M / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family naive --unroll-k 4
 */

/* C = alpha * product + beta * C for one element. */
static void store(
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
        for (int turn = 0; turn < 4; ++turn, ++k) {
            const long b_line = (long)k * ldb;
            const float a = A[a_row + k];
            const float b = B[b_line + column];
            sum = mad(a, b, sum);
        }
    }

    /* What is left of K, one step at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a = A[a_row + k];
        const float b = B[b_line + column];

        sum = mad(a, b, sum);
    }

    store(C + (long)row * ldc + column, alpha, sum, beta);
}
