/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --layout row --family matrix --engine wgmma --tile 2x32 --wg 64x4 --tile-k 64 --vec-c 2 --stages 4 --copy tensor --persistent 1 --raster 8 --for nvidia-hopper
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(384, 1, 1)))
void gemm_2x32_64x4(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    __global uchar *restrict maps,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int row_tiles = (M + 127) / 128;
    const int column_tiles = (N + 127) / 128;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 63) / 64;
    __local ushort a_tile[4][8192] __attribute__((aligned(1024)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[4][8192] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;
    /* Of each stage: whether its tiles have arrived, and whether all sub-groups have used them. */
    __local ulong full[4], empty[4];
    /* A map of each operand in boxes, as it is made. */
    __local uint a_draft[32] __attribute__((aligned(128)));
    __local uint b_draft[32] __attribute__((aligned(128)));
    if (item == 0) {
        for (int stage = 0; stage < 4; ++stage) {
            gemm_2x32_64x4_start_phases(&full[stage], 1);
            gemm_2x32_64x4_start_phases(&empty[stage], 8);
        }
        gemm_2x32_64x4_order_copies();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The last sub-group copies tiles into the ring, as far ahead of the others as there are empty stages. */
    if (sub_group == 2) {
        /* Where all lines begin at multiples of 16 bytes, the work-group's part of `maps` describes A and B; else all of the sub-group copy. */
        const bool mapped = a_wide && b_wide;
        const int first_tile = get_group_id(0);
        __global uchar *const a_map = maps + (long)first_tile * 256;
        __global uchar *const b_map = a_map + 128;
        if (mapped && first_tile < tiles && lane < 32) {
            /* The lane's word of what the launch before has left there, or anything else. */
            const uint a_word = ((const volatile __global uint *)a_map)[lane];
            const uint b_word = ((const volatile __global uint *)b_map)[lane];
            gemm_2x32_64x4_make_map(a_map, a_draft, a_word, A, lda, K, M, 128, lane);
            gemm_2x32_64x4_make_map(b_map, b_draft, b_word, B, ldb, N, K, 64, lane);
        }
        if (lane == 0 && mapped) {
            int number = 0;
            for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
                const int2 at = gemm_2x32_64x4_tile_at(tile, row_tiles, column_tiles);
                const int first_row = at.y * 128;
                const int first_column = at.x * 128;
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 4;
                    const int k = block * 64;
                    gemm_2x32_64x4_wait_for_phase(&empty[filled], number / 4 % 2 ^ 1);
                    gemm_2x32_64x4_expect_bytes(&full[filled], 32768);
                    gemm_2x32_64x4_copy_box(a_tile[filled], a_map, k, first_row, column_tiles == 1, &full[filled]);
                    #pragma unroll
                    for (int panel = 0; panel < 2; ++panel)
                        gemm_2x32_64x4_copy_box(b_tile[filled] + panel * 4096, b_map, first_column + panel * 64, k, row_tiles == 1, &full[filled]);
                }
            }
        }
        if (!mapped) {
            int number = 0;
            for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
                const int2 at = gemm_2x32_64x4_tile_at(tile, row_tiles, column_tiles);
                const int first_row = at.y * 128;
                const int first_column = at.x * 128;
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 4;
                    gemm_2x32_64x4_wait_for_phase(&empty[filled], number / 4 % 2 ^ 1);
                    const int k = block * 64;
                    gemm_2x32_64x4_copy_a(a_tile[filled], A, lda, first_row, k, M, K, a_wide, lane);
                    gemm_2x32_64x4_copy_b(b_tile[filled], B, ldb, first_column, k, N, K, b_wide, lane);
                    gemm_2x32_64x4_show_engine_local_memory();
                    gemm_2x32_64x4_gather_copiers();
                    if (lane == 0)
                        gemm_2x32_64x4_arrive(&full[filled]);
                }
            }
        }
        return;
    }

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        const int2 at = gemm_2x32_64x4_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 128;
        const int tile_row = sub_group * 64;
        const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
        const int first_column = at.x * 128;
        const int tile_column = 0;
        const int column = first_column + tile_column + lane % 4 * 2;

        float2 c_0[16] = {(float2)0.0f}, c_1[16] = {(float2)0.0f};

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 4;
            gemm_2x32_64x4_wait_for_phase(&full[used], number / 4 % 2);

            gemm_2x32_64x4_begin_products();
            #pragma unroll
            for (int step = 0; step < 64; step += 16) {
                const ulong a_0 = gemm_2x32_64x4_describe_a(a_tile[used], tile_row, step);
                const ulong b_0 = gemm_2x32_64x4_describe_b(b_tile[used], tile_column, step);
                gemm_2x32_64x4_multiply(c_0, c_1, a_0, b_0);
            }
            gemm_2x32_64x4_commit_products();

            gemm_2x32_64x4_wait_for_products();
            /* The engine may still read this stage, and has read the one before it. */
            if (block > 0)
                gemm_2x32_64x4_give_back(&empty[(number - 1) % 4], lane);
        }

        gemm_2x32_64x4_complete(c_0, c_1);
        if (blocks > 0)
            gemm_2x32_64x4_give_back(&empty[(number - 1) % 4], lane);

        if (row < M) {
            gemm_2x32_64x4_store2(C + (long)row * ldc + column, N - column, alpha, c_0[0], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0[1], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 16, N - (column + 16), alpha, c_0[2], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 24, N - (column + 24), alpha, c_0[3], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 32, N - (column + 32), alpha, c_0[4], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 40, N - (column + 40), alpha, c_0[5], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 48, N - (column + 48), alpha, c_0[6], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 56, N - (column + 56), alpha, c_0[7], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 64, N - (column + 64), alpha, c_0[8], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 72, N - (column + 72), alpha, c_0[9], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 80, N - (column + 80), alpha, c_0[10], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 88, N - (column + 88), alpha, c_0[11], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 96, N - (column + 96), alpha, c_0[12], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 104, N - (column + 104), alpha, c_0[13], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 112, N - (column + 112), alpha, c_0[14], beta);
            gemm_2x32_64x4_store2(C + (long)row * ldc + column + 120, N - (column + 120), alpha, c_0[15], beta);
        }
        if (row + 8 < M) {
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1[0], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 8, N - (column + 8), alpha, c_1[1], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 16, N - (column + 16), alpha, c_1[2], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 24, N - (column + 24), alpha, c_1[3], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 32, N - (column + 32), alpha, c_1[4], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 40, N - (column + 40), alpha, c_1[5], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 48, N - (column + 48), alpha, c_1[6], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 56, N - (column + 56), alpha, c_1[7], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 64, N - (column + 64), alpha, c_1[8], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 72, N - (column + 72), alpha, c_1[9], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 80, N - (column + 80), alpha, c_1[10], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 88, N - (column + 88), alpha, c_1[11], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 96, N - (column + 96), alpha, c_1[12], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 104, N - (column + 104), alpha, c_1[13], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 112, N - (column + 112), alpha, c_1[14], beta);
            gemm_2x32_64x4_store2(C + (long)(row + 8) * ldc + column + 120, N - (column + 120), alpha, c_1[15], beta);
        }
    }
}
