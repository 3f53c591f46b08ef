/*
 * gemm_8x1_32x8: C = alpha * A * B^T + beta * C
 *
 * Single precision, row-major; any sizes.
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
 * 32 work-items compute 8 x 1 elements of C: 8 along M by 1 along N.
 * A work-group computes 8 along M by 8 along N.
 * Each of these 32 sums a part of K; then their sums are added.
 * Launch: local size {256, 1}, global size {256 * ceil(N / 8), ceil(M / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose nt --family gemv --tile 8x1 --wg 32x8 --aligned --unroll-k 16
 */

/* The sum of all elements. */
static float gemm_8x1_32x8_sum_of(const float4 values)
{
    const float2 of_2 = values.lo + values.hi;
    return of_2.lo + of_2.hi;
}

/* C = alpha * product + beta * C for one element. */
static void gemm_8x1_32x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_8x1_32x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item % 32;
    const int row = get_group_id(1) * 8;
    const int column = get_group_id(0) * 8 + item / 32;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_row_2 = (long)min(row + 2, M - 1) * lda;
    const long a_row_3 = (long)min(row + 3, M - 1) * lda;
    const long a_row_4 = (long)min(row + 4, M - 1) * lda;
    const long a_row_5 = (long)min(row + 5, M - 1) * lda;
    const long a_row_6 = (long)min(row + 6, M - 1) * lda;
    const long a_row_7 = (long)min(row + 7, M - 1) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float4 c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;

    const int whole_k = depth / 512 * 512;
    if (((size_t)B | (size_t)ldb * 4) % 16 == 0 && ((size_t)A | (size_t)lda * 4) % 16 == 0) {
        for (int k = part * 4; k < whole_k;) {
            #pragma unroll
            for (int iteration = 0; iteration < 4; ++iteration, k += 128) {
                const float4 a_0 = *(const __global float4 *)(A + a_row_0 + k);
                const float4 a_1 = *(const __global float4 *)(A + a_row_1 + k);
                const float4 a_2 = *(const __global float4 *)(A + a_row_2 + k);
                const float4 a_3 = *(const __global float4 *)(A + a_row_3 + k);
                const float4 a_4 = *(const __global float4 *)(A + a_row_4 + k);
                const float4 a_5 = *(const __global float4 *)(A + a_row_5 + k);
                const float4 a_6 = *(const __global float4 *)(A + a_row_6 + k);
                const float4 a_7 = *(const __global float4 *)(A + a_row_7 + k);
                const float4 b_0 = *(const __global float4 *)(B + b_column_0 + k);

                c_0_0 = mad(a_0, b_0, c_0_0);
                c_1_0 = mad(a_1, b_0, c_1_0);
                c_2_0 = mad(a_2, b_0, c_2_0);
                c_3_0 = mad(a_3, b_0, c_3_0);
                c_4_0 = mad(a_4, b_0, c_4_0);
                c_5_0 = mad(a_5, b_0, c_5_0);
                c_6_0 = mad(a_6, b_0, c_6_0);
                c_7_0 = mad(a_7, b_0, c_7_0);
            }
        }
    } else {
        for (int k = part * 4; k < whole_k;) {
            #pragma unroll
            for (int iteration = 0; iteration < 4; ++iteration, k += 128) {
                const float4 a_0 = vload4(0, A + a_row_0 + k);
                const float4 a_1 = vload4(0, A + a_row_1 + k);
                const float4 a_2 = vload4(0, A + a_row_2 + k);
                const float4 a_3 = vload4(0, A + a_row_3 + k);
                const float4 a_4 = vload4(0, A + a_row_4 + k);
                const float4 a_5 = vload4(0, A + a_row_5 + k);
                const float4 a_6 = vload4(0, A + a_row_6 + k);
                const float4 a_7 = vload4(0, A + a_row_7 + k);
                const float4 b_0 = vload4(0, B + b_column_0 + k);

                c_0_0 = mad(a_0, b_0, c_0_0);
                c_1_0 = mad(a_1, b_0, c_1_0);
                c_2_0 = mad(a_2, b_0, c_2_0);
                c_3_0 = mad(a_3, b_0, c_3_0);
                c_4_0 = mad(a_4, b_0, c_4_0);
                c_5_0 = mad(a_5, b_0, c_5_0);
                c_6_0 = mad(a_6, b_0, c_6_0);
                c_7_0 = mad(a_7, b_0, c_7_0);
            }
        }
    }
    /* The remainder of K, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float a_2 = A[a_row_2 + k];
        const float a_3 = A[a_row_3 + k];
        const float a_4 = A[a_row_4 + k];
        const float a_5 = A[a_row_5 + k];
        const float a_6 = A[a_row_6 + k];
        const float a_7 = A[a_row_7 + k];
        const float b_0 = B[b_column_0 + k];

        c_0_0.s0 = mad(a_0, b_0, c_0_0.s0);
        c_1_0.s0 = mad(a_1, b_0, c_1_0.s0);
        c_2_0.s0 = mad(a_2, b_0, c_2_0.s0);
        c_3_0.s0 = mad(a_3, b_0, c_3_0.s0);
        c_4_0.s0 = mad(a_4, b_0, c_4_0.s0);
        c_5_0.s0 = mad(a_5, b_0, c_5_0.s0);
        c_6_0.s0 = mad(a_6, b_0, c_6_0.s0);
        c_7_0.s0 = mad(a_7, b_0, c_7_0.s0);
    }

    float sum_0_0 = gemm_8x1_32x8_sum_of(c_0_0);
    float sum_1_0 = gemm_8x1_32x8_sum_of(c_1_0);
    float sum_2_0 = gemm_8x1_32x8_sum_of(c_2_0);
    float sum_3_0 = gemm_8x1_32x8_sum_of(c_3_0);
    float sum_4_0 = gemm_8x1_32x8_sum_of(c_4_0);
    float sum_5_0 = gemm_8x1_32x8_sum_of(c_5_0);
    float sum_6_0 = gemm_8x1_32x8_sum_of(c_6_0);
    float sum_7_0 = gemm_8x1_32x8_sum_of(c_7_0);
    /* The sums of all parts of K are added by halves. */
    __local float sums[8][1][256];
    sums[0][0][item] = sum_0_0;
    sums[1][0][item] = sum_1_0;
    sums[2][0][item] = sum_2_0;
    sums[3][0][item] = sum_3_0;
    sums[4][0][item] = sum_4_0;
    sums[5][0][item] = sum_5_0;
    sums[6][0][item] = sum_6_0;
    sums[7][0][item] = sum_7_0;
    for (int others = 16; others > 0; others /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < others) {
            sum_0_0 += sums[0][0][item + others];
            sums[0][0][item] = sum_0_0;
            sum_1_0 += sums[1][0][item + others];
            sums[1][0][item] = sum_1_0;
            sum_2_0 += sums[2][0][item + others];
            sums[2][0][item] = sum_2_0;
            sum_3_0 += sums[3][0][item + others];
            sums[3][0][item] = sum_3_0;
            sum_4_0 += sums[4][0][item + others];
            sums[4][0][item] = sum_4_0;
            sum_5_0 += sums[5][0][item + others];
            sums[5][0][item] = sum_5_0;
            sum_6_0 += sums[6][0][item + others];
            sums[6][0][item] = sum_6_0;
            sum_7_0 += sums[7][0][item + others];
            sums[7][0][item] = sum_7_0;
        }
    }
    if (part == 0) {
        if (row < M && column < N)
            gemm_8x1_32x8_store(C + (long)row * ldc + column, alpha, sum_0_0, beta);
        if (row + 1 < M && column < N)
            gemm_8x1_32x8_store(C + (long)(row + 1) * ldc + column, alpha, sum_1_0, beta);
        if (row + 2 < M && column < N)
            gemm_8x1_32x8_store(C + (long)(row + 2) * ldc + column, alpha, sum_2_0, beta);
        if (row + 3 < M && column < N)
            gemm_8x1_32x8_store(C + (long)(row + 3) * ldc + column, alpha, sum_3_0, beta);
        if (row + 4 < M && column < N)
            gemm_8x1_32x8_store(C + (long)(row + 4) * ldc + column, alpha, sum_4_0, beta);
        if (row + 5 < M && column < N)
            gemm_8x1_32x8_store(C + (long)(row + 5) * ldc + column, alpha, sum_5_0, beta);
        if (row + 6 < M && column < N)
            gemm_8x1_32x8_store(C + (long)(row + 6) * ldc + column, alpha, sum_6_0, beta);
        if (row + 7 < M && column < N)
            gemm_8x1_32x8_store(C + (long)(row + 7) * ldc + column, alpha, sum_7_0, beta);
    }
}
