/*
 * gemm_16x2_2x16: C = alpha * A * B^T + beta * C
 *
 * A in i8, B in i8, C in i32 integers, computed in i32, row-major; M a multiple of 32, N a multiple of 32, K a multiple of 64.
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
 * A work-item computes 16 x 2 elements of C: 16 along M by 2 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {16, 2}, global size {16 * ceil(N / 32), 2 * ceil(M / 32)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --layout row --transpose nt --edges exact --family matrix --engine emulated:dpas16 --tile 16x2 --wg 2x16 --stages 2
 */

/*
 * The fragment of A from row `first` and element `step` of K on: 8 rows, 32 elements along K. Lane l holds
 * all rows, 2 elements of K from 2 l on. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static short8 gemm_16x2_2x16_load_a(
    const __local uchar (*const tile)[80], const int first, const int step, const int lane)
{
    const int row = first;
    const int k = step + lane * 2;
    return (short8)(
        *(const __local short *)&tile[row][k],
        *(const __local short *)&tile[row + 1][k],
        *(const __local short *)&tile[row + 2][k],
        *(const __local short *)&tile[row + 3][k],
        *(const __local short *)&tile[row + 4][k],
        *(const __local short *)&tile[row + 5][k],
        *(const __local short *)&tile[row + 6][k],
        *(const __local short *)&tile[row + 7][k]);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 16 columns, 32 elements along K. Lane l holds
 * column l, all of K. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static int8 gemm_16x2_2x16_load_b(
    const __local uchar (*const tile)[80], const int first, const int step, const int lane)
{
    const int column = first + lane;
    const int k = step;
    return vload8(0, (const __local int *)&tile[column][k]);
}

/* Element `at` of those that all lanes have put into local memory. */
static int gemm_16x2_2x16_held(const __local uchar *const registers, const int at)
{
    const __local char *const elements = (const __local char *)registers;
    return (int)elements[at];
}

/*
 * C += A * B, fragments of 8 x 16 x 32, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * column l, row i in element i; of A and B what gemm_16x2_2x16_load_a and gemm_16x2_2x16_load_b give.
 */
__attribute__((always_inline)) static int8 gemm_16x2_2x16_multiply(
    __local uchar *const exchange, const int lane, const short8 a, const int8 b, const int8 c)
{
    __local uchar *const left = exchange;
    __local uchar *const right = exchange + 256;
    int8 sum = c;
    vstore8(a, lane, (__local short *)left);
    vstore8(b, lane, (__local int *)right);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 32; ++k) {
        const int of_column = gemm_16x2_2x16_held(right, lane * 32 + k);
        sum += of_column * (int8)(
            gemm_16x2_2x16_held(left, k / 2 * 16 + k % 2),
            gemm_16x2_2x16_held(left, k / 2 * 16 + 2 + k % 2),
            gemm_16x2_2x16_held(left, k / 2 * 16 + 4 + k % 2),
            gemm_16x2_2x16_held(left, k / 2 * 16 + 6 + k % 2),
            gemm_16x2_2x16_held(left, k / 2 * 16 + 8 + k % 2),
            gemm_16x2_2x16_held(left, k / 2 * 16 + 10 + k % 2),
            gemm_16x2_2x16_held(left, k / 2 * 16 + 12 + k % 2),
            gemm_16x2_2x16_held(left, k / 2 * 16 + 14 + k % 2));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

/*
 * Copies a tile of A into local memory: 32 rows, 64 elements along K each.
 */
static void gemm_16x2_2x16_copy_a(
    __local uchar (*const tile)[80], const __global uchar *const A, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 4; ++pass) {
            const int number = pass * 32 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(row + line) * lda + k + at;
            *(__local uchar16 *)&tile[line][at] = *(const __global uchar16 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 4; ++pass) {
        const int number = pass * 32 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(row + line) * lda + k + at;
        for (int i = 0; i < 16; ++i)
            tile[line][at + i] = A[from + i];
    }
}

/*
 * Copies a tile of B into local memory: 32 columns, 64 elements along K each.
 */
static void gemm_16x2_2x16_copy_b(
    __local uchar (*const tile)[80], const __global uchar *const B, const int ldb, const int column, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 4; ++pass) {
            const int number = pass * 32 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(column + line) * ldb + k + at;
            *(__local uchar16 *)&tile[line][at] = *(const __global uchar16 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 4; ++pass) {
        const int number = pass * 32 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(column + line) * ldb + k + at;
        for (int i = 0; i < 16; ++i)
            tile[line][at + i] = B[from + i];
    }
}

/* C = alpha * product + beta * C for one element. */
static void gemm_16x2_2x16_store(
    __global int *const c,
    const int alpha, const int product, const int beta)
{
    const int value = alpha * product;
    c[0] = beta == 0 ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(16, 2, 1)))
