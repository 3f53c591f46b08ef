/*
 * Made by clgemm 0.1.0: clgemm-gen --compute 3xtf32 --layout row --transpose nn --family matrix --engine wgmma --tile 2x32 --wg 64x4 --panels ab --tile-k 32 --stages 3 --copy bulk --persistent 1 --raster 16 --for nvidia-hopper
 */

/*
 * The number of TF32, with 11 binary digits, that is nearest to a single; of two the one that is larger in magnitude. The
 * largest singles, to which infinity is nearest, have the one before it. An infinity has 1 with its sign: its rest is the infinity, so
 * that products with a rest of 0 stay out of it. NaN stays NaN.
 */
static uint gemm_2x32_64x4_head(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = (bits + 0x1000u) & ~0x1fffu;
    if (isnan(value))
        return 0x7fffffffu;
    if (isinf(value))
        return as_uint(copysign(1.0f, value));
    return (nearest & 0x7f800000u) == 0x7f800000u ? bits & ~0x1fffu : nearest;
}

/* What the head leaves of a single, as the number of TF32 nearest to it. */
static uint gemm_2x32_64x4_rest(const float value)
{
    const float left = value - as_float(gemm_2x32_64x4_head(value));
    return isnan(left) ? 0x7fffffffu : (as_uint(left) + 0x1000u) & ~0x1fffu;
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of A or B from place `first` and element `step` of K on: 8 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start address; from bit 16 on the leading dimension offset, which is not used along K;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 128 bytes.
 * The low half of the result describes the rests of these elements, the high half their heads, which are the second part of the tile.
 */
static ulong2 gemm_2x32_64x4_describe(const __local float *const tile, const int first, const int step)
{
    const int at = first * 32 + step;
    const ulong rests = ((uint)(size_t)(tile + at) & 0x3ffffu) >> 4 | 1ul << 16 | 64ul << 32 | 1ul << 62;
    return (ulong2)(rests, rests + 1024);
}

/* ... */

/* The warps of the sub-group that copies leave all registers but 40 of a work-item to the others. */
static void gemm_2x32_64x4_leave_registers(void)
{
    asm volatile("//sm_90a: setmaxnreg.dec.sync.aligned.u32 40;" : : : "memory");
}

/* A sub-group that multiplies waits until there are 232 registers for each of its work-items. */
static void gemm_2x32_64x4_take_registers(void)
{
    asm volatile("//sm_90a: setmaxnreg.inc.sync.aligned.u32 232;" : : : "memory");
}

/* ... */

/* Begins to copy so many bytes to local memory, whose arrival `full` is told. All are multiples of 16, addresses too. */
static void gemm_2x32_64x4_copy_bulk(__local void *const to, const __global void *const from, const uint bytes, __local ulong *const full)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        : : "r"((uint)(size_t)to), "l"(from), "r"(bytes), "r"((uint)(size_t)full) : "memory");
}

/* ... */

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M. Tiles are numbered in bands of 16 along M, in a band
 * those along M first, so that work-groups with neighbouring numbers read few different panels.
 */
static int2 gemm_2x32_64x4_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    const int first = number / (16 * column_tiles) * 16;
    const int height = min(row_tiles - first, 16);
    const int in_band = number - first * column_tiles;
    return (int2)(in_band / height, first + in_band % height);
}

/* ... */

/*
 * Packs op(A) into A_panels, panels of 128 rows and of all blocks of 32 steps of K. A block lies as the engine reads it in local memory:
 * lines of 32 elements along K, one for each row; of the pieces of 16 bytes of a line, number p is stored at position p ^ line % 8.
 * First the rests of all elements, then their heads. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {256, 1}, global size {256 * ceil(K / 32), ceil(M / 128)}.
 */
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_2x32_64x4_pack_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_panels)
{
    const int blocks = (K + 31) / 32;
    const int first_row = get_group_id(1) * 128;
    const int first_k = get_group_id(0) * 32;
    __global float4 *const loads = (__global float4 *)(A_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 8192);
    for (int load = get_local_id(0); load < 1024; load += 256) {
        const int row = first_row + load / 8;
        const int k = first_k + (load % 8 ^ load / 8 % 8) * 4;
        const float4 values = (float4)(
            gemm_2x32_64x4_a_element(A, lda, row, k, M, K),
            gemm_2x32_64x4_a_element(A, lda, row, k + 1, M, K),
            gemm_2x32_64x4_a_element(A, lda, row, k + 2, M, K),
            gemm_2x32_64x4_a_element(A, lda, row, k + 3, M, K));
        loads[load] = as_float4((uint4)(
            gemm_2x32_64x4_rest(values.s0),
            gemm_2x32_64x4_rest(values.s1),
            gemm_2x32_64x4_rest(values.s2),
            gemm_2x32_64x4_rest(values.s3)));
        loads[load + 1024] = as_float4((uint4)(
            gemm_2x32_64x4_head(values.s0),
            gemm_2x32_64x4_head(values.s1),
            gemm_2x32_64x4_head(values.s2),
            gemm_2x32_64x4_head(values.s3)));
    }
}

