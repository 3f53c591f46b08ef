/*
 * gemm_1x2_4x4: C = alpha * A * B + beta * C
 *
 * Double precision, complex, row-major; any sizes.
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
 * A work-item computes 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 4 along M by 8 along N.
 * Launch: local size {4, 4}, global size {4 * ceil(N / 8), 4 * ceil(M / 4)}.
 * Needs cl_khr_fp64.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type c64 --layout row --family local --tile 1x2 --wg 4x4 --tile-k 8 --vec-a 2 --vec-b 2 --vec-c 2 --pad-a 1
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* The product of two complex numbers. */
static double2 gemm_1x2_4x4_times(const double2 a, const double2 b)
{
    return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* 2 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static double4 gemm_1x2_4x4_load2_clamped(const __global double2 *const line, const int first, const int last)
{
    return (double4)(
        line[min(first, last)],
        line[min(first + 1, last)]);
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_1x2_4x4_store2(
    __global double2 *const c, const int room,
    const double2 alpha, const double4 product, const double2 beta)
{
    const double4 value = (double4)(gemm_1x2_4x4_times(alpha, product.s01), gemm_1x2_4x4_times(alpha, product.s23));
    if (room > 0)
        c[0] = all(beta == 0.0) ? value.s01 : value.s01 + gemm_1x2_4x4_times(beta, c[0]);
    if (room > 1)
        c[1] = all(beta == 0.0) ? value.s23 : value.s23 + gemm_1x2_4x4_times(beta, c[1]);
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_1x2_4x4(
    const int M, const int N, const int K, const double2 alpha,
    __global const double2 *restrict A, const int lda,
    __global const double2 *restrict B, const int ldb,
    const double2 beta,
    __global double2 *restrict C, const int ldc)
{
    const int depth = all(alpha == 0.0) ? 0 : K;
    const int first_row = get_group_id(1) * 4;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 8;
    const int tile_column = get_local_id(0) * 2;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int a_line = item / 4;
    const int a_at = item % 4 * 2;
    const int b_line = item / 4;
    const int b_at = item % 4 * 2;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const int b_from = first_column + b_at;
    __local double2 a_tile[4][9];
    __local double2 b_tile[8][8] __attribute__((aligned(32)));

    double4 c_0_0 = 0.0;

    const int end = first_column + 8 > N ? 0 : depth - depth % 8;
    int k = 0;
    for (; k < end; k += 8) {
        const double4 a_load_0 = vload4(0, (const __global double *)(A + a_from_0 + k + a_at));
        const double4 b_load_0 = vload4(0, (const __global double *)(B + (long)(k + b_line) * ldb + b_from));
        const double4 b_load_1 = vload4(0, (const __global double *)(B + (long)(k + b_line + 4) * ldb + b_from));
        barrier(CLK_LOCAL_MEM_FENCE);
        vstore4(a_load_0, 0, (__local double *)&a_tile[a_line][a_at]);
        *(__local double4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local double4 *)&b_tile[b_line + 4][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 8; ++step) {
            const double2 a_0 = a_tile[tile_row][step];
            const double4 b_0 = *(__local double4 *)&b_tile[step][tile_column];

            c_0_0 = mad((double4)(a_0.x, a_0.x, a_0.x, a_0.x), b_0, mad((double4)(-a_0.y, a_0.y, -a_0.y, a_0.y), b_0.s1032, c_0_0));
        }
    }

    /* The remainder of K, and all of K where the tile crosses an edge. */
    for (; k < depth; k += 8) {
        const int left = min(8, depth - k);
        const double4 a_load_0 = gemm_1x2_4x4_load2_clamped(A + a_from_0, k + a_at, K - 1);
        const double4 b_load_0 = gemm_1x2_4x4_load2_clamped(B + (long)min(k + b_line, K - 1) * ldb, b_from, N - 1);
        const double4 b_load_1 = gemm_1x2_4x4_load2_clamped(B + (long)min(k + b_line + 4, K - 1) * ldb, b_from, N - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        vstore4(a_load_0, 0, (__local double *)&a_tile[a_line][a_at]);
        *(__local double4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local double4 *)&b_tile[b_line + 4][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const double2 a_0 = a_tile[tile_row][step];
            const double4 b_0 = *(__local double4 *)&b_tile[step][tile_column];

            c_0_0 = mad((double4)(a_0.x, a_0.x, a_0.x, a_0.x), b_0, mad((double4)(-a_0.y, a_0.y, -a_0.y, a_0.y), b_0.s1032, c_0_0));
        }
    }

    if (row < M) {
        gemm_1x2_4x4_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
}
