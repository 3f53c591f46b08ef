/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 37x37x32 --family local --tile 1x4 --wg 4x4 --tile-k 4 --vec-b 4 --vec-c 4
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_1x4_4x4(
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int M = 37;
    const int N = 37;
    const int K = 32;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 4;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 16;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int a_line = item / 4;
    const int a_at = item % 4;
    const int b_line = item / 4;
    const int b_at = item % 4 * 4;
    const int a_from_0 = min(first_row + a_line, M - 1) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[4][4];
    __local float b_tile[4][16] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f;

    const int end = first_column + 16 > N ? 0 : depth;
    int k = 0;
    for (; k < end; k += 4) {
        const float a_load_0 = A[a_from_0 + k + a_at];
        const float4 b_load_0 = vload4(0, B + (k + b_line) * ldb + b_from);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 4; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }

    /* Where the tile crosses an edge: all of K. */
    for (; k < depth; k += 4) {
        const float a_load_0 = A[a_from_0 + k + a_at];
        const float4 b_load_0 = gemm_1x4_4x4_load4_clamped(B + (k + b_line) * ldb, b_from, N - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 4; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }

    if (row < M) {
        gemm_1x4_4x4_store4(C + row * ldc + column, N - column, alpha, c_0_0, beta);
    }
}
