/*
 * gemm_2x2_16x16: C = alpha * A * B + beta * C
 *
 * A in bfloat16, B in bfloat16, C in single precision, computed in single, row-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_panels  op(A) in panels of 32 rows
 *   B_panels  op(B) in panels of 32 columns
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch after gemm_2x2_16x16_pack_a and gemm_2x2_16x16_pack_b:
 *   local size {256, 1}, global size {256 * ceil(N / 32), ceil(M / 32)}.
 *
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

/*
 * The fragment of B_panels from column `first` and element `step` of K on: 8 columns, 16 elements along K. Lane l holds
 * column l / 4; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint2 gemm_2x2_16x16_load_b(
    const __local ushort *const block, const int first, const int step, const int lane)
{
    const __local ushort *const from = block + step * 32 + first * 16 + lane * 4;
    return (uint2)(as_uint2(vload4(0, from)));
}

/* Element `part` of register `number` of a lane, of which all lanes have put `count` into local memory. */
static float gemm_2x2_16x16_held(
    const __local ushort *const registers, const int count, const int lane, const int number, const int part)
{
    const __local ushort *const elements = (const __local ushort *)registers;
    const int at = (lane * count + number) * 2 + part;
    return as_float((uint)elements[at] << 16);
}

/*
 * C += A * B, fragments of 16 x 8 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row l / 4 + 8 in *c_8; of A and B what gemm_2x2_16x16_load_a and gemm_2x2_16x16_load_b give.
 */
static void gemm_2x2_16x16_multiply(
    __local ushort *const exchange, const int lane,
    float2 *const c_0, float2 *const c_8, const uint4 a, const uint2 b)
{
    __local ushort *const left = exchange;
    __local ushort *const right = exchange + 32 * 4 * 2;
    vstore8(as_ushort8(a), lane, left);
    vstore4(as_ushort4(b), lane, right);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) {
        const int along = k / 2;
        const int part = k % 2;
        const int of_row = lane / 4 * 4 + along % 4;
        const int of_column = lane % 4 * 8 + along % 4;
        const float2 of_k = (float2)(
            gemm_2x2_16x16_held(right, 2, of_column, along / 4, part),
            gemm_2x2_16x16_held(right, 2, of_column + 4, along / 4, part));
        *c_0 += gemm_2x2_16x16_held(left, 4, of_row, along / 4 * 2, part) * of_k;
        *c_8 += gemm_2x2_16x16_held(left, 4, of_row, along / 4 * 2 + 1, part) * of_k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Copies a block of a panel, in vectors of 16 bytes, in place of a copy in bulk. */
static void gemm_2x2_16x16_copy_block(__local ushort *const to, const __global ushort *const from, const int bytes, const int item)
{
    for (int i = item; i < bytes / 16; i += 256)
        ((__local uint4 *)to)[i] = ((const __global uint4 *)from)[i];
}

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M.
 */
static int2 gemm_2x2_16x16_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    return (int2)(number % column_tiles, number / column_tiles);
}

/* The element of op(A) at a row and a step of K; zero beyond the edges. */
static ushort gemm_2x2_16x16_a_element(
    const __global ushort *const A, const int lda, const int row, const int k, const int M, const int K)
{
    const long from = (long)row * lda + k;
    if (row >= M || k >= K)
        return 0;
    return A[from];
}

/*
 * Packs op(A) into A_panels, panels of 32 rows and of all blocks of 32 steps of K. A block has fragments of 16 rows and 16 steps,
 * those along the rows first; of each of 32 lanes the 8 elements that it loads at once. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {128, 1}, global size {128 * ceil(K / 32), ceil(M / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x2_16x16_pack_a(
    const int M, const int K,
    __global const ushort *restrict A, const int lda,
    __global ushort *restrict A_panels)
{
    const int blocks = (K + 31) / 32;
    const int first_row = get_group_id(1) * 32;
    const int first_k = get_group_id(0) * 32;
    __global ushort8 *const loads = (__global ushort8 *)(A_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 1024);
    for (int load = get_local_id(0); load < 128; load += 128) {
        const int lane = load % 32;
        const int fragment = load / 32;
        const int row = first_row + fragment % 2 * 16 + lane / 4;
        const int k = first_k + fragment / 2 * 16 + lane % 4 * 2;
        loads[load] = (ushort8)(
            gemm_2x2_16x16_a_element(A, lda, row, k, M, K),
            gemm_2x2_16x16_a_element(A, lda, row, k + 1, M, K),
            gemm_2x2_16x16_a_element(A, lda, row + 8, k, M, K),
            gemm_2x2_16x16_a_element(A, lda, row + 8, k + 1, M, K),
            gemm_2x2_16x16_a_element(A, lda, row, k + 8, M, K),
            gemm_2x2_16x16_a_element(A, lda, row, k + 9, M, K),
            gemm_2x2_16x16_a_element(A, lda, row + 8, k + 8, M, K),
            gemm_2x2_16x16_a_element(A, lda, row + 8, k + 9, M, K));
    }
}

/* The element of op(B) at a column and a step of K; zero beyond the edges. */
static ushort gemm_2x2_16x16_b_element(
    const __global ushort *const B, const int ldb, const int column, const int k, const int N, const int K)
{
    const long from = (long)k * ldb + column;
    if (column >= N || k >= K)
        return 0;
    return B[from];
}

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

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x2_16x16_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

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