/* ... */

__kernel __attribute__((reqd_work_group_size(384, 1, 1)))
void gemm_2x32_64x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_panels,
    __global const float *restrict B_panels,
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
    const int blocks = (depth + 31) / 32;
    __local float a_tile[3][8192] __attribute__((aligned(1024)));
    __local float b_tile[3][8192] __attribute__((aligned(1024)));
    /* Of each stage: whether the blocks in it have arrived, and whether all sub-groups have used them. */
    __local ulong full[3], empty[3];
    if (item == 0) {
        for (int stage = 0; stage < 3; ++stage) {
            gemm_2x32_64x4_start_phases(&full[stage], 1);
            gemm_2x32_64x4_start_phases(&empty[stage], 8);
        }
        gemm_2x32_64x4_order_copies();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The last sub-group copies blocks into the ring, as far ahead of the others as there are empty stages. */
    if (sub_group == 2) {
        gemm_2x32_64x4_leave_registers();
        if (lane == 0) {
            int number = 0;
            for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
                const int2 at = gemm_2x32_64x4_tile_at(tile, row_tiles, column_tiles);
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 3;
                    gemm_2x32_64x4_wait_for_phase(&empty[filled], number / 3 % 2 ^ 1);
                    gemm_2x32_64x4_expect_bytes(&full[filled], 65536);
                    gemm_2x32_64x4_copy_bulk(a_tile[filled], A_panels + ((long)at.y * blocks + block) * 8192, 32768, &full[filled]);
                    gemm_2x32_64x4_copy_bulk(b_tile[filled], B_panels + ((long)at.x * blocks + block) * 8192, 32768, &full[filled]);
                }
            }
        }
        return;
    }
    gemm_2x32_64x4_take_registers();

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
        /* The engine truncates its sums: it begins new ones for each block, which are added to these. */
        float2 p_0[16] = {(float2)0.0f}, p_1[16] = {(float2)0.0f};

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 3;
            gemm_2x32_64x4_wait_for_phase(&full[used], number / 3 % 2);

            gemm_2x32_64x4_begin_products();
            /* Products with a rest, before those of the heads, which are larger. */
            #pragma unroll
            for (int step = 0; step < 32; step += 8) {
                const ulong2 a_0 = gemm_2x32_64x4_describe(a_tile[used], tile_row, step);
                const ulong2 b_0 = gemm_2x32_64x4_describe(b_tile[used], tile_column, step);
                gemm_2x32_64x4_multiply(step > 0, p_0, p_1, a_0.lo, b_0.hi);
                gemm_2x32_64x4_multiply(true, p_0, p_1, a_0.hi, b_0.lo);
            }
            #pragma unroll
            for (int step = 0; step < 32; step += 8) {
                const ulong2 a_0 = gemm_2x32_64x4_describe(a_tile[used], tile_row, step);
                const ulong2 b_0 = gemm_2x32_64x4_describe(b_tile[used], tile_column, step);
                gemm_2x32_64x4_multiply(true, p_0, p_1, a_0.hi, b_0.hi);
            }
            gemm_2x32_64x4_commit_products();

            gemm_2x32_64x4_complete(p_0, p_1);
            #pragma unroll
            for (int j = 0; j < 16; ++j) {
                c_0[j] += p_0[j];
                c_1[j] += p_1[j];
            }

            gemm_2x32_64x4_give_back(&empty[used], lane);
        }

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
