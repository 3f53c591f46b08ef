/*
 * gemm_4x2_8x8: C = alpha * A^T * B + beta * C
 *
 * A in u8, B in u8, C in i32 integers, computed in i32, row-major; M a multiple of 32, N a multiple of 16, K a multiple of 64.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, row-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 2 elements of C: 4 along M by 2 along N.
 * A work-group computes 32 along M by 16 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 16), 8 * ceil(M / 32)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type u8 --layout row --transpose tn --edges exact --family matrix --engine emulated:mma --tile 4x2 --wg 8x8
 */

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 32 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 4 (l % 4) to 4 (l % 4) + 3, and those 16 further.
 */
static uint4 gemm_4x2_8x8_load_a(
    const __local uchar (*const tile)[48], const int first, const int step, const int lane)
{
    const int row = first + lane / 4;
    const int k = step + lane % 4 * 4;
    return (uint4)(
        as_uint((uchar4)(tile[k][row], tile[k + 1][row], tile[k + 2][row], tile[k + 3][row])),
        as_uint((uchar4)(tile[k][row + 8], tile[k + 1][row + 8], tile[k + 2][row + 8], tile[k + 3][row + 8])),
        as_uint((uchar4)(tile[k + 16][row], tile[k + 17][row], tile[k + 18][row], tile[k + 19][row])),
        as_uint((uchar4)(tile[k + 16][row + 8], tile[k + 17][row + 8], tile[k + 18][row + 8], tile[k + 19][row + 8])));
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 32 elements along K. Lane l holds
 * column l / 4; along K elements 4 (l % 4) to 4 (l % 4) + 3, and those 16 further.
 */
static uint2 gemm_4x2_8x8_load_b(
    const __local uchar (*const tile)[32], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4 * 4;
    return (uint2)(
        as_uint((uchar4)(tile[k][column], tile[k + 1][column], tile[k + 2][column], tile[k + 3][column])),
        as_uint((uchar4)(tile[k + 16][column], tile[k + 17][column], tile[k + 18][column], tile[k + 19][column])));
}

/* Element `part` of register `number` of a lane, of which all lanes have put `count` into local memory. */
static int gemm_4x2_8x8_held(
    const __local uchar *const registers, const int count, const int lane, const int number, const int part)
{
    const __local uchar *const elements = (const __local uchar *)registers;
    const int at = (lane * count + number) * 4 + part;
    return (int)elements[at];
}

/*
 * C += A * B, fragments of 16 x 8 x 32, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row l / 4 + 8 in *c_8; of A and B what gemm_4x2_8x8_load_a and gemm_4x2_8x8_load_b give.
 */
static void gemm_4x2_8x8_multiply(
    __local uchar *const exchange, const int lane,
    int2 *const c_0, int2 *const c_8, const uint4 a, const uint2 b)
{
    __local uchar *const left = exchange;
    __local uchar *const right = exchange + 32 * 4 * 4;
    vstore16(as_uchar16(a), lane, left);
    vstore8(as_uchar8(b), lane, right);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 32; ++k) {
        const int along = k / 4;
        const int part = k % 4;
        const int of_row = lane / 4 * 4 + along % 4;
        const int of_column = lane % 4 * 8 + along % 4;
        const int2 of_k = (int2)(
            gemm_4x2_8x8_held(right, 2, of_column, along / 4, part),
            gemm_4x2_8x8_held(right, 2, of_column + 4, along / 4, part));
        *c_0 += gemm_4x2_8x8_held(left, 4, of_row, along / 4 * 2, part) * of_k;
        *c_8 += gemm_4x2_8x8_held(left, 4, of_row, along / 4 * 2 + 1, part) * of_k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/*
 * Copies a tile of A into local memory: 64 steps of K, 32 rows each.
 */
static void gemm_4x2_8x8_copy_a(
    __local uchar (*const tile)[48], const __global uchar *const A, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 2;
            const int at = number % 2 * 16;
            const long from = (long)(k + line) * lda + row + at;
            *(__local uchar16 *)&tile[line][at] = *(const __global uchar16 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 2;
        const int at = number % 2 * 16;
        const long from = (long)(k + line) * lda + row + at;
        for (int i = 0; i < 16; ++i)
            tile[line][at + i] = A[from + i];
    }
}

/*
 * Copies a tile of B into local memory: 64 steps of K, 16 columns each.
 */
static void gemm_4x2_8x8_copy_b(
    __local uchar (*const tile)[32], const __global uchar *const B, const int ldb, const int column, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 64 + item;
            const int line = number;
            const int at = 0;
            const long from = (long)(k + line) * ldb + column + at;
            *(__local uchar16 *)&tile[line][at] = *(const __global uchar16 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        const int line = number;
        const int at = 0;
        const long from = (long)(k + line) * ldb + column + at;
        for (int i = 0; i < 16; ++i)
            tile[line][at + i] = B[from + i];
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements. */
static void gemm_4x2_8x8_store2(
    __global int *const c,
    const int alpha, const int2 product, const int beta)
{
    const int2 value = alpha * product;
    vstore2(beta == 0 ? value : value + beta * vload2(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x2_8x8(
    const int M, const int N, const int K, const int alpha,
    __global const uchar *restrict A, const int lda,
    __global const uchar *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = sub_group % 2 * 8;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local uchar a_tile[64][48] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda) % 16 == 0;
    __local uchar b_tile[64][32] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb) % 16 == 0;
    __local uchar exchange[2][768] __attribute__((aligned(16)));

    int2 c_0_0 = 0, c_1_0 = 0, c_2_0 = 0, c_3_0 = 0;

    for (int k = 0; k < depth; k += 64) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_4x2_8x8_copy_a(a_tile, A, lda, first_row, k, a_wide, item);
        gemm_4x2_8x8_copy_b(b_tile, B, ldb, first_column, k, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 64; step += 32) {
            const uint4 a_0 = gemm_4x2_8x8_load_a(a_tile, tile_row, step, lane);
            const uint4 a_1 = gemm_4x2_8x8_load_a(a_tile, tile_row + 16, step, lane);
            const uint2 b_0 = gemm_4x2_8x8_load_b(b_tile, tile_column, step, lane);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0, b_0);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_2_0, &c_3_0, a_1, b_0);
        }
    }

    gemm_4x2_8x8_store2(C + (long)row * ldc + column, alpha, c_0_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 8) * ldc + column, alpha, c_1_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 16) * ldc + column, alpha, c_2_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 24) * ldc + column, alpha, c_3_0, beta);
}
