/*
 * gemm_4x4_8x8: C = alpha * A * B + beta * C
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
 * A work-item computes 4 x 4 elements of C: 4 along N by 4 along M.
 * A work-group computes 32 along N by 32 along M.
 * Launch after gemm_4x4_8x8_copy_a and gemm_4x4_8x8_copy_b:
 *   local size {8, 8}, global size {8 * ceil(M / 32), 8 * ceil(N / 32)}.
 * Images have at most 8192 x 8192 texels: M at most 32768, N at most 8192, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family register --access image --tile 4x4 --vec-a 4 --vec-b 4 --vec-c 4
 */

__constant sampler_t gemm_4x4_8x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(A) into an image, four elements per texel: each column becomes a row of texels. Zero beyond the edges.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {8, 4}, global size {8 * ceil(M / 32), 4 * ceil(K / 4)}.
 */
__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void gemm_4x4_8x8_copy_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __write_only image2d_t A_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float4 value = 0.0f;
    if (y < K) {
        if (4 * x < M)
            value.s0 = A[(long)y * lda + 4 * x];
        if (4 * x + 1 < M)
            value.s1 = A[(long)y * lda + 4 * x + 1];
        if (4 * x + 2 < M)
            value.s2 = A[(long)y * lda + 4 * x + 2];
        if (4 * x + 3 < M)
            value.s3 = A[(long)y * lda + 4 * x + 3];
    }
    write_imagef(A_image, (int2)(x, y), value);
}

/*
 * Copies op(B) into an image, four elements per texel: each column becomes a row of texels. Zero beyond the edges.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {4, 16}, global size {4 * ceil(K / 16), 32 * ceil(N / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(4, 16, 1)))
void gemm_4x4_8x8_copy_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __write_only image2d_t B_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float4 value = 0.0f;
    if (y < N) {
        if (4 * x < K)
            value.s0 = B[(long)y * ldb + 4 * x];
        if (4 * x + 1 < K)
            value.s1 = B[(long)y * ldb + 4 * x + 1];
        if (4 * x + 2 < K)
            value.s2 = B[(long)y * ldb + 4 * x + 2];
        if (4 * x + 3 < K)
            value.s3 = B[(long)y * ldb + 4 * x + 3];
    }
    write_imagef(B_image, (int2)(x, y), value);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x4_8x8_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 4;
    const int row = get_global_id(0) * 4;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const float4 b_0 = read_imagef(B_image, gemm_4x4_8x8_texel, (int2)(k / 4, column));
        const float4 b_1 = read_imagef(B_image, gemm_4x4_8x8_texel, (int2)(k / 4, column + 1));
        const float4 b_2 = read_imagef(B_image, gemm_4x4_8x8_texel, (int2)(k / 4, column + 2));
        const float4 b_3 = read_imagef(B_image, gemm_4x4_8x8_texel, (int2)(k / 4, column + 3));
        const float4 a_0 = read_imagef(A_image, gemm_4x4_8x8_texel, (int2)(row / 4, k));
        const float4 a_1 = read_imagef(A_image, gemm_4x4_8x8_texel, (int2)(row / 4, k + 1));
        const float4 a_2 = read_imagef(A_image, gemm_4x4_8x8_texel, (int2)(row / 4, k + 2));
        const float4 a_3 = read_imagef(A_image, gemm_4x4_8x8_texel, (int2)(row / 4, k + 3));

        c_0_0 = mad((float4)(b_0.s0), a_0, c_0_0);
        c_1_0 = mad((float4)(b_1.s0), a_0, c_1_0);
        c_2_0 = mad((float4)(b_2.s0), a_0, c_2_0);
        c_3_0 = mad((float4)(b_3.s0), a_0, c_3_0);
        c_0_0 = mad((float4)(b_0.s1), a_1, c_0_0);
        c_1_0 = mad((float4)(b_1.s1), a_1, c_1_0);
        c_2_0 = mad((float4)(b_2.s1), a_1, c_2_0);
        c_3_0 = mad((float4)(b_3.s1), a_1, c_3_0);
        c_0_0 = mad((float4)(b_0.s2), a_2, c_0_0);
        c_1_0 = mad((float4)(b_1.s2), a_2, c_1_0);
        c_2_0 = mad((float4)(b_2.s2), a_2, c_2_0);
        c_3_0 = mad((float4)(b_3.s2), a_2, c_3_0);
        c_0_0 = mad((float4)(b_0.s3), a_3, c_0_0);
        c_1_0 = mad((float4)(b_1.s3), a_3, c_1_0);
        c_2_0 = mad((float4)(b_2.s3), a_3, c_2_0);
        c_3_0 = mad((float4)(b_3.s3), a_3, c_3_0);
    }

    if (column < N) {
        gemm_4x4_8x8_store4(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta);
    }
    if (column + 1 < N) {
        gemm_4x4_8x8_store4(C + (long)(column + 1) * ldc + row, M - row, alpha, c_1_0, beta);
    }
    if (column + 2 < N) {
        gemm_4x4_8x8_store4(C + (long)(column + 2) * ldc + row, M - row, alpha, c_2_0, beta);
    }
    if (column + 3 < N) {
        gemm_4x4_8x8_store4(C + (long)(column + 3) * ldc + row, M - row, alpha, c_3_0, beta);
    }
}
