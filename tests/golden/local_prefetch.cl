/*
 * gemm_1x4_8x8: C = alpha * A * B + beta * C
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
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 8 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family local --tile 1x4 --wg 8x8 --vec-c 4 --prefetch
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_1x4_8x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_1x4_8x8_store4(
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

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 8;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 32;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 16;
    const int a_at = item % 16;
    const int b_line = item / 8;
    const int b_at = item % 8 * 4;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const long a_from_1 = (long)min(first_row + a_line + 4, M - 1) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[8][16];
    __local float b_tile[16][32] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f;

    const int end = first_column + 32 > N ? 0 : depth - depth % 16;
    int k = 0;
    float a_load_0, a_load_1;
    float4 b_load_0, b_load_1;
    if (0 < end) {
        const int next = 0;
        a_load_0 = A[a_from_0 + next + a_at];
        a_load_1 = A[a_from_1 + next + a_at];
        b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
        b_load_1 = vload4(0, B + (long)(next + b_line + 8) * ldb + b_from);
    }
    for (; k < end; k += 16) {
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 8][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        /* The next tile is loaded while this one is multiplied. */
        const int next = k + 16;
        if (next < end) {
            a_load_0 = A[a_from_0 + next + a_at];
            a_load_1 = A[a_from_1 + next + a_at];
            b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
            b_load_1 = vload4(0, B + (long)(next + b_line + 8) * ldb + b_from);
        }

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }

    /* The remainder of K, and all of K where the tile crosses an edge. */
    for (; k < depth; k += 16) {
        const int left = min(16, depth - k);
        const float a_load_0 = A[a_from_0 + min(k + a_at, K - 1)];
        const float a_load_1 = A[a_from_1 + min(k + a_at, K - 1)];
        const float4 b_load_0 = gemm_1x4_8x8_load4_clamped(B + (long)min(k + b_line, K - 1) * ldb, b_from, N - 1);
        const float4 b_load_1 = gemm_1x4_8x8_load4_clamped(B + (long)min(k + b_line + 8, K - 1) * ldb, b_from, N - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 4][a_at] = a_load_1;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 8][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }

    if (row < M) {
        gemm_1x4_8x8_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
}
