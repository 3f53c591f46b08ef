/*
 * gemm_1x4_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M a multiple of 8, N a multiple of 32, K a multiple of 16.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
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
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges exact --family local --tile 1x4 --wg 8x8 --vec-c 4 --stages 3
 */

/* C = alpha * product + beta * C for 4 contiguous elements. */
static void gemm_1x4_8x8_store4(
    __global float *const c,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
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
    const long a_from = (long)(first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[3][8][16];
    __local float b_tile[3][16][32] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f;

    /* The first 2 tiles. */
    for (int next = 0; next < min(depth, 32); next += 16) {
        const int filled = next / 16;
        const float a_load_0 = A[a_from + next + a_at];
        const float a_load_1 = A[a_from + (long)4 * lda + next + a_at];
        const float4 b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
        const float4 b_load_1 = vload4(0, B + (long)(next + b_line + 8) * ldb + b_from);
        a_tile[filled][a_line][a_at] = a_load_0;
        a_tile[filled][a_line + 4][a_at] = a_load_1;
        *(__local float4 *)&b_tile[filled][b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[filled][b_line + 8][b_at] = b_load_1;
    }
    for (int k = 0; k < depth; k += 16) {
        const int used = k / 16 % 3;
        const int next = k + 32;
        /* Tile `used` is complete. No work-item still reads the tile before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);
        if (next < depth) {
            const int filled = next / 16 % 3;
            const float a_load_0 = A[a_from + next + a_at];
            const float a_load_1 = A[a_from + (long)4 * lda + next + a_at];
            const float4 b_load_0 = vload4(0, B + (long)(next + b_line) * ldb + b_from);
            const float4 b_load_1 = vload4(0, B + (long)(next + b_line + 8) * ldb + b_from);
            a_tile[filled][a_line][a_at] = a_load_0;
            a_tile[filled][a_line + 4][a_at] = a_load_1;
            *(__local float4 *)&b_tile[filled][b_line][b_at] = b_load_0;
            *(__local float4 *)&b_tile[filled][b_line + 8][b_at] = b_load_1;
        }

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float a_0 = a_tile[used][tile_row][step];
            const float4 b_0 = *(__local float4 *)&b_tile[used][step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }

    gemm_1x4_8x8_store4(C + (long)row * ldc + column, alpha, c_0_0, beta);
}
