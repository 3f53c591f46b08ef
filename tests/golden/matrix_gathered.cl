/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --fixed n=4,p=6,q=5,f=16,r=3,s=3,c=32 --product 'y[n,p,q,f]=x[n,p+r-1,q+s-1,c]*w[f,r,s,c]' --extent x=,6,5, --family matrix --engine emulated:wgmma --tile 2x4 --wg 32x4 --tile-k 32 --stages 2 --copy tensor
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x4_32x4(
    const float alpha,
    __global const half *restrict A,
    __global const half *restrict B,
    __global half *restrict C)
{
    const int M = 120;
    const int N = 16;
    const int K = 288;
    const int ldb = K;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int row_tiles = (M + 63) / 64;
    const int column_tiles = (N + 15) / 16;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 31) / 32;
    __local ushort a_tile[2][2048] __attribute__((aligned(1024)));
    __local ushort b_tile[2][512] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
        const int2 at = gemm_2x4_32x4_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 64;
        const int tile_row = 0;
        const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
        const int first_column = at.x * 16;
        const int tile_column = 0;
        const int column = first_column + tile_column + lane % 4 * 2;

        /* Where the rows of A begin that this work-item copies, and their positions without what a step of K adds. */
        int a_lines[2];
        int a_lines_at_1[2];
        int a_lines_at_2[2];
        for (int pass = 0; pass < 2; ++pass) {
            const int line = (pass * 128 + item) / 4;
            const int n_of_a = min(first_row + line, M - 1) / 30;
            const int p_of_a = min(first_row + line, M - 1) / 5 % 6;
            const int q_of_a = min(first_row + line, M - 1) % 5;
            const int a_at_1 = p_of_a - 1;
            const int a_at_2 = q_of_a - 1;
            const int a_line = a_at_1 * 160 + a_at_2 * 32 + n_of_a * 960;
            a_lines[pass] = a_line;
            a_lines_at_1[pass] = a_at_1;
            a_lines_at_2[pass] = a_at_2;
        }
        /* The first blocks of the tile, when no work-item reads those of another one. */
        const int before = number;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int next = 0; next < 1; ++next) {
            if (next < blocks) {
                const int block = next;
                const int filled = (before + next) % 2;
                const int k = block * 32;
                gemm_2x4_32x4_copy_a(a_tile[filled], (const __global ushort *)A,
                    a_lines, a_lines_at_1, a_lines_at_2, k, item);
                gemm_2x4_32x4_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, k, b_wide, item);
            }
        }

        float2 c_0[2] = {(float2)0.0f}, c_1[2] = {(float2)0.0f};

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 2;
            /* Stage `used` is full. No work-item still reads the one before it, which is filled next. */
            barrier(CLK_LOCAL_MEM_FENCE);

            for (int step = 0; step < 32; step += 16) {
                const ulong a_0 = gemm_2x4_32x4_describe(a_tile[used], tile_row, step);
                const ulong b_0 = gemm_2x4_32x4_describe(b_tile[used], tile_column, step);
                gemm_2x4_32x4_multiply(a_tile[used], b_tile[used], lane, c_0, c_1, a_0, b_0);
            }

            const int next = block + 1;
            if (next < blocks) {
                const int block = next;
                const int filled = (before + next) % 2;
                const int k = block * 32;
                gemm_2x4_32x4_copy_a(a_tile[filled], (const __global ushort *)A,
                    a_lines, a_lines_at_1, a_lines_at_2, k, item);
                gemm_2x4_32x4_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, k, b_wide, item);
            }
        }

        if (row < M) {
            gemm_2x4_32x4_store2(C + row * ldc + column, alpha, c_0[0]);
            gemm_2x4_32x4_store2(C + row * ldc + column + 8, alpha, c_0[1]);
        }
        if (row + 8 < M) {
            gemm_2x4_32x4_store2(C + (row + 8) * ldc + column, alpha, c_1[0]);
            gemm_2x4_32x4_store2(C + (row + 8) * ldc + column + 8, alpha, c_1[1]);
        }
    }
}
