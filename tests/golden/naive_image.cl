/*
 * gemm_1x1_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major.
 *
 *   M        rows of op(A) and C
 *   N        columns of op(B) and C
 *   K        columns of op(A), rows of op(B)
 *   alpha    scales the product; 0: neither A nor B is read
 *   A_image  op(A), padded with zeros
 *   B_image  op(B), padded with zeros
 *   beta     scales C before the update; 0: C is not read
 *   C        M x N, column-major
 *   ldc      leading dimension of C, in elements (>= M)
 *
 * A work-item computes one element of C.
 * Launch after gemm_1x1_8x8_copy_a and gemm_1x1_8x8_copy_b:
 *   local size {8, 8}, global size {8 * ceil(M / 8), 8 * ceil(N / 8)}.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 8192, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family naive --access image
 */

__constant sampler_t gemm_1x1_8x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(A) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 1}, global size {16 * ceil(M / 16), K}.
 */
__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void gemm_1x1_8x8_copy_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __write_only image2d_t A_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float value = 0.0f;
    if (x < M && y < K)
        value = A[(long)y * lda + x];
    write_imagef(A_image, (int2)(x, y), (float4)(value, 0.0f, 0.0f, 0.0f));
}

/*
 * Copies op(B) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 8}, global size {16 * ceil(K / 16), 8 * ceil(N / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void gemm_1x1_8x8_copy_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __write_only image2d_t B_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float value = 0.0f;
    if (x < K && y < N)
        value = B[(long)y * ldb + x];
    write_imagef(B_image, (int2)(x, y), (float4)(value, 0.0f, 0.0f, 0.0f));
}

/* C = alpha * product + beta * C for one element. */
static void gemm_1x1_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x1_8x8(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1);
    const int row = get_global_id(0);
    if (column >= N || row >= M)
        return;

    float sum = 0.0f;
    for (int k = 0; k < depth; ++k) {
        const float b = read_imagef(B_image, gemm_1x1_8x8_texel, (int2)(k, column)).x;
        const float a = read_imagef(A_image, gemm_1x1_8x8_texel, (int2)(row, k)).x;
        sum = mad(b, a, sum);
    }

    gemm_1x1_8x8_store(C + (long)column * ldc + row, alpha, sum, beta);
}
