/*
 * gemm_2x2_32x4: C = alpha * A^T * B + beta * C
 *
 * Single precision, computed in TF32, row-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_panels  op(A) in panels of 64 rows
 *   B_panels  op(B) in panels of 8 columns
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 64 along M by 8 along N.
 * Launch after gemm_2x2_32x4_pack_a and gemm_2x2_32x4_pack_b:
 *   local size {128, 1}, global size {128 * ceil(N / 8), ceil(M / 64)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --compute tf32 --layout row --transpose tn --family matrix --engine emulated:wgmma --tile 2x2 --wg 32x4 --panels ab --tile-k 32 --stages 2 --copy bulk
 */

/* The number of TF32, with 11 binary digits, that is nearest to a single; of two the one that is larger in magnitude. NaN stays NaN. */
static uint gemm_2x2_32x4_rounded(const float value)
{
    return isnan(value) ? 0x7fffffffu : (as_uint(value) + 0x1000u) & ~0x1fffu;
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of A or B from place `first` and element `step` of K on: 8 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start in the tile; from bit 16 on the leading dimension offset, which is not used along K;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 128 bytes.
 */
static ulong gemm_2x2_32x4_describe(const __local float *const tile, const int first, const int step)
{
    const int at = first * 32 + step;
    return ((uint)at * 4 & 0x3ffffu) >> 4 | 1ul << 16 | 64ul << 32 | 1ul << 62;
}

/* Element `k` of place `place` of a fragment of A or B, found in the tile as the engine finds it by the description. */
static float gemm_2x2_32x4_element(
    const __local float *const tile, const ulong description, const int place, const int k)
{
    const uint start = ((uint)description & 0x3fffu) * 16;
    const uint lines = ((uint)(description >> 32) & 0x3fffu) * 16;
    const uint byte = start + place / 8 * lines + place % 8 * 128 + k * 4;
    const uint at = (byte ^ (byte >> 3 & 0x70)) / 4;
    const __local float *const elements = (const __local float *)tile;
    return elements[at];
}

/*
 * C += A * B, fragments of 64 x 8 x 8, on any device. Lane l holds of C, for every j, columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1:
 * of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 * Inlined, as functions that PoCL 3.1 calls find another memory in place of the kernel's tiles.
 */
__attribute__((always_inline)) static void gemm_2x2_32x4_multiply(
    const __local float *const a_tile, const __local float *const b_tile, const int lane,
    float2 *const c_0, float2 *const c_8, const ulong a, const ulong b)
{
    const int row = lane / 32 * 16 + lane % 32 / 4;
    for (int k = 0; k < 8; ++k) {
        const float of_0 = gemm_2x2_32x4_element(a_tile, a, row, k);
        const float of_8 = gemm_2x2_32x4_element(a_tile, a, row + 8, k);
        for (int j = 0; j < 1; ++j) {
            const int column = j * 8 + lane % 4 * 2;
            const float2 of_k = (float2)(
                gemm_2x2_32x4_element(b_tile, b, column, k),
                gemm_2x2_32x4_element(b_tile, b, column + 1, k));
            c_0[j] += of_0 * of_k;
            c_8[j] += of_8 * of_k;
        }
    }
}

/* Stores 2 elements at once where that is possible. */
static void gemm_2x2_32x4_put2(const float2 value, __global float *const c)
{
    if ((size_t)c % 8 == 0)
        *(__global float2 *)c = value;
    else
        vstore2(value, 0, c);
}

/* Copies a block of a panel, in vectors of 16 bytes, in place of a copy in bulk. */
static void gemm_2x2_32x4_copy_block(__local float *const to, const __global float *const from, const int bytes, const int item)
{
    for (int i = item; i < bytes / 16; i += 128)
        ((__local uint4 *)to)[i] = ((const __global uint4 *)from)[i];
}

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M.
 */
static int2 gemm_2x2_32x4_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    return (int2)(number % column_tiles, number / column_tiles);
}

/* The element of op(A) at a row and a step of K; zero beyond the edges. */
static float gemm_2x2_32x4_a_element(
    const __global float *const A, const int lda, const int row, const int k, const int M, const int K)
{
    const long from = (long)k * lda + row;
    if (row >= M || k >= K)
        return 0;
    return as_float(gemm_2x2_32x4_rounded(A[from]));
}

