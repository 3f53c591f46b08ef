/*
 * gemm_2x4_8x8: C = alpha * A * B + beta * C
 *
 * Half precision, row-major; any sizes.
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
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 16)}.
 * Needs cl_khr_fp16.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --compute f16 --layout row --family register --tile 2x4 --vec-c 4
 */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static half4 gemm_2x4_8x8_load4_clamped(const __global half *const line, const int first, const int last)
{
    return (half4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_8x8_store4(
    __global half *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore_half4(beta == 0.0f ? value : value + beta * vload_half4(0, c), 0, c);
        return;
    }
    if (room > 0)
        vstore_half(beta == 0.0f ? value.s0 : value.s0 + beta * vload_half(0, c), 0, c);
    if (room > 1)
        vstore_half(beta == 0.0f ? value.s1 : value.s1 + beta * vload_half(1, c), 1, c);
    if (room > 2)
        vstore_half(beta == 0.0f ? value.s2 : value.s2 + beta * vload_half(2, c), 2, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;

    half4 c_0_0 = 0.0h, c_1_0 = 0.0h;

    const bool whole = column + 4 <= N;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half a_1 = A[a_row_1 + k];
        const half4 b_0 = vload4(0, B + b_line + column);

        c_0_0 = mad((half4)(a_0), b_0, c_0_0);
        c_1_0 = mad((half4)(a_1), b_0, c_1_0);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half a_1 = A[a_row_1 + k];
        const half4 b_0 = gemm_2x4_8x8_load4_clamped(B + b_line, column, N - 1);

        c_0_0 = mad((half4)(a_0), b_0, c_0_0);
        c_1_0 = mad((half4)(a_1), b_0, c_1_0);
    }

    if (row < M) {
        gemm_2x4_8x8_store4(C + (long)row * ldc + column, N - column, alpha, convert_float4(c_0_0), beta);
    }
    if (row + 1 < M) {
        gemm_2x4_8x8_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, convert_float4(c_1_0), beta);
    }
}
