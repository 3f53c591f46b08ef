/*
 * gemm_2x32_64x4: C = alpha * A * B + beta * C
 *
 * A in bfloat16, B in bfloat16, C in single precision, computed in single, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   maps   where work-groups describe A and B for their copies
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 32 elements of C: 2 along M by 32 along N.
 * A work-group computes 128 along M by 128 along N at a time, tile after tile: 1 work-group for each compute unit.
 * Its last 128 work-items copy what the others multiply.
 * Launch: local size {384, 1}, global size {384 * compute units, 1}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 * What stands behind //sm_90a: is no comment: the compiler writes PTX for sm_90, which the host turns into PTX for sm_90a (NAME_finalize of the
 * launcher, `finalize` of the manifest).
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --layout row --family matrix --engine wgmma --tile 2x32 --wg 64x4 --tile-k 64 --stages 4 --copy tensor --persistent 1 --raster 8 --for nvidia-hopper
 */

/*
 * Index of element `at` of line `line` in a tile of A, swizzled as the engine reads it: of the pieces of
 * 16 bytes of a line, number p is stored at position p ^ line % 8.
 */
static int gemm_2x32_64x4_place_a(const int line, const int at)
{
    return line * 64 + (at ^ line % 8 * 8);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of A from row `first` and element `step` of K on: 64 rows, 16 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start address; from bit 16 on the leading dimension offset, which is not used along K;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 128 bytes.
 */
static ulong gemm_2x32_64x4_describe_a(const __local ushort *const tile, const int first, const int step)
{
    const int at = first * 64 + step;
    return ((uint)(size_t)(tile + at) & 0x3ffffu) >> 4 | 1ul << 16 | 64ul << 32 | 1ul << 62;
}

/*
 * Index of element `at` of line `line` in a tile of B, 2 panels with 64 elements of every line each, swizzled as the engine reads it: of the pieces of
 * 16 bytes of such a line, number p is stored at position p ^ line % 8.
 */
static int gemm_2x32_64x4_place_b(const int line, const int at)
{
    return (at / 64 * 64 + line) * 64 + (at % 64 ^ line % 8 * 8);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of B from column `first` and element `step` of K on: 128 columns, 16 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start address; from bit 16 on the leading dimension offset, from panel to panel;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 128 bytes.
 */
static ulong gemm_2x32_64x4_describe_b(const __local ushort *const tile, const int first, const int step)
{
    const int at = (first / 64 * 64 + step) * 64;
    return ((uint)(size_t)(tile + at) & 0x3ffffu) >> 4 | 512ul << 16 | 64ul << 32 | 1ul << 62;
}

/* The engine sees what this work-item has written to local memory, after the next barrier. */
static void gemm_2x32_64x4_show_engine_local_memory(void)
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

/* Multiplications may begin: no register of C is read or written before they are complete. */
static void gemm_2x32_64x4_begin_products(void)
{
    asm volatile("//sm_90a: wgmma.fence.sync.aligned;" : : : "memory");
}

/* The multiplications since the last call are a group. */
static void gemm_2x32_64x4_commit_products(void)
{
    asm volatile("//sm_90a: wgmma.commit_group.sync.aligned;" : : : "memory");
}

/* Waits for all groups of multiplications except the last 1. */
static void gemm_2x32_64x4_wait_for_products(void)
{
    asm volatile("//sm_90a: wgmma.wait_group.sync.aligned 1;" : : : "memory");
}

/* Waits for all multiplications. The registers of C are named so that nobody reads them before. */
static void gemm_2x32_64x4_complete(float2 *const c_0, float2 *const c_8)
{
    asm volatile("//sm_90a: wgmma.wait_group.sync.aligned 0;"
        : "+f"(c_0[0].x), "+f"(c_0[0].y), "+f"(c_8[0].x), "+f"(c_8[0].y), "+f"(c_0[1].x), "+f"(c_0[1].y), "+f"(c_8[1].x), "+f"(c_8[1].y),
          "+f"(c_0[2].x), "+f"(c_0[2].y), "+f"(c_8[2].x), "+f"(c_8[2].y), "+f"(c_0[3].x), "+f"(c_0[3].y), "+f"(c_8[3].x), "+f"(c_8[3].y),
          "+f"(c_0[4].x), "+f"(c_0[4].y), "+f"(c_8[4].x), "+f"(c_8[4].y), "+f"(c_0[5].x), "+f"(c_0[5].y), "+f"(c_8[5].x), "+f"(c_8[5].y),
          "+f"(c_0[6].x), "+f"(c_0[6].y), "+f"(c_8[6].x), "+f"(c_8[6].y), "+f"(c_0[7].x), "+f"(c_0[7].y), "+f"(c_8[7].x), "+f"(c_8[7].y),
          "+f"(c_0[8].x), "+f"(c_0[8].y), "+f"(c_8[8].x), "+f"(c_8[8].y), "+f"(c_0[9].x), "+f"(c_0[9].y), "+f"(c_8[9].x), "+f"(c_8[9].y),
          "+f"(c_0[10].x), "+f"(c_0[10].y), "+f"(c_8[10].x), "+f"(c_8[10].y), "+f"(c_0[11].x), "+f"(c_0[11].y), "+f"(c_8[11].x), "+f"(c_8[11].y),
          "+f"(c_0[12].x), "+f"(c_0[12].y), "+f"(c_8[12].x), "+f"(c_8[12].y), "+f"(c_0[13].x), "+f"(c_0[13].y), "+f"(c_8[13].x), "+f"(c_8[13].y),
          "+f"(c_0[14].x), "+f"(c_0[14].y), "+f"(c_8[14].x), "+f"(c_8[14].y), "+f"(c_0[15].x), "+f"(c_0[15].y), "+f"(c_8[15].x), "+f"(c_8[15].y)
        : : "memory");
}

/*
 * C += A * B, fragments of 64 x 128 x 16, which four warps multiply together while they go on. Lane l holds of C, for every j,
 * columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1: of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 */
static void gemm_2x32_64x4_multiply(float2 *const c_0, float2 *const c_8, const ulong a, const ulong b)
{
    asm volatile("//sm_90a: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, "
        "%8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, "
        "%24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, "
        "%40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, "
        "%56, %57, %58, %59, %60, %61, %62, %63"
        "}, %64, %65, 1, 1, 1, 0, 1;"
        : "+f"(c_0[0].x), "+f"(c_0[0].y), "+f"(c_8[0].x), "+f"(c_8[0].y), "+f"(c_0[1].x), "+f"(c_0[1].y), "+f"(c_8[1].x), "+f"(c_8[1].y),
          "+f"(c_0[2].x), "+f"(c_0[2].y), "+f"(c_8[2].x), "+f"(c_8[2].y), "+f"(c_0[3].x), "+f"(c_0[3].y), "+f"(c_8[3].x), "+f"(c_8[3].y),
          "+f"(c_0[4].x), "+f"(c_0[4].y), "+f"(c_8[4].x), "+f"(c_8[4].y), "+f"(c_0[5].x), "+f"(c_0[5].y), "+f"(c_8[5].x), "+f"(c_8[5].y),
          "+f"(c_0[6].x), "+f"(c_0[6].y), "+f"(c_8[6].x), "+f"(c_8[6].y), "+f"(c_0[7].x), "+f"(c_0[7].y), "+f"(c_8[7].x), "+f"(c_8[7].y),
          "+f"(c_0[8].x), "+f"(c_0[8].y), "+f"(c_8[8].x), "+f"(c_8[8].y), "+f"(c_0[9].x), "+f"(c_0[9].y), "+f"(c_8[9].x), "+f"(c_8[9].y),
          "+f"(c_0[10].x), "+f"(c_0[10].y), "+f"(c_8[10].x), "+f"(c_8[10].y), "+f"(c_0[11].x), "+f"(c_0[11].y), "+f"(c_8[11].x), "+f"(c_8[11].y),
          "+f"(c_0[12].x), "+f"(c_0[12].y), "+f"(c_8[12].x), "+f"(c_8[12].y), "+f"(c_0[13].x), "+f"(c_0[13].y), "+f"(c_8[13].x), "+f"(c_8[13].y),
          "+f"(c_0[14].x), "+f"(c_0[14].y), "+f"(c_8[14].x), "+f"(c_8[14].y), "+f"(c_0[15].x), "+f"(c_0[15].y), "+f"(c_8[15].x), "+f"(c_8[15].y)
        : "l"(a), "l"(b));
}

/* Stores 2 elements at once where that is possible. */
static void gemm_2x32_64x4_put2(const float2 value, __global float *const c)
{
    if ((size_t)c % 8 == 0)
        *(__global float2 *)c = value;
    else
        vstore2(value, 0, c);
}

/* Initialises an mbarrier: each of its phases ends after so many arrivals, and all bytes that are expected. */
static void gemm_2x32_64x4_start_phases(__local ulong *const of, const uint arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"((uint)(size_t)of), "r"(arrivals) : "memory");
}

/* What was done so far in local memory, by any instruction, comes before copies that follow. */
static void gemm_2x32_64x4_order_copies(void)
{
    asm volatile("fence.proxy.async;" : : : "memory");
}

/* Waits for the end of a phase: of an even one with parity 0, of an odd one with 1. The phase before the first one has ended. */
static void gemm_2x32_64x4_wait_for_phase(__local ulong *const of, const uint parity)
{
    uint ended;
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(ended) : "r"((uint)(size_t)of), "r"(parity) : "memory");
    while (!ended);
}

/* Arrives, and tells how many bytes copies will bring in this phase. */
static void gemm_2x32_64x4_expect_bytes(__local ulong *const of, const uint bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"((uint)(size_t)of), "r"(bytes) : "memory");
}

/* Arrives. */
static void gemm_2x32_64x4_arrive(__local ulong *const of)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"((uint)(size_t)of) : "memory");
}

