/*
 * gemm_2x1_8x8: C = scale * (alpha * A * B^T + beta * C)
 *
 * A in single, B in q8_0, C in single precision, computed in single, row-major; K a multiple of 32.
 * batch_count groups in one launch: rows offsets[i] to offsets[i + 1] of A and C are those of group i, whose B begins at element experts[i] * stride_b.
 * Each begins a tile of its own: the launch has one more for each group. Offsets beyond 0 and M count as these, experts beyond 0 and matrix_count - 1 as those; offsets that fall count as ones that do not: groups never overlap.
 * Row i of a group is row index_a[i] of A, i counting all M rows; it is skipped where there is none such: its row of C stays as it is.
 * Row i of a group is row index_c[i] of C, i counting all M rows; it is skipped where there is none such: its row of C stays as it is.
 *
 *   M             rows of op(A) and C
 *   N             columns of op(B) and C
 *   K             columns of op(A), rows of op(B)
 *   batch_count   members of the batch
 *   offsets       the first row of each group, and M or the end of the last one
 *   experts       which matrix of B each group has
 *   matrix_count  matrices of B
 *   alpha         scales the product; 0: neither A nor B is read
 *   A             rows_a x K, row-major
 *   lda           leading dimension of A, in elements (>= K)
 *   index_a       the row of A that each of M rows is
 *   rows_a        rows of A
 *   B             N x K, row-major
 *   ldb           leading dimension of B, in elements (>= K, a multiple of 32)
 *   stride_b      distance of consecutive members of B, in elements; 0: all share one
 *   beta          scales C before the update; 0: C is not read
 *   C             rows_c x N, row-major
 *   ldc           leading dimension of C, in elements (>= N)
 *   index_c       the row of C that each of M rows is; no two the same
 *   rows_c        rows of C
 *   scale         scales the result, one element for each row of C (M)
 *
 * A work-item computes 2 x 1 elements of C: 2 along M by 1 along N.
 * A work-group computes 16 along M by 8 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 8), 8 * (ceil(M / 16) + batch_count)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b q8_0 --layout row --transpose nt --batch groups --experts index --rows-a index --rows-c index --epilogue scale:row --family register --tile 2x1 --wg 8x8 --tile-k 4 --vec-b 4
 */

/* scale * value. */
static float gemm_2x1_8x8_epilogue(
    float value,
    const int row,
    const __global float *const scale)
{
    value *= scale[row];
    return value;
}

/* A block of 32 elements: scale * quant, quants of 8 bits. */
typedef struct {
    ushort scale;
    char quants[32];
} gemm_2x1_8x8_q8_0;

/* 4 bytes from a place on that is a multiple of 2. */
static uchar4 gemm_2x1_8x8_q8_0_bytes4(const __global uchar *const from)
{
    return as_uchar4(vload2(0, (const __global ushort *)from));
}

/* 4 elements from place `at` of the matrix on, a multiple of 4. */
static float4 gemm_2x1_8x8_q8_0_load4(const __global gemm_2x1_8x8_q8_0 *const memory, const ulong at)
{
    const __global gemm_2x1_8x8_q8_0 *const block = memory + at / 32;
    const __global uchar *const from = (const __global uchar *)block->quants + at % 32;
    const int4 quants = convert_int4(as_char4(gemm_2x1_8x8_q8_0_bytes4(from)));
    const float4 numbers = convert_float4(quants);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    return scale * numbers;
}

