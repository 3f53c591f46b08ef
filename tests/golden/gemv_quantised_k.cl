/*
 * gemm_1x2_32x8: C = alpha * A * B^T + beta * C
 *
 * A in single, B in q6_k, C in single precision, computed in single, row-major; K a multiple of 256.
 * Matrices of less than 2^31 elements.
 *
 *   M      rows of op(A) and C; not read here
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
 * 32 work-items compute 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 1 along M by 16 along N.
 * Each of these 32 sums a part of K; then their sums are added.
 * Launch: local size {256, 1}, global size {256 * ceil(N / 16), M}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b q6_k --layout row --transpose nt --family gemv --tile 1x2 --wg 32x8 --index 32
 */

/* A block of 256 elements in parts of 16: scale * scales[part] * (quant - 32), quants of 6 bits. */
typedef struct {
    uchar quants[128];
    uchar upper[64];
    char scales[16];
    ushort scale;
} gemm_1x2_32x8_q6_k;

/* 16 bytes from a place on that is a multiple of 2. */
static uchar16 gemm_1x2_32x8_q6_k_bytes16(const __global uchar *const from)
{
    return as_uchar16(vload8(0, (const __global ushort *)from));
}

/* 16 elements from place `at` of the line on, a multiple of 16, but for their scale. */
static float16 gemm_1x2_32x8_q6_k_quants16(const __global gemm_1x2_32x8_q6_k *const memory, const uint at)
{
    const __global gemm_1x2_32x8_q6_k *const block = memory + at / 256;
    const __global uchar *const from = block->quants + at % 256 / 128 * 64 + at % 64;
    const __global uchar *const upper = block->upper + at % 256 / 128 * 32 + at % 32;
    const int16 lower = convert_int16(gemm_1x2_32x8_q6_k_bytes16(from)) >> (int16)(at % 128 / 64 * 4) & 15;
    const int16 two_bits = convert_int16(gemm_1x2_32x8_q6_k_bytes16(upper)) >> (int16)(at % 128 / 32 * 2) & 3;
    const int16 quants = two_bits << 4 | lower;
    /* Quants in the lowest digits of 2^23, less 2^23 and 32: without a conversion of whole numbers. */
    const float16 numbers = as_float16(quants | 0x4b000000) - (8388608.0f + 32.0f);
    return numbers;
}

/* The element at place `at` of the matrix. */
static float gemm_1x2_32x8_q6_k_load1(const __global gemm_1x2_32x8_q6_k *const memory, const uint at)
{
    const __global gemm_1x2_32x8_q6_k *const block = memory + at / 256;
    const __global uchar *const from = block->quants + at % 256 / 128 * 64 + at % 64;
    const __global uchar *const upper = block->upper + at % 256 / 128 * 32 + at % 32;
    const int lower = *from >> (int)(at % 128 / 64 * 4) & 15;
    const int two_bits = *upper >> (int)(at % 128 / 32 * 2) & 3;
    const int quants = two_bits << 4 | lower;
    /* Quants in the lowest digits of 2^23, less 2^23 and 32: without a conversion of whole numbers. */
    const float numbers = as_float(quants | 0x4b000000) - (8388608.0f + 32.0f);
    const float scale = vload_half(0, (const __global half *)&block->scale) * block->scales[at % 256 / 16];
    return scale * numbers;
}

/* The scale of the element at place `at` of the line. */
static float gemm_1x2_32x8_q6_k_scale(const __global gemm_1x2_32x8_q6_k *const memory, const uint at)
{
    const __global gemm_1x2_32x8_q6_k *const block = memory + at / 256;
    const float scale = vload_half(0, (const __global half *)&block->scale) * block->scales[at % 256 / 16];
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
    __global const gemm_1x2_32x8_q6_k *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 32;
    const int row = get_group_id(1);
    const int column = (get_group_id(0) * 8 + item / 32) * 2;
    const int a_row = row * lda;
    const int b_column_0 = min(column, N - 1) * ldb;
    const int b_column_1 = min(column + 1, N - 1) * ldb;

    float16 c_0_0 = 0.0f, c_0_1 = 0.0f;

    const int whole_k = depth / 512 * 512;
    for (int k = part * 16; k < whole_k; k += 512) {
        const float16 a_0 = vload16(0, A + a_row + k);
        const float scale_of_b_0 = gemm_1x2_32x8_q6_k_scale(B + b_column_0 / 256, k);
        const float scale_of_b_1 = gemm_1x2_32x8_q6_k_scale(B + b_column_1 / 256, k);
        const float16 b_0 = gemm_1x2_32x8_q6_k_quants16(B + b_column_0 / 256, k);
        const float16 b_1 = gemm_1x2_32x8_q6_k_quants16(B + b_column_1 / 256, k);

        float16 run_0_0 = 0.0f, run_0_1 = 0.0f;
        run_0_0 = mad(a_0, b_0, run_0_0);
        run_0_1 = mad(a_0, b_1, run_0_1);
        c_0_0 = mad((float16)(scale_of_b_0), run_0_0, c_0_0);
        c_0_1 = mad((float16)(scale_of_b_1), run_0_1, c_0_1);
    }
    /* The remainder of K, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const float a_0 = A[a_row + k];
        const float b_0 = gemm_1x2_32x8_q6_k_load1(B, b_column_0 + k);
        const float b_1 = gemm_1x2_32x8_q6_k_load1(B, b_column_1 + k);

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
            gemm_1x2_32x8_store(C + row * ldc + column, alpha, sum_0_0, beta);
        if (column + 1 < N)
            gemm_1x2_32x8_store(C + row * ldc + column + 1, alpha, sum_0_1, beta);
    }
}
