/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b q5_0 --layout row --transpose nt --edges guard --family matrix --engine emulated:mma --tile 2x2 --wg 8x8
 */

/* ... */

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

/* ... */

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

/* ... */

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

/* ... */
