/*
 * gemm_2x1_4x8: C = alpha * A * B^T + C
 *
 * Single precision, row-major, M = 392, N = 8, K = 36.
 * Rows of A and C count n, p, q, columns of B and C f, the last index fastest; the sum is over r, s, c.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      x[n, p + r - 1, q + s - 1, c]; outside it is zero
 *   B      N x K, row-major
 *   C      M x N, row-major
 *
 * A work-item computes 2 x 1 elements of C: 2 along M by 1 along N.
 * A work-group computes 8 along M by 8 along N.
 * Launch: local size {8, 4}, global size {8, 196}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --fixed n=2,p=14,q=14,f=8,r=3,s=3,c=4 --product 'y[n,p,q,f]+=x[n,p+r-1,q+s-1,c]*w[f,r,s,c]' --extent x=,14,14, --family register --tile 2x1 --wg 4x8 --tile-k 2
 */

/* C = alpha * product + C for one element. */
static void gemm_2x1_4x8_store(
    __global float *const c,
    const float alpha, const float product)
{
    const float value = alpha * product;
    c[0] = value + c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void gemm_2x1_4x8(
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    __global float *restrict C)
{
    const int N = 8;
    const int K = 36;
    const int ldb = K;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0);
    const int n_of_a_0 = row / 196;
    const int p_of_a_0 = row / 14 % 14;
    const int q_of_a_0 = row % 14;
    const int a_at_1_0 = p_of_a_0 - 1;
    const int a_at_2_0 = q_of_a_0 - 1;
    const int n_of_a_1 = (row + 1) / 196;
    const int p_of_a_1 = (row + 1) / 14 % 14;
    const int q_of_a_1 = (row + 1) % 14;
    const int a_at_1_1 = p_of_a_1 - 1;
    const int a_at_2_1 = q_of_a_1 - 1;
    const int b_column = column * ldb;
    const int a_row_0 = a_at_1_0 * 56 + a_at_2_0 * 4 + n_of_a_0 * 784;
    const int a_row_1 = a_at_1_1 * 56 + a_at_2_1 * 4 + n_of_a_1 * 784;

    float c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; k += 2) {
        const int r_of_a_0 = k / 12;
        const int s_of_a_0 = k / 4 % 3;
        const int c_of_a_0 = k % 4;
        const int a_by_1_0 = r_of_a_0;
        const int a_by_2_0 = s_of_a_0;
        const int a_step_0 = a_by_1_0 * 56 + a_by_2_0 * 4 + c_of_a_0;
        const float a_0_0 = (uint)(a_at_1_0 + a_by_1_0) < 14 && (uint)(a_at_2_0 + a_by_2_0) < 14 ? A[a_row_0 + a_step_0] : 0;
        const float a_1_0 = (uint)(a_at_1_1 + a_by_1_0) < 14 && (uint)(a_at_2_1 + a_by_2_0) < 14 ? A[a_row_1 + a_step_0] : 0;
        const float a_0_1 = (uint)(a_at_1_0 + a_by_1_0) < 14 && (uint)(a_at_2_0 + a_by_2_0) < 14 ? A[a_row_0 + a_step_0 + 1] : 0;
        const float a_1_1 = (uint)(a_at_1_1 + a_by_1_0) < 14 && (uint)(a_at_2_1 + a_by_2_0) < 14 ? A[a_row_1 + a_step_0 + 1] : 0;
        const float b_0 = B[b_column + k];
        const float b_1 = B[b_column + k + 1];

        c_0_0 = mad(a_0_0, b_0, c_0_0);
        c_1_0 = mad(a_1_0, b_0, c_1_0);
        c_0_0 = mad(a_0_1, b_1, c_0_0);
        c_1_0 = mad(a_1_1, b_1, c_1_0);
    }

    gemm_2x1_4x8_store(C + row * ldc + column, alpha, c_0_0);
    gemm_2x1_4x8_store(C + (row + 1) * ldc + column, alpha, c_1_0);
}
