/*
 * gemm_column: C = alpha * A^T * B + beta * C
 *
 * Half precision, computed in single, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, column-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, column-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 1 x 2 elements of C: 1 along N by 2 along M.
 * A work-group computes 2 along N by 2 along M.
 * Launch: local size {2, 1}, global size {2 * ceil(M / 2), ceil(N / 2)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --transpose tn --family local --tile 1x2 --wg 2x1 --tile-k 8 --vec-a 8 --vec-b 8 --name gemm_column
 */

/* 8 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float8 gemm_column_load8_clamped(const __global half *const line, const int first, const int last)
{
    return (float8)(
        vload_half(min(first, last), line),
        vload_half(min(first + 1, last), line),
        vload_half(min(first + 2, last), line),
        vload_half(min(first + 3, last), line),
        vload_half(min(first + 4, last), line),
        vload_half(min(first + 5, last), line),
        vload_half(min(first + 6, last), line),
        vload_half(min(first + 7, last), line));
}

/* 8 contiguous elements at any address. */
static float8 gemm_column_load8(const __global half *const first)
{
    return (float8)(
        vload_half4(0, first),
        vload_half4(1, first));
}

/* C = alpha * product + beta * C for one element. */
static void gemm_column_store(
    __global half *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    vstore_half(beta == 0.0f ? value : value + beta * vload_half(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void gemm_column(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(0) * 2;
    const int tile_row = get_local_id(1) * 2;
    const int first_column = get_group_id(1) * 2;
    const int tile_column = get_local_id(0);
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(0);
    const int a_line = item;
    const int a_at = 0;
    const int b_line = item;
    const int b_at = 0;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const long b_from_0 = (long)min(first_column + b_line, N - 1) * ldb;
    __local float a_tile[2][8] __attribute__((aligned(32)));
    __local float b_tile[2][8] __attribute__((aligned(32)));

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    const int end = depth - depth % 8;
    int k = 0;
    for (; k < end; k += 8) {
        const float8 a_load_0 = gemm_column_load8(A + a_from_0 + k + a_at);
        const float8 b_load_0 = gemm_column_load8(B + b_from_0 + k + b_at);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float8 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float8 *)&b_tile[b_line][b_at] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 8; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float b_0 = b_tile[tile_column][step];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const float8 a_load_0 = gemm_column_load8_clamped(A + a_from_0, k + a_at, K - 1);
        const float8 b_load_0 = gemm_column_load8_clamped(B + b_from_0, k + b_at, K - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float8 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float8 *)&b_tile[b_line][b_at] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float b_0 = b_tile[tile_column][step];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
        }
    }

    if (column < N && row < M)
        gemm_column_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column < N && row + 1 < M)
        gemm_column_store(C + (long)column * ldc + row + 1, alpha, c_0_1, beta);
}
