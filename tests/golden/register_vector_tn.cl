/*
 * gemm_4x8_8x8: C = alpha * A^T * B + beta * C
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, row-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 8 elements of C: 4 along M by 8 along N.
 * A work-group computes 32 along M by 64 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 64), 8 * ceil(M / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose tn --family register --tile 4x8 --vec-a 4 --vec-c 4
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_4x8_8x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x8_8x8_store4(
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
void gemm_4x8_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 4;
    const int column = get_global_id(0) * 8;

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float4 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float4 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float4 c_3_0 = 0.0f, c_3_1 = 0.0f;

    const bool whole = row + 4 <= M && column + 8 <= N;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float4 a_0 = vload4(0, A + a_line + row);
        const float4 b_0 = vload4(0, B + b_line + column);
        const float4 b_1 = vload4(0, B + b_line + column + 4);

        c_0_0 = mad((float4)(a_0.s0), b_0, c_0_0);
        c_0_1 = mad((float4)(a_0.s0), b_1, c_0_1);
        c_1_0 = mad((float4)(a_0.s1), b_0, c_1_0);
        c_1_1 = mad((float4)(a_0.s1), b_1, c_1_1);
        c_2_0 = mad((float4)(a_0.s2), b_0, c_2_0);
        c_2_1 = mad((float4)(a_0.s2), b_1, c_2_1);
        c_3_0 = mad((float4)(a_0.s3), b_0, c_3_0);
        c_3_1 = mad((float4)(a_0.s3), b_1, c_3_1);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_line + min(row, M - 1)];
        const float a_1 = A[a_line + min(row + 1, M - 1)];
        const float a_2 = A[a_line + min(row + 2, M - 1)];
        const float a_3 = A[a_line + min(row + 3, M - 1)];
        const float4 b_0 = gemm_4x8_8x8_load4_clamped(B + b_line, column, N - 1);
        const float4 b_1 = gemm_4x8_8x8_load4_clamped(B + b_line, column + 4, N - 1);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_0_1 = mad((float4)(a_0), b_1, c_0_1);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
        c_1_1 = mad((float4)(a_1), b_1, c_1_1);
        c_2_0 = mad((float4)(a_2), b_0, c_2_0);
        c_2_1 = mad((float4)(a_2), b_1, c_2_1);
        c_3_0 = mad((float4)(a_3), b_0, c_3_0);
        c_3_1 = mad((float4)(a_3), b_1, c_3_1);
    }

    if (row < M) {
        gemm_4x8_8x8_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_4x8_8x8_store4(C + (long)row * ldc + column + 4, N - (column + 4), alpha, c_0_1, beta);
    }
    if (row + 1 < M) {
        gemm_4x8_8x8_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
        gemm_4x8_8x8_store4(C + (long)(row + 1) * ldc + column + 4, N - (column + 4), alpha, c_1_1, beta);
    }
    if (row + 2 < M) {
        gemm_4x8_8x8_store4(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
        gemm_4x8_8x8_store4(C + (long)(row + 2) * ldc + column + 4, N - (column + 4), alpha, c_2_1, beta);
    }
    if (row + 3 < M) {
        gemm_4x8_8x8_store4(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
        gemm_4x8_8x8_store4(C + (long)(row + 3) * ldc + column + 4, N - (column + 4), alpha, c_3_1, beta);
    }
}
