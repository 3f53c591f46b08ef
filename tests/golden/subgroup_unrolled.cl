/*
 * gemm_8x1_1x8: C = alpha * A * B + C
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  factor of the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    elements from one row of A to the next, at least K
 *   B      K x N, row-major
 *   ldb    elements from one row of B to the next, at least N
 *   C      M x N, row-major
 *   ldc    elements from one row of C to the next, at least N
 *
 * A work-group computes 8 rows x 8 columns of C, a work-item 8 x 1.
 * Launch: local size {8, 1}, global size {8 * ceil(N / 8), ceil(M / 8)}.
 * Needs cl_khr_subgroup_shuffle; sub-groups of a multiple of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --beta 1 --tile 8x1 --wg 1x8 --tile-k 8 --unroll-k 32 --sub-groups khr
 */

#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable

/* The vector that another lane of the sub-group holds. */
static float8 sub_group_shuffle8(const float8 value, const uint lane)
{
    return (float8)(
        sub_group_shuffle(value.s0, lane),
        sub_group_shuffle(value.s1, lane),
        sub_group_shuffle(value.s2, lane),
        sub_group_shuffle(value.s3, lane),
        sub_group_shuffle(value.s4, lane),
        sub_group_shuffle(value.s5, lane),
        sub_group_shuffle(value.s6, lane),
        sub_group_shuffle(value.s7, lane));
}

/* C = alpha * product + C for 8 elements, one from each of as many rows, as far as there is room. */
static void store8(__global float *const c, const int ldc, const int room,
                   const float alpha, const float8 product)
{
    const float8 value = alpha * product;
    if (room > 0)
        c[0] = value.s0 + c[0];
    if (room > 1)
        c[ldc] = value.s1 + c[ldc];
    if (room > 2)
        c[(long)2 * ldc] = value.s2 + c[(long)2 * ldc];
    if (room > 3)
        c[(long)3 * ldc] = value.s3 + c[(long)3 * ldc];
    if (room > 4)
        c[(long)4 * ldc] = value.s4 + c[(long)4 * ldc];
    if (room > 5)
        c[(long)5 * ldc] = value.s5 + c[(long)5 * ldc];
    if (room > 6)
        c[(long)6 * ldc] = value.s6 + c[(long)6 * ldc];
    if (room > 7)
        c[(long)7 * ldc] = value.s7 + c[(long)7 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void gemm_8x1_1x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const uint first_lane = get_sub_group_local_id() - lane;
    const int row = get_group_id(1) * 8;
    const int column = get_group_id(0) * 8 + lane;
    const int column_0 = min(column, N - 1);
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_row_2 = (long)min(row + 2, M - 1) * lda;
    const long a_row_3 = (long)min(row + 3, M - 1) * lda;
    const long a_row_4 = (long)min(row + 4, M - 1) * lda;
    const long a_row_5 = (long)min(row + 5, M - 1) * lda;
    const long a_row_6 = (long)min(row + 6, M - 1) * lda;
    const long a_row_7 = (long)min(row + 7, M - 1) * lda;

    float8 c_0_0 = 0.0f;

    int k = 0;
    while (k + 32 <= depth) {
#pragma unroll
        for (int turn = 0; turn < 4; ++turn, k += 8) {
            const long b_line = (long)k * ldb;
            const int own_k = k + lane;
            const float8 a_0 = (float8)(
                A[a_row_0 + own_k],
                A[a_row_1 + own_k],
                A[a_row_2 + own_k],
                A[a_row_3 + own_k],
                A[a_row_4 + own_k],
                A[a_row_5 + own_k],
                A[a_row_6 + own_k],
                A[a_row_7 + own_k]);
            const float8 b_0 = (float8)(
                B[b_line + column_0],
                B[b_line + column_0 + ldb],
                B[b_line + column_0 + (long)2 * ldb],
                B[b_line + column_0 + (long)3 * ldb],
                B[b_line + column_0 + (long)4 * ldb],
                B[b_line + column_0 + (long)5 * ldb],
                B[b_line + column_0 + (long)6 * ldb],
                B[b_line + column_0 + (long)7 * ldb]);

            /* The tile's rows 0 to 7. */
            const float8 a_0_of_0 = sub_group_shuffle8(a_0, first_lane + 0);
            c_0_0 = mad(a_0_of_0, (float8)(b_0.s0), c_0_0);
            const float8 a_0_of_1 = sub_group_shuffle8(a_0, first_lane + 1);
            c_0_0 = mad(a_0_of_1, (float8)(b_0.s1), c_0_0);
            const float8 a_0_of_2 = sub_group_shuffle8(a_0, first_lane + 2);
            c_0_0 = mad(a_0_of_2, (float8)(b_0.s2), c_0_0);
            const float8 a_0_of_3 = sub_group_shuffle8(a_0, first_lane + 3);
            c_0_0 = mad(a_0_of_3, (float8)(b_0.s3), c_0_0);
            const float8 a_0_of_4 = sub_group_shuffle8(a_0, first_lane + 4);
            c_0_0 = mad(a_0_of_4, (float8)(b_0.s4), c_0_0);
            const float8 a_0_of_5 = sub_group_shuffle8(a_0, first_lane + 5);
            c_0_0 = mad(a_0_of_5, (float8)(b_0.s5), c_0_0);
            const float8 a_0_of_6 = sub_group_shuffle8(a_0, first_lane + 6);
            c_0_0 = mad(a_0_of_6, (float8)(b_0.s6), c_0_0);
            const float8 a_0_of_7 = sub_group_shuffle8(a_0, first_lane + 7);
            c_0_0 = mad(a_0_of_7, (float8)(b_0.s7), c_0_0);
        }
    }

    /* What is left of K, one step at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float8 a_0 = (float8)(
            A[a_row_0 + k],
            A[a_row_1 + k],
            A[a_row_2 + k],
            A[a_row_3 + k],
            A[a_row_4 + k],
            A[a_row_5 + k],
            A[a_row_6 + k],
            A[a_row_7 + k]);
        const float b_0 = B[b_line + column_0];

        c_0_0 = mad(a_0, (float8)(b_0), c_0_0);
    }

    if (column < N)
        store8(C + (long)row * ldc + column, ldc, M - row, alpha, c_0_0);
}
