/*
 * gemm_6x16_1x1: C = alpha * A * B + beta * C
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
 * A work-item computes 6 x 16 elements of C: 6 along N by 16 along M.
 * A work-group computes 6 along N by 16 along M.
 * Launch: local size {1, 1}, global size {ceil(M / 16), ceil(N / 6)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family register --tile 6x16 --wg 1x1 --vec-c 8 --for cpu
 */

/* 8 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float8 gemm_6x16_1x1_load8_clamped(const __global float *const line, const int first, const int last)
{
    return (float8)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)],
        line[min(first + 4, last)],
        line[min(first + 5, last)],
        line[min(first + 6, last)],
        line[min(first + 7, last)]);
}

/* C = alpha * product + beta * C for 8 contiguous elements; only those with index < `room`. */
static void gemm_6x16_1x1_store8(
    __global float *const c, const int room,
    const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (room >= 8) {
        vstore8(beta == 0.0f ? value : value + beta * vload8(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
    if (room > 3)
        c[3] = beta == 0.0f ? value.s3 : value.s3 + beta * c[3];
    if (room > 4)
        c[4] = beta == 0.0f ? value.s4 : value.s4 + beta * c[4];
    if (room > 5)
        c[5] = beta == 0.0f ? value.s5 : value.s5 + beta * c[5];
    if (room > 6)
        c[6] = beta == 0.0f ? value.s6 : value.s6 + beta * c[6];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_6x16_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 6;
    const int row = get_global_id(0) * 16;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;
    const long b_column_4 = (long)min(column + 4, N - 1) * ldb;
    const long b_column_5 = (long)min(column + 5, N - 1) * ldb;

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float8 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float8 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float8 c_3_0 = 0.0f, c_3_1 = 0.0f;
    float8 c_4_0 = 0.0f, c_4_1 = 0.0f;
    float8 c_5_0 = 0.0f, c_5_1 = 0.0f;

    const bool whole = row + 16 <= M;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float b_2 = B[b_column_2 + k];
        const float b_3 = B[b_column_3 + k];
        const float b_4 = B[b_column_4 + k];
        const float b_5 = B[b_column_5 + k];
        const float8 a_0 = vload8(0, A + a_line + row);
        const float8 a_1 = vload8(0, A + a_line + row + 8);

        c_0_0 = fma((float8)(b_0), a_0, c_0_0);
        c_0_1 = fma((float8)(b_0), a_1, c_0_1);
        c_1_0 = fma((float8)(b_1), a_0, c_1_0);
        c_1_1 = fma((float8)(b_1), a_1, c_1_1);
        c_2_0 = fma((float8)(b_2), a_0, c_2_0);
        c_2_1 = fma((float8)(b_2), a_1, c_2_1);
        c_3_0 = fma((float8)(b_3), a_0, c_3_0);
        c_3_1 = fma((float8)(b_3), a_1, c_3_1);
        c_4_0 = fma((float8)(b_4), a_0, c_4_0);
        c_4_1 = fma((float8)(b_4), a_1, c_4_1);
        c_5_0 = fma((float8)(b_5), a_0, c_5_0);
        c_5_1 = fma((float8)(b_5), a_1, c_5_1);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float b_2 = B[b_column_2 + k];
        const float b_3 = B[b_column_3 + k];
        const float b_4 = B[b_column_4 + k];
        const float b_5 = B[b_column_5 + k];
        const float8 a_0 = gemm_6x16_1x1_load8_clamped(A + a_line, row, M - 1);
        const float8 a_1 = gemm_6x16_1x1_load8_clamped(A + a_line, row + 8, M - 1);

        c_0_0 = fma((float8)(b_0), a_0, c_0_0);
        c_0_1 = fma((float8)(b_0), a_1, c_0_1);
        c_1_0 = fma((float8)(b_1), a_0, c_1_0);
        c_1_1 = fma((float8)(b_1), a_1, c_1_1);
        c_2_0 = fma((float8)(b_2), a_0, c_2_0);
        c_2_1 = fma((float8)(b_2), a_1, c_2_1);
        c_3_0 = fma((float8)(b_3), a_0, c_3_0);
        c_3_1 = fma((float8)(b_3), a_1, c_3_1);
        c_4_0 = fma((float8)(b_4), a_0, c_4_0);
        c_4_1 = fma((float8)(b_4), a_1, c_4_1);
        c_5_0 = fma((float8)(b_5), a_0, c_5_0);
        c_5_1 = fma((float8)(b_5), a_1, c_5_1);
    }

    if (column < N) {
        gemm_6x16_1x1_store8(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta);
        gemm_6x16_1x1_store8(C + (long)column * ldc + row + 8, M - (row + 8), alpha, c_0_1, beta);
    }
    if (column + 1 < N) {
        gemm_6x16_1x1_store8(C + (long)(column + 1) * ldc + row, M - row, alpha, c_1_0, beta);
        gemm_6x16_1x1_store8(C + (long)(column + 1) * ldc + row + 8, M - (row + 8), alpha, c_1_1, beta);
    }
    if (column + 2 < N) {
        gemm_6x16_1x1_store8(C + (long)(column + 2) * ldc + row, M - row, alpha, c_2_0, beta);
        gemm_6x16_1x1_store8(C + (long)(column + 2) * ldc + row + 8, M - (row + 8), alpha, c_2_1, beta);
    }
    if (column + 3 < N) {
        gemm_6x16_1x1_store8(C + (long)(column + 3) * ldc + row, M - row, alpha, c_3_0, beta);
        gemm_6x16_1x1_store8(C + (long)(column + 3) * ldc + row + 8, M - (row + 8), alpha, c_3_1, beta);
    }
    if (column + 4 < N) {
        gemm_6x16_1x1_store8(C + (long)(column + 4) * ldc + row, M - row, alpha, c_4_0, beta);
        gemm_6x16_1x1_store8(C + (long)(column + 4) * ldc + row + 8, M - (row + 8), alpha, c_4_1, beta);
    }
    if (column + 5 < N) {
        gemm_6x16_1x1_store8(C + (long)(column + 5) * ldc + row, M - row, alpha, c_5_0, beta);
        gemm_6x16_1x1_store8(C + (long)(column + 5) * ldc + row + 8, M - (row + 8), alpha, c_5_1, beta);
    }
}
