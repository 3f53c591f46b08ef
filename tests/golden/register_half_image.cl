/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --family register --access image --tile 1x4 --vec-a 1 --vec-b 4 --vec-c 2
 */

/* ... */

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

/* ... */

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