/*
 * Packs op(A) into A_panels, panels of 64 rows and of all blocks of 32 steps of K. A block lies as the engine reads it in local memory:
 * lines of 32 elements along K, one for each row; of the pieces of 16 bytes of a line, number p is stored at position p ^ line % 8. Zero beyond the edges.
 * A is K x M, row-major, leading dimension lda.
 * Launch: local size {256, 1}, global size {256 * ceil(K / 32), ceil(M / 64)}.
 */
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_2x2_32x4_pack_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_panels)
{
    const int blocks = (K + 31) / 32;
    const int first_row = get_group_id(1) * 64;
    const int first_k = get_group_id(0) * 32;
    __global float4 *const loads = (__global float4 *)(A_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 2048);
    for (int load = get_local_id(0); load < 512; load += 256) {
        const int row = first_row + load / 8;
        const int k = first_k + (load % 8 ^ load / 8 % 8) * 4;
        loads[load] = (float4)(
            gemm_2x2_32x4_a_element(A, lda, row, k, M, K),
            gemm_2x2_32x4_a_element(A, lda, row, k + 1, M, K),
            gemm_2x2_32x4_a_element(A, lda, row, k + 2, M, K),
            gemm_2x2_32x4_a_element(A, lda, row, k + 3, M, K));
    }
}

/* The element of op(B) at a column and a step of K; zero beyond the edges. */
static float gemm_2x2_32x4_b_element(
    const __global float *const B, const int ldb, const int column, const int k, const int N, const int K)
{
    const long from = (long)k * ldb + column;
    if (column >= N || k >= K)
        return 0;
    return as_float(gemm_2x2_32x4_rounded(B[from]));
}

/*
 * Packs op(B) into B_panels, panels of 8 columns and of all blocks of 32 steps of K. A block lies as the engine reads it in local memory:
 * lines of 32 elements along K, one for each column; of the pieces of 16 bytes of a line, number p is stored at position p ^ line % 8. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {64, 1}, global size {64 * ceil(K / 32), ceil(N / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gemm_2x2_32x4_pack_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_panels)
{
    const int blocks = (K + 31) / 32;
    const int first_column = get_group_id(1) * 8;
    const int first_k = get_group_id(0) * 32;
    __global float4 *const loads = (__global float4 *)(B_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 256);
    for (int load = get_local_id(0); load < 64; load += 64) {
        const int column = first_column + load / 8;
        const int k = first_k + (load % 8 ^ load / 8 % 8) * 4;
        loads[load] = (float4)(
            gemm_2x2_32x4_b_element(B, ldb, column, k, N, K),
            gemm_2x2_32x4_b_element(B, ldb, column, k + 1, N, K),
            gemm_2x2_32x4_b_element(B, ldb, column, k + 2, N, K),
            gemm_2x2_32x4_b_element(B, ldb, column, k + 3, N, K));
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x2_32x4_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        gemm_2x2_32x4_put2(beta == 0.0f ? value : value + beta * vload2(0, c), c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x2_32x4(
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
    const int row_tiles = (M + 63) / 64;
    const int column_tiles = (N + 7) / 8;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 31) / 32;
    __local float a_tile[2][2048] __attribute__((aligned(1024)));
    __local float b_tile[2][256] __attribute__((aligned(1024)));

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
        const int2 at = gemm_2x2_32x4_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 64;
        const int tile_row = 0;
        const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
        const int first_column = at.x * 8;
        const int tile_column = 0;
        const int column = first_column + tile_column + lane % 4 * 2;

        /* The first blocks of the tile, when no work-item reads those of another one. */
        const int before = number;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int next = 0; next < 1; ++next) {
            if (next < blocks) {
                const int block = next;
                const int filled = (before + next) % 2;
                gemm_2x2_32x4_copy_block(a_tile[filled], A_panels + ((long)at.y * blocks + block) * 2048, 8192, item);
                gemm_2x2_32x4_copy_block(b_tile[filled], B_panels + ((long)at.x * blocks + block) * 256, 1024, item);
            }
        }

        float2 c_0[1] = {(float2)0.0f}, c_1[1] = {(float2)0.0f};

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 2;
            /* Stage `used` is full. No work-item still reads the one before it, which is filled next. */
            barrier(CLK_LOCAL_MEM_FENCE);

            for (int step = 0; step < 32; step += 8) {
                const ulong a_0 = gemm_2x2_32x4_describe(a_tile[used], tile_row, step);
                const ulong b_0 = gemm_2x2_32x4_describe(b_tile[used], tile_column, step);
                gemm_2x2_32x4_multiply(a_tile[used], b_tile[used], lane, c_0, c_1, a_0, b_0);
            }

            const int next = block + 1;
            if (next < blocks) {
                const int block = next;
                const int filled = (before + next) % 2;
                gemm_2x2_32x4_copy_block(a_tile[filled], A_panels + ((long)at.y * blocks + block) * 2048, 8192, item);
                gemm_2x2_32x4_copy_block(b_tile[filled], B_panels + ((long)at.x * blocks + block) * 256, 1024, item);
            }
        }

        if (row < M) {
            gemm_2x2_32x4_store2(C + (long)row * ldc + column, N - column, alpha, c_0[0], beta);
        }
        if (row + 8 < M) {
            gemm_2x2_32x4_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1[0], beta);
        }
    }
}
