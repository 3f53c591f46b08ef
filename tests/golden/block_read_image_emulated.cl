/*
 * gemm_8x2_1x8: C = alpha * A * B + beta * C
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
 * A work-item computes 8 x 2 elements of C: 8 along N by 2 along M.
 * A work-group computes 8 along N by 16 along M.
 * Launch after gemm_8x2_1x8_copy_a and gemm_8x2_1x8_copy_b:
 *   local size {8, 1}, global size {8 * ceil(M / 16), ceil(N / 8)}.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 8192, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --share block-read --access image --tile 8x2 --wg 1x8 --sub-groups emulated
 */

__constant sampler_t gemm_8x2_1x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(A) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 8}, global size {16 * ceil(M / 16), 8 * ceil(K / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void gemm_8x2_1x8_copy_a(
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
void gemm_8x2_1x8_copy_b(
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

/* C = alpha * product + beta * C for 8 elements, one per column; only those with index < `room`. */
static void gemm_8x2_1x8_store8(
    __global float *const c, const int ldc, const int room,
    const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
    if (room > 2)
        c[(long)2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
    if (room > 3)
        c[(long)3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
    if (room > 4)
        c[(long)4 * ldc] = beta == 0.0f ? value.s4 : value.s4 + beta * c[(long)4 * ldc];
    if (room > 5)
        c[(long)5 * ldc] = beta == 0.0f ? value.s5 : value.s5 + beta * c[(long)5 * ldc];
    if (room > 6)
        c[(long)6 * ldc] = beta == 0.0f ? value.s6 : value.s6 + beta * c[(long)6 * ldc];
    if (room > 7)
        c[(long)7 * ldc] = beta == 0.0f ? value.s7 : value.s7 + beta * c[(long)7 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void gemm_8x2_1x8(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 8;
    const int row = get_group_id(0) * 16 + lane;
    __local float8 exchange[1][8];

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const int own_k = k + lane;
        const float8 b_0 = (float8)(
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column)).x,
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column + 1)).x,
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column + 2)).x,
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column + 3)).x,
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column + 4)).x,
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column + 5)).x,
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column + 6)).x,
            read_imagef(B_image, gemm_8x2_1x8_texel, (int2)(own_k, column + 7)).x);
        barrier(CLK_LOCAL_MEM_FENCE);
        exchange[0][lane] = b_0;
        barrier(CLK_LOCAL_MEM_FENCE);
        const float8 a_0 = (float8)(
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k + 1)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k + 2)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k + 3)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k + 4)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k + 5)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k + 6)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row, k + 7)).x);
        const float8 a_1 = (float8)(
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k + 1)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k + 2)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k + 3)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k + 4)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k + 5)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k + 6)).x,
            read_imagef(A_image, gemm_8x2_1x8_texel, (int2)(row + 8, k + 7)).x);

        /* The tile's columns 0 to 7. */
        const float8 b_0_of_0 = exchange[0][0];
        c_0_0 = mad(b_0_of_0, (float8)(a_0.s0), c_0_0);
        c_0_1 = mad(b_0_of_0, (float8)(a_1.s0), c_0_1);
        const float8 b_0_of_1 = exchange[0][1];
        c_0_0 = mad(b_0_of_1, (float8)(a_0.s1), c_0_0);
        c_0_1 = mad(b_0_of_1, (float8)(a_1.s1), c_0_1);
        const float8 b_0_of_2 = exchange[0][2];
        c_0_0 = mad(b_0_of_2, (float8)(a_0.s2), c_0_0);
        c_0_1 = mad(b_0_of_2, (float8)(a_1.s2), c_0_1);
        const float8 b_0_of_3 = exchange[0][3];
        c_0_0 = mad(b_0_of_3, (float8)(a_0.s3), c_0_0);
        c_0_1 = mad(b_0_of_3, (float8)(a_1.s3), c_0_1);
        const float8 b_0_of_4 = exchange[0][4];
        c_0_0 = mad(b_0_of_4, (float8)(a_0.s4), c_0_0);
        c_0_1 = mad(b_0_of_4, (float8)(a_1.s4), c_0_1);
        const float8 b_0_of_5 = exchange[0][5];
        c_0_0 = mad(b_0_of_5, (float8)(a_0.s5), c_0_0);
        c_0_1 = mad(b_0_of_5, (float8)(a_1.s5), c_0_1);
        const float8 b_0_of_6 = exchange[0][6];
        c_0_0 = mad(b_0_of_6, (float8)(a_0.s6), c_0_0);
        c_0_1 = mad(b_0_of_6, (float8)(a_1.s6), c_0_1);
        const float8 b_0_of_7 = exchange[0][7];
        c_0_0 = mad(b_0_of_7, (float8)(a_0.s7), c_0_0);
        c_0_1 = mad(b_0_of_7, (float8)(a_1.s7), c_0_1);
    }

    if (row < M) {
        gemm_8x2_1x8_store8(C + (long)column * ldc + row, ldc, N - column, alpha, c_0_0, beta);
    }
    if (row + 8 < M) {
        gemm_8x2_1x8_store8(C + (long)column * ldc + row + 8, ldc, N - column, alpha, c_0_1, beta);
    }
}
