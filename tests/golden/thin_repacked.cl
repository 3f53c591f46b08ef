/*
 * gemm_2x2_32x8: C = alpha * A * B^T + beta * C
 *
 * A in bfloat16, B in q4_k, C in bfloat16 precision, computed in single, blocks rounded to bfloat16, row-major; K a multiple of 256.
 *
 *   M           rows of op(A) and C
 *   N           columns of op(B) and C
 *   K           columns of op(A), rows of op(B)
 *   alpha       scales the product; 0: neither A nor B is read
 *   A           M x K, row-major
 *   lda         leading dimension of A, in elements (>= K)
 *   B_repacked  B in blocks of 1024 elements
 *   beta        scales C before the update; 0: C is not read
 *   C           M x N, row-major
 *   ldc         leading dimension of C, in elements (>= N)
 *
 * 8 work-items compute 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 8 along M by 16 along N.
 * Each of these 8 sums a part of K; then their sums are added.
 * Launch after gemm_2x2_32x8_repack_b:
 *   local size {256, 1}, global size {256 * ceil(N / 16), ceil(M / 8)}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b q4_k --layout row --transpose nt --family thin --tile 2x2 --wg 32x8 --prepared b
 */

/* Rounds two numbers to the nearest bf16, ties to even: `low` becomes the lower half, `high` the upper one. NaN stays NaN. */
static uint gemm_2x2_32x8_nearest_pair(const float low, const float high)
{
    uint pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

static ushort8 gemm_2x2_32x8_nearest_bf16x8(const float8 value)
{
    return as_ushort8((uint4)(
        gemm_2x2_32x8_nearest_pair(value.s0, value.s1),
        gemm_2x2_32x8_nearest_pair(value.s2, value.s3),
        gemm_2x2_32x8_nearest_pair(value.s4, value.s5),
        gemm_2x2_32x8_nearest_pair(value.s6, value.s7)));
}

static ushort gemm_2x2_32x8_nearest_bf16(const float value)
{
    return (ushort)gemm_2x2_32x8_nearest_pair(value, 0.0f);
}

/* A block of 256 elements: scale * scales[part] * quant - least * leasts[part], of parts of 32. */
typedef struct {
    ushort scale;
    ushort least;
    uchar parts[12];
    uchar quants[128];
} gemm_2x2_32x8_q4_k;

/* Blocks of q4_k side by side: 8 quants in a word, the first one in its lowest bits; of each part of 32 its scale and its least value; and those of blocks. */
typedef struct {
    uint quants[128];
    uchar parts[32][2];
    ushort wholes[4][2];
} gemm_2x2_32x8_q4_k_prepared;

/* `count` blocks of q4_k side by side; zero beyond them. */
static void gemm_2x2_32x8_repack_q4_k(
    __global gemm_2x2_32x8_q4_k_prepared *const to, const __global gemm_2x2_32x8_q4_k *const from, const int count)
{
    for (int i = 0; i < 4; ++i) {
        const bool inside = i < count;
        to->wholes[i][0] = inside ? from[i].scale : 0;
        to->wholes[i][1] = inside ? from[i].least : 0;
        for (int part = 0; part < 8; ++part) {
            const __global uchar *const parts = from[i].parts + part;
            to->parts[i * 8 + part][0] = !inside ? 0 : part < 4 ? parts[0] & 63 : (parts[4] & 15) | (parts[-4] >> 6 << 4);
            to->parts[i * 8 + part][1] = !inside ? 0 : part < 4 ? parts[4] & 63 : (parts[4] >> 4) | (parts[0] >> 6 << 4);
        }
        for (int word = 0; word < 32; ++word) {
            uint quants = 0;
            for (int j = 0; j < 8 && inside; ++j)
                quants |= (uint)(from[i].quants[word / 8 * 32 + word % 4 * 8 + j] >> word / 4 % 2 * 4 & 15) << 4 * j;
            to->quants[i * 32 + word] = quants;
        }
    }
}

/* The quants of a word, each of them too large by 2^15, 2^11 or 2^7: the bits of a number of that size from the eighth, the twelfth or the sixteenth on
 * count 1, 2, 4 and 8. So no whole number is converted. */
static float8 gemm_2x2_32x8_q4_k_prepared_numbers(const uint word)
{
    const uint8 moved = (uint8)word << (uint8)(8, 8, 0, 0, 0, 0, 0, 0) >> (uint8)(0, 0, 0, 0, 0, 12, 12, 12);
    const uint8 bits = (uint8)(0xf00, 0xf000, 0xf00, 0xf000, 0xf0000, 0xf00, 0xf000, 0xf0000);
    return as_float8(moved & bits | as_uint8((float8)(32768.0f, 2048.0f, 32768.0f, 2048.0f, 128.0f, 32768.0f, 2048.0f, 128.0f)));
}

/* 8 elements from place `at` of the line on, a multiple of 8, but for their scale and their least value. */
static float8 gemm_2x2_32x8_q4_k_prepared_quants8(const __global gemm_2x2_32x8_q4_k_prepared *const memory, const uint at)
{
    const __global gemm_2x2_32x8_q4_k_prepared *const block = memory + at / 1024;
    const uint words = *(const __global uint *)((const __global uchar *)block->quants + at % 1024 / 2);
    const float8 numbers = gemm_2x2_32x8_q4_k_prepared_numbers(words) - (float8)(32768.0f, 2048.0f, 32768.0f, 2048.0f, 128.0f, 32768.0f, 2048.0f, 128.0f);
    return numbers;
}

/* The scale and the least value of the element at place `at` of the line. */
static float2 gemm_2x2_32x8_q4_k_prepared_scale(const __global gemm_2x2_32x8_q4_k_prepared *const memory, const uint at)
{
    const __global gemm_2x2_32x8_q4_k_prepared *const block = memory + at / 1024;
    const uint2 part = convert_uint2(*(const __global uchar2 *)block->parts[at % 1024 / 32]);
    const float2 of_part = as_float2(part | as_uint(8388608.0f)) - 8388608.0f;
    const float2 whole = vload_half2(at % 1024 / 256, (const __global half *)block->wholes) * of_part;
    const float scale = whole.s0;
    const float least = -whole.s1;
    return (float2)(scale, least);
}

/*
 * Repacks blocks of B into blocks of 1024 elements, for vector loads; zeros where a line ends within one. `stride`: elements of a line of them.
 * B is N x K, row-major, leading dimension ldb.
 * Launch: local size {1, 16}, global size {ceil(K / 1024), 16 * ceil(N / 16)}.
 * Once for the values of B, for any number of products.
 */
__kernel __attribute__((reqd_work_group_size(1, 16, 1)))
void gemm_2x2_32x8_repack_b(
    const int N, const int K,
    __global const gemm_2x2_32x8_q4_k *restrict B, const int ldb,
    __global gemm_2x2_32x8_q4_k_prepared *restrict B_repacked)
{
    const int stride = (K + 1023) / 1024 * 1024;
    const int first = get_global_id(0) * 1024;
    const int line = get_global_id(1);
    if (line < N)
        gemm_2x2_32x8_repack_q4_k(
            B_repacked + ((long)line * stride + first) / 1024, B + ((long)line * ldb + first) / 256,
            min((K - first) / 256, 4));
}

/*
 * C += A * B, fragments of 16 x 8 x 16. Lane l holds of C rows 2 (l % 4) and 2 (l % 4) + 1: of column l / 4 in *c_0, of column
 * l / 4 + 8 in *c_8; of A and B elements that are contiguous in their lines.
 */
static void gemm_2x2_32x8_multiply(float2 *const c_0, float2 *const c_8, const uint4 b, const uint2 a)
{
    float s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)
        : "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w), "r"(a.x), "r"(a.y));
    *c_0 = (float2)(s0, s1);
    *c_8 = (float2)(s2, s3);
}

