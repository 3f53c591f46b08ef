/*
 * Made by clgemm 0.1.0: clgemm-gen --type-b q6_k --layout row --transpose nt --family gemv --tile 1x2 --wg 32x8 --unroll-k 1 --index 32
 */

/* A block of 256 elements in parts of 16: scale * scales[part] * (quant - 32), quants of 6 bits. */
typedef struct {
    uchar quants[128];
    uchar upper[64];
    char scales[16];
    ushort scale;
} gemm_1x2_32x8_q6_k;

/* The element at place `at` of the matrix. */
static float gemm_1x2_32x8_q6_k_load1(const __global gemm_1x2_32x8_q6_k *const memory, const uint at)
{
    const __global gemm_1x2_32x8_q6_k *const block = memory + at / 256;
    const __global uchar *const from = block->quants + at % 256 / 128 * 64 + at % 64;
    const __global uchar *const upper = block->upper + at % 256 / 128 * 32 + at % 32;
    const int lower = *from >> (int)(at % 128 / 64 * 4) & 15;
    const int two_bits = *upper >> (int)(at % 128 / 32 * 2) & 3;
    const int quants = two_bits << 4 | lower;
    /* Quants in the lowest digits of 2^23, less 2^23 and 32: without a conversion of whole numbers. */
    const float numbers = as_float(quants | 0x4b000000) - (8388608.0f + 32.0f);
    const float scale = vload_half(0, (const __global half *)&block->scale) * block->scales[at % 256 / 16];
    return scale * numbers;
}

/* ... */

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_1x2_32x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_1x2_32x8_q6_k *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 32;
    const int row = get_group_id(1);
    const int column = (get_group_id(0) * 8 + item / 32) * 2;
    const int a_row = row * lda;
    const int b_column_0 = min(column, N - 1) * ldb;
    const int b_column_1 = min(column + 1, N - 1) * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = part; k < depth; k += 32) {
        const float a_0 = A[a_row + k];
        const float b_0 = gemm_1x2_32x8_q6_k_load1(B, b_column_0 + k);
        const float b_1 = gemm_1x2_32x8_q6_k_load1(B, b_column_1 + k);

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
    }

    /* The sums of all parts of K are added by halves. */
    __local float sums[1][2][256];
    sums[0][0][item] = c_0_0;
    sums[0][1][item] = c_0_1;
    for (int others = 16; others > 0; others /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < others) {
            c_0_0 += sums[0][0][item + others];
            sums[0][0][item] = c_0_0;
            c_0_1 += sums[0][1][item + others];
            sums[0][1][item] = c_0_1;
        }
    }
    if (part == 0) {
        if (column < N)
            gemm_1x2_32x8_store(C + row * ldc + column, alpha, c_0_0, beta);
        if (column + 1 < N)
            gemm_1x2_32x8_store(C + row * ldc + column + 1, alpha, c_0_1, beta);
    }
}
