/*
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --layout row --family register --access image --tile 1x2 --tile-k 2 --vec-c 2
 */

/* ... */

/*
 * Copies op(A) into an image, two elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {4, 8}, global size {4 * ceil(K / 8), 8 * ceil(M / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(4, 8, 1)))
void gemm_1x2_8x8_copy_a(
    const int M, const int K,
    __global const double *restrict A, const int lda,
    __write_only image2d_t A_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    double2 value = 0.0;
    if (y < M) {
        if (2 * x < K)
            value.s0 = A[(long)y * lda + 2 * x];
        if (2 * x + 1 < K)
            value.s1 = A[(long)y * lda + 2 * x + 1];
    }
    write_imageui(A_image, (int2)(x, y), as_uint4(value));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x2_8x8(
    const int M, const int N, const int K, const double alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 2;

    double2 c_0_0 = 0.0;

    for (int k = 0; k < depth; k += 2) {
        const double2 a_0 = as_double2(read_imageui(A_image, gemm_1x2_8x8_texel, (int2)(k / 2, row)));
        const double2 b_0 = as_double2(read_imageui(B_image, gemm_1x2_8x8_texel, (int2)(column / 2, k)));
        const double2 b_1 = as_double2(read_imageui(B_image, gemm_1x2_8x8_texel, (int2)(column / 2, k + 1)));

        c_0_0 = mad((double2)(a_0.s0), b_0, c_0_0);
        c_0_0 = mad((double2)(a_0.s1), b_1, c_0_0);
    }

    if (row < M) {
        gemm_1x2_8x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
}
