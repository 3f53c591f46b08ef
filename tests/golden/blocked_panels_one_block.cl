/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 33x60x48 --edges pad --family blocked --panels ab
 */

/* ... */

/* Packs rows of op(A) into panels of 4, one step of K after another; the last row stands for those beyond it. */
static void gemm_4x8_1x1_pack_rows(
    __global float *const panels, const __global float *const A, const int lda,
    const int rows, const int steps)
{
    for (int first = 0; first < rows; first += 4) {
        __global float *const panel = panels + first * steps;
        int k = 0;
        for (int place = 0; place < 4; place += 4) {
            for (k = 0; k + 4 <= steps; k += 4) {
                const float4 a_0 = vload4(0, A + min(first + place, rows - 1) * lda + k);
                const float4 a_1 = vload4(0, A + min(first + place + 1, rows - 1) * lda + k);
                const float4 a_2 = vload4(0, A + min(first + place + 2, rows - 1) * lda + k);
                const float4 a_3 = vload4(0, A + min(first + place + 3, rows - 1) * lda + k);
                vstore4((float4)(a_0.s0, a_1.s0, a_2.s0, a_3.s0), 0, panel + k * 4 + place);
                vstore4((float4)(a_0.s1, a_1.s1, a_2.s1, a_3.s1), 0, panel + (k + 1) * 4 + place);
                vstore4((float4)(a_0.s2, a_1.s2, a_2.s2, a_3.s2), 0, panel + (k + 2) * 4 + place);
                vstore4((float4)(a_0.s3, a_1.s3, a_2.s3, a_3.s3), 0, panel + (k + 3) * 4 + place);
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 4; ++place)
                panel[k * 4 + place] = A[min(first + place, rows - 1) * lda + k];
        }
    }
}

/* ... */

/*
 * Packs op(B) into B_panels.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {1, 1}, global size {1, 1}.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1_pack_b(
    __global const float *restrict B,
    __global float *restrict B_panels)
{
    const int N = 60;
    const int K = 48;
    const int ldb = N;
    const int first_column = get_group_id(0) * 64;
    const int columns = min(N - first_column, 64);
    const int steps = K;
    gemm_4x8_1x1_pack_columns(
        B_panels + first_column * steps,
        B + first_column, ldb, columns, steps);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1(
    const float alpha,
    __global const float *restrict A_panels,
    __global const float *restrict B_panels,
    __global float *restrict C_padded)
{
    const int M = 33;
    const int N = 60;
    const int K = 48;
    const int ldc = 64;
    const int depth = alpha == 0.0f ? 0 : K;
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 31) / 32;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 3) / 4 * 4;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column_groups = (N + 31) / 32;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 7) / 8 * 8;
    const int first_column = get_group_id(0) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);

    const int steps = depth;
    const __global float *const panels_a = A_panels + first_row * steps;
    const __global float *const panels_b = B_panels + first_column * steps;
    for (int tile_row = 0; tile_row < rows; tile_row += 4) {
        for (int tile_column = 0; tile_column < columns; tile_column += 8) {
            const int row = first_row + tile_row;
            const int column = first_column + tile_column;
            const __global float *panel_a = panels_a + tile_row * steps;
            const __global float *panel_b = panels_b + tile_column * steps;

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

            gemm_4x8_1x1_store4(C_padded + row * ldc + column, alpha, c_0_0);
            gemm_4x8_1x1_store4(C_padded + row * ldc + column + 4, alpha, c_0_1);
            gemm_4x8_1x1_store4(C_padded + (row + 1) * ldc + column, alpha, c_1_0);
            gemm_4x8_1x1_store4(C_padded + (row + 1) * ldc + column + 4, alpha, c_1_1);
            gemm_4x8_1x1_store4(C_padded + (row + 2) * ldc + column, alpha, c_2_0);
            gemm_4x8_1x1_store4(C_padded + (row + 2) * ldc + column + 4, alpha, c_2_1);
            gemm_4x8_1x1_store4(C_padded + (row + 3) * ldc + column, alpha, c_3_0);
            gemm_4x8_1x1_store4(C_padded + (row + 3) * ldc + column + 4, alpha, c_3_1);
        }
    }
}
