/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-b q4_0 --layout row --transpose nt --family thin --tile 2x2 --wg 16x8 --prepared b
 */

/* ... */

/*
 * Blocks of q4_0 of 16 lines for the lanes of a matrix engine, 256 elements of each line: twice 128, and of these those of lines 0 to 7, then 8 to 15. Lane 4 g + l has
 * of line g of 8 in word i elements 8 l to 8 l + 7 of run i of 32: in its lower half those with an even number, in the upper one the others. And the scales of runs.
 */
typedef struct {
    uint4 quants[2][2][32];
    ushort scales[2][2][8][4];
} gemm_2x2_16x8_q4_0_in_lanes;

/* `count` blocks of q4_0 side by side, as line `line` of 16; zero beyond them. */
static void gemm_2x2_16x8_repack_q4_0(
    __global gemm_2x2_16x8_q4_0_in_lanes *const to, const int line, const __global gemm_2x2_16x8_q4_0 *const from, const int count)
{
    for (int i = 0; i < 8; ++i) {
        to->scales[i / 4][line / 8][line % 8][i % 4] = i < count ? from[i].scale : 0;
        for (int lane = 0; lane < 4; ++lane) {
            uint quants = 0;
            for (int j = 0; j < 8 && i < count; ++j)
                quants |= (uint)(from[i].quants[lane % 2 * 8 + j] >> lane / 2 * 4 & 15) << (j / 2 + j % 2 * 4) * 4;
            ((__global uint *)&to->quants[i / 4][line / 8][line % 8 * 4 + lane])[i % 4] = quants;
        }
    }
}

/* The words that a lane has of 128 elements from place `at` of lines on, one of each run: of the first eight lines, or the second (`eight` 1). */
static uint4 gemm_2x2_16x8_q4_0_in_lanes_words(
    const __global gemm_2x2_16x8_q4_0_in_lanes *const lines, const uint at, const uint eight, const uint lane)
{
    return lines[at / 256].quants[at % 256 / 128][eight][lane];
}

/* The scales of these runs. */
static float4 gemm_2x2_16x8_q4_0_in_lanes_scales(
    const __global gemm_2x2_16x8_q4_0_in_lanes *const lines, const uint at, const uint eight, const uint lane)
{
    return vload_half4(0, (const __global half *)lines[at / 256].scales[at % 256 / 128][eight][lane / 4]);
}

/* The 8 quants of a word, less 8, as halves, two in each number: put into the significand of 1024, where they count 1 or 16. */
static uint4 gemm_2x2_16x8_q4_0_in_lanes_halves(const uint word)
{
    return (uint4)(
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(word, 0x000f000f), 0x3c003c00, 0xe408e408),
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(word, 0x00f000f0), 0x2c002c00, 0xd480d480),
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(word >> 8, 0x000f000f), 0x3c003c00, 0xe408e408),
        gemm_2x2_16x8_fma_halves(gemm_2x2_16x8_in_1024(word >> 8, 0x00f000f0), 0x2c002c00, 0xd480d480));
}

/*
 * Repacks blocks of B into blocks of 16 columns by 256 elements, for vector loads; zeros where a line or B ends within one. `stride`: elements of a line of them.
 * B is N x K, row-major, leading dimension ldb.
 * Launch: local size {1, 16}, global size {ceil(K / 256), 16 * ceil(N / 16)}.
 * Once for the values of B, for any number of products.
 */
__kernel __attribute__((reqd_work_group_size(1, 16, 1)))
void gemm_2x2_16x8_repack_b(
    const int N, const int K,
    __global const gemm_2x2_16x8_q4_0 *restrict B, const int ldb,
    __global gemm_2x2_16x8_q4_0_in_lanes *restrict B_repacked)
{
    const int stride = (K + 255) / 256 * 256;
    const int first = get_global_id(0) * 256;
    const int line = get_global_id(1);
    gemm_2x2_16x8_repack_q4_0(
        B_repacked + ((long)(line / 16) * stride + first) / 256, line % 16, B + ((long)line * ldb + first) / 32,
        line < N ? min((K - first) / 32, 8) : 0);
}

/* ... */

/*
 * Adds the products of a step: of two lines of B, 8 columns apart, with a line of A; sums of products with quants, times the scales of both
 * lines.
 */
