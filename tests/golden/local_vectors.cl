/*
 * gemm_4x8_8x8: C = alpha * A * B + beta * C
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
 * A work-item computes 4 x 8 elements of C: 4 along M by 8 along N.
 * A work-group computes 32 along M by 64 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 64), 8 * ceil(M / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family local --tile 4x8 --wg 8x8 --tile-k 8 --vec-a 4 --vec-b 4 --vec-c 4 --local-vec-a 4
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_4x8_8x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x8_8x8_store4(
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
void gemm_4x8_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = get_local_id(1) * 4;
    const int first_column = get_group_id(0) * 64;
    const int tile_column = get_local_id(0) * 8;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 2;
    const int a_at = item % 2 * 4;
    const int b_line = item / 16;
    const int b_at = item % 16 * 4;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[32][8] __attribute__((aligned(16)));
    __local float b_tile[8][64] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float4 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float4 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float4 c_3_0 = 0.0f, c_3_1 = 0.0f;

    const int end = first_column + 64 > N ? 0 : depth - depth % 8;
    int k = 0;
    for (; k < end; k += 8) {
        const float4 a_load_0 = vload4(0, A + a_from_0 + k + a_at);
        const float4 b_load_0 = vload4(0, B + (long)(k + b_line) * ldb + b_from);
        const float4 b_load_1 = vload4(0, B + (long)(k + b_line + 4) * ldb + b_from);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 4][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 8; step += 4) {
            const float4 a_0 = *(__local float4 *)&a_tile[tile_row][step];
            const float4 a_1 = *(__local float4 *)&a_tile[tile_row + 1][step];
            const float4 a_2 = *(__local float4 *)&a_tile[tile_row + 2][step];
            const float4 a_3 = *(__local float4 *)&a_tile[tile_row + 3][step];
            const float4 b_0_0 = *(__local float4 *)&b_tile[step][tile_column];
            const float4 b_1_0 = *(__local float4 *)&b_tile[step][tile_column + 4];
            const float4 b_0_1 = *(__local float4 *)&b_tile[step + 1][tile_column];
            const float4 b_1_1 = *(__local float4 *)&b_tile[step + 1][tile_column + 4];
            const float4 b_0_2 = *(__local float4 *)&b_tile[step + 2][tile_column];
            const float4 b_1_2 = *(__local float4 *)&b_tile[step + 2][tile_column + 4];
            const float4 b_0_3 = *(__local float4 *)&b_tile[step + 3][tile_column];
            const float4 b_1_3 = *(__local float4 *)&b_tile[step + 3][tile_column + 4];

            c_0_0 = mad((float4)(a_0.s0), b_0_0, c_0_0);
            c_0_1 = mad((float4)(a_0.s0), b_1_0, c_0_1);
            c_1_0 = mad((float4)(a_1.s0), b_0_0, c_1_0);
            c_1_1 = mad((float4)(a_1.s0), b_1_0, c_1_1);
            c_2_0 = mad((float4)(a_2.s0), b_0_0, c_2_0);
            c_2_1 = mad((float4)(a_2.s0), b_1_0, c_2_1);
            c_3_0 = mad((float4)(a_3.s0), b_0_0, c_3_0);
            c_3_1 = mad((float4)(a_3.s0), b_1_0, c_3_1);
            c_0_0 = mad((float4)(a_0.s1), b_0_1, c_0_0);
            c_0_1 = mad((float4)(a_0.s1), b_1_1, c_0_1);
            c_1_0 = mad((float4)(a_1.s1), b_0_1, c_1_0);
            c_1_1 = mad((float4)(a_1.s1), b_1_1, c_1_1);
            c_2_0 = mad((float4)(a_2.s1), b_0_1, c_2_0);
            c_2_1 = mad((float4)(a_2.s1), b_1_1, c_2_1);
            c_3_0 = mad((float4)(a_3.s1), b_0_1, c_3_0);
            c_3_1 = mad((float4)(a_3.s1), b_1_1, c_3_1);
            c_0_0 = mad((float4)(a_0.s2), b_0_2, c_0_0);
            c_0_1 = mad((float4)(a_0.s2), b_1_2, c_0_1);
            c_1_0 = mad((float4)(a_1.s2), b_0_2, c_1_0);
            c_1_1 = mad((float4)(a_1.s2), b_1_2, c_1_1);
            c_2_0 = mad((float4)(a_2.s2), b_0_2, c_2_0);
            c_2_1 = mad((float4)(a_2.s2), b_1_2, c_2_1);
            c_3_0 = mad((float4)(a_3.s2), b_0_2, c_3_0);
            c_3_1 = mad((float4)(a_3.s2), b_1_2, c_3_1);
            c_0_0 = mad((float4)(a_0.s3), b_0_3, c_0_0);
            c_0_1 = mad((float4)(a_0.s3), b_1_3, c_0_1);
            c_1_0 = mad((float4)(a_1.s3), b_0_3, c_1_0);
            c_1_1 = mad((float4)(a_1.s3), b_1_3, c_1_1);
            c_2_0 = mad((float4)(a_2.s3), b_0_3, c_2_0);
            c_2_1 = mad((float4)(a_2.s3), b_1_3, c_2_1);
            c_3_0 = mad((float4)(a_3.s3), b_0_3, c_3_0);
            c_3_1 = mad((float4)(a_3.s3), b_1_3, c_3_1);
        }
    }

    /* The remainder of K, and all of K where the tile crosses an edge. */
    for (; k < depth; k += 8) {
        const int left = min(8, depth - k);
        const float4 a_load_0 = gemm_4x8_8x8_load4_clamped(A + a_from_0, k + a_at, K - 1);
        const float4 b_load_0 = gemm_4x8_8x8_load4_clamped(B + (long)min(k + b_line, K - 1) * ldb, b_from, N - 1);
        const float4 b_load_1 = gemm_4x8_8x8_load4_clamped(B + (long)min(k + b_line + 4, K - 1) * ldb, b_from, N - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 4][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float a_2 = a_tile[tile_row + 2][step];
            const float a_3 = a_tile[tile_row + 3][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];
            const float4 b_1 = *(__local float4 *)&b_tile[step][tile_column + 4];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
            c_0_1 = mad((float4)(a_0), b_1, c_0_1);
            c_1_0 = mad((float4)(a_1), b_0, c_1_0);
            c_1_1 = mad((float4)(a_1), b_1, c_1_1);
            c_2_0 = mad((float4)(a_2), b_0, c_2_0);
            c_2_1 = mad((float4)(a_2), b_1, c_2_1);
            c_3_0 = mad((float4)(a_3), b_0, c_3_0);
            c_3_1 = mad((float4)(a_3), b_1, c_3_1);
        }
    }

    if (row < M) {
        gemm_4x8_8x8_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_4x8_8x8_store4(C + (long)row * ldc + column + 4, N - (column + 4), alpha, c_0_1, beta);
    }
    if (row + 1 < M) {
        gemm_4x8_8x8_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
        gemm_4x8_8x8_store4(C + (long)(row + 1) * ldc + column + 4, N - (column + 4), alpha, c_1_1, beta);
    }
    if (row + 2 < M) {
        gemm_4x8_8x8_store4(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
        gemm_4x8_8x8_store4(C + (long)(row + 2) * ldc + column + 4, N - (column + 4), alpha, c_2_1, beta);
    }
    if (row + 3 < M) {
        gemm_4x8_8x8_store4(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
        gemm_4x8_8x8_store4(C + (long)(row + 3) * ldc + column + 4, N - (column + 4), alpha, c_3_1, beta);
    }
}
