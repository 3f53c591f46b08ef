/*
 * gemm_4x4_8x8: C = alpha * A * B^T + beta * C
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
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
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose nt --family register --tile 4x4 --vec-a 2 --vec-b 4 --vec-c 4
 */

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x4_8x8_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
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
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_row_2 = (long)min(row + 2, M - 1) * lda;
    const long a_row_3 = (long)min(row + 3, M - 1) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    int k = 0;
    for (; k + 4 <= depth; k += 4) {
        const float2 a_0_0 = vload2(0, A + a_row_0 + k);
        const float2 a_1_0 = vload2(0, A + a_row_1 + k);
        const float2 a_2_0 = vload2(0, A + a_row_2 + k);
        const float2 a_3_0 = vload2(0, A + a_row_3 + k);
        const float2 a_0_1 = vload2(0, A + a_row_0 + k + 2);
        const float2 a_1_1 = vload2(0, A + a_row_1 + k + 2);
        const float2 a_2_1 = vload2(0, A + a_row_2 + k + 2);
        const float2 a_3_1 = vload2(0, A + a_row_3 + k + 2);
        const float4 b_run_0_0 = vload4(0, B + b_column_0 + k);
        const float4 b_run_1_0 = vload4(0, B + b_column_1 + k);
        const float4 b_run_2_0 = vload4(0, B + b_column_2 + k);
        const float4 b_run_3_0 = vload4(0, B + b_column_3 + k);
        const float4 b_0 = (float4)(
            b_run_0_0.s0,
            b_run_1_0.s0,
            b_run_2_0.s0,
            b_run_3_0.s0);
        const float4 b_1 = (float4)(
            b_run_0_0.s1,
            b_run_1_0.s1,
            b_run_2_0.s1,
            b_run_3_0.s1);
        const float4 b_2 = (float4)(
            b_run_0_0.s2,
            b_run_1_0.s2,
            b_run_2_0.s2,
            b_run_3_0.s2);
        const float4 b_3 = (float4)(
            b_run_0_0.s3,
            b_run_1_0.s3,
            b_run_2_0.s3,
            b_run_3_0.s3);

        c_0_0 = mad((float4)(a_0_0.s0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1_0.s0), b_0, c_1_0);
        c_2_0 = mad((float4)(a_2_0.s0), b_0, c_2_0);
        c_3_0 = mad((float4)(a_3_0.s0), b_0, c_3_0);
        c_0_0 = mad((float4)(a_0_0.s1), b_1, c_0_0);
        c_1_0 = mad((float4)(a_1_0.s1), b_1, c_1_0);
        c_2_0 = mad((float4)(a_2_0.s1), b_1, c_2_0);
        c_3_0 = mad((float4)(a_3_0.s1), b_1, c_3_0);
        c_0_0 = mad((float4)(a_0_1.s0), b_2, c_0_0);
        c_1_0 = mad((float4)(a_1_1.s0), b_2, c_1_0);
        c_2_0 = mad((float4)(a_2_1.s0), b_2, c_2_0);
        c_3_0 = mad((float4)(a_3_1.s0), b_2, c_3_0);
        c_0_0 = mad((float4)(a_0_1.s1), b_3, c_0_0);
        c_1_0 = mad((float4)(a_1_1.s1), b_3, c_1_0);
        c_2_0 = mad((float4)(a_2_1.s1), b_3, c_2_0);
        c_3_0 = mad((float4)(a_3_1.s1), b_3, c_3_0);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float a_2 = A[a_row_2 + k];
        const float a_3 = A[a_row_3 + k];
        const float4 b_0 = (float4)(
            B[b_column_0 + k],
            B[b_column_1 + k],
            B[b_column_2 + k],
            B[b_column_3 + k]);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
        c_2_0 = mad((float4)(a_2), b_0, c_2_0);
        c_3_0 = mad((float4)(a_3), b_0, c_3_0);
    }

    if (row < M) {
        gemm_4x4_8x8_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_4x4_8x8_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
    if (row + 2 < M) {
        gemm_4x4_8x8_store4(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
    }
    if (row + 3 < M) {
        gemm_4x4_8x8_store4(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
    }
}
