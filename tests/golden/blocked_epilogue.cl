/*
 * gemm_4x8_1x1: C = relu(scale * (alpha * A * B + bias))
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *   bias   is added, one element for each column of C (N)
 *   scale  scales the result
 *
 * A work-item computes at most 32 x 32 elements of C: 32 along M by 32 along N.
 * These are tiles of 4 x 8, computed in sequence from panels of A and B that are packed for blocks of 64 steps of K.
 * A work-group computes at most 32 along M by 32 along N.
 * Launch: local size {1, 1}, global size {ceil(N / 32), ceil(M / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --beta 0 --epilogue bias:column,scale,relu --family blocked
 */

/* 4 contiguous elements; beyond `room` the last one within is repeated and never stored. */
static float4 gemm_4x8_1x1_part4(const __global float *const line, const int room)
{
    if (room >= 4)
        return vload4(0, line);
    return (float4)(
        line[0],
        line[min(1, room - 1)],
        line[min(2, room - 1)],
        line[min(3, room - 1)]);
}

/* relu(scale * (value + bias)) for 4 contiguous elements; the value itself before the last block of K. */
static float4 gemm_4x8_1x1_epilogue4(
    float4 value, const int room,
    const bool last_block, const int column,
    const __global float *const bias,
    const float scale)
{
    if (!last_block)
        return value;
    value += gemm_4x8_1x1_part4(bias + column, room);
    value *= scale;
    value = value < 0.0f ? (float4)(0.0f) : value;
    return value;
}

/* Packs rows of op(A) into panels of 4, one step of K after another; zero beyond the last row. */
static void gemm_4x8_1x1_pack_rows(
    __local float *const panels, const __global float *const A, const int lda,
    const int rows, const int steps)
{
    for (int first = 0; first < rows; first += 4) {
        __local float *const panel = panels + first * steps;
        int k = 0;
        if (first + 4 <= rows) {
            for (int place = 0; place < 4; place += 4) {
                for (k = 0; k + 4 <= steps; k += 4) {
                    const float4 a_0 = vload4(0, A + (long)(first + place) * lda + k);
                    const float4 a_1 = vload4(0, A + (long)(first + place + 1) * lda + k);
                    const float4 a_2 = vload4(0, A + (long)(first + place + 2) * lda + k);
                    const float4 a_3 = vload4(0, A + (long)(first + place + 3) * lda + k);
                    vstore4((float4)(a_0.s0, a_1.s0, a_2.s0, a_3.s0), 0, panel + k * 4 + place);
                    vstore4((float4)(a_0.s1, a_1.s1, a_2.s1, a_3.s1), 0, panel + (k + 1) * 4 + place);
                    vstore4((float4)(a_0.s2, a_1.s2, a_2.s2, a_3.s2), 0, panel + (k + 2) * 4 + place);
                    vstore4((float4)(a_0.s3, a_1.s3, a_2.s3, a_3.s3), 0, panel + (k + 3) * 4 + place);
                }
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 4; ++place)
                panel[k * 4 + place] = first + place < rows ? A[(long)(first + place) * lda + k] : 0.0f;
        }
    }
}

/* Packs columns of op(B) into panels of 8, one step of K after another; zero beyond the last column. */
static void gemm_4x8_1x1_pack_columns(
    __local float *const panels, const __global float *const B, const int ldb,
    const int columns, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global float *const line = B + (long)k * ldb;
        __local float *const step = panels + k * 8;
        int first = 0;
        for (; first + 8 <= columns; first += 8) {
            vstore8(vload8(0, line + first), 0, step + first * steps);
        }
        if (first < columns) {
            for (int place = 0; place < 8; ++place)
                step[first * steps + place] = first + place < columns ? line[first + place] : 0.0f;
        }
    }
}

/* C = epilogue(alpha * product + beta * C) for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x8_1x1_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product, const float beta,
    const bool last_block, const int column,
    const __global float *const bias,
    const float scale)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        const float4 updated = beta == 0.0f ? value : value + beta * vload4(0, c);
        vstore4(gemm_4x8_1x1_epilogue4(updated, room, last_block, column, bias, scale), 0, c);
        return;
    }
    if (room < 1)
        return;
    const float4 updated = beta == 0.0f ? value : value + beta * gemm_4x8_1x1_part4(c, room);
    const float4 finished = gemm_4x8_1x1_epilogue4(updated, room, last_block, column, bias, scale);
    if (room > 0)
        c[0] = finished.s0;
    if (room > 1)
        c[1] = finished.s1;
    if (room > 2)
        c[2] = finished.s2;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x8_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global float *restrict C, const int ldc,
    __global const float *restrict bias, const float scale)
{
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

    /* K in blocks of equal length. */
    const int blocks = max((depth + 63) / 64, 1);
    const int steps_of_block = depth / blocks + (depth % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(depth - first_k, steps_of_block);
        const float beta_of_block = first_k == 0 ? 0.0f : 1.0f;
        const bool last_block = first_k + steps_of_block >= depth;
        gemm_4x8_1x1_pack_rows(panels_a, A + (long)first_row * lda + first_k, lda, rows, steps);
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

                if (row < M) {
                    gemm_4x8_1x1_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta_of_block, last_block, column, bias, scale);
                    gemm_4x8_1x1_store4(C + (long)row * ldc + column + 4, N - (column + 4), alpha, c_0_1, beta_of_block, last_block, column + 4, bias, scale);
                }
                if (row + 1 < M) {
                    gemm_4x8_1x1_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta_of_block, last_block, column, bias, scale);
                    gemm_4x8_1x1_store4(C + (long)(row + 1) * ldc + column + 4, N - (column + 4), alpha, c_1_1, beta_of_block, last_block, column + 4, bias, scale);
                }
                if (row + 2 < M) {
                    gemm_4x8_1x1_store4(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta_of_block, last_block, column, bias, scale);
                    gemm_4x8_1x1_store4(C + (long)(row + 2) * ldc + column + 4, N - (column + 4), alpha, c_2_1, beta_of_block, last_block, column + 4, bias, scale);
                }
                if (row + 3 < M) {
                    gemm_4x8_1x1_store4(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta_of_block, last_block, column, bias, scale);
                    gemm_4x8_1x1_store4(C + (long)(row + 3) * ldc + column + 4, N - (column + 4), alpha, c_3_1, beta_of_block, last_block, column + 4, bias, scale);
                }
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
