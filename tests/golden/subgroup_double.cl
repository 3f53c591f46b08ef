/*
 * gemm_4x1_1x4: C = alpha * A * B + beta * C
 *
 * Double precision, column-major; any sizes.
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
 * Needs cl_khr_fp64.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --tile 4x1 --wg 1x4
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/*
 * The 4 work-items of a row exchange registers: by sub-group shuffles where the compiler can be told
 * how large a sub-group is to be, through local memory everywhere else.
 */
#if defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups)
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(4)))
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) (double4)( \
    intel_sub_group_shuffle((value).s0, lane), \
    intel_sub_group_shuffle((value).s1, lane), \
    intel_sub_group_shuffle((value).s2, lane), \
    intel_sub_group_shuffle((value).s3, lane))
#elif defined(cl_intel_required_subgroup_size) && defined(cl_khr_subgroup_shuffle)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(4)))
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) (double4)( \
    sub_group_shuffle((value).s0, lane), \
    sub_group_shuffle((value).s1, lane), \
    sub_group_shuffle((value).s2, lane), \
    sub_group_shuffle((value).s3, lane))
#else
#define SUB_GROUP
#define EXCHANGE __local double4 exchange[1][4];
#define PUBLISH(slot, value) exchange[slot][lane] = value;
#define SYNCHRONISE barrier(CLK_LOCAL_MEM_FENCE);
#define SHARED(slot, value, lane) exchange[slot][lane]
#endif

/* C = alpha * product + beta * C for 4 elements, one from each of as many columns, as far as there is room. */
static void store4(__global double *const c, const int ldc, const int room,
                   const double alpha, const double4 product, const double beta)
{
    const double4 value = alpha * product;
    if (room > 0)
        c[0] = beta == 0.0 ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[ldc] = beta == 0.0 ? value.s1 : value.s1 + beta * c[ldc];
    if (room > 2)
        c[(long)2 * ldc] = beta == 0.0 ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
    if (room > 3)
        c[(long)3 * ldc] = beta == 0.0 ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1))) SUB_GROUP
void gemm_4x1_1x4(
    const int M, const int N, const int K, const double alpha,
    __global const double *restrict A, const int lda,
    __global const double *restrict B, const int ldb,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 4;
    const int row = get_group_id(0) * 4 + lane;
    const int row_0 = min(row, M - 1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;
    EXCHANGE

    double4 c_0_0 = 0.0;

    int k = 0;
    for (; k + 4 <= depth; k += 4) {
        const long a_line = (long)k * lda;
        const int own_k = k + lane;
        const double4 b_0 = (double4)(
            B[b_column_0 + own_k],
            B[b_column_1 + own_k],
            B[b_column_2 + own_k],
            B[b_column_3 + own_k]);
        SYNCHRONISE
        PUBLISH(0, b_0)
        SYNCHRONISE
        const double4 a_0 = (double4)(
            A[a_line + row_0],
            A[a_line + row_0 + lda],
            A[a_line + row_0 + (long)2 * lda],
            A[a_line + row_0 + (long)3 * lda]);

        /* The tile's columns 0 to 3. */
        const double4 b_0_of_0 = SHARED(0, b_0, 0);
        c_0_0 = mad(b_0_of_0, (double4)(a_0.s0), c_0_0);
        const double4 b_0_of_1 = SHARED(0, b_0, 1);
        c_0_0 = mad(b_0_of_1, (double4)(a_0.s1), c_0_0);
        const double4 b_0_of_2 = SHARED(0, b_0, 2);
        c_0_0 = mad(b_0_of_2, (double4)(a_0.s2), c_0_0);
        const double4 b_0_of_3 = SHARED(0, b_0, 3);
        c_0_0 = mad(b_0_of_3, (double4)(a_0.s3), c_0_0);
    }

    /* What is left of K, one step at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const double4 b_0 = (double4)(
            B[b_column_0 + k],
            B[b_column_1 + k],
            B[b_column_2 + k],
            B[b_column_3 + k]);
        const double a_0 = A[a_line + row_0];

        c_0_0 = mad(b_0, (double4)(a_0), c_0_0);
    }

    if (row < M)
        store4(C + (long)column * ldc + row, ldc, N - column, alpha, c_0_0, beta);
}
