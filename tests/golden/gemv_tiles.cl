/*
 * gemm_1x16_1x1: C = alpha * A * B + beta * C
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
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes at most 1 x 2048 elements of C: 1 along M by 2048 along N.
 * These are tiles of 1 x 16; each iteration of the loop over K goes through them.
 * A work-group computes at most 1 along M by 2048 along N.
 * Launch: local size {1, 1}, global size {ceil(N / 2048), M}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family gemv --tile 1x16 --wg 1x1 --block-tiles 1x128 --tile-k 8 --vec-b 16
 */

/* 16 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float16 gemm_1x16_1x1_load16_clamped(const __global float *const line, const int first, const int last)
{
    return (float16)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)],
        line[min(first + 4, last)],
        line[min(first + 5, last)],
        line[min(first + 6, last)],
        line[min(first + 7, last)],
        line[min(first + 8, last)],
        line[min(first + 9, last)],
        line[min(first + 10, last)],
        line[min(first + 11, last)],
        line[min(first + 12, last)],
        line[min(first + 13, last)],
        line[min(first + 14, last)],
        line[min(first + 15, last)]);
}

/* C = alpha * product + beta * C for 16 contiguous elements; only those with index < `room`. */
static void gemm_1x16_1x1_store16(
    __global float *const c, const int room,
    const float alpha, const float16 product, const float beta)
{
    const float16 value = alpha * product;
    if (room >= 16) {
        vstore16(beta == 0.0f ? value : value + beta * vload16(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
    if (room > 3)
        c[3] = beta == 0.0f ? value.s3 : value.s3 + beta * c[3];
    if (room > 4)
        c[4] = beta == 0.0f ? value.s4 : value.s4 + beta * c[4];
    if (room > 5)
        c[5] = beta == 0.0f ? value.s5 : value.s5 + beta * c[5];
    if (room > 6)
        c[6] = beta == 0.0f ? value.s6 : value.s6 + beta * c[6];
    if (room > 7)
        c[7] = beta == 0.0f ? value.s7 : value.s7 + beta * c[7];
    if (room > 8)
        c[8] = beta == 0.0f ? value.s8 : value.s8 + beta * c[8];
    if (room > 9)
        c[9] = beta == 0.0f ? value.s9 : value.s9 + beta * c[9];
    if (room > 10)
        c[10] = beta == 0.0f ? value.sa : value.sa + beta * c[10];
    if (room > 11)
        c[11] = beta == 0.0f ? value.sb : value.sb + beta * c[11];
    if (room > 12)
        c[12] = beta == 0.0f ? value.sc : value.sc + beta * c[12];
    if (room > 13)
        c[13] = beta == 0.0f ? value.sd : value.sd + beta * c[13];
    if (room > 14)
        c[14] = beta == 0.0f ? value.se : value.se + beta * c[14];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_1x16_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column_groups = (N + 2047) / 2048;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 15) / 16 * 16;
    const int first_column = get_group_id(0) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const int tiles = (columns + 15) / 16;
    const int whole_tiles = columns / 16;

    /* The sums of all tiles: each iteration of the loop over K goes through them. */
    float16 sums[128][1];
    for (int tile = 0; tile < tiles; ++tile) {
        sums[tile][0] = 0.0f;
    }

    const int whole_k = depth / 8 * 8;
    for (int k = 0; k < whole_k; k += 8) {
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_0 + k + 1];
        const float a_2 = A[a_row_0 + k + 2];
        const float a_3 = A[a_row_0 + k + 3];
        const float a_4 = A[a_row_0 + k + 4];
        const float a_5 = A[a_row_0 + k + 5];
        const float a_6 = A[a_row_0 + k + 6];
        const float a_7 = A[a_row_0 + k + 7];
        for (int tile = 0; tile < whole_tiles; ++tile) {
            const int column = first_column + tile * 16;
            float16 c_0_0 = sums[tile][0];
            const float16 b_0 = vload16(0, B + b_line + column);
            const float16 b_1 = vload16(0, B + b_line + column + ldb);
            const float16 b_2 = vload16(0, B + b_line + column + (long)2 * ldb);
            const float16 b_3 = vload16(0, B + b_line + column + (long)3 * ldb);
            const float16 b_4 = vload16(0, B + b_line + column + (long)4 * ldb);
            const float16 b_5 = vload16(0, B + b_line + column + (long)5 * ldb);
            const float16 b_6 = vload16(0, B + b_line + column + (long)6 * ldb);
            const float16 b_7 = vload16(0, B + b_line + column + (long)7 * ldb);

            c_0_0 = mad((float16)(a_0), b_0, c_0_0);
            c_0_0 = mad((float16)(a_1), b_1, c_0_0);
            c_0_0 = mad((float16)(a_2), b_2, c_0_0);
            c_0_0 = mad((float16)(a_3), b_3, c_0_0);
            c_0_0 = mad((float16)(a_4), b_4, c_0_0);
            c_0_0 = mad((float16)(a_5), b_5, c_0_0);
            c_0_0 = mad((float16)(a_6), b_6, c_0_0);
            c_0_0 = mad((float16)(a_7), b_7, c_0_0);
            sums[tile][0] = c_0_0;
        }
    }

    for (int tile = 0; tile < tiles; ++tile) {
        const int column = first_column + tile * 16;
        float16 c_0_0 = sums[tile][0];

        /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
        for (int k = tile < whole_tiles ? whole_k : 0; k < depth; ++k) {
            const long b_line = (long)k * ldb;
            const float a_0 = A[a_row_0 + k];
            const float16 b_0 = gemm_1x16_1x1_load16_clamped(B + b_line, column, N - 1);

            c_0_0 = mad((float16)(a_0), b_0, c_0_0);
        }

        if (row < M) {
            gemm_1x16_1x1_store16(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        }
    }
}
