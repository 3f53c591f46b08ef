/*
 * Made by clgemm 0.1.0: clgemm-gen --preset block_read_4x1_1x8
 */

/* ... */

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
