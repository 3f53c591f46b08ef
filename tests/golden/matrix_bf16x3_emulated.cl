/*
 * gemm_4x2_8x8: C = alpha * A * B^T + beta * C
 *
 * Single precision, computed in 3 products of bfloat16, row-major; M a multiple of 32, N a multiple of 16, K a multiple of 16.
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
 * Made by clgemm 0.1.0: clgemm-gen --compute bf16x3 --layout row --transpose nt --edges exact --family matrix --engine emulated:mma --tile 4x2 --wg 8x8
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort2 gemm_4x2_8x8_nearest_bf16x2(const float2 value)
{
    const uint2 bits = as_uint2(value);
    const uint2 nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort2(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/*
 * The numbers of bf16, with 8 binary digits, that are nearest to two singles, the first one in the lower half; ties to even. The largest
 * singles, to which infinity is nearest, have the one before it. An infinity has 1 with its sign: its rest is the infinity, so that
 * products with a rest of 0 stay out of it. The rest of NaN is NaN.
 */
static uint gemm_4x2_8x8_head(const float2 value)
{
    /* 1 for an infinity, whose product with 0 is NaN, which fmax leaves out; else the greatest number of bf16. */
    const float2 limit = fmax(value * 0.0f + 0x1.fep127f, 1.0f);
    return as_uint(gemm_4x2_8x8_nearest_bf16x2(fmin(fmax(value, -limit), limit)));
}

/* What the heads leave of two singles, as the numbers of bf16 nearest to that. */
static uint gemm_4x2_8x8_rest(const float2 value)
{
    const uint heads = gemm_4x2_8x8_head(value);
    return as_uint(gemm_4x2_8x8_nearest_bf16x2(value - (float2)(as_float(heads << 16), as_float(heads & 0xffff0000u))));
}

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further. The low half of the
 * result has the rests of these elements, the high half their heads. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint8 gemm_4x2_8x8_load_a(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int row = first + lane / 4;
    const int k = step + lane % 4 * 2;
    return (uint8)(
        gemm_4x2_8x8_rest(*(const __local float2 *)&tile[row][k]),
        gemm_4x2_8x8_rest(*(const __local float2 *)&tile[row + 8][k]),
        gemm_4x2_8x8_rest(*(const __local float2 *)&tile[row][k + 8]),
        gemm_4x2_8x8_rest(*(const __local float2 *)&tile[row + 8][k + 8]),
        gemm_4x2_8x8_head(*(const __local float2 *)&tile[row][k]),
        gemm_4x2_8x8_head(*(const __local float2 *)&tile[row + 8][k]),
        gemm_4x2_8x8_head(*(const __local float2 *)&tile[row][k + 8]),
        gemm_4x2_8x8_head(*(const __local float2 *)&tile[row + 8][k + 8]));
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 16 elements along K. Lane l holds
 * column l / 4; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further. The low half of the
 * result has the rests of these elements, the high half their heads. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint4 gemm_4x2_8x8_load_b(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4 * 2;
    return (uint4)(
        gemm_4x2_8x8_rest(*(const __local float2 *)&tile[column][k]),
        gemm_4x2_8x8_rest(*(const __local float2 *)&tile[column][k + 8]),
        gemm_4x2_8x8_head(*(const __local float2 *)&tile[column][k]),
        gemm_4x2_8x8_head(*(const __local float2 *)&tile[column][k + 8]));
}

/* Element `part` of register `number` of a lane, of which all lanes have put `count` into local memory. */
static float gemm_4x2_8x8_held(
    const __local ushort *const registers, const int count, const int lane, const int number, const int part)
{
    const __local ushort *const elements = (const __local ushort *)registers;
    const int at = (lane * count + number) * 2 + part;
    return as_float((uint)elements[at] << 16);
}

/*
 * C += A * B, fragments of 16 x 8 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row l / 4 + 8 in *c_8; of A and B a half of what gemm_4x2_8x8_load_a and gemm_4x2_8x8_load_b give.
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
    __local ushort exchange[2][384] __attribute__((aligned(16)));

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth; k += 16) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_4x2_8x8_copy_a(a_tile, A, lda, first_row, k, a_wide, item);
        gemm_4x2_8x8_copy_b(b_tile, B, ldb, first_column, k, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 16; step += 16) {
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
