/*
 * gemm_8x2_1x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
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
 * A work-group computes 8 along M by 16 along N.
 * Launch: local size {8, 1}, global size {8 * ceil(N / 16), ceil(M / 8)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --share block-read --tile 8x2 --wg 1x8
 */

/* C = alpha * product + beta * C for 8 elements, one per row; only those with index < `room`. */
static void gemm_8x2_1x8_store8(
    __global float *const c, const int ldc, const int room,
    const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
    if (room > 2)
        c[(long)2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
    if (room > 3)
        c[(long)3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
    if (room > 4)
        c[(long)4 * ldc] = beta == 0.0f ? value.s4 : value.s4 + beta * c[(long)4 * ldc];
    if (room > 5)
        c[(long)5 * ldc] = beta == 0.0f ? value.s5 : value.s5 + beta * c[(long)5 * ldc];
    if (room > 6)
        c[(long)6 * ldc] = beta == 0.0f ? value.s6 : value.s6 + beta * c[(long)6 * ldc];
    if (room > 7)
        c[(long)7 * ldc] = beta == 0.0f ? value.s7 : value.s7 + beta * c[(long)7 * ldc];
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
    const int first_column = get_group_id(0) * 16;
    const int row = get_group_id(1) * 8;
    const int column = first_column + lane;
    const int column_0 = min(column, N - 1);
    const int column_1 = min(column + 8, N - 1);
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_row_2 = (long)min(row + 2, M - 1) * lda;
    const long a_row_3 = (long)min(row + 3, M - 1) * lda;
    const long a_row_4 = (long)min(row + 4, M - 1) * lda;
    const long a_row_5 = (long)min(row + 5, M - 1) * lda;
    const long a_row_6 = (long)min(row + 6, M - 1) * lda;
    const long a_row_7 = (long)min(row + 7, M - 1) * lda;

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;

    const bool whole = first_column + 16 <= N;
    int k = 0;
    for (; whole && k + 8 <= depth; k += 8) {
        const long b_line = (long)k * ldb;
        const float8 a_0 = (float8)(
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_0 + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_1 + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_2 + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_3 + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_4 + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_5 + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_6 + k))),
            as_float(intel_sub_group_block_read((const __global uint *)(A + a_row_7 + k))));
        const float2 b_0 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column)));
        const float2 b_1 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + ldb)));
        const float2 b_2 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)2 * ldb)));
        const float2 b_3 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)3 * ldb)));
        const float2 b_4 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)4 * ldb)));
        const float2 b_5 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)5 * ldb)));
        const float2 b_6 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)6 * ldb)));
        const float2 b_7 = as_float2(
            intel_sub_group_block_read2((const __global uint *)(B + b_line + first_column + (long)7 * ldb)));

        /* The tile's rows 0 to 7. */
        const float8 a_0_of_0 = intel_sub_group_shuffle(a_0, 0);
        c_0_0 = mad(a_0_of_0, (float8)(b_0.s0), c_0_0);
        c_0_1 = mad(a_0_of_0, (float8)(b_0.s1), c_0_1);
        const float8 a_0_of_1 = intel_sub_group_shuffle(a_0, 1);
        c_0_0 = mad(a_0_of_1, (float8)(b_1.s0), c_0_0);
        c_0_1 = mad(a_0_of_1, (float8)(b_1.s1), c_0_1);
        const float8 a_0_of_2 = intel_sub_group_shuffle(a_0, 2);
        c_0_0 = mad(a_0_of_2, (float8)(b_2.s0), c_0_0);
        c_0_1 = mad(a_0_of_2, (float8)(b_2.s1), c_0_1);
        const float8 a_0_of_3 = intel_sub_group_shuffle(a_0, 3);
        c_0_0 = mad(a_0_of_3, (float8)(b_3.s0), c_0_0);
        c_0_1 = mad(a_0_of_3, (float8)(b_3.s1), c_0_1);
        const float8 a_0_of_4 = intel_sub_group_shuffle(a_0, 4);
        c_0_0 = mad(a_0_of_4, (float8)(b_4.s0), c_0_0);
        c_0_1 = mad(a_0_of_4, (float8)(b_4.s1), c_0_1);
        const float8 a_0_of_5 = intel_sub_group_shuffle(a_0, 5);
        c_0_0 = mad(a_0_of_5, (float8)(b_5.s0), c_0_0);
        c_0_1 = mad(a_0_of_5, (float8)(b_5.s1), c_0_1);
        const float8 a_0_of_6 = intel_sub_group_shuffle(a_0, 6);
        c_0_0 = mad(a_0_of_6, (float8)(b_6.s0), c_0_0);
        c_0_1 = mad(a_0_of_6, (float8)(b_6.s1), c_0_1);
        const float8 a_0_of_7 = intel_sub_group_shuffle(a_0, 7);
        c_0_0 = mad(a_0_of_7, (float8)(b_7.s0), c_0_0);
        c_0_1 = mad(a_0_of_7, (float8)(b_7.s1), c_0_1);
    }

    /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float8 a_0 = (float8)(
            A[a_row_0 + k],
            A[a_row_1 + k],
            A[a_row_2 + k],
            A[a_row_3 + k],
            A[a_row_4 + k],
            A[a_row_5 + k],
            A[a_row_6 + k],
            A[a_row_7 + k]);
        const float b_0 = B[b_line + column_0];
        const float b_1 = B[b_line + column_1];

        c_0_0 = mad(a_0, (float8)(b_0), c_0_0);
        c_0_1 = mad(a_0, (float8)(b_1), c_0_1);
    }

    if (column < N) {
        gemm_8x2_1x8_store8(C + (long)row * ldc + column, ldc, M - row, alpha, c_0_0, beta);
    }
    if (column + 8 < N) {
        gemm_8x2_1x8_store8(C + (long)row * ldc + column + 8, ldc, M - row, alpha, c_0_1, beta);
    }
}
