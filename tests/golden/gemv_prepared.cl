/*
 * gemm_1x1_32x4: C = alpha * A * B^T + beta * C
 *
 * A in single, B in q4_0, C in single precision, computed in single, row-major; N at most 46336, K at most 46336, K a multiple of 32.
 * Matrices of less than 2^31 elements.
 *
 *   M           rows of op(A) and C; not read here
 *   N           columns of op(B) and C
 *   K           columns of op(A), rows of op(B)
 *   alpha       scales the product; 0: neither A nor B is read
 *   A           M x K, row-major
 *   lda         leading dimension of A, in elements (>= K)
 *   B_repacked  B in blocks of 256 elements
 *   beta        scales C before the update; 0: C is not read
 *   C           M x N, row-major
 *   ldc         leading dimension of C, in elements (>= N)
 *
 * 32 work-items compute one element of C.
 * Each of these 32 sums a part of K; then their sums are added.
 * Launch after gemm_1x1_32x4_repack_b:
 *   local size {128, 1}, global size {128 * ceil(N / 4), M}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b q4_0 --layout row --transpose nt --family gemv --tile 1x1 --wg 32x4 --prepared b --aligned --vec-a 16 --vec-b 16 --mad fma --index 32
 */

/* ... */

/* Blocks of q4_0 side by side: 8 quants in a word, the first one in its lowest bits; and the scales of blocks. */
typedef struct {
    uint quants[32];
    ushort scales[8];
} gemm_1x1_32x4_q4_0_prepared;

/* `count` blocks of q4_0 side by side; zero beyond them. */
static void gemm_1x1_32x4_repack_q4_0(
    __global gemm_1x1_32x4_q4_0_prepared *const to, const __global gemm_1x1_32x4_q4_0 *const from, const int count)
{
    for (int i = 0; i < 8; ++i) {
        to->scales[i] = i < count ? from[i].scale : 0;
        for (int word = 0; word < 4; ++word) {
            uint quants = 0;
            for (int j = 0; j < 8 && i < count; ++j)
                quants |= (uint)(from[i].quants[word % 2 * 8 + j] >> word / 2 * 4 & 15) << 4 * j;
            to->quants[i * 4 + word] = quants;
        }
    }
}

/* ... */

/* 16 elements from place `at` of the line on, a multiple of 16, but for their scale. */
static float16 gemm_1x1_32x4_q4_0_prepared_quants16(const __global gemm_1x1_32x4_q4_0_prepared *const memory, const uint at)
{
    const __global gemm_1x1_32x4_q4_0_prepared *const block = memory + at / 256;
    const uint2 words = *(const __global uint2 *)((const __global uchar *)block->quants + at % 256 / 2);
    const float16 numbers = (float16)(gemm_1x1_32x4_q4_0_prepared_numbers(words.s0), gemm_1x1_32x4_q4_0_prepared_numbers(words.s1)) - ((float16)(32768.0f, 2048.0f, 32768.0f, 2048.0f, 128.0f, 32768.0f, 2048.0f, 128.0f, 32768.0f, 2048.0f, 32768.0f, 2048.0f, 128.0f, 32768.0f, 2048.0f, 128.0f) + 8.0f);
    return numbers;
}

/* The element at place `at` of the line. */
static float gemm_1x1_32x4_q4_0_prepared_load1(const __global gemm_1x1_32x4_q4_0_prepared *const memory, const uint at)
{
    const __global gemm_1x1_32x4_q4_0_prepared *const block = memory + at / 256;
    const uchar words = *(const __global uchar *)((const __global uchar *)block->quants + at % 256 / 2);
    const float numbers = (words >> at % 2 * 4 & 15) - 8;
    const float scale = vload_half(at % 256 / 32, (const __global half *)block->scales);
    return scale * numbers;
}

/* ... */

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_1x1_32x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_1x1_32x4_q4_0_prepared *restrict B_repacked,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int ldb = (K + 255) / 256 * 256;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 32;
    const int row = get_group_id(1);
    const int column = get_group_id(0) * 4 + item / 32;
    const int a_row = row * lda;
    const int b_column_0 = min(column, N - 1) * ldb;

    float16 c_0_0 = 0.0f;

    const int whole_k = depth / 512 * 512;
    if (((size_t)A | (size_t)lda * 4) % 64 == 0) {
        for (int k = part * 16; k < whole_k; k += 512) {
            const float16 a_0 = *(const __global float16 *)(A + a_row + k);
            const float scale_of_b_0 = gemm_1x1_32x4_q4_0_prepared_scale(B_repacked + b_column_0 / 256, k);
            const float16 b_0 = gemm_1x1_32x4_q4_0_prepared_quants16(B_repacked + b_column_0 / 256, k);

            float16 run_0_0 = 0.0f;
            run_0_0 = fma(a_0, b_0, run_0_0);
            c_0_0 = fma((float16)(scale_of_b_0), run_0_0, c_0_0);
        }
    } else {
        for (int k = part * 16; k < whole_k; k += 512) {
            const float16 a_0 = vload16(0, A + a_row + k);
            const float scale_of_b_0 = gemm_1x1_32x4_q4_0_prepared_scale(B_repacked + b_column_0 / 256, k);
            const float16 b_0 = gemm_1x1_32x4_q4_0_prepared_quants16(B_repacked + b_column_0 / 256, k);

            float16 run_0_0 = 0.0f;
            run_0_0 = fma(a_0, b_0, run_0_0);
            c_0_0 = fma((float16)(scale_of_b_0), run_0_0, c_0_0);
        }
    }
    /* The remainder of K, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const float a_0 = A[a_row + k];
        const float b_0 = gemm_1x1_32x4_q4_0_prepared_load1(B_repacked + b_column_0 / 256, k);

        c_0_0.s0 = fma(a_0, b_0, c_0_0.s0);
    }

    float sum_0_0 = gemm_1x1_32x4_sum_of(c_0_0);
    /* The sums of all parts of K are added by halves. */
    __local float sums[1][1][128];
    sums[0][0][item] = sum_0_0;
    for (int others = 16; others > 0; others /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < others) {
            sum_0_0 += sums[0][0][item + others];
            sums[0][0][item] = sum_0_0;
        }
    }
    if (part == 0) {
        if (column < N)
            gemm_1x1_32x4_store(C + row * ldc + column, alpha, sum_0_0, beta);
    }
}
