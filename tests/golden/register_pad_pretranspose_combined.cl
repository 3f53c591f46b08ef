/*
 * gemm_4x4_4x4: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M             rows of op(A) and C
 *   N             columns of op(B) and C
 *   K             columns of op(A), rows of op(B)
 *   alpha         scales the product; 0: neither A nor B is read
 *   A_transposed  A transposed, padded with zeros to whole tiles
 *   B_transposed  B transposed, padded with zeros to whole tiles
 *   C_padded      the product, padded to whole tiles
 *
 * A work-item computes 4 x 4 elements of C: 4 along N by 4 along M.
 * A work-group computes 16 along N by 16 along M.
 * Launch after gemm_4x4_4x4_transpose_a and gemm_4x4_4x4_transpose_b, before gemm_4x4_4x4_unpad_c:
 *   local size {4, 4}, global size {4 * ceil(M / 16), 4 * ceil(N / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --offset-a arg --offset-c arg --edges pad --family register --pretranspose ab --tile 4x4 --wg 4x4 --unroll-k 8
 */

/*
 * Transposes A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_transposed: `stride`.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(8 * ceil(K / 8) / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x4_4x4_transpose_a(
    const int M, const int K,
    __global const float *restrict A, const long offset_a, const int lda,
    __global float *restrict A_transposed)
{
    const int stride = (K + 7) / 8 * 8;
    A += offset_a;
    __local float tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    tile[j][i] = x < M && y < K ? A[(long)y * lda + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (place < stride)
        A_transposed[(long)line * stride + place] = tile[i][j];
}

/*
 * Transposes B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_transposed: `stride`.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {16 * ceil(8 * ceil(K / 8) / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x4_4x4_transpose_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_transposed)
{
    const int stride = (N + 15) / 16 * 16;
    __local float tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    tile[j][i] = x < K && y < N ? B[(long)y * ldb + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (line < (K + 7) / 8 * 8)
        B_transposed[(long)line * stride + place] = tile[i][j];
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, column-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x4_4x4_unpad_c(
    const int M, const int N,
    __global const float *restrict C_padded,
    const float beta,
    __global float *restrict C, const long offset_c, const int ldc)
{
    const int stride = (M + 15) / 16 * 16;
    C += offset_c;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= M || y >= N)
        return;
    const float value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = beta == 0.0f ? value : value + beta * C[place];
}

/* C_padded = alpha * product for one element. */
static void gemm_4x4_4x4_store(
    __global float *const c,
    const float alpha, const float product)
{
    const float value = alpha * product;
    c[0] = value;
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_4x4_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_transposed,
    __global const float *restrict B_transposed,
    __global float *restrict C_padded)
{
    const int lda = (K + 7) / 8 * 8;
    const int ldb = (N + 15) / 16 * 16;
    const int ldc = (M + 15) / 16 * 16;
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 4;
    const int row = get_global_id(0) * 4;
    const long a_row = (long)row * lda;

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;

    for (int k = 0; k < depth;) {
        #pragma unroll
        for (int iteration = 0; iteration < 8; ++iteration, ++k) {
            const long b_line = (long)k * ldb;
            const float b_0 = B_transposed[b_line + column];
            const float b_1 = B_transposed[b_line + column + 1];
            const float b_2 = B_transposed[b_line + column + 2];
            const float b_3 = B_transposed[b_line + column + 3];
            const float a_0 = A_transposed[a_row + k];
            const float a_1 = A_transposed[a_row + k + lda];
            const float a_2 = A_transposed[a_row + k + (long)2 * lda];
            const float a_3 = A_transposed[a_row + k + (long)3 * lda];

            c_0_0 = mad(b_0, a_0, c_0_0);
            c_0_1 = mad(b_0, a_1, c_0_1);
            c_0_2 = mad(b_0, a_2, c_0_2);
            c_0_3 = mad(b_0, a_3, c_0_3);
            c_1_0 = mad(b_1, a_0, c_1_0);
            c_1_1 = mad(b_1, a_1, c_1_1);
            c_1_2 = mad(b_1, a_2, c_1_2);
            c_1_3 = mad(b_1, a_3, c_1_3);
            c_2_0 = mad(b_2, a_0, c_2_0);
            c_2_1 = mad(b_2, a_1, c_2_1);
            c_2_2 = mad(b_2, a_2, c_2_2);
            c_2_3 = mad(b_2, a_3, c_2_3);
            c_3_0 = mad(b_3, a_0, c_3_0);
            c_3_1 = mad(b_3, a_1, c_3_1);
            c_3_2 = mad(b_3, a_2, c_3_2);
            c_3_3 = mad(b_3, a_3, c_3_3);
        }
    }

    gemm_4x4_4x4_store(C_padded + (long)column * ldc + row, alpha, c_0_0);
    gemm_4x4_4x4_store(C_padded + (long)column * ldc + row + 1, alpha, c_0_1);
    gemm_4x4_4x4_store(C_padded + (long)column * ldc + row + 2, alpha, c_0_2);
    gemm_4x4_4x4_store(C_padded + (long)column * ldc + row + 3, alpha, c_0_3);
    gemm_4x4_4x4_store(C_padded + (long)(column + 1) * ldc + row, alpha, c_1_0);
    gemm_4x4_4x4_store(C_padded + (long)(column + 1) * ldc + row + 1, alpha, c_1_1);
    gemm_4x4_4x4_store(C_padded + (long)(column + 1) * ldc + row + 2, alpha, c_1_2);
    gemm_4x4_4x4_store(C_padded + (long)(column + 1) * ldc + row + 3, alpha, c_1_3);
    gemm_4x4_4x4_store(C_padded + (long)(column + 2) * ldc + row, alpha, c_2_0);
    gemm_4x4_4x4_store(C_padded + (long)(column + 2) * ldc + row + 1, alpha, c_2_1);
    gemm_4x4_4x4_store(C_padded + (long)(column + 2) * ldc + row + 2, alpha, c_2_2);
    gemm_4x4_4x4_store(C_padded + (long)(column + 2) * ldc + row + 3, alpha, c_2_3);
    gemm_4x4_4x4_store(C_padded + (long)(column + 3) * ldc + row, alpha, c_3_0);
    gemm_4x4_4x4_store(C_padded + (long)(column + 3) * ldc + row + 1, alpha, c_3_1);
    gemm_4x4_4x4_store(C_padded + (long)(column + 3) * ldc + row + 2, alpha, c_3_2);
    gemm_4x4_4x4_store(C_padded + (long)(column + 3) * ldc + row + 3, alpha, c_3_3);
}
