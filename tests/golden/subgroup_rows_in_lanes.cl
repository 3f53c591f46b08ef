/*
 * gemm_8x1_1x4: C = alpha * A * B^T + beta * C
 *
 * Single precision, column-major; M a multiple of 4, N a multiple of 8, K a multiple of 4.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      N x K, column-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 8 x 1 elements of C: 8 along N by 1 along M.
 * A work-group computes 8 along N by 4 along M.
 * Launch: local size {4, 1}, global size {4 * ceil(M / 4), ceil(N / 8)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 4 work-items.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --transpose nt --edges exact --tile 8x1 --wg 1x4 --sub-groups intel
 */

/* C = alpha * product + beta * C for 2 elements, one per column, 4 columns apart. */
static void gemm_8x1_1x4_store2(
    __global float *const c, const int ldc,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    c[(long)4 * ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[(long)4 * ldc];
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
__attribute__((intel_reqd_sub_group_size(4)))
void gemm_8x1_1x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int row = get_group_id(0) * 4 + lane;
    const int column = get_group_id(1) * 8;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float2 b_0 = (float2)(
            B[b_line + column + lane],
            B[b_line + column + lane + 4]);
        const float2 b_1 = (float2)(
            B[b_line + column + lane + ldb],
            B[b_line + column + lane + 4 + ldb]);
        const float2 b_2 = (float2)(
            B[b_line + column + lane + (long)2 * ldb],
            B[b_line + column + lane + 4 + (long)2 * ldb]);
        const float2 b_3 = (float2)(
            B[b_line + column + lane + (long)3 * ldb],
            B[b_line + column + lane + 4 + (long)3 * ldb]);
        const float4 a_0 = (float4)(
            A[a_line + row],
            A[a_line + row + lda],
            A[a_line + row + (long)2 * lda],
            A[a_line + row + (long)3 * lda]);

        /* The tile's columns 0 to 4 in steps of 4. */
        const float2 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);
        c_0_0 = mad(b_0_of_0, (float2)(a_0.s0), c_0_0);
        const float2 b_1_of_0 = intel_sub_group_shuffle(b_1, 0);
        c_0_0 = mad(b_1_of_0, (float2)(a_0.s1), c_0_0);
        const float2 b_2_of_0 = intel_sub_group_shuffle(b_2, 0);
        c_0_0 = mad(b_2_of_0, (float2)(a_0.s2), c_0_0);
        const float2 b_3_of_0 = intel_sub_group_shuffle(b_3, 0);
        c_0_0 = mad(b_3_of_0, (float2)(a_0.s3), c_0_0);

        /* The tile's columns 1 to 5 in steps of 4. */
        const float2 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);
        c_1_0 = mad(b_0_of_1, (float2)(a_0.s0), c_1_0);
        const float2 b_1_of_1 = intel_sub_group_shuffle(b_1, 1);
        c_1_0 = mad(b_1_of_1, (float2)(a_0.s1), c_1_0);
        const float2 b_2_of_1 = intel_sub_group_shuffle(b_2, 1);
        c_1_0 = mad(b_2_of_1, (float2)(a_0.s2), c_1_0);
        const float2 b_3_of_1 = intel_sub_group_shuffle(b_3, 1);
        c_1_0 = mad(b_3_of_1, (float2)(a_0.s3), c_1_0);

        /* The tile's columns 2 to 6 in steps of 4. */
        const float2 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);
        c_2_0 = mad(b_0_of_2, (float2)(a_0.s0), c_2_0);
        const float2 b_1_of_2 = intel_sub_group_shuffle(b_1, 2);
        c_2_0 = mad(b_1_of_2, (float2)(a_0.s1), c_2_0);
        const float2 b_2_of_2 = intel_sub_group_shuffle(b_2, 2);
        c_2_0 = mad(b_2_of_2, (float2)(a_0.s2), c_2_0);
        const float2 b_3_of_2 = intel_sub_group_shuffle(b_3, 2);
        c_2_0 = mad(b_3_of_2, (float2)(a_0.s3), c_2_0);

        /* The tile's columns 3 to 7 in steps of 4. */
        const float2 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);
        c_3_0 = mad(b_0_of_3, (float2)(a_0.s0), c_3_0);
        const float2 b_1_of_3 = intel_sub_group_shuffle(b_1, 3);
        c_3_0 = mad(b_1_of_3, (float2)(a_0.s1), c_3_0);
        const float2 b_2_of_3 = intel_sub_group_shuffle(b_2, 3);
        c_3_0 = mad(b_2_of_3, (float2)(a_0.s2), c_3_0);
        const float2 b_3_of_3 = intel_sub_group_shuffle(b_3, 3);
        c_3_0 = mad(b_3_of_3, (float2)(a_0.s3), c_3_0);
    }

    gemm_8x1_1x4_store2(C + (long)column * ldc + row, ldc, alpha, c_0_0, beta);
    gemm_8x1_1x4_store2(C + (long)(column + 1) * ldc + row, ldc, alpha, c_1_0, beta);
    gemm_8x1_1x4_store2(C + (long)(column + 2) * ldc + row, ldc, alpha, c_2_0, beta);
    gemm_8x1_1x4_store2(C + (long)(column + 3) * ldc + row, ldc, alpha, c_3_0, beta);
}
