/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --layout row --family matrix --engine emulated:mma --tile 2x2 --panels ab --prepared b --stages 3 --copy bulk
 */

/*
 * The fragment of A_panels from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint4 gemm_2x2_16x16_load_a(
    const __local ushort *const block, const int first, const int step, const int lane)
{
    const __local ushort *const from = block + step * 32 + first * 16 + lane * 8;
    return (uint4)(as_uint4(vload8(0, from)));
}

/* ... */

/* The element of op(A) at a row and a step of K; zero beyond the edges. */
static ushort gemm_2x2_16x16_a_element(
    const __global ushort *const A, const int lda, const int row, const int k, const int M, const int K)
{
    const long from = (long)row * lda + k;
    if (row >= M || k >= K)
        return 0;
    return A[from];
}

/* ... */

/*
 * Packs op(B) into B_panels, panels of 32 columns and of all blocks of 32 steps of K. A block has fragments of 8 columns and 16 steps,
 * those along the columns first; of each of 32 lanes the 4 elements that it loads at once. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {256, 1}, global size {256 * ceil(K / 32), ceil(N / 32)}.
 * Once for the values of B, for any number of products.
 */
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_2x2_16x16_pack_b(
    const int N, const int K,
    __global const ushort *restrict B, const int ldb,
    __global ushort *restrict B_panels)
{
    const int blocks = (K + 31) / 32;
    const int first_column = get_group_id(1) * 32;
    const int first_k = get_group_id(0) * 32;
    __global ushort4 *const loads = (__global ushort4 *)(B_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 1024);
    for (int load = get_local_id(0); load < 256; load += 256) {
        const int lane = load % 32;
        const int fragment = load / 32;
        const int column = first_column + fragment % 4 * 8 + lane / 4;
        const int k = first_k + fragment / 4 * 16 + lane % 4 * 2;
        loads[load] = (ushort4)(
            gemm_2x2_16x16_b_element(B, ldb, column, k, N, K),
            gemm_2x2_16x16_b_element(B, ldb, column, k + 1, N, K),
            gemm_2x2_16x16_b_element(B, ldb, column, k + 8, N, K),
            gemm_2x2_16x16_b_element(B, ldb, column, k + 9, N, K));
    }
}

/* ... */

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_2x2_16x16(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A_panels,
    __global const ushort *restrict B_panels,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int row_tiles = (M + 31) / 32;
    const int column_tiles = (N + 31) / 32;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 31) / 32;
    __local ushort a_tile[3][1024] __attribute__((aligned(128)));
    __local ushort b_tile[3][1024] __attribute__((aligned(128)));
    __local ushort exchange[8][384] __attribute__((aligned(16)));

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
        const int2 at = gemm_2x2_16x16_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 32;
        const int tile_row = sub_group / 4 * 16;
        const int row = first_row + tile_row + lane / 4;
        const int first_column = at.x * 32;
        const int tile_column = sub_group % 4 * 8;
        const int column = first_column + tile_column + lane % 4 * 2;

        /* The first blocks of the tile, when no work-item reads those of another one. */
        const int before = number;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int next = 0; next < 2; ++next) {
            if (next < blocks) {
                const int block = next;
                const int filled = (before + next) % 3;
                gemm_2x2_16x16_copy_block(a_tile[filled], A_panels + ((long)at.y * blocks + block) * 1024, 2048, item);
                gemm_2x2_16x16_copy_block(b_tile[filled], B_panels + ((long)at.x * blocks + block) * 1024, 2048, item);
            }
        }

        float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 3;
            /* Stage `used` is full. No work-item still reads the one before it, which is filled next. */
            barrier(CLK_LOCAL_MEM_FENCE);

            for (int step = 0; step < 32; step += 16) {
                const uint4 a_0 = gemm_2x2_16x16_load_a(a_tile[used], tile_row, step, lane);
                const uint2 b_0 = gemm_2x2_16x16_load_b(b_tile[used], tile_column, step, lane);
                gemm_2x2_16x16_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0, b_0);
            }

            const int next = block + 2;
            if (next < blocks) {
                const int block = next;
                const int filled = (before + next) % 3;
                gemm_2x2_16x16_copy_block(a_tile[filled], A_panels + ((long)at.y * blocks + block) * 1024, 2048, item);
                gemm_2x2_16x16_copy_block(b_tile[filled], B_panels + ((long)at.x * blocks + block) * 1024, 2048, item);
            }
        }

        if (row < M) {
            gemm_2x2_16x16_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        }
        if (row + 8 < M) {
            gemm_2x2_16x16_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
        }
    }
}
