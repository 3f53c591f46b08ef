/*
 * gemm_1x2_8x8: C = alpha * A^H * B + beta * C
 *
 * Single precision, complex, column-major; any sizes.
 *
 *   M             rows of op(A) and C
 *   N             columns of op(B) and C; not read here
 *   K             columns of op(A), rows of op(B)
 *   alpha         scales the product; 0: neither A nor B is read
 *   A_transposed  A transposed, padded with zeros to whole tiles
 *   B_padded      B, padded with zeros to whole tiles
 *   C_padded      the product, padded to whole tiles
 *
 * A work-item computes 1 x 2 elements of C: 1 along N by 2 along M.
 * A work-group computes 8 along N by 16 along M.
 * Launch after gemm_1x2_8x8_transpose_a and gemm_1x2_8x8_pad_b, before gemm_1x2_8x8_unpad_c:
 *   local size {8, 8}, global size {8 * ceil(M / 16), 8 * ceil(N / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type c32 --transpose cn --edges pad --family register --pretranspose a --tile 1x2
 */

/* The product of two complex numbers. */
static float2 gemm_1x2_8x8_times(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/*
 * Transposes A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_transposed: `stride`.
 * A is K x M, column-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 16 * ceil(M / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_8x8_transpose_a(
    const int M, const int K,
    __global const float2 *restrict A, const int lda,
    __global float2 *restrict A_transposed)
{
    const int stride = (M + 15) / 16 * 16;
    __local float2 tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    tile[j][i] = x < K && y < M ? A[(long)y * lda + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (line < K)
        A_transposed[(long)line * stride + place] = tile[i][j];
}

/*
 * Copies B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_padded: K.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 16 * ceil(8 * ceil(N / 8) / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_8x8_pad_b(
    const int N, const int K,
    __global const float2 *restrict B, const int ldb,
    __global float2 *restrict B_padded)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < K && y < (N + 7) / 8 * 8)
        B_padded[(long)y * K + x] = y < N ? B[(long)y * ldb + x] : 0.0f;
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, column-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_8x8_unpad_c(
    const int M, const int N,
    __global const float2 *restrict C_padded,
    const float2 beta,
    __global float2 *restrict C, const int ldc)
{
    const int stride = (M + 15) / 16 * 16;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= M || y >= N)
        return;
    const float2 value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = all(beta == 0.0f) ? value : value + gemm_1x2_8x8_times(beta, C[place]);
}

/* C_padded = alpha * product for one element. */
static void gemm_1x2_8x8_store(
    __global float2 *const c,
    const float2 alpha, const float2 product)
{
    const float2 value = gemm_1x2_8x8_times(alpha, product);
    c[0] = value;
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x2_8x8(
    const int M, const int N, const int K, const float2 alpha,
    __global const float2 *restrict A_transposed,
    __global const float2 *restrict B_padded,
    __global float2 *restrict C_padded)
{
    const int lda = (M + 15) / 16 * 16;
    const int ldb = K;
    const int ldc = (M + 15) / 16 * 16;
    const int depth = all(alpha == 0.0f) ? 0 : K;
    const int row = get_global_id(0) * 2;
    const int column = get_global_id(1);
    const long b_column = (long)column * ldb;

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float2 a_0 = A_transposed[a_line + row];
        const float2 a_1 = A_transposed[a_line + row + 1];
        const float2 b_0 = B_padded[b_column + k];

        c_0_0 = mad((float2)(b_0.x, -b_0.x), a_0, mad((float2)(b_0.y, b_0.y), a_0.yx, c_0_0));
        c_0_1 = mad((float2)(b_0.x, -b_0.x), a_1, mad((float2)(b_0.y, b_0.y), a_1.yx, c_0_1));
    }

    gemm_1x2_8x8_store(C_padded + (long)column * ldc + row, alpha, c_0_0);
    gemm_1x2_8x8_store(C_padded + (long)column * ldc + row + 1, alpha, c_0_1);
}