/* Each warp of the sub-group arrives, when the engine has read for it what it multiplied. */
static void gemm_2x32_64x4_give_back(__local ulong *const of, const int lane)
{
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    if (lane % 32 == 0)
        gemm_2x32_64x4_arrive(of);
}

/* Begins to copy a box of the matrix that the map describes, from element `at` of line `line` on, whose arrival `full` is told. It lies
 * swizzled in local memory; what is beyond the matrix is zero. What is read `once` leaves the L2 cache first; all
 * else has no policy, as evict_normal costs a fifth of the speed. */
static void gemm_2x32_64x4_copy_box(__local void *const to, const __global uchar *const map, const int at, const int line, const bool once, __local ulong *const full)
{
    asm volatile("{ .reg .pred once; .reg .b64 policy; setp.ne.b32 once, %5, 0; createpolicy.fractional.L2::evict_first.b64 policy, 1.0;"
        "@once cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3}], [%4], policy;"
        "@!once cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4]; }"
        : : "r"((uint)(size_t)to), "l"(map), "r"(at), "r"(line), "r"((uint)(size_t)full), "r"((int)once) : "memory");
}

/* Waits for the others of the sub-group that copies. */
static void gemm_2x32_64x4_gather_copiers(void)
{
    asm volatile("bar.sync 1, 128;" : : : "memory");
}

