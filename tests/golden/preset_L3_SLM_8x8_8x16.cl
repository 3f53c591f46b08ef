/*
 * L3_SLM_8x8_8x16: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; M a multiple of 128, N a multiple of 64, K a multiple of 16.
 * Matrices of less than 2^31 elements.
 *
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, column-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 8 x 8 elements of C: 8 along N by 8 along M.
 * A work-group computes 64 along N by 128 along M.
 * Launch: local size {16, 8}, global size {16 * ceil(M / 128), 8 * ceil(N / 64)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset L3_SLM_8x8_8x16
 */

/* C = alpha * product + beta * C for 4 contiguous elements. */
static void L3_SLM_8x8_8x16_store4(
    __global float *const c,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void L3_SLM_8x8_8x16(
    const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_column = get_group_id(1) * 64;
    const int tile_column = get_local_id(1);
    const int first_row = get_group_id(0) * 128;
    const int tile_row = get_local_id(0) * 4;
    const int column = first_column + tile_column;
    const int row = first_row + tile_row;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int a_line = item / 32;
    const int a_at = item % 32 * 4;
    const int a_from = first_row + a_at;
    const int b_column = column * ldb;
    __local float a_tile[16][128] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float4 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float4 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float4 c_3_0 = 0.0f, c_3_1 = 0.0f;
    float4 c_4_0 = 0.0f, c_4_1 = 0.0f;
    float4 c_5_0 = 0.0f, c_5_1 = 0.0f;
    float4 c_6_0 = 0.0f, c_6_1 = 0.0f;
    float4 c_7_0 = 0.0f, c_7_1 = 0.0f;

    for (int k = 0; k < depth; k += 16) {
        const float4 a_load_0 = vload4(0, A + (k + a_line) * lda + a_from);
        const float4 a_load_1 = vload4(0, A + (k + a_line + 4) * lda + a_from);
        const float4 a_load_2 = vload4(0, A + (k + a_line + 8) * lda + a_from);
        const float4 a_load_3 = vload4(0, A + (k + a_line + 12) * lda + a_from);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&a_tile[a_line + 4][a_at] = a_load_1;
        *(__local float4 *)&a_tile[a_line + 8][a_at] = a_load_2;
        *(__local float4 *)&a_tile[a_line + 12][a_at] = a_load_3;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll 1
        for (int step = 0; step < 16; step += 4) {
            const float4 b_0 = vload4(0, B + b_column + k + step);
            const float4 b_1 = vload4(0, B + b_column + k + step + 8 * ldb);
            const float4 b_2 = vload4(0, B + b_column + k + step + 16 * ldb);
            const float4 b_3 = vload4(0, B + b_column + k + step + 24 * ldb);
            const float4 b_4 = vload4(0, B + b_column + k + step + 32 * ldb);
            const float4 b_5 = vload4(0, B + b_column + k + step + 40 * ldb);
            const float4 b_6 = vload4(0, B + b_column + k + step + 48 * ldb);
            const float4 b_7 = vload4(0, B + b_column + k + step + 56 * ldb);
            const float4 a_0_0 = *(__local float4 *)&a_tile[step][tile_row];
            const float4 a_1_0 = *(__local float4 *)&a_tile[step][tile_row + 64];
            const float4 a_0_1 = *(__local float4 *)&a_tile[step + 1][tile_row];
            const float4 a_1_1 = *(__local float4 *)&a_tile[step + 1][tile_row + 64];
            const float4 a_0_2 = *(__local float4 *)&a_tile[step + 2][tile_row];
            const float4 a_1_2 = *(__local float4 *)&a_tile[step + 2][tile_row + 64];
            const float4 a_0_3 = *(__local float4 *)&a_tile[step + 3][tile_row];
            const float4 a_1_3 = *(__local float4 *)&a_tile[step + 3][tile_row + 64];

            c_0_0 = mad((float4)(b_0.s0), a_0_0, c_0_0);
            c_0_1 = mad((float4)(b_0.s0), a_1_0, c_0_1);
            c_1_0 = mad((float4)(b_1.s0), a_0_0, c_1_0);
            c_1_1 = mad((float4)(b_1.s0), a_1_0, c_1_1);
            c_2_0 = mad((float4)(b_2.s0), a_0_0, c_2_0);
            c_2_1 = mad((float4)(b_2.s0), a_1_0, c_2_1);
            c_3_0 = mad((float4)(b_3.s0), a_0_0, c_3_0);
            c_3_1 = mad((float4)(b_3.s0), a_1_0, c_3_1);
            c_4_0 = mad((float4)(b_4.s0), a_0_0, c_4_0);
            c_4_1 = mad((float4)(b_4.s0), a_1_0, c_4_1);
            c_5_0 = mad((float4)(b_5.s0), a_0_0, c_5_0);
            c_5_1 = mad((float4)(b_5.s0), a_1_0, c_5_1);
            c_6_0 = mad((float4)(b_6.s0), a_0_0, c_6_0);
            c_6_1 = mad((float4)(b_6.s0), a_1_0, c_6_1);
            c_7_0 = mad((float4)(b_7.s0), a_0_0, c_7_0);
            c_7_1 = mad((float4)(b_7.s0), a_1_0, c_7_1);
            c_0_0 = mad((float4)(b_0.s1), a_0_1, c_0_0);
            c_0_1 = mad((float4)(b_0.s1), a_1_1, c_0_1);
            c_1_0 = mad((float4)(b_1.s1), a_0_1, c_1_0);
            c_1_1 = mad((float4)(b_1.s1), a_1_1, c_1_1);
            c_2_0 = mad((float4)(b_2.s1), a_0_1, c_2_0);
            c_2_1 = mad((float4)(b_2.s1), a_1_1, c_2_1);
            c_3_0 = mad((float4)(b_3.s1), a_0_1, c_3_0);
            c_3_1 = mad((float4)(b_3.s1), a_1_1, c_3_1);
            c_4_0 = mad((float4)(b_4.s1), a_0_1, c_4_0);
            c_4_1 = mad((float4)(b_4.s1), a_1_1, c_4_1);
            c_5_0 = mad((float4)(b_5.s1), a_0_1, c_5_0);
            c_5_1 = mad((float4)(b_5.s1), a_1_1, c_5_1);
            c_6_0 = mad((float4)(b_6.s1), a_0_1, c_6_0);
            c_6_1 = mad((float4)(b_6.s1), a_1_1, c_6_1);
            c_7_0 = mad((float4)(b_7.s1), a_0_1, c_7_0);
            c_7_1 = mad((float4)(b_7.s1), a_1_1, c_7_1);
            c_0_0 = mad((float4)(b_0.s2), a_0_2, c_0_0);
            c_0_1 = mad((float4)(b_0.s2), a_1_2, c_0_1);
            c_1_0 = mad((float4)(b_1.s2), a_0_2, c_1_0);
            c_1_1 = mad((float4)(b_1.s2), a_1_2, c_1_1);
            c_2_0 = mad((float4)(b_2.s2), a_0_2, c_2_0);
            c_2_1 = mad((float4)(b_2.s2), a_1_2, c_2_1);
            c_3_0 = mad((float4)(b_3.s2), a_0_2, c_3_0);
            c_3_1 = mad((float4)(b_3.s2), a_1_2, c_3_1);
            c_4_0 = mad((float4)(b_4.s2), a_0_2, c_4_0);
            c_4_1 = mad((float4)(b_4.s2), a_1_2, c_4_1);
            c_5_0 = mad((float4)(b_5.s2), a_0_2, c_5_0);
            c_5_1 = mad((float4)(b_5.s2), a_1_2, c_5_1);
            c_6_0 = mad((float4)(b_6.s2), a_0_2, c_6_0);
            c_6_1 = mad((float4)(b_6.s2), a_1_2, c_6_1);
            c_7_0 = mad((float4)(b_7.s2), a_0_2, c_7_0);
            c_7_1 = mad((float4)(b_7.s2), a_1_2, c_7_1);
            c_0_0 = mad((float4)(b_0.s3), a_0_3, c_0_0);
            c_0_1 = mad((float4)(b_0.s3), a_1_3, c_0_1);
            c_1_0 = mad((float4)(b_1.s3), a_0_3, c_1_0);
            c_1_1 = mad((float4)(b_1.s3), a_1_3, c_1_1);
            c_2_0 = mad((float4)(b_2.s3), a_0_3, c_2_0);
            c_2_1 = mad((float4)(b_2.s3), a_1_3, c_2_1);
            c_3_0 = mad((float4)(b_3.s3), a_0_3, c_3_0);
            c_3_1 = mad((float4)(b_3.s3), a_1_3, c_3_1);
            c_4_0 = mad((float4)(b_4.s3), a_0_3, c_4_0);
            c_4_1 = mad((float4)(b_4.s3), a_1_3, c_4_1);
            c_5_0 = mad((float4)(b_5.s3), a_0_3, c_5_0);
            c_5_1 = mad((float4)(b_5.s3), a_1_3, c_5_1);
            c_6_0 = mad((float4)(b_6.s3), a_0_3, c_6_0);
            c_6_1 = mad((float4)(b_6.s3), a_1_3, c_6_1);
            c_7_0 = mad((float4)(b_7.s3), a_0_3, c_7_0);
            c_7_1 = mad((float4)(b_7.s3), a_1_3, c_7_1);
        }
    }

    L3_SLM_8x8_8x16_store4(C + column * ldc + row, alpha, c_0_0, beta);
    L3_SLM_8x8_8x16_store4(C + column * ldc + row + 64, alpha, c_0_1, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 8) * ldc + row, alpha, c_1_0, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 8) * ldc + row + 64, alpha, c_1_1, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 16) * ldc + row, alpha, c_2_0, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 16) * ldc + row + 64, alpha, c_2_1, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 24) * ldc + row, alpha, c_3_0, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 24) * ldc + row + 64, alpha, c_3_1, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 32) * ldc + row, alpha, c_4_0, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 32) * ldc + row + 64, alpha, c_4_1, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 40) * ldc + row, alpha, c_5_0, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 40) * ldc + row + 64, alpha, c_5_1, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 48) * ldc + row, alpha, c_6_0, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 48) * ldc + row + 64, alpha, c_6_1, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 56) * ldc + row, alpha, c_7_0, beta);
    L3_SLM_8x8_8x16_store4(C + (column + 56) * ldc + row + 64, alpha, c_7_1, beta);
}
