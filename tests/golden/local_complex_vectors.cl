/*
 * Made by clgemm 0.1.0: clgemm-gen --type c64 --layout row --edges exact --family local --tile 1x2 --wg 4x4 --tile-k 8 --vec-a 2 --vec-b 2 --vec-c 2 --pad-a 1
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* The product of two complex numbers. */
static double2 gemm_1x2_4x4_times(const double2 a, const double2 b)
{
    return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* C = alpha * product + beta * C for 2 contiguous elements. */
static void gemm_1x2_4x4_store2(
    __global double2 *const c,
    const double2 alpha, const double4 product, const double2 beta)
{
    const double4 value = (double4)(gemm_1x2_4x4_times(alpha, product.s01), gemm_1x2_4x4_times(alpha, product.s23));
    c[0] = all(beta == 0.0) ? value.s01 : value.s01 + gemm_1x2_4x4_times(beta, c[0]);
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
    const long a_from = (long)(first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local double2 a_tile[4][9];
    __local double2 b_tile[8][8] __attribute__((aligned(32)));

    double4 c_0_0 = 0.0;

    for (int k = 0; k < depth; k += 8) {
        const double4 a_load_0 = vload4(0, (const __global double *)(A + a_from + k + a_at));
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

    gemm_1x2_4x4_store2(C + (long)row * ldc + column, alpha, c_0_0, beta);
}
