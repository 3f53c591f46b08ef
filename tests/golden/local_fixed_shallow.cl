/*
 * gemm_1x4_4x4: C = A * B + beta * C
 *
 * Single precision, row-major, M = 9, N = 11, K = 5.
 *
 *   A     M x K, row-major
 *   B     K x N, row-major
 *   beta  scales C before the update; 0: C is not read
 *   C     M x N, row-major
 *
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 4 along M by 16 along N.
 * Launch: local size {4, 4}, global size {4, 12}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 9x11x5 --alpha 1 --family local --tile 1x4 --wg 4x4 --tile-k 4 --vec-b 4 --vec-c 2 --stages 2 --prefetch
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_1x4_4x4_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_1x4_4x4_store2(
    __global float *const c, const int room,
    const float2 product, const float beta)
{
    if (room >= 2) {
        vstore2(beta == 0.0f ? product : product + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? product.s0 : product.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_1x4_4x4(
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
    const int first_row = get_group_id(1) * 4;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 16;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int a_line = item / 4;
    const int a_at = item % 4;
    const int b_line = item / 4;
    const int b_at = item % 4 * 4;
    const int a_from_0 = min(first_row + a_line, M - 1) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[4][4];
    __local float b_tile[4][16] __attribute__((aligned(16)));

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;

    /* All of K. */
    for (int k = 0; k < K; k += 4) {
        const int left = min(4, K - k);
        const float a_load_0 = A[a_from_0 + min(k + a_at, K - 1)];
        const float4 b_load_0 = gemm_1x4_4x4_load4_clamped(B + min(k + b_line, K - 1) * ldb, b_from, N - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float2 b_0 = *(__local float2 *)&b_tile[step][tile_column];
            const float2 b_1 = *(__local float2 *)&b_tile[step][tile_column + 2];

            c_0_0 = mad((float2)(a_0), b_0, c_0_0);
            c_0_1 = mad((float2)(a_0), b_1, c_0_1);
        }
    }

    if (row < M) {
        gemm_1x4_4x4_store2(C + row * ldc + column, N - column, c_0_0, beta);
        gemm_1x4_4x4_store2(C + row * ldc + column + 2, N - (column + 2), c_0_1, beta);
    }
}
