/*
 * gemm_16x2_1x8: C = alpha * A^T * B + beta * C
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
 * A work-item computes 16 x 2 elements of C: 16 along M by 2 along N.
 * A work-group computes 16 along M by 16 along N.
 * Launch: local size {8, 1}, global size {8 * ceil(N / 16), ceil(M / 16)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose tn --share block-read --tile 16x2 --wg 1x8
 */

/* C = alpha * product + beta * C for 2 elements, one per row, 8 rows apart; only those with index < `room`. */
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
    const int first_row = get_group_id(1) * 16;
    const int first_column = get_group_id(0) * 16;
    const int row = first_row;
    const int column = first_column + lane;
    const int column_0 = min(column, N - 1);
    const int column_1 = min(column + 8, N - 1);

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float2 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float2 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float2 c_3_0 = 0.0f, c_3_1 = 0.0f;
    float2 c_4_0 = 0.0f, c_4_1 = 0.0f;
    float2 c_5_0 = 0.0f, c_5_1 = 0.0f;
    float2 c_6_0 = 0.0f, c_6_1 = 0.0f;
    float2 c_7_0 = 0.0f, c_7_1 = 0.0f;

    const bool whole = first_row + 16 <= M && first_column + 16 <= N;
    int k = 0;
    for (; whole && k + 8 <= depth; k += 8) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float2 a_0 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row)));
        const float2 a_1 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row + lda)));
        const float2 a_2 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row + (long)2 * lda)));
        const float2 a_3 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row + (long)3 * lda)));
        const float2 a_4 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row + (long)4 * lda)));
        const float2 a_5 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row + (long)5 * lda)));
        const float2 a_6 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row + (long)6 * lda)));
        const float2 a_7 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(A + a_line + row + (long)7 * lda)));
        const float2 b_0 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column)));
        const float2 b_1 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + ldb)));
        const float2 b_2 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)2 * ldb)));
        const float2 b_3 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)3 * ldb)));
        const float2 b_4 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)4 * ldb)));
        const float2 b_5 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)5 * ldb)));
        const float2 b_6 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)6 * ldb)));
        const float2 b_7 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)7 * ldb)));

        /* The tile's rows 0 to 8 in steps of 8. */
        const float2 a_0_of_0 = intel_sub_group_shuffle(a_0, 0);
        c_0_0 = mad(a_0_of_0, (float2)(b_0.s0), c_0_0);
        c_0_1 = mad(a_0_of_0, (float2)(b_0.s1), c_0_1);
        const float2 a_1_of_0 = intel_sub_group_shuffle(a_1, 0);
        c_0_0 = mad(a_1_of_0, (float2)(b_1.s0), c_0_0);
        c_0_1 = mad(a_1_of_0, (float2)(b_1.s1), c_0_1);
        const float2 a_2_of_0 = intel_sub_group_shuffle(a_2, 0);
        c_0_0 = mad(a_2_of_0, (float2)(b_2.s0), c_0_0);
        c_0_1 = mad(a_2_of_0, (float2)(b_2.s1), c_0_1);
        const float2 a_3_of_0 = intel_sub_group_shuffle(a_3, 0);
        c_0_0 = mad(a_3_of_0, (float2)(b_3.s0), c_0_0);
        c_0_1 = mad(a_3_of_0, (float2)(b_3.s1), c_0_1);
        const float2 a_4_of_0 = intel_sub_group_shuffle(a_4, 0);
        c_0_0 = mad(a_4_of_0, (float2)(b_4.s0), c_0_0);
        c_0_1 = mad(a_4_of_0, (float2)(b_4.s1), c_0_1);
        const float2 a_5_of_0 = intel_sub_group_shuffle(a_5, 0);
        c_0_0 = mad(a_5_of_0, (float2)(b_5.s0), c_0_0);
        c_0_1 = mad(a_5_of_0, (float2)(b_5.s1), c_0_1);
        const float2 a_6_of_0 = intel_sub_group_shuffle(a_6, 0);
        c_0_0 = mad(a_6_of_0, (float2)(b_6.s0), c_0_0);
        c_0_1 = mad(a_6_of_0, (float2)(b_6.s1), c_0_1);
        const float2 a_7_of_0 = intel_sub_group_shuffle(a_7, 0);
        c_0_0 = mad(a_7_of_0, (float2)(b_7.s0), c_0_0);
        c_0_1 = mad(a_7_of_0, (float2)(b_7.s1), c_0_1);

        /* The tile's rows 1 to 9 in steps of 8. */
        const float2 a_0_of_1 = intel_sub_group_shuffle(a_0, 1);
        c_1_0 = mad(a_0_of_1, (float2)(b_0.s0), c_1_0);
        c_1_1 = mad(a_0_of_1, (float2)(b_0.s1), c_1_1);
        const float2 a_1_of_1 = intel_sub_group_shuffle(a_1, 1);
        c_1_0 = mad(a_1_of_1, (float2)(b_1.s0), c_1_0);
        c_1_1 = mad(a_1_of_1, (float2)(b_1.s1), c_1_1);
        const float2 a_2_of_1 = intel_sub_group_shuffle(a_2, 1);
        c_1_0 = mad(a_2_of_1, (float2)(b_2.s0), c_1_0);
        c_1_1 = mad(a_2_of_1, (float2)(b_2.s1), c_1_1);
        const float2 a_3_of_1 = intel_sub_group_shuffle(a_3, 1);
        c_1_0 = mad(a_3_of_1, (float2)(b_3.s0), c_1_0);
        c_1_1 = mad(a_3_of_1, (float2)(b_3.s1), c_1_1);
        const float2 a_4_of_1 = intel_sub_group_shuffle(a_4, 1);
        c_1_0 = mad(a_4_of_1, (float2)(b_4.s0), c_1_0);
        c_1_1 = mad(a_4_of_1, (float2)(b_4.s1), c_1_1);
        const float2 a_5_of_1 = intel_sub_group_shuffle(a_5, 1);
        c_1_0 = mad(a_5_of_1, (float2)(b_5.s0), c_1_0);
        c_1_1 = mad(a_5_of_1, (float2)(b_5.s1), c_1_1);
        const float2 a_6_of_1 = intel_sub_group_shuffle(a_6, 1);
        c_1_0 = mad(a_6_of_1, (float2)(b_6.s0), c_1_0);
        c_1_1 = mad(a_6_of_1, (float2)(b_6.s1), c_1_1);
        const float2 a_7_of_1 = intel_sub_group_shuffle(a_7, 1);
        c_1_0 = mad(a_7_of_1, (float2)(b_7.s0), c_1_0);
        c_1_1 = mad(a_7_of_1, (float2)(b_7.s1), c_1_1);

        /* The tile's rows 2 to 10 in steps of 8. */
        const float2 a_0_of_2 = intel_sub_group_shuffle(a_0, 2);
        c_2_0 = mad(a_0_of_2, (float2)(b_0.s0), c_2_0);
        c_2_1 = mad(a_0_of_2, (float2)(b_0.s1), c_2_1);
        const float2 a_1_of_2 = intel_sub_group_shuffle(a_1, 2);
        c_2_0 = mad(a_1_of_2, (float2)(b_1.s0), c_2_0);
        c_2_1 = mad(a_1_of_2, (float2)(b_1.s1), c_2_1);
        const float2 a_2_of_2 = intel_sub_group_shuffle(a_2, 2);
        c_2_0 = mad(a_2_of_2, (float2)(b_2.s0), c_2_0);
        c_2_1 = mad(a_2_of_2, (float2)(b_2.s1), c_2_1);
        const float2 a_3_of_2 = intel_sub_group_shuffle(a_3, 2);
        c_2_0 = mad(a_3_of_2, (float2)(b_3.s0), c_2_0);
        c_2_1 = mad(a_3_of_2, (float2)(b_3.s1), c_2_1);
        const float2 a_4_of_2 = intel_sub_group_shuffle(a_4, 2);
        c_2_0 = mad(a_4_of_2, (float2)(b_4.s0), c_2_0);
        c_2_1 = mad(a_4_of_2, (float2)(b_4.s1), c_2_1);
        const float2 a_5_of_2 = intel_sub_group_shuffle(a_5, 2);
        c_2_0 = mad(a_5_of_2, (float2)(b_5.s0), c_2_0);
        c_2_1 = mad(a_5_of_2, (float2)(b_5.s1), c_2_1);
        const float2 a_6_of_2 = intel_sub_group_shuffle(a_6, 2);
        c_2_0 = mad(a_6_of_2, (float2)(b_6.s0), c_2_0);
        c_2_1 = mad(a_6_of_2, (float2)(b_6.s1), c_2_1);
        const float2 a_7_of_2 = intel_sub_group_shuffle(a_7, 2);
        c_2_0 = mad(a_7_of_2, (float2)(b_7.s0), c_2_0);
        c_2_1 = mad(a_7_of_2, (float2)(b_7.s1), c_2_1);

        /* The tile's rows 3 to 11 in steps of 8. */
        const float2 a_0_of_3 = intel_sub_group_shuffle(a_0, 3);
        c_3_0 = mad(a_0_of_3, (float2)(b_0.s0), c_3_0);
        c_3_1 = mad(a_0_of_3, (float2)(b_0.s1), c_3_1);
        const float2 a_1_of_3 = intel_sub_group_shuffle(a_1, 3);
        c_3_0 = mad(a_1_of_3, (float2)(b_1.s0), c_3_0);
        c_3_1 = mad(a_1_of_3, (float2)(b_1.s1), c_3_1);
        const float2 a_2_of_3 = intel_sub_group_shuffle(a_2, 3);
        c_3_0 = mad(a_2_of_3, (float2)(b_2.s0), c_3_0);
        c_3_1 = mad(a_2_of_3, (float2)(b_2.s1), c_3_1);
        const float2 a_3_of_3 = intel_sub_group_shuffle(a_3, 3);
        c_3_0 = mad(a_3_of_3, (float2)(b_3.s0), c_3_0);
        c_3_1 = mad(a_3_of_3, (float2)(b_3.s1), c_3_1);
        const float2 a_4_of_3 = intel_sub_group_shuffle(a_4, 3);
        c_3_0 = mad(a_4_of_3, (float2)(b_4.s0), c_3_0);
        c_3_1 = mad(a_4_of_3, (float2)(b_4.s1), c_3_1);
        const float2 a_5_of_3 = intel_sub_group_shuffle(a_5, 3);
        c_3_0 = mad(a_5_of_3, (float2)(b_5.s0), c_3_0);
        c_3_1 = mad(a_5_of_3, (float2)(b_5.s1), c_3_1);
        const float2 a_6_of_3 = intel_sub_group_shuffle(a_6, 3);
        c_3_0 = mad(a_6_of_3, (float2)(b_6.s0), c_3_0);
        c_3_1 = mad(a_6_of_3, (float2)(b_6.s1), c_3_1);
        const float2 a_7_of_3 = intel_sub_group_shuffle(a_7, 3);
        c_3_0 = mad(a_7_of_3, (float2)(b_7.s0), c_3_0);
        c_3_1 = mad(a_7_of_3, (float2)(b_7.s1), c_3_1);

        /* The tile's rows 4 to 12 in steps of 8. */
        const float2 a_0_of_4 = intel_sub_group_shuffle(a_0, 4);
        c_4_0 = mad(a_0_of_4, (float2)(b_0.s0), c_4_0);
        c_4_1 = mad(a_0_of_4, (float2)(b_0.s1), c_4_1);
        const float2 a_1_of_4 = intel_sub_group_shuffle(a_1, 4);
        c_4_0 = mad(a_1_of_4, (float2)(b_1.s0), c_4_0);
        c_4_1 = mad(a_1_of_4, (float2)(b_1.s1), c_4_1);
        const float2 a_2_of_4 = intel_sub_group_shuffle(a_2, 4);
        c_4_0 = mad(a_2_of_4, (float2)(b_2.s0), c_4_0);
        c_4_1 = mad(a_2_of_4, (float2)(b_2.s1), c_4_1);
        const float2 a_3_of_4 = intel_sub_group_shuffle(a_3, 4);
        c_4_0 = mad(a_3_of_4, (float2)(b_3.s0), c_4_0);
        c_4_1 = mad(a_3_of_4, (float2)(b_3.s1), c_4_1);
        const float2 a_4_of_4 = intel_sub_group_shuffle(a_4, 4);
        c_4_0 = mad(a_4_of_4, (float2)(b_4.s0), c_4_0);
        c_4_1 = mad(a_4_of_4, (float2)(b_4.s1), c_4_1);
        const float2 a_5_of_4 = intel_sub_group_shuffle(a_5, 4);
        c_4_0 = mad(a_5_of_4, (float2)(b_5.s0), c_4_0);
        c_4_1 = mad(a_5_of_4, (float2)(b_5.s1), c_4_1);
        const float2 a_6_of_4 = intel_sub_group_shuffle(a_6, 4);
        c_4_0 = mad(a_6_of_4, (float2)(b_6.s0), c_4_0);
        c_4_1 = mad(a_6_of_4, (float2)(b_6.s1), c_4_1);
        const float2 a_7_of_4 = intel_sub_group_shuffle(a_7, 4);
        c_4_0 = mad(a_7_of_4, (float2)(b_7.s0), c_4_0);
        c_4_1 = mad(a_7_of_4, (float2)(b_7.s1), c_4_1);

        /* The tile's rows 5 to 13 in steps of 8. */
        const float2 a_0_of_5 = intel_sub_group_shuffle(a_0, 5);
        c_5_0 = mad(a_0_of_5, (float2)(b_0.s0), c_5_0);
        c_5_1 = mad(a_0_of_5, (float2)(b_0.s1), c_5_1);
        const float2 a_1_of_5 = intel_sub_group_shuffle(a_1, 5);
        c_5_0 = mad(a_1_of_5, (float2)(b_1.s0), c_5_0);
        c_5_1 = mad(a_1_of_5, (float2)(b_1.s1), c_5_1);
        const float2 a_2_of_5 = intel_sub_group_shuffle(a_2, 5);
        c_5_0 = mad(a_2_of_5, (float2)(b_2.s0), c_5_0);
        c_5_1 = mad(a_2_of_5, (float2)(b_2.s1), c_5_1);
        const float2 a_3_of_5 = intel_sub_group_shuffle(a_3, 5);
        c_5_0 = mad(a_3_of_5, (float2)(b_3.s0), c_5_0);
        c_5_1 = mad(a_3_of_5, (float2)(b_3.s1), c_5_1);
        const float2 a_4_of_5 = intel_sub_group_shuffle(a_4, 5);
        c_5_0 = mad(a_4_of_5, (float2)(b_4.s0), c_5_0);
        c_5_1 = mad(a_4_of_5, (float2)(b_4.s1), c_5_1);
        const float2 a_5_of_5 = intel_sub_group_shuffle(a_5, 5);
        c_5_0 = mad(a_5_of_5, (float2)(b_5.s0), c_5_0);
        c_5_1 = mad(a_5_of_5, (float2)(b_5.s1), c_5_1);
        const float2 a_6_of_5 = intel_sub_group_shuffle(a_6, 5);
        c_5_0 = mad(a_6_of_5, (float2)(b_6.s0), c_5_0);
        c_5_1 = mad(a_6_of_5, (float2)(b_6.s1), c_5_1);
        const float2 a_7_of_5 = intel_sub_group_shuffle(a_7, 5);
        c_5_0 = mad(a_7_of_5, (float2)(b_7.s0), c_5_0);
        c_5_1 = mad(a_7_of_5, (float2)(b_7.s1), c_5_1);

        /* The tile's rows 6 to 14 in steps of 8. */
        const float2 a_0_of_6 = intel_sub_group_shuffle(a_0, 6);
        c_6_0 = mad(a_0_of_6, (float2)(b_0.s0), c_6_0);
        c_6_1 = mad(a_0_of_6, (float2)(b_0.s1), c_6_1);
        const float2 a_1_of_6 = intel_sub_group_shuffle(a_1, 6);
        c_6_0 = mad(a_1_of_6, (float2)(b_1.s0), c_6_0);
        c_6_1 = mad(a_1_of_6, (float2)(b_1.s1), c_6_1);
        const float2 a_2_of_6 = intel_sub_group_shuffle(a_2, 6);
        c_6_0 = mad(a_2_of_6, (float2)(b_2.s0), c_6_0);
        c_6_1 = mad(a_2_of_6, (float2)(b_2.s1), c_6_1);
        const float2 a_3_of_6 = intel_sub_group_shuffle(a_3, 6);
        c_6_0 = mad(a_3_of_6, (float2)(b_3.s0), c_6_0);
        c_6_1 = mad(a_3_of_6, (float2)(b_3.s1), c_6_1);
        const float2 a_4_of_6 = intel_sub_group_shuffle(a_4, 6);
        c_6_0 = mad(a_4_of_6, (float2)(b_4.s0), c_6_0);
        c_6_1 = mad(a_4_of_6, (float2)(b_4.s1), c_6_1);
        const float2 a_5_of_6 = intel_sub_group_shuffle(a_5, 6);
        c_6_0 = mad(a_5_of_6, (float2)(b_5.s0), c_6_0);
        c_6_1 = mad(a_5_of_6, (float2)(b_5.s1), c_6_1);
        const float2 a_6_of_6 = intel_sub_group_shuffle(a_6, 6);
        c_6_0 = mad(a_6_of_6, (float2)(b_6.s0), c_6_0);
        c_6_1 = mad(a_6_of_6, (float2)(b_6.s1), c_6_1);
        const float2 a_7_of_6 = intel_sub_group_shuffle(a_7, 6);
        c_6_0 = mad(a_7_of_6, (float2)(b_7.s0), c_6_0);
        c_6_1 = mad(a_7_of_6, (float2)(b_7.s1), c_6_1);

        /* The tile's rows 7 to 15 in steps of 8. */
        const float2 a_0_of_7 = intel_sub_group_shuffle(a_0, 7);
        c_7_0 = mad(a_0_of_7, (float2)(b_0.s0), c_7_0);
        c_7_1 = mad(a_0_of_7, (float2)(b_0.s1), c_7_1);
        const float2 a_1_of_7 = intel_sub_group_shuffle(a_1, 7);
        c_7_0 = mad(a_1_of_7, (float2)(b_1.s0), c_7_0);
        c_7_1 = mad(a_1_of_7, (float2)(b_1.s1), c_7_1);
        const float2 a_2_of_7 = intel_sub_group_shuffle(a_2, 7);
        c_7_0 = mad(a_2_of_7, (float2)(b_2.s0), c_7_0);
        c_7_1 = mad(a_2_of_7, (float2)(b_2.s1), c_7_1);
        const float2 a_3_of_7 = intel_sub_group_shuffle(a_3, 7);
        c_7_0 = mad(a_3_of_7, (float2)(b_3.s0), c_7_0);
        c_7_1 = mad(a_3_of_7, (float2)(b_3.s1), c_7_1);
        const float2 a_4_of_7 = intel_sub_group_shuffle(a_4, 7);
        c_7_0 = mad(a_4_of_7, (float2)(b_4.s0), c_7_0);
        c_7_1 = mad(a_4_of_7, (float2)(b_4.s1), c_7_1);
        const float2 a_5_of_7 = intel_sub_group_shuffle(a_5, 7);
        c_7_0 = mad(a_5_of_7, (float2)(b_5.s0), c_7_0);
        c_7_1 = mad(a_5_of_7, (float2)(b_5.s1), c_7_1);
        const float2 a_6_of_7 = intel_sub_group_shuffle(a_6, 7);
        c_7_0 = mad(a_6_of_7, (float2)(b_6.s0), c_7_0);
        c_7_1 = mad(a_6_of_7, (float2)(b_6.s1), c_7_1);
        const float2 a_7_of_7 = intel_sub_group_shuffle(a_7, 7);
        c_7_0 = mad(a_7_of_7, (float2)(b_7.s0), c_7_0);
        c_7_1 = mad(a_7_of_7, (float2)(b_7.s1), c_7_1);
    }

    /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float2 a_0 = (float2)(
            A[a_line + min(row, M - 1)],
            A[a_line + min(row + 8, M - 1)]);
        const float2 a_1 = (float2)(
            A[a_line + min(row + 1, M - 1)],
            A[a_line + min(row + 9, M - 1)]);
        const float2 a_2 = (float2)(
            A[a_line + min(row + 2, M - 1)],
            A[a_line + min(row + 10, M - 1)]);
        const float2 a_3 = (float2)(
            A[a_line + min(row + 3, M - 1)],
            A[a_line + min(row + 11, M - 1)]);
        const float2 a_4 = (float2)(
            A[a_line + min(row + 4, M - 1)],
            A[a_line + min(row + 12, M - 1)]);
        const float2 a_5 = (float2)(
            A[a_line + min(row + 5, M - 1)],
            A[a_line + min(row + 13, M - 1)]);
        const float2 a_6 = (float2)(
            A[a_line + min(row + 6, M - 1)],
            A[a_line + min(row + 14, M - 1)]);
        const float2 a_7 = (float2)(
            A[a_line + min(row + 7, M - 1)],
            A[a_line + min(row + 15, M - 1)]);
        const float b_0 = B[b_line + column_0];
        const float b_1 = B[b_line + column_1];

        c_0_0 = mad(a_0, (float2)(b_0), c_0_0);
        c_0_1 = mad(a_0, (float2)(b_1), c_0_1);
        c_1_0 = mad(a_1, (float2)(b_0), c_1_0);
        c_1_1 = mad(a_1, (float2)(b_1), c_1_1);
        c_2_0 = mad(a_2, (float2)(b_0), c_2_0);
        c_2_1 = mad(a_2, (float2)(b_1), c_2_1);
        c_3_0 = mad(a_3, (float2)(b_0), c_3_0);
        c_3_1 = mad(a_3, (float2)(b_1), c_3_1);
        c_4_0 = mad(a_4, (float2)(b_0), c_4_0);
        c_4_1 = mad(a_4, (float2)(b_1), c_4_1);
        c_5_0 = mad(a_5, (float2)(b_0), c_5_0);
        c_5_1 = mad(a_5, (float2)(b_1), c_5_1);
        c_6_0 = mad(a_6, (float2)(b_0), c_6_0);
        c_6_1 = mad(a_6, (float2)(b_1), c_6_1);
        c_7_0 = mad(a_7, (float2)(b_0), c_7_0);
        c_7_1 = mad(a_7, (float2)(b_1), c_7_1);
    }

    if (column < N) {
        gemm_16x2_1x8_store2(C + (long)row * ldc + column, ldc, M - row, alpha, c_0_0, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 1) * ldc + column, ldc, M - (row + 1), alpha, c_1_0, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 2) * ldc + column, ldc, M - (row + 2), alpha, c_2_0, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 3) * ldc + column, ldc, M - (row + 3), alpha, c_3_0, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 4) * ldc + column, ldc, M - (row + 4), alpha, c_4_0, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 5) * ldc + column, ldc, M - (row + 5), alpha, c_5_0, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 6) * ldc + column, ldc, M - (row + 6), alpha, c_6_0, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 7) * ldc + column, ldc, M - (row + 7), alpha, c_7_0, beta);
    }
    if (column + 8 < N) {
        gemm_16x2_1x8_store2(C + (long)row * ldc + column + 8, ldc, M - row, alpha, c_0_1, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 1) * ldc + column + 8, ldc, M - (row + 1), alpha, c_1_1, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 2) * ldc + column + 8, ldc, M - (row + 2), alpha, c_2_1, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 3) * ldc + column + 8, ldc, M - (row + 3), alpha, c_3_1, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 4) * ldc + column + 8, ldc, M - (row + 4), alpha, c_4_1, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 5) * ldc + column + 8, ldc, M - (row + 5), alpha, c_5_1, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 6) * ldc + column + 8, ldc, M - (row + 6), alpha, c_6_1, beta);
        gemm_16x2_1x8_store2(C + (long)(row + 7) * ldc + column + 8, ldc, M - (row + 7), alpha, c_7_1, beta);
    }
}
