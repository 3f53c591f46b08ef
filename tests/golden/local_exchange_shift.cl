/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges shift --share local --tile 2x1 --wg 4x8 --tile-k 4 --exchange --sub-groups intel
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_2x1_4x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int own_row = get_group_id(1) * 8;
    const int own_column = get_group_id(0) * 8;
    const int first_row = min(own_row, M - 8);
    const int tile_row = get_local_id(1) * 2;
    const int first_column = min(own_column, N - 8);
    const int tile_column = get_local_id(0);
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int lane = get_local_id(0);
    const int lane_row = tile_row + lane % 2;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 4;
    const int a_at = item % 4;
    const int b_line = item / 8;
    const int b_at = item % 8;
    const long a_from = (long)(first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[8][4];
    __local float b_tile[4][8];

    float c_0_0 = 0.0f, c_1_0 = 0.0f;

    const int end = depth - depth % 4;
    int k = 0;
    for (; k < end; k += 4) {
        const float a_load_0 = A[a_from + k + a_at];
        const float b_load_0 = B[(long)(k + b_line) * ldb + b_from];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        b_tile[b_line][b_at] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 4; ++step) {
            const float a_own = a_tile[lane_row][step];
            const float a_0 = intel_sub_group_shuffle(a_own, 0);
            const float a_1 = intel_sub_group_shuffle(a_own, 1);
            const float b_0 = b_tile[step][tile_column];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_1_0 = mad(a_1, b_0, c_1_0);
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const float a_load_0 = A[a_from + min(k + a_at, K - 1)];
        const float b_load_0 = B[(long)min(k + b_line, K - 1) * ldb + b_from];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        b_tile[b_line][b_at] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_own = a_tile[lane_row][step];
            const float a_0 = intel_sub_group_shuffle(a_own, 0);
            const float a_1 = intel_sub_group_shuffle(a_own, 1);
            const float b_0 = b_tile[step][tile_column];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_1_0 = mad(a_1, b_0, c_1_0);
        }
    }

    if (row >= own_row && column >= own_column)
        gemm_2x1_4x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row + 1 >= own_row && column >= own_column)
        gemm_2x1_4x8_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
}
