/*
 * gemm_4x8_1x1: C = alpha * A * B + beta * C
 *
 * Half precision, computed in single, row-major, M = 96, N = 64, K = 48.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   B      K x N, row-major
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *
 * A work-item computes at most 32 x 32 elements of C: 32 along M by 32 along N.
 * These are tiles of 4 x 8, computed in sequence from panels of A and B that are packed for blocks of 64 steps of K.
 * A work-group computes at most 32 along M by 32 along N.
 * Launch: local size {1, 1}, global size {2, 3}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --fixed 96x64x48 --family blocked
 */

/* Packs rows of op(A) into panels of 4, one step of K after another. */
static void gemm_4x8_1x1_pack_rows(
    __local float *const panels, const __global half *const A, const int lda,
    const int rows, const int steps)
{
    for (int first = 0; first < rows; first += 4) {
        __local float *const panel = panels + first * steps;
        int k = 0;
        for (int place = 0; place < 4; place += 4) {
            for (k = 0; k + 4 <= steps; k += 4) {
                const float4 a_0 = vload_half4(0, A + (first + place) * lda + k);
                const float4 a_1 = vload_half4(0, A + (first + place + 1) * lda + k);
                const float4 a_2 = vload_half4(0, A + (first + place + 2) * lda + k);
                const float4 a_3 = vload_half4(0, A + (first + place + 3) * lda + k);
                vstore4((float4)(a_0.s0, a_1.s0, a_2.s0, a_3.s0), 0, panel + k * 4 + place);
                vstore4((float4)(a_0.s1, a_1.s1, a_2.s1, a_3.s1), 0, panel + (k + 1) * 4 + place);
                vstore4((float4)(a_0.s2, a_1.s2, a_2.s2, a_3.s2), 0, panel + (k + 2) * 4 + place);
                vstore4((float4)(a_0.s3, a_1.s3, a_2.s3, a_3.s3), 0, panel + (k + 3) * 4 + place);
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 4; ++place)
                panel[k * 4 + place] = vload_half((first + place) * lda + k, A);
        }
    }
}

/* Packs columns of op(B) into panels of 8, one step of K after another. */
static void gemm_4x8_1x1_pack_columns(
    __local float *const panels, const __global half *const B, const int ldb,
    const int columns, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global half *const line = B + k * ldb;
        __local float *const step = panels + k * 8;
        for (int first = 0; first < columns; first += 8) {
            vstore8(vload_half8(0, line + first), 0, step + first * steps);
        }
    }
}

/* C = alpha * product + beta * C for 4 contiguous elements. */
static void gemm_4x8_1x1_store4(
    __global half *const c,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    vstore_half4(beta == 0.0f ? value : value + beta * vload_half4(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1(
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

    const int steps = depth;
    gemm_4x8_1x1_pack_rows(panels_a, A + first_row * lda, lda, rows, steps);
    gemm_4x8_1x1_pack_columns(panels_b, B + first_column, ldb, columns, steps);
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

            gemm_4x8_1x1_store4(C + row * ldc + column, alpha, c_0_0, beta);
            gemm_4x8_1x1_store4(C + row * ldc + column + 4, alpha, c_0_1, beta);
            gemm_4x8_1x1_store4(C + (row + 1) * ldc + column, alpha, c_1_0, beta);
            gemm_4x8_1x1_store4(C + (row + 1) * ldc + column + 4, alpha, c_1_1, beta);
            gemm_4x8_1x1_store4(C + (row + 2) * ldc + column, alpha, c_2_0, beta);
            gemm_4x8_1x1_store4(C + (row + 2) * ldc + column + 4, alpha, c_2_1, beta);
            gemm_4x8_1x1_store4(C + (row + 3) * ldc + column, alpha, c_3_0, beta);
            gemm_4x8_1x1_store4(C + (row + 3) * ldc + column + 4, alpha, c_3_1, beta);
        }
    }
}
