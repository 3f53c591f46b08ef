/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-b q4_0 --layout row --transpose nt --family matrix --engine mma --tile 2x2 --wg 8x8 --tile-k 64 --stages 4 --copy async --for nvidia-hopper
 */

/* Eight bytes, two by two, each of them in 16 bits. */
static uint4 gemm_2x2_8x8_in_pairs(const ushort4 bytes)
{
    const uint4 pairs = convert_uint4(bytes);
    return (pairs | pairs << 8) & 0x00ff00ffu;
}

/* Of two halves each: (quants - zero) * scale + least. The difference is exact, the rest is rounded once. */
static uint gemm_2x2_8x8_fused(const uint quants, const uint zero, const uint scale, const uint least)
{
    uint result;
    asm("{ .reg .b32 whole; sub.rn.f16x2 whole, %1, %2; fma.rn.f16x2 %0, whole, %3, %4; }"
        : "=r"(result) : "r"(quants), "r"(zero), "r"(scale), "r"(least));
    return result;
}

/* The same of eight halves. */
static uint4 gemm_2x2_8x8_fused4(const uint4 quants, const uint zero, const uint scale, const uint least)
{
    return (uint4)(
        gemm_2x2_8x8_fused(quants.s0, zero, scale, least), gemm_2x2_8x8_fused(quants.s1, zero, scale, least),
        gemm_2x2_8x8_fused(quants.s2, zero, scale, least), gemm_2x2_8x8_fused(quants.s3, zero, scale, least));
}

/* A block of 32 elements: scale * (quant - 8), quants of 4 bits. */
typedef struct {
    ushort scale;
    uchar quants[16];
} gemm_2x2_8x8_q4_0;

/* 16 elements of a block, two halves in each number: 8 from element `at` on, which is 0 or 8, then 8 from at + 16 on. */
static uint8 gemm_2x2_8x8_q4_0_halves(const __local gemm_2x2_8x8_q4_0 *const block, const int at)
{
    const uint scale = block->scale * 0x10001u;
    const uint4 bytes = gemm_2x2_8x8_in_pairs(vload4(0, (const __local ushort *)(block->quants + at)));
    const uint4 lower = bytes & 0x000f000fu | 0x64006400u;
    const uint4 upper = bytes >> 4 & 0x000f000fu | 0x64006400u;
    const uint zero = 0x64086408u;
    const uint least = 0x80008000u;
    uint8 elements;
    elements.lo = gemm_2x2_8x8_fused4(lower, zero, scale, least);
    elements.hi = gemm_2x2_8x8_fused4(upper, zero, scale, least);
    return elements;
}

/* Copies 16 bytes to local memory while the work-item goes on. Both addresses are multiples of 16. */
static void gemm_2x2_8x8_copy_async16(__local void *const to, const __global void *const from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((uint)(size_t)to), "l"(from) : "memory");
}

/* ... */

/* The copies of the work-item since the last call are a group. */
static void gemm_2x2_8x8_commit_copies(void)
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}

/* Waits for all groups of the work-item's copies except the last 1. */
static void gemm_2x2_8x8_wait_for_copies(void)
{
    asm volatile("cp.async.wait_group 1;" : : : "memory");
}

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint4 gemm_2x2_8x8_load_a(
    const __local ushort (*const tile)[72], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step + lane / 16 * 8;
    uint r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"((uint)(size_t)&tile[row][k]) : "memory");
    return (uint4)(r0, r1, r2, r3);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 16 elements along K. Lane l holds
 * column l / 4; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint2 gemm_2x2_8x8_load_b(
    const __local ushort (*const tile)[72], const int first, const int step, const int lane)
{
    const int column = first + lane % 8;
    const int k = step + lane / 8 % 2 * 8;
    uint r0, r1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
        : "=r"(r0), "=r"(r1) : "r"((uint)(size_t)&tile[column][k]) : "memory");
    return (uint2)(r0, r1);
}

/* ... */

/*
 * Copies a tile of B into local memory, as blocks: 16 columns, 18 ushorts along K each; zero beyond the edges.
 * ldb, k and K count ushorts too.
 */
