/*
 * gemm_1x1_8x8: C = alpha * A * B^H + beta * C
 *
 * Single precision, complex, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      N x K, column-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes one element of C.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 8), 8 * ceil(N / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type c32 --transpose nc --family naive
 */

/* The product of two complex numbers. */
static float2 gemm_1x1_8x8_times(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* C = alpha * product + beta * C for one element. */
static void gemm_1x1_8x8_store(
    __global float2 *const c,
    const float2 alpha, const float2 product, const float2 beta)
{
    const float2 value = gemm_1x1_8x8_times(alpha, product);
    c[0] = all(beta == 0.0f) ? value : value + gemm_1x1_8x8_times(beta, c[0]);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x1_8x8(
    const int M, const int N, const int K, const float2 alpha,
    __global const float2 *restrict A, const int lda,
    __global const float2 *restrict B, const int ldb,
    const float2 beta,
    __global float2 *restrict C, const int ldc)
{
    const int depth = all(alpha == 0.0f) ? 0 : K;
    const int row = get_global_id(0);
    const int column = get_global_id(1);
    if (row >= M || column >= N)
        return;

    float2 sum = 0.0f;
    for (int k = 0; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float2 a = A[a_line + row];
        const float2 b = B[b_line + column];
        sum = mad((float2)(b.x, b.x), a, mad((float2)(b.y, -b.y), a.yx, sum));
    }

    gemm_1x1_8x8_store(C + (long)column * ldc + row, alpha, sum, beta);
}
