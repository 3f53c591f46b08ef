/*
 * block_read_32x2_1x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; M a multiple of 16, N a multiple of 32, K a multiple of 8.
 *
 *   K        columns of op(A), rows of op(B)
 *   alpha    scales the product; 0: neither A nor B is read
 *   A_image  op(A), padded with zeros
 *   B_image  op(B), padded with zeros
 *   beta     scales C before the update; 0: C is not read
 *   C        M x N, column-major
 *   ldc      leading dimension of C, in elements (>= M)
 *
 * A work-item computes 32 x 2 elements of C: 32 along N by 2 along M.
 * A work-group computes 32 along N by 16 along M.
 * Launch after block_read_32x2_1x8_copy_a and block_read_32x2_1x8_copy_b:
 *   local size {8, 1}, global size {8 * ceil(M / 16), ceil(N / 32)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 8192, K at most 8192.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset block_read_32x2_1x8
 */

/*
 * Copies op(A) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 8}, global size {16 * ceil(M / 16), 8 * ceil(K / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void block_read_32x2_1x8_copy_a(
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
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 32 * ceil(N / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void block_read_32x2_1x8_copy_b(
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

/* C = alpha * product + beta * C for 8 elements, one per column. */
static void block_read_32x2_1x8_store8(
    __global float *const c, const int ldc,
    const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
    c[(long)2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
    c[(long)3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
    c[(long)4 * ldc] = beta == 0.0f ? value.s4 : value.s4 + beta * c[(long)4 * ldc];
    c[(long)5 * ldc] = beta == 0.0f ? value.s5 : value.s5 + beta * c[(long)5 * ldc];
    c[(long)6 * ldc] = beta == 0.0f ? value.s6 : value.s6 + beta * c[(long)6 * ldc];
    c[(long)7 * ldc] = beta == 0.0f ? value.s7 : value.s7 + beta * c[(long)7 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void block_read_32x2_1x8(
    const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int first_row = get_group_id(0) * 16;
    const int column = get_group_id(1) * 32;
    const int row = first_row + lane;

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float8 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float8 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float8 c_3_0 = 0.0f, c_3_1 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const float8 b_0 = as_float8(intel_sub_group_block_read8(B_image, (int2)(k * 4, column)));
        const float8 b_1 = as_float8(intel_sub_group_block_read8(B_image, (int2)(k * 4, column + 8)));
        const float8 b_2 = as_float8(intel_sub_group_block_read8(B_image, (int2)(k * 4, column + 16)));
        const float8 b_3 = as_float8(intel_sub_group_block_read8(B_image, (int2)(k * 4, column + 24)));
        const float8 a_0 = as_float8(intel_sub_group_block_read8(A_image, (int2)(first_row * 4, k)));
        const float8 a_1 = as_float8(intel_sub_group_block_read8(A_image, (int2)((first_row + 8) * 4, k)));

        /* The tile's columns 0 to 7. */
        const float8 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);
        c_0_0 = mad(b_0_of_0, (float8)(a_0.s0), c_0_0);
        c_0_1 = mad(b_0_of_0, (float8)(a_1.s0), c_0_1);
        const float8 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);
        c_0_0 = mad(b_0_of_1, (float8)(a_0.s1), c_0_0);
        c_0_1 = mad(b_0_of_1, (float8)(a_1.s1), c_0_1);
        const float8 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);
        c_0_0 = mad(b_0_of_2, (float8)(a_0.s2), c_0_0);
        c_0_1 = mad(b_0_of_2, (float8)(a_1.s2), c_0_1);
        const float8 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);
        c_0_0 = mad(b_0_of_3, (float8)(a_0.s3), c_0_0);
        c_0_1 = mad(b_0_of_3, (float8)(a_1.s3), c_0_1);
        const float8 b_0_of_4 = intel_sub_group_shuffle(b_0, 4);
        c_0_0 = mad(b_0_of_4, (float8)(a_0.s4), c_0_0);
        c_0_1 = mad(b_0_of_4, (float8)(a_1.s4), c_0_1);
        const float8 b_0_of_5 = intel_sub_group_shuffle(b_0, 5);
        c_0_0 = mad(b_0_of_5, (float8)(a_0.s5), c_0_0);
        c_0_1 = mad(b_0_of_5, (float8)(a_1.s5), c_0_1);
        const float8 b_0_of_6 = intel_sub_group_shuffle(b_0, 6);
        c_0_0 = mad(b_0_of_6, (float8)(a_0.s6), c_0_0);
        c_0_1 = mad(b_0_of_6, (float8)(a_1.s6), c_0_1);
        const float8 b_0_of_7 = intel_sub_group_shuffle(b_0, 7);
        c_0_0 = mad(b_0_of_7, (float8)(a_0.s7), c_0_0);
        c_0_1 = mad(b_0_of_7, (float8)(a_1.s7), c_0_1);

        /* The tile's columns 8 to 15. */
        const float8 b_1_of_0 = intel_sub_group_shuffle(b_1, 0);
        c_1_0 = mad(b_1_of_0, (float8)(a_0.s0), c_1_0);
        c_1_1 = mad(b_1_of_0, (float8)(a_1.s0), c_1_1);
        const float8 b_1_of_1 = intel_sub_group_shuffle(b_1, 1);
        c_1_0 = mad(b_1_of_1, (float8)(a_0.s1), c_1_0);
        c_1_1 = mad(b_1_of_1, (float8)(a_1.s1), c_1_1);
        const float8 b_1_of_2 = intel_sub_group_shuffle(b_1, 2);
        c_1_0 = mad(b_1_of_2, (float8)(a_0.s2), c_1_0);
        c_1_1 = mad(b_1_of_2, (float8)(a_1.s2), c_1_1);
        const float8 b_1_of_3 = intel_sub_group_shuffle(b_1, 3);
        c_1_0 = mad(b_1_of_3, (float8)(a_0.s3), c_1_0);
        c_1_1 = mad(b_1_of_3, (float8)(a_1.s3), c_1_1);
        const float8 b_1_of_4 = intel_sub_group_shuffle(b_1, 4);
        c_1_0 = mad(b_1_of_4, (float8)(a_0.s4), c_1_0);
        c_1_1 = mad(b_1_of_4, (float8)(a_1.s4), c_1_1);
        const float8 b_1_of_5 = intel_sub_group_shuffle(b_1, 5);
        c_1_0 = mad(b_1_of_5, (float8)(a_0.s5), c_1_0);
        c_1_1 = mad(b_1_of_5, (float8)(a_1.s5), c_1_1);
        const float8 b_1_of_6 = intel_sub_group_shuffle(b_1, 6);
        c_1_0 = mad(b_1_of_6, (float8)(a_0.s6), c_1_0);
        c_1_1 = mad(b_1_of_6, (float8)(a_1.s6), c_1_1);
        const float8 b_1_of_7 = intel_sub_group_shuffle(b_1, 7);
        c_1_0 = mad(b_1_of_7, (float8)(a_0.s7), c_1_0);
        c_1_1 = mad(b_1_of_7, (float8)(a_1.s7), c_1_1);

        /* The tile's columns 16 to 23. */
        const float8 b_2_of_0 = intel_sub_group_shuffle(b_2, 0);
        c_2_0 = mad(b_2_of_0, (float8)(a_0.s0), c_2_0);
        c_2_1 = mad(b_2_of_0, (float8)(a_1.s0), c_2_1);
        const float8 b_2_of_1 = intel_sub_group_shuffle(b_2, 1);
        c_2_0 = mad(b_2_of_1, (float8)(a_0.s1), c_2_0);
        c_2_1 = mad(b_2_of_1, (float8)(a_1.s1), c_2_1);
        const float8 b_2_of_2 = intel_sub_group_shuffle(b_2, 2);
        c_2_0 = mad(b_2_of_2, (float8)(a_0.s2), c_2_0);
        c_2_1 = mad(b_2_of_2, (float8)(a_1.s2), c_2_1);
        const float8 b_2_of_3 = intel_sub_group_shuffle(b_2, 3);
        c_2_0 = mad(b_2_of_3, (float8)(a_0.s3), c_2_0);
        c_2_1 = mad(b_2_of_3, (float8)(a_1.s3), c_2_1);
        const float8 b_2_of_4 = intel_sub_group_shuffle(b_2, 4);
        c_2_0 = mad(b_2_of_4, (float8)(a_0.s4), c_2_0);
        c_2_1 = mad(b_2_of_4, (float8)(a_1.s4), c_2_1);
        const float8 b_2_of_5 = intel_sub_group_shuffle(b_2, 5);
        c_2_0 = mad(b_2_of_5, (float8)(a_0.s5), c_2_0);
        c_2_1 = mad(b_2_of_5, (float8)(a_1.s5), c_2_1);
        const float8 b_2_of_6 = intel_sub_group_shuffle(b_2, 6);
        c_2_0 = mad(b_2_of_6, (float8)(a_0.s6), c_2_0);
        c_2_1 = mad(b_2_of_6, (float8)(a_1.s6), c_2_1);
        const float8 b_2_of_7 = intel_sub_group_shuffle(b_2, 7);
        c_2_0 = mad(b_2_of_7, (float8)(a_0.s7), c_2_0);
        c_2_1 = mad(b_2_of_7, (float8)(a_1.s7), c_2_1);

        /* The tile's columns 24 to 31. */
        const float8 b_3_of_0 = intel_sub_group_shuffle(b_3, 0);
        c_3_0 = mad(b_3_of_0, (float8)(a_0.s0), c_3_0);
        c_3_1 = mad(b_3_of_0, (float8)(a_1.s0), c_3_1);
        const float8 b_3_of_1 = intel_sub_group_shuffle(b_3, 1);
        c_3_0 = mad(b_3_of_1, (float8)(a_0.s1), c_3_0);
        c_3_1 = mad(b_3_of_1, (float8)(a_1.s1), c_3_1);
        const float8 b_3_of_2 = intel_sub_group_shuffle(b_3, 2);
        c_3_0 = mad(b_3_of_2, (float8)(a_0.s2), c_3_0);
        c_3_1 = mad(b_3_of_2, (float8)(a_1.s2), c_3_1);
        const float8 b_3_of_3 = intel_sub_group_shuffle(b_3, 3);
        c_3_0 = mad(b_3_of_3, (float8)(a_0.s3), c_3_0);
        c_3_1 = mad(b_3_of_3, (float8)(a_1.s3), c_3_1);
        const float8 b_3_of_4 = intel_sub_group_shuffle(b_3, 4);
        c_3_0 = mad(b_3_of_4, (float8)(a_0.s4), c_3_0);
        c_3_1 = mad(b_3_of_4, (float8)(a_1.s4), c_3_1);
        const float8 b_3_of_5 = intel_sub_group_shuffle(b_3, 5);
        c_3_0 = mad(b_3_of_5, (float8)(a_0.s5), c_3_0);
        c_3_1 = mad(b_3_of_5, (float8)(a_1.s5), c_3_1);
        const float8 b_3_of_6 = intel_sub_group_shuffle(b_3, 6);
        c_3_0 = mad(b_3_of_6, (float8)(a_0.s6), c_3_0);
        c_3_1 = mad(b_3_of_6, (float8)(a_1.s6), c_3_1);
        const float8 b_3_of_7 = intel_sub_group_shuffle(b_3, 7);
        c_3_0 = mad(b_3_of_7, (float8)(a_0.s7), c_3_0);
        c_3_1 = mad(b_3_of_7, (float8)(a_1.s7), c_3_1);
    }

    block_read_32x2_1x8_store8(C + (long)column * ldc + row, ldc, alpha, c_0_0, beta);
    block_read_32x2_1x8_store8(C + (long)(column + 8) * ldc + row, ldc, alpha, c_1_0, beta);
    block_read_32x2_1x8_store8(C + (long)(column + 16) * ldc + row, ldc, alpha, c_2_0, beta);
    block_read_32x2_1x8_store8(C + (long)(column + 24) * ldc + row, ldc, alpha, c_3_0, beta);
    block_read_32x2_1x8_store8(C + (long)column * ldc + row + 8, ldc, alpha, c_0_1, beta);
    block_read_32x2_1x8_store8(C + (long)(column + 8) * ldc + row + 8, ldc, alpha, c_1_1, beta);
    block_read_32x2_1x8_store8(C + (long)(column + 16) * ldc + row + 8, ldc, alpha, c_2_1, beta);
    block_read_32x2_1x8_store8(C + (long)(column + 24) * ldc + row + 8, ldc, alpha, c_3_1, beta);
}
