/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b f16 --share block-read --access image --tile 2x1 --wg 2x4
 */

/* ... */

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
