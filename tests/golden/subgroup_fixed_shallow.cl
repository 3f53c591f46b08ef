/*
 * gemm_4x2_2x4: C = alpha * A * B + beta * C
 *
 * Single precision, row-major, M = 9, N = 11, K = 3.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   B      K x N, row-major
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *
 * A work-item computes 4 x 2 elements of C: 4 along M by 2 along N.
 * A work-group computes 8 along M by 8 along N.
 * Launch: local size {4, 2}, global size {8, 4}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 9x11x3 --share shuffle --tile 4x2 --wg 2x4
 */

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_4x2_2x4_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(4, 2, 1)))
void gemm_4x2_2x4(
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int M = 9;
    const int N = 11;
    const int K = 3;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int row = get_group_id(1) * 8 + get_local_id(1) * 4;
    const int column = get_group_id(0) * 8 + lane * 2;
    const int column_0 = min(column, N - 1);
    const int column_1 = min(column + 1, N - 1);
    const int a_row_0 = min(row, M - 1) * lda;
    const int a_row_1 = min(row + 1, M - 1) * lda;
    const int a_row_2 = min(row + 2, M - 1) * lda;
    const int a_row_3 = min(row + 3, M - 1) * lda;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    /* All of K, one element at a time. */
    for (int k = 0; k < depth; ++k) {
        const int b_line = k * ldb;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float a_2 = A[a_row_2 + k];
        const float a_3 = A[a_row_3 + k];
        const float2 b_0 = (float2)(
            B[b_line + column_0],
            B[b_line + column_1]);

        c_0_0 = mad((float2)(a_0), b_0, c_0_0);
        c_1_0 = mad((float2)(a_1), b_0, c_1_0);
        c_2_0 = mad((float2)(a_2), b_0, c_2_0);
        c_3_0 = mad((float2)(a_3), b_0, c_3_0);
    }

    if (row < M) {
        gemm_4x2_2x4_store2(C + row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_4x2_2x4_store2(C + (row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
    if (row + 2 < M) {
        gemm_4x2_2x4_store2(C + (row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
    }
    if (row + 3 < M) {
        gemm_4x2_2x4_store2(C + (row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
    }
}
