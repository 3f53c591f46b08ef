/*
 * gemm_2x1_2x4: C = alpha * A * B + beta * C
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
 * A work-item computes 2 x 1 elements of C: 2 along N by 1 along M.
 * A work-group computes 4 along N by 4 along M.
 * Launch after gemm_2x1_2x4_copy_a and gemm_2x1_2x4_copy_b:
 *   local size {4, 2}, global size {4 * ceil(M / 4), 2 * ceil(N / 4)}.
 * Needs cl_intel_subgroups, cl_intel_required_subgroup_size, cl_khr_fp16 and cl_intel_subgroups_short; sub-groups of 4 work-items.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 8192, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b f16 --share block-read --access image --tile 2x1 --wg 2x4
 */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_2x1_2x4_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/*
 * Copies op(A) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 4}, global size {16 * ceil(M / 16), 4 * ceil(K / 4)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_2x1_2x4_copy_a(
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
 * Launch: local size {16, 4}, global size {32 * ceil(K / 32), 4 * ceil(N / 4)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_2x1_2x4_copy_b(
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

/* C = alpha * product + beta * C for 2 elements, one per column; only those with index < `room`. */
static void gemm_2x1_2x4_store2(
    __global ushort *const c, const int ldc, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room > 0)
        c[0] = gemm_2x1_2x4_nearest_bf16(beta == 0.0f ? value.s0 : value.s0 + beta * as_float((uint)c[0] << 16));
    if (room > 1)
        c[ldc] = gemm_2x1_2x4_nearest_bf16(beta == 0.0f ? value.s1 : value.s1 + beta * as_float((uint)c[ldc] << 16));
}

__kernel __attribute__((reqd_work_group_size(4, 2, 1)))
__attribute__((intel_reqd_sub_group_size(4)))
void gemm_2x1_2x4(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int first_row = get_group_id(0) * 4;
    const int row = first_row + lane;
    const int column = get_group_id(1) * 4 + intel_sub_group_shuffle((int)get_local_id(1), 0) * 2;

    float2 c_0_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const float2 b_0 = convert_float2(as_half2(intel_sub_group_block_read_us2(B_image, (int2)(k * 2, column))));
        const float4 a_0 = as_float4(intel_sub_group_block_read4(A_image, (int2)(first_row * 4, k)));

        /* The tile's columns 0 to 1. */
        const float2 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);
        c_0_0 = mad(b_0_of_0, (float2)(a_0.s0), c_0_0);
        const float2 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);
        c_0_0 = mad(b_0_of_1, (float2)(a_0.s1), c_0_0);
        const float2 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);
        c_0_0 = mad(b_0_of_2, (float2)(a_0.s2), c_0_0);
        const float2 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);
        c_0_0 = mad(b_0_of_3, (float2)(a_0.s3), c_0_0);
    }

    if (row < M) {
        gemm_2x1_2x4_store2(C + (long)column * ldc + row, ldc, N - column, alpha, c_0_0, beta);
    }
}
