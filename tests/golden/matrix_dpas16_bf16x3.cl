/*
 * gemm_8x1_2x32: C = alpha * A * B + beta * C
 *
 * Single precision, computed in 3 products of bfloat16, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 8 x 1 elements of C: 8 along M by 1 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {32, 2}, global size {32 * ceil(N / 32), 2 * ceil(M / 16)}.
 * Needs cl_intel_subgroups, cl_intel_required_subgroup_size and cl_intel_subgroup_matrix_multiply_accumulate; sub-groups of 16 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --compute bf16x3 --layout row --transpose nn --family matrix --engine dpas16 --tile 8x1 --wg 2x32
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort2 gemm_8x1_2x32_nearest_bf16x2(const float2 value)
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
static uint gemm_8x1_2x32_head(const float2 value)
{
    /* 1 for an infinity, whose product with 0 is NaN, which fmax leaves out; else the greatest number of bf16. */
    const float2 limit = fmax(value * 0.0f + 0x1.fep127f, 1.0f);
    return as_uint(gemm_8x1_2x32_nearest_bf16x2(fmin(fmax(value, -limit), limit)));
}

/* What the heads leave of two singles, as the numbers of bf16 nearest to that. */
static uint gemm_8x1_2x32_rest(const float2 value)
{
    const uint heads = gemm_8x1_2x32_head(value);
    return as_uint(gemm_8x1_2x32_nearest_bf16x2(value - (float2)(as_float(heads << 16), as_float(heads & 0xffff0000u))));
}

/*
 * The fragment of A from row `first` and element `step` of K on: 8 rows, 16 elements along K. Lane l holds
 * all rows, element l of K. The low half of the result has the rests of these elements, the high half their heads.
 */
static short16 gemm_8x1_2x32_load_a(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int row = first;
    const int k = step + lane;
    return (short16)(
        (short)gemm_8x1_2x32_rest((float2)(tile[row][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 1][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 2][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 3][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 4][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 5][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 6][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 7][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 1][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 2][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 3][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 4][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 5][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 6][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 7][k], 0.0f)));
}

/*
 * The fragment of B from column `first` and element `step` of K on: 16 columns, 16 elements along K. Lane l holds
 * column l, all of K. The low half of the result has the rests of these elements, the high half their heads.
 */
static int16 gemm_8x1_2x32_load_b(
    const __local float (*const tile)[40], const int first, const int step, const int lane)
{
    const int column = first + lane;
    const int k = step;
    return (int16)(
        gemm_8x1_2x32_rest((float2)(tile[k][column], tile[k + 1][column])),
        gemm_8x1_2x32_rest((float2)(tile[k + 2][column], tile[k + 3][column])),
        gemm_8x1_2x32_rest((float2)(tile[k + 4][column], tile[k + 5][column])),
        gemm_8x1_2x32_rest((float2)(tile[k + 6][column], tile[k + 7][column])),
        gemm_8x1_2x32_rest((float2)(tile[k + 8][column], tile[k + 9][column])),
        gemm_8x1_2x32_rest((float2)(tile[k + 10][column], tile[k + 11][column])),
        gemm_8x1_2x32_rest((float2)(tile[k + 12][column], tile[k + 13][column])),
        gemm_8x1_2x32_rest((float2)(tile[k + 14][column], tile[k + 15][column])),
        gemm_8x1_2x32_head((float2)(tile[k][column], tile[k + 1][column])),
        gemm_8x1_2x32_head((float2)(tile[k + 2][column], tile[k + 3][column])),
        gemm_8x1_2x32_head((float2)(tile[k + 4][column], tile[k + 5][column])),
        gemm_8x1_2x32_head((float2)(tile[k + 6][column], tile[k + 7][column])),
        gemm_8x1_2x32_head((float2)(tile[k + 8][column], tile[k + 9][column])),
        gemm_8x1_2x32_head((float2)(tile[k + 10][column], tile[k + 11][column])),
        gemm_8x1_2x32_head((float2)(tile[k + 12][column], tile[k + 13][column])),
        gemm_8x1_2x32_head((float2)(tile[k + 14][column], tile[k + 15][column])));
}

/* Of cl_intel_subgroup_matrix_multiply_accumulate. Declared here, as not every compiler that has it declares it. */
float8 __attribute__((overloadable)) intel_sub_group_bf16_bf16_matrix_mad_k16(short8 a, int8 b, float8 c);

