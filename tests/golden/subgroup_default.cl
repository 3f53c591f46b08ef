/*
 * gemm_32x2_1x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
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
 * A work-group computes 16 rows x 32 columns of C, a work-item 2 x 32.
 * Launch: local size {8, 1}, global size {8 * ceil(M / 16), ceil(N / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --tile 32x2 --wg 1x8
 */

/*
 * The 8 work-items of a row exchange registers: by sub-group shuffles where the compiler can be told
 * how large a sub-group is to be, through local memory everywhere else.
 */
#if defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups)
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(8)))
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) intel_sub_group_shuffle(value, lane)
#elif defined(cl_intel_required_subgroup_size) && defined(cl_khr_subgroup_shuffle)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(8)))
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) (float8)( \
    sub_group_shuffle((value).s0, lane), \
    sub_group_shuffle((value).s1, lane), \
    sub_group_shuffle((value).s2, lane), \
    sub_group_shuffle((value).s3, lane), \
    sub_group_shuffle((value).s4, lane), \
    sub_group_shuffle((value).s5, lane), \
    sub_group_shuffle((value).s6, lane), \
    sub_group_shuffle((value).s7, lane))
#else
#define SUB_GROUP
#define EXCHANGE __local float8 exchange[4][8];
#define PUBLISH(slot, value) exchange[slot][lane] = value;
#define SYNCHRONISE barrier(CLK_LOCAL_MEM_FENCE);
#define SHARED(slot, value, lane) exchange[slot][lane]
#endif

