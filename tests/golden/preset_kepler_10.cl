/*
 * kepler_10: C = A * B
 *
 * Single precision, column-major; M at most 46240, N at most 46240, K at most 46336.
 * Matrices of less than 2^31 elements.
 *
 *   M             rows of op(A) and C
 *   N             columns of op(B) and C
 *   K             columns of op(A), rows of op(B)
 *   A_padded      A, padded with zeros to whole tiles
 *   B_transposed  B transposed, padded with zeros to whole tiles
 *   C_padded      the product, padded to whole tiles
 *
 * A work-item computes 10 x 10 elements of C: 10 along N by 10 along M.
 * A work-group computes 160 along N by 160 along M.
 * Launch after kepler_10_pad_a, kepler_10_pad_b and kepler_10_transpose_b, before kepler_10_unpad_c:
 *   local size {16, 16}, global size {16 * ceil(M / 160), 16 * ceil(N / 160)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset kepler_10
 */

/*
 * Copies A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_padded: `stride`.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {160 * ceil(M / 160), 16 * ceil(K / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void kepler_10_pad_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_padded)
{
    const int stride = (M + 159) / 160 * 160;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    A_padded[y * stride + x] = x < M && y < K ? A[y * lda + x] : 0.0f;
}

/*
 * Copies B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_padded: `stride`.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 160 * ceil(N / 160)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void kepler_10_pad_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_padded)
{
    const int stride = (K + 15) / 16 * 16;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    B_padded[y * stride + x] = x < K && y < N ? B[y * ldb + x] : 0.0f;
}

/*
 * Transposes B_padded. Leading dimension of B_transposed: `stride`.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 160 * ceil(N / 160)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void kepler_10_transpose_b(
    const int N, const int K,
    __global const float *restrict B_padded,
    __global float *restrict B_transposed)
{
    const int ldb = (K + 15) / 16 * 16;
    const int stride = (N + 159) / 160 * 160;
    __local float tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    tile[j][i] = B_padded[y * ldb + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    B_transposed[line * stride + place] = tile[i][j];
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, column-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void kepler_10_unpad_c(
    const int M, const int N,
    __global const float *restrict C_padded,
    __global float *restrict C, const int ldc)
{
    const int stride = (M + 159) / 160 * 160;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= M || y >= N)
        return;
    const float value = C_padded[y * stride + x];
    const int place = y * ldc + x;
    C[place] = value;
}

/* C_padded = product for one element. */
static void kepler_10_store(
    __global float *const c,
    const float product)
{
    c[0] = product;
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void kepler_10(
    const int M, const int N, const int K,
    __global const float *restrict A_padded,
    __global const float *restrict B_transposed,
    __global float *restrict C_padded)
{
    const int lda = (M + 159) / 160 * 160;
    const int ldb = (N + 159) / 160 * 160;
    const int ldc = (M + 159) / 160 * 160;
    const int first_column = get_group_id(1) * 160;
    const int tile_column = get_local_id(1);
    const int first_row = get_group_id(0) * 160;
    const int tile_row = get_local_id(0);
    const int column = first_column + tile_column;
    const int row = first_row + tile_row;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int b_line = item / 16;
    const int b_at = item % 16 * 2;
    const int a_line = item / 16;
    const int a_at = item % 16 * 2;
    const int b_from = first_column + b_at;
    const int a_from = first_row + a_at;
    __local float b_tile[16][160] __attribute__((aligned(8)));
    __local float a_tile[16][160] __attribute__((aligned(8)));

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_0_4 = 0.0f, c_0_5 = 0.0f, c_0_6 = 0.0f, c_0_7 = 0.0f;
    float c_0_8 = 0.0f, c_0_9 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_1_4 = 0.0f, c_1_5 = 0.0f, c_1_6 = 0.0f, c_1_7 = 0.0f;
    float c_1_8 = 0.0f, c_1_9 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_2_4 = 0.0f, c_2_5 = 0.0f, c_2_6 = 0.0f, c_2_7 = 0.0f;
    float c_2_8 = 0.0f, c_2_9 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;
    float c_3_4 = 0.0f, c_3_5 = 0.0f, c_3_6 = 0.0f, c_3_7 = 0.0f;
    float c_3_8 = 0.0f, c_3_9 = 0.0f;
    float c_4_0 = 0.0f, c_4_1 = 0.0f, c_4_2 = 0.0f, c_4_3 = 0.0f;
    float c_4_4 = 0.0f, c_4_5 = 0.0f, c_4_6 = 0.0f, c_4_7 = 0.0f;
    float c_4_8 = 0.0f, c_4_9 = 0.0f;
    float c_5_0 = 0.0f, c_5_1 = 0.0f, c_5_2 = 0.0f, c_5_3 = 0.0f;
    float c_5_4 = 0.0f, c_5_5 = 0.0f, c_5_6 = 0.0f, c_5_7 = 0.0f;
    float c_5_8 = 0.0f, c_5_9 = 0.0f;
    float c_6_0 = 0.0f, c_6_1 = 0.0f, c_6_2 = 0.0f, c_6_3 = 0.0f;
    float c_6_4 = 0.0f, c_6_5 = 0.0f, c_6_6 = 0.0f, c_6_7 = 0.0f;
    float c_6_8 = 0.0f, c_6_9 = 0.0f;
    float c_7_0 = 0.0f, c_7_1 = 0.0f, c_7_2 = 0.0f, c_7_3 = 0.0f;
    float c_7_4 = 0.0f, c_7_5 = 0.0f, c_7_6 = 0.0f, c_7_7 = 0.0f;
    float c_7_8 = 0.0f, c_7_9 = 0.0f;
    float c_8_0 = 0.0f, c_8_1 = 0.0f, c_8_2 = 0.0f, c_8_3 = 0.0f;
    float c_8_4 = 0.0f, c_8_5 = 0.0f, c_8_6 = 0.0f, c_8_7 = 0.0f;
    float c_8_8 = 0.0f, c_8_9 = 0.0f;
    float c_9_0 = 0.0f, c_9_1 = 0.0f, c_9_2 = 0.0f, c_9_3 = 0.0f;
    float c_9_4 = 0.0f, c_9_5 = 0.0f, c_9_6 = 0.0f, c_9_7 = 0.0f;
    float c_9_8 = 0.0f, c_9_9 = 0.0f;

    for (int k = 0; k < K; k += 16) {
        const float2 b_load_0 = vload2(0, B_transposed + (k + b_line) * ldb + b_from);
        const float2 b_load_1 = vload2(0, B_transposed + (k + b_line) * ldb + b_from + 32);
        const float2 b_load_2 = vload2(0, B_transposed + (k + b_line) * ldb + b_from + 64);
        const float2 b_load_3 = vload2(0, B_transposed + (k + b_line) * ldb + b_from + 96);
        const float2 b_load_4 = vload2(0, B_transposed + (k + b_line) * ldb + b_from + 128);
        const float2 a_load_0 = vload2(0, A_padded + (k + a_line) * lda + a_from);
        const float2 a_load_1 = vload2(0, A_padded + (k + a_line) * lda + a_from + 32);
        const float2 a_load_2 = vload2(0, A_padded + (k + a_line) * lda + a_from + 64);
        const float2 a_load_3 = vload2(0, A_padded + (k + a_line) * lda + a_from + 96);
        const float2 a_load_4 = vload2(0, A_padded + (k + a_line) * lda + a_from + 128);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float2 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float2 *)&b_tile[b_line][b_at + 32] = b_load_1;
        *(__local float2 *)&b_tile[b_line][b_at + 64] = b_load_2;
        *(__local float2 *)&b_tile[b_line][b_at + 96] = b_load_3;
        *(__local float2 *)&b_tile[b_line][b_at + 128] = b_load_4;
        *(__local float2 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float2 *)&a_tile[a_line][a_at + 32] = a_load_1;
        *(__local float2 *)&a_tile[a_line][a_at + 64] = a_load_2;
        *(__local float2 *)&a_tile[a_line][a_at + 96] = a_load_3;
        *(__local float2 *)&a_tile[a_line][a_at + 128] = a_load_4;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float b_0 = b_tile[step][tile_column];
            const float b_1 = b_tile[step][tile_column + 16];
            const float b_2 = b_tile[step][tile_column + 32];
            const float b_3 = b_tile[step][tile_column + 48];
            const float b_4 = b_tile[step][tile_column + 64];
            const float b_5 = b_tile[step][tile_column + 80];
            const float b_6 = b_tile[step][tile_column + 96];
            const float b_7 = b_tile[step][tile_column + 112];
            const float b_8 = b_tile[step][tile_column + 128];
            const float b_9 = b_tile[step][tile_column + 144];
            const float a_0 = a_tile[step][tile_row];
            const float a_1 = a_tile[step][tile_row + 16];
            const float a_2 = a_tile[step][tile_row + 32];
            const float a_3 = a_tile[step][tile_row + 48];
            const float a_4 = a_tile[step][tile_row + 64];
            const float a_5 = a_tile[step][tile_row + 80];
            const float a_6 = a_tile[step][tile_row + 96];
            const float a_7 = a_tile[step][tile_row + 112];
            const float a_8 = a_tile[step][tile_row + 128];
            const float a_9 = a_tile[step][tile_row + 144];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
            c_0_2 = mad(b_0, a_2, c_0_2);
            c_0_3 = mad(b_0, a_3, c_0_3);
            c_0_4 = mad(b_0, a_4, c_0_4);
            c_0_5 = mad(b_0, a_5, c_0_5);
            c_0_6 = mad(b_0, a_6, c_0_6);
            c_0_7 = mad(b_0, a_7, c_0_7);
            c_0_8 = mad(b_0, a_8, c_0_8);
            c_0_9 = mad(b_0, a_9, c_0_9);
            c_1_0 = mad(b_1, a_0, c_1_0);
            c_1_1 = mad(b_1, a_1, c_1_1);
            c_1_2 = mad(b_1, a_2, c_1_2);
            c_1_3 = mad(b_1, a_3, c_1_3);
            c_1_4 = mad(b_1, a_4, c_1_4);
            c_1_5 = mad(b_1, a_5, c_1_5);
            c_1_6 = mad(b_1, a_6, c_1_6);
            c_1_7 = mad(b_1, a_7, c_1_7);
            c_1_8 = mad(b_1, a_8, c_1_8);
            c_1_9 = mad(b_1, a_9, c_1_9);
            c_2_0 = mad(b_2, a_0, c_2_0);
            c_2_1 = mad(b_2, a_1, c_2_1);
            c_2_2 = mad(b_2, a_2, c_2_2);
            c_2_3 = mad(b_2, a_3, c_2_3);
            c_2_4 = mad(b_2, a_4, c_2_4);
            c_2_5 = mad(b_2, a_5, c_2_5);
            c_2_6 = mad(b_2, a_6, c_2_6);
            c_2_7 = mad(b_2, a_7, c_2_7);
            c_2_8 = mad(b_2, a_8, c_2_8);
            c_2_9 = mad(b_2, a_9, c_2_9);
            c_3_0 = mad(b_3, a_0, c_3_0);
            c_3_1 = mad(b_3, a_1, c_3_1);
            c_3_2 = mad(b_3, a_2, c_3_2);
            c_3_3 = mad(b_3, a_3, c_3_3);
            c_3_4 = mad(b_3, a_4, c_3_4);
            c_3_5 = mad(b_3, a_5, c_3_5);
            c_3_6 = mad(b_3, a_6, c_3_6);
            c_3_7 = mad(b_3, a_7, c_3_7);
            c_3_8 = mad(b_3, a_8, c_3_8);
            c_3_9 = mad(b_3, a_9, c_3_9);
            c_4_0 = mad(b_4, a_0, c_4_0);
            c_4_1 = mad(b_4, a_1, c_4_1);
            c_4_2 = mad(b_4, a_2, c_4_2);
            c_4_3 = mad(b_4, a_3, c_4_3);
            c_4_4 = mad(b_4, a_4, c_4_4);
            c_4_5 = mad(b_4, a_5, c_4_5);
            c_4_6 = mad(b_4, a_6, c_4_6);
            c_4_7 = mad(b_4, a_7, c_4_7);
            c_4_8 = mad(b_4, a_8, c_4_8);
            c_4_9 = mad(b_4, a_9, c_4_9);
            c_5_0 = mad(b_5, a_0, c_5_0);
            c_5_1 = mad(b_5, a_1, c_5_1);
            c_5_2 = mad(b_5, a_2, c_5_2);
            c_5_3 = mad(b_5, a_3, c_5_3);
            c_5_4 = mad(b_5, a_4, c_5_4);
            c_5_5 = mad(b_5, a_5, c_5_5);
            c_5_6 = mad(b_5, a_6, c_5_6);
            c_5_7 = mad(b_5, a_7, c_5_7);
            c_5_8 = mad(b_5, a_8, c_5_8);
            c_5_9 = mad(b_5, a_9, c_5_9);
            c_6_0 = mad(b_6, a_0, c_6_0);
            c_6_1 = mad(b_6, a_1, c_6_1);
            c_6_2 = mad(b_6, a_2, c_6_2);
            c_6_3 = mad(b_6, a_3, c_6_3);
            c_6_4 = mad(b_6, a_4, c_6_4);
            c_6_5 = mad(b_6, a_5, c_6_5);
            c_6_6 = mad(b_6, a_6, c_6_6);
            c_6_7 = mad(b_6, a_7, c_6_7);
            c_6_8 = mad(b_6, a_8, c_6_8);
            c_6_9 = mad(b_6, a_9, c_6_9);
            c_7_0 = mad(b_7, a_0, c_7_0);
            c_7_1 = mad(b_7, a_1, c_7_1);
            c_7_2 = mad(b_7, a_2, c_7_2);
            c_7_3 = mad(b_7, a_3, c_7_3);
            c_7_4 = mad(b_7, a_4, c_7_4);
            c_7_5 = mad(b_7, a_5, c_7_5);
            c_7_6 = mad(b_7, a_6, c_7_6);
            c_7_7 = mad(b_7, a_7, c_7_7);
            c_7_8 = mad(b_7, a_8, c_7_8);
            c_7_9 = mad(b_7, a_9, c_7_9);
            c_8_0 = mad(b_8, a_0, c_8_0);
            c_8_1 = mad(b_8, a_1, c_8_1);
            c_8_2 = mad(b_8, a_2, c_8_2);
            c_8_3 = mad(b_8, a_3, c_8_3);
            c_8_4 = mad(b_8, a_4, c_8_4);
            c_8_5 = mad(b_8, a_5, c_8_5);
            c_8_6 = mad(b_8, a_6, c_8_6);
            c_8_7 = mad(b_8, a_7, c_8_7);
            c_8_8 = mad(b_8, a_8, c_8_8);
            c_8_9 = mad(b_8, a_9, c_8_9);
            c_9_0 = mad(b_9, a_0, c_9_0);
            c_9_1 = mad(b_9, a_1, c_9_1);
            c_9_2 = mad(b_9, a_2, c_9_2);
            c_9_3 = mad(b_9, a_3, c_9_3);
            c_9_4 = mad(b_9, a_4, c_9_4);
            c_9_5 = mad(b_9, a_5, c_9_5);
            c_9_6 = mad(b_9, a_6, c_9_6);
            c_9_7 = mad(b_9, a_7, c_9_7);
            c_9_8 = mad(b_9, a_8, c_9_8);
            c_9_9 = mad(b_9, a_9, c_9_9);
        }
    }

    kepler_10_store(C_padded + column * ldc + row, c_0_0);
    kepler_10_store(C_padded + column * ldc + row + 16, c_0_1);
    kepler_10_store(C_padded + column * ldc + row + 32, c_0_2);
    kepler_10_store(C_padded + column * ldc + row + 48, c_0_3);
    kepler_10_store(C_padded + column * ldc + row + 64, c_0_4);
    kepler_10_store(C_padded + column * ldc + row + 80, c_0_5);
    kepler_10_store(C_padded + column * ldc + row + 96, c_0_6);
    kepler_10_store(C_padded + column * ldc + row + 112, c_0_7);
    kepler_10_store(C_padded + column * ldc + row + 128, c_0_8);
    kepler_10_store(C_padded + column * ldc + row + 144, c_0_9);
    kepler_10_store(C_padded + (column + 16) * ldc + row, c_1_0);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 16, c_1_1);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 32, c_1_2);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 48, c_1_3);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 64, c_1_4);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 80, c_1_5);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 96, c_1_6);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 112, c_1_7);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 128, c_1_8);
    kepler_10_store(C_padded + (column + 16) * ldc + row + 144, c_1_9);
    kepler_10_store(C_padded + (column + 32) * ldc + row, c_2_0);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 16, c_2_1);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 32, c_2_2);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 48, c_2_3);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 64, c_2_4);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 80, c_2_5);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 96, c_2_6);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 112, c_2_7);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 128, c_2_8);
    kepler_10_store(C_padded + (column + 32) * ldc + row + 144, c_2_9);
    kepler_10_store(C_padded + (column + 48) * ldc + row, c_3_0);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 16, c_3_1);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 32, c_3_2);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 48, c_3_3);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 64, c_3_4);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 80, c_3_5);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 96, c_3_6);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 112, c_3_7);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 128, c_3_8);
    kepler_10_store(C_padded + (column + 48) * ldc + row + 144, c_3_9);
    kepler_10_store(C_padded + (column + 64) * ldc + row, c_4_0);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 16, c_4_1);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 32, c_4_2);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 48, c_4_3);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 64, c_4_4);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 80, c_4_5);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 96, c_4_6);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 112, c_4_7);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 128, c_4_8);
    kepler_10_store(C_padded + (column + 64) * ldc + row + 144, c_4_9);
    kepler_10_store(C_padded + (column + 80) * ldc + row, c_5_0);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 16, c_5_1);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 32, c_5_2);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 48, c_5_3);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 64, c_5_4);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 80, c_5_5);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 96, c_5_6);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 112, c_5_7);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 128, c_5_8);
    kepler_10_store(C_padded + (column + 80) * ldc + row + 144, c_5_9);
    kepler_10_store(C_padded + (column + 96) * ldc + row, c_6_0);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 16, c_6_1);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 32, c_6_2);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 48, c_6_3);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 64, c_6_4);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 80, c_6_5);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 96, c_6_6);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 112, c_6_7);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 128, c_6_8);
    kepler_10_store(C_padded + (column + 96) * ldc + row + 144, c_6_9);
    kepler_10_store(C_padded + (column + 112) * ldc + row, c_7_0);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 16, c_7_1);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 32, c_7_2);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 48, c_7_3);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 64, c_7_4);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 80, c_7_5);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 96, c_7_6);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 112, c_7_7);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 128, c_7_8);
    kepler_10_store(C_padded + (column + 112) * ldc + row + 144, c_7_9);
    kepler_10_store(C_padded + (column + 128) * ldc + row, c_8_0);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 16, c_8_1);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 32, c_8_2);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 48, c_8_3);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 64, c_8_4);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 80, c_8_5);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 96, c_8_6);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 112, c_8_7);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 128, c_8_8);
    kepler_10_store(C_padded + (column + 128) * ldc + row + 144, c_8_9);
    kepler_10_store(C_padded + (column + 144) * ldc + row, c_9_0);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 16, c_9_1);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 32, c_9_2);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 48, c_9_3);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 64, c_9_4);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 80, c_9_5);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 96, c_9_6);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 112, c_9_7);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 128, c_9_8);
    kepler_10_store(C_padded + (column + 144) * ldc + row + 144, c_9_9);
}
