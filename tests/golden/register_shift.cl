/*
 * gemm_2x4_2x4: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M at least 4, N at least 16.
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
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 4 along M by 16 along N.
 * Launch: local size {4, 2}, global size {4 * ceil(N / 16), 2 * ceil(M / 4)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges shift --family register --tile 2x4 --wg 2x4 --vec-c 4
 */

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index >= `first`. */
static void gemm_2x4_2x4_store4(
    __global float *const c, const int first,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (first <= 0) {
        vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (first <= 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (first <= 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
    if (first <= 3)
        c[3] = beta == 0.0f ? value.s3 : value.s3 + beta * c[3];
}

__kernel __attribute__((reqd_work_group_size(4, 2, 1)))
void gemm_2x4_2x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int own_row = get_group_id(1) * 4;
    const int own_column = get_group_id(0) * 16;
    const int row = min(own_row, M - 4) + get_local_id(1) * 2;
    const int column = min(own_column, N - 16) + get_local_id(0) * 4;
    const long a_row = (long)row * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_row + k];
        const float a_1 = A[a_row + k + lda];
        const float4 b_0 = vload4(0, B + b_line + column);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
    }

    if (row >= own_row) {
        gemm_2x4_2x4_store4(C + (long)row * ldc + column, own_column - column, alpha, c_0_0, beta);
    }
    if (row + 1 >= own_row) {
        gemm_2x4_2x4_store4(C + (long)(row + 1) * ldc + column, own_column - column, alpha, c_1_0, beta);
    }
}
