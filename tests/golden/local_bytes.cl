/*
 * gemm_2x2_8x8: C = alpha * A * B^T + beta * C
 *
 * A in i8, B in i8, C in i32 integers, computed in i32, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      N x K, row-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 16 along M by 16 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 16), 8 * ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --layout row --transpose nt --share local --tile 2x2 --wg 8x8 --tile-k 16 --vec-b 8
 */

/* 8 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static int8 gemm_2x2_8x8_load8_clamped(const __global char *const line, const int first, const int last)
{
    return (int8)(
        (int)line[min(first, last)],
        (int)line[min(first + 1, last)],
        (int)line[min(first + 2, last)],
        (int)line[min(first + 3, last)],
        (int)line[min(first + 4, last)],
        (int)line[min(first + 5, last)],
        (int)line[min(first + 6, last)],
        (int)line[min(first + 7, last)]);
}

/* C = alpha * product + beta * C for one element. */
static void gemm_2x2_8x8_store(
    __global int *const c,
    const int alpha, const int product, const int beta)
{
    const int value = alpha * product;
    c[0] = beta == 0 ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x2_8x8(
    const int M, const int N, const int K, const int alpha,
    __global const char *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = get_local_id(1) * 2;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = get_local_id(0) * 2;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 16;
    const int a_at = item % 16;
    const int b_line = item / 2;
    const int b_at = item % 2 * 8;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const long a_from_1 = (long)min(first_row + a_line + 4, M - 1) * lda;
    const long a_from_2 = (long)min(first_row + a_line + 8, M - 1) * lda;
    const long a_from_3 = (long)min(first_row + a_line + 12, M - 1) * lda;
    const long b_from_0 = (long)min(first_column + min(b_line, 15), N - 1) * ldb;
    __local int a_tile[16][16];
    __local int b_tile[16][16] __attribute__((aligned(32)));

    int c_0_0 = 0, c_0_1 = 0;
    int c_1_0 = 0, c_1_1 = 0;

    const int end = depth - depth % 16;
    int k = 0;
    for (; k < end; k += 16) {
        const int a_load_0 = (int)A[a_from_0 + k + a_at];
        const int a_load_1 = (int)A[a_from_1 + k + a_at];
        const int a_load_2 = (int)A[a_from_2 + k + a_at];
        const int a_load_3 = (int)A[a_from_3 + k + a_at];
        const int8 b_load_0 = convert_int8(vload8(0, B + b_from_0 + k + b_at));
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        a_tile[a_line + 8][a_at] = a_load_2;
        a_tile[a_line + 12][a_at] = a_load_3;
        if (b_line < 16) {
            *(__local int8 *)&b_tile[b_line][b_at] = b_load_0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const int a_0 = a_tile[tile_row][step];
            const int a_1 = a_tile[tile_row + 1][step];
            const int b_0 = b_tile[tile_column][step];
            const int b_1 = b_tile[tile_column + 1][step];

            c_0_0 = a_0 * b_0 + c_0_0;
            c_0_1 = a_0 * b_1 + c_0_1;
            c_1_0 = a_1 * b_0 + c_1_0;
            c_1_1 = a_1 * b_1 + c_1_1;
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const int a_load_0 = (int)A[a_from_0 + min(k + a_at, K - 1)];
        const int a_load_1 = (int)A[a_from_1 + min(k + a_at, K - 1)];
        const int a_load_2 = (int)A[a_from_2 + min(k + a_at, K - 1)];
        const int a_load_3 = (int)A[a_from_3 + min(k + a_at, K - 1)];
        const int8 b_load_0 = gemm_2x2_8x8_load8_clamped(B + b_from_0, k + b_at, K - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        a_tile[a_line + 8][a_at] = a_load_2;
        a_tile[a_line + 12][a_at] = a_load_3;
        if (b_line < 16) {
            *(__local int8 *)&b_tile[b_line][b_at] = b_load_0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const int a_0 = a_tile[tile_row][step];
            const int a_1 = a_tile[tile_row + 1][step];
            const int b_0 = b_tile[tile_column][step];
            const int b_1 = b_tile[tile_column + 1][step];

            c_0_0 = a_0 * b_0 + c_0_0;
            c_0_1 = a_0 * b_1 + c_0_1;
            c_1_0 = a_1 * b_0 + c_1_0;
            c_1_1 = a_1 * b_1 + c_1_1;
        }
    }

    if (row < M && column < N)
        gemm_2x2_8x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row < M && column + 1 < N)
        gemm_2x2_8x8_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
    if (row + 1 < M && column < N)
        gemm_2x2_8x8_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
    if (row + 1 < M && column + 1 < N)
        gemm_2x2_8x8_store(C + (long)(row + 1) * ldc + column + 1, alpha, c_1_1, beta);
}