static void gemm_2x2_16x8_add_step(
    float2 *const s_0, float2 *const s_8, const uint4 b_0, const uint4 b_8,
    const float scale_0, const float scale_8, const uint4 a)
{
    float2 run_0 = 0.0f, run_8 = 0.0f;
    gemm_2x2_16x8_multiply(&run_0, &run_8, (uint4)(b_0.s0, b_8.s0, b_0.s1, b_8.s1), (uint2)(a.s0, a.s1));
    gemm_2x2_16x8_multiply(&run_0, &run_8, (uint4)(b_0.s2, b_8.s2, b_0.s3, b_8.s3), (uint2)(a.s2, a.s3));
    *s_0 += scale_0 * run_0;
    *s_8 += scale_8 * run_8;
}

/* 8 elements of a line from place `at` on; 0 from place `end` on. */
static uint4 gemm_2x2_16x8_part_of_line(const __global ushort *const line, const int at, const int end)
{
    return as_uint4((ushort8)(
        at < end ? line[at] : 0,
        at + 1 < end ? line[at + 1] : 0,
        at + 2 < end ? line[at + 2] : 0,
        at + 3 < end ? line[at + 3] : 0,
        at + 4 < end ? line[at + 4] : 0,
        at + 5 < end ? line[at + 5] : 0,
        at + 6 < end ? line[at + 6] : 0,
        at + 7 < end ? line[at + 7] : 0));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x2_16x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const gemm_2x2_16x8_q4_0_in_lanes *restrict B_repacked,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int ldb = (K + 255) / 256 * 256;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int lane = item % 32;
    const int part = item / 32;
    const int first_row = get_group_id(1) * 8;
    const int first_column = get_group_id(0) * 16;
    const long a_row_0 = (long)min(first_row + lane / 4, M - 1) * lda;
    const __global gemm_2x2_16x8_q4_0_in_lanes *const b_columns_0 = B_repacked + (long)min(first_column, N - 1) / 16 * (ldb / 256);

    float2 s_0_0 = 0.0f, s_1_0 = 0.0f;

    /* Whole loads, where all lines begin at multiples of 16 bytes. */
    const int whole_k = ((size_t)A | (size_t)lda * 2) % 16 == 0 ? depth / 512 * 512 : 0;
    for (int k = part * 128; k < whole_k; k += 512) {
        const uint4 words_0 = gemm_2x2_16x8_q4_0_in_lanes_words(b_columns_0, k, 0, lane);
        const float4 scales_0 = gemm_2x2_16x8_q4_0_in_lanes_scales(b_columns_0, k, 0, lane);
        const uint4 words_1 = gemm_2x2_16x8_q4_0_in_lanes_words(b_columns_0, k, 1, lane);
        const float4 scales_1 = gemm_2x2_16x8_q4_0_in_lanes_scales(b_columns_0, k, 1, lane);
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + lane % 4 * 8);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s0);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s0);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 32 + lane % 4 * 8);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s1);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s1);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 64 + lane % 4 * 8);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s2);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s2);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s2, scales_1.s2, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 96 + lane % 4 * 8);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s3);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s3);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s3, scales_1.s3, a_0);
        }
    }
    /* The remainder of K, or all of it where lines begin elsewhere; zero beyond K. */
    for (int turn = whole_k; turn < depth; turn += 512) {
        const int k = turn + part * 128;
        const uint4 words_0 = k < depth ? gemm_2x2_16x8_q4_0_in_lanes_words(b_columns_0, k, 0, lane) : (uint4)0;
        const float4 scales_0 = k < depth ? gemm_2x2_16x8_q4_0_in_lanes_scales(b_columns_0, k, 0, lane) : (float4)0.0f;
        const uint4 words_1 = k < depth ? gemm_2x2_16x8_q4_0_in_lanes_words(b_columns_0, k, 1, lane) : (uint4)0;
        const float4 scales_1 = k < depth ? gemm_2x2_16x8_q4_0_in_lanes_scales(b_columns_0, k, 1, lane) : (float4)0.0f;
        {
            const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + lane % 4 * 8, depth);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s0);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s0);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s0, scales_1.s0, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 32 + lane % 4 * 8, depth);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s1);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s1);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s1, scales_1.s1, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 64 + lane % 4 * 8, depth);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s2);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s2);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s2, scales_1.s2, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k + 96 + lane % 4 * 8, depth);
            const uint4 b_0 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_0.s3);
            const uint4 b_1 = gemm_2x2_16x8_q4_0_in_lanes_halves(words_1.s3);
            gemm_2x2_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, scales_0.s3, scales_1.s3, a_0);
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
