/*
 * Made by clgemm 0.1.0: clgemm-gen --type-b u4_128 --layout row --transpose nt --offset-b arg --family gemv --tile 1x1 --wg 32x8 --tile-k 16
 */

/* ... */

/* The element at place `at` of the matrix. */
static float gemm_1x1_32x8_u4_128_load1(
    const __global gemm_1x1_32x8_u4_128 *const memory, const __global half *const scales,
    const __global uchar *const zeros, const ulong at)
{
    const __global gemm_1x1_32x8_u4_128 *const block = memory + at / 256;
    const __global uchar *const from = block->quants + at % 256 / 2;
    const int quants = *from >> at % 2 * 4 & 15;
    const int zero = zeros[at / 256] >> at / 128 % 2 * 4 & 15;
    const float numbers = convert_float(quants - zero);
    const float scale = vload_half(at / 128, scales);
    return scale * numbers;
}

/* ... */

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_1x1_32x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_1x1_32x8_u4_128 *restrict B, const long offset_b, const int ldb,
    __global const half *restrict B_scales,
    __global const uchar *restrict B_zeros,
    const float beta,
    __global float *restrict C, const int ldc)
{
    B += offset_b / 256;
    B_scales += offset_b / 128;
    B_zeros += offset_b / 256;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 32;
    const int row = get_group_id(1);
    const int column = get_group_id(0) * 8 + item / 32;
    const long a_row = (long)row * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    float16 c_0_0 = 0.0f;

    const int whole_k = depth / 512 * 512;
    for (int k = part * 16; k < whole_k; k += 512) {
        const float16 a_0 = vload16(0, A + a_row + k);
        const float scale_of_b_0 = gemm_1x1_32x8_u4_128_scale(B_scales + b_column_0 / 128, k);
        const float16 b_0 = gemm_1x1_32x8_u4_128_quants16(B + b_column_0 / 256, B_zeros + b_column_0 / 256, k);

        float16 run_0_0 = 0.0f;
        run_0_0 = mad(a_0, b_0, run_0_0);
        c_0_0 = mad((float16)(scale_of_b_0), run_0_0, c_0_0);
    }
    /* The remainder of K, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const float a_0 = A[a_row + k];
        const float b_0 = gemm_1x1_32x8_u4_128_load1(B, B_scales, B_zeros, b_column_0 + k);

        c_0_0.s0 = mad(a_0, b_0, c_0_0.s0);
    }

    float sum_0_0 = gemm_1x1_32x8_sum_of(c_0_0);
    /* The sums of all parts of K are added by halves. */
    __local float sums[1][1][256];
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
            gemm_1x1_32x8_store(C + (long)row * ldc + column, alpha, sum_0_0, beta);
    }
}
