/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --layout row --transpose nt --alpha 1 --chain gate:silu --edges exact --family matrix --engine wgmma --tile 2x2 --wg 32x4 --tile-k 64 --vec-c 2 --stages 2 --copy tensor --name gemm
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm(
    const int M, const int N, const int K,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    __global const ushort *restrict D, const int ldd,
    __global uchar *restrict maps,
    __global ushort *restrict C, const int ldc)
{
    const int item = get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int row_tiles = (M + 63) / 64;
    const int column_tiles = (N + 7) / 8;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (K + 63) / 64;
    __local ushort a_tile[2][4096] __attribute__((aligned(1024)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[2][1024] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;
    /* Whether all lines of D begin at multiples of 16 bytes. */
    const bool d_wide = ((size_t)D | (size_t)ldd * 2) % 16 == 0;
    /* Of each stage: whether its tiles have arrived, and whether all sub-groups have used them. */
    __local ulong full[2], empty[2];
    /* A map of each operand in boxes, as it is made. */
    __local uint a_draft[32] __attribute__((aligned(128)));
    __local uint b_draft[32] __attribute__((aligned(128)));
    __local uint d_draft[32] __attribute__((aligned(128)));
    if (item == 0) {
        for (int stage = 0; stage < 2; ++stage) {
            gemm_start_phases(&full[stage], 1);
            gemm_start_phases(&empty[stage], 4);
        }
        gemm_order_copies();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The last sub-group copies tiles into the ring, as far ahead of the others as there are empty stages. */
    if (sub_group == 1) {
        /* Where all lines begin at multiples of 16 bytes, the work-group's part of `maps` describes A, B and D; else all of the sub-group copy. */
        const bool mapped = a_wide && b_wide && d_wide;
        const int first_tile = get_group_id(1) * get_num_groups(0) + get_group_id(0);
        __global uchar *const a_map = maps + (long)first_tile * 384;
        __global uchar *const b_map = a_map + 128;
        __global uchar *const d_map = b_map + 128;
        if (mapped && first_tile < tiles && lane < 32) {
            /* The lane's word of what the launch before has left there, or anything else. */
            const uint a_word = ((const volatile __global uint *)a_map)[lane];
            const uint b_word = ((const volatile __global uint *)b_map)[lane];
            const uint d_word = ((const volatile __global uint *)d_map)[lane];
            gemm_make_map(a_map, a_draft, a_word, A, lda, K, M, 64, lane);
            gemm_make_map(b_map, b_draft, b_word, B, ldb, K, N, 8, lane);
            gemm_make_map(d_map, d_draft, d_word, D, ldd, K, N, 8, lane);
        }
        if (lane == 0 && mapped) {
            int number = 0;
            for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
                const int2 at = gemm_tile_at(tile, row_tiles, column_tiles);
                const int first_row = at.y * 64;
                const int first_column = at.x * 8;
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 2;
                    const int k = block * 64;
                    gemm_wait_for_phase(&empty[filled], number / 2 % 2 ^ 1);
                    gemm_expect_bytes(&full[filled], 10240);
                    gemm_copy_box(a_tile[filled], a_map, k, first_row, column_tiles == 1, &full[filled]);
                    gemm_copy_box(b_tile[filled], b_map, k, first_column, row_tiles == 1, &full[filled]);
                    gemm_copy_box(b_tile[filled] + 512, d_map, k, first_column, row_tiles == 1, &full[filled]);
                }
            }
        }
        if (!mapped) {
            int number = 0;
            for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
                const int2 at = gemm_tile_at(tile, row_tiles, column_tiles);
                const int first_row = at.y * 64;
                const int first_column = at.x * 8;
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 2;
                    gemm_wait_for_phase(&empty[filled], number / 2 % 2 ^ 1);
                    const int k = block * 64;
                    gemm_copy_a(a_tile[filled], A, lda, first_row, k, a_wide, lane);
                    gemm_copy_b(b_tile[filled], B, ldb, first_column, k, b_wide, lane);
                    gemm_copy_b(b_tile[filled] + 512, D, ldd, first_column, k, d_wide, lane);
                    gemm_show_engine_local_memory();
                    gemm_gather_copiers();
                    if (lane == 0)
                        gemm_arrive(&full[filled]);
                }
            }
        }
        return;
    }

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
        const int2 at = gemm_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 64;
        const int tile_row = 0;
        const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
        const int first_column = at.x * 8;
        const int tile_column = 0;
        const int column = first_column + tile_column + lane % 4 * 2;

        float2 c_0[2] = {(float2)0.0f}, c_1[2] = {(float2)0.0f}; /* of A and B, then as many of A and D */

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 2;
            gemm_wait_for_phase(&full[used], number / 2 % 2);

            gemm_begin_products();
            #pragma unroll
            for (int step = 0; step < 64; step += 16) {
                const ulong a_0 = gemm_describe(a_tile[used], tile_row, step);
                const ulong b_0 = gemm_describe(b_tile[used], tile_column, step);
                gemm_multiply(c_0, c_1, a_0, b_0);
            }
            gemm_commit_products();

            gemm_wait_for_products();
            /* The engine may still read this stage, and has read the one before it. */
            if (block > 0)
                gemm_give_back(&empty[(number - 1) % 2], lane);
        }

        gemm_complete(c_0, c_1);
        if (blocks > 0)
            gemm_give_back(&empty[(number - 1) % 2], lane);

        gemm_store2(C + (long)row * ldc + column, c_0[0], c_0[1]);
        gemm_store2(C + (long)(row + 8) * ldc + column, c_1[0], c_1[1]);
    }
}
