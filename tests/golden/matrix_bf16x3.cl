/*
 * Made by clgemm 0.1.0: clgemm-gen --compute bf16x3 --family matrix --tile 2x2 --wg 8x8
 */

/* Rounds two numbers to the nearest bf16, ties to even: `low` becomes the lower half, `high` the upper one. NaN stays NaN. */
static uint gemm_2x2_8x8_nearest_pair(const float low, const float high)
{
    uint pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

static ushort2 gemm_2x2_8x8_nearest_bf16x2(const float2 value)
{
    return as_ushort2(gemm_2x2_8x8_nearest_pair(value.s0, value.s1));
}

/*
 * The numbers of bf16, with 8 binary digits, that are nearest to two singles, the first one in the lower half; ties to even. The largest
 * singles, to which infinity is nearest, have the one before it. An infinity has 1 with its sign: its rest is the infinity, so that
 * products with a rest of 0 stay out of it. The rest of NaN is NaN.
 */
static uint gemm_2x2_8x8_head(const float2 value)
{
    /* 1 for an infinity, whose product with 0 is NaN, which fmax leaves out; else the greatest number of bf16. */
    const float2 limit = fmax(value * 0.0f + 0x1.fep127f, 1.0f);
    return as_uint(gemm_2x2_8x8_nearest_bf16x2(fmin(fmax(value, -limit), limit)));
}

/* What the heads leave of two singles, as the numbers of bf16 nearest to that. */
static uint gemm_2x2_8x8_rest(const float2 value)
{
    const uint heads = gemm_2x2_8x8_head(value);
    return as_uint(gemm_2x2_8x8_nearest_bf16x2(value - (float2)(as_float(heads << 16), as_float(heads & 0xffff0000u))));
}

/*
 * The fragment of A from row `first` and element `step` of K on: 8 rows, 16 elements along K. Lane l holds
 * row l / 4; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further. The low half of the
 * result has the rests of these elements, the high half their heads. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint4 gemm_2x2_8x8_load_a(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int row = first + lane / 4;
    const int k = step + lane % 4 * 2;
    return (uint4)(
        gemm_2x2_8x8_rest((float2)(tile[k][row], tile[k + 1][row])),
        gemm_2x2_8x8_rest((float2)(tile[k + 8][row], tile[k + 9][row])),
        gemm_2x2_8x8_head((float2)(tile[k][row], tile[k + 1][row])),
        gemm_2x2_8x8_head((float2)(tile[k + 8][row], tile[k + 9][row])));
}

/*
 * The fragment of B from column `first` and element `step` of K on: 16 columns, 16 elements along K. Lane l holds
 * columns l / 4 and l / 4 + 8; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further. The low half of the
 * result has the rests of these elements, the high half their heads. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint8 gemm_2x2_8x8_load_b(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4 * 2;
    return (uint8)(
        gemm_2x2_8x8_rest(*(const __local float2 *)&tile[column][k]),
        gemm_2x2_8x8_rest(*(const __local float2 *)&tile[column + 8][k]),
        gemm_2x2_8x8_rest(*(const __local float2 *)&tile[column][k + 8]),
        gemm_2x2_8x8_rest(*(const __local float2 *)&tile[column + 8][k + 8]),
        gemm_2x2_8x8_head(*(const __local float2 *)&tile[column][k]),
        gemm_2x2_8x8_head(*(const __local float2 *)&tile[column + 8][k]),
        gemm_2x2_8x8_head(*(const __local float2 *)&tile[column][k + 8]),
        gemm_2x2_8x8_head(*(const __local float2 *)&tile[column + 8][k + 8]));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x2_8x8(
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
    const int first_row = get_group_id(0) * 16;
    const int tile_row = sub_group % 2 * 8;
    const int row = first_row + tile_row + lane % 4 * 2;
    const int first_column = get_group_id(1) * 16;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane / 4;
    __local float a_tile[16][24] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 4) % 16 == 0;
    __local float b_tile[16][24] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 4) % 16 == 0;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; k += 16) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_2x2_8x8_copy_a(a_tile, A, lda, first_row, k, M, K, a_wide, item);
        gemm_2x2_8x8_copy_b(b_tile, B, ldb, first_column, k, N, K, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; step += 16) {
            const uint4 a_0 = gemm_2x2_8x8_load_a(a_tile, tile_row, step, lane);
            const uint8 b_0 = gemm_2x2_8x8_load_b(b_tile, tile_column, step, lane);
            gemm_2x2_8x8_multiply(&c_0_0, &c_1_0, b_0.lo, a_0.hi);
            gemm_2x2_8x8_multiply(&c_0_0, &c_1_0, b_0.hi, a_0.lo);
            gemm_2x2_8x8_multiply(&c_0_0, &c_1_0, b_0.hi, a_0.hi);
        }
    }

    if (column < N) {
        gemm_2x2_8x8_store2(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta);
    }
    if (column + 8 < N) {
        gemm_2x2_8x8_store2(C + (long)(column + 8) * ldc + row, M - row, alpha, c_1_0, beta);
    }
}
