/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b q4_k --layout row --transpose nt --family thin --tile 2x2 --wg 32x8 --prepared b
 */

/* ... */

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

/* ... */

/* 8 elements from place `at` of the line on, a multiple of 8, but for their scale and their least value. */
static float8 gemm_2x2_32x8_q4_k_prepared_quants8(const __global gemm_2x2_32x8_q4_k_prepared *const memory, const uint at)
{
    const __global gemm_2x2_32x8_q4_k_prepared *const block = memory + at / 1024;
    const uint words = *(const __global uint *)((const __global uchar *)block->quants + at % 1024 / 2);
    const float8 numbers = gemm_2x2_32x8_q4_k_prepared_numbers(words) - (float8)(32768.0f, 2048.0f, 32768.0f, 2048.0f, 128.0f, 32768.0f, 2048.0f, 128.0f);
    return numbers;
}

/* ... */

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
