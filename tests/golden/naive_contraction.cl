/*
 * gemm_1x1_8x8: C = A * B
 *
 * Single precision, row-major, M = 15, N = 24, K = 56.
 * Rows of A and C count a, i, columns of B and C b, j, the last index fastest; the sum is over k, l.
 *
 *   A  t[i, k, a, l]
 *   B  v[k, b, l, j]
 *   C  c[a, b, i, j]
 *
 * A work-item computes one element of C.
 * Launch: local size {8, 8}, global size {24, 16}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --fixed a=3,b=4,i=5,j=6,k=7,l=8 --alpha 1 --product 'c[a,b,i,j]=t[i,k,a,l]*v[k,b,l,j]' --family naive
 */

/* C = product for one element. */
static void gemm_1x1_8x8_store(
    __global float *const c,
    const float product)
{
    c[0] = product;
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x1_8x8(
    __global const float *restrict A,
    __global const float *restrict B,
    __global float *restrict C)
{
    const int M = 15;
    const int K = 56;
    const int row = get_global_id(1);
    const int column = get_global_id(0);
    if (row >= M)
        return;
    const int a_of_a_0 = row / 5;
    const int i_of_a_0 = row % 5;
    const int b_of_b_0 = column / 6;
    const int j_of_b_0 = column % 6;
    const int a_row_0 = a_of_a_0 * 8 + i_of_a_0 * 168;
    const int b_column_0 = b_of_b_0 * 48 + j_of_b_0;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k) {
        const int k_of_a_0 = k / 8;
        const int l_of_a_0 = k % 8;
        const int k_of_b_0 = k / 8;
        const int l_of_b_0 = k % 8;
        const int a_step_0 = k_of_a_0 * 24 + l_of_a_0;
        const int b_step_0 = k_of_b_0 * 192 + l_of_b_0 * 6;
        const float a = A[a_row_0 + a_step_0];
        const float b = B[b_column_0 + b_step_0];
        sum = mad(a, b, sum);
    }

    const int a_of_c_0 = row / 5;
    const int i_of_c_0 = row % 5;
    const int b_of_c_0 = column / 6;
    const int j_of_c_0 = column % 6;
    const int c_row_0 = a_of_c_0 * 120 + i_of_c_0 * 6;
    const int c_column_0 = b_of_c_0 * 30 + j_of_c_0;
    gemm_1x1_8x8_store(C + c_row_0 + c_column_0, sum);
}
