/*
 * gemm_4x2_8x8: C = alpha * A * B^T + beta * C
 *
 * Half precision, computed in single, row-major; M a multiple of 32, N a multiple of 16, K a multiple of 32.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      N x K, row-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 2 elements of C: 4 along M by 2 along N.
 * A work-group computes 32 along M by 16 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 16), 8 * ceil(M / 32)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --transpose nt --edges exact --family matrix --engine emulated:mma --tile 4x2 --wg 8x8 --stages 2
 */

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint4 gemm_4x2_8x8_load_a(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int row = first + lane / 4;
    const int k = step + lane % 4 * 2;
    return (uint4)(
        as_uint((ushort2)(tile[row][k], tile[row][k + 1])),
        as_uint((ushort2)(tile[row + 8][k], tile[row + 8][k + 1])),
        as_uint((ushort2)(tile[row][k + 8], tile[row][k + 9])),
        as_uint((ushort2)(tile[row + 8][k + 8], tile[row + 8][k + 9])));
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 16 elements along K. Lane l holds
 * column l / 4; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint2 gemm_4x2_8x8_load_b(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4 * 2;
    return (uint2)(
        as_uint((ushort2)(tile[column][k], tile[column][k + 1])),
        as_uint((ushort2)(tile[column][k + 8], tile[column][k + 9])));
}

/* Element `part` of register `number` of a lane, of which all lanes have put `count` into local memory. */
static float gemm_4x2_8x8_held(
    const __local ushort *const registers, const int count, const int lane, const int number, const int part)
{
    const __local half *const elements = (const __local half *)registers;
    const int at = (lane * count + number) * 2 + part;
    return vload_half(at, elements);
}

/*
 * C += A * B, fragments of 16 x 8 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row l / 4 + 8 in *c_8; of A and B what gemm_4x2_8x8_load_a and gemm_4x2_8x8_load_b give.
 */
static void gemm_4x2_8x8_multiply(
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
            gemm_4x2_8x8_held(right, 2, of_column, along / 4, part),
            gemm_4x2_8x8_held(right, 2, of_column + 4, along / 4, part));
        *c_0 += gemm_4x2_8x8_held(left, 4, of_row, along / 4 * 2, part) * of_k;
        *c_8 += gemm_4x2_8x8_held(left, 4, of_row, along / 4 * 2 + 1, part) * of_k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/*
 * Copies a tile of A into local memory: 32 rows, 32 elements along K each.
 */
static void gemm_4x2_8x8_copy_a(
    __local ushort (*const tile)[40], const __global ushort *const A, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 8;
            const long from = (long)(row + line) * lda + k + at;
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(row + line) * lda + k + at;
        for (int i = 0; i < 8; ++i)
            tile[line][at + i] = A[from + i];
    }
}

/*
 * Copies a tile of B into local memory: 16 columns, 32 elements along K each.
 */
static void gemm_4x2_8x8_copy_b(
    __local ushort (*const tile)[40], const __global ushort *const B, const int ldb, const int column, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 8;
            const long from = (long)(column + line) * ldb + k + at;
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(column + line) * ldb + k + at;
        for (int i = 0; i < 8; ++i)
            tile[line][at + i] = B[from + i];
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements. */
static void gemm_4x2_8x8_store2(
    __global half *const c,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    vstore_half2(beta == 0.0f ? value : value + beta * vload_half2(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x2_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = sub_group % 2 * 8;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local ushort a_tile[2][32][40] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[2][16][40] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;
    __local ushort exchange[2][384] __attribute__((aligned(16)));

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    /* The first 1 tiles of each operand. */
    for (int filled = 0; filled < 1; ++filled) {
        const int next = filled * 32;
        if (next < depth) {
            gemm_4x2_8x8_copy_a(a_tile[filled], (const __global ushort *)A, lda, first_row, next, a_wide, item);
            gemm_4x2_8x8_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, next, b_wide, item);
        }
    }
    for (int k = 0; k < depth; k += 32) {
        const int used = k / 32 % 2;
        const int next = k + 32;
        /* Tile `used` is complete. No work-item still reads the tile before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 32; step += 16) {
            const uint4 a_0 = gemm_4x2_8x8_load_a(a_tile[used], tile_row, step, lane);
            const uint4 a_1 = gemm_4x2_8x8_load_a(a_tile[used], tile_row + 16, step, lane);
            const uint2 b_0 = gemm_4x2_8x8_load_b(b_tile[used], tile_column, step, lane);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0, b_0);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_2_0, &c_3_0, a_1, b_0);
        }

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 32 % 2;
            gemm_4x2_8x8_copy_a(a_tile[filled], (const __global ushort *)A, lda, first_row, next, a_wide, item);
            gemm_4x2_8x8_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, next, b_wide, item);
        }
    }

    gemm_4x2_8x8_store2(C + (long)row * ldc + column, alpha, c_0_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 8) * ldc + column, alpha, c_1_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 16) * ldc + column, alpha, c_2_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 24) * ldc + column, alpha, c_3_0, beta);
}
