/*
 * gemm_4x1_1x4: C = alpha * A * B + beta * C
 *
 * Half precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, column-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 4 x 1 elements of C: 4 along N by 1 along M.
 * A work-group computes 4 along N by 4 along M.
 * Launch: local size {4, 1}, global size {4 * ceil(M / 4), ceil(N / 4)}.
 * Needs cl_intel_subgroups, cl_intel_required_subgroup_size and cl_khr_fp16; sub-groups of 4 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --compute f16 --tile 4x1 --wg 1x4 --sub-groups intel
 */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* The vector of another lane of the sub-group. */
static half4 gemm_4x1_1x4_shuffle4(const half4 value, const uint lane)
{
    return (half4)(
        intel_sub_group_shuffle(value.s0, lane),
        intel_sub_group_shuffle(value.s1, lane),
        intel_sub_group_shuffle(value.s2, lane),
        intel_sub_group_shuffle(value.s3, lane));
}

/* C = alpha * product + beta * C for one element. */
static void gemm_4x1_1x4_store(
    __global half *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    vstore_half(beta == 0.0f ? value : value + beta * vload_half(0, c), 0, c);
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
    const long b_own_0 = (long)min(column + lane, N - 1) * ldb;

    half c_0_0 = 0.0h, c_1_0 = 0.0h, c_2_0 = 0.0h, c_3_0 = 0.0h;

    int k = 0;
    for (; k + 4 <= depth; k += 4) {
        const long a_line = (long)k * lda;
        const half4 b_0 = vload4(0, B + b_own_0 + k);
        const half a_0 = A[a_line + row_0];
        const half a_1 = A[a_line + row_0 + lda];
        const half a_2 = A[a_line + row_0 + (long)2 * lda];
        const half a_3 = A[a_line + row_0 + (long)3 * lda];

        /* The tile's columns 0 to 3. */
        const half4 b_0_of_0 = gemm_4x1_1x4_shuffle4(b_0, 0);
        c_0_0 = mad(b_0_of_0.s0, a_0, c_0_0);
        c_0_0 = mad(b_0_of_0.s1, a_1, c_0_0);
        c_0_0 = mad(b_0_of_0.s2, a_2, c_0_0);
        c_0_0 = mad(b_0_of_0.s3, a_3, c_0_0);
        const half4 b_0_of_1 = gemm_4x1_1x4_shuffle4(b_0, 1);
        c_1_0 = mad(b_0_of_1.s0, a_0, c_1_0);
        c_1_0 = mad(b_0_of_1.s1, a_1, c_1_0);
        c_1_0 = mad(b_0_of_1.s2, a_2, c_1_0);
        c_1_0 = mad(b_0_of_1.s3, a_3, c_1_0);
        const half4 b_0_of_2 = gemm_4x1_1x4_shuffle4(b_0, 2);
        c_2_0 = mad(b_0_of_2.s0, a_0, c_2_0);
        c_2_0 = mad(b_0_of_2.s1, a_1, c_2_0);
        c_2_0 = mad(b_0_of_2.s2, a_2, c_2_0);
        c_2_0 = mad(b_0_of_2.s3, a_3, c_2_0);
        const half4 b_0_of_3 = gemm_4x1_1x4_shuffle4(b_0, 3);
        c_3_0 = mad(b_0_of_3.s0, a_0, c_3_0);
        c_3_0 = mad(b_0_of_3.s1, a_1, c_3_0);
        c_3_0 = mad(b_0_of_3.s2, a_2, c_3_0);
        c_3_0 = mad(b_0_of_3.s3, a_3, c_3_0);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const half b_0 = B[b_column_0 + k];
        const half b_1 = B[b_column_1 + k];
        const half b_2 = B[b_column_2 + k];
        const half b_3 = B[b_column_3 + k];
        const half a_0 = A[a_line + row_0];

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_1_0 = mad(b_1, a_0, c_1_0);
        c_2_0 = mad(b_2, a_0, c_2_0);
        c_3_0 = mad(b_3, a_0, c_3_0);
    }

    if (column < N && row < M)
        gemm_4x1_1x4_store(C + (long)column * ldc + row, alpha, convert_float(c_0_0), beta);
    if (column + 1 < N && row < M)
        gemm_4x1_1x4_store(C + (long)(column + 1) * ldc + row, alpha, convert_float(c_1_0), beta);
    if (column + 2 < N && row < M)
        gemm_4x1_1x4_store(C + (long)(column + 2) * ldc + row, alpha, convert_float(c_2_0), beta);
    if (column + 3 < N && row < M)
        gemm_4x1_1x4_store(C + (long)(column + 3) * ldc + row, alpha, convert_float(c_3_0), beta);
}
