/*
 * Made by clgemm 0.1.0: clgemm-gen --type-b i4_64 --layout row --transpose nt --family register --tile 2x1 --wg 8x8 --split-k 2 --tile-k 4 --unroll-k 64 --vec-b 4
 */

/* ... */

/* 64 elements, quants of 4 bits, two a byte, the first one in its lower half: scale * (quant - 8).
 * Each group of 64 has its scale in a buffer of its own. */
typedef struct {
    uchar quants[32];
} gemm_2x1_8x8_i4_64;

/* ... */

/* 4 elements from place `at` of the matrix on, a multiple of 4. */
static float4 gemm_2x1_8x8_i4_64_load4(
    const __global gemm_2x1_8x8_i4_64 *const memory, const __global half *const scales,
    const ulong at)
{
    const __global gemm_2x1_8x8_i4_64 *const block = memory + at / 64;
    const __global uchar *const from = block->quants + at % 64 / 2;
    const int2 pairs = convert_int2(gemm_2x1_8x8_i4_64_bytes2(from));
    int4 quants;
    quants.even = pairs & 15;
    quants.odd = pairs >> 4;
    const float4 numbers = convert_float4(quants - 8);
    const float scale = vload_half(at / 64, scales);
    return scale * numbers;
}

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x1_8x8(
    const int M, const int N, int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_2x1_8x8_i4_64 *restrict B, const int ldb,
    __global const half *restrict B_scales,
    __global float *restrict C_parts)
{
    const int ldc = N;
    /* The part of K of this work-group: whole iterations, the last one as many as are left. */
    const int part_of_k = get_global_id(2);
    const int steps_of_part = ((K - 1) / 128 + 1) * 64;
    const int first_of_part = min(part_of_k * steps_of_part, K);
    A += first_of_part;
    B += first_of_part / 64;
    B_scales += first_of_part / 64;
    C_parts += (long)part_of_k * M * ldc;
    K = min(K - first_of_part, steps_of_part);
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0);
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    float c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth;) {
        #pragma unroll
        for (int iteration = 0; iteration < 16; ++iteration, k += 4) {
            const float a_0_0 = A[a_row_0 + k];
            const float a_1_0 = A[a_row_1 + k];
            const float a_0_1 = A[a_row_0 + k + 1];
            const float a_1_1 = A[a_row_1 + k + 1];
            const float a_0_2 = A[a_row_0 + k + 2];
            const float a_1_2 = A[a_row_1 + k + 2];
            const float a_0_3 = A[a_row_0 + k + 3];
            const float a_1_3 = A[a_row_1 + k + 3];
            const float4 b_run_0_0 = gemm_2x1_8x8_i4_64_load4(B, B_scales, b_column_0 + k);
            const float b_0 = b_run_0_0.s0;
            const float b_1 = b_run_0_0.s1;
            const float b_2 = b_run_0_0.s2;
            const float b_3 = b_run_0_0.s3;

            c_0_0 = mad(a_0_0, b_0, c_0_0);
            c_1_0 = mad(a_1_0, b_0, c_1_0);
            c_0_0 = mad(a_0_1, b_1, c_0_0);
            c_1_0 = mad(a_1_1, b_1, c_1_0);
            c_0_0 = mad(a_0_2, b_2, c_0_0);
            c_1_0 = mad(a_1_2, b_2, c_1_0);
            c_0_0 = mad(a_0_3, b_3, c_0_0);
            c_1_0 = mad(a_1_3, b_3, c_1_0);
        }
    }

    if (row < M && column < N)
        gemm_2x1_8x8_store(C_parts + (long)row * ldc + column, alpha, c_0_0);
    if (row + 1 < M && column < N)
        gemm_2x1_8x8_store(C_parts + (long)(row + 1) * ldc + column, alpha, c_1_0);
}