/*
 * C += A * B, fragments of 8 x 16 x 16, on the matrix engine. Lane l holds of C
 * column l, row i in element i; of A and B a half of what gemm_8x1_2x32_load_a and gemm_8x1_2x32_load_b give.
 */
static float8 gemm_8x1_2x32_multiply(const short8 a, const int8 b, const float8 c)
{
    return intel_sub_group_bf16_bf16_matrix_mad_k16(a, b, c);
}

/*
 * Copies a tile of A into local memory: 16 rows, 16 elements along K each; zero beyond the edges.
 */
static void gemm_8x1_2x32_copy_a(
    __local float (*const tile)[24], const __global float *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 16 <= M && k + 16 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
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
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 4;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 4 <= K) {
            *(__local float4 *)&tile[line][at] = *(const __global float4 *)(A + from);
        } else {
            for (int i = 0; i < 4; ++i)
                tile[line][at + i] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 16 steps of K, 32 columns each; zero beyond the edges.
 */
static void gemm_8x1_2x32_copy_b(
    __local float (*const tile)[40], const __global float *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && k + 16 <= K && column + 32 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 8;
            const int at = number % 8 * 4;
            const long from = (long)(k + line) * ldb + column + at;
            *(__local float4 *)&tile[line][at] = *(const __global float4 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 8;
        const int at = number % 8 * 4;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && k + line < K && column + at + 4 <= N) {
            *(__local float4 *)&tile[line][at] = *(const __global float4 *)(B + from);
        } else {
            for (int i = 0; i < 4; ++i)
                tile[line][at + i] = k + line < K && column + at + i < N ? B[from + i] : 0;
        }
    }
}

/* C = alpha * product + beta * C for one element. */
static void gemm_8x1_2x32_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(32, 2, 1)))
__attribute__((intel_reqd_sub_group_size(16)))
void gemm_8x1_2x32(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 32 + get_local_id(0);
    const int sub_group = item / 16;
    const int lane = item % 16;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = sub_group / 2 * 8;
    const int row = first_row + tile_row;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = sub_group % 2 * 16;
    const int column = first_column + tile_column + lane;
    __local float a_tile[16][24] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 4) % 16 == 0;
    __local float b_tile[16][40] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 4) % 16 == 0;

    float8 c_0_0 = 0.0f;

    for (int k = 0; k < depth; k += 16) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_8x1_2x32_copy_a(a_tile, A, lda, first_row, k, M, K, a_wide, item);
        gemm_8x1_2x32_copy_b(b_tile, B, ldb, first_column, k, N, K, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        {
            const int step = 0;
            const short16 a_0 = gemm_8x1_2x32_load_a(a_tile, tile_row, step, lane);
            const int16 b_0 = gemm_8x1_2x32_load_b(b_tile, tile_column, step, lane);
            c_0_0 = gemm_8x1_2x32_multiply(a_0.lo, b_0.hi, c_0_0);
            c_0_0 = gemm_8x1_2x32_multiply(a_0.hi, b_0.lo, c_0_0);
            c_0_0 = gemm_8x1_2x32_multiply(a_0.hi, b_0.hi, c_0_0);
        }
    }

    if (row < M && column < N)
        gemm_8x1_2x32_store(C + (long)row * ldc + column, alpha, c_0_0.s0, beta);
    if (row + 1 < M && column < N)
        gemm_8x1_2x32_store(C + (long)(row + 1) * ldc + column, alpha, c_0_0.s1, beta);
    if (row + 2 < M && column < N)
        gemm_8x1_2x32_store(C + (long)(row + 2) * ldc + column, alpha, c_0_0.s2, beta);
    if (row + 3 < M && column < N)
        gemm_8x1_2x32_store(C + (long)(row + 3) * ldc + column, alpha, c_0_0.s3, beta);
    if (row + 4 < M && column < N)
        gemm_8x1_2x32_store(C + (long)(row + 4) * ldc + column, alpha, c_0_0.s4, beta);
    if (row + 5 < M && column < N)
        gemm_8x1_2x32_store(C + (long)(row + 5) * ldc + column, alpha, c_0_0.s5, beta);
    if (row + 6 < M && column < N)
        gemm_8x1_2x32_store(C + (long)(row + 6) * ldc + column, alpha, c_0_0.s6, beta);
    if (row + 7 < M && column < N)
        gemm_8x1_2x32_store(C + (long)(row + 7) * ldc + column, alpha, c_0_0.s7, beta);
}
