/*
 * gemm_8x4_16x8: C = alpha * A * B + beta * C
 *
 * Half precision, computed in single, row-major, M = 1000, N = 1000, K = 1000.
 *
 *   alpha    scales the product; 0: neither A nor B is read
 *   A        M x K, row-major
 *   B_image  op(B), padded with zeros
 *   beta     scales C before the update; 0: C is not read
 *   C        M x N, row-major
 *
 * A work-item computes 8 x 4 elements of C: 8 along M by 4 along N.
 * A work-group computes 128 along M by 32 along N.
 * Launch after gemm_8x4_16x8_copy_b:
 *   local size {8, 16}, global size {256, 128}.
 * Kernels of profile qualcomm-adreno were not measured on its devices.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --fixed 1000x1000x1000 --for qualcomm-adreno
 */

__constant sampler_t gemm_8x4_16x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(B) into an image, four elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {8, 4}, global size {256, 1000}.
 */
__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void gemm_8x4_16x8_copy_b(
    __global const half *restrict B,
    __write_only image2d_t B_image)
{
    const int K = 1000;
    const int N = 1000;
    const int ldb = N;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float4 value = 0.0f;
    if (y < K) {
        if (4 * x < N)
            value.s0 = vload_half(y * ldb + 4 * x, B);
        if (4 * x + 1 < N)
            value.s1 = vload_half(y * ldb + 4 * x + 1, B);
        if (4 * x + 2 < N)
            value.s2 = vload_half(y * ldb + 4 * x + 2, B);
        if (4 * x + 3 < N)
            value.s3 = vload_half(y * ldb + 4 * x + 3, B);
    }
    write_imagef(B_image, (int2)(x, y), value);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_8x4_16x8_store4(
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

__kernel __attribute__((reqd_work_group_size(8, 16, 1)))
void gemm_8x4_16x8(
    const float alpha,
    __global const half *restrict A,
    __read_only image2d_t B_image,
    const float beta,
    __global half *restrict C)
{
    const int M = 1000;
    const int N = 1000;
    const int K = 1000;
    const int lda = K;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 8;
    const int column = get_global_id(0) * 4;
    const int a_row_0 = min(row, M - 1) * lda;
    const int a_row_1 = min(row + 1, M - 1) * lda;
    const int a_row_2 = min(row + 2, M - 1) * lda;
    const int a_row_3 = min(row + 3, M - 1) * lda;
    const int a_row_4 = min(row + 4, M - 1) * lda;
    const int a_row_5 = min(row + 5, M - 1) * lda;
    const int a_row_6 = min(row + 6, M - 1) * lda;
    const int a_row_7 = min(row + 7, M - 1) * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float4 c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const float4 a_0 = vload_half4(0, A + a_row_0 + k);
        const float4 a_1 = vload_half4(0, A + a_row_1 + k);
        const float4 a_2 = vload_half4(0, A + a_row_2 + k);
        const float4 a_3 = vload_half4(0, A + a_row_3 + k);
        const float4 a_4 = vload_half4(0, A + a_row_4 + k);
        const float4 a_5 = vload_half4(0, A + a_row_5 + k);
        const float4 a_6 = vload_half4(0, A + a_row_6 + k);
        const float4 a_7 = vload_half4(0, A + a_row_7 + k);
        const float4 b_0 = read_imagef(B_image, gemm_8x4_16x8_texel, (int2)(column / 4, k));
        const float4 b_1 = read_imagef(B_image, gemm_8x4_16x8_texel, (int2)(column / 4, k + 1));
        const float4 b_2 = read_imagef(B_image, gemm_8x4_16x8_texel, (int2)(column / 4, k + 2));
        const float4 b_3 = read_imagef(B_image, gemm_8x4_16x8_texel, (int2)(column / 4, k + 3));

        c_0_0 = mad((float4)(a_0.s0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1.s0), b_0, c_1_0);
        c_2_0 = mad((float4)(a_2.s0), b_0, c_2_0);
        c_3_0 = mad((float4)(a_3.s0), b_0, c_3_0);
        c_4_0 = mad((float4)(a_4.s0), b_0, c_4_0);
        c_5_0 = mad((float4)(a_5.s0), b_0, c_5_0);
        c_6_0 = mad((float4)(a_6.s0), b_0, c_6_0);
        c_7_0 = mad((float4)(a_7.s0), b_0, c_7_0);
        c_0_0 = mad((float4)(a_0.s1), b_1, c_0_0);
        c_1_0 = mad((float4)(a_1.s1), b_1, c_1_0);
        c_2_0 = mad((float4)(a_2.s1), b_1, c_2_0);
        c_3_0 = mad((float4)(a_3.s1), b_1, c_3_0);
        c_4_0 = mad((float4)(a_4.s1), b_1, c_4_0);
        c_5_0 = mad((float4)(a_5.s1), b_1, c_5_0);
        c_6_0 = mad((float4)(a_6.s1), b_1, c_6_0);
        c_7_0 = mad((float4)(a_7.s1), b_1, c_7_0);
        c_0_0 = mad((float4)(a_0.s2), b_2, c_0_0);
        c_1_0 = mad((float4)(a_1.s2), b_2, c_1_0);
        c_2_0 = mad((float4)(a_2.s2), b_2, c_2_0);
        c_3_0 = mad((float4)(a_3.s2), b_2, c_3_0);
        c_4_0 = mad((float4)(a_4.s2), b_2, c_4_0);
        c_5_0 = mad((float4)(a_5.s2), b_2, c_5_0);
        c_6_0 = mad((float4)(a_6.s2), b_2, c_6_0);
        c_7_0 = mad((float4)(a_7.s2), b_2, c_7_0);
        c_0_0 = mad((float4)(a_0.s3), b_3, c_0_0);
        c_1_0 = mad((float4)(a_1.s3), b_3, c_1_0);
        c_2_0 = mad((float4)(a_2.s3), b_3, c_2_0);
        c_3_0 = mad((float4)(a_3.s3), b_3, c_3_0);
        c_4_0 = mad((float4)(a_4.s3), b_3, c_4_0);
        c_5_0 = mad((float4)(a_5.s3), b_3, c_5_0);
        c_6_0 = mad((float4)(a_6.s3), b_3, c_6_0);
        c_7_0 = mad((float4)(a_7.s3), b_3, c_7_0);
    }

    if (row < M) {
        gemm_8x4_16x8_store4(C + row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_8x4_16x8_store4(C + (row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
    if (row + 2 < M) {
        gemm_8x4_16x8_store4(C + (row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
    }
    if (row + 3 < M) {
        gemm_8x4_16x8_store4(C + (row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
    }
    if (row + 4 < M) {
        gemm_8x4_16x8_store4(C + (row + 4) * ldc + column, N - column, alpha, c_4_0, beta);
    }
    if (row + 5 < M) {
        gemm_8x4_16x8_store4(C + (row + 5) * ldc + column, N - column, alpha, c_5_0, beta);
    }
    if (row + 6 < M) {
        gemm_8x4_16x8_store4(C + (row + 6) * ldc + column, N - column, alpha, c_6_0, beta);
    }
    if (row + 7 < M) {
        gemm_8x4_16x8_store4(C + (row + 7) * ldc + column, N - column, alpha, c_7_0, beta);
    }
}
