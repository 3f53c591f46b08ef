/*
 * gemm_1x4_1x1: C = alpha * A * B^T + beta * C
 *
 * Single precision, row-major; N a multiple of 4, K a multiple of 16.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      N x K, row-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 1 along M by 4 along N.
 * Launch: local size {1, 1}, global size {ceil(N / 4), M}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose nt --edges exact --family gemv --tile 1x4 --wg 1x1 --vec-b 16
 */

/* The sum of all elements. */
static float gemm_1x4_1x1_sum_of(const float16 values)
{
    const float8 of_8 = values.lo + values.hi;
    const float4 of_4 = of_8.lo + of_8.hi;
    const float2 of_2 = of_4.lo + of_4.hi;
    return of_2.lo + of_2.hi;
}

/* C = alpha * product + beta * C for one element. */
static void gemm_1x4_1x1_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_1x4_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 4;
    const long a_row = (long)row * lda;
    const long b_column = (long)column * ldb;

    float16 c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;

    for (int k = 0; k < depth; k += 16) {
        const float16 a_0 = vload16(0, A + a_row + k);
        const float16 b_0 = vload16(0, B + b_column + k);
        const float16 b_1 = vload16(0, B + b_column + k + ldb);
        const float16 b_2 = vload16(0, B + b_column + k + (long)2 * ldb);
        const float16 b_3 = vload16(0, B + b_column + k + (long)3 * ldb);

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
        c_0_2 = mad(a_0, b_2, c_0_2);
        c_0_3 = mad(a_0, b_3, c_0_3);
    }

    float sum_0_0 = gemm_1x4_1x1_sum_of(c_0_0);
    float sum_0_1 = gemm_1x4_1x1_sum_of(c_0_1);
    float sum_0_2 = gemm_1x4_1x1_sum_of(c_0_2);
    float sum_0_3 = gemm_1x4_1x1_sum_of(c_0_3);
    gemm_1x4_1x1_store(C + (long)row * ldc + column, alpha, sum_0_0, beta);
    gemm_1x4_1x1_store(C + (long)row * ldc + column + 1, alpha, sum_0_1, beta);
    gemm_1x4_1x1_store(C + (long)row * ldc + column + 2, alpha, sum_0_2, beta);
    gemm_1x4_1x1_store(C + (long)row * ldc + column + 3, alpha, sum_0_3, beta);
}
