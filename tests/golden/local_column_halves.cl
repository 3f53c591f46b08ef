/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --transpose tn --edges exact --family local --tile 1x2 --wg 2x1 --tile-k 8 --vec-a 8 --vec-b 8 --name gemm_column
 */

/* 8 contiguous elements at any address. */
static float8 gemm_column_load8(const __global half *const first)
{
    return (float8)(
        vload_half4(0, first),
        vload_half4(1, first));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void gemm_column(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(0) * 2;
    const int tile_row = get_local_id(1) * 2;
    const int first_column = get_group_id(1) * 2;
    const int tile_column = get_local_id(0);
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(0);
    const int a_line = item;
    const int b_line = item;
    const long a_from = (long)(first_row + a_line) * lda;
    const long b_from = (long)(first_column + b_line) * ldb;
    __local float a_tile[2][8] __attribute__((aligned(32)));
    __local float b_tile[2][8] __attribute__((aligned(32)));

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const float8 a_load_0 = gemm_column_load8(A + a_from + k);
        const float8 b_load_0 = gemm_column_load8(B + b_from + k);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float8 *)&a_tile[a_line][0] = a_load_0;
        *(__local float8 *)&b_tile[b_line][0] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 8; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float b_0 = b_tile[tile_column][step];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
        }
    }

    gemm_column_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    gemm_column_store(C + (long)column * ldc + row + 1, alpha, c_0_1, beta);
}
