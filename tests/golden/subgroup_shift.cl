/*
 * gemm_8x2_2x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M at least 16, N at least 16.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  factor of the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    elements from one row of A to the next, at least K
 *   B      K x N, row-major
 *   ldb    elements from one row of B to the next, at least N
 *   beta   factor of the old C; 0: C is not read
 *   C      M x N, row-major
 *   ldc    elements from one row of C to the next, at least N
 *
 * A work-group computes 16 rows x 16 columns of C, a work-item 8 x 2.
 * Launch: local size {8, 2}, global size {8 * ceil(N / 16), 2 * ceil(M / 16)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges shift --tile 8x2 --wg 2x8 --sub-groups intel
 */

/* C = alpha * product + beta * C for 8 elements, one from each of as many rows, from `first` on. */
static void store8(__global float *const c, const int ldc, const int first,
                   const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (first <= 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (first <= 1)
        c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
    if (first <= 2)
        c[(long)2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
    if (first <= 3)
        c[(long)3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
    if (first <= 4)
        c[(long)4 * ldc] = beta == 0.0f ? value.s4 : value.s4 + beta * c[(long)4 * ldc];
    if (first <= 5)
        c[(long)5 * ldc] = beta == 0.0f ? value.s5 : value.s5 + beta * c[(long)5 * ldc];
    if (first <= 6)
        c[(long)6 * ldc] = beta == 0.0f ? value.s6 : value.s6 + beta * c[(long)6 * ldc];
    if (first <= 7)
        c[(long)7 * ldc] = beta == 0.0f ? value.s7 : value.s7 + beta * c[(long)7 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_8x2_2x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int own_row = get_group_id(1) * 16;
    const int own_column = get_group_id(0) * 16;
    const int row = min(own_row, M - 16) + get_local_id(1) * 8;
    const int column = min(own_column, N - 16) + lane;
    const long a_row = (long)row * lda;

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;

    int k = 0;
    for (; k + 8 <= depth; k += 8) {
        const long b_line = (long)k * ldb;
        const int own_k = k + lane;
        const float8 a_0 = (float8)(
            A[a_row + own_k],
            A[a_row + own_k + lda],
            A[a_row + own_k + (long)2 * lda],
            A[a_row + own_k + (long)3 * lda],
            A[a_row + own_k + (long)4 * lda],
            A[a_row + own_k + (long)5 * lda],
            A[a_row + own_k + (long)6 * lda],
            A[a_row + own_k + (long)7 * lda]);
        const float8 b_0 = (float8)(
            B[b_line + column],
            B[b_line + column + ldb],
            B[b_line + column + (long)2 * ldb],
            B[b_line + column + (long)3 * ldb],
            B[b_line + column + (long)4 * ldb],
            B[b_line + column + (long)5 * ldb],
            B[b_line + column + (long)6 * ldb],
            B[b_line + column + (long)7 * ldb]);
        const float8 b_1 = (float8)(
            B[b_line + column + 8],
            B[b_line + column + 8 + ldb],
            B[b_line + column + 8 + (long)2 * ldb],
            B[b_line + column + 8 + (long)3 * ldb],
            B[b_line + column + 8 + (long)4 * ldb],
            B[b_line + column + 8 + (long)5 * ldb],
            B[b_line + column + 8 + (long)6 * ldb],
            B[b_line + column + 8 + (long)7 * ldb]);

        /* The tile's rows 0 to 7. */
        const float8 a_0_of_0 = intel_sub_group_shuffle(a_0, 0);
        c_0_0 = mad(a_0_of_0, (float8)(b_0.s0), c_0_0);
        c_0_1 = mad(a_0_of_0, (float8)(b_1.s0), c_0_1);
        const float8 a_0_of_1 = intel_sub_group_shuffle(a_0, 1);
        c_0_0 = mad(a_0_of_1, (float8)(b_0.s1), c_0_0);
        c_0_1 = mad(a_0_of_1, (float8)(b_1.s1), c_0_1);
        const float8 a_0_of_2 = intel_sub_group_shuffle(a_0, 2);
        c_0_0 = mad(a_0_of_2, (float8)(b_0.s2), c_0_0);
        c_0_1 = mad(a_0_of_2, (float8)(b_1.s2), c_0_1);
        const float8 a_0_of_3 = intel_sub_group_shuffle(a_0, 3);
        c_0_0 = mad(a_0_of_3, (float8)(b_0.s3), c_0_0);
        c_0_1 = mad(a_0_of_3, (float8)(b_1.s3), c_0_1);
        const float8 a_0_of_4 = intel_sub_group_shuffle(a_0, 4);
        c_0_0 = mad(a_0_of_4, (float8)(b_0.s4), c_0_0);
        c_0_1 = mad(a_0_of_4, (float8)(b_1.s4), c_0_1);
        const float8 a_0_of_5 = intel_sub_group_shuffle(a_0, 5);
        c_0_0 = mad(a_0_of_5, (float8)(b_0.s5), c_0_0);
        c_0_1 = mad(a_0_of_5, (float8)(b_1.s5), c_0_1);
        const float8 a_0_of_6 = intel_sub_group_shuffle(a_0, 6);
        c_0_0 = mad(a_0_of_6, (float8)(b_0.s6), c_0_0);
        c_0_1 = mad(a_0_of_6, (float8)(b_1.s6), c_0_1);
        const float8 a_0_of_7 = intel_sub_group_shuffle(a_0, 7);
        c_0_0 = mad(a_0_of_7, (float8)(b_0.s7), c_0_0);
        c_0_1 = mad(a_0_of_7, (float8)(b_1.s7), c_0_1);
    }

    /* What is left of K, one step at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float8 a_0 = (float8)(
            A[a_row + k],
            A[a_row + k + lda],
            A[a_row + k + (long)2 * lda],
            A[a_row + k + (long)3 * lda],
            A[a_row + k + (long)4 * lda],
            A[a_row + k + (long)5 * lda],
            A[a_row + k + (long)6 * lda],
            A[a_row + k + (long)7 * lda]);
        const float b_0 = B[b_line + column];
        const float b_1 = B[b_line + column + 8];

        c_0_0 = mad(a_0, (float8)(b_0), c_0_0);
        c_0_1 = mad(a_0, (float8)(b_1), c_0_1);
    }

    if (column >= own_column)
        store8(C + (long)row * ldc + column, ldc, own_row - row, alpha, c_0_0, beta);
    if (column + 8 >= own_column)
        store8(C + (long)row * ldc + column + 8, ldc, own_row - row, alpha, c_0_1, beta);
}
