/*
 * kepler_6: C = A * B
 *
 * Single precision, column-major; M a multiple of 128, N a multiple of 128, K a multiple of 16.
 * Matrices of less than 2^31 elements.
 *
 *   N             columns of op(B) and C
 *   K             columns of op(A), rows of op(B)
 *   A             M x K, column-major
 *   lda           leading dimension of A, in elements (>= M)
 *   B_transposed  B transposed, without gaps
 *   C             M x N, column-major
 *   ldc           leading dimension of C, in elements (>= M)
 *
 * A work-item computes 8 x 8 elements of C: 8 along N by 8 along M.
 * A work-group computes 128 along N by 128 along M.
 * Launch after kepler_6_transpose_b:
 *   local size {16, 16}, global size {16 * ceil(M / 128), 16 * ceil(N / 128)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset kepler_6
 */

/*
 * Transposes B. Leading dimension of B_transposed: N.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void kepler_6_transpose_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_transposed)
{
    __local float tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < K && y < N)
        tile[j][i] = B[y * ldb + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (line < K && place < N)
        B_transposed[line * N + place] = tile[i][j];
}

/* C = product for one element. */
static void kepler_6_store(
    __global float *const c,
    const float product)
{
    c[0] = product;
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void kepler_6(
    const int N, const int K,
    __global const float *restrict A, const int lda,
    __global const float *restrict B_transposed,
    __global float *restrict C, const int ldc)
{
    const int ldb = N;
    const int first_column = get_group_id(1) * 128;
    const int tile_column = get_local_id(1);
    const int first_row = get_group_id(0) * 128;
    const int tile_row = get_local_id(0);
    const int column = first_column + tile_column;
    const int row = first_row + tile_row;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int b_line = item / 128;
    const int b_at = item % 128;
    const int a_line = item / 128;
    const int a_at = item % 128;
    const int b_from = first_column + b_at;
    const int a_from = first_row + a_at;
    __local float b_tile[128][18];
    __local float a_tile[16][128];

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_0_4 = 0.0f, c_0_5 = 0.0f, c_0_6 = 0.0f, c_0_7 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_1_4 = 0.0f, c_1_5 = 0.0f, c_1_6 = 0.0f, c_1_7 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_2_4 = 0.0f, c_2_5 = 0.0f, c_2_6 = 0.0f, c_2_7 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;
    float c_3_4 = 0.0f, c_3_5 = 0.0f, c_3_6 = 0.0f, c_3_7 = 0.0f;
    float c_4_0 = 0.0f, c_4_1 = 0.0f, c_4_2 = 0.0f, c_4_3 = 0.0f;
    float c_4_4 = 0.0f, c_4_5 = 0.0f, c_4_6 = 0.0f, c_4_7 = 0.0f;
    float c_5_0 = 0.0f, c_5_1 = 0.0f, c_5_2 = 0.0f, c_5_3 = 0.0f;
    float c_5_4 = 0.0f, c_5_5 = 0.0f, c_5_6 = 0.0f, c_5_7 = 0.0f;
    float c_6_0 = 0.0f, c_6_1 = 0.0f, c_6_2 = 0.0f, c_6_3 = 0.0f;
    float c_6_4 = 0.0f, c_6_5 = 0.0f, c_6_6 = 0.0f, c_6_7 = 0.0f;
    float c_7_0 = 0.0f, c_7_1 = 0.0f, c_7_2 = 0.0f, c_7_3 = 0.0f;
    float c_7_4 = 0.0f, c_7_5 = 0.0f, c_7_6 = 0.0f, c_7_7 = 0.0f;

    for (int k = 0; k < K; k += 16) {
        const float b_load_0 = B_transposed[(k + b_line) * ldb + b_from];
        const float b_load_1 = B_transposed[(k + b_line + 2) * ldb + b_from];
        const float b_load_2 = B_transposed[(k + b_line + 4) * ldb + b_from];
        const float b_load_3 = B_transposed[(k + b_line + 6) * ldb + b_from];
        const float b_load_4 = B_transposed[(k + b_line + 8) * ldb + b_from];
        const float b_load_5 = B_transposed[(k + b_line + 10) * ldb + b_from];
        const float b_load_6 = B_transposed[(k + b_line + 12) * ldb + b_from];
        const float b_load_7 = B_transposed[(k + b_line + 14) * ldb + b_from];
        const float a_load_0 = A[(k + a_line) * lda + a_from];
        const float a_load_1 = A[(k + a_line + 2) * lda + a_from];
        const float a_load_2 = A[(k + a_line + 4) * lda + a_from];
        const float a_load_3 = A[(k + a_line + 6) * lda + a_from];
        const float a_load_4 = A[(k + a_line + 8) * lda + a_from];
        const float a_load_5 = A[(k + a_line + 10) * lda + a_from];
        const float a_load_6 = A[(k + a_line + 12) * lda + a_from];
        const float a_load_7 = A[(k + a_line + 14) * lda + a_from];
        barrier(CLK_LOCAL_MEM_FENCE);
        b_tile[b_at][b_line] = b_load_0;
        b_tile[b_at][b_line + 2] = b_load_1;
        b_tile[b_at][b_line + 4] = b_load_2;
        b_tile[b_at][b_line + 6] = b_load_3;
        b_tile[b_at][b_line + 8] = b_load_4;
        b_tile[b_at][b_line + 10] = b_load_5;
        b_tile[b_at][b_line + 12] = b_load_6;
        b_tile[b_at][b_line + 14] = b_load_7;
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 2][a_at] = a_load_1;
        a_tile[a_line + 4][a_at] = a_load_2;
        a_tile[a_line + 6][a_at] = a_load_3;
        a_tile[a_line + 8][a_at] = a_load_4;
        a_tile[a_line + 10][a_at] = a_load_5;
        a_tile[a_line + 12][a_at] = a_load_6;
        a_tile[a_line + 14][a_at] = a_load_7;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float b_0 = b_tile[tile_column][step];
            const float b_1 = b_tile[tile_column + 16][step];
            const float b_2 = b_tile[tile_column + 32][step];
            const float b_3 = b_tile[tile_column + 48][step];
            const float b_4 = b_tile[tile_column + 64][step];
            const float b_5 = b_tile[tile_column + 80][step];
            const float b_6 = b_tile[tile_column + 96][step];
            const float b_7 = b_tile[tile_column + 112][step];
            const float a_0 = a_tile[step][tile_row];
            const float a_1 = a_tile[step][tile_row + 16];
            const float a_2 = a_tile[step][tile_row + 32];
            const float a_3 = a_tile[step][tile_row + 48];
            const float a_4 = a_tile[step][tile_row + 64];
            const float a_5 = a_tile[step][tile_row + 80];
            const float a_6 = a_tile[step][tile_row + 96];
            const float a_7 = a_tile[step][tile_row + 112];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
            c_0_2 = mad(b_0, a_2, c_0_2);
            c_0_3 = mad(b_0, a_3, c_0_3);
            c_0_4 = mad(b_0, a_4, c_0_4);
            c_0_5 = mad(b_0, a_5, c_0_5);
            c_0_6 = mad(b_0, a_6, c_0_6);
            c_0_7 = mad(b_0, a_7, c_0_7);
            c_1_0 = mad(b_1, a_0, c_1_0);
            c_1_1 = mad(b_1, a_1, c_1_1);
            c_1_2 = mad(b_1, a_2, c_1_2);
            c_1_3 = mad(b_1, a_3, c_1_3);
            c_1_4 = mad(b_1, a_4, c_1_4);
            c_1_5 = mad(b_1, a_5, c_1_5);
            c_1_6 = mad(b_1, a_6, c_1_6);
            c_1_7 = mad(b_1, a_7, c_1_7);
            c_2_0 = mad(b_2, a_0, c_2_0);
            c_2_1 = mad(b_2, a_1, c_2_1);
            c_2_2 = mad(b_2, a_2, c_2_2);
            c_2_3 = mad(b_2, a_3, c_2_3);
            c_2_4 = mad(b_2, a_4, c_2_4);
            c_2_5 = mad(b_2, a_5, c_2_5);
            c_2_6 = mad(b_2, a_6, c_2_6);
            c_2_7 = mad(b_2, a_7, c_2_7);
            c_3_0 = mad(b_3, a_0, c_3_0);
            c_3_1 = mad(b_3, a_1, c_3_1);
            c_3_2 = mad(b_3, a_2, c_3_2);
            c_3_3 = mad(b_3, a_3, c_3_3);
            c_3_4 = mad(b_3, a_4, c_3_4);
            c_3_5 = mad(b_3, a_5, c_3_5);
            c_3_6 = mad(b_3, a_6, c_3_6);
            c_3_7 = mad(b_3, a_7, c_3_7);
            c_4_0 = mad(b_4, a_0, c_4_0);
            c_4_1 = mad(b_4, a_1, c_4_1);
            c_4_2 = mad(b_4, a_2, c_4_2);
            c_4_3 = mad(b_4, a_3, c_4_3);
            c_4_4 = mad(b_4, a_4, c_4_4);
            c_4_5 = mad(b_4, a_5, c_4_5);
            c_4_6 = mad(b_4, a_6, c_4_6);
            c_4_7 = mad(b_4, a_7, c_4_7);
            c_5_0 = mad(b_5, a_0, c_5_0);
            c_5_1 = mad(b_5, a_1, c_5_1);
            c_5_2 = mad(b_5, a_2, c_5_2);
            c_5_3 = mad(b_5, a_3, c_5_3);
            c_5_4 = mad(b_5, a_4, c_5_4);
            c_5_5 = mad(b_5, a_5, c_5_5);
            c_5_6 = mad(b_5, a_6, c_5_6);
            c_5_7 = mad(b_5, a_7, c_5_7);
            c_6_0 = mad(b_6, a_0, c_6_0);
            c_6_1 = mad(b_6, a_1, c_6_1);
            c_6_2 = mad(b_6, a_2, c_6_2);
            c_6_3 = mad(b_6, a_3, c_6_3);
            c_6_4 = mad(b_6, a_4, c_6_4);
            c_6_5 = mad(b_6, a_5, c_6_5);
            c_6_6 = mad(b_6, a_6, c_6_6);
            c_6_7 = mad(b_6, a_7, c_6_7);
            c_7_0 = mad(b_7, a_0, c_7_0);
            c_7_1 = mad(b_7, a_1, c_7_1);
            c_7_2 = mad(b_7, a_2, c_7_2);
            c_7_3 = mad(b_7, a_3, c_7_3);
            c_7_4 = mad(b_7, a_4, c_7_4);
            c_7_5 = mad(b_7, a_5, c_7_5);
            c_7_6 = mad(b_7, a_6, c_7_6);
            c_7_7 = mad(b_7, a_7, c_7_7);
        }
    }

    kepler_6_store(C + column * ldc + row, c_0_0);
    kepler_6_store(C + column * ldc + row + 16, c_0_1);
    kepler_6_store(C + column * ldc + row + 32, c_0_2);
    kepler_6_store(C + column * ldc + row + 48, c_0_3);
    kepler_6_store(C + column * ldc + row + 64, c_0_4);
    kepler_6_store(C + column * ldc + row + 80, c_0_5);
    kepler_6_store(C + column * ldc + row + 96, c_0_6);
    kepler_6_store(C + column * ldc + row + 112, c_0_7);
    kepler_6_store(C + (column + 16) * ldc + row, c_1_0);
    kepler_6_store(C + (column + 16) * ldc + row + 16, c_1_1);
    kepler_6_store(C + (column + 16) * ldc + row + 32, c_1_2);
    kepler_6_store(C + (column + 16) * ldc + row + 48, c_1_3);
    kepler_6_store(C + (column + 16) * ldc + row + 64, c_1_4);
    kepler_6_store(C + (column + 16) * ldc + row + 80, c_1_5);
    kepler_6_store(C + (column + 16) * ldc + row + 96, c_1_6);
    kepler_6_store(C + (column + 16) * ldc + row + 112, c_1_7);
    kepler_6_store(C + (column + 32) * ldc + row, c_2_0);
    kepler_6_store(C + (column + 32) * ldc + row + 16, c_2_1);
    kepler_6_store(C + (column + 32) * ldc + row + 32, c_2_2);
    kepler_6_store(C + (column + 32) * ldc + row + 48, c_2_3);
    kepler_6_store(C + (column + 32) * ldc + row + 64, c_2_4);
    kepler_6_store(C + (column + 32) * ldc + row + 80, c_2_5);
    kepler_6_store(C + (column + 32) * ldc + row + 96, c_2_6);
    kepler_6_store(C + (column + 32) * ldc + row + 112, c_2_7);
    kepler_6_store(C + (column + 48) * ldc + row, c_3_0);
    kepler_6_store(C + (column + 48) * ldc + row + 16, c_3_1);
    kepler_6_store(C + (column + 48) * ldc + row + 32, c_3_2);
    kepler_6_store(C + (column + 48) * ldc + row + 48, c_3_3);
    kepler_6_store(C + (column + 48) * ldc + row + 64, c_3_4);
    kepler_6_store(C + (column + 48) * ldc + row + 80, c_3_5);
    kepler_6_store(C + (column + 48) * ldc + row + 96, c_3_6);
    kepler_6_store(C + (column + 48) * ldc + row + 112, c_3_7);
    kepler_6_store(C + (column + 64) * ldc + row, c_4_0);
    kepler_6_store(C + (column + 64) * ldc + row + 16, c_4_1);
    kepler_6_store(C + (column + 64) * ldc + row + 32, c_4_2);
    kepler_6_store(C + (column + 64) * ldc + row + 48, c_4_3);
    kepler_6_store(C + (column + 64) * ldc + row + 64, c_4_4);
    kepler_6_store(C + (column + 64) * ldc + row + 80, c_4_5);
    kepler_6_store(C + (column + 64) * ldc + row + 96, c_4_6);
    kepler_6_store(C + (column + 64) * ldc + row + 112, c_4_7);
    kepler_6_store(C + (column + 80) * ldc + row, c_5_0);
    kepler_6_store(C + (column + 80) * ldc + row + 16, c_5_1);
    kepler_6_store(C + (column + 80) * ldc + row + 32, c_5_2);
    kepler_6_store(C + (column + 80) * ldc + row + 48, c_5_3);
    kepler_6_store(C + (column + 80) * ldc + row + 64, c_5_4);
    kepler_6_store(C + (column + 80) * ldc + row + 80, c_5_5);
    kepler_6_store(C + (column + 80) * ldc + row + 96, c_5_6);
    kepler_6_store(C + (column + 80) * ldc + row + 112, c_5_7);
    kepler_6_store(C + (column + 96) * ldc + row, c_6_0);
    kepler_6_store(C + (column + 96) * ldc + row + 16, c_6_1);
    kepler_6_store(C + (column + 96) * ldc + row + 32, c_6_2);
    kepler_6_store(C + (column + 96) * ldc + row + 48, c_6_3);
    kepler_6_store(C + (column + 96) * ldc + row + 64, c_6_4);
    kepler_6_store(C + (column + 96) * ldc + row + 80, c_6_5);
    kepler_6_store(C + (column + 96) * ldc + row + 96, c_6_6);
    kepler_6_store(C + (column + 96) * ldc + row + 112, c_6_7);
    kepler_6_store(C + (column + 112) * ldc + row, c_7_0);
    kepler_6_store(C + (column + 112) * ldc + row + 16, c_7_1);
    kepler_6_store(C + (column + 112) * ldc + row + 32, c_7_2);
    kepler_6_store(C + (column + 112) * ldc + row + 48, c_7_3);
    kepler_6_store(C + (column + 112) * ldc + row + 64, c_7_4);
    kepler_6_store(C + (column + 112) * ldc + row + 80, c_7_5);
    kepler_6_store(C + (column + 112) * ldc + row + 96, c_7_6);
    kepler_6_store(C + (column + 112) * ldc + row + 112, c_7_7);
}
