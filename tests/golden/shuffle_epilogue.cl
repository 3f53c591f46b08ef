/*
 * gemm_2x1_1x2: C = leaky_relu(alpha * A * B + beta * C + bias, 0.01)
 *
 * Single precision, row-major; M at least 2, N at least 2.
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
 * A work-item computes 2 x 1 elements of C: 2 along M by 1 along N.
 * A work-group computes 2 along M by 2 along N.
 * Launch: local size {2, 1}, global size {2 * ceil(N / 2), ceil(M / 2)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --epilogue bias:row,leaky_relu:0.01 --edges shift --share shuffle --tile 2x1 --wg 1x2 --sub-groups emulated
 */

/* leaky_relu(value + bias, 0.01). */
static float gemm_2x1_1x2_epilogue(
    float value,
    const int row,
    const __global float *const bias)
{
    value += bias[row];
    value = value < 0.0f ? 0.01f * value : value;
    return value;
}

/* C = epilogue(alpha * product + beta * C) for 2 elements, one per row; only those with index >= `first`. */
static void gemm_2x1_1x2_store2(
    __global float *const c, const int ldc, const int first,
    const float alpha, const float2 product, const float beta,
    const int row,
    const __global float *const bias)
{
    const float2 value = alpha * product;
    if (first <= 0) {
        const float updated_s0 = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
        c[0] = gemm_2x1_1x2_epilogue(updated_s0, row, bias);
    }
    if (first <= 1) {
        const float updated_s1 = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];
        c[ldc] = gemm_2x1_1x2_epilogue(updated_s1, row + 1, bias);
    }
}

__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void gemm_2x1_1x2(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const float *restrict bias)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int own_row = get_group_id(1) * 2;
    const int own_column = get_group_id(0) * 2;
    const int row = min(own_row, M - 2);
    const int column = min(own_column, N - 2) + lane;
    const long a_row = (long)row * lda;
    __local float2 exchange[1][2];

    float2 c_0_0 = 0.0f;

    int k = 0;
    for (; k + 2 <= depth; k += 2) {
        const long b_line = (long)k * ldb;
        const int own_k = k + lane;
        const float2 a_0 = (float2)(
            A[a_row + own_k],
            A[a_row + own_k + lda]);
        barrier(CLK_LOCAL_MEM_FENCE);
        exchange[0][lane] = a_0;
        barrier(CLK_LOCAL_MEM_FENCE);
        const float2 b_0 = (float2)(
            B[b_line + column],
            B[b_line + column + ldb]);

        /* The tile's rows 0 to 1. */
        const float2 a_0_of_0 = exchange[0][0];
        c_0_0 = mad(a_0_of_0, (float2)(b_0.s0), c_0_0);
        const float2 a_0_of_1 = exchange[0][1];
        c_0_0 = mad(a_0_of_1, (float2)(b_0.s1), c_0_0);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float2 a_0 = (float2)(
            A[a_row + k],
            A[a_row + k + lda]);
        const float b_0 = B[b_line + column];

        c_0_0 = mad(a_0, (float2)(b_0), c_0_0);
    }

    if (column >= own_column) {
        gemm_2x1_1x2_store2(C + (long)row * ldc + column, ldc, own_row - row, alpha, c_0_0, beta, row, bias);
    }
}
