/*
 * gemm_2x4_32x4: C = alpha * A * B + beta * C
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
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 64 along M by 16 along N.
 * Launch: local size {4, 32}, global size {4 * ceil(N / 16), 32 * ceil(M / 64)}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 * What stands behind //sm_90a: is no comment: the compiler writes PTX for sm_90, which the host turns into PTX for sm_90a (NAME_finalize of the
 * launcher, `finalize` of the manifest).
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --layout row --family matrix --engine wgmma --tile 2x4 --wg 32x4 --tile-k 64 --stages 4 --copy async --for nvidia-hopper
 */

/* Copies 16 bytes to local memory while the work-item goes on. Both addresses are multiples of 16. */
static void gemm_2x4_32x4_copy_async16(__local void *const to, const __global void *const from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((uint)(size_t)to), "l"(from) : "memory");
}

/* The copies of the work-item since the last call are a group. */
static void gemm_2x4_32x4_commit_copies(void)
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}

/* Waits for all groups of the work-item's copies except the last 1. */
static void gemm_2x4_32x4_wait_for_copies(void)
{
    asm volatile("cp.async.wait_group 1;" : : : "memory");
}

/*
 * Index of element `at` of line `line` in a tile of A, swizzled as the engine reads it: of the pieces of
 * 16 bytes of a line, number p is stored at position p ^ line % 8.
 */
