/*
 * gemm_1x2_8x8: C = alpha * A * B + beta * C
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
 * A work-item computes 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 8 along M by 16 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 16), 8 * ceil(M / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family local --tile 1x2 --wg 8x8 --stages 2 --copy async
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x2_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 8;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 16;
    const int tile_column = get_local_id(0) * 2;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    __local float a_tile[2][8][16];
    __local float b_tile[2][16][16];

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    const int end = depth - depth % 16;
    int k = 0;
    const event_t none = 0;
    event_t copied = none;
    /* The first tile. */
    if (0 < end) {
        const int next = 0;
        const int filled = 0;
        for (int line = 0; line < 8; ++line)
            copied = async_work_group_copy(a_tile[filled][line], A + (long)min(first_row + line, M - 1) * lda + next, 16, copied);
        for (int line = 0; line < 16; ++line)
            copied = async_work_group_copy(b_tile[filled][line], B + (long)(next + line) * ldb + first_column, min(16, N - first_column), copied);
    }
    for (; k < end; k += 16) {
        const int used = k / 16 % 2;
        const int next = k + 16;
        wait_group_events(1, &copied);
        /* No work-item still reads the tile before this one, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);
        if (next < end) {
            const int filled = next / 16 % 2;
            copied = none;
            for (int line = 0; line < 8; ++line)
                copied = async_work_group_copy(a_tile[filled][line], A + (long)min(first_row + line, M - 1) * lda + next, 16, copied);
            for (int line = 0; line < 16; ++line)
                copied = async_work_group_copy(b_tile[filled][line], B + (long)(next + line) * ldb + first_column, min(16, N - first_column), copied);
        }

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float a_0 = a_tile[used][tile_row][step];
            const float b_0 = b_tile[used][step][tile_column];
            const float b_1 = b_tile[used][step][tile_column + 1];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        barrier(CLK_LOCAL_MEM_FENCE);
        event_t copied = 0;
        for (int line = 0; line < 8; ++line)
            copied = async_work_group_copy(a_tile[0][line], A + (long)min(first_row + line, M - 1) * lda + k, min(16, K - k), copied);
        for (int line = 0; line < 16; ++line)
            copied = async_work_group_copy(b_tile[0][line], B + (long)min(k + line, K - 1) * ldb + first_column, min(16, N - first_column), copied);
        wait_group_events(1, &copied);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[0][tile_row][step];
            const float b_0 = b_tile[0][step][tile_column];
            const float b_1 = b_tile[0][step][tile_column + 1];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
        }
    }

    if (row < M && column < N)
        gemm_1x2_8x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row < M && column + 1 < N)
        gemm_1x2_8x8_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
}
