/*
 * L3_SIMD_8x4_8x8_barrier: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; M a multiple of 32, N a multiple of 64, K a multiple of 8.
 *
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
 * A work-group computes 32 rows x 64 columns of C, a work-item 4 x 8.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 32), 8 * ceil(N / 64)}.
 * No guards: other sizes would be read and written out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset L3_SIMD_8x4_8x8_barrier
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
#define EXCHANGE __local float8 exchange[8][1][8];
#define PUBLISH(slot, value) exchange[get_local_id(1)][slot][lane] = value;
#define SYNCHRONISE barrier(CLK_LOCAL_MEM_FENCE);
#define SHARED(slot, value, lane) exchange[get_local_id(1)][slot][lane]
#endif

/* C = alpha * product + beta * C for 8 elements, one from each of as many columns. */
static void store8(__global float *const c, const int ldc,
                   const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
    c[2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2 * ldc];
    c[3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[3 * ldc];
    c[4 * ldc] = beta == 0.0f ? value.s4 : value.s4 + beta * c[4 * ldc];
    c[5 * ldc] = beta == 0.0f ? value.s5 : value.s5 + beta * c[5 * ldc];
    c[6 * ldc] = beta == 0.0f ? value.s6 : value.s6 + beta * c[6 * ldc];
    c[7 * ldc] = beta == 0.0f ? value.s7 : value.s7 + beta * c[7 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1))) SUB_GROUP
