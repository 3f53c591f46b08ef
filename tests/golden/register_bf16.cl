/*
 * gemm_4x8_4x4: C = alpha * A * B + beta * C
 *
 * Bfloat16 precision, computed in single, row-major; any sizes.
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
 * A work-item computes 4 x 8 elements of C: 4 along M by 8 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {4, 4}, global size {4 * ceil(N / 32), 4 * ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --layout row --family register --tile 4x8 --wg 4x4 --vec-b 4 --vec-c 4
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort4 gemm_4x8_4x4_nearest_bf16x4(const float4 value)
{
    const uint4 bits = as_uint4(value);
    const uint4 nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort4(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_4x8_4x4_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_4x8_4x4_load4_clamped(const __global ushort *const line, const int first, const int last)
{
    return (float4)(
        as_float((uint)line[min(first, last)] << 16),
        as_float((uint)line[min(first + 1, last)] << 16),
        as_float((uint)line[min(first + 2, last)] << 16),
        as_float((uint)line[min(first + 3, last)] << 16));
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x8_4x4_store4(
    __global ushort *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore4(gemm_4x8_4x4_nearest_bf16x4(beta == 0.0f ? value : value + beta * as_float4(convert_uint4(vload4(0, c)) << 16)), 0, c);
        return;
    }
    if (room > 0)
        c[0] = gemm_4x8_4x4_nearest_bf16(beta == 0.0f ? value.s0 : value.s0 + beta * as_float((uint)c[0] << 16));
    if (room > 1)
        c[1] = gemm_4x8_4x4_nearest_bf16(beta == 0.0f ? value.s1 : value.s1 + beta * as_float((uint)c[1] << 16));
    if (room > 2)
        c[2] = gemm_4x8_4x4_nearest_bf16(beta == 0.0f ? value.s2 : value.s2 + beta * as_float((uint)c[2] << 16));
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_4x8_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 4;
    const int column = get_global_id(0) * 8;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_row_2 = (long)min(row + 2, M - 1) * lda;
    const long a_row_3 = (long)min(row + 3, M - 1) * lda;

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float4 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float4 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float4 c_3_0 = 0.0f, c_3_1 = 0.0f;

    const bool whole = column + 8 <= N;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = as_float((uint)A[a_row_0 + k] << 16);
        const float a_1 = as_float((uint)A[a_row_1 + k] << 16);
        const float a_2 = as_float((uint)A[a_row_2 + k] << 16);
        const float a_3 = as_float((uint)A[a_row_3 + k] << 16);
        const float4 b_0 = as_float4(convert_uint4(vload4(0, B + b_line + column)) << 16);
        const float4 b_1 = as_float4(convert_uint4(vload4(0, B + b_line + column + 4)) << 16);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_0_1 = mad((float4)(a_0), b_1, c_0_1);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
        c_1_1 = mad((float4)(a_1), b_1, c_1_1);
        c_2_0 = mad((float4)(a_2), b_0, c_2_0);
        c_2_1 = mad((float4)(a_2), b_1, c_2_1);
        c_3_0 = mad((float4)(a_3), b_0, c_3_0);
        c_3_1 = mad((float4)(a_3), b_1, c_3_1);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = as_float((uint)A[a_row_0 + k] << 16);
        const float a_1 = as_float((uint)A[a_row_1 + k] << 16);
        const float a_2 = as_float((uint)A[a_row_2 + k] << 16);
        const float a_3 = as_float((uint)A[a_row_3 + k] << 16);
        const float4 b_0 = gemm_4x8_4x4_load4_clamped(B + b_line, column, N - 1);
        const float4 b_1 = gemm_4x8_4x4_load4_clamped(B + b_line, column + 4, N - 1);

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
        gemm_4x8_4x4_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_4x8_4x4_store4(C + (long)row * ldc + column + 4, N - (column + 4), alpha, c_0_1, beta);
    }
    if (row + 1 < M) {
        gemm_4x8_4x4_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
        gemm_4x8_4x4_store4(C + (long)(row + 1) * ldc + column + 4, N - (column + 4), alpha, c_1_1, beta);
    }
    if (row + 2 < M) {
        gemm_4x8_4x4_store4(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
        gemm_4x8_4x4_store4(C + (long)(row + 2) * ldc + column + 4, N - (column + 4), alpha, c_2_1, beta);
    }
    if (row + 3 < M) {
        gemm_4x8_4x4_store4(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
        gemm_4x8_4x4_store4(C + (long)(row + 3) * ldc + column + 4, N - (column + 4), alpha, c_3_1, beta);
    }
}
