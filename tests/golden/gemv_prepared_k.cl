/*
 * Made by clgemm 0.1.0: clgemm-gen --type-b q4_k --layout row --transpose nt --batch strided --family gemv --tile 1x2 --wg 16x4 --prepared b
 */

/* ... */

/* Blocks of q4_k side by side: 8 quants in a word, the first one in its lowest bits; of each part of 32 its scale and its least value; and those of blocks. */
typedef struct {
    uint quants[128];
    uchar parts[32][2];
    ushort wholes[4][2];
} gemm_1x2_16x4_q4_k_prepared;

/* `count` blocks of q4_k side by side; zero beyond them. */
static void gemm_1x2_16x4_repack_q4_k(
    __global gemm_1x2_16x4_q4_k_prepared *const to, const __global gemm_1x2_16x4_q4_k *const from, const int count)
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
static float8 gemm_1x2_16x4_q4_k_prepared_numbers(const uint word)
{
    const uint8 moved = (uint8)word << (uint8)(8, 8, 0, 0, 0, 0, 0, 0) >> (uint8)(0, 0, 0, 0, 0, 12, 12, 12);
    const uint8 bits = (uint8)(0xf00, 0xf000, 0xf00, 0xf000, 0xf0000, 0xf00, 0xf000, 0xf0000);
    return as_float8(moved & bits | as_uint8((float8)(32768.0f, 2048.0f, 32768.0f, 2048.0f, 128.0f, 32768.0f, 2048.0f, 128.0f)));
}

/* ... */

/* The scale and the least value of the element at place `at` of the line. */
static float2 gemm_1x2_16x4_q4_k_prepared_scale(const __global gemm_1x2_16x4_q4_k_prepared *const memory, const uint at)
{
    const __global gemm_1x2_16x4_q4_k_prepared *const block = memory + at / 1024;
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
 * Launch: local size {1, 16, 1}, global size {ceil(K / 1024), 16 * ceil(N / 16), batch_count}.
 * Once for the values of B, for any number of products.
 */
__kernel __attribute__((reqd_work_group_size(1, 16, 1)))
void gemm_1x2_16x4_repack_b(
    const int N, const int K,
    __global const gemm_1x2_16x4_q4_k *restrict B, const int ldb, const long stride_b,
    __global gemm_1x2_16x4_q4_k_prepared *restrict B_repacked)
{
    const int stride = (K + 1023) / 1024 * 1024;
    const long member = get_global_id(2);
    B += member * stride_b / 256;
    B_repacked += member * N * stride / 1024;
    const int first = get_global_id(0) * 1024;
    const int line = get_global_id(1);
    if (line < N)
        gemm_1x2_16x4_repack_q4_k(
            B_repacked + ((long)line * stride + first) / 1024, B + ((long)line * ldb + first) / 256,
            min((K - first) / 256, 4));
}

/* The sum of all elements. */
static float gemm_1x2_16x4_sum_of(const float16 values)
{
    const float8 of_8 = values.lo + values.hi;
    const float4 of_4 = of_8.lo + of_8.hi;
    const float2 of_2 = of_4.lo + of_4.hi;
    return of_2.lo + of_2.hi;
}

/* ... */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gemm_1x2_16x4(
    const int M, const int N, const int K, const long batch_count, const float alpha,
    __global const float *restrict A, const int lda, const long stride_a,
    __global const gemm_1x2_16x4_q4_k_prepared *restrict B_repacked,
    const float beta,
    __global float *restrict C, const int ldc, const long stride_c)
{
    const int ldb = (K + 1023) / 1024 * 1024;
    const long member = get_global_id(2);
    A += member * stride_a;
    B_repacked += member * N * ldb / 1024;
    C += member * stride_c;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 16;
    const int row = get_group_id(1);
    const int column = (get_group_id(0) * 4 + item / 16) * 2;
    const long a_row = (long)row * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;

    float16 c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = part * 16; k < depth; k += 256) {
        const float16 a_0 = vload16(0, A + a_row + k);
        const float2 scale_of_b_0 = gemm_1x2_16x4_q4_k_prepared_scale(B_repacked + b_column_0 / 1024, k);
        const float2 scale_of_b_1 = gemm_1x2_16x4_q4_k_prepared_scale(B_repacked + b_column_1 / 1024, k);
        const float16 b_0 = scale_of_b_0.s0 * gemm_1x2_16x4_q4_k_prepared_quants16(B_repacked + b_column_0 / 1024, k) + scale_of_b_0.s1;
        const float16 b_1 = scale_of_b_1.s0 * gemm_1x2_16x4_q4_k_prepared_quants16(B_repacked + b_column_1 / 1024, k) + scale_of_b_1.s1;

        float16 part_0_0 = 0.0f, part_0_1 = 0.0f;
        part_0_0 = mad(a_0, b_0, part_0_0);
        part_0_1 = mad(a_0, b_1, part_0_1);
        c_0_0 += part_0_0;
        c_0_1 += part_0_1;
    }

    float sum_0_0 = gemm_1x2_16x4_sum_of(c_0_0);
    float sum_0_1 = gemm_1x2_16x4_sum_of(c_0_1);
    /* The sums of all parts of K are added by halves. */
    __local float sums[1][2][64];
    sums[0][0][item] = sum_0_0;
    sums[0][1][item] = sum_0_1;
    for (int others = 8; others > 0; others /= 2) {
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
            gemm_1x2_16x4_store(C + (long)row * ldc + column, alpha, sum_0_0, beta);
        if (column + 1 < N)
            gemm_1x2_16x4_store(C + (long)row * ldc + column + 1, alpha, sum_0_1, beta);
    }
}
