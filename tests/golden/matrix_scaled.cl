/*
 * Made by clgemm 0.1.0: clgemm-gen --type-a mxfp8_e4m3 --type-b mxfp8_e4m3 --type-c f32 --layout row --transpose nt --family matrix --engine wgmma --tile 2x4 --wg 32x4 --tile-k 64 --stages 2 --copy tensor
 */

/* The scale of the element at place `at` of the line. */
static float gemm_2x4_32x4_mxfp8_e4m3_scale(const __global uchar *const scales, const uint at)
{
    /* 2 to the power of its bits less 127; all of them set are NaN. */
    const uint exponent = scales[at / 32];
    const float scale = as_float(max(exponent << 23 | (exponent + 1u) >> 8 << 22, 0x400000u));
    return scale;
}

/*
 * Index of element `at` of line `line` in a tile of A or B, swizzled as the engine reads it: of the pieces of
 * 16 bytes of a line, number p is stored at position p ^ line / 2 % 4.
 */
static int gemm_2x4_32x4_place(const int line, const int at)
{
    return line * 64 + (at ^ line / 2 % 4 * 16);
}

/* ... */

/* The engine sees what this work-item has written to local memory, after the next barrier. */
static void gemm_2x4_32x4_show_engine_local_memory(void)
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

/* Multiplications may begin: no register of C is read or written before they are complete. */
static void gemm_2x4_32x4_begin_products(void)
{
    asm volatile("//sm_90a: wgmma.fence.sync.aligned;" : : : "memory");
}

/* The multiplications since the last call are a group. */
static void gemm_2x4_32x4_commit_products(void)
{
    asm volatile("//sm_90a: wgmma.commit_group.sync.aligned;" : : : "memory");
}

/* Waits for all multiplications. The registers of C are named so that nobody reads them before. */
static void gemm_2x4_32x4_complete(float2 *const c_0, float2 *const c_8)
{
    asm volatile("//sm_90a: wgmma.wait_group.sync.aligned 0;"
        : "+f"(c_0[0].x), "+f"(c_0[0].y), "+f"(c_8[0].x), "+f"(c_8[0].y), "+f"(c_0[1].x), "+f"(c_0[1].y), "+f"(c_8[1].x), "+f"(c_8[1].y)
        : : "memory");
}

/*
 * C = A * B, or C += A * B where it `adds`, fragments of 64 x 16 x 32, which four warps multiply together while they go on. Lane l holds of C, for every j,
 * columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1: of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 */
static void gemm_2x4_32x4_multiply(const bool adds, float2 *const c_0, float2 *const c_8, const ulong a, const ulong b)
{
    asm volatile("//sm_90a: { .reg .pred adds;\n"
        "//sm_90a: setp.ne.b32 adds, %10, 0;\n"
        "//sm_90a: wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e4m3 {"
        "%0, %1, %2, %3, %4, %5, %6, %7"
        "}, %8, %9, adds, 1, 1; }"
        : "+f"(c_0[0].x), "+f"(c_0[0].y), "+f"(c_8[0].x), "+f"(c_8[0].y), "+f"(c_0[1].x), "+f"(c_0[1].y), "+f"(c_8[1].x), "+f"(c_8[1].y)
        : "l"(a), "l"(b), "r"((int)adds));
}

/* Stores 2 elements at once where that is possible. */
static void gemm_2x4_32x4_put2(const float2 value, __global float *const c)
{
    if ((size_t)c % 8 == 0)
        *(__global float2 *)c = value;
    else
        vstore2(value, 0, c);
}

/* Initialises an mbarrier: each of its phases ends after so many arrivals, and all bytes that are expected. */
static void gemm_2x4_32x4_start_phases(__local ulong *const of, const uint arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"((uint)(size_t)of), "r"(arrivals) : "memory");
}

/* What was done so far in local memory, by any instruction, comes before copies that follow. */
static void gemm_2x4_32x4_order_copies(void)
{
    asm volatile("fence.proxy.async;" : : : "memory");
}

/* Waits for the end of a phase: of an even one with parity 0, of an odd one with 1. The phase before the first one has ended. */
static void gemm_2x4_32x4_wait_for_phase(__local ulong *const of, const uint parity)
{
    uint ended;
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(ended) : "r"((uint)(size_t)of), "r"(parity) : "memory");
    while (!ended);
}

