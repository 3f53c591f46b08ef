/*
 * gemm_8x2_2x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M at least 16, N at least 16.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
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
 * A work-group computes 16 along M by 16 along N.
 * Launch: local size {8, 2}, global size {8 * ceil(N / 16), 2 * ceil(M / 16)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges shift --tile 8x2 --wg 2x8 --sub-groups intel
 */

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index >= `first`. */
static void gemm_8x2_2x8_store2(
    __global float *const c, const int first,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (first <= 0) {
        vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (first <= 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_8x2_2x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int own_row = get_group_id(1) * 16;
    const int own_column = get_group_id(0) * 16;
    const int row = min(own_row, M - 16) + get_local_id(1) * 8;
    const int column = min(own_column, N - 16) + lane * 2;
    const long a_row = (long)row * lda;
    const long a_own = (long)(row + lane / 2) * lda + lane % 2 * 4;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float2 c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;

    int k = 0;
    for (; k + 8 <= depth; k += 8) {
        const long b_line = (long)k * ldb;
        const float4 a_0 = vload4(0, A + a_own + k);
        const float4 a_1 = vload4(0, A + a_own + k + (long)4 * lda);
        const float2 b_0 = vload2(0, B + b_line + column);
        const float2 b_1 = vload2(0, B + b_line + column + ldb);
        const float2 b_2 = vload2(0, B + b_line + column + (long)2 * ldb);
        const float2 b_3 = vload2(0, B + b_line + column + (long)3 * ldb);
        const float2 b_4 = vload2(0, B + b_line + column + (long)4 * ldb);
        const float2 b_5 = vload2(0, B + b_line + column + (long)5 * ldb);
        const float2 b_6 = vload2(0, B + b_line + column + (long)6 * ldb);
        const float2 b_7 = vload2(0, B + b_line + column + (long)7 * ldb);

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

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_row + k];
        const float a_1 = A[a_row + k + lda];
        const float a_2 = A[a_row + k + (long)2 * lda];
        const float a_3 = A[a_row + k + (long)3 * lda];
        const float a_4 = A[a_row + k + (long)4 * lda];
        const float a_5 = A[a_row + k + (long)5 * lda];
        const float a_6 = A[a_row + k + (long)6 * lda];
        const float a_7 = A[a_row + k + (long)7 * lda];
        const float2 b_0 = vload2(0, B + b_line + column);

        c_0_0 = mad((float2)(a_0), b_0, c_0_0);
        c_1_0 = mad((float2)(a_1), b_0, c_1_0);
        c_2_0 = mad((float2)(a_2), b_0, c_2_0);
        c_3_0 = mad((float2)(a_3), b_0, c_3_0);
        c_4_0 = mad((float2)(a_4), b_0, c_4_0);
        c_5_0 = mad((float2)(a_5), b_0, c_5_0);
        c_6_0 = mad((float2)(a_6), b_0, c_6_0);
        c_7_0 = mad((float2)(a_7), b_0, c_7_0);
    }

    if (row >= own_row) {
        gemm_8x2_2x8_store2(C + (long)row * ldc + column, own_column - column, alpha, c_0_0, beta);
    }
    if (row + 1 >= own_row) {
        gemm_8x2_2x8_store2(C + (long)(row + 1) * ldc + column, own_column - column, alpha, c_1_0, beta);
    }
    if (row + 2 >= own_row) {
        gemm_8x2_2x8_store2(C + (long)(row + 2) * ldc + column, own_column - column, alpha, c_2_0, beta);
    }
    if (row + 3 >= own_row) {
        gemm_8x2_2x8_store2(C + (long)(row + 3) * ldc + column, own_column - column, alpha, c_3_0, beta);
    }
    if (row + 4 >= own_row) {
        gemm_8x2_2x8_store2(C + (long)(row + 4) * ldc + column, own_column - column, alpha, c_4_0, beta);
    }
    if (row + 5 >= own_row) {
        gemm_8x2_2x8_store2(C + (long)(row + 5) * ldc + column, own_column - column, alpha, c_5_0, beta);
    }
    if (row + 6 >= own_row) {
        gemm_8x2_2x8_store2(C + (long)(row + 6) * ldc + column, own_column - column, alpha, c_6_0, beta);
    }
    if (row + 7 >= own_row) {
        gemm_8x2_2x8_store2(C + (long)(row + 7) * ldc + column, own_column - column, alpha, c_7_0, beta);
    }
}