/*
 * Adds the products of a step: of two lines of B, 8 columns apart, with a line of A.
 */
static void gemm_2x2_32x8_add_step(
    float2 *const s_0, float2 *const s_8, const uint4 b_0, const uint4 b_8,
    const uint4 a)
{
    gemm_2x2_32x8_multiply(s_0, s_8, (uint4)(b_0.s0, b_8.s0, b_0.s1, b_8.s1), (uint2)(a.s0, a.s1));
    gemm_2x2_32x8_multiply(s_0, s_8, (uint4)(b_0.s2, b_8.s2, b_0.s3, b_8.s3), (uint2)(a.s2, a.s3));
}

/* 8 elements of a line from place `at` on; 0 from place `end` on. */
static uint4 gemm_2x2_32x8_part_of_line(const __global ushort *const line, const int at, const int end)
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

/* C = alpha * product + beta * C for one element. */
static void gemm_2x2_32x8_store(
    __global ushort *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = gemm_2x2_32x8_nearest_bf16(beta == 0.0f ? value : value + beta * as_float((uint)c[0] << 16));
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_2x2_32x8(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const gemm_2x2_32x8_q4_k_prepared *restrict B_repacked,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int ldb = (K + 1023) / 1024 * 1024;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int lane = item % 32;
    const int part = item / 32;
    const int first_row = get_group_id(1) * 8;
    const int first_column = get_group_id(0) * 16;
    const long a_row_0 = (long)min(first_row + lane / 4, M - 1) * lda;
    const long b_column_0 = (long)min(first_column + lane / 4, N - 1) * ldb;
    const long b_column_1 = (long)min(first_column + lane / 4 + 8, N - 1) * ldb;

    float2 s_0_0 = 0.0f, s_1_0 = 0.0f;

    /* Whole loads, where all lines begin at multiples of 16 bytes. */
    const int whole_k = ((size_t)A | (size_t)lda * 2) % 16 == 0 ? depth / 1024 * 1024 : 0;
    for (int k = part * 128 + lane % 4 * 32; k < whole_k; k += 1024) {
        const float2 scale_of_b_0 = gemm_2x2_32x8_q4_k_prepared_scale(B_repacked + b_column_0 / 1024, k);
        const float2 scale_of_b_1 = gemm_2x2_32x8_q4_k_prepared_scale(B_repacked + b_column_1 / 1024, k);
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k) + scale_of_b_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k) + scale_of_b_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 8);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k + 8) + scale_of_b_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k + 8) + scale_of_b_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 16);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k + 16) + scale_of_b_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k + 16) + scale_of_b_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k + 24);
            const uint4 b_0 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k + 24) + scale_of_b_0.s1));
            const uint4 b_1 = as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k + 24) + scale_of_b_1.s1));
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
    }
    /* The remainder of K, or all of it where lines begin elsewhere; zero beyond K. */
    for (int turn = whole_k; turn < depth; turn += 1024) {
        const int k = turn + part * 128 + lane % 4 * 32;
        const float2 scale_of_b_0 = k < depth ? gemm_2x2_32x8_q4_k_prepared_scale(B_repacked + b_column_0 / 1024, k) : (float2)0.0f;
        const float2 scale_of_b_1 = k < depth ? gemm_2x2_32x8_q4_k_prepared_scale(B_repacked + b_column_1 / 1024, k) : (float2)0.0f;
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k, depth);
            const uint4 b_0 = k < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k) + scale_of_b_0.s1)) : (uint4)0;
            const uint4 b_1 = k < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k) + scale_of_b_1.s1)) : (uint4)0;
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k + 8, depth);
            const uint4 b_0 = k + 8 < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k + 8) + scale_of_b_0.s1)) : (uint4)0;
            const uint4 b_1 = k + 8 < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k + 8) + scale_of_b_1.s1)) : (uint4)0;
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k + 16, depth);
            const uint4 b_0 = k + 16 < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k + 16) + scale_of_b_0.s1)) : (uint4)0;
            const uint4 b_1 = k + 16 < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k + 16) + scale_of_b_1.s1)) : (uint4)0;
            gemm_2x2_32x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        }
        {
            const uint4 a_0 = gemm_2x2_32x8_part_of_line((const __global ushort *)A + a_row_0, k + 24, depth);
            const uint4 b_0 = k + 24 < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_0.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_0 / 1024, k + 24) + scale_of_b_0.s1)) : (uint4)0;
            const uint4 b_1 = k + 24 < depth ? as_uint4(gemm_2x2_32x8_nearest_bf16x8(scale_of_b_1.s0 * gemm_2x2_32x8_q4_k_prepared_quants8(B_repacked + b_column_1 / 1024, k + 24) + scale_of_b_1.s1)) : (uint4)0;
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
