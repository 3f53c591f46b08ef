/*
 * gemm_1x2_8x8: C = alpha * A * B + beta * C
 *
 * Double precision, row-major.
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
 * A work-item computes 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 8 along M by 16 along N.
 * Launch after gemm_1x2_8x8_copy_a and gemm_1x2_8x8_copy_b:
 *   local size {8, 8}, global size {8 * ceil(N / 16), 8 * ceil(M / 8)}.
 * Needs cl_khr_fp64.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 16384, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --layout row --family register --access image --tile 1x2 --tile-k 2 --vec-c 2
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__constant sampler_t gemm_1x2_8x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

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

/*
 * Copies op(B) into an image, two elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {8, 2}, global size {8 * ceil(N / 16), 2 * ceil(K / 2)}.
 */
__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
void gemm_1x2_8x8_copy_b(
    const int N, const int K,
    __global const double *restrict B, const int ldb,
    __write_only image2d_t B_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    double2 value = 0.0;
    if (y < K) {
        if (2 * x < N)
            value.s0 = B[(long)y * ldb + 2 * x];
        if (2 * x + 1 < N)
            value.s1 = B[(long)y * ldb + 2 * x + 1];
    }
    write_imageui(B_image, (int2)(x, y), as_uint4(value));
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_1x2_8x8_store2(
    __global double *const c, const int room,
    const double alpha, const double2 product, const double beta)
{
    const double2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0 ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0 ? value.s0 : value.s0 + beta * c[0];
}

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
