/*
 * gemm_2x4_8x8: C = A * B + beta * C
 *
 * Single precision, row-major, M = 9, N = 11, K = 5.
 *
 *   A     M x K, row-major
 *   B     K x N, row-major
 *   beta  scales C before the update; 0: C is not read
 *   C     M x N, row-major
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8, 8}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 9x11x5 --alpha 1 --family register --tile 2x4 --tile-k 4 --unroll-k 8 --vec-a 4 --vec-b 4 --vec-c 4
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_2x4_8x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_8x8_store4(
    __global float *const c, const int room,
    const float4 product, const float beta)
{
    if (room >= 4) {
        vstore4(beta == 0.0f ? product : product + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? product.s0 : product.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? product.s1 : product.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? product.s2 : product.s2 + beta * c[2];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int M = 9;
    const int N = 11;
    const int K = 5;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;
    const int a_row_0 = min(row, M - 1) * lda;
    const int a_row_1 = min(row + 1, M - 1) * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f;

    /* All of K, one element at a time. */
    for (int k = 0; k < K; ++k) {
        const int b_line = k * ldb;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float4 b_0 = gemm_2x4_8x8_load4_clamped(B + b_line, column, N - 1);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
    }

    if (row < M) {
        gemm_2x4_8x8_store4(C + row * ldc + column, N - column, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_2x4_8x8_store4(C + (row + 1) * ldc + column, N - column, c_1_0, beta);
    }
}
