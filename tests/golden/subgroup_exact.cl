/*
 * gemm_8x2_1x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M a multiple of 8, N a multiple of 16, K a multiple of 8.
 * Matrices of less than 2^31 elements.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 8 x 2 elements of C: 8 along M by 2 along N.
 * A work-group computes 8 along M by 16 along N.
 * Launch: local size {8, 1}, global size {8 * ceil(N / 16), ceil(M / 8)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges exact --tile 8x2 --wg 1x8 --sub-groups intel --index 32
 */

/* C = alpha * product + beta * C for 2 contiguous elements. */
static void gemm_8x2_1x8_store2(
    __global float *const c,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_8x2_1x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int row = get_group_id(1) * 8;
    const int column = get_group_id(0) * 16 + lane * 2;
    const int a_own = (row + lane / 2) * lda + lane % 2 * 4;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float2 c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const int b_line = k * ldb;
        const float4 a_0 = vload4(0, A + a_own + k);
        const float4 a_1 = vload4(0, A + a_own + k + 4 * lda);
        const float2 b_0 = vload2(0, B + b_line + column);
        const float2 b_1 = vload2(0, B + b_line + column + ldb);
        const float2 b_2 = vload2(0, B + b_line + column + 2 * ldb);
        const float2 b_3 = vload2(0, B + b_line + column + 3 * ldb);
        const float2 b_4 = vload2(0, B + b_line + column + 4 * ldb);
        const float2 b_5 = vload2(0, B + b_line + column + 5 * ldb);
        const float2 b_6 = vload2(0, B + b_line + column + 6 * ldb);
        const float2 b_7 = vload2(0, B + b_line + column + 7 * ldb);

        /* The tile's rows 0 to 3. */
        const float4 a_0_of_0 = intel_sub_group_shuffle(a_0, 0);
        c_0_0 = mad((float2)(a_0_of_0.s0), b_0, c_0_0);
        c_0_0 = mad((float2)(a_0_of_0.s1), b_1, c_0_0);
        c_0_0 = mad((float2)(a_0_of_0.s2), b_2, c_0_0);
        c_0_0 = mad((float2)(a_0_of_0.s3), b_3, c_0_0);
        const float4 a_0_of_1 = intel_sub_group_shuffle(a_0, 1);
        c_0_0 = mad((float2)(a_0_of_1.s0), b_4, c_0_0);
        c_0_0 = mad((float2)(a_0_of_1.s1), b_5, c_0_0);
        c_0_0 = mad((float2)(a_0_of_1.s2), b_6, c_0_0);
        c_0_0 = mad((float2)(a_0_of_1.s3), b_7, c_0_0);
        const float4 a_0_of_2 = intel_sub_group_shuffle(a_0, 2);
        c_1_0 = mad((float2)(a_0_of_2.s0), b_0, c_1_0);
        c_1_0 = mad((float2)(a_0_of_2.s1), b_1, c_1_0);
        c_1_0 = mad((float2)(a_0_of_2.s2), b_2, c_1_0);
        c_1_0 = mad((float2)(a_0_of_2.s3), b_3, c_1_0);
        const float4 a_0_of_3 = intel_sub_group_shuffle(a_0, 3);
        c_1_0 = mad((float2)(a_0_of_3.s0), b_4, c_1_0);
        c_1_0 = mad((float2)(a_0_of_3.s1), b_5, c_1_0);
        c_1_0 = mad((float2)(a_0_of_3.s2), b_6, c_1_0);
        c_1_0 = mad((float2)(a_0_of_3.s3), b_7, c_1_0);
        const float4 a_0_of_4 = intel_sub_group_shuffle(a_0, 4);
        c_2_0 = mad((float2)(a_0_of_4.s0), b_0, c_2_0);
        c_2_0 = mad((float2)(a_0_of_4.s1), b_1, c_2_0);
        c_2_0 = mad((float2)(a_0_of_4.s2), b_2, c_2_0);
        c_2_0 = mad((float2)(a_0_of_4.s3), b_3, c_2_0);
        const float4 a_0_of_5 = intel_sub_group_shuffle(a_0, 5);
        c_2_0 = mad((float2)(a_0_of_5.s0), b_4, c_2_0);
        c_2_0 = mad((float2)(a_0_of_5.s1), b_5, c_2_0);
        c_2_0 = mad((float2)(a_0_of_5.s2), b_6, c_2_0);
        c_2_0 = mad((float2)(a_0_of_5.s3), b_7, c_2_0);
        const float4 a_0_of_6 = intel_sub_group_shuffle(a_0, 6);
        c_3_0 = mad((float2)(a_0_of_6.s0), b_0, c_3_0);
        c_3_0 = mad((float2)(a_0_of_6.s1), b_1, c_3_0);
        c_3_0 = mad((float2)(a_0_of_6.s2), b_2, c_3_0);
        c_3_0 = mad((float2)(a_0_of_6.s3), b_3, c_3_0);
        const float4 a_0_of_7 = intel_sub_group_shuffle(a_0, 7);
        c_3_0 = mad((float2)(a_0_of_7.s0), b_4, c_3_0);
        c_3_0 = mad((float2)(a_0_of_7.s1), b_5, c_3_0);
        c_3_0 = mad((float2)(a_0_of_7.s2), b_6, c_3_0);
        c_3_0 = mad((float2)(a_0_of_7.s3), b_7, c_3_0);

        /* The tile's rows 4 to 7. */
        const float4 a_1_of_0 = intel_sub_group_shuffle(a_1, 0);
        c_4_0 = mad((float2)(a_1_of_0.s0), b_0, c_4_0);
        c_4_0 = mad((float2)(a_1_of_0.s1), b_1, c_4_0);
        c_4_0 = mad((float2)(a_1_of_0.s2), b_2, c_4_0);
        c_4_0 = mad((float2)(a_1_of_0.s3), b_3, c_4_0);
        const float4 a_1_of_1 = intel_sub_group_shuffle(a_1, 1);
        c_4_0 = mad((float2)(a_1_of_1.s0), b_4, c_4_0);
        c_4_0 = mad((float2)(a_1_of_1.s1), b_5, c_4_0);
        c_4_0 = mad((float2)(a_1_of_1.s2), b_6, c_4_0);
        c_4_0 = mad((float2)(a_1_of_1.s3), b_7, c_4_0);
        const float4 a_1_of_2 = intel_sub_group_shuffle(a_1, 2);
        c_5_0 = mad((float2)(a_1_of_2.s0), b_0, c_5_0);
        c_5_0 = mad((float2)(a_1_of_2.s1), b_1, c_5_0);
        c_5_0 = mad((float2)(a_1_of_2.s2), b_2, c_5_0);
        c_5_0 = mad((float2)(a_1_of_2.s3), b_3, c_5_0);
        const float4 a_1_of_3 = intel_sub_group_shuffle(a_1, 3);
        c_5_0 = mad((float2)(a_1_of_3.s0), b_4, c_5_0);
        c_5_0 = mad((float2)(a_1_of_3.s1), b_5, c_5_0);
        c_5_0 = mad((float2)(a_1_of_3.s2), b_6, c_5_0);
        c_5_0 = mad((float2)(a_1_of_3.s3), b_7, c_5_0);
        const float4 a_1_of_4 = intel_sub_group_shuffle(a_1, 4);
        c_6_0 = mad((float2)(a_1_of_4.s0), b_0, c_6_0);
        c_6_0 = mad((float2)(a_1_of_4.s1), b_1, c_6_0);
        c_6_0 = mad((float2)(a_1_of_4.s2), b_2, c_6_0);
        c_6_0 = mad((float2)(a_1_of_4.s3), b_3, c_6_0);
        const float4 a_1_of_5 = intel_sub_group_shuffle(a_1, 5);
        c_6_0 = mad((float2)(a_1_of_5.s0), b_4, c_6_0);
        c_6_0 = mad((float2)(a_1_of_5.s1), b_5, c_6_0);
        c_6_0 = mad((float2)(a_1_of_5.s2), b_6, c_6_0);
        c_6_0 = mad((float2)(a_1_of_5.s3), b_7, c_6_0);
        const float4 a_1_of_6 = intel_sub_group_shuffle(a_1, 6);
        c_7_0 = mad((float2)(a_1_of_6.s0), b_0, c_7_0);
        c_7_0 = mad((float2)(a_1_of_6.s1), b_1, c_7_0);
        c_7_0 = mad((float2)(a_1_of_6.s2), b_2, c_7_0);
        c_7_0 = mad((float2)(a_1_of_6.s3), b_3, c_7_0);
        const float4 a_1_of_7 = intel_sub_group_shuffle(a_1, 7);
        c_7_0 = mad((float2)(a_1_of_7.s0), b_4, c_7_0);
        c_7_0 = mad((float2)(a_1_of_7.s1), b_5, c_7_0);
        c_7_0 = mad((float2)(a_1_of_7.s2), b_6, c_7_0);
        c_7_0 = mad((float2)(a_1_of_7.s3), b_7, c_7_0);
    }

    gemm_8x2_1x8_store2(C + row * ldc + column, alpha, c_0_0, beta);
    gemm_8x2_1x8_store2(C + (row + 1) * ldc + column, alpha, c_1_0, beta);
    gemm_8x2_1x8_store2(C + (row + 2) * ldc + column, alpha, c_2_0, beta);
    gemm_8x2_1x8_store2(C + (row + 3) * ldc + column, alpha, c_3_0, beta);
    gemm_8x2_1x8_store2(C + (row + 4) * ldc + column, alpha, c_4_0, beta);
    gemm_8x2_1x8_store2(C + (row + 5) * ldc + column, alpha, c_5_0, beta);
    gemm_8x2_1x8_store2(C + (row + 6) * ldc + column, alpha, c_6_0, beta);
    gemm_8x2_1x8_store2(C + (row + 7) * ldc + column, alpha, c_7_0, beta);
}
