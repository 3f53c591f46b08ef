/*
 * gatlas_gemm_buffer: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M a multiple of 32, N a multiple of 32, K a multiple of 32.
 * Matrices of less than 2^31 elements.
 *
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 32)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset gatlas_gemm_buffer
 */

/* C = alpha * product + beta * C for 4 contiguous elements. */
static void gatlas_gemm_buffer_store4(
    __global float *const c,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gatlas_gemm_buffer(
    const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = get_local_id(1) * 4;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 8;
    const int a_at = item % 8 * 4;
    const int b_line = item / 8;
    const int b_at = item % 8 * 4;
    const int a_from = (first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[32][36] __attribute__((aligned(16)));
    __local float b_tile[32][36] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth; k += 32) {
        const float4 a_load_0 = vload4(0, A + a_from + k + a_at);
        const float4 a_load_1 = vload4(0, A + a_from + 8 * lda + k + a_at);
        const float4 a_load_2 = vload4(0, A + a_from + 16 * lda + k + a_at);
        const float4 a_load_3 = vload4(0, A + a_from + 24 * lda + k + a_at);
        const float4 b_load_0 = vload4(0, B + (k + b_line) * ldb + b_from);
        const float4 b_load_1 = vload4(0, B + (k + b_line + 8) * ldb + b_from);
        const float4 b_load_2 = vload4(0, B + (k + b_line + 16) * ldb + b_from);
        const float4 b_load_3 = vload4(0, B + (k + b_line + 24) * ldb + b_from);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&a_tile[a_line + 8][a_at] = a_load_1;
        *(__local float4 *)&a_tile[a_line + 16][a_at] = a_load_2;
        *(__local float4 *)&a_tile[a_line + 24][a_at] = a_load_3;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 8][b_at] = b_load_1;
        *(__local float4 *)&b_tile[b_line + 16][b_at] = b_load_2;
        *(__local float4 *)&b_tile[b_line + 24][b_at] = b_load_3;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll 1
        for (int step = 0; step < 32; step += 4) {
            const float4 a_0 = *(__local float4 *)&a_tile[tile_row][step];
            const float4 a_1 = *(__local float4 *)&a_tile[tile_row + 1][step];
            const float4 a_2 = *(__local float4 *)&a_tile[tile_row + 2][step];
            const float4 a_3 = *(__local float4 *)&a_tile[tile_row + 3][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];
            const float4 b_1 = *(__local float4 *)&b_tile[step + 1][tile_column];
            const float4 b_2 = *(__local float4 *)&b_tile[step + 2][tile_column];
            const float4 b_3 = *(__local float4 *)&b_tile[step + 3][tile_column];

            c_0_0.s0 = mad(a_0.s0, b_0.s0, c_0_0.s0);
            c_0_0.s1 = mad(a_0.s0, b_0.s1, c_0_0.s1);
            c_0_0.s2 = mad(a_0.s0, b_0.s2, c_0_0.s2);
            c_0_0.s3 = mad(a_0.s0, b_0.s3, c_0_0.s3);
            c_0_0.s0 = mad(a_0.s1, b_1.s0, c_0_0.s0);
            c_0_0.s1 = mad(a_0.s1, b_1.s1, c_0_0.s1);
            c_0_0.s2 = mad(a_0.s1, b_1.s2, c_0_0.s2);
            c_0_0.s3 = mad(a_0.s1, b_1.s3, c_0_0.s3);
            c_0_0.s0 = mad(a_0.s2, b_2.s0, c_0_0.s0);
            c_0_0.s1 = mad(a_0.s2, b_2.s1, c_0_0.s1);
            c_0_0.s2 = mad(a_0.s2, b_2.s2, c_0_0.s2);
            c_0_0.s3 = mad(a_0.s2, b_2.s3, c_0_0.s3);
            c_0_0.s0 = mad(a_0.s3, b_3.s0, c_0_0.s0);
            c_0_0.s1 = mad(a_0.s3, b_3.s1, c_0_0.s1);
            c_0_0.s2 = mad(a_0.s3, b_3.s2, c_0_0.s2);
            c_0_0.s3 = mad(a_0.s3, b_3.s3, c_0_0.s3);
            c_1_0.s0 = mad(a_1.s0, b_0.s0, c_1_0.s0);
            c_1_0.s1 = mad(a_1.s0, b_0.s1, c_1_0.s1);
            c_1_0.s2 = mad(a_1.s0, b_0.s2, c_1_0.s2);
            c_1_0.s3 = mad(a_1.s0, b_0.s3, c_1_0.s3);
            c_1_0.s0 = mad(a_1.s1, b_1.s0, c_1_0.s0);
            c_1_0.s1 = mad(a_1.s1, b_1.s1, c_1_0.s1);
            c_1_0.s2 = mad(a_1.s1, b_1.s2, c_1_0.s2);
            c_1_0.s3 = mad(a_1.s1, b_1.s3, c_1_0.s3);
            c_1_0.s0 = mad(a_1.s2, b_2.s0, c_1_0.s0);
            c_1_0.s1 = mad(a_1.s2, b_2.s1, c_1_0.s1);
            c_1_0.s2 = mad(a_1.s2, b_2.s2, c_1_0.s2);
            c_1_0.s3 = mad(a_1.s2, b_2.s3, c_1_0.s3);
            c_1_0.s0 = mad(a_1.s3, b_3.s0, c_1_0.s0);
            c_1_0.s1 = mad(a_1.s3, b_3.s1, c_1_0.s1);
            c_1_0.s2 = mad(a_1.s3, b_3.s2, c_1_0.s2);
            c_1_0.s3 = mad(a_1.s3, b_3.s3, c_1_0.s3);
            c_2_0.s0 = mad(a_2.s0, b_0.s0, c_2_0.s0);
            c_2_0.s1 = mad(a_2.s0, b_0.s1, c_2_0.s1);
            c_2_0.s2 = mad(a_2.s0, b_0.s2, c_2_0.s2);
            c_2_0.s3 = mad(a_2.s0, b_0.s3, c_2_0.s3);
            c_2_0.s0 = mad(a_2.s1, b_1.s0, c_2_0.s0);
            c_2_0.s1 = mad(a_2.s1, b_1.s1, c_2_0.s1);
            c_2_0.s2 = mad(a_2.s1, b_1.s2, c_2_0.s2);
            c_2_0.s3 = mad(a_2.s1, b_1.s3, c_2_0.s3);
            c_2_0.s0 = mad(a_2.s2, b_2.s0, c_2_0.s0);
            c_2_0.s1 = mad(a_2.s2, b_2.s1, c_2_0.s1);
            c_2_0.s2 = mad(a_2.s2, b_2.s2, c_2_0.s2);
            c_2_0.s3 = mad(a_2.s2, b_2.s3, c_2_0.s3);
            c_2_0.s0 = mad(a_2.s3, b_3.s0, c_2_0.s0);
            c_2_0.s1 = mad(a_2.s3, b_3.s1, c_2_0.s1);
            c_2_0.s2 = mad(a_2.s3, b_3.s2, c_2_0.s2);
            c_2_0.s3 = mad(a_2.s3, b_3.s3, c_2_0.s3);
            c_3_0.s0 = mad(a_3.s0, b_0.s0, c_3_0.s0);
            c_3_0.s1 = mad(a_3.s0, b_0.s1, c_3_0.s1);
            c_3_0.s2 = mad(a_3.s0, b_0.s2, c_3_0.s2);
            c_3_0.s3 = mad(a_3.s0, b_0.s3, c_3_0.s3);
            c_3_0.s0 = mad(a_3.s1, b_1.s0, c_3_0.s0);
            c_3_0.s1 = mad(a_3.s1, b_1.s1, c_3_0.s1);
            c_3_0.s2 = mad(a_3.s1, b_1.s2, c_3_0.s2);
            c_3_0.s3 = mad(a_3.s1, b_1.s3, c_3_0.s3);
            c_3_0.s0 = mad(a_3.s2, b_2.s0, c_3_0.s0);
            c_3_0.s1 = mad(a_3.s2, b_2.s1, c_3_0.s1);
            c_3_0.s2 = mad(a_3.s2, b_2.s2, c_3_0.s2);
            c_3_0.s3 = mad(a_3.s2, b_2.s3, c_3_0.s3);
            c_3_0.s0 = mad(a_3.s3, b_3.s0, c_3_0.s0);
            c_3_0.s1 = mad(a_3.s3, b_3.s1, c_3_0.s1);
            c_3_0.s2 = mad(a_3.s3, b_3.s2, c_3_0.s2);
            c_3_0.s3 = mad(a_3.s3, b_3.s3, c_3_0.s3);
        }
    }

    gatlas_gemm_buffer_store4(C + row * ldc + column, alpha, c_0_0, beta);
    gatlas_gemm_buffer_store4(C + (row + 1) * ldc + column, alpha, c_1_0, beta);
    gatlas_gemm_buffer_store4(C + (row + 2) * ldc + column, alpha, c_2_0, beta);
    gatlas_gemm_buffer_store4(C + (row + 3) * ldc + column, alpha, c_3_0, beta);
}
