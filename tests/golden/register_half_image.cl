/*
 * gemm_1x4_8x8: C = alpha * A * B + beta * C
 *
 * Half precision, computed in single, row-major.
 *
 *   M        rows of op(A) and C
 *   N        columns of op(B) and C
 *   K        columns of op(A), rows of op(B)
 *   alpha    scales the product; 0: neither A nor B is read
 *   A_image  op(A), padded with zeros
 *   B_image  op(B), padded with zeros
 *   beta     scales C before the update; 0: C is not read
 *   C        M x N, row-major
 *   ldc      leading dimension of C, in elements (>= N)
 *
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 8 along M by 32 along N.
 * Launch after gemm_1x4_8x8_copy_a and gemm_1x4_8x8_copy_b:
 *   local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 8)}.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 32768, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --family register --access image --tile 1x4 --vec-a 1 --vec-b 4 --vec-c 2
 */

__constant sampler_t gemm_1x4_8x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(A) into an image, one element per texel: each row becomes a row of texels. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {16, 8}, global size {32 * ceil(K / 32), 8 * ceil(M / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void gemm_1x4_8x8_copy_a(
    const int M, const int K,
    __global const half *restrict A, const int lda,
    __write_only image2d_t A_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float value = 0.0f;
    if (x < K && y < M)
        value = vload_half((long)y * lda + x, A);
    write_imagef(A_image, (int2)(x, y), (float4)(value, 0.0f, 0.0f, 0.0f));
}

/*
 * Copies op(B) into an image, four elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {8, 1}, global size {8 * ceil(N / 32), K}.
 */
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void gemm_1x4_8x8_copy_b(
    const int N, const int K,
    __global const half *restrict B, const int ldb,
    __write_only image2d_t B_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float4 value = 0.0f;
    if (y < K) {
        if (4 * x < N)
            value.s0 = vload_half((long)y * ldb + 4 * x, B);
        if (4 * x + 1 < N)
            value.s1 = vload_half((long)y * ldb + 4 * x + 1, B);
        if (4 * x + 2 < N)
            value.s2 = vload_half((long)y * ldb + 4 * x + 2, B);
        if (4 * x + 3 < N)
            value.s3 = vload_half((long)y * ldb + 4 * x + 3, B);
    }
    write_imagef(B_image, (int2)(x, y), value);
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_1x4_8x8_store2(
    __global half *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore_half2(beta == 0.0f ? value : value + beta * vload_half2(0, c), 0, c);
        return;
    }
    if (room > 0)
        vstore_half(beta == 0.0f ? value.s0 : value.s0 + beta * vload_half(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 4;

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const float a_0 = read_imagef(A_image, gemm_1x4_8x8_texel, (int2)(k, row)).x;
        const float4 b_0 = read_imagef(B_image, gemm_1x4_8x8_texel, (int2)(column / 4, k));

        c_0_0 = mad((float2)(a_0), b_0.s01, c_0_0);
        c_0_1 = mad((float2)(a_0), b_0.s23, c_0_1);
    }

    if (row < M) {
        gemm_1x4_8x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_1x4_8x8_store2(C + (long)row * ldc + column + 2, N - (column + 2), alpha, c_0_1, beta);
    }
}
