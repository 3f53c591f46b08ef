/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --beta 1 --tile 2x1 --wg 1x8 --tile-k 8 --unroll-k 32 --sub-groups khr
 */

#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable

/* The vector of another lane of the sub-group. */
static float2 gemm_2x1_1x8_shuffle2(const float2 value, const uint lane)
{
    return (float2)(
        sub_group_shuffle(value.s0, lane),
        sub_group_shuffle(value.s1, lane));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void gemm_2x1_1x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const uint first_lane = get_sub_group_local_id() - lane;
    const int row = get_group_id(1) * 2;
    const int column = get_group_id(0) * 8 + lane;
    const int column_0 = min(column, N - 1);
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_own_0 = (long)min(row + lane / 4, M - 1) * lda + lane % 4 * 2;

    float c_0_0 = 0.0f, c_1_0 = 0.0f;

    int k = 0;
    while (k + 32 <= depth) {
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration, k += 8) {
            const long b_line = (long)k * ldb;
            const float2 a_0 = vload2(0, A + a_own_0 + k);
            const float b_0 = B[b_line + column_0];
            const float b_1 = B[b_line + column_0 + ldb];
            const float b_2 = B[b_line + column_0 + (long)2 * ldb];
            const float b_3 = B[b_line + column_0 + (long)3 * ldb];
            const float b_4 = B[b_line + column_0 + (long)4 * ldb];
            const float b_5 = B[b_line + column_0 + (long)5 * ldb];
            const float b_6 = B[b_line + column_0 + (long)6 * ldb];
            const float b_7 = B[b_line + column_0 + (long)7 * ldb];

            /* The tile's rows 0 to 1. */
            const float2 a_0_of_0 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 0);
            c_0_0 = mad(a_0_of_0.s0, b_0, c_0_0);
            c_0_0 = mad(a_0_of_0.s1, b_1, c_0_0);
            const float2 a_0_of_1 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 1);
            c_0_0 = mad(a_0_of_1.s0, b_2, c_0_0);
            c_0_0 = mad(a_0_of_1.s1, b_3, c_0_0);
            const float2 a_0_of_2 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 2);
            c_0_0 = mad(a_0_of_2.s0, b_4, c_0_0);
            c_0_0 = mad(a_0_of_2.s1, b_5, c_0_0);
            const float2 a_0_of_3 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 3);
            c_0_0 = mad(a_0_of_3.s0, b_6, c_0_0);
            c_0_0 = mad(a_0_of_3.s1, b_7, c_0_0);
            const float2 a_0_of_4 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 4);
            c_1_0 = mad(a_0_of_4.s0, b_0, c_1_0);
            c_1_0 = mad(a_0_of_4.s1, b_1, c_1_0);
            const float2 a_0_of_5 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 5);
            c_1_0 = mad(a_0_of_5.s0, b_2, c_1_0);
            c_1_0 = mad(a_0_of_5.s1, b_3, c_1_0);
            const float2 a_0_of_6 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 6);
            c_1_0 = mad(a_0_of_6.s0, b_4, c_1_0);
            c_1_0 = mad(a_0_of_6.s1, b_5, c_1_0);
            const float2 a_0_of_7 = gemm_2x1_1x8_shuffle2(a_0, first_lane + 7);
            c_1_0 = mad(a_0_of_7.s0, b_6, c_1_0);
            c_1_0 = mad(a_0_of_7.s1, b_7, c_1_0);
        }
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float b_0 = B[b_line + column_0];

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_1_0 = mad(a_1, b_0, c_1_0);
    }

    if (row < M && column < N)
        gemm_2x1_1x8_store(C + (long)row * ldc + column, alpha, c_0_0);
    if (row + 1 < M && column < N)
        gemm_2x1_1x8_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0);
}
