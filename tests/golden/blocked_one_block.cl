/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --fixed 96x64x48 --family blocked --tile 2x2
 */

/* Packs rows of op(A) into panels of 2, one step of K after another. */
static void gemm_2x2_1x1_pack_rows(
    __local float *const panels, const __global half *const A, const int lda,
    const int rows, const int steps)
{
    for (int first = 0; first < rows; first += 2) {
        __local float *const panel = panels + first * steps;
        int k = 0;
        for (int place = 0; place < 2; place += 2) {
            for (k = 0; k + 2 <= steps; k += 2) {
                const float2 a_0 = vload_half2(0, A + (first + place) * lda + k);
                const float2 a_1 = vload_half2(0, A + (first + place + 1) * lda + k);
                vstore2((float2)(a_0.s0, a_1.s0), 0, panel + k * 2 + place);
                vstore2((float2)(a_0.s1, a_1.s1), 0, panel + (k + 1) * 2 + place);
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 2; ++place)
                panel[k * 2 + place] = vload_half((first + place) * lda + k, A);
        }
    }
}

/* ... */

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_2x2_1x1(
    const float alpha,
    __global const half *restrict A,
    __global const half *restrict B,
    const float beta,
    __global half *restrict C)
{
    const int M = 96;
    const int N = 64;
    const int K = 48;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    __local float panels_a[16 * 64] __attribute__((aligned(64)));
    __local float panels_b[8 * 64] __attribute__((aligned(64)));
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 15) / 16;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 1) / 2 * 2;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column_groups = (N + 7) / 8;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 1) / 2 * 2;
    const int first_column = get_group_id(0) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);

    const int steps = depth;
    gemm_2x2_1x1_pack_rows(panels_a, A + first_row * lda, lda, rows, steps);
    gemm_2x2_1x1_pack_columns(panels_b, B + first_column, ldb, columns, steps);
    for (int tile_row = 0; tile_row < rows; tile_row += 2) {
        for (int tile_column = 0; tile_column < columns; tile_column += 2) {
            const int row = first_row + tile_row;
            const int column = first_column + tile_column;
            const __local float *panel_a = panels_a + tile_row * steps;
            const __local float *panel_b = panels_b + tile_column * steps;

            float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

            for (int k = 0; k < steps; ++k) {
                const float a_0 = panel_a[0];
                const float a_1 = panel_a[1];
                const float2 b_0 = vload2(0, panel_b);

                c_0_0 = mad((float2)(a_0), b_0, c_0_0);
                c_1_0 = mad((float2)(a_1), b_0, c_1_0);
                panel_a += 2;
                panel_b += 2;
            }

            gemm_2x2_1x1_store2(C + row * ldc + column, alpha, c_0_0, beta);
            gemm_2x2_1x1_store2(C + (row + 1) * ldc + column, alpha, c_1_0, beta);
        }
    }
}
