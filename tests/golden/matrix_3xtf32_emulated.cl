/*
 * gemm_4x2_8x8: C = alpha * A * B^T + beta * C
 *
 * Single precision, computed in 3 products of TF32, row-major; M a multiple of 32, N a multiple of 16, K a multiple of 16.
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
 * Made by clgemm 0.1.0: clgemm-gen --compute 3xtf32 --layout row --transpose nt --edges exact --family matrix --engine emulated:mma --tile 4x2 --wg 8x8
 */

/*
 * The number of TF32, with 11 binary digits, that is nearest to a single; of two the one that is larger in magnitude. The
 * largest singles, to which infinity is nearest, have the one before it. An infinity has 1 with its sign: its rest is the infinity, so
 * that products with a rest of 0 stay out of it. NaN stays NaN.
 */
static uint gemm_4x2_8x8_head(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = (bits + 0x1000u) & ~0x1fffu;
    if (isnan(value))
        return 0x7fffffffu;
    if (isinf(value))
        return as_uint(copysign(1.0f, value));
    return (nearest & 0x7f800000u) == 0x7f800000u ? bits & ~0x1fffu : nearest;
}

/* What the head leaves of a single, as the number of TF32 nearest to it. */
static uint gemm_4x2_8x8_rest(const float value)
{
    const float left = value - as_float(gemm_4x2_8x8_head(value));
    return isnan(left) ? 0x7fffffffu : (as_uint(left) + 0x1000u) & ~0x1fffu;
}

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 8 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements l % 4 and l % 4 + 4. The low half of the
 * result has the rests of these elements, the high half their heads. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint8 gemm_4x2_8x8_load_a(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int row = first + lane / 4;
    const int k = step + lane % 4;
    return (uint8)(
        gemm_4x2_8x8_rest(tile[row][k]),
        gemm_4x2_8x8_rest(tile[row + 8][k]),
        gemm_4x2_8x8_rest(tile[row][k + 4]),
        gemm_4x2_8x8_rest(tile[row + 8][k + 4]),
        gemm_4x2_8x8_head(tile[row][k]),
        gemm_4x2_8x8_head(tile[row + 8][k]),
        gemm_4x2_8x8_head(tile[row][k + 4]),
        gemm_4x2_8x8_head(tile[row + 8][k + 4]));
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 8 elements along K. Lane l holds
 * column l / 4; along K elements l % 4 and l % 4 + 4. The low half of the
 * result has the rests of these elements, the high half their heads. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint4 gemm_4x2_8x8_load_b(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4;
    return (uint4)(
        gemm_4x2_8x8_rest(tile[column][k]),
        gemm_4x2_8x8_rest(tile[column][k + 4]),
        gemm_4x2_8x8_head(tile[column][k]),
        gemm_4x2_8x8_head(tile[column][k + 4]));
}

/* Element `part` of register `number` of a lane, of which all lanes have put `count` into local memory. */
static float gemm_4x2_8x8_held(
    const __local float *const registers, const int count, const int lane, const int number, const int part)
{
    const __local float *const elements = (const __local float *)registers;
    const int at = (lane * count + number) + part;
    return elements[at];
}

/*
 * C += A * B, fragments of 16 x 8 x 8, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row l / 4 + 8 in *c_8; of A and B a half of what gemm_4x2_8x8_load_a and gemm_4x2_8x8_load_b give.
 */
static void gemm_4x2_8x8_multiply(
    __local float *const exchange, const int lane,
    float2 *const c_0, float2 *const c_8, const uint4 a, const uint2 b)
{
    __local float *const left = exchange;
    __local float *const right = exchange + 32 * 4;
    vstore4(as_float4(a), lane, left);
    vstore2(as_float2(b), lane, right);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) {
        const int along = k;
        const int part = 0;
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
 * Copies a tile of A into local memory: 32 rows, 16 elements along K each.
 */
static void gemm_4x2_8x8_copy_a(
    __local float (*const tile)[24], const __global float *const A, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 4;
            const long from = (long)(row + line) * lda + k + at;
            *(__local float4 *)&tile[line][at] = *(const __global float4 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 4;
        const long from = (long)(row + line) * lda + k + at;
        for (int i = 0; i < 4; ++i)
            tile[line][at + i] = A[from + i];
    }
}

/*
 * Copies a tile of B into local memory: 16 columns, 16 elements along K each.
 */
static void gemm_4x2_8x8_copy_b(
    __local float (*const tile)[24], const __global float *const B, const int ldb, const int column, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 4;
            const long from = (long)(column + line) * ldb + k + at;
            *(__local float4 *)&tile[line][at] = *(const __global float4 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 4;
        const long from = (long)(column + line) * ldb + k + at;
        for (int i = 0; i < 4; ++i)
            tile[line][at + i] = B[from + i];
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements. */
static void gemm_4x2_8x8_store2(
    __global float *const c,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x2_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
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
    __local float a_tile[32][24] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 4) % 16 == 0;
    __local float b_tile[16][24] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 4) % 16 == 0;
    __local float exchange[2][192] __attribute__((aligned(16)));

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth; k += 16) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_4x2_8x8_copy_a(a_tile, A, lda, first_row, k, a_wide, item);
        gemm_4x2_8x8_copy_b(b_tile, B, ldb, first_column, k, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 16; step += 8) {
            const uint8 a_0 = gemm_4x2_8x8_load_a(a_tile, tile_row, step, lane);
            const uint8 a_1 = gemm_4x2_8x8_load_a(a_tile, tile_row + 16, step, lane);
            const uint4 b_0 = gemm_4x2_8x8_load_b(b_tile, tile_column, step, lane);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0.lo, b_0.hi);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0.hi, b_0.lo);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0.hi, b_0.hi);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_2_0, &c_3_0, a_1.lo, b_0.hi);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_2_0, &c_3_0, a_1.hi, b_0.lo);
            gemm_4x2_8x8_multiply(exchange[sub_group], lane, &c_2_0, &c_3_0, a_1.hi, b_0.hi);
        }
    }

    gemm_4x2_8x8_store2(C + (long)row * ldc + column, alpha, c_0_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 8) * ldc + column, alpha, c_1_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 16) * ldc + column, alpha, c_2_0, beta);
    gemm_4x2_8x8_store2(C + (long)(row + 24) * ldc + column, alpha, c_3_0, beta);
}
