/*
 * gemm_2x4_8x8: C = alpha * A * B + beta * C
 *
 * Double precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 16)}.
 * Needs cl_khr_fp64.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --layout row --family register --tile 2x4 --vec-b 4 --vec-c 2
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* 2 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static double2 gemm_2x4_8x8_load2_clamped(const __global double *const line, const int first, const int last)
{
    return (double2)(
        line[min(first, last)],
        line[min(first + 1, last)]);
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x4_8x8_store2(
    __global double *const c, const int room,
    const double alpha, const double2 product, const double beta)
{
    const double2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0 ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0 ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    const int M, const int N, const int K, const double alpha,
    __global const double *restrict A, const int lda,
    __global const double *restrict B, const int ldb,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;

    double2 c_0_0 = 0.0, c_0_1 = 0.0;
    double2 c_1_0 = 0.0, c_1_1 = 0.0;

    const bool whole = column + 4 <= N;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const double a_0 = A[a_row_0 + k];
        const double a_1 = A[a_row_1 + k];
        const double4 b_0 = vload4(0, B + b_line + column);

        c_0_0 = mad((double2)(a_0), b_0.s01, c_0_0);
        c_0_1 = mad((double2)(a_0), b_0.s23, c_0_1);
        c_1_0 = mad((double2)(a_1), b_0.s01, c_1_0);
        c_1_1 = mad((double2)(a_1), b_0.s23, c_1_1);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const double a_0 = A[a_row_0 + k];
        const double a_1 = A[a_row_1 + k];
        const double2 b_0 = gemm_2x4_8x8_load2_clamped(B + b_line, column, N - 1);
        const double2 b_1 = gemm_2x4_8x8_load2_clamped(B + b_line, column + 2, N - 1);

        c_0_0 = mad((double2)(a_0), b_0, c_0_0);
        c_0_1 = mad((double2)(a_0), b_1, c_0_1);
        c_1_0 = mad((double2)(a_1), b_0, c_1_0);
        c_1_1 = mad((double2)(a_1), b_1, c_1_1);
    }

    if (row < M) {
        gemm_2x4_8x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_2x4_8x8_store2(C + (long)row * ldc + column + 2, N - (column + 2), alpha, c_0_1, beta);
    }
    if (row + 1 < M) {
        gemm_2x4_8x8_store2(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
        gemm_2x4_8x8_store2(C + (long)(row + 1) * ldc + column + 2, N - (column + 2), alpha, c_1_1, beta);
    }
}
