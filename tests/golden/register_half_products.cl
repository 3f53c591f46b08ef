/*
 * gemm_1x2_8x8: C = A * B
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
 * A work-item computes 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 8 along M by 16 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 16), 8 * ceil(M / 8)}.
 * Needs cl_khr_fp16.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --compute f16 --accumulate f32 --layout row --alpha 1 --beta 0 --family register --tile 1x2 --vec-c 2
 */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* 2 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static half2 gemm_1x2_8x8_load2_clamped(const __global half *const line, const int first, const int last)
{
    return (half2)(
        line[min(first, last)],
        line[min(first + 1, last)]);
}

/* C = product for 2 contiguous elements; only those with index < `room`. */
static void gemm_1x2_8x8_store2(
    __global half *const c, const int room,
    const float2 product)
{
    if (room >= 2) {
        vstore_half2(product, 0, c);
        return;
    }
    if (room > 0)
        vstore_half(product.s0, 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x2_8x8(
    const int M, const int N, const int K,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    __global half *restrict C, const int ldc)
{
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 2;
    const long a_row_0 = (long)min(row, M - 1) * lda;

    float2 c_0_0 = 0.0f;

    const bool whole = column + 2 <= N;
    int k = 0;
    for (; whole && k < K; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half2 b_0 = vload2(0, B + b_line + column);

        c_0_0 = c_0_0 + convert_float2((half2)(a_0) * b_0);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < K; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half2 b_0 = gemm_1x2_8x8_load2_clamped(B + b_line, column, N - 1);

        c_0_0 = c_0_0 + convert_float2((half2)(a_0) * b_0);
    }

    if (row < M) {
        gemm_1x2_8x8_store2(C + (long)row * ldc + column, N - column, c_0_0);
    }
}
