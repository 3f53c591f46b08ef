/*
 * gemm_2x4_4x4: C = A * B + beta * C
 *
 * Single precision, row-major, M = 9, N = 11, K = 5.
 *
 *   A     M x K, row-major
 *   B     K x N, row-major
 *   beta  scales C before the update; 0: C is not read
 *   C     M x N, row-major
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 8 along M by 16 along N.
 * Launch: local size {4, 4}, global size {4, 8}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 9x11x5 --alpha 1 --family local --tile 2x4 --wg 4x4 --tile-k 8 --vec-b 4 --vec-c 4 --stages 2 --prefetch
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_2x4_4x4_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_4x4_store4(
    __global float *const c, const int room,
    const float4 product, const float beta)
{
    if (room >= 4) {
        vstore4(beta == 0.0f ? product : product + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? product.s0 : product.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? product.s1 : product.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? product.s2 : product.s2 + beta * c[2];
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_2x4_4x4(
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int M = 9;
    const int N = 11;
    const int K = 5;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int first_row = get_group_id(1) * 8;
    const int tile_row = get_local_id(1) * 2;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int a_line = item / 8;
    const int a_at = item % 8;
    const int b_line = item / 4;
    const int b_at = item % 4 * 4;
    const int a_from_0 = min(first_row + a_line, M - 1) * lda;
    const int a_from_1 = min(first_row + a_line + 2, M - 1) * lda;
    const int a_from_2 = min(first_row + a_line + 4, M - 1) * lda;
    const int a_from_3 = min(first_row + a_line + 6, M - 1) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[8][8];
    __local float b_tile[8][16] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f;

    /* All of K. */
    const float a_load_0 = A[a_from_0 + min(a_at, K - 1)];
    const float a_load_1 = A[a_from_1 + min(a_at, K - 1)];
    const float a_load_2 = A[a_from_2 + min(a_at, K - 1)];
    const float a_load_3 = A[a_from_3 + min(a_at, K - 1)];
    const float4 b_load_0 = gemm_2x4_4x4_load4_clamped(B + min(b_line, K - 1) * ldb, b_from, N - 1);
    const float4 b_load_1 = gemm_2x4_4x4_load4_clamped(B + min(b_line + 4, K - 1) * ldb, b_from, N - 1);
    a_tile[a_line][a_at] = a_load_0;
    a_tile[a_line + 2][a_at] = a_load_1;
    a_tile[a_line + 4][a_at] = a_load_2;
    a_tile[a_line + 6][a_at] = a_load_3;
    *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
    *(__local float4 *)&b_tile[b_line + 4][b_at] = b_load_1;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int step = 0; step < K; ++step) {
        const float a_0 = a_tile[tile_row][step];
        const float a_1 = a_tile[tile_row + 1][step];
        const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
    }

    if (row < M) {
        gemm_2x4_4x4_store4(C + row * ldc + column, N - column, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_2x4_4x4_store4(C + (row + 1) * ldc + column, N - column, c_1_0, beta);
    }
}