/* C = epilogue(alpha * product + beta * C) for one element. */
static void gemm_2x1_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta,
    const int row,
    const __global float *const scale)
{
    const float value = alpha * product;
    const float updated = beta == 0.0f ? value : value + beta * c[0];
    c[0] = gemm_2x1_8x8_epilogue(updated, row, scale);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x1_8x8(
    int M, const int N, const int K, const long batch_count,
    __global const int *restrict offsets,
    __global const int *restrict experts, const int matrix_count, const float alpha,
    __global const float *restrict A, const int lda,
    __global const int *restrict index_a, const int rows_a,
    __global const gemm_2x1_8x8_q8_0 *restrict B, const int ldb, const long stride_b,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const int *restrict index_c, const int rows_c,
    __global const float *restrict scale)
{
    int group = 0, beyond = (int)batch_count;
    int first_of_group = clamp(offsets[0], 0, M), end_of_group = M;
    while (beyond - group > 1) {
        const int middle = (group + beyond) / 2;
        const int start = clamp(offsets[middle], first_of_group, end_of_group);
        if (start / 16 + middle > (int)get_group_id(1)) {
            beyond = middle;
            end_of_group = start;
        } else {
            group = middle;
            first_of_group = start;
        }
    }
    const int tile_of_group = (int)get_group_id(1) - first_of_group / 16 - group;
    M = clamp(offsets[group + 1], first_of_group, end_of_group) - first_of_group;
    if (tile_of_group < 0 || tile_of_group >= (M + 15) / 16)
        return;
    const long member = max(min(experts[group], matrix_count - 1), 0);
    index_a += first_of_group;
    B += member * stride_b / 32;
    index_c += first_of_group;
    scale += first_of_group;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = (tile_of_group * 8 + get_local_id(1)) * 2;
    const int column = get_group_id(0) * 8 + get_local_id(0);
    const long a_row_0 = (long)max(min(index_a[min(row, M - 1)], rows_a - 1), 0) * lda;
    const long a_row_1 = (long)max(min(index_a[min(row + 1, M - 1)], rows_a - 1), 0) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    float c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const float a_0_0 = A[a_row_0 + k];
        const float a_1_0 = A[a_row_1 + k];
        const float a_0_1 = A[a_row_0 + k + 1];
        const float a_1_1 = A[a_row_1 + k + 1];
        const float a_0_2 = A[a_row_0 + k + 2];
        const float a_1_2 = A[a_row_1 + k + 2];
        const float a_0_3 = A[a_row_0 + k + 3];
        const float a_1_3 = A[a_row_1 + k + 3];
        const float4 b_run_0_0 = gemm_2x1_8x8_q8_0_load4(B, b_column_0 + k);
        const float b_0 = b_run_0_0.s0;
        const float b_1 = b_run_0_0.s1;
        const float b_2 = b_run_0_0.s2;
        const float b_3 = b_run_0_0.s3;

        c_0_0 = mad(a_0_0, b_0, c_0_0);
        c_1_0 = mad(a_1_0, b_0, c_1_0);
        c_0_0 = mad(a_0_1, b_1, c_0_0);
        c_1_0 = mad(a_1_1, b_1, c_1_0);
        c_0_0 = mad(a_0_2, b_2, c_0_0);
        c_1_0 = mad(a_1_2, b_2, c_1_0);
        c_0_0 = mad(a_0_3, b_3, c_0_0);
        c_1_0 = mad(a_1_3, b_3, c_1_0);
    }

    const int row_of_a_0 = index_a[min(row, M - 1)];
    const int row_of_c_0 = index_c[min(row, M - 1)];
    if ((row < M) & ((uint)row_of_a_0 < (uint)rows_a) & ((uint)row_of_c_0 < (uint)rows_c)) {
        if (column < N)
            gemm_2x1_8x8_store(C + (long)row_of_c_0 * ldc + column, alpha, c_0_0, beta, row, scale);
    }
    const int row_of_a_1 = index_a[min(row + 1, M - 1)];
    const int row_of_c_1 = index_c[min(row + 1, M - 1)];
    if ((row + 1 < M) & ((uint)row_of_a_1 < (uint)rows_a) & ((uint)row_of_c_1 < (uint)rows_c)) {
        if (column < N)
            gemm_2x1_8x8_store(C + (long)row_of_c_1 * ldc + column, alpha, c_1_0, beta, row + 1, scale);
    }
}
