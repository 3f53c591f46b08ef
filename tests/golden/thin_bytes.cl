/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-b q8_0 --layout row --transpose nt --family thin --engine emulated:mma --tile 2x2 --prepared b
 */

/* A block of 32 elements: scale * quant, quants of 8 bits. */
typedef struct {
    ushort scale;
    char quants[32];
} gemm_2x2_16x8_q8_0;

/* Two halves of 1024 and more: in their lowest digits what `mask` leaves of a word. */
static uint gemm_2x2_16x8_in_1024(const uint word, const uint mask)
{
    return word & mask | 0x64006400;
}

/* Of two halves each: value * factor + plus, rounded once. */
static uint gemm_2x2_16x8_fma_halves(const uint value, const uint factor, const uint plus)
{
    uint result;
    vstore_half2(
        vload_half2(0, (const half *)&value) * vload_half2(0, (const half *)&factor) + vload_half2(0, (const half *)&plus),
        0, (half *)&result);
    return result;
}

/*
 * Blocks of q8_0 of 16 lines for the lanes of a matrix engine, 256 elements of each line: four times 64, and of these those of lines 0 to 7, then 8 to 15. Their quants, to which
 * 128 is added: lane 4 g + l has of line g of 8 in words 2 i and 2 i + 1 elements 8 l to 8 l + 7 of run i of 32, in their lower halves those with an even number, in the
 * upper ones the others. And the scales of runs.
 */
typedef struct {
    uint4 quants[4][2][32];
    ushort scales[4][2][8][2];
} gemm_2x2_16x8_q8_0_in_lanes;

/* `count` blocks of q8_0 side by side, as line `line` of 16; zero beyond them. */
static void gemm_2x2_16x8_repack_q8_0(
    __global gemm_2x2_16x8_q8_0_in_lanes *const to, const int line, const __global gemm_2x2_16x8_q8_0 *const from, const int count)
{
    for (int i = 0; i < 8; ++i) {
        to->scales[i / 2][line / 8][line % 8][i % 2] = i < count ? from[i].scale : 0;
        for (int word = 0; word < 8; ++word) {
            uint quants = 0;
            for (int j = 0; j < 4 && i < count; ++j)
                quants |= (uint)(from[i].quants[word * 4 + j] + 128) << (j / 2 + j % 2 * 2) * 8;
            ((__global uint *)&to->quants[i / 2][line / 8][line % 8 * 4 + word / 2])[i % 2 * 2 + word % 2] = quants;
        }
    }
}

/* The words that a lane has of 64 elements from place `at` of lines on, two of each run: of the first eight lines, or the second (`eight` 1). */
static uint4 gemm_2x2_16x8_q8_0_in_lanes_words(
    const __global gemm_2x2_16x8_q8_0_in_lanes *const lines, const uint at, const uint eight, const uint lane)
{
    return lines[at / 256].quants[at % 256 / 64][eight][lane];
}

/* The scales of these runs. */
static float2 gemm_2x2_16x8_q8_0_in_lanes_scales(
    const __global gemm_2x2_16x8_q8_0_in_lanes *const lines, const uint at, const uint eight, const uint lane)
{
    return vload_half2(0, (const __global half *)lines[at / 256].scales[at % 256 / 64][eight][lane / 4]);
}

