/*
 * gemm_2x1_8x8: C = alpha * A * B^T + beta * C
 *
 * A in single, B in q8_0, C in single precision, computed in single, row-major; K a multiple of 32.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      N x K, row-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 1 elements of C: 2 along M by 1 along N.
 * A work-group computes 16 along M by 8 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 8), 8 * ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b q8_0 --layout row --transpose nt --family register --tile 2x1 --wg 8x8 --tile-k 4 --vec-b 4
 */

/* A block of 32 elements: scale * quant, quants of 8 bits. */
typedef struct {
    ushort scale;
    char quants[32];
} gemm_2x1_8x8_q8_0;

/* 4 bytes from a place on that is a multiple of 2. */
static uchar4 gemm_2x1_8x8_q8_0_bytes4(const __global uchar *const from)
{
    return as_uchar4(vload2(0, (const __global ushort *)from));
}

/* 4 elements from place `at` of the matrix on, a multiple of 4. */
static float4 gemm_2x1_8x8_q8_0_load4(const __global gemm_2x1_8x8_q8_0 *const memory, const ulong at)
{
    const __global gemm_2x1_8x8_q8_0 *const block = memory + at / 32;
    const __global uchar *const from = (const __global uchar *)block->quants + at % 32;
    const int4 quants = convert_int4(as_char4(gemm_2x1_8x8_q8_0_bytes4(from)));
    const float4 numbers = convert_float4(quants);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    return scale * numbers;
}

/* C = alpha * product + beta * C for one element. */
static void gemm_2x1_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x1_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_2x1_8x8_q8_0 *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0);
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    float c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const float a_0_0 = A[a_row_0 + k];
        const float a_1_0 = A[a_row_1 + k];
        const float a_0_1 = A[a_row_0 + k + 1];
        const float a_1_1 = A[a_row_1 + k + 1];
        const float a_0_2 = A[a_row_0 + k + 2];
        const float a_1_2 = A[a_row_1 + k + 2];
        const float a_0_3 = A[a_row_0 + k + 3];
        const float a_1_3 = A[a_row_1 + k + 3];
        const float4 b_run_0_0 = gemm_2x1_8x8_q8_0_load4(B, b_column_0 + k);
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

    if (row < M && column < N)
        gemm_2x1_8x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row + 1 < M && column < N)
        gemm_2x1_8x8_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
}
