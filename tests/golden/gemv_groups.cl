/*
 * gemm_1x2_32x8: C = alpha * A * B^T + beta * C
 *
 * A in single, B in u4_128, C in single precision, computed in single, row-major; K a multiple of 256.
 *
 *   M         rows of op(A) and C; not read here
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A         M x K, row-major
 *   lda       leading dimension of A, in elements (>= K)
 *   B         N x K, row-major
 *   offset_b  offset of B in its buffer, in elements
 *   ldb       leading dimension of B, in elements (>= K)
 *   B_scales  scales of B: one for each group of 128 elements along K
 *   B_zeros   zero points of B: 4 bits for each group of 128 elements along K, two a byte
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *
 * 32 work-items compute 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 1 along M by 16 along N.
 * Each of these 32 sums a part of K; then their sums are added.
 * Launch: local size {256, 1}, global size {256 * ceil(N / 16), M}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b u4_128 --layout row --transpose nt --offset-b arg --family gemv --tile 1x2 --wg 32x8 --tile-k 16
 */

/* 256 elements, quants of 4 bits, two a byte, the first one in its lower half: scale * (quant - zero).
 * Each group of 128 has its scale, and its zero point, in a buffer of its own. */
typedef struct {
    uchar quants[128];
} gemm_1x2_32x8_u4_128;

/* 8 bytes from a place on that is a multiple of 8. */
static uchar8 gemm_1x2_32x8_u4_128_bytes8(const __global uchar *const from)
{
    return as_uchar8(*(const __global ulong *)from);
}

/* 16 elements from place `at` of the line on, a multiple of 16, but for their scale. */
static float16 gemm_1x2_32x8_u4_128_quants16(const __global gemm_1x2_32x8_u4_128 *const memory, const __global uchar *const zeros, const uint at)
{
    const __global gemm_1x2_32x8_u4_128 *const block = memory + at / 256;
    const __global uchar *const from = block->quants + at % 256 / 2;
    const int8 pairs = convert_int8(gemm_1x2_32x8_u4_128_bytes8(from));
    int16 quants;
    quants.even = pairs & 15;
    quants.odd = pairs >> 4;
    const int zero = zeros[at / 256] >> at / 128 % 2 * 4 & 15;
    const float16 numbers = convert_float16(quants - zero);
    return numbers;
}

/* The element at place `at` of the matrix. */
static float gemm_1x2_32x8_u4_128_load1(
    const __global gemm_1x2_32x8_u4_128 *const memory, const __global half *const scales,
    const __global uchar *const zeros, const ulong at)
{
    const __global gemm_1x2_32x8_u4_128 *const block = memory + at / 256;
    const __global uchar *const from = block->quants + at % 256 / 2;
    const int quants = *from >> at % 2 * 4 & 15;
    const int zero = zeros[at / 256] >> at / 128 % 2 * 4 & 15;
    const float numbers = convert_float(quants - zero);
    const float scale = vload_half(at / 128, scales);
    return scale * numbers;
}

/* The scale of the element at place `at` of the line. */
static float gemm_1x2_32x8_u4_128_scale(const __global half *const scales, const uint at)
{
    const float scale = vload_half(at / 128, scales);
    return scale;
}

/* The sum of all elements. */
static float gemm_1x2_32x8_sum_of(const float16 values)
{
    const float8 of_8 = values.lo + values.hi;
    const float4 of_4 = of_8.lo + of_8.hi;
    const float2 of_2 = of_4.lo + of_4.hi;
    return of_2.lo + of_2.hi;
}

/* C = alpha * product + beta * C for one element. */
static void gemm_1x2_32x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_1x2_32x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_1x2_32x8_u4_128 *restrict B, const long offset_b, const int ldb,
    __global const half *restrict B_scales,
    __global const uchar *restrict B_zeros,
    const float beta,
    __global float *restrict C, const int ldc)
{
    B += offset_b / 256;
    B_scales += offset_b / 128;
    B_zeros += offset_b / 256;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 32;
    const int row = get_group_id(1);
    const int column = (get_group_id(0) * 8 + item / 32) * 2;
    const long a_row = (long)row * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;

    float16 c_0_0 = 0.0f, c_0_1 = 0.0f;

    const int whole_k = depth / 512 * 512;
    for (int k = part * 16; k < whole_k; k += 512) {
        const float16 a_0 = vload16(0, A + a_row + k);
        const float scale_of_b_0 = gemm_1x2_32x8_u4_128_scale(B_scales + b_column_0 / 128, k);
        const float scale_of_b_1 = gemm_1x2_32x8_u4_128_scale(B_scales + b_column_1 / 128, k);
        const float16 b_0 = gemm_1x2_32x8_u4_128_quants16(B + b_column_0 / 256, B_zeros + b_column_0 / 256, k);
        const float16 b_1 = gemm_1x2_32x8_u4_128_quants16(B + b_column_1 / 256, B_zeros + b_column_1 / 256, k);

        float16 run_0_0 = 0.0f, run_0_1 = 0.0f;
        run_0_0 = mad(a_0, b_0, run_0_0);
        run_0_1 = mad(a_0, b_1, run_0_1);
        c_0_0 = mad((float16)(scale_of_b_0), run_0_0, c_0_0);
        c_0_1 = mad((float16)(scale_of_b_1), run_0_1, c_0_1);
    }
    /* The remainder of K, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const float a_0 = A[a_row + k];
        const float b_0 = gemm_1x2_32x8_u4_128_load1(B, B_scales, B_zeros, b_column_0 + k);
        const float b_1 = gemm_1x2_32x8_u4_128_load1(B, B_scales, B_zeros, b_column_1 + k);

        c_0_0.s0 = mad(a_0, b_0, c_0_0.s0);
        c_0_1.s0 = mad(a_0, b_1, c_0_1.s0);
    }

    float sum_0_0 = gemm_1x2_32x8_sum_of(c_0_0);
    float sum_0_1 = gemm_1x2_32x8_sum_of(c_0_1);
    /* The sums of all parts of K are added by halves. */
    __local float sums[1][2][256];
    sums[0][0][item] = sum_0_0;
    sums[0][1][item] = sum_0_1;
    for (int others = 16; others > 0; others /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < others) {
            sum_0_0 += sums[0][0][item + others];
            sums[0][0][item] = sum_0_0;
            sum_0_1 += sums[0][1][item + others];
            sums[0][1][item] = sum_0_1;
        }
    }
    if (part == 0) {
        if (column < N)
            gemm_1x2_32x8_store(C + (long)row * ldc + column, alpha, sum_0_0, beta);
        if (column + 1 < N)
            gemm_1x2_32x8_store(C + (long)row * ldc + column + 1, alpha, sum_0_1, beta);
    }
}