static int gemm_2x4_32x4_place_a(const int line, const int at)
{
    return line * 64 + (at ^ line % 8 * 8);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of A from row `first` and element `step` of K on: 64 rows, 16 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start address; from bit 16 on the leading dimension offset, which is not used along K;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 128 bytes.
 */
static ulong gemm_2x4_32x4_describe_a(const __local ushort *const tile, const int first, const int step)
{
    const int at = first * 64 + step;
    return ((uint)(size_t)(tile + at) & 0x3ffffu) >> 4 | 1ul << 16 | 64ul << 32 | 1ul << 62;
}

/*
 * Index of element `at` of line `line` in a tile of B, swizzled as the engine reads it: of the pieces of
 * 16 bytes of a line, number p is stored at position p ^ line / 4 % 2.
 */
static int gemm_2x4_32x4_place_b(const int line, const int at)
{
    return line * 16 + (at ^ line / 4 % 2 * 8);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of B from column `first` and element `step` of K on: 16 columns, 16 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start address; from bit 16 on the leading dimension offset, from panel to panel;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 32 bytes.
 */
static ulong gemm_2x4_32x4_describe_b(const __local ushort *const tile, const int first, const int step)
{
    const int at = step * 16 + first;
    return ((uint)(size_t)(tile + at) & 0x3ffffu) >> 4 | 128ul << 16 | 16ul << 32 | 3ul << 62;
}

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

/* Waits for all groups of multiplications except the last 1. */
static void gemm_2x4_32x4_wait_for_products(void)
{
    asm volatile("//sm_90a: wgmma.wait_group.sync.aligned 1;" : : : "memory");
}

/* Waits for all multiplications. The registers of C are named so that nobody reads them before. */
static void gemm_2x4_32x4_complete(float2 *const c_0, float2 *const c_8)
{
    asm volatile("//sm_90a: wgmma.wait_group.sync.aligned 0;"
        : "+f"(c_0[0].x), "+f"(c_0[0].y), "+f"(c_8[0].x), "+f"(c_8[0].y), "+f"(c_0[1].x), "+f"(c_0[1].y), "+f"(c_8[1].x), "+f"(c_8[1].y)
        : : "memory");
}

/*
 * C += A * B, fragments of 64 x 16 x 16, which four warps multiply together while they go on. Lane l holds of C, for every j,
 * columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1: of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 */
static void gemm_2x4_32x4_multiply(float2 *const c_0, float2 *const c_8, const ulong a, const ulong b)
{
    asm volatile("//sm_90a: wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7"
        "}, %8, %9, 1, 1, 1, 0, 1;"
        : "+f"(c_0[0].x), "+f"(c_0[0].y), "+f"(c_8[0].x), "+f"(c_8[0].y), "+f"(c_0[1].x), "+f"(c_0[1].y), "+f"(c_8[1].x), "+f"(c_8[1].y)
        : "l"(a), "l"(b));
}

/* Stores 2 elements at once where that is possible. */
static void gemm_2x4_32x4_put2(const float2 value, __global float *const c)
{
    if ((size_t)c % 8 == 0)
        *(__global float2 *)c = value;
    else
        vstore2(value, 0, c);
}

/*
 * Copies a tile of A into local memory: 64 rows, 64 elements along K each; zero beyond the edges.
 */
static void gemm_2x4_32x4_copy_a(
    __local ushort *const tile, const __global ushort *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 64 <= M && k + 64 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 4; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 8;
            const int at = number % 8 * 8;
            const long from = (long)(row + line) * lda + k + at;
            gemm_2x4_32x4_copy_async16(&tile[gemm_2x4_32x4_place_a(line, at)], A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 4; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 8;
        const int at = number % 8 * 8;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 8 <= K) {
            gemm_2x4_32x4_copy_async16(&tile[gemm_2x4_32x4_place_a(line, at)], A + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[gemm_2x4_32x4_place_a(line, at + i)] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 64 steps of K, 16 columns each; zero beyond the edges.
 */
static void gemm_2x4_32x4_copy_b(
    __local ushort *const tile, const __global ushort *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && k + 64 <= K && column + 16 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 2;
            const int at = number % 2 * 8;
            const long from = (long)(k + line) * ldb + column + at;
            gemm_2x4_32x4_copy_async16(&tile[gemm_2x4_32x4_place_b(line, at)], B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 2;
        const int at = number % 2 * 8;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && k + line < K && column + at + 8 <= N) {
            gemm_2x4_32x4_copy_async16(&tile[gemm_2x4_32x4_place_b(line, at)], B + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[gemm_2x4_32x4_place_b(line, at + i)] = k + line < K && column + at + i < N ? B[from + i] : 0;
        }
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x4_32x4_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        gemm_2x4_32x4_put2(beta == 0.0f ? value : value + beta * vload2(0, c), c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(4, 32, 1)))
void gemm_2x4_32x4(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int first_row = get_group_id(1) * 64;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local ushort a_tile[4][4096] __attribute__((aligned(1024)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[4][1024] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;

    float2 c_0[2] = {(float2)0.0f}, c_1[2] = {(float2)0.0f};

    /* The first 2 tiles of each operand. */
    for (int filled = 0; filled < 2; ++filled) {
        const int next = filled * 64;
        if (next < depth) {
            gemm_2x4_32x4_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x4_32x4_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x4_32x4_commit_copies();
    }
    for (int k = 0; k < depth; k += 64) {
        const int used = k / 64 % 4;
        const int next = k + 128;
        gemm_2x4_32x4_wait_for_copies();
        gemm_2x4_32x4_show_engine_local_memory();
        /* Tile `used` is complete. No work-item still reads the tile two before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);

        gemm_2x4_32x4_begin_products();
        #pragma unroll
        for (int step = 0; step < 64; step += 16) {
            const ulong a_0 = gemm_2x4_32x4_describe_a(a_tile[used], tile_row, step);
            const ulong b_0 = gemm_2x4_32x4_describe_b(b_tile[used], tile_column, step);
            gemm_2x4_32x4_multiply(c_0, c_1, a_0, b_0);
        }
        gemm_2x4_32x4_commit_products();

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 64 % 4;
            gemm_2x4_32x4_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x4_32x4_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x4_32x4_commit_copies();
        gemm_2x4_32x4_wait_for_products();
    }

    gemm_2x4_32x4_complete(c_0, c_1);

    if (row < M) {
        gemm_2x4_32x4_store2(C + (long)row * ldc + column, N - column, alpha, c_0[0], beta);
        gemm_2x4_32x4_store2(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0[1], beta);
    }
    if (row + 8 < M) {
        gemm_2x4_32x4_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1[0], beta);
        gemm_2x4_32x4_store2(C + (long)(row + 8) * ldc + column + 8, N - (column + 8), alpha, c_1[1], beta);
    }
}