/* Arrives, and tells how many bytes copies will bring in this phase. */
static void gemm_2x4_32x4_expect_bytes(__local ulong *const of, const uint bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"((uint)(size_t)of), "r"(bytes) : "memory");
}

/* Arrives. */
static void gemm_2x4_32x4_arrive(__local ulong *const of)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"((uint)(size_t)of) : "memory");
}

/* Each warp of the sub-group arrives, when the engine has read for it what it multiplied, or its scales are stored. */
static void gemm_2x4_32x4_give_back(__local ulong *const of, const int lane)
{
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    if (lane % 32 == 0)
        gemm_2x4_32x4_arrive(of);
}

/* Begins to copy a box of the matrix that the map describes, from element `at` of line `line` on, whose arrival `full` is told. It lies
 * swizzled in local memory; what is beyond the matrix is zero. What is read `once` leaves the L2 cache first; all
 * else has no policy, as evict_normal costs a fifth of the speed. */
static void gemm_2x4_32x4_copy_box(__local void *const to, const __global uchar *const map, const int at, const int line, const bool once, __local ulong *const full)
{
    asm volatile("{ .reg .pred once; .reg .b64 policy; setp.ne.b32 once, %5, 0; createpolicy.fractional.L2::evict_first.b64 policy, 1.0;"
        "@once cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3}], [%4], policy;"
        "@!once cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4]; }"
        : : "r"((uint)(size_t)to), "l"(map), "r"(at), "r"(line), "r"((uint)(size_t)full), "r"((int)once) : "memory");
}

/* Waits for the others of the sub-group that copies. */
static void gemm_2x4_32x4_gather_copiers(void)
{
    asm volatile("bar.sync 1, 128;" : : : "memory");
}

/* A scale of a stage that is full: compilers move plain reads across the wait for it. */
static float gemm_2x4_32x4_read_scale(const __local float *const from)
{
    float scale;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(scale) : "r"((uint)(size_t)from) : "memory");
    return scale;
}

/* Two of them. */
static float2 gemm_2x4_32x4_read_scales(const __local float *const from)
{
    float2 scales;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(scales.x), "=f"(scales.y) : "r"((uint)(size_t)from) : "memory");
    return scales;
}

/*
 * Makes the tensor map of A or B, `lines` of `length` elements: boxes are `lines_of_box` of 64 elements, 64 bytes, swizzled. A warp makes it in
 * local memory, and brings it to global memory where that has another one, or anything else: each lane knows a `word` of it. The copies that follow
 * see the map by the last fence, which one that stays needs, too: another multiprocessor may have made it.
 */
static void gemm_2x4_32x4_make_map(
    __global uchar *const map, __local uint *const draft, const uint word, const __global uchar *const matrix, const int ld, const int length, const int lines,
    const int lines_of_box, const int lane)
{
    draft[lane] = 0;
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    if (lane == 0)
        asm volatile(
            "//sm_90a: tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;\n"
            "//sm_90a: tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %6;\n"
            "//sm_90a: tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %5;\n"
            "//sm_90a: tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %7;\n"
            "//sm_90a: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %3;\n"
            "//sm_90a: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %4;\n"
            "//sm_90a: tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %2;\n"
            "//sm_90a: tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, %6;\n"
            "//sm_90a: tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, %6;\n"
            "//sm_90a: tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 0;\n"
            "//sm_90a: tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;\n"
            "//sm_90a: tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 2;\n"
            "//sm_90a: tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;"
            : : "r"((uint)(size_t)draft), "l"(matrix), "l"((ulong)ld * 1), "r"(length), "r"(lines),
                "r"(64), "r"(1), "r"(lines_of_box) : "memory");
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    uint differs;
    asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(differs) : "r"(word ^ *(const volatile __local uint *)&draft[lane]));
    if (differs)
        asm volatile("//sm_90a: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
            : : "l"(map), "r"((uint)(size_t)draft) : "memory");
    asm volatile("//sm_90a: fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" : : "l"(map) : "memory");
}

/*
 * Copies a tile of A into local memory: 64 rows, 64 elements along K each; zero beyond the edges.
 */
