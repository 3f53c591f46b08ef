/*
 * gemm_2x1_8x8: C = 2 * A^H * B^H + beta * C
 *
 * Double precision, complex, row-major; any sizes.
 *
 *   M     rows of op(A) and C
 *   N     columns of op(B) and C
 *   K     columns of op(A), rows of op(B)
 *   A     K x M, row-major
 *   lda   leading dimension of A, in elements (>= M)
 *   B     N x K, row-major
 *   ldb   leading dimension of B, in elements (>= K)
 *   beta  scales C before the update; 0: C is not read
 *   C     M x N, row-major
 *   ldc   leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 1 elements of C: 2 along M by 1 along N.
 * A work-group computes 16 along M by 8 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 8), 8 * ceil(M / 16)}.
 * Needs cl_khr_fp64.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type c64 --layout row --transpose cc --alpha 2 --beta arg --family register --tile 2x1
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* The product of two complex numbers. */
static double2 gemm_2x1_8x8_times(const double2 a, const double2 b)
{
    return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* C = 2.0 * product + beta * C for one element. */
static void gemm_2x1_8x8_store(
    __global double2 *const c,
    const double2 product, const double2 beta)
{
    const double2 value = 2.0 * product;
    c[0] = all(beta == 0.0) ? value : value + gemm_2x1_8x8_times(beta, c[0]);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x1_8x8(
    const int M, const int N, const int K,
    __global const double2 *restrict A, const int lda,
    __global const double2 *restrict B, const int ldb,
    const double2 beta,
    __global double2 *restrict C, const int ldc)
{
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0);
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    double2 c_0_0 = 0.0, c_1_0 = 0.0;

    for (int k = 0; k < K; ++k) {
        const long a_line = (long)k * lda;
        const double2 a_0 = A[a_line + min(row, M - 1)];
        const double2 a_1 = A[a_line + min(row + 1, M - 1)];
        const double2 b_0 = B[b_column_0 + k];

        c_0_0 = mad((double2)(a_0.x, -a_0.x), b_0, mad((double2)(-a_0.y, -a_0.y), b_0.yx, c_0_0));
        c_1_0 = mad((double2)(a_1.x, -a_1.x), b_0, mad((double2)(-a_1.y, -a_1.y), b_0.yx, c_1_0));
    }

    if (row < M && column < N)
        gemm_2x1_8x8_store(C + (long)row * ldc + column, c_0_0, beta);
    if (row + 1 < M && column < N)
        gemm_2x1_8x8_store(C + (long)(row + 1) * ldc + column, c_1_0, beta);
}
