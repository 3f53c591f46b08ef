/*
 * gemm_4x4_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M a multiple of 32, N a multiple of 32, K a multiple of 8.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
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
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 32)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges exact --family register --tile 4x4 --tile-k 2 --unroll-k 8 --vec-c 4
 */

/* C = alpha * product + beta * C for 4 contiguous elements. */
static void gemm_4x4_8x8_store4(
    __global float *const c,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
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
    const int row = get_global_id(1) * 4;
    const int column = get_global_id(0) * 4;
    const long a_row = (long)row * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth;) {
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration, k += 2) {
            const long b_line = (long)k * ldb;
            const float a_0_0 = A[a_row + k];
            const float a_1_0 = A[a_row + k + lda];
            const float a_2_0 = A[a_row + k + (long)2 * lda];
            const float a_3_0 = A[a_row + k + (long)3 * lda];
            const float a_0_1 = A[a_row + k + 1];
            const float a_1_1 = A[a_row + k + 1 + lda];
            const float a_2_1 = A[a_row + k + 1 + (long)2 * lda];
            const float a_3_1 = A[a_row + k + 1 + (long)3 * lda];
            const float4 b_0 = vload4(0, B + b_line + column);
            const float4 b_1 = vload4(0, B + b_line + column + ldb);

            c_0_0 = mad((float4)(a_0_0), b_0, c_0_0);
            c_1_0 = mad((float4)(a_1_0), b_0, c_1_0);
            c_2_0 = mad((float4)(a_2_0), b_0, c_2_0);
            c_3_0 = mad((float4)(a_3_0), b_0, c_3_0);
            c_0_0 = mad((float4)(a_0_1), b_1, c_0_0);
            c_1_0 = mad((float4)(a_1_1), b_1, c_1_0);
            c_2_0 = mad((float4)(a_2_1), b_1, c_2_0);
            c_3_0 = mad((float4)(a_3_1), b_1, c_3_0);
        }
    }

    gemm_4x4_8x8_store4(C + (long)row * ldc + column, alpha, c_0_0, beta);
    gemm_4x4_8x8_store4(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
    gemm_4x4_8x8_store4(C + (long)(row + 2) * ldc + column, alpha, c_2_0, beta);
    gemm_4x4_8x8_store4(C + (long)(row + 3) * ldc + column, alpha, c_3_0, beta);
}
