/*
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --layout row --transpose tt --edges pad --family matrix --engine emulated:mfma --pretranspose a --tile 8x1 --wg 4x16
 */

/*
 * Transposes A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_transposed: `stride`.
 * A is K x M, row-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {32 * ceil(M / 32), 64 * ceil(K / 64)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_8x1_4x16_transpose_a(
    const int M, const int K,
    __global const char *restrict A, const int lda,
    __global char *restrict A_transposed)
{
    const int stride = (K + 63) / 64 * 64;
    __local char tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    tile[j][i] = x < M && y < K ? A[(long)y * lda + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    A_transposed[(long)line * stride + place] = tile[i][j];
}

/* ... */

/* Element `at` of those that all lanes have put into local memory. */
static int gemm_8x1_4x16_held(const __local uchar *const registers, const int at)
{
    const __local char *const elements = (const __local char *)registers;
    return (int)elements[at];
}

/*
 * C += A * B, fragments of 16 x 16 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * column l % 16, row 4 (l / 16) + i in element i; of A and B what gemm_8x1_4x16_load_a and gemm_8x1_4x16_load_b give.
 */
__attribute__((always_inline)) static int4 gemm_8x1_4x16_multiply(
    __local uchar *const exchange, const int lane, const uint a, const uint b, const int4 c)
{
    __local uchar *const left = exchange;
    __local uchar *const right = exchange + 256;
    int4 sum = c;
    ((__local uint *)left)[lane] = a;
    ((__local uint *)right)[lane] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) {
        const int of_column = gemm_8x1_4x16_held(right, (lane % 16 + k / 4 * 16) * 4 + k % 4);
        sum += of_column * (int4)(
            gemm_8x1_4x16_held(left, (lane / 16 * 4 + k / 4 * 16) * 4 + k % 4),
            gemm_8x1_4x16_held(left, (lane / 16 * 4 + 1 + k / 4 * 16) * 4 + k % 4),
            gemm_8x1_4x16_held(left, (lane / 16 * 4 + 2 + k / 4 * 16) * 4 + k % 4),
            gemm_8x1_4x16_held(left, (lane / 16 * 4 + 3 + k / 4 * 16) * 4 + k % 4));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

/*
 * Copies a tile of A into local memory: 32 rows, 64 elements along K each.
 */
static void gemm_8x1_4x16_copy_a(
    __local uchar (*const tile)[80], const __global uchar *const A_transposed, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(row + line) * lda + k + at;
            *(__local uchar16 *)&tile[line][at] = *(const __global uchar16 *)(A_transposed + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(row + line) * lda + k + at;
        for (int i = 0; i < 16; ++i)
            tile[line][at + i] = A_transposed[from + i];
    }
}

/* ... */

__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_8x1_4x16(
    const int M, const int N, const int K, const int alpha,
    __global const char *restrict A_transposed,
    __global const char *restrict B_padded,
    __global int *restrict C_padded)
{
    const int lda = (K + 63) / 64 * 64;
    const int ldb = (K + 63) / 64 * 64;
    const int ldc = (N + 15) / 16 * 16;
    const int depth = alpha == 0 ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 64;
    const int lane = item % 64;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 16 * 4;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 16;
    __local uchar a_tile[32][80] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A_transposed | (size_t)lda) % 16 == 0;
    __local uchar b_tile[16][80] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B_padded | (size_t)ldb) % 16 == 0;
    __local uchar exchange[1][512] __attribute__((aligned(16)));

    int4 c_0_0 = 0, c_1_0 = 0;

    for (int k = 0; k < depth; k += 64) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_8x1_4x16_copy_a(a_tile, (const __global uchar *)A_transposed, lda, first_row, k, a_wide, item);
        gemm_8x1_4x16_copy_b(b_tile, (const __global uchar *)B_padded, ldb, first_column, k, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 64; step += 16) {
            const uint a_0 = gemm_8x1_4x16_load_a(a_tile, tile_row, step, lane);
            const uint a_1 = gemm_8x1_4x16_load_a(a_tile, tile_row + 16, step, lane);
            const uint b_0 = gemm_8x1_4x16_load_b(b_tile, tile_column, step, lane);
            c_0_0 = gemm_8x1_4x16_multiply(exchange[sub_group], lane, a_0, b_0, c_0_0);
            c_1_0 = gemm_8x1_4x16_multiply(exchange[sub_group], lane, a_1, b_0, c_1_0);
        }
    }

    gemm_8x1_4x16_store(C_padded + (long)row * ldc + column, alpha, c_0_0.s0);
    gemm_8x1_4x16_store(C_padded + (long)(row + 1) * ldc + column, alpha, c_0_0.s1);
    gemm_8x1_4x16_store(C_padded + (long)(row + 2) * ldc + column, alpha, c_0_0.s2);
    gemm_8x1_4x16_store(C_padded + (long)(row + 3) * ldc + column, alpha, c_0_0.s3);
    gemm_8x1_4x16_store(C_padded + (long)(row + 16) * ldc + column, alpha, c_1_0.s0);
    gemm_8x1_4x16_store(C_padded + (long)(row + 17) * ldc + column, alpha, c_1_0.s1);
    gemm_8x1_4x16_store(C_padded + (long)(row + 18) * ldc + column, alpha, c_1_0.s2);
    gemm_8x1_4x16_store(C_padded + (long)(row + 19) * ldc + column, alpha, c_1_0.s3);
}
