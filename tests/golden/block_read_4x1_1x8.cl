/*
 * block_read_4x1_1x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; M a multiple of 8, N a multiple of 4, K a multiple of 8.
 *
 *   K        columns of op(A), rows of op(B)
 *   alpha    scales the product; 0: neither A nor B is read
 *   A_image  op(A), padded with zeros
 *   B_image  op(B), padded with zeros
 *   beta     scales C before the update; 0: C is not read
 *   C        M x N, column-major
 *   ldc      leading dimension of C, in elements (>= M)
 *
 * A work-item computes 4 x 1 elements of C: 4 along N by 1 along M.
 * A work-group computes 4 along N by 8 along M.
 * Launch after block_read_4x1_1x8_copy_a and block_read_4x1_1x8_copy_b:
 *   local size {8, 1}, global size {8 * ceil(M / 8), ceil(N / 4)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 8192, K at most 8192.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --preset block_read_4x1_1x8
 */

/*
 * Copies op(A) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 8}, global size {16 * ceil(M / 16), 8 * ceil(K / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void block_read_4x1_1x8_copy_a(
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
 * Launch: local size {16, 4}, global size {16 * ceil(K / 16), 4 * ceil(N / 4)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void block_read_4x1_1x8_copy_b(
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

/* C = alpha * product + beta * C for 4 elements, one per column. */
static void block_read_4x1_1x8_store4(
    __global float *const c, const int ldc,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
    c[(long)2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
    c[(long)3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void block_read_4x1_1x8(
    const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int first_row = get_group_id(0) * 8;
    const int row = first_row + lane;
    const int column = get_group_id(1) * 4;

    float4 c_0_0 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const float4 b_0 = as_float4(intel_sub_group_block_read4(B_image, (int2)(k * 4, column)));
        const float8 a_0 = as_float8(intel_sub_group_block_read8(A_image, (int2)(first_row * 4, k)));

        /* The tile's columns 0 to 3. */
        const float4 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);
        c_0_0 = mad(b_0_of_0, (float4)(a_0.s0), c_0_0);
        const float4 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);
        c_0_0 = mad(b_0_of_1, (float4)(a_0.s1), c_0_0);
        const float4 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);
        c_0_0 = mad(b_0_of_2, (float4)(a_0.s2), c_0_0);
        const float4 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);
        c_0_0 = mad(b_0_of_3, (float4)(a_0.s3), c_0_0);
        const float4 b_0_of_4 = intel_sub_group_shuffle(b_0, 4);
        c_0_0 = mad(b_0_of_4, (float4)(a_0.s4), c_0_0);
        const float4 b_0_of_5 = intel_sub_group_shuffle(b_0, 5);
        c_0_0 = mad(b_0_of_5, (float4)(a_0.s5), c_0_0);
        const float4 b_0_of_6 = intel_sub_group_shuffle(b_0, 6);
        c_0_0 = mad(b_0_of_6, (float4)(a_0.s6), c_0_0);
        const float4 b_0_of_7 = intel_sub_group_shuffle(b_0, 7);
        c_0_0 = mad(b_0_of_7, (float4)(a_0.s7), c_0_0);
    }

    block_read_4x1_1x8_store4(C + (long)column * ldc + row, ldc, alpha, c_0_0, beta);
}
