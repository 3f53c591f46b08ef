/*
 * gemm_1x2_32x8: C = alpha * A * B^T + beta * C
 *
 * A in single, B in q4_0, C in single precision, computed in single, row-major; K a multiple of 32.
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
 * 32 work-items compute 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 1 along M by 16 along N.
 * Each of these 32 sums a part of K; then their sums are added.
 * Launch: local size {256, 1}, global size {256 * ceil(N / 16), M}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b q4_0 --layout row --transpose nt --family gemv --tile 1x2 --wg 32x8 --tile-k 32
 */

/* A block of 32 elements: scale * (quant - 8), quants of 4 bits. */
typedef struct {
    ushort scale;
    uchar quants[16];
} gemm_1x2_32x8_q4_0;

/* 16 bytes from a place on that is a multiple of 2. */
static uchar16 gemm_1x2_32x8_q4_0_bytes16(const __global uchar *const from)
{
    return as_uchar16(vload8(0, (const __global ushort *)from));
}

/* 16 elements from place `at` of the line on, a multiple of 16, but for their scale. */
static float16 gemm_1x2_32x8_q4_0_quants16(const __global gemm_1x2_32x8_q4_0 *const memory, const uint at)
{
    const __global gemm_1x2_32x8_q4_0 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int place = at % 32 / 16 * 4;
    const int16 quants = convert_int16(gemm_1x2_32x8_q4_0_bytes16(from)) & 15 << place;
    const int digits = 0x4b000000 - (place << 23);
    /* Quants in the lowest digits of 2^23, less 2^23 and 8: without a conversion of whole numbers. Upper halves of bytes, 16 times as high, stay where they are: in those of 2^19. */
    const float16 numbers = as_float16(quants | digits) - (as_float(digits) + 8.0f);
    return numbers;
}

/* The element at place `at` of the matrix. */
static float gemm_1x2_32x8_q4_0_load1(const __global gemm_1x2_32x8_q4_0 *const memory, const ulong at)
{
    const __global gemm_1x2_32x8_q4_0 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int place = at % 32 / 16 * 4;
    const int quants = *from & 15 << place;
    const int digits = 0x4b000000 - (place << 23);
    /* Quants in the lowest digits of 2^23, less 2^23 and 8: without a conversion of whole numbers. Upper halves of bytes, 16 times as high, stay where they are: in those of 2^19. */
    const float numbers = as_float(quants | digits) - (as_float(digits) + 8.0f);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    return scale * numbers;
}

/* The scale of the element at place `at` of the line. */
static float gemm_1x2_32x8_q4_0_scale(const __global gemm_1x2_32x8_q4_0 *const memory, const uint at)
{
    const __global gemm_1x2_32x8_q4_0 *const block = memory + at / 32;
    const float scale = vload_half(0, (const __global half *)&block->scale);
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
    __global const gemm_1x2_32x8_q4_0 *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 32;
    const int row = get_group_id(1);
    const int column = (get_group_id(0) * 8 + item / 32) * 2;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;

    float16 c_0_0 = 0.0f, c_0_1 = 0.0f;

    const int whole_k = depth / 1024 * 1024;
    for (int k = part * 32; k < whole_k; k += 1024) {
        const float16 a_0 = vload16(0, A + a_row_0 + k);
        const float16 a_1 = vload16(0, A + a_row_0 + k + 16);
        const float scale_of_b_0 = gemm_1x2_32x8_q4_0_scale(B + b_column_0 / 32, k);
        const float scale_of_b_1 = gemm_1x2_32x8_q4_0_scale(B + b_column_1 / 32, k);
        const float16 b_0_0 = gemm_1x2_32x8_q4_0_quants16(B + b_column_0 / 32, k);
        const float16 b_1_0 = gemm_1x2_32x8_q4_0_quants16(B + b_column_1 / 32, k);
        const float16 b_0_1 = gemm_1x2_32x8_q4_0_quants16(B + b_column_0 / 32, k + 16);
        const float16 b_1_1 = gemm_1x2_32x8_q4_0_quants16(B + b_column_1 / 32, k + 16);

        float16 run_0_0 = 0.0f, run_0_1 = 0.0f;
        run_0_0 = mad(a_0, b_0_0, run_0_0);
        run_0_1 = mad(a_0, b_1_0, run_0_1);
        run_0_0 = mad(a_1, b_0_1, run_0_0);
        run_0_1 = mad(a_1, b_1_1, run_0_1);
        c_0_0 = mad((float16)(scale_of_b_0), run_0_0, c_0_0);
        c_0_1 = mad((float16)(scale_of_b_1), run_0_1, c_0_1);
    }
    /* The remainder of K, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const float a_0 = A[a_row_0 + k];
        const float b_0 = gemm_1x2_32x8_q4_0_load1(B, b_column_0 + k);
        const float b_1 = gemm_1x2_32x8_q4_0_load1(B, b_column_1 + k);

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
        if (row < M && column < N)
            gemm_1x2_32x8_store(C + (long)row * ldc + column, alpha, sum_0_0, beta);
        if (row < M && column + 1 < N)
            gemm_1x2_32x8_store(C + (long)row * ldc + column + 1, alpha, sum_0_1, beta);
    }
}
