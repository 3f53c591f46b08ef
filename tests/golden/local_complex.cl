/*
 * gemm_2x2_4x4: C = alpha * A * B^H + beta * C
 *
 * Single precision, complex, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      N x K, column-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 2 x 2 elements of C: 2 along N by 2 along M.
 * A work-group computes 8 along N by 8 along M.
 * Launch: local size {4, 4}, global size {4 * ceil(M / 8), 4 * ceil(N / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type c32 --transpose nc --family local --tile 2x2 --wg 4x4 --tile-k 4
 */

/* The product of two complex numbers. */
static float2 gemm_2x2_4x4_times(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* C = alpha * product + beta * C for one element. */
static void gemm_2x2_4x4_store(
    __global float2 *const c,
    const float2 alpha, const float2 product, const float2 beta)
{
    const float2 value = gemm_2x2_4x4_times(alpha, product);
    c[0] = all(beta == 0.0f) ? value : value + gemm_2x2_4x4_times(beta, c[0]);
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_2x2_4x4(
    const int M, const int N, const int K, const float2 alpha,
    __global const float2 *restrict A, const int lda,
    __global const float2 *restrict B, const int ldb,
    const float2 beta,
    __global float2 *restrict C, const int ldc)
{
    const int depth = all(alpha == 0.0f) ? 0 : K;
    const int first_column = get_group_id(1) * 8;
    const int tile_column = get_local_id(1) * 2;
    const int first_row = get_group_id(0) * 8;
    const int tile_row = get_local_id(0) * 2;
    const int column = first_column + tile_column;
    const int row = first_row + tile_row;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int b_line = item / 8;
    const int b_at = item % 8;
    const int a_line = item / 8;
    const int a_at = item % 8;
    const int b_from_0 = min(first_column + b_at, N - 1);
    const int a_from_0 = min(first_row + a_at, M - 1);
    __local float2 b_tile[4][8];
    __local float2 a_tile[4][8];

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float2 c_1_0 = 0.0f, c_1_1 = 0.0f;

    const int end = depth - depth % 4;
    int k = 0;
    for (; k < end; k += 4) {
        const float2 b_load_0 = B[(long)(k + b_line) * ldb + b_from_0];
        const float2 b_load_1 = B[(long)(k + b_line + 2) * ldb + b_from_0];
        const float2 a_load_0 = A[(long)(k + a_line) * lda + a_from_0];
        const float2 a_load_1 = A[(long)(k + a_line + 2) * lda + a_from_0];
        barrier(CLK_LOCAL_MEM_FENCE);
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line + 2][b_at] = b_load_1;
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 2][a_at] = a_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 4; ++step) {
            const float2 b_0 = b_tile[step][tile_column];
            const float2 b_1 = b_tile[step][tile_column + 1];
            const float2 a_0 = a_tile[step][tile_row];
            const float2 a_1 = a_tile[step][tile_row + 1];

            c_0_0 = mad((float2)(b_0.x, b_0.x), a_0, mad((float2)(b_0.y, -b_0.y), a_0.yx, c_0_0));
            c_0_1 = mad((float2)(b_0.x, b_0.x), a_1, mad((float2)(b_0.y, -b_0.y), a_1.yx, c_0_1));
            c_1_0 = mad((float2)(b_1.x, b_1.x), a_0, mad((float2)(b_1.y, -b_1.y), a_0.yx, c_1_0));
            c_1_1 = mad((float2)(b_1.x, b_1.x), a_1, mad((float2)(b_1.y, -b_1.y), a_1.yx, c_1_1));
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const float2 b_load_0 = B[(long)min(k + b_line, K - 1) * ldb + b_from_0];
        const float2 b_load_1 = B[(long)min(k + b_line + 2, K - 1) * ldb + b_from_0];
        const float2 a_load_0 = A[(long)min(k + a_line, K - 1) * lda + a_from_0];
        const float2 a_load_1 = A[(long)min(k + a_line + 2, K - 1) * lda + a_from_0];
        barrier(CLK_LOCAL_MEM_FENCE);
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line + 2][b_at] = b_load_1;
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 2][a_at] = a_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float2 b_0 = b_tile[step][tile_column];
            const float2 b_1 = b_tile[step][tile_column + 1];
            const float2 a_0 = a_tile[step][tile_row];
            const float2 a_1 = a_tile[step][tile_row + 1];

            c_0_0 = mad((float2)(b_0.x, b_0.x), a_0, mad((float2)(b_0.y, -b_0.y), a_0.yx, c_0_0));
            c_0_1 = mad((float2)(b_0.x, b_0.x), a_1, mad((float2)(b_0.y, -b_0.y), a_1.yx, c_0_1));
            c_1_0 = mad((float2)(b_1.x, b_1.x), a_0, mad((float2)(b_1.y, -b_1.y), a_0.yx, c_1_0));
            c_1_1 = mad((float2)(b_1.x, b_1.x), a_1, mad((float2)(b_1.y, -b_1.y), a_1.yx, c_1_1));
        }
    }

    if (column < N && row < M)
        gemm_2x2_4x4_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column < N && row + 1 < M)
        gemm_2x2_4x4_store(C + (long)column * ldc + row + 1, alpha, c_0_1, beta);
    if (column + 1 < N && row < M)
        gemm_2x2_4x4_store(C + (long)(column + 1) * ldc + row, alpha, c_1_0, beta);
    if (column + 1 < N && row + 1 < M)
        gemm_2x2_4x4_store(C + (long)(column + 1) * ldc + row + 1, alpha, c_1_1, beta);
}
