/*
 * gemm_8x2_1x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
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
 * A work-item computes 8 x 2 elements of C: 8 along N by 2 along M.
 * A work-group computes 8 along N by 16 along M.
 * Launch: local size {8, 1}, global size {8 * ceil(M / 16), ceil(N / 8)}.
 * Needs cl_khr_subgroup_shuffle; sub-groups of a multiple of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --tile 8x2 --wg 1x8 --sub-groups khr
 */

#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable

/* The vector of another lane of the sub-group. */
static float4 gemm_8x2_1x8_shuffle4(const float4 value, const uint lane)
{
    return (float4)(
        sub_group_shuffle(value.s0, lane),
        sub_group_shuffle(value.s1, lane),
        sub_group_shuffle(value.s2, lane),
        sub_group_shuffle(value.s3, lane));
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_8x2_1x8_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void gemm_8x2_1x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const uint first_lane = get_sub_group_local_id() - lane;
    const int column = get_group_id(1) * 8;
    const int row = get_group_id(0) * 16 + lane * 2;
    const int row_0 = min(row, M - 1);
    const int row_1 = min(row + 1, M - 1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;
    const long b_column_4 = (long)min(column + 4, N - 1) * ldb;
    const long b_column_5 = (long)min(column + 5, N - 1) * ldb;
    const long b_column_6 = (long)min(column + 6, N - 1) * ldb;
    const long b_column_7 = (long)min(column + 7, N - 1) * ldb;
    const long b_own_0 = (long)min(column + lane / 2, N - 1) * ldb + lane % 2 * 4;
    const long b_own_1 = (long)min(column + lane / 2 + 4, N - 1) * ldb + lane % 2 * 4;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float2 c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;

    int k = 0;
    for (; k + 8 <= depth; k += 8) {
        const long a_line = (long)k * lda;
        const float4 b_0 = vload4(0, B + b_own_0 + k);
        const float4 b_1 = vload4(0, B + b_own_1 + k);
        const float2 a_0 = (float2)(
            A[a_line + row_0],
            A[a_line + row_1]);
        const float2 a_1 = (float2)(
            A[a_line + row_0 + lda],
            A[a_line + row_1 + lda]);
        const float2 a_2 = (float2)(
            A[a_line + row_0 + (long)2 * lda],
            A[a_line + row_1 + (long)2 * lda]);
        const float2 a_3 = (float2)(
            A[a_line + row_0 + (long)3 * lda],
            A[a_line + row_1 + (long)3 * lda]);
        const float2 a_4 = (float2)(
            A[a_line + row_0 + (long)4 * lda],
            A[a_line + row_1 + (long)4 * lda]);
        const float2 a_5 = (float2)(
            A[a_line + row_0 + (long)5 * lda],
            A[a_line + row_1 + (long)5 * lda]);
        const float2 a_6 = (float2)(
            A[a_line + row_0 + (long)6 * lda],
            A[a_line + row_1 + (long)6 * lda]);
        const float2 a_7 = (float2)(
            A[a_line + row_0 + (long)7 * lda],
            A[a_line + row_1 + (long)7 * lda]);

        /* The tile's columns 0 to 3. */
        const float4 b_0_of_0 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 0);
        c_0_0 = mad((float2)(b_0_of_0.s0), a_0, c_0_0);
        c_0_0 = mad((float2)(b_0_of_0.s1), a_1, c_0_0);
        c_0_0 = mad((float2)(b_0_of_0.s2), a_2, c_0_0);
        c_0_0 = mad((float2)(b_0_of_0.s3), a_3, c_0_0);
        const float4 b_0_of_1 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 1);
        c_0_0 = mad((float2)(b_0_of_1.s0), a_4, c_0_0);
        c_0_0 = mad((float2)(b_0_of_1.s1), a_5, c_0_0);
        c_0_0 = mad((float2)(b_0_of_1.s2), a_6, c_0_0);
        c_0_0 = mad((float2)(b_0_of_1.s3), a_7, c_0_0);
        const float4 b_0_of_2 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 2);
        c_1_0 = mad((float2)(b_0_of_2.s0), a_0, c_1_0);
        c_1_0 = mad((float2)(b_0_of_2.s1), a_1, c_1_0);
        c_1_0 = mad((float2)(b_0_of_2.s2), a_2, c_1_0);
        c_1_0 = mad((float2)(b_0_of_2.s3), a_3, c_1_0);
        const float4 b_0_of_3 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 3);
        c_1_0 = mad((float2)(b_0_of_3.s0), a_4, c_1_0);
        c_1_0 = mad((float2)(b_0_of_3.s1), a_5, c_1_0);
        c_1_0 = mad((float2)(b_0_of_3.s2), a_6, c_1_0);
        c_1_0 = mad((float2)(b_0_of_3.s3), a_7, c_1_0);
        const float4 b_0_of_4 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 4);
        c_2_0 = mad((float2)(b_0_of_4.s0), a_0, c_2_0);
        c_2_0 = mad((float2)(b_0_of_4.s1), a_1, c_2_0);
        c_2_0 = mad((float2)(b_0_of_4.s2), a_2, c_2_0);
        c_2_0 = mad((float2)(b_0_of_4.s3), a_3, c_2_0);
        const float4 b_0_of_5 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 5);
        c_2_0 = mad((float2)(b_0_of_5.s0), a_4, c_2_0);
        c_2_0 = mad((float2)(b_0_of_5.s1), a_5, c_2_0);
        c_2_0 = mad((float2)(b_0_of_5.s2), a_6, c_2_0);
        c_2_0 = mad((float2)(b_0_of_5.s3), a_7, c_2_0);
        const float4 b_0_of_6 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 6);
        c_3_0 = mad((float2)(b_0_of_6.s0), a_0, c_3_0);
        c_3_0 = mad((float2)(b_0_of_6.s1), a_1, c_3_0);
        c_3_0 = mad((float2)(b_0_of_6.s2), a_2, c_3_0);
        c_3_0 = mad((float2)(b_0_of_6.s3), a_3, c_3_0);
        const float4 b_0_of_7 = gemm_8x2_1x8_shuffle4(b_0, first_lane + 7);
        c_3_0 = mad((float2)(b_0_of_7.s0), a_4, c_3_0);
        c_3_0 = mad((float2)(b_0_of_7.s1), a_5, c_3_0);
        c_3_0 = mad((float2)(b_0_of_7.s2), a_6, c_3_0);
        c_3_0 = mad((float2)(b_0_of_7.s3), a_7, c_3_0);

        /* The tile's columns 4 to 7. */
        const float4 b_1_of_0 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 0);
        c_4_0 = mad((float2)(b_1_of_0.s0), a_0, c_4_0);
        c_4_0 = mad((float2)(b_1_of_0.s1), a_1, c_4_0);
        c_4_0 = mad((float2)(b_1_of_0.s2), a_2, c_4_0);
        c_4_0 = mad((float2)(b_1_of_0.s3), a_3, c_4_0);
        const float4 b_1_of_1 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 1);
        c_4_0 = mad((float2)(b_1_of_1.s0), a_4, c_4_0);
        c_4_0 = mad((float2)(b_1_of_1.s1), a_5, c_4_0);
        c_4_0 = mad((float2)(b_1_of_1.s2), a_6, c_4_0);
        c_4_0 = mad((float2)(b_1_of_1.s3), a_7, c_4_0);
        const float4 b_1_of_2 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 2);
        c_5_0 = mad((float2)(b_1_of_2.s0), a_0, c_5_0);
        c_5_0 = mad((float2)(b_1_of_2.s1), a_1, c_5_0);
        c_5_0 = mad((float2)(b_1_of_2.s2), a_2, c_5_0);
        c_5_0 = mad((float2)(b_1_of_2.s3), a_3, c_5_0);
        const float4 b_1_of_3 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 3);
        c_5_0 = mad((float2)(b_1_of_3.s0), a_4, c_5_0);
        c_5_0 = mad((float2)(b_1_of_3.s1), a_5, c_5_0);
        c_5_0 = mad((float2)(b_1_of_3.s2), a_6, c_5_0);
        c_5_0 = mad((float2)(b_1_of_3.s3), a_7, c_5_0);
        const float4 b_1_of_4 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 4);
        c_6_0 = mad((float2)(b_1_of_4.s0), a_0, c_6_0);
        c_6_0 = mad((float2)(b_1_of_4.s1), a_1, c_6_0);
        c_6_0 = mad((float2)(b_1_of_4.s2), a_2, c_6_0);
        c_6_0 = mad((float2)(b_1_of_4.s3), a_3, c_6_0);
        const float4 b_1_of_5 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 5);
        c_6_0 = mad((float2)(b_1_of_5.s0), a_4, c_6_0);
        c_6_0 = mad((float2)(b_1_of_5.s1), a_5, c_6_0);
        c_6_0 = mad((float2)(b_1_of_5.s2), a_6, c_6_0);
        c_6_0 = mad((float2)(b_1_of_5.s3), a_7, c_6_0);
        const float4 b_1_of_6 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 6);
        c_7_0 = mad((float2)(b_1_of_6.s0), a_0, c_7_0);
        c_7_0 = mad((float2)(b_1_of_6.s1), a_1, c_7_0);
        c_7_0 = mad((float2)(b_1_of_6.s2), a_2, c_7_0);
        c_7_0 = mad((float2)(b_1_of_6.s3), a_3, c_7_0);
        const float4 b_1_of_7 = gemm_8x2_1x8_shuffle4(b_1, first_lane + 7);
        c_7_0 = mad((float2)(b_1_of_7.s0), a_4, c_7_0);
        c_7_0 = mad((float2)(b_1_of_7.s1), a_5, c_7_0);
        c_7_0 = mad((float2)(b_1_of_7.s2), a_6, c_7_0);
        c_7_0 = mad((float2)(b_1_of_7.s3), a_7, c_7_0);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float b_2 = B[b_column_2 + k];
        const float b_3 = B[b_column_3 + k];
        const float b_4 = B[b_column_4 + k];
        const float b_5 = B[b_column_5 + k];
        const float b_6 = B[b_column_6 + k];
        const float b_7 = B[b_column_7 + k];
        const float2 a_0 = (float2)(
            A[a_line + row_0],
            A[a_line + row_1]);

        c_0_0 = mad((float2)(b_0), a_0, c_0_0);
        c_1_0 = mad((float2)(b_1), a_0, c_1_0);
        c_2_0 = mad((float2)(b_2), a_0, c_2_0);
        c_3_0 = mad((float2)(b_3), a_0, c_3_0);
        c_4_0 = mad((float2)(b_4), a_0, c_4_0);
        c_5_0 = mad((float2)(b_5), a_0, c_5_0);
        c_6_0 = mad((float2)(b_6), a_0, c_6_0);
        c_7_0 = mad((float2)(b_7), a_0, c_7_0);
    }

    if (column < N) {
        gemm_8x2_1x8_store2(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta);
    }
    if (column + 1 < N) {
        gemm_8x2_1x8_store2(C + (long)(column + 1) * ldc + row, M - row, alpha, c_1_0, beta);
    }
    if (column + 2 < N) {
        gemm_8x2_1x8_store2(C + (long)(column + 2) * ldc + row, M - row, alpha, c_2_0, beta);
    }
    if (column + 3 < N) {
        gemm_8x2_1x8_store2(C + (long)(column + 3) * ldc + row, M - row, alpha, c_3_0, beta);
    }
    if (column + 4 < N) {
        gemm_8x2_1x8_store2(C + (long)(column + 4) * ldc + row, M - row, alpha, c_4_0, beta);
    }
    if (column + 5 < N) {
        gemm_8x2_1x8_store2(C + (long)(column + 5) * ldc + row, M - row, alpha, c_5_0, beta);
    }
    if (column + 6 < N) {
        gemm_8x2_1x8_store2(C + (long)(column + 6) * ldc + row, M - row, alpha, c_6_0, beta);
    }
    if (column + 7 < N) {
        gemm_8x2_1x8_store2(C + (long)(column + 7) * ldc + row, M - row, alpha, c_7_0, beta);
    }
}
