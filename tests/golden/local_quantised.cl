/*
 * Made by clgemm 0.1.0: clgemm-gen --type-b q4_0 --layout row --transpose nt --family local --tile 1x2 --wg 2x8 --tile-k 8 --stages 2
 */

/* ... */

/* 8 elements from place `at` of the matrix on, a multiple of 8. */
static float8 gemm_1x2_2x8_q4_0_load8(const __global gemm_1x2_2x8_q4_0 *const memory, const ulong at)
{
    const __global gemm_1x2_2x8_q4_0 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int place = at % 32 / 16 * 4;
    const int8 quants = convert_int8(gemm_1x2_2x8_q4_0_bytes8(from)) & 15 << place;
    const int digits = 0x4b000000 - (place << 23);
    /* Quants in the lowest digits of 2^23, less 2^23 and 8: without a conversion of whole numbers. Upper halves of bytes, 16 times as high, stay where they are: in those of 2^19. */
    const float8 numbers = as_float8(quants | digits) - (as_float(digits) + 8.0f);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    return scale * numbers;
}

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
void gemm_1x2_2x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const gemm_1x2_2x8_q4_0 *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 2;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 16;
    const int tile_column = get_local_id(0) * 2;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 8;
    const int a_at = item % 8;
    const int b_line = item;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const long b_from_0 = (long)min(first_column + b_line, N - 1) * ldb;
    __local float a_tile[2][2][8];
    __local float b_tile[2][16][8] __attribute__((aligned(32)));

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    /* The first tile. */
    if (0 < depth) {
        const int next = 0;
        const int filled = 0;
        const float a_load_0 = A[a_from_0 + next + a_at];
        const float8 b_load_0 = gemm_1x2_2x8_q4_0_load8(B, b_from_0 + next);
        a_tile[filled][a_line][a_at] = a_load_0;
        *(__local float8 *)&b_tile[filled][b_line][0] = b_load_0;
    }
    for (int k = 0; k < depth; k += 8) {
        const int used = k / 8 % 2;
        const int next = k + 8;
        /* Tile `used` is complete, and nobody reads the one before it, which is filled next. */
        barrier(CLK_LOCAL_MEM_FENCE);
        if (next < depth) {
            const int filled = next / 8 % 2;
            const float a_load_0 = A[a_from_0 + next + a_at];
            const float8 b_load_0 = gemm_1x2_2x8_q4_0_load8(B, b_from_0 + next);
            a_tile[filled][a_line][a_at] = a_load_0;
            *(__local float8 *)&b_tile[filled][b_line][0] = b_load_0;
        }

        #pragma unroll
        for (int step = 0; step < 8; ++step) {
            const float a_0 = a_tile[used][tile_row][step];
            const float b_0 = b_tile[used][tile_column][step];
            const float b_1 = b_tile[used][tile_column + 1][step];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
        }
    }

    if (row < M && column < N)
        gemm_1x2_2x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row < M && column + 1 < N)
        gemm_1x2_2x8_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
}