/* C = alpha * product + beta * C for 8 elements, one from each of as many columns, as far as there is room. */
static void store8(__global float *const c, const int ldc, const int room,
                   const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
    if (room > 2)
        c[(long)2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
    if (room > 3)
        c[(long)3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
    if (room > 4)
        c[(long)4 * ldc] = beta == 0.0f ? value.s4 : value.s4 + beta * c[(long)4 * ldc];
    if (room > 5)
        c[(long)5 * ldc] = beta == 0.0f ? value.s5 : value.s5 + beta * c[(long)5 * ldc];
    if (room > 6)
        c[(long)6 * ldc] = beta == 0.0f ? value.s6 : value.s6 + beta * c[(long)6 * ldc];
    if (room > 7)
        c[(long)7 * ldc] = beta == 0.0f ? value.s7 : value.s7 + beta * c[(long)7 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) SUB_GROUP
void gemm_32x2_1x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 32;
    const int row = get_group_id(0) * 16 + lane;
    const int row_0 = min(row, M - 1);
    const int row_1 = min(row + 8, M - 1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;
    const long b_column_4 = (long)min(column + 4, N - 1) * ldb;
    const long b_column_5 = (long)min(column + 5, N - 1) * ldb;
    const long b_column_6 = (long)min(column + 6, N - 1) * ldb;
    const long b_column_7 = (long)min(column + 7, N - 1) * ldb;
    const long b_column_8 = (long)min(column + 8, N - 1) * ldb;
    const long b_column_9 = (long)min(column + 9, N - 1) * ldb;
    const long b_column_10 = (long)min(column + 10, N - 1) * ldb;
    const long b_column_11 = (long)min(column + 11, N - 1) * ldb;
    const long b_column_12 = (long)min(column + 12, N - 1) * ldb;
    const long b_column_13 = (long)min(column + 13, N - 1) * ldb;
    const long b_column_14 = (long)min(column + 14, N - 1) * ldb;
    const long b_column_15 = (long)min(column + 15, N - 1) * ldb;
    const long b_column_16 = (long)min(column + 16, N - 1) * ldb;
    const long b_column_17 = (long)min(column + 17, N - 1) * ldb;
    const long b_column_18 = (long)min(column + 18, N - 1) * ldb;
    const long b_column_19 = (long)min(column + 19, N - 1) * ldb;
    const long b_column_20 = (long)min(column + 20, N - 1) * ldb;
    const long b_column_21 = (long)min(column + 21, N - 1) * ldb;
    const long b_column_22 = (long)min(column + 22, N - 1) * ldb;
    const long b_column_23 = (long)min(column + 23, N - 1) * ldb;
    const long b_column_24 = (long)min(column + 24, N - 1) * ldb;
    const long b_column_25 = (long)min(column + 25, N - 1) * ldb;
    const long b_column_26 = (long)min(column + 26, N - 1) * ldb;
    const long b_column_27 = (long)min(column + 27, N - 1) * ldb;
    const long b_column_28 = (long)min(column + 28, N - 1) * ldb;
    const long b_column_29 = (long)min(column + 29, N - 1) * ldb;
    const long b_column_30 = (long)min(column + 30, N - 1) * ldb;
    const long b_column_31 = (long)min(column + 31, N - 1) * ldb;
    EXCHANGE

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float8 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float8 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float8 c_3_0 = 0.0f, c_3_1 = 0.0f;

    int k = 0;
    for (; k + 8 <= depth; k += 8) {
        const long a_line = (long)k * lda;
        const int own_k = k + lane;
        const float8 b_0 = (float8)(
            B[b_column_0 + own_k],
            B[b_column_1 + own_k],
            B[b_column_2 + own_k],
            B[b_column_3 + own_k],
            B[b_column_4 + own_k],
            B[b_column_5 + own_k],
            B[b_column_6 + own_k],
            B[b_column_7 + own_k]);
        const float8 b_1 = (float8)(
            B[b_column_8 + own_k],
            B[b_column_9 + own_k],
            B[b_column_10 + own_k],
            B[b_column_11 + own_k],
            B[b_column_12 + own_k],
            B[b_column_13 + own_k],
            B[b_column_14 + own_k],
            B[b_column_15 + own_k]);
        const float8 b_2 = (float8)(
            B[b_column_16 + own_k],
            B[b_column_17 + own_k],
            B[b_column_18 + own_k],
            B[b_column_19 + own_k],
            B[b_column_20 + own_k],
            B[b_column_21 + own_k],
            B[b_column_22 + own_k],
            B[b_column_23 + own_k]);
        const float8 b_3 = (float8)(
            B[b_column_24 + own_k],
            B[b_column_25 + own_k],
            B[b_column_26 + own_k],
            B[b_column_27 + own_k],
            B[b_column_28 + own_k],
            B[b_column_29 + own_k],
            B[b_column_30 + own_k],
            B[b_column_31 + own_k]);
        SYNCHRONISE
        PUBLISH(0, b_0)
        PUBLISH(1, b_1)
        PUBLISH(2, b_2)
        PUBLISH(3, b_3)
        SYNCHRONISE
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

        /* The tile's columns 0 to 7. */
        const float8 b_0_of_0 = SHARED(0, b_0, 0);
        c_0_0 = mad(b_0_of_0, (float8)(a_0.s0), c_0_0);
        c_0_1 = mad(b_0_of_0, (float8)(a_1.s0), c_0_1);
        const float8 b_0_of_1 = SHARED(0, b_0, 1);
        c_0_0 = mad(b_0_of_1, (float8)(a_0.s1), c_0_0);
        c_0_1 = mad(b_0_of_1, (float8)(a_1.s1), c_0_1);
        const float8 b_0_of_2 = SHARED(0, b_0, 2);
        c_0_0 = mad(b_0_of_2, (float8)(a_0.s2), c_0_0);
        c_0_1 = mad(b_0_of_2, (float8)(a_1.s2), c_0_1);
        const float8 b_0_of_3 = SHARED(0, b_0, 3);
        c_0_0 = mad(b_0_of_3, (float8)(a_0.s3), c_0_0);
        c_0_1 = mad(b_0_of_3, (float8)(a_1.s3), c_0_1);
        const float8 b_0_of_4 = SHARED(0, b_0, 4);
        c_0_0 = mad(b_0_of_4, (float8)(a_0.s4), c_0_0);
        c_0_1 = mad(b_0_of_4, (float8)(a_1.s4), c_0_1);
        const float8 b_0_of_5 = SHARED(0, b_0, 5);
        c_0_0 = mad(b_0_of_5, (float8)(a_0.s5), c_0_0);
        c_0_1 = mad(b_0_of_5, (float8)(a_1.s5), c_0_1);
        const float8 b_0_of_6 = SHARED(0, b_0, 6);
        c_0_0 = mad(b_0_of_6, (float8)(a_0.s6), c_0_0);
        c_0_1 = mad(b_0_of_6, (float8)(a_1.s6), c_0_1);
        const float8 b_0_of_7 = SHARED(0, b_0, 7);
        c_0_0 = mad(b_0_of_7, (float8)(a_0.s7), c_0_0);
        c_0_1 = mad(b_0_of_7, (float8)(a_1.s7), c_0_1);

        /* The tile's columns 8 to 15. */
        const float8 b_1_of_0 = SHARED(1, b_1, 0);
        c_1_0 = mad(b_1_of_0, (float8)(a_0.s0), c_1_0);
        c_1_1 = mad(b_1_of_0, (float8)(a_1.s0), c_1_1);
        const float8 b_1_of_1 = SHARED(1, b_1, 1);
        c_1_0 = mad(b_1_of_1, (float8)(a_0.s1), c_1_0);
        c_1_1 = mad(b_1_of_1, (float8)(a_1.s1), c_1_1);
        const float8 b_1_of_2 = SHARED(1, b_1, 2);
        c_1_0 = mad(b_1_of_2, (float8)(a_0.s2), c_1_0);
        c_1_1 = mad(b_1_of_2, (float8)(a_1.s2), c_1_1);
        const float8 b_1_of_3 = SHARED(1, b_1, 3);
        c_1_0 = mad(b_1_of_3, (float8)(a_0.s3), c_1_0);
        c_1_1 = mad(b_1_of_3, (float8)(a_1.s3), c_1_1);
        const float8 b_1_of_4 = SHARED(1, b_1, 4);
        c_1_0 = mad(b_1_of_4, (float8)(a_0.s4), c_1_0);
        c_1_1 = mad(b_1_of_4, (float8)(a_1.s4), c_1_1);
        const float8 b_1_of_5 = SHARED(1, b_1, 5);
        c_1_0 = mad(b_1_of_5, (float8)(a_0.s5), c_1_0);
        c_1_1 = mad(b_1_of_5, (float8)(a_1.s5), c_1_1);
        const float8 b_1_of_6 = SHARED(1, b_1, 6);
        c_1_0 = mad(b_1_of_6, (float8)(a_0.s6), c_1_0);
        c_1_1 = mad(b_1_of_6, (float8)(a_1.s6), c_1_1);
        const float8 b_1_of_7 = SHARED(1, b_1, 7);
        c_1_0 = mad(b_1_of_7, (float8)(a_0.s7), c_1_0);
        c_1_1 = mad(b_1_of_7, (float8)(a_1.s7), c_1_1);

        /* The tile's columns 16 to 23. */
        const float8 b_2_of_0 = SHARED(2, b_2, 0);
        c_2_0 = mad(b_2_of_0, (float8)(a_0.s0), c_2_0);
        c_2_1 = mad(b_2_of_0, (float8)(a_1.s0), c_2_1);
        const float8 b_2_of_1 = SHARED(2, b_2, 1);
        c_2_0 = mad(b_2_of_1, (float8)(a_0.s1), c_2_0);
        c_2_1 = mad(b_2_of_1, (float8)(a_1.s1), c_2_1);
        const float8 b_2_of_2 = SHARED(2, b_2, 2);
        c_2_0 = mad(b_2_of_2, (float8)(a_0.s2), c_2_0);
        c_2_1 = mad(b_2_of_2, (float8)(a_1.s2), c_2_1);
        const float8 b_2_of_3 = SHARED(2, b_2, 3);
        c_2_0 = mad(b_2_of_3, (float8)(a_0.s3), c_2_0);
        c_2_1 = mad(b_2_of_3, (float8)(a_1.s3), c_2_1);
        const float8 b_2_of_4 = SHARED(2, b_2, 4);
        c_2_0 = mad(b_2_of_4, (float8)(a_0.s4), c_2_0);
        c_2_1 = mad(b_2_of_4, (float8)(a_1.s4), c_2_1);
        const float8 b_2_of_5 = SHARED(2, b_2, 5);
        c_2_0 = mad(b_2_of_5, (float8)(a_0.s5), c_2_0);
        c_2_1 = mad(b_2_of_5, (float8)(a_1.s5), c_2_1);
        const float8 b_2_of_6 = SHARED(2, b_2, 6);
        c_2_0 = mad(b_2_of_6, (float8)(a_0.s6), c_2_0);
        c_2_1 = mad(b_2_of_6, (float8)(a_1.s6), c_2_1);
        const float8 b_2_of_7 = SHARED(2, b_2, 7);
        c_2_0 = mad(b_2_of_7, (float8)(a_0.s7), c_2_0);
        c_2_1 = mad(b_2_of_7, (float8)(a_1.s7), c_2_1);

        /* The tile's columns 24 to 31. */
        const float8 b_3_of_0 = SHARED(3, b_3, 0);
        c_3_0 = mad(b_3_of_0, (float8)(a_0.s0), c_3_0);
        c_3_1 = mad(b_3_of_0, (float8)(a_1.s0), c_3_1);
        const float8 b_3_of_1 = SHARED(3, b_3, 1);
        c_3_0 = mad(b_3_of_1, (float8)(a_0.s1), c_3_0);
        c_3_1 = mad(b_3_of_1, (float8)(a_1.s1), c_3_1);
        const float8 b_3_of_2 = SHARED(3, b_3, 2);
        c_3_0 = mad(b_3_of_2, (float8)(a_0.s2), c_3_0);
        c_3_1 = mad(b_3_of_2, (float8)(a_1.s2), c_3_1);
        const float8 b_3_of_3 = SHARED(3, b_3, 3);
        c_3_0 = mad(b_3_of_3, (float8)(a_0.s3), c_3_0);
        c_3_1 = mad(b_3_of_3, (float8)(a_1.s3), c_3_1);
        const float8 b_3_of_4 = SHARED(3, b_3, 4);
        c_3_0 = mad(b_3_of_4, (float8)(a_0.s4), c_3_0);
        c_3_1 = mad(b_3_of_4, (float8)(a_1.s4), c_3_1);
        const float8 b_3_of_5 = SHARED(3, b_3, 5);
        c_3_0 = mad(b_3_of_5, (float8)(a_0.s5), c_3_0);
        c_3_1 = mad(b_3_of_5, (float8)(a_1.s5), c_3_1);
        const float8 b_3_of_6 = SHARED(3, b_3, 6);
        c_3_0 = mad(b_3_of_6, (float8)(a_0.s6), c_3_0);
        c_3_1 = mad(b_3_of_6, (float8)(a_1.s6), c_3_1);
        const float8 b_3_of_7 = SHARED(3, b_3, 7);
        c_3_0 = mad(b_3_of_7, (float8)(a_0.s7), c_3_0);
        c_3_1 = mad(b_3_of_7, (float8)(a_1.s7), c_3_1);
    }

    /* What is left of K, one step at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float8 b_0 = (float8)(
            B[b_column_0 + k],
            B[b_column_1 + k],
            B[b_column_2 + k],
            B[b_column_3 + k],
            B[b_column_4 + k],
            B[b_column_5 + k],
            B[b_column_6 + k],
            B[b_column_7 + k]);
        const float8 b_1 = (float8)(
            B[b_column_8 + k],
            B[b_column_9 + k],
            B[b_column_10 + k],
            B[b_column_11 + k],
            B[b_column_12 + k],
            B[b_column_13 + k],
            B[b_column_14 + k],
            B[b_column_15 + k]);
        const float8 b_2 = (float8)(
            B[b_column_16 + k],
            B[b_column_17 + k],
            B[b_column_18 + k],
            B[b_column_19 + k],
            B[b_column_20 + k],
            B[b_column_21 + k],
            B[b_column_22 + k],
            B[b_column_23 + k]);
        const float8 b_3 = (float8)(
            B[b_column_24 + k],
            B[b_column_25 + k],
            B[b_column_26 + k],
            B[b_column_27 + k],
            B[b_column_28 + k],
            B[b_column_29 + k],
            B[b_column_30 + k],
            B[b_column_31 + k]);
        const float a_0 = A[a_line + row_0];
        const float a_1 = A[a_line + row_1];

        c_0_0 = mad(b_0, (float8)(a_0), c_0_0);
        c_0_1 = mad(b_0, (float8)(a_1), c_0_1);
        c_1_0 = mad(b_1, (float8)(a_0), c_1_0);
        c_1_1 = mad(b_1, (float8)(a_1), c_1_1);
        c_2_0 = mad(b_2, (float8)(a_0), c_2_0);
        c_2_1 = mad(b_2, (float8)(a_1), c_2_1);
        c_3_0 = mad(b_3, (float8)(a_0), c_3_0);
        c_3_1 = mad(b_3, (float8)(a_1), c_3_1);
    }

    if (row < M) {
        store8(C + (long)column * ldc + row, ldc, N - column, alpha, c_0_0, beta);
        store8(C + (long)(column + 8) * ldc + row, ldc, N - (column + 8), alpha, c_1_0, beta);
        store8(C + (long)(column + 16) * ldc + row, ldc, N - (column + 16), alpha, c_2_0, beta);
        store8(C + (long)(column + 24) * ldc + row, ldc, N - (column + 24), alpha, c_3_0, beta);
    }
    if (row + 8 < M) {
        store8(C + (long)column * ldc + row + 8, ldc, N - column, alpha, c_0_1, beta);
        store8(C + (long)(column + 8) * ldc + row + 8, ldc, N - (column + 8), alpha, c_1_1, beta);
        store8(C + (long)(column + 16) * ldc + row + 8, ldc, N - (column + 16), alpha, c_2_1, beta);
        store8(C + (long)(column + 24) * ldc + row + 8, ldc, N - (column + 24), alpha, c_3_1, beta);
    }
}
