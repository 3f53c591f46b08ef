/*
 * gemm_1x4_1x2: C = alpha * A * B + beta * C
 *
 * Single precision, row-major, M = 33, N = 20, K = 17.
 *
 *   alpha         scales the product; 0: neither A nor B is read
 *   A             M x K, row-major
 *   B_transposed  B transposed, without gaps
 *   beta          scales C before the update; 0: C is not read
 *   C             M x N, row-major
 *
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 1 along M by 8 along N.
 * Launch after gemm_1x4_1x2_transpose_b:
 *   local size {2, 1}, global size {6, 33}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 33x20x17 --family register --pretranspose b --tile 1x4 --wg 1x2
 */

/*
 * Transposes B. Leading dimension of B_transposed: `stride`.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {32, 32}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x4_1x2_transpose_b(
    __global const float *restrict B,
    __global float *restrict B_transposed)
{
    const int ldb = 20;
    const int stride = 17;
    __local float tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < 20 && y < 17)
        tile[j][i] = B[y * ldb + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (line < 20 && place < stride)
        B_transposed[line * stride + place] = tile[i][j];
}

/* C = alpha * product + beta * C for one element. */
static void gemm_1x4_1x2_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void gemm_1x4_1x2(
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B_transposed,
    const float beta,
    __global float *restrict C)
{
    const int N = 20;
    const int K = 17;
    const int lda = K;
    const int ldb = 17;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 4;
    const int a_row = row * lda;
    const int b_column_0 = min(column, N - 1) * ldb;
    const int b_column_1 = min(column + 1, N - 1) * ldb;
    const int b_column_2 = min(column + 2, N - 1) * ldb;
    const int b_column_3 = min(column + 3, N - 1) * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const float a_0 = A[a_row + k];
        const float b_0 = B_transposed[b_column_0 + k];
        const float b_1 = B_transposed[b_column_1 + k];
        const float b_2 = B_transposed[b_column_2 + k];
        const float b_3 = B_transposed[b_column_3 + k];

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
        c_0_2 = mad(a_0, b_2, c_0_2);
        c_0_3 = mad(a_0, b_3, c_0_3);
    }

    if (column < N)
        gemm_1x4_1x2_store(C + row * ldc + column, alpha, c_0_0, beta);
    if (column + 1 < N)
        gemm_1x4_1x2_store(C + row * ldc + column + 1, alpha, c_0_1, beta);
    if (column + 2 < N)
        gemm_1x4_1x2_store(C + row * ldc + column + 2, alpha, c_0_2, beta);
    if (column + 3 < N)
        gemm_1x4_1x2_store(C + row * ldc + column + 3, alpha, c_0_3, beta);
}
