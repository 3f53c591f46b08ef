/*
 * gemm_2x1_1x4: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M a multiple of 2, N a multiple of 4, K a multiple of 4.
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
 * A work-item computes 2 x 1 elements of C: 2 along M by 1 along N.
 * A work-group computes 2 along M by 4 along N.
 * Launch: local size {4, 1}, global size {4 * ceil(N / 4), ceil(M / 2)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 4 work-items.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges exact --share block-read --tile 2x1 --wg 1x4
 */

/* C = alpha * product + beta * C for 2 elements, one per row. */
static void gemm_2x1_1x4_store2(
    __global float *const c, const int ldc,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
__attribute__((intel_reqd_sub_group_size(4)))
void gemm_2x1_1x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int first_column = get_group_id(0) * 4;
    const int row = get_group_id(1) * 2;
    const int column = first_column + lane;
    const long a_row = (long)row * lda;

    float2 c_0_0 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const long b_line = (long)k * ldb;
        const float2 a_0 = (float2)(
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row + k + lda))));
        const float b_0 = as_float(
            intel_sub_group_block_read((const __global uint *)(B + b_line + first_column)));
        const float b_1 = as_float(
            intel_sub_group_block_read((const __global uint *)(B + b_line + first_column + ldb)));
        const float b_2 = as_float(
            intel_sub_group_block_read((const __global uint *)(B + b_line + first_column + (long)2 * ldb)));
        const float b_3 = as_float(
            intel_sub_group_block_read((const __global uint *)(B + b_line + first_column + (long)3 * ldb)));

        /* The tile's rows 0 to 1. */
        const float2 a_0_of_0 = intel_sub_group_shuffle(a_0, 0);
        c_0_0 = mad(a_0_of_0, (float2)(b_0), c_0_0);
        const float2 a_0_of_1 = intel_sub_group_shuffle(a_0, 1);
        c_0_0 = mad(a_0_of_1, (float2)(b_1), c_0_0);
        const float2 a_0_of_2 = intel_sub_group_shuffle(a_0, 2);
        c_0_0 = mad(a_0_of_2, (float2)(b_2), c_0_0);
        const float2 a_0_of_3 = intel_sub_group_shuffle(a_0, 3);
        c_0_0 = mad(a_0_of_3, (float2)(b_3), c_0_0);
    }

    gemm_2x1_1x4_store2(C + (long)row * ldc + column, ldc, alpha, c_0_0, beta);
}
