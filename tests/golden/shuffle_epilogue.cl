/*
 * gemm_4x1_1x4: C = leaky_relu(alpha * A * B + beta * C + bias, 0.01)
 *
 * Single precision, row-major; M at least 4, N at least 4.
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
 *   bias   is added, one element for each row of C (M)
 *
 * A work-item computes 4 x 1 elements of C: 4 along M by 1 along N.
 * A work-group computes 4 along M by 4 along N.
 * Launch: local size {4, 1}, global size {4 * ceil(N / 4), ceil(M / 4)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --epilogue bias:row,leaky_relu:0.01 --edges shift --share shuffle --tile 4x1 --wg 1x4 --sub-groups emulated
 */

/* leaky_relu(value + bias, 0.01). */
static float gemm_4x1_1x4_epilogue(
    float value,
    const int row,
    const __global float *const bias)
{
    value += bias[row];
    value = value < 0.0f ? 0.01f * value : value;
    return value;
}

/* C = epilogue(alpha * product + beta * C) for 4 elements, one per row; only those with index >= `first`. */
static void gemm_4x1_1x4_store4(
    __global float *const c, const int ldc, const int first,
    const float alpha, const float4 product, const float beta,
    const int row,
    const __global float *const bias)
{
    const float4 value = alpha * product;
    if (first <= 0) {
        const float updated_s0 = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
        c[0] = gemm_4x1_1x4_epilogue(updated_s0, row, bias);
    }
    if (first <= 1) {
        const float updated_s1 = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
        c[ldc] = gemm_4x1_1x4_epilogue(updated_s1, row + 1, bias);
    }
    if (first <= 2) {
        const float updated_s2 = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];
        c[(long)2 * ldc] = gemm_4x1_1x4_epilogue(updated_s2, row + 2, bias);
    }
    if (first <= 3) {
        const float updated_s3 = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];
        c[(long)3 * ldc] = gemm_4x1_1x4_epilogue(updated_s3, row + 3, bias);
    }
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void gemm_4x1_1x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const float *restrict bias)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int own_row = get_group_id(1) * 4;
    const int own_column = get_group_id(0) * 4;
    const int row = min(own_row, M - 4);
    const int column = min(own_column, N - 4) + lane;
    const long a_row = (long)row * lda;
    __local float4 exchange[1][4];

    float4 c_0_0 = 0.0f;

    int k = 0;
    for (; k + 4 <= depth; k += 4) {
        const long b_line = (long)k * ldb;
        const int own_k = k + lane;
        const float4 a_0 = (float4)(
            A[a_row + own_k],
            A[a_row + own_k + lda],
            A[a_row + own_k + (long)2 * lda],
            A[a_row + own_k + (long)3 * lda]);
        barrier(CLK_LOCAL_MEM_FENCE);
        exchange[0][lane] = a_0;
        barrier(CLK_LOCAL_MEM_FENCE);
        const float4 b_0 = (float4)(
            B[b_line + column],
            B[b_line + column + ldb],
            B[b_line + column + (long)2 * ldb],
            B[b_line + column + (long)3 * ldb]);

        /* The tile's rows 0 to 3. */
        const float4 a_0_of_0 = exchange[0][0];
        c_0_0 = mad(a_0_of_0, (float4)(b_0.s0), c_0_0);
        const float4 a_0_of_1 = exchange[0][1];
        c_0_0 = mad(a_0_of_1, (float4)(b_0.s1), c_0_0);
        const float4 a_0_of_2 = exchange[0][2];
        c_0_0 = mad(a_0_of_2, (float4)(b_0.s2), c_0_0);
        const float4 a_0_of_3 = exchange[0][3];
        c_0_0 = mad(a_0_of_3, (float4)(b_0.s3), c_0_0);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float4 a_0 = (float4)(
            A[a_row + k],
            A[a_row + k + lda],
            A[a_row + k + (long)2 * lda],
            A[a_row + k + (long)3 * lda]);
        const float b_0 = B[b_line + column];

        c_0_0 = mad(a_0, (float4)(b_0), c_0_0);
    }

    if (column >= own_column) {
        gemm_4x1_1x4_store4(C + (long)row * ldc + column, ldc, own_row - row, alpha, c_0_0, beta, row, bias);
    }
}
