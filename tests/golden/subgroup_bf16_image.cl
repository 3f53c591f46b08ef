/*
 * gemm_8x2_2x8: C = alpha * A * B + beta * C
 *
 * A in bfloat16, B in half, C in bfloat16 precision, computed in single, column-major.
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
 * A work-group computes 16 along N by 16 along M.
 * Launch after gemm_8x2_2x8_copy_a and gemm_8x2_2x8_copy_b:
 *   local size {8, 2}, global size {8 * ceil(M / 16), 2 * ceil(N / 16)}.
 * Needs cl_intel_subgroups, cl_intel_required_subgroup_size, cl_khr_fp16 and cl_intel_subgroups_short; sub-groups of 8 work-items.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 8192, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b f16 --share block-read --access image --tile 8x2 --wg 2x8
 */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_8x2_2x8_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/*
 * Copies op(A) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 8}, global size {16 * ceil(M / 16), 8 * ceil(K / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void gemm_8x2_2x8_copy_a(
    const int M, const int K,
    __global const ushort *restrict A, const int lda,
    __write_only image2d_t A_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float value = 0.0f;
    if (x < M && y < K)
        value = as_float((uint)A[(long)y * lda + x] << 16);
    write_imagef(A_image, (int2)(x, y), (float4)(value, 0.0f, 0.0f, 0.0f));
}

/*
 * Copies op(B) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {32 * ceil(K / 32), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_8x2_2x8_copy_b(
    const int N, const int K,
    __global const half *restrict B, const int ldb,
    __write_only image2d_t B_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float value = 0.0f;
    if (x < K && y < N)
        value = vload_half((long)y * ldb + x, B);
    write_imagef(B_image, (int2)(x, y), (float4)(value, 0.0f, 0.0f, 0.0f));
}

/* C = alpha * product + beta * C for 8 elements, one per column; only those with index < `room`. */
static void gemm_8x2_2x8_store8(
    __global ushort *const c, const int ldc, const int room,
    const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (room > 0)
        c[0] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s0 : value.s0 + beta * as_float((uint)c[0] << 16));
    if (room > 1)
        c[ldc] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s1 : value.s1 + beta * as_float((uint)c[ldc] << 16));
    if (room > 2)
        c[(long)2 * ldc] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s2 : value.s2 + beta * as_float((uint)c[(long)2 * ldc] << 16));
    if (room > 3)
        c[(long)3 * ldc] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s3 : value.s3 + beta * as_float((uint)c[(long)3 * ldc] << 16));
    if (room > 4)
        c[(long)4 * ldc] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s4 : value.s4 + beta * as_float((uint)c[(long)4 * ldc] << 16));
    if (room > 5)
        c[(long)5 * ldc] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s5 : value.s5 + beta * as_float((uint)c[(long)5 * ldc] << 16));
    if (room > 6)
        c[(long)6 * ldc] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s6 : value.s6 + beta * as_float((uint)c[(long)6 * ldc] << 16));
    if (room > 7)
        c[(long)7 * ldc] = gemm_8x2_2x8_nearest_bf16(beta == 0.0f ? value.s7 : value.s7 + beta * as_float((uint)c[(long)7 * ldc] << 16));
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_8x2_2x8(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int first_row = get_group_id(0) * 16;
    const int column = get_group_id(1) * 16 + intel_sub_group_shuffle((int)get_local_id(1), 0) * 8;
    const int row = first_row + lane;

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const float8 b_0 = convert_float8(as_half8(intel_sub_group_block_read_us8(B_image, (int2)(k * 2, column))));
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
    }

    if (row < M) {
        gemm_8x2_2x8_store8(C + (long)column * ldc + row, ldc, N - column, alpha, c_0_0, beta);
    }
    if (row + 8 < M) {
        gemm_8x2_2x8_store8(C + (long)column * ldc + row + 8, ldc, N - column, alpha, c_0_1, beta);
    }
}
