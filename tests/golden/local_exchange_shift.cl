/*
 * gemm_8x4_4x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; M at least 32, N at least 32.
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
 * A work-item computes 8 x 4 elements of C: 8 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {8, 4}, global size {8 * ceil(N / 32), 4 * ceil(M / 32)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges shift --share local --tile 8x4 --wg 4x8 --exchange --sub-groups intel
 */

/* C = alpha * product + beta * C for one element. */
static void gemm_8x4_4x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_8x4_4x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int own_row = get_group_id(1) * 32;
    const int own_column = get_group_id(0) * 32;
    const int first_row = min(own_row, M - 32);
    const int tile_row = get_local_id(1) * 8;
    const int first_column = min(own_column, N - 32);
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int lane = get_local_id(0);
    const int lane_row = tile_row + lane;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 16;
    const int a_at = item % 16;
    const int b_line = 0;
    const int b_at = item;
    const long a_from = (long)(first_row + a_line) * lda;
    const int b_from = first_column + b_at;
    __local float a_tile[32][16];
    __local float b_tile[16][32];

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float c_2_0 = 0.0f, c_2_1 = 0.0f, c_2_2 = 0.0f, c_2_3 = 0.0f;
    float c_3_0 = 0.0f, c_3_1 = 0.0f, c_3_2 = 0.0f, c_3_3 = 0.0f;
    float c_4_0 = 0.0f, c_4_1 = 0.0f, c_4_2 = 0.0f, c_4_3 = 0.0f;
    float c_5_0 = 0.0f, c_5_1 = 0.0f, c_5_2 = 0.0f, c_5_3 = 0.0f;
    float c_6_0 = 0.0f, c_6_1 = 0.0f, c_6_2 = 0.0f, c_6_3 = 0.0f;
    float c_7_0 = 0.0f, c_7_1 = 0.0f, c_7_2 = 0.0f, c_7_3 = 0.0f;

    const int end = depth - depth % 16;
    int k = 0;
    for (; k < end; k += 16) {
        const float a_load_0 = A[a_from + k + a_at];
        const float a_load_1 = A[a_from + (long)2 * lda + k + a_at];
        const float a_load_2 = A[a_from + (long)4 * lda + k + a_at];
        const float a_load_3 = A[a_from + (long)6 * lda + k + a_at];
        const float a_load_4 = A[a_from + (long)8 * lda + k + a_at];
        const float a_load_5 = A[a_from + (long)10 * lda + k + a_at];
        const float a_load_6 = A[a_from + (long)12 * lda + k + a_at];
        const float a_load_7 = A[a_from + (long)14 * lda + k + a_at];
        const float a_load_8 = A[a_from + (long)16 * lda + k + a_at];
        const float a_load_9 = A[a_from + (long)18 * lda + k + a_at];
        const float a_load_10 = A[a_from + (long)20 * lda + k + a_at];
        const float a_load_11 = A[a_from + (long)22 * lda + k + a_at];
        const float a_load_12 = A[a_from + (long)24 * lda + k + a_at];
        const float a_load_13 = A[a_from + (long)26 * lda + k + a_at];
        const float a_load_14 = A[a_from + (long)28 * lda + k + a_at];
        const float a_load_15 = A[a_from + (long)30 * lda + k + a_at];
        const float b_load_0 = B[(long)(k + b_line) * ldb + b_from];
        const float b_load_1 = B[(long)(k + b_line + 1) * ldb + b_from];
        const float b_load_2 = B[(long)(k + b_line + 2) * ldb + b_from];
        const float b_load_3 = B[(long)(k + b_line + 3) * ldb + b_from];
        const float b_load_4 = B[(long)(k + b_line + 4) * ldb + b_from];
        const float b_load_5 = B[(long)(k + b_line + 5) * ldb + b_from];
        const float b_load_6 = B[(long)(k + b_line + 6) * ldb + b_from];
        const float b_load_7 = B[(long)(k + b_line + 7) * ldb + b_from];
        const float b_load_8 = B[(long)(k + b_line + 8) * ldb + b_from];
        const float b_load_9 = B[(long)(k + b_line + 9) * ldb + b_from];
        const float b_load_10 = B[(long)(k + b_line + 10) * ldb + b_from];
        const float b_load_11 = B[(long)(k + b_line + 11) * ldb + b_from];
        const float b_load_12 = B[(long)(k + b_line + 12) * ldb + b_from];
        const float b_load_13 = B[(long)(k + b_line + 13) * ldb + b_from];
        const float b_load_14 = B[(long)(k + b_line + 14) * ldb + b_from];
        const float b_load_15 = B[(long)(k + b_line + 15) * ldb + b_from];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 2][a_at] = a_load_1;
        a_tile[a_line + 4][a_at] = a_load_2;
        a_tile[a_line + 6][a_at] = a_load_3;
        a_tile[a_line + 8][a_at] = a_load_4;
        a_tile[a_line + 10][a_at] = a_load_5;
        a_tile[a_line + 12][a_at] = a_load_6;
        a_tile[a_line + 14][a_at] = a_load_7;
        a_tile[a_line + 16][a_at] = a_load_8;
        a_tile[a_line + 18][a_at] = a_load_9;
        a_tile[a_line + 20][a_at] = a_load_10;
        a_tile[a_line + 22][a_at] = a_load_11;
        a_tile[a_line + 24][a_at] = a_load_12;
        a_tile[a_line + 26][a_at] = a_load_13;
        a_tile[a_line + 28][a_at] = a_load_14;
        a_tile[a_line + 30][a_at] = a_load_15;
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line + 1][b_at] = b_load_1;
        b_tile[b_line + 2][b_at] = b_load_2;
        b_tile[b_line + 3][b_at] = b_load_3;
        b_tile[b_line + 4][b_at] = b_load_4;
        b_tile[b_line + 5][b_at] = b_load_5;
        b_tile[b_line + 6][b_at] = b_load_6;
        b_tile[b_line + 7][b_at] = b_load_7;
        b_tile[b_line + 8][b_at] = b_load_8;
        b_tile[b_line + 9][b_at] = b_load_9;
        b_tile[b_line + 10][b_at] = b_load_10;
        b_tile[b_line + 11][b_at] = b_load_11;
        b_tile[b_line + 12][b_at] = b_load_12;
        b_tile[b_line + 13][b_at] = b_load_13;
        b_tile[b_line + 14][b_at] = b_load_14;
        b_tile[b_line + 15][b_at] = b_load_15;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float a_own = a_tile[lane_row][step];
            const float a_0 = intel_sub_group_shuffle(a_own, 0);
            const float a_1 = intel_sub_group_shuffle(a_own, 1);
            const float a_2 = intel_sub_group_shuffle(a_own, 2);
            const float a_3 = intel_sub_group_shuffle(a_own, 3);
            const float a_4 = intel_sub_group_shuffle(a_own, 4);
            const float a_5 = intel_sub_group_shuffle(a_own, 5);
            const float a_6 = intel_sub_group_shuffle(a_own, 6);
            const float a_7 = intel_sub_group_shuffle(a_own, 7);
            const float b_0 = b_tile[step][tile_column];
            const float b_1 = b_tile[step][tile_column + 1];
            const float b_2 = b_tile[step][tile_column + 2];
            const float b_3 = b_tile[step][tile_column + 3];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
            c_0_2 = mad(a_0, b_2, c_0_2);
            c_0_3 = mad(a_0, b_3, c_0_3);
            c_1_0 = mad(a_1, b_0, c_1_0);
            c_1_1 = mad(a_1, b_1, c_1_1);
            c_1_2 = mad(a_1, b_2, c_1_2);
            c_1_3 = mad(a_1, b_3, c_1_3);
            c_2_0 = mad(a_2, b_0, c_2_0);
            c_2_1 = mad(a_2, b_1, c_2_1);
            c_2_2 = mad(a_2, b_2, c_2_2);
            c_2_3 = mad(a_2, b_3, c_2_3);
            c_3_0 = mad(a_3, b_0, c_3_0);
            c_3_1 = mad(a_3, b_1, c_3_1);
            c_3_2 = mad(a_3, b_2, c_3_2);
            c_3_3 = mad(a_3, b_3, c_3_3);
            c_4_0 = mad(a_4, b_0, c_4_0);
            c_4_1 = mad(a_4, b_1, c_4_1);
            c_4_2 = mad(a_4, b_2, c_4_2);
            c_4_3 = mad(a_4, b_3, c_4_3);
            c_5_0 = mad(a_5, b_0, c_5_0);
            c_5_1 = mad(a_5, b_1, c_5_1);
            c_5_2 = mad(a_5, b_2, c_5_2);
            c_5_3 = mad(a_5, b_3, c_5_3);
            c_6_0 = mad(a_6, b_0, c_6_0);
            c_6_1 = mad(a_6, b_1, c_6_1);
            c_6_2 = mad(a_6, b_2, c_6_2);
            c_6_3 = mad(a_6, b_3, c_6_3);
            c_7_0 = mad(a_7, b_0, c_7_0);
            c_7_1 = mad(a_7, b_1, c_7_1);
            c_7_2 = mad(a_7, b_2, c_7_2);
            c_7_3 = mad(a_7, b_3, c_7_3);
        }
    }

    /* The remainder of K. */
    if (k < depth) {
        const int left = depth - k;
        const float a_load_0 = A[a_from + min(k + a_at, K - 1)];
        const float a_load_1 = A[a_from + (long)2 * lda + min(k + a_at, K - 1)];
        const float a_load_2 = A[a_from + (long)4 * lda + min(k + a_at, K - 1)];
        const float a_load_3 = A[a_from + (long)6 * lda + min(k + a_at, K - 1)];
        const float a_load_4 = A[a_from + (long)8 * lda + min(k + a_at, K - 1)];
        const float a_load_5 = A[a_from + (long)10 * lda + min(k + a_at, K - 1)];
        const float a_load_6 = A[a_from + (long)12 * lda + min(k + a_at, K - 1)];
        const float a_load_7 = A[a_from + (long)14 * lda + min(k + a_at, K - 1)];
        const float a_load_8 = A[a_from + (long)16 * lda + min(k + a_at, K - 1)];
        const float a_load_9 = A[a_from + (long)18 * lda + min(k + a_at, K - 1)];
        const float a_load_10 = A[a_from + (long)20 * lda + min(k + a_at, K - 1)];
        const float a_load_11 = A[a_from + (long)22 * lda + min(k + a_at, K - 1)];
        const float a_load_12 = A[a_from + (long)24 * lda + min(k + a_at, K - 1)];
        const float a_load_13 = A[a_from + (long)26 * lda + min(k + a_at, K - 1)];
        const float a_load_14 = A[a_from + (long)28 * lda + min(k + a_at, K - 1)];
        const float a_load_15 = A[a_from + (long)30 * lda + min(k + a_at, K - 1)];
        const float b_load_0 = B[(long)min(k + b_line, K - 1) * ldb + b_from];
        const float b_load_1 = B[(long)min(k + b_line + 1, K - 1) * ldb + b_from];
        const float b_load_2 = B[(long)min(k + b_line + 2, K - 1) * ldb + b_from];
        const float b_load_3 = B[(long)min(k + b_line + 3, K - 1) * ldb + b_from];
        const float b_load_4 = B[(long)min(k + b_line + 4, K - 1) * ldb + b_from];
        const float b_load_5 = B[(long)min(k + b_line + 5, K - 1) * ldb + b_from];
        const float b_load_6 = B[(long)min(k + b_line + 6, K - 1) * ldb + b_from];
        const float b_load_7 = B[(long)min(k + b_line + 7, K - 1) * ldb + b_from];
        const float b_load_8 = B[(long)min(k + b_line + 8, K - 1) * ldb + b_from];
        const float b_load_9 = B[(long)min(k + b_line + 9, K - 1) * ldb + b_from];
        const float b_load_10 = B[(long)min(k + b_line + 10, K - 1) * ldb + b_from];
        const float b_load_11 = B[(long)min(k + b_line + 11, K - 1) * ldb + b_from];
        const float b_load_12 = B[(long)min(k + b_line + 12, K - 1) * ldb + b_from];
        const float b_load_13 = B[(long)min(k + b_line + 13, K - 1) * ldb + b_from];
        const float b_load_14 = B[(long)min(k + b_line + 14, K - 1) * ldb + b_from];
        const float b_load_15 = B[(long)min(k + b_line + 15, K - 1) * ldb + b_from];
        barrier(CLK_LOCAL_MEM_FENCE);
        a_tile[a_line][a_at] = a_load_0;
        a_tile[a_line + 2][a_at] = a_load_1;
        a_tile[a_line + 4][a_at] = a_load_2;
        a_tile[a_line + 6][a_at] = a_load_3;
        a_tile[a_line + 8][a_at] = a_load_4;
        a_tile[a_line + 10][a_at] = a_load_5;
        a_tile[a_line + 12][a_at] = a_load_6;
        a_tile[a_line + 14][a_at] = a_load_7;
        a_tile[a_line + 16][a_at] = a_load_8;
        a_tile[a_line + 18][a_at] = a_load_9;
        a_tile[a_line + 20][a_at] = a_load_10;
        a_tile[a_line + 22][a_at] = a_load_11;
        a_tile[a_line + 24][a_at] = a_load_12;
        a_tile[a_line + 26][a_at] = a_load_13;
        a_tile[a_line + 28][a_at] = a_load_14;
        a_tile[a_line + 30][a_at] = a_load_15;
        b_tile[b_line][b_at] = b_load_0;
        b_tile[b_line + 1][b_at] = b_load_1;
        b_tile[b_line + 2][b_at] = b_load_2;
        b_tile[b_line + 3][b_at] = b_load_3;
        b_tile[b_line + 4][b_at] = b_load_4;
        b_tile[b_line + 5][b_at] = b_load_5;
        b_tile[b_line + 6][b_at] = b_load_6;
        b_tile[b_line + 7][b_at] = b_load_7;
        b_tile[b_line + 8][b_at] = b_load_8;
        b_tile[b_line + 9][b_at] = b_load_9;
        b_tile[b_line + 10][b_at] = b_load_10;
        b_tile[b_line + 11][b_at] = b_load_11;
        b_tile[b_line + 12][b_at] = b_load_12;
        b_tile[b_line + 13][b_at] = b_load_13;
        b_tile[b_line + 14][b_at] = b_load_14;
        b_tile[b_line + 15][b_at] = b_load_15;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_own = a_tile[lane_row][step];
            const float a_0 = intel_sub_group_shuffle(a_own, 0);
            const float a_1 = intel_sub_group_shuffle(a_own, 1);
            const float a_2 = intel_sub_group_shuffle(a_own, 2);
            const float a_3 = intel_sub_group_shuffle(a_own, 3);
            const float a_4 = intel_sub_group_shuffle(a_own, 4);
            const float a_5 = intel_sub_group_shuffle(a_own, 5);
            const float a_6 = intel_sub_group_shuffle(a_own, 6);
            const float a_7 = intel_sub_group_shuffle(a_own, 7);
            const float b_0 = b_tile[step][tile_column];
            const float b_1 = b_tile[step][tile_column + 1];
            const float b_2 = b_tile[step][tile_column + 2];
            const float b_3 = b_tile[step][tile_column + 3];

            c_0_0 = mad(a_0, b_0, c_0_0);
            c_0_1 = mad(a_0, b_1, c_0_1);
            c_0_2 = mad(a_0, b_2, c_0_2);
            c_0_3 = mad(a_0, b_3, c_0_3);
            c_1_0 = mad(a_1, b_0, c_1_0);
            c_1_1 = mad(a_1, b_1, c_1_1);
            c_1_2 = mad(a_1, b_2, c_1_2);
            c_1_3 = mad(a_1, b_3, c_1_3);
            c_2_0 = mad(a_2, b_0, c_2_0);
            c_2_1 = mad(a_2, b_1, c_2_1);
            c_2_2 = mad(a_2, b_2, c_2_2);
            c_2_3 = mad(a_2, b_3, c_2_3);
            c_3_0 = mad(a_3, b_0, c_3_0);
            c_3_1 = mad(a_3, b_1, c_3_1);
            c_3_2 = mad(a_3, b_2, c_3_2);
            c_3_3 = mad(a_3, b_3, c_3_3);
            c_4_0 = mad(a_4, b_0, c_4_0);
            c_4_1 = mad(a_4, b_1, c_4_1);
            c_4_2 = mad(a_4, b_2, c_4_2);
            c_4_3 = mad(a_4, b_3, c_4_3);
            c_5_0 = mad(a_5, b_0, c_5_0);
            c_5_1 = mad(a_5, b_1, c_5_1);
            c_5_2 = mad(a_5, b_2, c_5_2);
            c_5_3 = mad(a_5, b_3, c_5_3);
            c_6_0 = mad(a_6, b_0, c_6_0);
            c_6_1 = mad(a_6, b_1, c_6_1);
            c_6_2 = mad(a_6, b_2, c_6_2);
            c_6_3 = mad(a_6, b_3, c_6_3);
            c_7_0 = mad(a_7, b_0, c_7_0);
            c_7_1 = mad(a_7, b_1, c_7_1);
            c_7_2 = mad(a_7, b_2, c_7_2);
            c_7_3 = mad(a_7, b_3, c_7_3);
        }
    }

    if (row >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
    if (row >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)row * ldc + column + 2, alpha, c_0_2, beta);
    if (row >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)row * ldc + column + 3, alpha, c_0_3, beta);
    if (row + 1 >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
    if (row + 1 >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 1) * ldc + column + 1, alpha, c_1_1, beta);
    if (row + 1 >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 1) * ldc + column + 2, alpha, c_1_2, beta);
    if (row + 1 >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 1) * ldc + column + 3, alpha, c_1_3, beta);
    if (row + 2 >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 2) * ldc + column, alpha, c_2_0, beta);
    if (row + 2 >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 2) * ldc + column + 1, alpha, c_2_1, beta);
    if (row + 2 >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 2) * ldc + column + 2, alpha, c_2_2, beta);
    if (row + 2 >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 2) * ldc + column + 3, alpha, c_2_3, beta);
    if (row + 3 >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 3) * ldc + column, alpha, c_3_0, beta);
    if (row + 3 >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 3) * ldc + column + 1, alpha, c_3_1, beta);
    if (row + 3 >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 3) * ldc + column + 2, alpha, c_3_2, beta);
    if (row + 3 >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 3) * ldc + column + 3, alpha, c_3_3, beta);
    if (row + 4 >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 4) * ldc + column, alpha, c_4_0, beta);
    if (row + 4 >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 4) * ldc + column + 1, alpha, c_4_1, beta);
    if (row + 4 >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 4) * ldc + column + 2, alpha, c_4_2, beta);
    if (row + 4 >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 4) * ldc + column + 3, alpha, c_4_3, beta);
    if (row + 5 >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 5) * ldc + column, alpha, c_5_0, beta);
    if (row + 5 >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 5) * ldc + column + 1, alpha, c_5_1, beta);
    if (row + 5 >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 5) * ldc + column + 2, alpha, c_5_2, beta);
    if (row + 5 >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 5) * ldc + column + 3, alpha, c_5_3, beta);
    if (row + 6 >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 6) * ldc + column, alpha, c_6_0, beta);
    if (row + 6 >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 6) * ldc + column + 1, alpha, c_6_1, beta);
    if (row + 6 >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 6) * ldc + column + 2, alpha, c_6_2, beta);
    if (row + 6 >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 6) * ldc + column + 3, alpha, c_6_3, beta);
    if (row + 7 >= own_row && column >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 7) * ldc + column, alpha, c_7_0, beta);
    if (row + 7 >= own_row && column + 1 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 7) * ldc + column + 1, alpha, c_7_1, beta);
    if (row + 7 >= own_row && column + 2 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 7) * ldc + column + 2, alpha, c_7_2, beta);
    if (row + 7 >= own_row && column + 3 >= own_column)
        gemm_8x4_4x8_store(C + (long)(row + 7) * ldc + column + 3, alpha, c_7_3, beta);
}
