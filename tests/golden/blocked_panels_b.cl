/*
 * gemm_4x8_1x1: C = alpha * A * B^T + beta * C
 *
 * A in bfloat16, B in bfloat16, C in single precision, computed in single, column-major; M a multiple of 8, N a multiple of 4.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A         M x K, column-major
 *   lda       leading dimension of A, in elements (>= M)
 *   B_panels  op(B) in panels of 4 columns
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, column-major
 *   ldc       leading dimension of C, in elements (>= M)
 *
 * A work-item computes at most 32 x 32 elements of C: 32 along N by 32 along M.
 * These are tiles of 4 x 8, computed in sequence from panels of A and B that are packed for blocks of 32 steps of K.
 * A work-group computes at most 32 along N by 32 along M.
 * Launch after gemm_4x8_1x1_pack_b:
 *   local size {1, 1}, global size {ceil(M / 32), ceil(N / 32)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --transpose nt --edges exact --family blocked --block-k 32 --panels b --tile-order wh
 */

/* Packs columns of op(B) into panels of 4, one step of K after another. */
static void gemm_4x8_1x1_pack_columns(
    __global float *const panels, const __global ushort *const B, const int ldb,
    const int columns, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global ushort *const line = B + (long)k * ldb;
        __global float *const step = panels + k * 4;
        for (int first = 0; first < columns; first += 4) {
            vstore4(as_float4(convert_uint4(vload4(0, line + first)) << 16), 0, step + first * steps);
        }
    }
}

/* Packs rows of op(A) into panels of 8, one step of K after another. */
static void gemm_4x8_1x1_pack_rows(
    __local float *const panels, const __global ushort *const A, const int lda,
    const int rows, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global ushort *const line = A + (long)k * lda;
        __local float *const step = panels + k * 8;
        for (int first = 0; first < rows; first += 8) {
            vstore8(as_float8(convert_uint8(vload8(0, line + first)) << 16), 0, step + first * steps);
        }
    }
}

/*
 * Packs op(B) into B_panels: the panels of a block of K, then those of the next.
 * `stride`: elements of a step of K.
 * B is N x K, column-major, leading dimension ldb.
 * Launch: local size {1, 1}, global size {ceil(N / 64), ceil(K / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1_pack_b(
    const int N, const int K,
    __global const ushort *restrict B, const int ldb,
    __global float *restrict B_panels)
{
    const int stride = N;
    const int first_column = get_group_id(0) * 64;
    const int columns = min(N - first_column, 64);
    /* K in blocks of equal length. */
    const int blocks = max((K + 31) / 32, 1);
    const int steps_of_block = K / blocks + (K % blocks != 0);
    const int first_k = get_group_id(1) * steps_of_block;
    const int steps = min(K - first_k, steps_of_block);
    gemm_4x8_1x1_pack_columns(
        B_panels + (long)first_k * stride + (long)first_column * steps,
        B + (long)first_k * ldb + first_column, ldb, columns, steps);
}

/* C = alpha * product + beta * C for 4 contiguous elements. */
static void gemm_4x8_1x1_store4(
    __global float *const c,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const float *restrict B_panels,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int ldb = N;
    const int depth = alpha == 0.0f ? 0 : K;
    __local float panels_a[32 * 32] __attribute__((aligned(64)));
    /* Work-groups share the tiles evenly. */
    const int column_groups = (N + 31) / 32;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 3) / 4 * 4;
    const int first_column = get_group_id(1) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);
    const int row_groups = (M + 31) / 32;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 7) / 8 * 8;
    const int first_row = get_group_id(0) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);

    /* K in blocks of equal length. */
    const int blocks = max((depth + 31) / 32, 1);
    const int steps_of_block = depth / blocks + (depth % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(depth - first_k, steps_of_block);
        const float beta_of_block = first_k == 0 ? beta : 1.0f;
        const __global float *const panels_b = B_panels + (long)first_k * ldb + (long)first_column * steps;
        gemm_4x8_1x1_pack_rows(panels_a, A + (long)first_k * lda + first_row, lda, rows, steps);
        for (int tile_row = 0; tile_row < rows; tile_row += 8) {
            for (int tile_column = 0; tile_column < columns; tile_column += 4) {
                const int column = first_column + tile_column;
                const int row = first_row + tile_row;
                const __global float *panel_b = panels_b + tile_column * steps;
                const __local float *panel_a = panels_a + tile_row * steps;

                float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
                float4 c_1_0 = 0.0f, c_1_1 = 0.0f;
                float4 c_2_0 = 0.0f, c_2_1 = 0.0f;
                float4 c_3_0 = 0.0f, c_3_1 = 0.0f;

                for (int k = 0; k < steps; ++k) {
                    const float b_0 = panel_b[0];
                    const float b_1 = panel_b[1];
                    const float b_2 = panel_b[2];
                    const float b_3 = panel_b[3];
                    const float4 a_0 = vload4(0, panel_a);
                    const float4 a_1 = vload4(0, panel_a + 4);

                    c_0_0 = mad((float4)(b_0), a_0, c_0_0);
                    c_0_1 = mad((float4)(b_0), a_1, c_0_1);
                    c_1_0 = mad((float4)(b_1), a_0, c_1_0);
                    c_1_1 = mad((float4)(b_1), a_1, c_1_1);
                    c_2_0 = mad((float4)(b_2), a_0, c_2_0);
                    c_2_1 = mad((float4)(b_2), a_1, c_2_1);
                    c_3_0 = mad((float4)(b_3), a_0, c_3_0);
                    c_3_1 = mad((float4)(b_3), a_1, c_3_1);
                    panel_b += 4;
                    panel_a += 8;
                }

                gemm_4x8_1x1_store4(C + (long)column * ldc + row, alpha, c_0_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)column * ldc + row + 4, alpha, c_0_1, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(column + 1) * ldc + row, alpha, c_1_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(column + 1) * ldc + row + 4, alpha, c_1_1, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(column + 2) * ldc + row, alpha, c_2_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(column + 2) * ldc + row + 4, alpha, c_2_1, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(column + 3) * ldc + row, alpha, c_3_0, beta_of_block);
                gemm_4x8_1x1_store4(C + (long)(column + 3) * ldc + row + 4, alpha, c_3_1, beta_of_block);
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