/* The 8 quants of two words as halves, two in each number: put into the significand of 1024, less 1024 and 128. */
static uint4 gemm_2x2_16x8_q8_0_in_lanes_halves(const uint2 words)
{
    return (uint4)(
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(words.x, 0x00ff00ff), 0x3c003c00, 0xe480e480),
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(words.x >> 8, 0x00ff00ff), 0x3c003c00, 0xe480e480),
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(words.y, 0x00ff00ff), 0x3c003c00, 0xe480e480),
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(words.y >> 8, 0x00ff00ff), 0x3c003c00, 0xe480e480));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x2_16x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const gemm_2x2_16x8_q8_0_in_lanes *restrict B_repacked,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int ldb = (K + 255) / 256 * 256;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int part = item / 32;
    const int first_row = get_group_id(1) * 8;
    const int first_column = get_group_id(0) * 16;
    const long a_row_0 = (long)min(first_row + lane / 4, M - 1) * lda;
    const __global gemm_2x2_16x8_q8_0_in_lanes *const b_columns_0 = B_repacked + (long)min(first_column, N - 1) / 16 * (ldb / 256);
    __local ushort exchange[4][384] __attribute__((aligned(16)));

    float2 s_0_0 = 0.0f, s_1_0 = 0.0f;

    /* Whole loads, where all lines begin at multiples of 16 bytes. */
    const int whole_k = ((size_t)A | (size_t)lda * 2) % 16 == 0 ? depth / 1024 * 1024 : 0;
    for (int k = part * 256; k < whole_k; k += 1024) {
        {
            const uint4 words_0 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k, 0, lane);
            const float2 scales_0 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k, 0, lane);
            const uint4 words_1 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k, 1, lane);
            const float2 scales_1 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k, 1, lane);
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 32 + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
        {
            const uint4 words_0 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 64, 0, lane);
            const float2 scales_0 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 64, 0, lane);
            const uint4 words_1 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 64, 1, lane);
            const float2 scales_1 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 64, 1, lane);
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 64 + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 96 + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
        {
            const uint4 words_0 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 128, 0, lane);
            const float2 scales_0 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 128, 0, lane);
            const uint4 words_1 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 128, 1, lane);
            const float2 scales_1 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 128, 1, lane);
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 128 + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 160 + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
        {
            const uint4 words_0 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 192, 0, lane);
            const float2 scales_0 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 192, 0, lane);
            const uint4 words_1 = gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 192, 1, lane);
            const float2 scales_1 = gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 192, 1, lane);
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 192 + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 224 + lane % 4 * 8);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
    }
    /* The remainder of K, or all of it where lines begin elsewhere; zero beyond K. */
    for (int turn = whole_k; turn < depth; turn += 1024) {
        const int k = turn + part * 256;
        {
            const uint4 words_0 = k < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k, 0, lane) : (uint4)0;
            const float2 scales_0 = k < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k, 0, lane) : (float2)0.0f;
            const uint4 words_1 = k < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k, 1, lane) : (uint4)0;
            const float2 scales_1 = k < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k, 1, lane) : (float2)0.0f;
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 32 + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
        {
            const uint4 words_0 = k + 64 < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 64, 0, lane) : (uint4)0;
            const float2 scales_0 = k + 64 < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 64, 0, lane) : (float2)0.0f;
            const uint4 words_1 = k + 64 < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 64, 1, lane) : (uint4)0;
            const float2 scales_1 = k + 64 < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 64, 1, lane) : (float2)0.0f;
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 64 + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 96 + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
        {
            const uint4 words_0 = k + 128 < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 128, 0, lane) : (uint4)0;
            const float2 scales_0 = k + 128 < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 128, 0, lane) : (float2)0.0f;
            const uint4 words_1 = k + 128 < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 128, 1, lane) : (uint4)0;
            const float2 scales_1 = k + 128 < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 128, 1, lane) : (float2)0.0f;
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 128 + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 160 + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
        {
            const uint4 words_0 = k + 192 < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 192, 0, lane) : (uint4)0;
            const float2 scales_0 = k + 192 < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 192, 0, lane) : (float2)0.0f;
            const uint4 words_1 = k + 192 < depth ? gemm_2x2_16x8_q8_0_in_lanes_words(b_columns_0, k + 192, 1, lane) : (uint4)0;
            const float2 scales_1 = k + 192 < depth ? gemm_2x2_16x8_q8_0_in_lanes_scales(b_columns_0, k + 192, 1, lane) : (float2)0.0f;
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 192 + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s01);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s01);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
            }
            {
                const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 224 + lane % 4 * 8, depth);
                const uint4 b_0 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_0.s23);
                const uint4 b_1 = gemm_2x2_16x8_q8_0_in_lanes_halves(words_1.s23);
                gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
            }
        }
    }

    /* All sums come together, those of each part of K: work-items take neighbouring elements of C. */
    __local float sums[4][8][20];
    sums[part][lane % 4 * 2][lane / 4] = s_0_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4] = s_0_0.s1;
    sums[part][lane % 4 * 2][lane / 4 + 8] = s_1_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4 + 8] = s_1_0.s1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int own_column = item % 16;
    const int own_row = item / 16;
    const int row = first_row + own_row;
    const int column = first_column + own_column;
    float c_0_0 = sums[0][own_row][own_column];
    for (int other = 1; other < 4; ++other) {
        c_0_0 += sums[other][own_row][own_column];
    }
    if (row < M && column < N)
        gemm_2x2_16x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
}
