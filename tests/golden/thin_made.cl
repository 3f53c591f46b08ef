/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-b q4_k --layout row --transpose nt --family thin --tile 2x2 --wg 32x8 --prepared b
 */

/* A block of 256 elements: scale * scales[part] * quant - least * leasts[part], of parts of 32. */
typedef struct {
    ushort scale;
    ushort least;
    uchar parts[12];
    uchar quants[128];
} gemm_2x2_32x8_q4_k;

/* Two halves of 1024 and more: in their lowest digits what `mask` leaves of a word. By one instruction: the compiler makes two of & and |. */
static uint gemm_2x2_32x8_in_1024(const uint word, const uint mask)
{
    uint result;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(result) : "r"(word), "r"(mask), "r"(0x64006400));
    return result;
}

/* Of two halves each: value * factor + plus, rounded once. */
static uint gemm_2x2_32x8_fma_halves(const uint value, const uint factor, const uint plus)
{
    uint result;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(value), "r"(factor), "r"(plus));
    return result;
}

/*
 * Blocks of q4_k of 16 lines for the lanes of a matrix engine, 256 elements of each line: twice 128, and of these those of lines 0 to 7, then 8 to 15. Lane 4 g + l has
 * of line g of 8 in word i elements 8 i to 8 i + 7 of run l of 32: in its lower half those with an even number, in the upper one the others. Of this run it has the scale and
 * the least value; and those of the whole block, by which they are multiplied.
 */
typedef struct {
    uint4 quants[2][2][32];
    uchar parts[2][2][32][2];
    ushort wholes[2][8][2];
} gemm_2x2_32x8_q4_k_in_lanes;

/* A block of q4_k where `count` is 1, else zero, as line `line` of 16. */
static void gemm_2x2_32x8_repack_q4_k(
    __global gemm_2x2_32x8_q4_k_in_lanes *const to, const int line, const __global gemm_2x2_32x8_q4_k *const from, const int count)
{
    const bool inside = count > 0;
    __global ushort *const wholes = to->wholes[line / 8][line % 8];
    wholes[0] = inside ? from->scale : 0;
    wholes[1] = inside ? from->least : 0;
    for (int part = 0; part < 8; ++part) {
        const int lane = line % 8 * 4 + part % 4;
        const __global uchar *const parts = from->parts + part;
        __global uchar *const of_lane = to->parts[part / 4][line / 8][lane];
        of_lane[0] = !inside ? 0 : part < 4 ? parts[0] & 63 : (parts[4] & 15) | (parts[-4] >> 6 << 4);
        of_lane[1] = !inside ? 0 : part < 4 ? parts[4] & 63 : (parts[4] >> 4) | (parts[0] >> 6 << 4);
        for (int word = 0; word < 4; ++word) {
            uint quants = 0;
            for (int j = 0; j < 8 && inside; ++j)
                quants |= (uint)(from->quants[part / 2 * 32 + word * 8 + j] >> part % 2 * 4 & 15) << (j / 2 + j % 2 * 4) * 4;
            ((__global uint *)&to->quants[part / 4][line / 8][lane])[word] = quants;
        }
    }
}

/* The words that a lane has of 128 elements from place `at` of lines on, all of one run: of the first eight lines, or the second (`eight` 1). */
static uint4 gemm_2x2_32x8_q4_k_in_lanes_words(
    const __global gemm_2x2_32x8_q4_k_in_lanes *const lines, const uint at, const uint eight, const uint lane)
{
    return lines[at / 256].quants[at % 256 / 128][eight][lane];
}

/* The scale and the least value of this run. */
static float2 gemm_2x2_32x8_q4_k_in_lanes_scales(
    const __global gemm_2x2_32x8_q4_k_in_lanes *const lines, const uint at, const uint eight, const uint lane)
{
    const uint2 part = convert_uint2(*(const __global uchar2 *)lines[at / 256].parts[at % 256 / 128][eight][lane]);
    const float2 of_part = as_float2(part | as_uint(8388608.0f)) - 8388608.0f;
    const float2 whole = vload_half2(0, (const __global half *)lines[at / 256].wholes[eight][lane / 4]) * of_part;
    return (float2)(whole.s0, -whole.s1);
}

