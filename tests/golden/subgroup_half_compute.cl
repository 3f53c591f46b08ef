/*
 * gemm_4x1_1x4: C = alpha * A * B + beta * C
 *
 * Half precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  factor of the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    elements from one column of A to the next, at least M
 *   B      K x N, column-major
 *   ldb    elements from one column of B to the next, at least K
 *   beta   factor of the old C; 0: C is not read
 *   C      M x N, column-major
 *   ldc    elements from one column of C to the next, at least M
 *
 * A work-group computes 4 rows x 4 columns of C, a work-item 1 x 4.
 * Launch: local size {4, 1}, global size {4 * ceil(M / 4), ceil(N / 4)}.
 * Needs cl_intel_subgroups, cl_intel_required_subgroup_size and cl_khr_fp16; sub-groups of 4 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --compute f16 --tile 4x1 --wg 1x4 --sub-groups intel
 */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* The vector that another lane of the sub-group holds. */
static half4 intel_sub_group_shuffle4(const half4 value, const uint lane)
{
    return (half4)(
        intel_sub_group_shuffle(value.s0, lane),
        intel_sub_group_shuffle(value.s1, lane),
        intel_sub_group_shuffle(value.s2, lane),
        intel_sub_group_shuffle(value.s3, lane));
}

/* C = alpha * product + beta * C for 4 elements, one from each of as many columns, as far as there is room. */
static void store4(__global half *const c, const int ldc, const int room,
                   const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room > 0)
        vstore_half(beta == 0.0f ? value.s0 : value.s0 + beta * vload_half(0, c), 0, c);
    if (room > 1)
        vstore_half(beta == 0.0f ? value.s1 : value.s1 + beta * vload_half(ldc, c), ldc, c);
    if (room > 2)
        vstore_half(beta == 0.0f ? value.s2 : value.s2 + beta * vload_half((long)2 * ldc, c), (long)2 * ldc, c);
    if (room > 3)
        vstore_half(beta == 0.0f ? value.s3 : value.s3 + beta * vload_half((long)3 * ldc, c), (long)3 * ldc, c);
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
__attribute__((intel_reqd_sub_group_size(4)))
void gemm_4x1_1x4(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 4;
    const int row = get_group_id(0) * 4 + lane;
    const int row_0 = min(row, M - 1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;

    half4 c_0_0 = 0.0h;

    int k = 0;
    for (; k + 4 <= depth; k += 4) {
        const long a_line = (long)k * lda;
        const int own_k = k + lane;
        const half4 b_0 = (half4)(
            B[b_column_0 + own_k],
            B[b_column_1 + own_k],
            B[b_column_2 + own_k],
            B[b_column_3 + own_k]);
        const half4 a_0 = (half4)(
            A[a_line + row_0],
            A[a_line + row_0 + lda],
            A[a_line + row_0 + (long)2 * lda],
            A[a_line + row_0 + (long)3 * lda]);

        /* The tile's columns 0 to 3. */
        const half4 b_0_of_0 = intel_sub_group_shuffle4(b_0, 0);
        c_0_0 = mad(b_0_of_0, (half4)(a_0.s0), c_0_0);
        const half4 b_0_of_1 = intel_sub_group_shuffle4(b_0, 1);
        c_0_0 = mad(b_0_of_1, (half4)(a_0.s1), c_0_0);
        const half4 b_0_of_2 = intel_sub_group_shuffle4(b_0, 2);
        c_0_0 = mad(b_0_of_2, (half4)(a_0.s2), c_0_0);
        const half4 b_0_of_3 = intel_sub_group_shuffle4(b_0, 3);
        c_0_0 = mad(b_0_of_3, (half4)(a_0.s3), c_0_0);
    }

    /* What is left of K, one step at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const half4 b_0 = (half4)(
            B[b_column_0 + k],
            B[b_column_1 + k],
            B[b_column_2 + k],
            B[b_column_3 + k]);
        const half a_0 = A[a_line + row_0];

        c_0_0 = mad(b_0, (half4)(a_0), c_0_0);
    }

    if (row < M)
        store4(C + (long)column * ldc + row, ldc, N - column, alpha, convert_float4(c_0_0), beta);
}
