/*
 * gemm_1x2_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A         M x K, column-major
 *   offset_a  offset of A in its buffer, in elements
 *   B         K x N, column-major
 *   ldb       leading dimension of B, in elements (>= K)
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, column-major
 *   offset_c  offset of C in its buffer, in elements
 *
 * A work-item computes 1 x 2 elements of C: 1 along N by 2 along M.
 * A work-group computes 8 along N by 16 along M.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 16), 8 * ceil(N / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --lda 512 --ldc tight --offset-a arg --offset-b 16 --offset-c arg --family register --tile 1x2
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x2_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const long offset_a,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const long offset_c)
{
    const int lda = 512;
    const int ldc = M;
    A += offset_a;
    B += 16;
    C += offset_c;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(0) * 2;
    const int column = get_global_id(1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float a_0 = A[a_line + min(row, M - 1)];
        const float a_1 = A[a_line + min(row + 1, M - 1)];
        const float b_0 = B[b_column_0 + k];

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_0_1 = mad(b_0, a_1, c_0_1);
    }

    if (column < N && row < M)
        gemm_1x2_8x8_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column < N && row + 1 < M)
        gemm_1x2_8x8_store(C + (long)column * ldc + row + 1, alpha, c_0_1, beta);
}
