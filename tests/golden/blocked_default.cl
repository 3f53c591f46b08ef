/*
 * gemm_4x8_1x1: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
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
 * A work-item computes at most 32 x 32 elements of C: 32 along N by 32 along M.
 * These are tiles of 4 x 8, computed in sequence from panels of A and B that are packed for blocks of 64 steps of K.
 * A work-group computes at most 32 along N by 32 along M.
 * Launch: local size {1, 1}, global size {ceil(M / 32), ceil(N / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family blocked
 */

/* Packs columns of op(B) into panels of 4, one step of K after another; zero beyond the last column. */
static void gemm_4x8_1x1_pack_columns(
    __local float *const panels, const __global float *const B, const int ldb,
    const int columns, const int steps)
{
    for (int first = 0; first < columns; first += 4) {
        __local float *const panel = panels + first * steps;
        int k = 0;
        if (first + 4 <= columns) {
            for (int place = 0; place < 4; place += 4) {
                for (k = 0; k + 4 <= steps; k += 4) {
                    const float4 b_0 = vload4(0, B + (long)(first + place) * ldb + k);
                    const float4 b_1 = vload4(0, B + (long)(first + place + 1) * ldb + k);
                    const float4 b_2 = vload4(0, B + (long)(first + place + 2) * ldb + k);
                    const float4 b_3 = vload4(0, B + (long)(first + place + 3) * ldb + k);
                    vstore4((float4)(b_0.s0, b_1.s0, b_2.s0, b_3.s0), 0, panel + k * 4 + place);
                    vstore4((float4)(b_0.s1, b_1.s1, b_2.s1, b_3.s1), 0, panel + (k + 1) * 4 + place);
                    vstore4((float4)(b_0.s2, b_1.s2, b_2.s2, b_3.s2), 0, panel + (k + 2) * 4 + place);
                    vstore4((float4)(b_0.s3, b_1.s3, b_2.s3, b_3.s3), 0, panel + (k + 3) * 4 + place);
                }
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 4; ++place)
                panel[k * 4 + place] = first + place < columns ? B[(long)(first + place) * ldb + k] : 0.0f;
        }
    }
}

/* Packs rows of op(A) into panels of 8, one step of K after another; zero beyond the last row. */
static void gemm_4x8_1x1_pack_rows(
    __local float *const panels, const __global float *const A, const int lda,
    const int rows, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global float *const line = A + (long)k * lda;
        __local float *const step = panels + k * 8;
        int first = 0;
        for (; first + 8 <= rows; first += 8) {
            vstore8(vload8(0, line + first), 0, step + first * steps);
        }
        if (first < rows) {
            for (int place = 0; place < 8; ++place)
                step[first * steps + place] = first + place < rows ? line[first + place] : 0.0f;
        }
    }
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x8_1x1_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    __local float panels_b[32 * 64] __attribute__((aligned(64)));
    __local float panels_a[32 * 64] __attribute__((aligned(64)));
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
    const int blocks = max((depth + 63) / 64, 1);
    const int steps_of_block = depth / blocks + (depth % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(depth - first_k, steps_of_block);
        const float beta_of_block = first_k == 0 ? beta : 1.0f;
        gemm_4x8_1x1_pack_columns(panels_b, B + (long)first_column * ldb + first_k, ldb, columns, steps);
        gemm_4x8_1x1_pack_rows(panels_a, A + (long)first_k * lda + first_row, lda, rows, steps);
        for (int tile_column = 0; tile_column < columns; tile_column += 4) {
            for (int tile_row = 0; tile_row < rows; tile_row += 8) {
                const int column = first_column + tile_column;
                const int row = first_row + tile_row;
                const __local float *panel_b = panels_b + tile_column * steps;
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

                if (column < N) {
                    gemm_4x8_1x1_store4(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta_of_block);
                    gemm_4x8_1x1_store4(C + (long)column * ldc + row + 4, M - (row + 4), alpha, c_0_1, beta_of_block);
                }
                if (column + 1 < N) {
                    gemm_4x8_1x1_store4(C + (long)(column + 1) * ldc + row, M - row, alpha, c_1_0, beta_of_block);
                    gemm_4x8_1x1_store4(C + (long)(column + 1) * ldc + row + 4, M - (row + 4), alpha, c_1_1, beta_of_block);
                }
                if (column + 2 < N) {
                    gemm_4x8_1x1_store4(C + (long)(column + 2) * ldc + row, M - row, alpha, c_2_0, beta_of_block);
                    gemm_4x8_1x1_store4(C + (long)(column + 2) * ldc + row + 4, M - (row + 4), alpha, c_2_1, beta_of_block);
                }
                if (column + 3 < N) {
                    gemm_4x8_1x1_store4(C + (long)(column + 3) * ldc + row, M - row, alpha, c_3_0, beta_of_block);
                    gemm_4x8_1x1_store4(C + (long)(column + 3) * ldc + row + 4, M - (row + 4), alpha, c_3_1, beta_of_block);
                }
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
