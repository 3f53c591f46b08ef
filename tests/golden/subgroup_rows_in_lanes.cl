/*
 * gemm_16x2_1x8: C = alpha * A * B^T + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      N x K, column-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 16 x 2 elements of C: 16 along N by 2 along M.
 * A work-group computes 16 along N by 16 along M.
 * Launch: local size {8, 1}, global size {8 * ceil(M / 16), ceil(N / 16)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --transpose nt --tile 16x2 --wg 1x8 --sub-groups intel
 */

/* C = alpha * product + beta * C for 2 elements, one per column, 8 columns apart; only those with index < `room`. */
static void gemm_16x2_1x8_store2(
    __global float *const c, const int ldc, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 8)
        c[(long)8 * ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[(long)8 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_16x2_1x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 16;
    const int row = get_group_id(0) * 16 + lane;
    const int row_0 = min(row, M - 1);
    const int row_1 = min(row + 8, M - 1);

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float2 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float2 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float2 c_3_0 = 0.0f, c_3_1 = 0.0f;
    float2 c_4_0 = 0.0f, c_4_1 = 0.0f;
    float2 c_5_0 = 0.0f, c_5_1 = 0.0f;
    float2 c_6_0 = 0.0f, c_6_1 = 0.0f;
    float2 c_7_0 = 0.0f, c_7_1 = 0.0f;

    int k = 0;
    for (; k + 8 <= depth; k += 8) {
        const long b_line = (long)k * ldb;
        const long a_line = (long)k * lda;
        const float2 b_0 = (float2)(
            B[b_line + min(column + lane, N - 1)],
            B[b_line + min(column + lane + 8, N - 1)]);
        const float2 b_1 = (float2)(
            B[b_line + min(column + lane, N - 1) + ldb],
            B[b_line + min(column + lane + 8, N - 1) + ldb]);
        const float2 b_2 = (float2)(
            B[b_line + min(column + lane, N - 1) + (long)2 * ldb],
            B[b_line + min(column + lane + 8, N - 1) + (long)2 * ldb]);
        const float2 b_3 = (float2)(
            B[b_line + min(column + lane, N - 1) + (long)3 * ldb],
            B[b_line + min(column + lane + 8, N - 1) + (long)3 * ldb]);
        const float2 b_4 = (float2)(
            B[b_line + min(column + lane, N - 1) + (long)4 * ldb],
            B[b_line + min(column + lane + 8, N - 1) + (long)4 * ldb]);
        const float2 b_5 = (float2)(
            B[b_line + min(column + lane, N - 1) + (long)5 * ldb],
            B[b_line + min(column + lane + 8, N - 1) + (long)5 * ldb]);
        const float2 b_6 = (float2)(
            B[b_line + min(column + lane, N - 1) + (long)6 * ldb],
            B[b_line + min(column + lane + 8, N - 1) + (long)6 * ldb]);
        const float2 b_7 = (float2)(
            B[b_line + min(column + lane, N - 1) + (long)7 * ldb],
            B[b_line + min(column + lane + 8, N - 1) + (long)7 * ldb]);
        const float8 a_0 = (float8)(
            A[a_line + row_0],
            A[a_line + row_0 + lda],
            A[a_line + row_0 + (long)2 * lda],
            A[a_line + row_0 + (long)3 * lda],
            A[a_line + row_0 + (long)4 * lda],
            A[a_line + row_0 + (long)5 * lda],
            A[a_line + row_0 + (long)6 * lda],
            A[a_line + row_0 + (long)7 * lda]);
        const float8 a_1 = (float8)(
            A[a_line + row_1],
            A[a_line + row_1 + lda],
            A[a_line + row_1 + (long)2 * lda],
            A[a_line + row_1 + (long)3 * lda],
            A[a_line + row_1 + (long)4 * lda],
            A[a_line + row_1 + (long)5 * lda],
            A[a_line + row_1 + (long)6 * lda],
            A[a_line + row_1 + (long)7 * lda]);

        /* The tile's columns 0 to 8 in steps of 8. */
        const float2 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);
        c_0_0 = mad(b_0_of_0, (float2)(a_0.s0), c_0_0);
        c_0_1 = mad(b_0_of_0, (float2)(a_1.s0), c_0_1);
        const float2 b_1_of_0 = intel_sub_group_shuffle(b_1, 0);
        c_0_0 = mad(b_1_of_0, (float2)(a_0.s1), c_0_0);
        c_0_1 = mad(b_1_of_0, (float2)(a_1.s1), c_0_1);
        const float2 b_2_of_0 = intel_sub_group_shuffle(b_2, 0);
        c_0_0 = mad(b_2_of_0, (float2)(a_0.s2), c_0_0);
        c_0_1 = mad(b_2_of_0, (float2)(a_1.s2), c_0_1);
        const float2 b_3_of_0 = intel_sub_group_shuffle(b_3, 0);
        c_0_0 = mad(b_3_of_0, (float2)(a_0.s3), c_0_0);
        c_0_1 = mad(b_3_of_0, (float2)(a_1.s3), c_0_1);
        const float2 b_4_of_0 = intel_sub_group_shuffle(b_4, 0);
        c_0_0 = mad(b_4_of_0, (float2)(a_0.s4), c_0_0);
        c_0_1 = mad(b_4_of_0, (float2)(a_1.s4), c_0_1);
        const float2 b_5_of_0 = intel_sub_group_shuffle(b_5, 0);
        c_0_0 = mad(b_5_of_0, (float2)(a_0.s5), c_0_0);
        c_0_1 = mad(b_5_of_0, (float2)(a_1.s5), c_0_1);
        const float2 b_6_of_0 = intel_sub_group_shuffle(b_6, 0);
        c_0_0 = mad(b_6_of_0, (float2)(a_0.s6), c_0_0);
        c_0_1 = mad(b_6_of_0, (float2)(a_1.s6), c_0_1);
        const float2 b_7_of_0 = intel_sub_group_shuffle(b_7, 0);
        c_0_0 = mad(b_7_of_0, (float2)(a_0.s7), c_0_0);
        c_0_1 = mad(b_7_of_0, (float2)(a_1.s7), c_0_1);

        /* The tile's columns 1 to 9 in steps of 8. */
        const float2 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);
        c_1_0 = mad(b_0_of_1, (float2)(a_0.s0), c_1_0);
        c_1_1 = mad(b_0_of_1, (float2)(a_1.s0), c_1_1);
        const float2 b_1_of_1 = intel_sub_group_shuffle(b_1, 1);
        c_1_0 = mad(b_1_of_1, (float2)(a_0.s1), c_1_0);
        c_1_1 = mad(b_1_of_1, (float2)(a_1.s1), c_1_1);
        const float2 b_2_of_1 = intel_sub_group_shuffle(b_2, 1);
        c_1_0 = mad(b_2_of_1, (float2)(a_0.s2), c_1_0);
        c_1_1 = mad(b_2_of_1, (float2)(a_1.s2), c_1_1);
        const float2 b_3_of_1 = intel_sub_group_shuffle(b_3, 1);
        c_1_0 = mad(b_3_of_1, (float2)(a_0.s3), c_1_0);
        c_1_1 = mad(b_3_of_1, (float2)(a_1.s3), c_1_1);
        const float2 b_4_of_1 = intel_sub_group_shuffle(b_4, 1);
        c_1_0 = mad(b_4_of_1, (float2)(a_0.s4), c_1_0);
        c_1_1 = mad(b_4_of_1, (float2)(a_1.s4), c_1_1);
        const float2 b_5_of_1 = intel_sub_group_shuffle(b_5, 1);
        c_1_0 = mad(b_5_of_1, (float2)(a_0.s5), c_1_0);
        c_1_1 = mad(b_5_of_1, (float2)(a_1.s5), c_1_1);
        const float2 b_6_of_1 = intel_sub_group_shuffle(b_6, 1);
        c_1_0 = mad(b_6_of_1, (float2)(a_0.s6), c_1_0);
        c_1_1 = mad(b_6_of_1, (float2)(a_1.s6), c_1_1);
        const float2 b_7_of_1 = intel_sub_group_shuffle(b_7, 1);
        c_1_0 = mad(b_7_of_1, (float2)(a_0.s7), c_1_0);
        c_1_1 = mad(b_7_of_1, (float2)(a_1.s7), c_1_1);

        /* The tile's columns 2 to 10 in steps of 8. */
        const float2 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);
        c_2_0 = mad(b_0_of_2, (float2)(a_0.s0), c_2_0);
        c_2_1 = mad(b_0_of_2, (float2)(a_1.s0), c_2_1);
        const float2 b_1_of_2 = intel_sub_group_shuffle(b_1, 2);
        c_2_0 = mad(b_1_of_2, (float2)(a_0.s1), c_2_0);
        c_2_1 = mad(b_1_of_2, (float2)(a_1.s1), c_2_1);
        const float2 b_2_of_2 = intel_sub_group_shuffle(b_2, 2);
        c_2_0 = mad(b_2_of_2, (float2)(a_0.s2), c_2_0);
        c_2_1 = mad(b_2_of_2, (float2)(a_1.s2), c_2_1);
        const float2 b_3_of_2 = intel_sub_group_shuffle(b_3, 2);
        c_2_0 = mad(b_3_of_2, (float2)(a_0.s3), c_2_0);
        c_2_1 = mad(b_3_of_2, (float2)(a_1.s3), c_2_1);
        const float2 b_4_of_2 = intel_sub_group_shuffle(b_4, 2);
        c_2_0 = mad(b_4_of_2, (float2)(a_0.s4), c_2_0);
        c_2_1 = mad(b_4_of_2, (float2)(a_1.s4), c_2_1);
        const float2 b_5_of_2 = intel_sub_group_shuffle(b_5, 2);
        c_2_0 = mad(b_5_of_2, (float2)(a_0.s5), c_2_0);
        c_2_1 = mad(b_5_of_2, (float2)(a_1.s5), c_2_1);
        const float2 b_6_of_2 = intel_sub_group_shuffle(b_6, 2);
        c_2_0 = mad(b_6_of_2, (float2)(a_0.s6), c_2_0);
        c_2_1 = mad(b_6_of_2, (float2)(a_1.s6), c_2_1);
        const float2 b_7_of_2 = intel_sub_group_shuffle(b_7, 2);
        c_2_0 = mad(b_7_of_2, (float2)(a_0.s7), c_2_0);
        c_2_1 = mad(b_7_of_2, (float2)(a_1.s7), c_2_1);

        /* The tile's columns 3 to 11 in steps of 8. */
        const float2 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);
        c_3_0 = mad(b_0_of_3, (float2)(a_0.s0), c_3_0);
        c_3_1 = mad(b_0_of_3, (float2)(a_1.s0), c_3_1);
        const float2 b_1_of_3 = intel_sub_group_shuffle(b_1, 3);
        c_3_0 = mad(b_1_of_3, (float2)(a_0.s1), c_3_0);
        c_3_1 = mad(b_1_of_3, (float2)(a_1.s1), c_3_1);
        const float2 b_2_of_3 = intel_sub_group_shuffle(b_2, 3);
        c_3_0 = mad(b_2_of_3, (float2)(a_0.s2), c_3_0);
        c_3_1 = mad(b_2_of_3, (float2)(a_1.s2), c_3_1);
        const float2 b_3_of_3 = intel_sub_group_shuffle(b_3, 3);
        c_3_0 = mad(b_3_of_3, (float2)(a_0.s3), c_3_0);
        c_3_1 = mad(b_3_of_3, (float2)(a_1.s3), c_3_1);
        const float2 b_4_of_3 = intel_sub_group_shuffle(b_4, 3);
        c_3_0 = mad(b_4_of_3, (float2)(a_0.s4), c_3_0);
        c_3_1 = mad(b_4_of_3, (float2)(a_1.s4), c_3_1);
        const float2 b_5_of_3 = intel_sub_group_shuffle(b_5, 3);
        c_3_0 = mad(b_5_of_3, (float2)(a_0.s5), c_3_0);
        c_3_1 = mad(b_5_of_3, (float2)(a_1.s5), c_3_1);
        const float2 b_6_of_3 = intel_sub_group_shuffle(b_6, 3);
        c_3_0 = mad(b_6_of_3, (float2)(a_0.s6), c_3_0);
        c_3_1 = mad(b_6_of_3, (float2)(a_1.s6), c_3_1);
        const float2 b_7_of_3 = intel_sub_group_shuffle(b_7, 3);
        c_3_0 = mad(b_7_of_3, (float2)(a_0.s7), c_3_0);
        c_3_1 = mad(b_7_of_3, (float2)(a_1.s7), c_3_1);

        /* The tile's columns 4 to 12 in steps of 8. */
        const float2 b_0_of_4 = intel_sub_group_shuffle(b_0, 4);
        c_4_0 = mad(b_0_of_4, (float2)(a_0.s0), c_4_0);
        c_4_1 = mad(b_0_of_4, (float2)(a_1.s0), c_4_1);
        const float2 b_1_of_4 = intel_sub_group_shuffle(b_1, 4);
        c_4_0 = mad(b_1_of_4, (float2)(a_0.s1), c_4_0);
        c_4_1 = mad(b_1_of_4, (float2)(a_1.s1), c_4_1);
        const float2 b_2_of_4 = intel_sub_group_shuffle(b_2, 4);
        c_4_0 = mad(b_2_of_4, (float2)(a_0.s2), c_4_0);
        c_4_1 = mad(b_2_of_4, (float2)(a_1.s2), c_4_1);
        const float2 b_3_of_4 = intel_sub_group_shuffle(b_3, 4);
        c_4_0 = mad(b_3_of_4, (float2)(a_0.s3), c_4_0);
        c_4_1 = mad(b_3_of_4, (float2)(a_1.s3), c_4_1);
        const float2 b_4_of_4 = intel_sub_group_shuffle(b_4, 4);
        c_4_0 = mad(b_4_of_4, (float2)(a_0.s4), c_4_0);
        c_4_1 = mad(b_4_of_4, (float2)(a_1.s4), c_4_1);
        const float2 b_5_of_4 = intel_sub_group_shuffle(b_5, 4);
        c_4_0 = mad(b_5_of_4, (float2)(a_0.s5), c_4_0);
        c_4_1 = mad(b_5_of_4, (float2)(a_1.s5), c_4_1);
        const float2 b_6_of_4 = intel_sub_group_shuffle(b_6, 4);
        c_4_0 = mad(b_6_of_4, (float2)(a_0.s6), c_4_0);
        c_4_1 = mad(b_6_of_4, (float2)(a_1.s6), c_4_1);
        const float2 b_7_of_4 = intel_sub_group_shuffle(b_7, 4);
        c_4_0 = mad(b_7_of_4, (float2)(a_0.s7), c_4_0);
        c_4_1 = mad(b_7_of_4, (float2)(a_1.s7), c_4_1);

        /* The tile's columns 5 to 13 in steps of 8. */
        const float2 b_0_of_5 = intel_sub_group_shuffle(b_0, 5);
        c_5_0 = mad(b_0_of_5, (float2)(a_0.s0), c_5_0);
        c_5_1 = mad(b_0_of_5, (float2)(a_1.s0), c_5_1);
        const float2 b_1_of_5 = intel_sub_group_shuffle(b_1, 5);
        c_5_0 = mad(b_1_of_5, (float2)(a_0.s1), c_5_0);
        c_5_1 = mad(b_1_of_5, (float2)(a_1.s1), c_5_1);
        const float2 b_2_of_5 = intel_sub_group_shuffle(b_2, 5);
        c_5_0 = mad(b_2_of_5, (float2)(a_0.s2), c_5_0);
        c_5_1 = mad(b_2_of_5, (float2)(a_1.s2), c_5_1);
        const float2 b_3_of_5 = intel_sub_group_shuffle(b_3, 5);
        c_5_0 = mad(b_3_of_5, (float2)(a_0.s3), c_5_0);
        c_5_1 = mad(b_3_of_5, (float2)(a_1.s3), c_5_1);
        const float2 b_4_of_5 = intel_sub_group_shuffle(b_4, 5);
        c_5_0 = mad(b_4_of_5, (float2)(a_0.s4), c_5_0);
        c_5_1 = mad(b_4_of_5, (float2)(a_1.s4), c_5_1);
        const float2 b_5_of_5 = intel_sub_group_shuffle(b_5, 5);
        c_5_0 = mad(b_5_of_5, (float2)(a_0.s5), c_5_0);
        c_5_1 = mad(b_5_of_5, (float2)(a_1.s5), c_5_1);
        const float2 b_6_of_5 = intel_sub_group_shuffle(b_6, 5);
        c_5_0 = mad(b_6_of_5, (float2)(a_0.s6), c_5_0);
        c_5_1 = mad(b_6_of_5, (float2)(a_1.s6), c_5_1);
        const float2 b_7_of_5 = intel_sub_group_shuffle(b_7, 5);
        c_5_0 = mad(b_7_of_5, (float2)(a_0.s7), c_5_0);
        c_5_1 = mad(b_7_of_5, (float2)(a_1.s7), c_5_1);

        /* The tile's columns 6 to 14 in steps of 8. */
        const float2 b_0_of_6 = intel_sub_group_shuffle(b_0, 6);
        c_6_0 = mad(b_0_of_6, (float2)(a_0.s0), c_6_0);
        c_6_1 = mad(b_0_of_6, (float2)(a_1.s0), c_6_1);
        const float2 b_1_of_6 = intel_sub_group_shuffle(b_1, 6);
        c_6_0 = mad(b_1_of_6, (float2)(a_0.s1), c_6_0);
        c_6_1 = mad(b_1_of_6, (float2)(a_1.s1), c_6_1);
        const float2 b_2_of_6 = intel_sub_group_shuffle(b_2, 6);
        c_6_0 = mad(b_2_of_6, (float2)(a_0.s2), c_6_0);
        c_6_1 = mad(b_2_of_6, (float2)(a_1.s2), c_6_1);
        const float2 b_3_of_6 = intel_sub_group_shuffle(b_3, 6);
        c_6_0 = mad(b_3_of_6, (float2)(a_0.s3), c_6_0);
        c_6_1 = mad(b_3_of_6, (float2)(a_1.s3), c_6_1);
        const float2 b_4_of_6 = intel_sub_group_shuffle(b_4, 6);
        c_6_0 = mad(b_4_of_6, (float2)(a_0.s4), c_6_0);
        c_6_1 = mad(b_4_of_6, (float2)(a_1.s4), c_6_1);
        const float2 b_5_of_6 = intel_sub_group_shuffle(b_5, 6);
        c_6_0 = mad(b_5_of_6, (float2)(a_0.s5), c_6_0);
        c_6_1 = mad(b_5_of_6, (float2)(a_1.s5), c_6_1);
        const float2 b_6_of_6 = intel_sub_group_shuffle(b_6, 6);
        c_6_0 = mad(b_6_of_6, (float2)(a_0.s6), c_6_0);
        c_6_1 = mad(b_6_of_6, (float2)(a_1.s6), c_6_1);
        const float2 b_7_of_6 = intel_sub_group_shuffle(b_7, 6);
        c_6_0 = mad(b_7_of_6, (float2)(a_0.s7), c_6_0);
        c_6_1 = mad(b_7_of_6, (float2)(a_1.s7), c_6_1);

        /* The tile's columns 7 to 15 in steps of 8. */
        const float2 b_0_of_7 = intel_sub_group_shuffle(b_0, 7);
        c_7_0 = mad(b_0_of_7, (float2)(a_0.s0), c_7_0);
        c_7_1 = mad(b_0_of_7, (float2)(a_1.s0), c_7_1);
        const float2 b_1_of_7 = intel_sub_group_shuffle(b_1, 7);
        c_7_0 = mad(b_1_of_7, (float2)(a_0.s1), c_7_0);
        c_7_1 = mad(b_1_of_7, (float2)(a_1.s1), c_7_1);
        const float2 b_2_of_7 = intel_sub_group_shuffle(b_2, 7);
        c_7_0 = mad(b_2_of_7, (float2)(a_0.s2), c_7_0);
        c_7_1 = mad(b_2_of_7, (float2)(a_1.s2), c_7_1);
        const float2 b_3_of_7 = intel_sub_group_shuffle(b_3, 7);
        c_7_0 = mad(b_3_of_7, (float2)(a_0.s3), c_7_0);
        c_7_1 = mad(b_3_of_7, (float2)(a_1.s3), c_7_1);
        const float2 b_4_of_7 = intel_sub_group_shuffle(b_4, 7);
        c_7_0 = mad(b_4_of_7, (float2)(a_0.s4), c_7_0);
        c_7_1 = mad(b_4_of_7, (float2)(a_1.s4), c_7_1);
        const float2 b_5_of_7 = intel_sub_group_shuffle(b_5, 7);
        c_7_0 = mad(b_5_of_7, (float2)(a_0.s5), c_7_0);
        c_7_1 = mad(b_5_of_7, (float2)(a_1.s5), c_7_1);
        const float2 b_6_of_7 = intel_sub_group_shuffle(b_6, 7);
        c_7_0 = mad(b_6_of_7, (float2)(a_0.s6), c_7_0);
        c_7_1 = mad(b_6_of_7, (float2)(a_1.s6), c_7_1);
        const float2 b_7_of_7 = intel_sub_group_shuffle(b_7, 7);
        c_7_0 = mad(b_7_of_7, (float2)(a_0.s7), c_7_0);
        c_7_1 = mad(b_7_of_7, (float2)(a_1.s7), c_7_1);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const long a_line = (long)k * lda;
        const float2 b_0 = (float2)(
            B[b_line + min(column, N - 1)],
            B[b_line + min(column + 8, N - 1)]);
        const float2 b_1 = (float2)(
            B[b_line + min(column + 1, N - 1)],
            B[b_line + min(column + 9, N - 1)]);
        const float2 b_2 = (float2)(
            B[b_line + min(column + 2, N - 1)],
            B[b_line + min(column + 10, N - 1)]);
        const float2 b_3 = (float2)(
            B[b_line + min(column + 3, N - 1)],
            B[b_line + min(column + 11, N - 1)]);
        const float2 b_4 = (float2)(
            B[b_line + min(column + 4, N - 1)],
            B[b_line + min(column + 12, N - 1)]);
        const float2 b_5 = (float2)(
            B[b_line + min(column + 5, N - 1)],
            B[b_line + min(column + 13, N - 1)]);
        const float2 b_6 = (float2)(
            B[b_line + min(column + 6, N - 1)],
            B[b_line + min(column + 14, N - 1)]);
        const float2 b_7 = (float2)(
            B[b_line + min(column + 7, N - 1)],
            B[b_line + min(column + 15, N - 1)]);
        const float a_0 = A[a_line + row_0];
        const float a_1 = A[a_line + row_1];

        c_0_0 = mad(b_0, (float2)(a_0), c_0_0);
        c_0_1 = mad(b_0, (float2)(a_1), c_0_1);
        c_1_0 = mad(b_1, (float2)(a_0), c_1_0);
        c_1_1 = mad(b_1, (float2)(a_1), c_1_1);
        c_2_0 = mad(b_2, (float2)(a_0), c_2_0);
        c_2_1 = mad(b_2, (float2)(a_1), c_2_1);
        c_3_0 = mad(b_3, (float2)(a_0), c_3_0);
        c_3_1 = mad(b_3, (float2)(a_1), c_3_1);
        c_4_0 = mad(b_4, (float2)(a_0), c_4_0);
        c_4_1 = mad(b_4, (float2)(a_1), c_4_1);
        c_5_0 = mad(b_5, (float2)(a_0), c_5_0);
        c_5_1 = mad(b_5, (float2)(a_1), c_5_1);
        c_6_0 = mad(b_6, (float2)(a_0), c_6_0);
        c_6_1 = mad(b_6, (float2)(a_1), c_6_1);
        c_7_0 = mad(b_7, (float2)(a_0), c_7_0);
        c_7_1 = mad(b_7, (float2)(a_1), c_7_1);
    }

    if (row < M) {
        gemm_16x2_1x8_store2(C + (long)column * ldc + row, ldc, N - column, alpha, c_0_0, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 1) * ldc + row, ldc, N - (column + 1), alpha, c_1_0, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 2) * ldc + row, ldc, N - (column + 2), alpha, c_2_0, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 3) * ldc + row, ldc, N - (column + 3), alpha, c_3_0, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 4) * ldc + row, ldc, N - (column + 4), alpha, c_4_0, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 5) * ldc + row, ldc, N - (column + 5), alpha, c_5_0, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 6) * ldc + row, ldc, N - (column + 6), alpha, c_6_0, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 7) * ldc + row, ldc, N - (column + 7), alpha, c_7_0, beta);
    }
    if (row + 8 < M) {
        gemm_16x2_1x8_store2(C + (long)column * ldc + row + 8, ldc, N - column, alpha, c_0_1, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 1) * ldc + row + 8, ldc, N - (column + 1), alpha, c_1_1, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 2) * ldc + row + 8, ldc, N - (column + 2), alpha, c_2_1, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 3) * ldc + row + 8, ldc, N - (column + 3), alpha, c_3_1, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 4) * ldc + row + 8, ldc, N - (column + 4), alpha, c_4_1, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 5) * ldc + row + 8, ldc, N - (column + 5), alpha, c_5_1, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 6) * ldc + row + 8, ldc, N - (column + 6), alpha, c_6_1, beta);
        gemm_16x2_1x8_store2(C + (long)(column + 7) * ldc + row + 8, ldc, N - (column + 7), alpha, c_7_1, beta);
    }
}