static void gemm_2x2_8x8_copy_b(
    __local ushort (*const tile)[18], const __global ushort *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && column + 16 <= N && k + 18 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 3; ++pass) {
            const int number = pass * 64 + item;
            if (number >= 144)
                break;
            const int line = number / 9;
            const int at = number % 9 * 2;
            const long from = (long)(column + line) * ldb + k + at;
            gemm_2x2_8x8_copy_async4(&tile[line][at], B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 3; ++pass) {
        const int number = pass * 64 + item;
        if (number >= 144)
            break;
        const int line = number / 9;
        const int at = number % 9 * 2;
        const long from = (long)(column + line) * ldb + k + at;
        if (wide && column + line < N && k + at + 2 <= K) {
            gemm_2x2_8x8_copy_async4(&tile[line][at], B + from);
        } else {
            for (int i = 0; i < 2; ++i)
                tile[line][at + i] = column + line < N && k + at + i < K ? B[from + i] : 0;
        }
    }
}

/* Makes a tile of elements of B of its blocks in local memory: 16 columns, 64 elements along K each. */
static void gemm_2x2_8x8_unpack_b(
    __local ushort (*const tile)[72], const __local ushort (*const blocks)[18], const int item)
{
    #pragma unroll
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        /* Neighbours have lines of their own, which lie in different banks. */
        const int line = number % 16;
        const int block = number / 16 / 2;
        const int at = number / 16 % 2 * 8;
        const uint8 halves = gemm_2x2_8x8_q4_0_halves((const __local gemm_2x2_8x8_q4_0 *)blocks[line] + block, at);
        *(__local uint4 *)&tile[line][block * 32 + at] = halves.lo;
        *(__local uint4 *)&tile[line][block * 32 + at + 16] = halves.hi;
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x2_8x8_store2(
    __global half *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore_half2(beta == 0.0f ? value : value + beta * vload_half2(0, c), 0, c);
        return;
    }
    if (room > 0)
        vstore_half(beta == 0.0f ? value.s0 : value.s0 + beta * vload_half(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x2_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const gemm_2x2_8x8_q4_0 *restrict B, const int ldb,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = sub_group % 2 * 8;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local ushort a_tile[4][16][72] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[2][16][72] __attribute__((aligned(16)));
    __local ushort b_blocks[4][16][18] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 4 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb / 32 * 18) % 4 == 0;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

    /* Tiles ahead of the loop. */
    for (int filled = 0; filled < 3; ++filled) {
        const int next = filled * 64;
        if (next < depth) {
            gemm_2x2_8x8_copy_a(a_tile[filled], (const __global ushort *)A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x2_8x8_copy_b(b_blocks[filled], (const __global ushort *)B, ldb / 32 * 9, first_column, next / 32 * 9, N, K / 32 * 9, b_wide, item);
        }
        gemm_2x2_8x8_commit_copies();
    }
    gemm_2x2_8x8_wait_for_copies();
    barrier(CLK_LOCAL_MEM_FENCE);
    if (depth > 0) {
        gemm_2x2_8x8_unpack_b(b_tile[0], b_blocks[0], item);
    }
    /* Half of the sub-groups make elements before they multiply, the others behind that: so the engine is busy all the time. */
    const bool early = sub_group < 1;
    for (int k = 0; k < depth; k += 64) {
        const int used = k / 64 % 4;
        const int made = k / 64 % 2;
        const int next = k + 192;
        gemm_2x2_8x8_wait_for_copies();
        const bool more = k + 64 < depth;
        /* Tile `used`, elements `made` of its blocks and the blocks behind these are complete, and nobody reads the one before it, which is filled next. */
        barrier(CLK_LOCAL_MEM_FENCE);

        if (early && more) {
            gemm_2x2_8x8_unpack_b(b_tile[1 - made], b_blocks[(used + 1) % 4], item);
        }
        #pragma unroll
        for (int step = 0; step < 64; step += 16) {
            const uint4 a_0 = gemm_2x2_8x8_load_a(a_tile[used], tile_row, step, lane);
            const uint2 b_0 = gemm_2x2_8x8_load_b(b_tile[made], tile_column, step, lane);
            gemm_2x2_8x8_multiply(&c_0_0, &c_1_0, a_0, b_0);
        }
        if (!early && more) {
            gemm_2x2_8x8_unpack_b(b_tile[1 - made], b_blocks[(used + 1) % 4], item);
        }

        if (next < depth) {
            const int filled = next / 64 % 4;
            gemm_2x2_8x8_copy_a(a_tile[filled], (const __global ushort *)A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x2_8x8_copy_b(b_blocks[filled], (const __global ushort *)B, ldb / 32 * 9, first_column, next / 32 * 9, N, K / 32 * 9, b_wide, item);
        }
        gemm_2x2_8x8_commit_copies();
    }

    if (row < M) {
        gemm_2x2_8x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 8 < M) {
        gemm_2x2_8x8_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
    }
}
