/*
 * dpcpp_v5: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M a multiple of 64, N a multiple of 128, K a multiple of 32.
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
 * A work-group computes 64 along M by 128 along N.
 * Launch: local size {32, 16}, global size {32 * ceil(N / 128), 16 * ceil(M / 64)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset dpcpp_v5
 */

/* C = alpha * product + beta * C for one element. */
static void dpcpp_v5_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(32, 16, 1)))
void dpcpp_v5(
    const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 64;
    const int tile_row = get_local_id(1) * 4;
    const int first_column = get_group_id(0) * 128;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 32 + get_local_id(0);
    const int a_line = item / 32;
    const int a_at = item % 32;
    const int b_line = item / 32;
    const int b_at = item % 32;
    const int a_from = (first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[64][32];
    __local float b_tile[32][128];

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;

    for (int k = 0; k < depth; k += 32) {
        const float a_load_0 = A[a_from + k + a_at];
        const float a_load_1 = A[a_from + 16 * lda + k + a_at];
        const float a_load_2 = A[a_from + 32 * lda + k + a_at];
        const float a_load_3 = A[a_from + 48 * lda + k + a_at];
        const float b_load_0 = B[(k + b_line) * ldb + b_from];
        const float b_load_1 = B[(k + b_line) * ldb + b_from + 32];
        const float b_load_2 = B[(k + b_line) * ldb + b_from + 64];
        const float b_load_3 = B[(k + b_line) * ldb + b_from + 96];
        const float b_load_4 = B[(k + b_line + 16) * ldb + b_from];
        const float b_load_5 = B[(k + b_line + 16) * ldb + b_from + 32];
        const float b_load_6 = B[(k + b_line + 16) * ldb + b_from + 64];
        const float b_load_7 = B[(k + b_line + 16) * ldb + b_from + 96];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 16][a_at] = a_load_1;
        a_tile[a_line + 32][a_at] = a_load_2;
        a_tile[a_line + 48][a_at] = a_load_3;
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line][b_at + 32] = b_load_1;
        b_tile[b_line][b_at + 64] = b_load_2;
        b_tile[b_line][b_at + 96] = b_load_3;
        b_tile[b_line + 16][b_at] = b_load_4;
        b_tile[b_line + 16][b_at + 32] = b_load_5;
        b_tile[b_line + 16][b_at + 64] = b_load_6;
        b_tile[b_line + 16][b_at + 96] = b_load_7;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll 1
        for (int step = 0; step < 32; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float a_2 = a_tile[tile_row + 2][step];
            const float a_3 = a_tile[tile_row + 3][step];
            const float b_0 = b_tile[step][tile_column];
            const float b_1 = b_tile[step][tile_column + 1];
            const float b_2 = b_tile[step][tile_column + 2];
            const float b_3 = b_tile[step][tile_column + 3];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
            c_0_2 = mad(a_0, b_2, c_0_2);
            c_0_3 = mad(a_0, b_3, c_0_3);
            c_1_0 = mad(a_1, b_0, c_1_0);
            c_1_1 = mad(a_1, b_1, c_1_1);
            c_1_2 = mad(a_1, b_2, c_1_2);
            c_1_3 = mad(a_1, b_3, c_1_3);
            c_2_0 = mad(a_2, b_0, c_2_0);
            c_2_1 = mad(a_2, b_1, c_2_1);
            c_2_2 = mad(a_2, b_2, c_2_2);
            c_2_3 = mad(a_2, b_3, c_2_3);
            c_3_0 = mad(a_3, b_0, c_3_0);
            c_3_1 = mad(a_3, b_1, c_3_1);
            c_3_2 = mad(a_3, b_2, c_3_2);
            c_3_3 = mad(a_3, b_3, c_3_3);
        }
    }

    dpcpp_v5_store(C + row * ldc + column, alpha, c_0_0, beta);
    dpcpp_v5_store(C + row * ldc + column + 1, alpha, c_0_1, beta);
    dpcpp_v5_store(C + row * ldc + column + 2, alpha, c_0_2, beta);
    dpcpp_v5_store(C + row * ldc + column + 3, alpha, c_0_3, beta);
    dpcpp_v5_store(C + (row + 1) * ldc + column, alpha, c_1_0, beta);
    dpcpp_v5_store(C + (row + 1) * ldc + column + 1, alpha, c_1_1, beta);
    dpcpp_v5_store(C + (row + 1) * ldc + column + 2, alpha, c_1_2, beta);
    dpcpp_v5_store(C + (row + 1) * ldc + column + 3, alpha, c_1_3, beta);
    dpcpp_v5_store(C + (row + 2) * ldc + column, alpha, c_2_0, beta);
    dpcpp_v5_store(C + (row + 2) * ldc + column + 1, alpha, c_2_1, beta);
    dpcpp_v5_store(C + (row + 2) * ldc + column + 2, alpha, c_2_2, beta);
    dpcpp_v5_store(C + (row + 2) * ldc + column + 3, alpha, c_2_3, beta);
    dpcpp_v5_store(C + (row + 3) * ldc + column, alpha, c_3_0, beta);
    dpcpp_v5_store(C + (row + 3) * ldc + column + 1, alpha, c_3_1, beta);
    dpcpp_v5_store(C + (row + 3) * ldc + column + 2, alpha, c_3_2, beta);
    dpcpp_v5_store(C + (row + 3) * ldc + column + 3, alpha, c_3_3, beta);
}
