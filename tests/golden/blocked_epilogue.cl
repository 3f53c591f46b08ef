/*
 * gemm_2x2_1x1: C = relu(scale * (alpha * A * B + bias))
 *
 * Single precision, row-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A         M x K, row-major
 *   lda       leading dimension of A, in elements (>= K)
 *   B_panels  op(B) in panels of 2 columns
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *   bias      is added, one element for each column of C (N)
 *   scale     scales the result
 *
 * A work-item computes at most 16 x 8 elements of C: 16 along M by 8 along N.
 * These are tiles of 2 x 2, computed in sequence from panels of B that are packed for blocks of 64 steps of K.
 * A work-group computes at most 16 along M by 8 along N.
 * Launch after gemm_2x2_1x1_pack_b:
 *   local size {1, 1}, global size {ceil(N / 8), ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --beta 0 --epilogue bias:column,scale,relu --family blocked --tile 2x2 --panels b --stage-a no
 */

/* 2 contiguous elements; beyond `room` the last one within is repeated and never stored. */
static float2 gemm_2x2_1x1_part2(const __global float *const line, const int room)
{
    if (room >= 2)
        return vload2(0, line);
    return (float2)(
        line[0],
        line[min(1, room - 1)]);
}

/* relu(scale * (value + bias)) for 2 contiguous elements; the value itself before the last block of K. */
static float2 gemm_2x2_1x1_epilogue2(
    float2 value, const int room,
    const bool last_block, const int column,
    const __global float *const bias,
    const float scale)
{
    if (!last_block)
        return value;
    value += gemm_2x2_1x1_part2(bias + column, room);
    value *= scale;
    value = value < 0.0f ? (float2)(0.0f) : value;
    return value;
}

/* ... */

/* C = epilogue(alpha * product + beta * C) for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x2_1x1_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta,
    const bool last_block, const int column,
    const __global float *const bias,
    const float scale)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        const float2 updated = beta == 0.0f ? value : value + beta * vload2(0, c);
        vstore2(gemm_2x2_1x1_epilogue2(updated, room, last_block, column, bias, scale), 0, c);
        return;
    }
    if (room < 1)
        return;
    const float2 updated = beta == 0.0f ? value : value + beta * gemm_2x2_1x1_part2(c, room);
    const float2 finished = gemm_2x2_1x1_epilogue2(updated, room, last_block, column, bias, scale);
    if (room > 0)
        c[0] = finished.s0;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_2x2_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B_panels,
    __global float *restrict C, const int ldc,
    __global const float *restrict bias, const float scale)
{
    const int ldb = (N + 1) / 2 * 2;
    const int depth = alpha == 0.0f ? 0 : K;
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 15) / 16;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 1) / 2 * 2;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column_groups = (N + 7) / 8;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 1) / 2 * 2;
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
        const __global float *const panels_b = B_panels + (long)first_k * ldb + (long)first_column * steps;
        for (int tile_row = 0; tile_row < rows; tile_row += 2) {
            for (int tile_column = 0; tile_column < columns; tile_column += 2) {
                const int row = first_row + tile_row;
                const int column = first_column + tile_column;
                const __global float *panel_b = panels_b + tile_column * steps;

                const __global float *const a_row_0 = A + (long)min(row, M - 1) * lda + first_k;
                const __global float *const a_row_1 = A + (long)min(row + 1, M - 1) * lda + first_k;
                float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

                for (int k = 0; k < steps; ++k) {
                    const float2 b_0 = vload2(0, panel_b);
                    const float a_0 = a_row_0[k];
                    const float a_1 = a_row_1[k];

                    c_0_0 = mad((float2)(a_0), b_0, c_0_0);
                    c_1_0 = mad((float2)(a_1), b_0, c_1_0);
                    panel_b += 2;
                }

                if (row < M) {
                    gemm_2x2_1x1_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta_of_block, last_block, column, bias, scale);
                }
                if (row + 1 < M) {
                    gemm_2x2_1x1_store2(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta_of_block, last_block, column, bias, scale);
                }
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