void gemm_16x2_2x16(
    const int M, const int N, const int K, const int alpha,
    __global const char *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 16;
    const int lane = item % 16;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = sub_group * 16;
    const int row = first_row + tile_row;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane;
    __local uchar a_tile[2][32][80] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda) % 16 == 0;
    __local uchar b_tile[2][32][80] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb) % 16 == 0;
    __local uchar exchange[2][768] __attribute__((aligned(16)));

    int8 c_0_0 = 0, c_0_1 = 0;
    int8 c_1_0 = 0, c_1_1 = 0;

    /* The first 1 tiles of each operand. */
    for (int filled = 0; filled < 1; ++filled) {
        const int next = filled * 64;
        if (next < depth) {
            gemm_16x2_2x16_copy_a(a_tile[filled], (const __global uchar *)A, lda, first_row, next, a_wide, item);
            gemm_16x2_2x16_copy_b(b_tile[filled], (const __global uchar *)B, ldb, first_column, next, b_wide, item);
        }
    }
    for (int k = 0; k < depth; k += 64) {
        const int used = k / 64 % 2;
        const int next = k + 64;
        /* Tile `used` is complete. No work-item still reads the tile before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 64; step += 32) {
            const short8 a_0 = gemm_16x2_2x16_load_a(a_tile[used], tile_row, step, lane);
            const short8 a_1 = gemm_16x2_2x16_load_a(a_tile[used], tile_row + 8, step, lane);
            const int8 b_0 = gemm_16x2_2x16_load_b(b_tile[used], tile_column, step, lane);
            const int8 b_1 = gemm_16x2_2x16_load_b(b_tile[used], tile_column + 16, step, lane);
            c_0_0 = gemm_16x2_2x16_multiply(exchange[sub_group], lane, a_0, b_0, c_0_0);
            c_0_1 = gemm_16x2_2x16_multiply(exchange[sub_group], lane, a_0, b_1, c_0_1);
            c_1_0 = gemm_16x2_2x16_multiply(exchange[sub_group], lane, a_1, b_0, c_1_0);
            c_1_1 = gemm_16x2_2x16_multiply(exchange[sub_group], lane, a_1, b_1, c_1_1);
        }

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 64 % 2;
            gemm_16x2_2x16_copy_a(a_tile[filled], (const __global uchar *)A, lda, first_row, next, a_wide, item);
            gemm_16x2_2x16_copy_b(b_tile[filled], (const __global uchar *)B, ldb, first_column, next, b_wide, item);
        }
    }

    gemm_16x2_2x16_store(C + (long)row * ldc + column, alpha, c_0_0.s0, beta);
    gemm_16x2_2x16_store(C + (long)row * ldc + column + 16, alpha, c_0_1.s0, beta);
    gemm_16x2_2x16_store(C + (long)(row + 1) * ldc + column, alpha, c_0_0.s1, beta);
    gemm_16x2_2x16_store(C + (long)(row + 1) * ldc + column + 16, alpha, c_0_1.s1, beta);
    gemm_16x2_2x16_store(C + (long)(row + 2) * ldc + column, alpha, c_0_0.s2, beta);
    gemm_16x2_2x16_store(C + (long)(row + 2) * ldc + column + 16, alpha, c_0_1.s2, beta);
    gemm_16x2_2x16_store(C + (long)(row + 3) * ldc + column, alpha, c_0_0.s3, beta);
    gemm_16x2_2x16_store(C + (long)(row + 3) * ldc + column + 16, alpha, c_0_1.s3, beta);
    gemm_16x2_2x16_store(C + (long)(row + 4) * ldc + column, alpha, c_0_0.s4, beta);
    gemm_16x2_2x16_store(C + (long)(row + 4) * ldc + column + 16, alpha, c_0_1.s4, beta);
    gemm_16x2_2x16_store(C + (long)(row + 5) * ldc + column, alpha, c_0_0.s5, beta);
    gemm_16x2_2x16_store(C + (long)(row + 5) * ldc + column + 16, alpha, c_0_1.s5, beta);
    gemm_16x2_2x16_store(C + (long)(row + 6) * ldc + column, alpha, c_0_0.s6, beta);
    gemm_16x2_2x16_store(C + (long)(row + 6) * ldc + column + 16, alpha, c_0_1.s6, beta);
    gemm_16x2_2x16_store(C + (long)(row + 7) * ldc + column, alpha, c_0_0.s7, beta);
    gemm_16x2_2x16_store(C + (long)(row + 7) * ldc + column + 16, alpha, c_0_1.s7, beta);
    gemm_16x2_2x16_store(C + (long)(row + 8) * ldc + column, alpha, c_1_0.s0, beta);
    gemm_16x2_2x16_store(C + (long)(row + 8) * ldc + column + 16, alpha, c_1_1.s0, beta);
    gemm_16x2_2x16_store(C + (long)(row + 9) * ldc + column, alpha, c_1_0.s1, beta);
    gemm_16x2_2x16_store(C + (long)(row + 9) * ldc + column + 16, alpha, c_1_1.s1, beta);
    gemm_16x2_2x16_store(C + (long)(row + 10) * ldc + column, alpha, c_1_0.s2, beta);
    gemm_16x2_2x16_store(C + (long)(row + 10) * ldc + column + 16, alpha, c_1_1.s2, beta);
    gemm_16x2_2x16_store(C + (long)(row + 11) * ldc + column, alpha, c_1_0.s3, beta);
    gemm_16x2_2x16_store(C + (long)(row + 11) * ldc + column + 16, alpha, c_1_1.s3, beta);
    gemm_16x2_2x16_store(C + (long)(row + 12) * ldc + column, alpha, c_1_0.s4, beta);
    gemm_16x2_2x16_store(C + (long)(row + 12) * ldc + column + 16, alpha, c_1_1.s4, beta);
    gemm_16x2_2x16_store(C + (long)(row + 13) * ldc + column, alpha, c_1_0.s5, beta);
    gemm_16x2_2x16_store(C + (long)(row + 13) * ldc + column + 16, alpha, c_1_1.s5, beta);
    gemm_16x2_2x16_store(C + (long)(row + 14) * ldc + column, alpha, c_1_0.s6, beta);
    gemm_16x2_2x16_store(C + (long)(row + 14) * ldc + column + 16, alpha, c_1_1.s6, beta);
    gemm_16x2_2x16_store(C + (long)(row + 15) * ldc + column, alpha, c_1_0.s7, beta);
    gemm_16x2_2x16_store(C + (long)(row + 15) * ldc + column + 16, alpha, c_1_1.s7, beta);
}
