/*
 * gemm_2x4_4x4: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
 * A batch of 100 products, which are dimension 2 of the launch: at most 65535 in one, more by a global work offset.
 * Member i begins at element offsets_a[i] of A, offsets_b[i] of B, offsets_c[i] of C.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_padded  A, padded with zeros to whole tiles
 *   B_padded  B, padded with zeros to whole tiles
 *   C_padded  the product, padded to whole tiles
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 8 along M by 16 along N.
 * Launch after gemm_2x4_4x4_pad_a and gemm_2x4_4x4_pad_b, before gemm_2x4_4x4_unpad_c:
 *   local size {4, 4, 1}, global size {4 * ceil(N / 16), 4 * ceil(M / 8), 100}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --batch offsets --batch-count 100 --edges pad --family register --tile 2x4 --wg 4x4
 */

/*
 * Copies A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_padded: K.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {16, 16, 1}, global size {16 * ceil(K / 16), 16 * ceil(8 * ceil(M / 8) / 16), 100}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x4_4x4_pad_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global const long *restrict offsets_a,
    __global float *restrict A_padded)
{
    const long member = get_global_id(2);
    A += offsets_a[member];
    A_padded += member * ((M + 7) / 8 * 8) * K;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < K && y < (M + 7) / 8 * 8)
        A_padded[(long)y * K + x] = y < M ? A[(long)y * lda + x] : 0.0f;
}

/*
 * Copies B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_padded: `stride`.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {16, 16, 1}, global size {16 * ceil(N / 16), 16 * ceil(K / 16), 100}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x4_4x4_pad_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global const long *restrict offsets_b,
    __global float *restrict B_padded)
{
    const int stride = (N + 15) / 16 * 16;
    const long member = get_global_id(2);
    B += offsets_b[member];
    B_padded += member * K * stride;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (y < K)
        B_padded[(long)y * stride + x] = x < N ? B[(long)y * ldb + x] : 0.0f;
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, row-major, leading dimension ldc.
 * Launch: local size {16, 16, 1}, global size {16 * ceil(N / 16), 16 * ceil(M / 16), 100}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x4_4x4_unpad_c(
    const int M, const int N,
    __global const float *restrict C_padded,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const long *restrict offsets_c)
{
    const int stride = (N + 15) / 16 * 16;
    const long member = get_global_id(2);
    C_padded += member * ((M + 7) / 8 * 8) * stride;
    C += offsets_c[member];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= N || y >= M)
        return;
    const float value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = beta == 0.0f ? value : value + beta * C[place];
}

/* C_padded = alpha * product for one element. */
static void gemm_2x4_4x4_store(
    __global float *const c,
    const float alpha, const float product)
{
    const float value = alpha * product;
    c[0] = value;
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_2x4_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_padded,
    __global const float *restrict B_padded,
    __global float *restrict C_padded)
{
    const int lda = K;
    const int ldb = (N + 15) / 16 * 16;
    const int ldc = (N + 15) / 16 * 16;
    const long member = get_global_id(2);
    A_padded += member * ((M + 7) / 8 * 8) * lda;
    B_padded += member * K * ldb;
    C_padded += member * ((M + 7) / 8 * 8) * ldc;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;
    const long a_row = (long)row * lda;

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = A_padded[a_row + k];
        const float a_1 = A_padded[a_row + k + lda];
        const float b_0 = B_padded[b_line + column];
        const float b_1 = B_padded[b_line + column + 1];
        const float b_2 = B_padded[b_line + column + 2];
        const float b_3 = B_padded[b_line + column + 3];

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
        c_0_2 = mad(a_0, b_2, c_0_2);
        c_0_3 = mad(a_0, b_3, c_0_3);
        c_1_0 = mad(a_1, b_0, c_1_0);
        c_1_1 = mad(a_1, b_1, c_1_1);
        c_1_2 = mad(a_1, b_2, c_1_2);
        c_1_3 = mad(a_1, b_3, c_1_3);
    }

    gemm_2x4_4x4_store(C_padded + (long)row * ldc + column, alpha, c_0_0);
    gemm_2x4_4x4_store(C_padded + (long)row * ldc + column + 1, alpha, c_0_1);
    gemm_2x4_4x4_store(C_padded + (long)row * ldc + column + 2, alpha, c_0_2);
    gemm_2x4_4x4_store(C_padded + (long)row * ldc + column + 3, alpha, c_0_3);
    gemm_2x4_4x4_store(C_padded + (long)(row + 1) * ldc + column, alpha, c_1_0);
    gemm_2x4_4x4_store(C_padded + (long)(row + 1) * ldc + column + 1, alpha, c_1_1);
    gemm_2x4_4x4_store(C_padded + (long)(row + 1) * ldc + column + 2, alpha, c_1_2);
    gemm_2x4_4x4_store(C_padded + (long)(row + 1) * ldc + column + 3, alpha, c_1_3);
}
