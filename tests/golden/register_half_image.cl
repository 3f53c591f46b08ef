/*
 * gemm_2x4_8x8: C = alpha * A * B + beta * C
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
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch after gemm_2x4_8x8_copy_a and gemm_2x4_8x8_copy_b:
 *   local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 16)}.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 32768, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --family register --access image --tile 2x4 --vec-a 4 --vec-b 4 --vec-c 4
 */

__constant sampler_t gemm_2x4_8x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(A) into an image, four elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {8, 16}, global size {8 * ceil(K / 32), 16 * ceil(M / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(8, 16, 1)))
void gemm_2x4_8x8_copy_a(
    const int M, const int K,
    __global const half *restrict A, const int lda,
    __write_only image2d_t A_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float4 value = 0.0f;
    if (y < M) {
        if (4 * x < K)
            value.s0 = vload_half((long)y * lda + 4 * x, A);
        if (4 * x + 1 < K)
            value.s1 = vload_half((long)y * lda + 4 * x + 1, A);
        if (4 * x + 2 < K)
            value.s2 = vload_half((long)y * lda + 4 * x + 2, A);
        if (4 * x + 3 < K)
            value.s3 = vload_half((long)y * lda + 4 * x + 3, A);
    }
    write_imagef(A_image, (int2)(x, y), value);
}

/*
 * Copies op(B) into an image, four elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {8, 4}, global size {8 * ceil(N / 32), 4 * ceil(K / 4)}.
 */
__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void gemm_2x4_8x8_copy_b(
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

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_8x8_store4(
    __global half *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore_half4(beta == 0.0f ? value : value + beta * vload_half4(0, c), 0, c);
        return;
    }
    if (room > 0)
        vstore_half(beta == 0.0f ? value.s0 : value.s0 + beta * vload_half(0, c), 0, c);
    if (room > 1)
        vstore_half(beta == 0.0f ? value.s1 : value.s1 + beta * vload_half(1, c), 1, c);
    if (room > 2)
        vstore_half(beta == 0.0f ? value.s2 : value.s2 + beta * vload_half(2, c), 2, c);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const float4 a_0 = read_imagef(A_image, gemm_2x4_8x8_texel, (int2)(k / 4, row));
        const float4 a_1 = read_imagef(A_image, gemm_2x4_8x8_texel, (int2)(k / 4, row + 1));
        const float4 b_0 = read_imagef(B_image, gemm_2x4_8x8_texel, (int2)(column / 4, k));
        const float4 b_1 = read_imagef(B_image, gemm_2x4_8x8_texel, (int2)(column / 4, k + 1));
        const float4 b_2 = read_imagef(B_image, gemm_2x4_8x8_texel, (int2)(column / 4, k + 2));
        const float4 b_3 = read_imagef(B_image, gemm_2x4_8x8_texel, (int2)(column / 4, k + 3));

        c_0_0 = mad((float4)(a_0.s0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1.s0), b_0, c_1_0);
        c_0_0 = mad((float4)(a_0.s1), b_1, c_0_0);
        c_1_0 = mad((float4)(a_1.s1), b_1, c_1_0);
        c_0_0 = mad((float4)(a_0.s2), b_2, c_0_0);
        c_1_0 = mad((float4)(a_1.s2), b_2, c_1_0);
        c_0_0 = mad((float4)(a_0.s3), b_3, c_0_0);
        c_1_0 = mad((float4)(a_1.s3), b_3, c_1_0);
    }

    if (row < M) {
        gemm_2x4_8x8_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_2x4_8x8_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
}