/*
 * Makes the tensor map of A or B, `lines` of `length` elements: boxes are `lines_of_box` of 64 elements, 128 bytes, swizzled. A warp makes it in
 * local memory; a fence brings it to global memory, where the copies that follow see it.
 */
static void gemm_2x32_64x4_make_map(
    __global uchar *const map, __local uint *const draft, const __global ushort *const matrix, const int ld, const int length, const int lines,
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
            "//sm_90a: tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 1;\n"
            "//sm_90a: tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;\n"
            "//sm_90a: tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;\n"
            "//sm_90a: tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;"
            : : "r"((uint)(size_t)draft), "l"(matrix), "l"((ulong)ld * 2), "r"(length), "r"(lines),
                "r"(64), "r"(1), "r"(lines_of_box) : "memory");
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    asm volatile(
        "//sm_90a: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;\n"
        "//sm_90a: fence.proxy.tensormap::generic.acquire.gpu [%0], 128;"
        : : "l"(map), "r"((uint)(size_t)draft) : "memory");
}

/*
 * Copies a tile of A into local memory: 128 rows, 64 elements along K each; zero beyond the edges.
 */
static void gemm_2x32_64x4_copy_a(
    __local ushort *const tile, const __global ushort *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 128 <= M && k + 64 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 8; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 8;
            const int at = number % 8 * 8;
            const long from = (long)(row + line) * lda + k + at;
            *(__local ushort8 *)&tile[gemm_2x32_64x4_place_a(line, at)] = *(const __global ushort8 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 8; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 8;
        const int at = number % 8 * 8;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 8 <= K) {
            *(__local ushort8 *)&tile[gemm_2x32_64x4_place_a(line, at)] = *(const __global ushort8 *)(A + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[gemm_2x32_64x4_place_a(line, at + i)] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 64 steps of K, 128 columns each; zero beyond the edges.
 */
static void gemm_2x32_64x4_copy_b(
    __local ushort *const tile, const __global ushort *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && k + 64 <= K && column + 128 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 8; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 16;
            const int at = number % 16 * 8;
            const long from = (long)(k + line) * ldb + column + at;
            *(__local ushort8 *)&tile[gemm_2x32_64x4_place_b(line, at)] = *(const __global ushort8 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 8; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 16;
        const int at = number % 16 * 8;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && k + line < K && column + at + 8 <= N) {
            *(__local ushort8 *)&tile[gemm_2x32_64x4_place_b(line, at)] = *(const __global ushort8 *)(B + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[gemm_2x32_64x4_place_b(line, at + i)] = k + line < K && column + at + i < N ? B[from + i] : 0;
        }
    }
}

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M. Tiles are numbered in bands of 8 along M, in a band
 * those along M first, so that work-groups with neighbouring numbers read few different panels.
 */
static int2 gemm_2x32_64x4_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    const int first = number / (8 * column_tiles) * 8;
    const int height = min(row_tiles - first, 8);
    const int in_band = number - first * column_tiles;
    return (int2)(in_band / height, first + in_band % height);
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x32_64x4_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        gemm_2x32_64x4_put2(beta == 0.0f ? value : value + beta * vload2(0, c), c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

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
    /* A map of each operand as it is made. */
    __local uint a_draft[32] __attribute__((aligned(128))), b_draft[32] __attribute__((aligned(128)));
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
        __global uchar *const a_map = maps + (long)(first_tile) * 256;
        __global uchar *const b_map = a_map + 128;
        if (mapped && first_tile < tiles && lane < 32) {
            gemm_2x32_64x4_make_map(a_map, a_draft, A, lda, K, M, 128, lane);
            gemm_2x32_64x4_make_map(b_map, b_draft, B, ldb, N, K, 64, lane);
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
