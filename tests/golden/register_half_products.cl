/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --compute f16 --accumulate f32 --layout row --alpha 1 --beta 0 --family register --tile 1x2 --vec-c 2
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_1x2_8x8(
    const int M, const int N, const int K,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    __global half *restrict C, const int ldc)
{
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 2;
    const long a_row_0 = (long)min(row, M - 1) * lda;

    float2 c_0_0 = 0.0f;

    const bool whole = column + 2 <= N;
    int k = 0;
    for (; whole && k < K; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half2 b_0 = vload2(0, B + b_line + column);

        c_0_0 = c_0_0 + convert_float2((half2)(a_0) * b_0);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < K; ++k) {
        const long b_line = (long)k * ldb;
        const half a_0 = A[a_row_0 + k];
        const half2 b_0 = gemm_1x2_8x8_load2_clamped(B + b_line, column, N - 1);

        c_0_0 = c_0_0 + convert_float2((half2)(a_0) * b_0);
    }

    if (row < M) {
        gemm_1x2_8x8_store2(C + (long)row * ldc + column, N - column, c_0_0);
    }
}
