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
 *
 * Made by clgemm 0.1.0: clgemm-gen --tile 8x2 --wg 1x8 --sub-groups emulated
 */

/* C = alpha * product + beta * C for 8 elements, one per column; only those with index < `room`. */
static void gemm_8x2_1x8_store8(
    __global float *const c, const int ldc, const int room,
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
    const int column = get_group_id(1) * 8;
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
    __local float8 exchange[1][8];

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;

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
        barrier(CLK_LOCAL_MEM_FENCE);
        exchange[0][lane] = b_0;
        barrier(CLK_LOCAL_MEM_FENCE);
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
        const float8 b_0_of_0 = exchange[0][0];
        c_0_0 = mad(b_0_of_0, (float8)(a_0.s0), c_0_0);
        c_0_1 = mad(b_0_of_0, (float8)(a_1.s0), c_0_1);
        const float8 b_0_of_1 = exchange[0][1];
        c_0_0 = mad(b_0_of_1, (float8)(a_0.s1), c_0_0);
        c_0_1 = mad(b_0_of_1, (float8)(a_1.s1), c_0_1);
        const float8 b_0_of_2 = exchange[0][2];
        c_0_0 = mad(b_0_of_2, (float8)(a_0.s2), c_0_0);
        c_0_1 = mad(b_0_of_2, (float8)(a_1.s2), c_0_1);
        const float8 b_0_of_3 = exchange[0][3];
        c_0_0 = mad(b_0_of_3, (float8)(a_0.s3), c_0_0);
        c_0_1 = mad(b_0_of_3, (float8)(a_1.s3), c_0_1);
        const float8 b_0_of_4 = exchange[0][4];
        c_0_0 = mad(b_0_of_4, (float8)(a_0.s4), c_0_0);
        c_0_1 = mad(b_0_of_4, (float8)(a_1.s4), c_0_1);
        const float8 b_0_of_5 = exchange[0][5];
        c_0_0 = mad(b_0_of_5, (float8)(a_0.s5), c_0_0);
        c_0_1 = mad(b_0_of_5, (float8)(a_1.s5), c_0_1);
        const float8 b_0_of_6 = exchange[0][6];
        c_0_0 = mad(b_0_of_6, (float8)(a_0.s6), c_0_0);
        c_0_1 = mad(b_0_of_6, (float8)(a_1.s6), c_0_1);
        const float8 b_0_of_7 = exchange[0][7];
        c_0_0 = mad(b_0_of_7, (float8)(a_0.s7), c_0_0);
        c_0_1 = mad(b_0_of_7, (float8)(a_1.s7), c_0_1);
    }

    /* The remainder of K, one element at a time. */
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
        const float a_0 = A[a_line + row_0];
        const float a_1 = A[a_line + row_1];

        c_0_0 = mad(b_0, (float8)(a_0), c_0_0);
        c_0_1 = mad(b_0, (float8)(a_1), c_0_1);
    }

    if (row < M) {
        gemm_8x2_1x8_store8(C + (long)column * ldc + row, ldc, N - column, alpha, c_0_0, beta);
    }
    if (row + 8 < M) {
        gemm_8x2_1x8_store8(C + (long)column * ldc + row + 8, ldc, N - column, alpha, c_0_1, beta);
    }
}
