/*
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --layout row --transpose nt --family matrix --engine mfma --tile 4x1 --wg 4x16 --tile-k 8
 */

/* ... */

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 4 elements along K. Lane l holds
 * row l % 16, element l / 16 of K.
 */
static double gemm_4x1_4x16_load_a(
    const __local double (*const tile)[16], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step + lane / 16;
    return tile[row][k];
}

/* ... */

/*
 * C += A * B, fragments of 16 x 16 x 4, on the matrix engine. Lane l holds of C
 * column l % 16, row l / 16 + 4 i in element i; of A and B what gemm_4x1_4x16_load_a and gemm_4x1_4x16_load_b give.
 */
static double4 gemm_4x1_4x16_multiply(const double a, const double b, const double4 c)
{
    return __builtin_amdgcn_mfma_f64_16x16x4f64(a, b, c, 0, 0, 0);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_4x1_4x16(
    const int M, const int N, const int K, const double alpha,
    __global const double *restrict A, const int lda,
    __global const double *restrict B, const int ldb,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 64;
    const int lane = item % 64;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 16;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 16;
    __local double a_tile[16][16] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 8) % 16 == 0;
    __local double b_tile[16][16] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 8) % 16 == 0;

    double4 c_0_0 = 0.0;

    for (int k = 0; k < depth; k += 8) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_4x1_4x16_copy_a(a_tile, A, lda, first_row, k, M, K, a_wide, item);
        gemm_4x1_4x16_copy_b(b_tile, B, ldb, first_column, k, N, K, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        {
            const int step = 0;
            const double a_0 = gemm_4x1_4x16_load_a(a_tile, tile_row, step, lane);
            const double b_0 = gemm_4x1_4x16_load_b(b_tile, tile_column, step, lane);
            c_0_0 = gemm_4x1_4x16_multiply(a_0, b_0, c_0_0);
        }
        {
            const int step = 4;
            const double a_0 = gemm_4x1_4x16_load_a(a_tile, tile_row, step, lane);
            const double b_0 = gemm_4x1_4x16_load_b(b_tile, tile_column, step, lane);
            c_0_0 = gemm_4x1_4x16_multiply(a_0, b_0, c_0_0);
        }
    }

    if (row < M && column < N)
        gemm_4x1_4x16_store(C + (long)row * ldc + column, alpha, c_0_0.s0, beta);
    if (row + 4 < M && column < N)
        gemm_4x1_4x16_store(C + (long)(row + 4) * ldc + column, alpha, c_0_0.s1, beta);
    if (row + 8 < M && column < N)
        gemm_4x1_4x16_store(C + (long)(row + 8) * ldc + column, alpha, c_0_0.s2, beta);
    if (row + 12 < M && column < N)
        gemm_4x1_4x16_store(C + (long)(row + 12) * ldc + column, alpha, c_0_0.s3, beta);
}
