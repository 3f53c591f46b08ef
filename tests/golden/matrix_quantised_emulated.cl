/*
 * gemm_2x2_8x8: C = alpha * A * B^T + beta * C
 *
 * A in bfloat16, B in q5_0, C in bfloat16 precision, computed in single, blocks rounded to bfloat16, row-major; K a multiple of 32.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
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
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 16 along M by 16 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 16), 8 * ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b q5_0 --layout row --transpose nt --edges guard --family matrix --engine emulated:mma --tile 2x2 --wg 8x8
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort8 gemm_2x2_8x8_nearest_bf16x8(const float8 value)
{
    const uint8 bits = as_uint8(value);
    const uint8 nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort8(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort2 gemm_2x2_8x8_nearest_bf16x2(const float2 value)
{
    const uint2 bits = as_uint2(value);
    const uint2 nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort2(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_2x2_8x8_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* A block of 32 elements: scale * (quant - 16), quants of 5 bits. */
typedef struct {
    ushort scale;
    ushort fifths[2];
    uchar quants[16];
} gemm_2x2_8x8_q5_0;

/* 8 bytes from a place on that is a multiple of 2. */
static uchar8 gemm_2x2_8x8_q5_0_bytes8(const __global uchar *const from)
{
    return as_uchar8(vload4(0, (const __global ushort *)from));
}

/* 8 elements from place `at` of the matrix on, a multiple of 8. */
static float8 gemm_2x2_8x8_q5_0_load8(const __global gemm_2x2_8x8_q5_0 *const memory, const ulong at)
{
    const __global gemm_2x2_8x8_q5_0 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int8 lower = convert_int8(gemm_2x2_8x8_q5_0_bytes8(from)) >> (int8)(at % 32 / 16 * 4) & 15;
    const int further = block->fifths[at % 32 / 16] >> at % 16;
    const int8 fifths = (int8)(further) >> (int8)(0, 1, 2, 3, 4, 5, 6, 7) & 1;
    const int8 quants = fifths << 4 | lower;
    /* Quants in the lowest digits of 2^23, less 2^23 and 16: without a conversion of whole numbers. */
    const float8 numbers = as_float8(quants | 0x4b000000) - (8388608.0f + 16.0f);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    return scale * numbers;
}

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint4 gemm_2x2_8x8_load_a(
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
static uint2 gemm_2x2_8x8_load_b(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4 * 2;
    return (uint2)(
        as_uint((ushort2)(tile[column][k], tile[column][k + 1])),
        as_uint((ushort2)(tile[column][k + 8], tile[column][k + 9])));
}

/* Element `part` of register `number` of a lane, of which all lanes have put `count` into local memory. */
static float gemm_2x2_8x8_held(
    const __local ushort *const registers, const int count, const int lane, const int number, const int part)
{
    const __local ushort *const elements = (const __local ushort *)registers;
    const int at = (lane * count + number) * 2 + part;
    return as_float((uint)elements[at] << 16);
}

/*
 * C += A * B, fragments of 16 x 8 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row l / 4 + 8 in *c_8; of A and B what gemm_2x2_8x8_load_a and gemm_2x2_8x8_load_b give.
 */
static void gemm_2x2_8x8_multiply(
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
            gemm_2x2_8x8_held(right, 2, of_column, along / 4, part),
            gemm_2x2_8x8_held(right, 2, of_column + 4, along / 4, part));
        *c_0 += gemm_2x2_8x8_held(left, 4, of_row, along / 4 * 2, part) * of_k;
        *c_8 += gemm_2x2_8x8_held(left, 4, of_row, along / 4 * 2 + 1, part) * of_k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/*
 * Copies a tile of A into local memory: 16 rows, 32 elements along K each; zero beyond the edges.
 */
static void gemm_2x2_8x8_copy_a(
    __local ushort (*const tile)[40], const __global ushort *const A, const int lda, const int row, const int k,
    const int M, const bool wide, const int item)
{
    if (wide && row + 16 <= M) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
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
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M) {
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(A + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[line][at + i] = row + line < M ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory, of its blocks the elements: 16 columns, 32 elements along K each; zero beyond the edges.
 */
static void gemm_2x2_8x8_copy_b(
    __local ushort (*const tile)[40], const __global gemm_2x2_8x8_q5_0 *const B, const int ldb, const int column, const int k,
    const int N, const int item)
{
    if (column + 16 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 4;
            const int at = number % 4 * 8;
            const long from = (long)(column + line) * ldb + k + at;
            *(__local ushort8 *)&tile[line][at] = gemm_2x2_8x8_nearest_bf16x8(gemm_2x2_8x8_q5_0_load8(B, from));
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
        if (column + line < N) {
            *(__local ushort8 *)&tile[line][at] = gemm_2x2_8x8_nearest_bf16x8(gemm_2x2_8x8_q5_0_load8(B, from));
        } else {
            *(__local ushort8 *)&tile[line][at] = (ushort8)0;
        }
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x2_8x8_store2(
    __global ushort *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(gemm_2x2_8x8_nearest_bf16x2(beta == 0.0f ? value : value + beta * as_float2(convert_uint2(vload2(0, c)) << 16)), 0, c);
        return;
    }
    if (room > 0)
        c[0] = gemm_2x2_8x8_nearest_bf16(beta == 0.0f ? value.s0 : value.s0 + beta * as_float((uint)c[0] << 16));
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x2_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const gemm_2x2_8x8_q5_0 *restrict B, const int ldb,
    const float beta,
    __global ushort *restrict C, const int ldc)
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
    __local ushort a_tile[16][40] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[16][40] __attribute__((aligned(16)));
    __local ushort exchange[2][384] __attribute__((aligned(16)));

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; k += 32) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_2x2_8x8_copy_a(a_tile, A, lda, first_row, k, M, a_wide, item);
        gemm_2x2_8x8_copy_b(b_tile, B, ldb, first_column, k, N, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 32; step += 16) {
            const uint4 a_0 = gemm_2x2_8x8_load_a(a_tile, tile_row, step, lane);
            const uint2 b_0 = gemm_2x2_8x8_load_b(b_tile, tile_column, step, lane);
            gemm_2x2_8x8_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0, b_0);
        }
    }

    if (row < M) {
        gemm_2x2_8x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 8 < M) {
        gemm_2x2_8x8_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
    }
}
