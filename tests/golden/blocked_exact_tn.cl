/*
 * gemm_4x8_1x1: C = A^T * B
 *
 * Single precision, row-major; M a multiple of 4, N a multiple of 8.
 *
 *   M    rows of op(A) and C
 *   N    columns of op(B) and C
 *   K    columns of op(A), rows of op(B)
 *   A    K x M, row-major
 *   lda  leading dimension of A, in elements (>= M)
 *   B    K x N, row-major
 *   ldb  leading dimension of B, in elements (>= N)
 *   C    M x N, row-major
 *   ldc  leading dimension of C, in elements (>= N)
 *
 * A work-item computes at most 32 x 32 elements of C: 32 along M by 32 along N.
 * These are tiles of 4 x 8, computed in sequence from panels of A and B that are packed for blocks of 64 steps of K.
 * A work-group computes at most 32 along M by 32 along N.
 * Launch: local size {1, 1}, global size {ceil(N / 32), ceil(M / 32)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose tn --alpha 1 --beta 0 --edges exact --family blocked
 */

/* Packs rows of op(A) into panels of 4, one step of K after another. */
static void gemm_4x8_1x1_pack_rows(
    __local float *const panels, const __global float *const A, const int lda,
    const int rows, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global float *const line = A + (long)k * lda;
        __local float *const step = panels + k * 4;
        for (int first = 0; first < rows; first += 4) {
            vstore4(vload4(0, line + first), 0, step + first * steps);
        }
    }
}

/* Packs columns of op(B) into panels of 8, one step of K after another. */
static void gemm_4x8_1x1_pack_columns(
    __local float *const panels, const __global float *const B, const int ldb,
    const int columns, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global float *const line = B + (long)k * ldb;
        __local float *const step = panels + k * 8;
        for (int first = 0; first < columns; first += 8) {
            vstore8(vload8(0, line + first), 0, step + first * steps);
        }
    }
}

/* C = product + beta * C for 4 contiguous elements. */
static void gemm_4x8_1x1_store4(
    __global float *const c,
    const float4 product, const float beta)
{
    vstore4(beta == 0.0f ? product : product + beta * vload4(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1(
    const int M, const int N, const int K,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global float *restrict C, const int ldc)
{
    __local float panels_a[32 * 64] __attribute__((aligned(64)));
    __local float panels_b[32 * 64] __attribute__((aligned(64)));
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 31) / 32;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 3) / 4 * 4;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column_groups = (N + 31) / 32;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 7) / 8 * 8;
    const int first_column = get_group_id(0) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);

    /* K in blocks of equal length. */
    const int blocks = max((K + 63) / 64, 1);
    const int steps_of_block = K / blocks + (K % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(K - first_k, steps_of_block);
        const float beta_of_block = first_k == 0 ? 0.0f : 1.0f;
        gemm_4x8_1x1_pack_rows(panels_a, A + (long)first_k * lda + first_row, lda, rows, steps);
        gemm_4x8_1x1_pack_columns(panels_b, B + (long)first_k * ldb + first_column, ldb, columns, steps);
        for (int tile_row = 0; tile_row < rows; tile_row += 4) {
            for (int tile_column = 0; tile_column < columns; tile_column += 8) {
                const int row = first_row + tile_row;
                const int column = first_column + tile_column;
                const __local float *panel_a = panels_a + tile_row * steps;
                const __local float *panel_b = panels_b + tile_column * steps;

                float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
                float4 c_1_0 = 0.0f, c_1_1 = 0.0f;
                float4 c_2_0 = 0.0f, c_2_1 = 0.0f;
                float4 c_3_0 = 0.0f, c_3_1 = 0.0f;

                for (int k = 0; k < steps; ++k) {
                    const float a_0 = panel_a[0];
                    const float a_1 = panel_a[1];
                    const float a_2 = panel_a[2];
                    const float a_3 = panel_a[3];
                    const float4 b_0 = vload4(0, panel_b);
                    const float4 b_1 = vload4(0, panel_b + 4);

                    c_0_0 = mad((float4)(a_0), b_0, c_0_0);
                    c_0_1 = mad((float4)(a_0), b_1, c_0_1);
                    c_1_0 = mad((float4)(a_1), b_0, c_1_0);
                    c_1_1 = mad((float4)(a_1), b_1, c_1_1);
                    c_2_0 = mad((float4)(a_2), b_0, c_2_0);
                    c_2_1 = mad((float4)(a_2), b_1, c_2_1);
                    c_3_0 = mad((float4)(a_3), b_0, c_3_0);
                    c_3_1 = mad((float4)(a_3), b_1, c_3_1);
                    panel_a += 4;
                    panel_b += 8;
                }

                gemm_4x8_1x1_store4(C + (long)row * ldc + column, c_0_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)row * ldc + column + 4, c_0_1, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(row + 1) * ldc + column, c_1_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(row + 1) * ldc + column + 4, c_1_1, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(row + 2) * ldc + column, c_2_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(row + 2) * ldc + column + 4, c_2_1, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(row + 3) * ldc + column, c_3_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(row + 3) * ldc + column + 4, c_3_1, beta_of_block);
            }
        }
        first_k += steps_of_block;
    } while (first_k < K);
}
