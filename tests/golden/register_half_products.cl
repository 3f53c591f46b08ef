/*
 * gemm_2x4_8x8: C = A * B
 *
 * Half precision, summed in single, row-major; any sizes.
 *
 *   M    rows of op(A) and C
 *   N    columns of op(B) and C
 *   K    columns of op(A), rows of op(B)
 *   A    M x K, row-major
 *   lda  leading dimension of A, in elements (>= K)
 *   B    K x N, row-major
 *   ldb  leading dimension of B, in elements (>= N)
 *   C    M x N, row-major
 *   ldc  leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 16)}.
 * Needs cl_khr_fp16.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --compute f16 --accumulate f32 --layout row --alpha 1 --beta 0 --family register --tile 2x4 --vec-c 4
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

/* C = product for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_8x8_store4(
    __global half *const c, const int room,
    const float4 product)
{
    if (room >= 4) {
        vstore_half4(product, 0, c);
        return;
    }
    if (room > 0)
        vstore_half(product.s0, 0, c);
    if (room > 1)
        vstore_half(product.s1, 1, c);
    if (room > 2)
        vstore_half(product.s2, 2, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    const int M, const int N, const int K,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    __global half *restrict C, const int ldc)
{
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f;

    const bool whole = column + 4 <= N;
    int k = 0;
    for (; whole && k < K; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half a_1 = A[a_row_1 + k];
        const half4 b_0 = vload4(0, B + b_line + column);

        c_0_0 = c_0_0 + convert_float4((half4)(a_0) * b_0);
        c_1_0 = c_1_0 + convert_float4((half4)(a_1) * b_0);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < K; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half a_1 = A[a_row_1 + k];
        const half4 b_0 = gemm_2x4_8x8_load4_clamped(B + b_line, column, N - 1);

        c_0_0 = c_0_0 + convert_float4((half4)(a_0) * b_0);
        c_1_0 = c_1_0 + convert_float4((half4)(a_1) * b_0);
    }

    if (row < M) {
        gemm_2x4_8x8_store4(C + (long)row * ldc + column, N - column, c_0_0);
    }
    if (row + 1 < M) {
        gemm_2x4_8x8_store4(C + (long)(row + 1) * ldc + column, N - column, c_1_0);
    }
}