/* The 8 quants of a word. They become halves, two in each number: put into the significand of 1024, where they count 1 or 16. */
static float8 gemm_2x2_32x8_q4_k_in_lanes_quants(const uint word)
{
    const uint4 halves = (uint4)(
        gemm_2x2_32x8_fma_halves(gemm_2x2_32x8_in_1024(word, 0x000f000f), 0x3c003c00, 0xe400e400),
        gemm_2x2_32x8_fma_halves(gemm_2x2_32x8_in_1024(word, 0x00f000f0), 0x2c002c00, 0xd400d400),
        gemm_2x2_32x8_fma_halves(gemm_2x2_32x8_in_1024(word >> 8, 0x000f000f), 0x3c003c00, 0xe400e400),
        gemm_2x2_32x8_fma_halves(gemm_2x2_32x8_in_1024(word >> 8, 0x00f000f0), 0x2c002c00, 0xd400d400));
    return vload_half8(0, (const half *)&halves);
}

/* ... */

/*
 * C += A * B, fragments of 16 x 8 x 16. Lane l holds of C rows 2 (l % 4) and 2 (l % 4) + 1: of column l / 4 in *c_0, of column
 * l / 4 + 8 in *c_8; of A and B elements that are contiguous in their lines.
 */
static void gemm_2x2_32x8_multiply(float2 *const c_0, float2 *const c_8, const uint4 b, const uint2 a)
{
    float s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)
        : "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w), "r"(a.x), "r"(a.y));
    *c_0 = (float2)(s0, s1);
    *c_8 = (float2)(s2, s3);
}

/* 8 singles as halves, rounded to the nearest. */
static ushort8 gemm_2x2_32x8_halves8(const float8 value)
{
    ushort8 halves;
    vstore_half8(value, 0, (half *)&halves);
    return halves;
}

/* ... */

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_2x2_32x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const gemm_2x2_32x8_q4_k_in_lanes *restrict B_repacked,
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
    const __global gemm_2x2_32x8_q4_k_in_lanes *const b_columns_0 = B_repacked + (long)min(first_column, N - 1) / 16 * (ldb / 256);

    float2 s_0_0 = 0.0f, s_1_0 = 0.0f;

    /* Whole loads, where all lines begin at multiples of 16 bytes. */
    const int whole_k = ((size_t)A | (size_t)lda * 2) % 16 == 0 ? depth / 1024 * 1024 : 0;
    for (int k = part * 128 + lane % 4 * 32; k < whole_k; k += 1024) {
        const uint4 words_0 = gemm_2x2_32x8_q4_k_in_lanes_words(b_columns_0, k, 0, lane);
        const float2 scales_0 = gemm_2x2_32x8_q4_k_in_lanes_scales(b_columns_0, k, 0, lane);
        const uint4 words_1 = gemm_2x2_32x8_q4_k_in_lanes_words(b_columns_0, k, 1, lane);
        const float2 scales_1 = gemm_2x2_32x8_q4_k_in_lanes_scales(b_columns_0, k, 1, lane);
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s0) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s0) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 8);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s1) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s1) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 16);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s2) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s2) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 24);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s3) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s3) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
    }
    /* The remainder of K, or all of it where lines begin elsewhere; zero beyond K. */
    for (int turn = whole_k; turn < depth; turn += 1024) {
        const int k = turn + part * 128 + lane % 4 * 32;
        const uint4 words_0 = k < depth ? gemm_2x2_32x8_q4_k_in_lanes_words(b_columns_0, k, 0, lane) : (uint4)0;
        const float2 scales_0 = k < depth ? gemm_2x2_32x8_q4_k_in_lanes_scales(b_columns_0, k, 0, lane) : (float2)0.0f;
        const uint4 words_1 = k < depth ? gemm_2x2_32x8_q4_k_in_lanes_words(b_columns_0, k, 1, lane) : (uint4)0;
        const float2 scales_1 = k < depth ? gemm_2x2_32x8_q4_k_in_lanes_scales(b_columns_0, k, 1, lane) : (float2)0.0f;
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k, depth);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s0) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s0) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k + 8, depth);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s1) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s1) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k + 16, depth);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s2) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s2) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k + 24, depth);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_halves8(scales_0.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_0.s3) + scales_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_halves8(scales_1.s0 * gemm_2x2_32x8_q4_k_in_lanes_quants(words_1.s3) + scales_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
    }

    /* All sums come together, those of each part of K: work-items take neighbouring elements of C. */
    __local float sums[8][8][20];
    sums[part][lane % 4 * 2][lane / 4] = s_0_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4] = s_0_0.s1;
    sums[part][lane % 4 * 2][lane / 4 + 8] = s_1_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4 + 8] = s_1_0.s1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 128) {
        const int own_column = item % 16;
        const int own_row = item / 16;
        const int row = first_row + own_row;
        const int column = first_column + own_column;
        float c_0_0 = sums[0][own_row][own_column];
        for (int other = 1; other < 8; ++other) {
            c_0_0 += sums[other][own_row][own_column];
        }
        if (row < M && column < N)
            gemm_2x2_32x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    }
}
