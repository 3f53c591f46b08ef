/*
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --layout row --transpose nt --share local --tile 1x1 --wg 8x8 --tile-k 16 --vec-b 8
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x1_8x8(
    const int M, const int N, const int K, const int alpha,
    __global const char *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int first_row = get_group_id(1) * 8;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 8;
    const int tile_column = get_local_id(0);
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 16;
    const int a_at = item % 16;
    const int b_line = item / 2;
    const int b_at = item % 2 * 8;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const long a_from_1 = (long)min(first_row + a_line + 4, M - 1) * lda;
    const long b_from_0 = (long)min(first_column + min(b_line, 7), N - 1) * ldb;
    __local int a_tile[8][16];
    __local int b_tile[8][16] __attribute__((aligned(32)));

    int c_0_0 = 0;

    const int end = depth - depth % 16;
    int k = 0;
    for (; k < end; k += 16) {
        const int a_load_0 = (int)A[a_from_0 + k + a_at];
        const int a_load_1 = (int)A[a_from_1 + k + a_at];
        const int8 b_load_0 = convert_int8(vload8(0, B + b_from_0 + k + b_at));
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        if (b_line < 8) {
            *(__local int8 *)&b_tile[b_line][b_at] = b_load_0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const int a_0 = a_tile[tile_row][step];
            const int b_0 = b_tile[tile_column][step];

            c_0_0 = a_0 * b_0 + c_0_0;
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const int a_load_0 = (int)A[a_from_0 + min(k + a_at, K - 1)];
        const int a_load_1 = (int)A[a_from_1 + min(k + a_at, K - 1)];
        const int8 b_load_0 = gemm_1x1_8x8_load8_clamped(B + b_from_0, k + b_at, K - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        if (b_line < 8) {
            *(__local int8 *)&b_tile[b_line][b_at] = b_load_0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const int a_0 = a_tile[tile_row][step];
            const int b_0 = b_tile[tile_column][step];

            c_0_0 = a_0 * b_0 + c_0_0;
        }
    }

    if (row < M && column < N)
        gemm_1x1_8x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
}
