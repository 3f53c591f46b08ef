/*
 * gemm_2x2_16x16: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M             rows of op(A) and C
 *   N             columns of op(B) and C
 *   K             columns of op(A), rows of op(B)
 *   alpha         scales the product; 0: neither A nor B is read
 *   A_padded      A, padded with zeros to whole tiles
 *   B_transposed  B transposed, padded with zeros to whole tiles
 *   C_padded      the product, padded to whole tiles
 *
 * A work-item computes 2 x 2 elements of C: 2 along N by 2 along M.
 * A work-group computes 32 along N by 32 along M.
 * Launch after gemm_2x2_16x16_pad_a, gemm_2x2_16x16_pad_b and gemm_2x2_16x16_transpose_b, before gemm_2x2_16x16_unpad_c:
 *   local size {16, 16}, global size {16 * ceil(M / 32), 16 * ceil(N / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --edges pad --family register --pretranspose b --steps separate --tile 2x2 --wg 16x16
 */

/*
 * Copies A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_padded: `stride`.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {32 * ceil(M / 32), 16 * ceil(K / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x2_16x16_pad_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_padded)
{
    const int stride = (M + 31) / 32 * 32;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (y < K)
        A_padded[(long)y * stride + x] = x < M ? A[(long)y * lda + x] : 0.0f;
}

/*
 * Copies B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_padded: K.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 32 * ceil(N / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x2_16x16_pad_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_padded)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < K)
        B_padded[(long)y * K + x] = y < N ? B[(long)y * ldb + x] : 0.0f;
}

/*
 * Transposes B_padded. Leading dimension of B_transposed: `stride`.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 32 * ceil(N / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x2_16x16_transpose_b(
    const int N, const int K,
    __global const float *restrict B_padded,
    __global float *restrict B_transposed)
{
    const int stride = (N + 31) / 32 * 32;
    __local float tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < K)
        tile[j][i] = B_padded[(long)y * K + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (line < K)
        B_transposed[(long)line * stride + place] = tile[i][j];
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, column-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x2_16x16_unpad_c(
    const int M, const int N,
    __global const float *restrict C_padded,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int stride = (M + 31) / 32 * 32;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= M || y >= N)
        return;
    const float value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = beta == 0.0f ? value : value + beta * C[place];
}

/* C_padded = alpha * product for one element. */
static void gemm_2x2_16x16_store(
    __global float *const c,
    const float alpha, const float product)
{
    const float value = alpha * product;
    c[0] = value;
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x2_16x16(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_padded,
    __global const float *restrict B_transposed,
    __global float *restrict C_padded)
{
    const int lda = (M + 31) / 32 * 32;
    const int ldb = (N + 31) / 32 * 32;
    const int ldc = (M + 31) / 32 * 32;
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 2;
    const int row = get_global_id(0) * 2;

    float c_0_0 = 0.0f, c_0_1 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const long a_line = (long)k * lda;
        const float b_0 = B_transposed[b_line + column];
        const float b_1 = B_transposed[b_line + column + 1];
        const float a_0 = A_padded[a_line + row];
        const float a_1 = A_padded[a_line + row + 1];

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_0_1 = mad(b_0, a_1, c_0_1);
        c_1_0 = mad(b_1, a_0, c_1_0);
        c_1_1 = mad(b_1, a_1, c_1_1);
    }

    gemm_2x2_16x16_store(C_padded + (long)column * ldc + row, alpha, c_0_0);
    gemm_2x2_16x16_store(C_padded + (long)column * ldc + row + 1, alpha, c_0_1);
    gemm_2x2_16x16_store(C_padded + (long)(column + 1) * ldc + row, alpha, c_1_0);
    gemm_2x2_16x16_store(C_padded + (long)(column + 1) * ldc + row + 1, alpha, c_1_1);
}
