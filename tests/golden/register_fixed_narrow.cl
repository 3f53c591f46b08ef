/*
 * gemm_4x4_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major, M = 3, N = 3, K = 64.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   B      K x N, row-major
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8, 8}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 3x3x64 --family register --tile 4x4 --vec-b 4 --vec-c 4
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_4x4_8x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

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
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int M = 3;
    const int N = 3;
    const int K = 64;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 4;
    const int column = get_global_id(0) * 4;
    const int a_row_0 = min(row, M - 1) * lda;
    const int a_row_1 = min(row + 1, M - 1) * lda;
    const int a_row_2 = min(row + 2, M - 1) * lda;
    const int a_row_3 = min(row + 3, M - 1) * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    /* All of K, one element at a time. */
    for (int k = 0; k < depth; ++k) {
        const int b_line = k * ldb;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float a_2 = A[a_row_2 + k];
        const float a_3 = A[a_row_3 + k];
        const float4 b_0 = gemm_4x4_8x8_load4_clamped(B + b_line, column, N - 1);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
        c_2_0 = mad((float4)(a_2), b_0, c_2_0);
        c_3_0 = mad((float4)(a_3), b_0, c_3_0);
    }

    if (row < M) {
        gemm_4x4_8x8_store4(C + row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_4x4_8x8_store4(C + (row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
    if (row + 2 < M) {
        gemm_4x4_8x8_store4(C + (row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
    }
    if (row + 3 < M) {
        gemm_4x4_8x8_store4(C + (row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
    }
}
