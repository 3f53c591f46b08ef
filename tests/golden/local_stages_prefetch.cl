/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges exact --family local --tile 4x4 --wg 4x8 --tile-k 8 --vec-a 4 --vec-b 4 --vec-c 4 --stages 2 --prefetch
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void gemm_4x4_4x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = get_local_id(1) * 4;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 2;
    const int a_at = item % 2 * 4;
    const int b_line = item / 8;
    const int b_at = item % 8 * 4;
    const long a_from = (long)(first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[2][16][8] __attribute__((aligned(16)));
    __local float b_tile[2][8][32] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    float4 a_load_0;
    float4 b_load_0, b_load_1;
    /* The first tile. */
    if (0 < depth) {
        const int next = 0;
        const int filled = 0;
        a_load_0 = vload4(0, A + a_from + next + a_at);
        b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
        b_load_1 = vload4(0, B + (long)(next + b_line + 4) * ldb + b_from);
        *(__local float4 *)&a_tile[filled][a_line][a_at] = a_load_0;
        *(__local float4 *)&b_tile[filled][b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[filled][b_line + 4][b_at] = b_load_1;
    }
    for (int k = 0; k < depth; k += 8) {
        const int used = k / 8 % 2;
        const int next = k + 8;
        if (next < depth) {
            a_load_0 = vload4(0, A + a_from + next + a_at);
            b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
            b_load_1 = vload4(0, B + (long)(next + b_line + 4) * ldb + b_from);
        }
        /* Tile `used` is complete, and nobody reads the one before it, which is filled next. */
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 8; ++step) {
            const float a_0 = a_tile[used][tile_row][step];
            const float a_1 = a_tile[used][tile_row + 1][step];
            const float a_2 = a_tile[used][tile_row + 2][step];
            const float a_3 = a_tile[used][tile_row + 3][step];
            const float4 b_0 = *(__local float4 *)&b_tile[used][step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
            c_1_0 = mad((float4)(a_1), b_0, c_1_0);
            c_2_0 = mad((float4)(a_2), b_0, c_2_0);
            c_3_0 = mad((float4)(a_3), b_0, c_3_0);
        }

        if (next < depth) {
            const int filled = next / 8 % 2;
            *(__local float4 *)&a_tile[filled][a_line][a_at] = a_load_0;
            *(__local float4 *)&b_tile[filled][b_line][b_at] = b_load_0;
            *(__local float4 *)&b_tile[filled][b_line + 4][b_at] = b_load_1;
        }
    }

    gemm_4x4_4x8_store4(C + (long)row * ldc + column, alpha, c_0_0, beta);
    gemm_4x4_4x8_store4(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
    gemm_4x4_4x8_store4(C + (long)(row + 2) * ldc + column, alpha, c_2_0, beta);
    gemm_4x4_4x8_store4(C + (long)(row + 3) * ldc + column, alpha, c_3_0, beta);
}
