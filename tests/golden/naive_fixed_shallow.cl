/*
 * gemm_2x2_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major, M = 5, N = 6, K = 7.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   B      K x N, row-major
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 16 along M by 16 along N.
 * Launch: local size {8, 8}, global size {8, 8}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 5x6x7 --family naive --tile 2x2 --unroll-k 8
 */

/* C = alpha * product + beta * C for one element. */
static void gemm_2x2_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x2_8x8(
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int M = 5;
    const int N = 6;
    const int K = 7;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_global_id(1) * 2;
    const int first_column = get_global_id(0) * 2;
    for (int row = first_row; row < min(first_row + 2, M); ++row) {
        for (int column = first_column; column < min(first_column + 2, N); ++column) {
            const int a_row = row * lda;

            float sum = 0.0f;
            /* All of K, one element at a time. */
            for (int k = 0; k < depth; ++k) {
                const int b_line = k * ldb;
                const float a = A[a_row + k];
                const float b = B[b_line + column];
                sum = mad(a, b, sum);
            }

            gemm_2x2_8x8_store(C + row * ldc + column, alpha, sum, beta);
        }
    }
}
