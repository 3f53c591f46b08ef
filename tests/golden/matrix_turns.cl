/*
 * gemm_2x2_64x4: C = A * B^T
 *
 * A in half, B in half, C in single precision, computed in single, row-major; M a multiple of 128, N a multiple of 8, K a multiple of 32.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   A_panels  op(A) in panels of 128 rows
 *   B_panels  op(B) in panels of 8 columns
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 128 along M by 8 along N at a time, tile after tile: 1 work-group for each compute unit.
 * Two teams of 256 work-items take turns: each computes every second tile, and stores it while the other one multiplies.
 * Its last 128 work-items copy what the others multiply.
 * Launch after gemm_2x2_64x4_pack_a and gemm_2x2_64x4_pack_b:
 *   local size {640, 1}, global size {640 * compute units, 1}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 * What stands behind //sm_90a: is no comment: the compiler writes PTX for sm_90, which the host turns into PTX for sm_90a (NAME_finalize of the
 * launcher, `finalize` of the manifest).
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-c f32 --layout row --transpose nt --alpha 1 --beta 0 --edges exact --family matrix --engine wgmma --tile 2x2 --wg 64x4 --panels ab --tile-k 32 --stages 2 --copy bulk --persistent 1 --take-turns --ring-registers 24x104
 */

/* ... */

/* Waits until the other team has given the turn. Each team has a barrier of its own, at which all work-items of both count. */
static void gemm_2x2_64x4_take_turn(const int team)
{
    asm volatile("bar.sync %0, 512;" : : "r"(2 + team) : "memory");
}

/* Gives the turn to the other team, and goes on. */
static void gemm_2x2_64x4_give_turn(const int team)
{
    asm volatile("bar.arrive %0, 512;" : : "r"(3 - team) : "memory");
}

/* ... */

__kernel __attribute__((reqd_work_group_size(640, 1, 1)))
void gemm_2x2_64x4(
    const int M, const int N, const int K,
    __global const half *restrict A_panels,
    __global const half *restrict B_panels,
    __global float *restrict C, const int ldc)
{
    const int item = get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int row_tiles = (M + 127) / 128;
    const int column_tiles = (N + 7) / 8;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (K + 31) / 32;
    __local ushort a_tile[2][4096] __attribute__((aligned(1024)));
    __local ushort b_tile[2][256] __attribute__((aligned(1024)));
    /* Of each stage: whether the blocks in it have arrived, and whether all sub-groups have used them. */
    __local ulong full[2], empty[2];
    if (item == 0) {
        for (int stage = 0; stage < 2; ++stage) {
            gemm_2x2_64x4_start_phases(&full[stage], 1);
            gemm_2x2_64x4_start_phases(&empty[stage], 8);
        }
        gemm_2x2_64x4_order_copies();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The last sub-group copies blocks into the ring, as far ahead of the others as there are empty stages. */
    if (sub_group == 4) {
        gemm_2x2_64x4_leave_registers();
        if (lane == 0) {
            int number = 0;
            for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
                const int2 at = gemm_2x2_64x4_tile_at(tile, row_tiles, column_tiles);
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 2;
                    gemm_2x2_64x4_wait_for_phase(&empty[filled], number / 2 % 2 ^ 1);
                    gemm_2x2_64x4_expect_bytes(&full[filled], 8704);
                    gemm_2x2_64x4_copy_bulk(a_tile[filled], (const __global ushort *)A_panels + ((long)at.y * blocks + block) * 4096, 8192, &full[filled]);
                    gemm_2x2_64x4_copy_bulk(b_tile[filled], (const __global ushort *)B_panels + ((long)at.x * blocks + block) * 256, 512, &full[filled]);
                }
            }
        }
        return;
    }
    gemm_2x2_64x4_take_registers();

    /* Two teams take turns at the engine: each multiplies every second tile, and stores it while the other one multiplies. */
    const int team = item / 256;
    /* Blocks before the one that the team multiplies next. */
    int number = team * blocks;
    for (int tile = get_group_id(0) + team * get_num_groups(0); tile < tiles; tile += 2 * get_num_groups(0), number += blocks) {
        const int2 at = gemm_2x2_64x4_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 128;
        const int tile_row = sub_group % 2 * 64;
        const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
        const int first_column = at.x * 8;
        const int tile_column = 0;
        const int column = first_column + tile_column + lane % 4 * 2;

        float2 c_0[1] = {(float2)0.0f}, c_1[1] = {(float2)0.0f};

        /* The engine is the team's after the last products of the tile before. */
        if (tile >= get_num_groups(0))
            gemm_2x2_64x4_take_turn(team);

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 2;
            gemm_2x2_64x4_wait_for_phase(&full[used], number / 2 % 2);

            gemm_2x2_64x4_begin_products();
            #pragma unroll
            for (int step = 0; step < 32; step += 16) {
                const ulong a_0 = gemm_2x2_64x4_describe(a_tile[used], tile_row, step);
                const ulong b_0 = gemm_2x2_64x4_describe(b_tile[used], tile_column, step);
                gemm_2x2_64x4_multiply(c_0, c_1, a_0, b_0);
            }
            gemm_2x2_64x4_commit_products();

            gemm_2x2_64x4_wait_for_products();
            /* The engine may still read this stage, and has read the one before it. */
            if (block > 0)
                gemm_2x2_64x4_give_back(&empty[(number - 1) % 2], lane);
        }
        if (tile + get_num_groups(0) < tiles)
            gemm_2x2_64x4_give_turn(team);

        gemm_2x2_64x4_complete(c_0, c_1);
        if (blocks > 0)
            gemm_2x2_64x4_give_back(&empty[(number - 1) % 2], lane);

        gemm_2x2_64x4_store2(C + (long)row * ldc + column, c_0[0]);
        gemm_2x2_64x4_store2(C + (long)(row + 8) * ldc + column, c_1[0]);
    }
}
