/*
 * gemm_4x2_1x4: C = alpha * A * B
 *
 * Single precision, row-major, M = 100, N = 100, K = 100.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   B      K x N, row-major
 *   C      M x N, row-major
 *
 * A work-item computes 4 x 2 elements of C: 4 along M by 2 along N.
 * A work-group computes 4 along M by 8 along N.
 * Launch: local size {4, 1}, global size {52, 25}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 4 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 100x100x100 --beta 0 --tile 4x2 --wg 1x4 --sub-groups intel
 */

/* C = alpha * product for 2 contiguous elements; only those with index < `room`. */
static void gemm_4x2_1x4_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(value, 0, c);
        return;
    }
    if (room > 0)
        c[0] = value.s0;
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
__attribute__((intel_reqd_sub_group_size(4)))
void gemm_4x2_1x4(
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    __global float *restrict C)
{
    const int N = 100;
    const int K = 100;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int row = get_group_id(1) * 4;
    const int column = get_group_id(0) * 8 + lane * 2;
    const int column_0 = min(column, N - 1);
    const int column_1 = min(column + 1, N - 1);
    const int a_own = (row + lane) * lda;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const int b_line = k * ldb;
        const float4 a_0 = vload4(0, A + a_own + k);
        const float2 b_0 = (float2)(
            B[b_line + column_0],
            B[b_line + column_1]);
        const float2 b_1 = (float2)(
            B[b_line + column_0 + ldb],
            B[b_line + column_1 + ldb]);
        const float2 b_2 = (float2)(
            B[b_line + column_0 + 2 * ldb],
            B[b_line + column_1 + 2 * ldb]);
        const float2 b_3 = (float2)(
            B[b_line + column_0 + 3 * ldb],
            B[b_line + column_1 + 3 * ldb]);

        /* The tile's rows 0 to 3. */
        const float4 a_0_of_0 = intel_sub_group_shuffle(a_0, 0);
        c_0_0 = mad((float2)(a_0_of_0.s0), b_0, c_0_0);
        c_0_0 = mad((float2)(a_0_of_0.s1), b_1, c_0_0);
        c_0_0 = mad((float2)(a_0_of_0.s2), b_2, c_0_0);
        c_0_0 = mad((float2)(a_0_of_0.s3), b_3, c_0_0);
        const float4 a_0_of_1 = intel_sub_group_shuffle(a_0, 1);
        c_1_0 = mad((float2)(a_0_of_1.s0), b_0, c_1_0);
        c_1_0 = mad((float2)(a_0_of_1.s1), b_1, c_1_0);
        c_1_0 = mad((float2)(a_0_of_1.s2), b_2, c_1_0);
        c_1_0 = mad((float2)(a_0_of_1.s3), b_3, c_1_0);
        const float4 a_0_of_2 = intel_sub_group_shuffle(a_0, 2);
        c_2_0 = mad((float2)(a_0_of_2.s0), b_0, c_2_0);
        c_2_0 = mad((float2)(a_0_of_2.s1), b_1, c_2_0);
        c_2_0 = mad((float2)(a_0_of_2.s2), b_2, c_2_0);
        c_2_0 = mad((float2)(a_0_of_2.s3), b_3, c_2_0);
        const float4 a_0_of_3 = intel_sub_group_shuffle(a_0, 3);
        c_3_0 = mad((float2)(a_0_of_3.s0), b_0, c_3_0);
        c_3_0 = mad((float2)(a_0_of_3.s1), b_1, c_3_0);
        c_3_0 = mad((float2)(a_0_of_3.s2), b_2, c_3_0);
        c_3_0 = mad((float2)(a_0_of_3.s3), b_3, c_3_0);
    }

    gemm_4x2_1x4_store2(C + row * ldc + column, N - column, alpha, c_0_0);
    gemm_4x2_1x4_store2(C + (row + 1) * ldc + column, N - column, alpha, c_1_0);
    gemm_4x2_1x4_store2(C + (row + 2) * ldc + column, N - column, alpha, c_2_0);
    gemm_4x2_1x4_store2(C + (row + 3) * ldc + column, N - column, alpha, c_3_0);
}
