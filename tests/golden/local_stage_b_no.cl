/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges exact --share local --tile 1x2 --wg 4x4 --tile-k 4 --stage-b no
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_1x2_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 4;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 8;
    const int tile_column = get_local_id(0) * 2;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int a_line = item / 4;
    const int a_at = item % 4;
    const long a_from = (long)(first_row + a_line) * lda;
    __local float a_tile[4][4];

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const float a_load_0 = A[a_from + k + a_at];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 4; ++step) {
            const long b_line = (long)(k + step) * ldb;
            const float a_0 = a_tile[tile_row][step];
            const float b_0 = B[b_line + column];
            const float b_1 = B[b_line + column + 1];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
        }
    }

    gemm_1x2_4x4_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    gemm_1x2_4x4_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
}