void L3_SIMD_8x4_8x8_barrier(
    const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 64 + get_local_id(1) * 8;
    const int row = get_group_id(0) * 32 + lane;
    const int b_column = column * ldb;
    EXCHANGE

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const int a_line = k * lda;
        const int own_k = k + lane;
        const float8 b_0 = (float8)(
            B[b_column + own_k],
            B[b_column + own_k + ldb],
            B[b_column + own_k + 2 * ldb],
            B[b_column + own_k + 3 * ldb],
            B[b_column + own_k + 4 * ldb],
            B[b_column + own_k + 5 * ldb],
            B[b_column + own_k + 6 * ldb],
            B[b_column + own_k + 7 * ldb]);
        SYNCHRONISE
        PUBLISH(0, b_0)
        SYNCHRONISE
        const float8 a_0 = (float8)(
            A[a_line + row],
            A[a_line + row + lda],
            A[a_line + row + 2 * lda],
            A[a_line + row + 3 * lda],
            A[a_line + row + 4 * lda],
            A[a_line + row + 5 * lda],
            A[a_line + row + 6 * lda],
            A[a_line + row + 7 * lda]);
        const float8 a_1 = (float8)(
            A[a_line + row + 8],
            A[a_line + row + 8 + lda],
            A[a_line + row + 8 + 2 * lda],
            A[a_line + row + 8 + 3 * lda],
            A[a_line + row + 8 + 4 * lda],
            A[a_line + row + 8 + 5 * lda],
            A[a_line + row + 8 + 6 * lda],
            A[a_line + row + 8 + 7 * lda]);
        const float8 a_2 = (float8)(
            A[a_line + row + 16],
            A[a_line + row + 16 + lda],
            A[a_line + row + 16 + 2 * lda],
            A[a_line + row + 16 + 3 * lda],
            A[a_line + row + 16 + 4 * lda],
            A[a_line + row + 16 + 5 * lda],
            A[a_line + row + 16 + 6 * lda],
            A[a_line + row + 16 + 7 * lda]);
        const float8 a_3 = (float8)(
            A[a_line + row + 24],
            A[a_line + row + 24 + lda],
            A[a_line + row + 24 + 2 * lda],
            A[a_line + row + 24 + 3 * lda],
            A[a_line + row + 24 + 4 * lda],
            A[a_line + row + 24 + 5 * lda],
            A[a_line + row + 24 + 6 * lda],
            A[a_line + row + 24 + 7 * lda]);
        barrier(CLK_LOCAL_MEM_FENCE);

        /* The tile's columns 0 to 7. */
        const float8 b_0_of_0 = SHARED(0, b_0, 0);
        c_0_0 = mad(b_0_of_0, (float8)(a_0.s0), c_0_0);
        c_0_1 = mad(b_0_of_0, (float8)(a_1.s0), c_0_1);
        c_0_2 = mad(b_0_of_0, (float8)(a_2.s0), c_0_2);
        c_0_3 = mad(b_0_of_0, (float8)(a_3.s0), c_0_3);
        const float8 b_0_of_1 = SHARED(0, b_0, 1);
        c_0_0 = mad(b_0_of_1, (float8)(a_0.s1), c_0_0);
        c_0_1 = mad(b_0_of_1, (float8)(a_1.s1), c_0_1);
        c_0_2 = mad(b_0_of_1, (float8)(a_2.s1), c_0_2);
        c_0_3 = mad(b_0_of_1, (float8)(a_3.s1), c_0_3);
        const float8 b_0_of_2 = SHARED(0, b_0, 2);
        c_0_0 = mad(b_0_of_2, (float8)(a_0.s2), c_0_0);
        c_0_1 = mad(b_0_of_2, (float8)(a_1.s2), c_0_1);
        c_0_2 = mad(b_0_of_2, (float8)(a_2.s2), c_0_2);
        c_0_3 = mad(b_0_of_2, (float8)(a_3.s2), c_0_3);
        const float8 b_0_of_3 = SHARED(0, b_0, 3);
        c_0_0 = mad(b_0_of_3, (float8)(a_0.s3), c_0_0);
        c_0_1 = mad(b_0_of_3, (float8)(a_1.s3), c_0_1);
        c_0_2 = mad(b_0_of_3, (float8)(a_2.s3), c_0_2);
        c_0_3 = mad(b_0_of_3, (float8)(a_3.s3), c_0_3);
        const float8 b_0_of_4 = SHARED(0, b_0, 4);
        c_0_0 = mad(b_0_of_4, (float8)(a_0.s4), c_0_0);
        c_0_1 = mad(b_0_of_4, (float8)(a_1.s4), c_0_1);
        c_0_2 = mad(b_0_of_4, (float8)(a_2.s4), c_0_2);
        c_0_3 = mad(b_0_of_4, (float8)(a_3.s4), c_0_3);
        const float8 b_0_of_5 = SHARED(0, b_0, 5);
        c_0_0 = mad(b_0_of_5, (float8)(a_0.s5), c_0_0);
        c_0_1 = mad(b_0_of_5, (float8)(a_1.s5), c_0_1);
        c_0_2 = mad(b_0_of_5, (float8)(a_2.s5), c_0_2);
        c_0_3 = mad(b_0_of_5, (float8)(a_3.s5), c_0_3);
        const float8 b_0_of_6 = SHARED(0, b_0, 6);
        c_0_0 = mad(b_0_of_6, (float8)(a_0.s6), c_0_0);
        c_0_1 = mad(b_0_of_6, (float8)(a_1.s6), c_0_1);
        c_0_2 = mad(b_0_of_6, (float8)(a_2.s6), c_0_2);
        c_0_3 = mad(b_0_of_6, (float8)(a_3.s6), c_0_3);
        const float8 b_0_of_7 = SHARED(0, b_0, 7);
        c_0_0 = mad(b_0_of_7, (float8)(a_0.s7), c_0_0);
        c_0_1 = mad(b_0_of_7, (float8)(a_1.s7), c_0_1);
        c_0_2 = mad(b_0_of_7, (float8)(a_2.s7), c_0_2);
        c_0_3 = mad(b_0_of_7, (float8)(a_3.s7), c_0_3);
    }

    store8(C + column * ldc + row, ldc, alpha, c_0_0, beta);
    store8(C + column * ldc + row + 8, ldc, alpha, c_0_1, beta);
    store8(C + column * ldc + row + 16, ldc, alpha, c_0_2, beta);
    store8(C + column * ldc + row + 24, ldc, alpha, c_0_3, beta);
}
