/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges exact --family local --tile 1x4 --wg 8x8 --vec-c 4 --prefetch
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 8;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 32;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 16;
    const int a_at = item % 16;
    const int b_line = item / 8;
    const int b_at = item % 8 * 4;
    const long a_from = (long)(first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[8][16];
    __local float b_tile[16][32] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f;

    float a_load_0, a_load_1;
    float4 b_load_0, b_load_1;
    if (0 < depth) {
        const int next = 0;
        a_load_0 = A[a_from + next + a_at];
        a_load_1 = A[a_from + (long)4 * lda + next + a_at];
        b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
        b_load_1 = vload4(0, B + (long)(next + b_line + 8) * ldb + b_from);
    }
    for (int k = 0; k < depth; k += 16) {
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 8][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        /* The next tile is loaded while this one is multiplied. */
        const int next = k + 16;
        if (next < depth) {
            a_load_0 = A[a_from + next + a_at];
            a_load_1 = A[a_from + (long)4 * lda + next + a_at];
            b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
            b_load_1 = vload4(0, B + (long)(next + b_line + 8) * ldb + b_from);
        }

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }

    gemm_1x4_8x8_store4(C + (long)row * ldc + column, alpha, c_0_0, beta);
}
