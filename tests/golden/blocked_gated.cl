/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --chain gate:silu --family blocked --tile 2x8 --block-tiles 2x2 --block-k 16 --vec-c 4
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_2x8_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global const float *restrict D, const int ldd,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    __local float panels_a[4 * 16] __attribute__((aligned(64)));
    __local float panels_b[16 * 16] __attribute__((aligned(64)));
    __local float panels_d[16 * 16] __attribute__((aligned(64)));
    /* Sums of both products of all tiles, from one block of K to the next. */
    __local float4 stored[32] __attribute__((aligned(64)));
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 3) / 4;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 1) / 2 * 2;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column_groups = (N + 15) / 16;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 7) / 8 * 8;
    const int first_column = get_group_id(0) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);

    /* K in blocks of equal length. */
    const int blocks = max((depth + 15) / 16, 1);
    const int steps_of_block = depth / blocks + (depth % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(depth - first_k, steps_of_block);
        gemm_2x8_1x1_pack_rows(panels_a, A + (long)first_row * lda + first_k, lda, rows, steps);
        gemm_2x8_1x1_pack_columns(panels_b, B + (long)first_k * ldb + first_column, ldb, columns, steps);
        gemm_2x8_1x1_pack_columns(panels_d, D + (long)first_k * ldd + first_column, ldd, columns, steps);
        for (int tile_row = 0; tile_row < rows; tile_row += 2) {
            for (int tile_column = 0; tile_column < columns; tile_column += 8) {
                const int row = first_row + tile_row;
                const int column = first_column + tile_column;
                const int held = (tile_row / 2 * 2 + tile_column / 8) * 8;
                const __local float *panel_a = panels_a + tile_row * steps;
                const __local float *panel_b = panels_b + tile_column * steps;
                const __local float *panel_d = panels_d + tile_column * steps;

                float4 gate_0_0 = 0.0f, gate_0_1 = 0.0f;
                float4 gate_1_0 = 0.0f, gate_1_1 = 0.0f;
                float4 up_0_0 = 0.0f, up_0_1 = 0.0f;
                float4 up_1_0 = 0.0f, up_1_1 = 0.0f;
                if (first_k > 0) {
                    gate_0_0 = stored[held];
                    gate_0_1 = stored[held + 1];
                    gate_1_0 = stored[held + 2];
                    gate_1_1 = stored[held + 3];
                    up_0_0 = stored[held + 4];
                    up_0_1 = stored[held + 5];
                    up_1_0 = stored[held + 6];
                    up_1_1 = stored[held + 7];
                }

                for (int k = 0; k < steps; ++k) {
                    const float a_0 = panel_a[0];
                    const float a_1 = panel_a[1];
                    const float4 b_0 = vload4(0, panel_b);
                    const float4 b_1 = vload4(0, panel_b + 4);
                    const float4 d_0 = vload4(0, panel_d);
                    const float4 d_1 = vload4(0, panel_d + 4);

                    gate_0_0 = mad((float4)(a_0), b_0, gate_0_0);
                    up_0_0 = mad((float4)(a_0), d_0, up_0_0);
                    gate_0_1 = mad((float4)(a_0), b_1, gate_0_1);
                    up_0_1 = mad((float4)(a_0), d_1, up_0_1);
                    gate_1_0 = mad((float4)(a_1), b_0, gate_1_0);
                    up_1_0 = mad((float4)(a_1), d_0, up_1_0);
                    gate_1_1 = mad((float4)(a_1), b_1, gate_1_1);
                    up_1_1 = mad((float4)(a_1), d_1, up_1_1);
                    panel_a += 2;
                    panel_b += 8;
                    panel_d += 8;
                }

                if (first_k + steps < depth) {
                    stored[held] = gate_0_0;
                    stored[held + 1] = gate_0_1;
                    stored[held + 2] = gate_1_0;
                    stored[held + 3] = gate_1_1;
                    stored[held + 4] = up_0_0;
                    stored[held + 5] = up_0_1;
                    stored[held + 6] = up_1_0;
                    stored[held + 7] = up_1_1;
                    continue;
                }
                if (row < M) {
                    gemm_2x8_1x1_store4(C + (long)row * ldc + column, N - column, alpha, gate_0_0, up_0_0);
                    gemm_2x8_1x1_store4(C + (long)row * ldc + column + 4, N - (column + 4), alpha, gate_0_1, up_0_1);
                }
                if (row + 1 < M) {
                    gemm_2x8_1x1_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, gate_1_0, up_1_0);
                    gemm_2x8_1x1_store4(C + (long)(row + 1) * ldc + column + 4, N - (column + 4), alpha, gate_1_1, up_1_1);
                }
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