static void gemm_2x4_32x4_copy_a(
    __local uchar *const tile, const __global uchar *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 64 <= M && k + 64 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(row + line) * lda + k + at;
            *(__local uchar16 *)&tile[gemm_2x4_32x4_place(line, at)] = *(const __global uchar16 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 16 <= K) {
            *(__local uchar16 *)&tile[gemm_2x4_32x4_place(line, at)] = *(const __global uchar16 *)(A + from);
        } else {
            for (int i = 0; i < 16; ++i)
                tile[gemm_2x4_32x4_place(line, at + i)] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/* ... */

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M.
 */
static int2 gemm_2x4_32x4_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    return (int2)(number % column_tiles, number / column_tiles);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_2x4_32x4(
    const int M, const int N, const int K, const float alpha,
    __global const uchar *restrict A, const int lda,
    __global const uchar *restrict A_scales,
    __global const uchar *restrict B, const int ldb,
    __global const uchar *restrict B_scales,
    __global uchar *restrict maps,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int row_tiles = (M + 63) / 64;
    const int column_tiles = (N + 15) / 16;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 63) / 64;
    __local uchar a_tile[2][4096] __attribute__((aligned(1024)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda) % 16 == 0;
    __local uchar b_tile[2][1024] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb) % 16 == 0;
    /* In each stage the scales of the tile's rows. */
    __local float a_tile_scales[2][128] __attribute__((aligned(8)));
    /* In each stage the scales of the tile's columns. */
    __local float b_tile_scales[2][32] __attribute__((aligned(8)));
    /* Of each stage: whether its tiles have arrived, and whether all sub-groups have used them. */
    __local ulong full[2], empty[2];
    /* A map of each operand in boxes, as it is made. */
    __local uint a_draft[32] __attribute__((aligned(128)));
    __local uint b_draft[32] __attribute__((aligned(128)));
    if (item == 0) {
        for (int stage = 0; stage < 2; ++stage) {
            gemm_2x4_32x4_start_phases(&full[stage], 5);
            gemm_2x4_32x4_start_phases(&empty[stage], 4);
        }
        gemm_2x4_32x4_order_copies();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The last sub-group copies tiles into the ring, as far ahead of the others as there are empty stages. */
    if (sub_group == 1) {
        /* Where all lines begin at multiples of 16 bytes, the work-group's part of `maps` describes A and B; else all of the sub-group copy. */
        const bool mapped = a_wide && b_wide;
        const int first_tile = get_group_id(1) * get_num_groups(0) + get_group_id(0);
        __global uchar *const a_map = maps + (long)first_tile * 256;
        __global uchar *const b_map = a_map + 128;
        if (mapped && first_tile < tiles && lane < 32) {
            /* The lane's word of what the launch before has left there, or anything else. */
            const uint a_word = ((const volatile __global uint *)a_map)[lane];
            const uint b_word = ((const volatile __global uint *)b_map)[lane];
            gemm_2x4_32x4_make_map(a_map, a_draft, a_word, A, lda, K, M, 64, lane);
            gemm_2x4_32x4_make_map(b_map, b_draft, b_word, B, ldb, K, N, 16, lane);
        }
        if (mapped) {
            int number = 0;
            for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
                const int2 at = gemm_2x4_32x4_tile_at(tile, row_tiles, column_tiles);
                const int first_row = at.y * 64;
                const int first_column = at.x * 16;
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 2;
                    const int k = block * 64;
                    const float a_scale_0 = gemm_2x4_32x4_mxfp8_e4m3_scale(A_scales + (long)min(first_row + lane % 64, M - 1) * lda / 32, min(k + lane / 64 * 32, K - 1));
                    const float b_scale_0 = lane < 32 ? gemm_2x4_32x4_mxfp8_e4m3_scale(B_scales + (long)min(first_column + lane % 16, N - 1) * ldb / 32, min(k + lane / 16 * 32, K - 1)) : 0.0f;
                    gemm_2x4_32x4_wait_for_phase(&empty[filled], number / 2 % 2 ^ 1);
                    if (lane == 0) {
                        gemm_2x4_32x4_expect_bytes(&full[filled], 5120);
                        gemm_2x4_32x4_copy_box(a_tile[filled], a_map, k, first_row, column_tiles == 1, &full[filled]);
                        gemm_2x4_32x4_copy_box(b_tile[filled], b_map, k, first_column, row_tiles == 1, &full[filled]);
                    }
                    a_tile_scales[filled][lane] = a_scale_0;
                    if (lane < 32)
                        b_tile_scales[filled][lane] = b_scale_0;
                    gemm_2x4_32x4_give_back(&full[filled], lane);
                }
            }
        }
        if (!mapped) {
            int number = 0;
            for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
                const int2 at = gemm_2x4_32x4_tile_at(tile, row_tiles, column_tiles);
                const int first_row = at.y * 64;
                const int first_column = at.x * 16;
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 2;
                    gemm_2x4_32x4_wait_for_phase(&empty[filled], number / 2 % 2 ^ 1);
                    const int k = block * 64;
                    gemm_2x4_32x4_copy_a(a_tile[filled], A, lda, first_row, k, M, K, a_wide, lane);
                    gemm_2x4_32x4_copy_b(b_tile[filled], B, ldb, first_column, k, N, K, b_wide, lane);
                    const float a_scale_0 = gemm_2x4_32x4_mxfp8_e4m3_scale(A_scales + (long)min(first_row + lane % 64, M - 1) * lda / 32, min(k + lane / 64 * 32, K - 1));
                    const float b_scale_0 = lane < 32 ? gemm_2x4_32x4_mxfp8_e4m3_scale(B_scales + (long)min(first_column + lane % 16, N - 1) * ldb / 32, min(k + lane / 16 * 32, K - 1)) : 0.0f;
                    a_tile_scales[filled][lane] = a_scale_0;
                    if (lane < 32)
                        b_tile_scales[filled][lane] = b_scale_0;
                    gemm_2x4_32x4_show_engine_local_memory();
                    gemm_2x4_32x4_gather_copiers();
                    if (lane == 0)
                        gemm_2x4_32x4_arrive(&full[filled]);
                    gemm_2x4_32x4_give_back(&full[filled], lane);
                }
            }
        }
        return;
    }

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

        float2 c_0[2] = {(float2)0.0f}, c_1[2] = {(float2)0.0f};
        /* The engine truncates its sums: it begins new ones for each block, which are added to these, times their scales. */
        float2 p_0[2] = {(float2)0.0f}, p_1[2] = {(float2)0.0f};

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 2;
            gemm_2x4_32x4_wait_for_phase(&full[used], number / 2 % 2);

            #pragma unroll
            for (int sum = 0; sum < 64; sum += 32) {
                gemm_2x4_32x4_begin_products();
                #pragma unroll
                for (int step = sum; step < sum + 32; step += 32) {
                    const ulong a_0 = gemm_2x4_32x4_describe(a_tile[used], tile_row, step);
                    const ulong b_0 = gemm_2x4_32x4_describe(b_tile[used], tile_column, step);
                    gemm_2x4_32x4_multiply(step > sum, p_0, p_1, a_0, b_0);
                }
                gemm_2x4_32x4_commit_products();
                const float of_row_0 = gemm_2x4_32x4_read_scale(&a_tile_scales[used][sum / 32 * 64 + tile_row + lane / 32 * 16 + lane % 32 / 4]);
                const float of_row_1 = gemm_2x4_32x4_read_scale(&a_tile_scales[used][sum / 32 * 64 + tile_row + lane / 32 * 16 + lane % 32 / 4 + 8]);

                gemm_2x4_32x4_complete(p_0, p_1);
                #pragma unroll
                for (int j = 0; j < 2; ++j) {
                    const float2 of_columns = gemm_2x4_32x4_read_scales(&b_tile_scales[used][sum / 32 * 16 + tile_column + lane % 4 * 2 + j * 8]);
                    c_0[j] += of_row_0 * of_columns * p_0[j];
                    c_1[j] += of_row_1 * of_columns * p_1[j];
                }
            }

            gemm_2x4_32x4_give_back(&empty[used], lane);
        }

        if (row < M) {
            gemm_2x4_32x4_store2(C + (long)row * ldc + column, N - column, alpha, c_0[0], beta);
            gemm_2x4_32x4_store2(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0[1], beta);
        }
        if (row + 8 < M) {
            gemm_2x4_32x4_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1[0], beta);
            gemm_2x4_32x4_store2(C + (long)(row + 8) * ldc + column + 8, N - (column + 8), alpha, c_1[1], beta);
        }
    }
}
