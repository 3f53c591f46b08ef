/*
 * gemm_4x2_1x4: C = alpha * A * B
 *
 * Single precision, row-major, M = 100, N = 100, K = 100.
 *
 *   alpha  factor of the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   B      K x N, row-major
 *   C      M x N, row-major
 *
 * A work-group computes 4 rows x 8 columns of C, a work-item 4 x 2.
 * Launch: local size {4, 1}, global size {52, 25}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 4 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 100x100x100 --beta 0 --tile 4x2 --wg 1x4 --sub-groups intel
 */

/* C = alpha * product for 4 elements, one from each of as many rows. */
static void store4(__global float *const c, const int ldc,
                   const float alpha, const float4 product)
{
    const float4 value = alpha * product;
    c[0] = value.s0;
    c[ldc] = value.s1;
    c[2 * ldc] = value.s2;
    c[3 * ldc] = value.s3;
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
    const int column = get_group_id(0) * 8 + lane;
    const int column_0 = min(column, N - 1);
    const int column_1 = min(column + 4, N - 1);
    const int a_row = row * lda;

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const int b_line = k * ldb;
        const int own_k = k + lane;
        const float4 a_0 = (float4)(
            A[a_row + own_k],
            A[a_row + own_k + lda],
            A[a_row + own_k + 2 * lda],
            A[a_row + own_k + 3 * lda]);
        const float4 b_0 = (float4)(
            B[b_line + column_0],
            B[b_line + column_0 + ldb],
            B[b_line + column_0 + 2 * ldb],
            B[b_line + column_0 + 3 * ldb]);
        const float4 b_1 = (float4)(
            B[b_line + column_1],
            B[b_line + column_1 + ldb],
            B[b_line + column_1 + 2 * ldb],
            B[b_line + column_1 + 3 * ldb]);

        /* The tile's rows 0 to 3. */
        const float4 a_0_of_0 = intel_sub_group_shuffle(a_0, 0);
        c_0_0 = mad(a_0_of_0, (float4)(b_0.s0), c_0_0);
        c_0_1 = mad(a_0_of_0, (float4)(b_1.s0), c_0_1);
        const float4 a_0_of_1 = intel_sub_group_shuffle(a_0, 1);
        c_0_0 = mad(a_0_of_1, (float4)(b_0.s1), c_0_0);
        c_0_1 = mad(a_0_of_1, (float4)(b_1.s1), c_0_1);
        const float4 a_0_of_2 = intel_sub_group_shuffle(a_0, 2);
        c_0_0 = mad(a_0_of_2, (float4)(b_0.s2), c_0_0);
        c_0_1 = mad(a_0_of_2, (float4)(b_1.s2), c_0_1);
        const float4 a_0_of_3 = intel_sub_group_shuffle(a_0, 3);
        c_0_0 = mad(a_0_of_3, (float4)(b_0.s3), c_0_0);
        c_0_1 = mad(a_0_of_3, (float4)(b_1.s3), c_0_1);
    }

    if (column < N)
        store4(C + row * ldc + column, ldc, alpha, c_0_0);
    if (column + 4 < N)
        store4(C + row * ldc + column + 4, ldc, alpha, c_0_1);
}
