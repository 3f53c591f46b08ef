/*
 * Made by clgemm 0.1.0: clgemm-gen --compute tf32 --layout row --family matrix --tile 2x2 --stages 3 --copy async
 */

/* ... */

/* The number of TF32, with 11 binary digits, that is nearest to a single; of two the one that is larger in magnitude. */
static uint gemm_2x2_16x16_rounded(const float value)
{
    uint result;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(result) : "f"(value));
    return result;
}

/* ... */

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 8 elements along K. Lane l holds
 * column l / 4; along K elements l % 4 and l % 4 + 4.
 */
static uint2 gemm_2x2_16x16_load_b(
    const __local float (*const tile)[40], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4;
    return (uint2)(
        gemm_2x2_16x16_rounded(tile[k][column]),
        gemm_2x2_16x16_rounded(tile[k + 4][column]));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x2_16x16(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = sub_group / 4 * 16;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = sub_group % 4 * 8;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local float a_tile[3][32][24] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 4) % 16 == 0;
    __local float b_tile[3][16][40] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 4) % 16 == 0;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

    /* Tiles ahead of the loop. */
    for (int filled = 0; filled < 2; ++filled) {
        const int next = filled * 16;
        if (next < depth) {
            gemm_2x2_16x16_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x2_16x16_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x2_16x16_commit_copies();
    }
    for (int k = 0; k < depth; k += 16) {
        const int used = k / 16 % 3;
        const int next = k + 32;
        gemm_2x2_16x16_wait_for_copies();
        /* Tile `used` is complete, and nobody reads the one before it, which is filled next. */
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; step += 8) {
            const uint4 a_0 = gemm_2x2_16x16_load_a(a_tile[used], tile_row, step, lane);
            const uint2 b_0 = gemm_2x2_16x16_load_b(b_tile[used], tile_column, step, lane);
            gemm_2x2_16x16_multiply(&c_0_0, &c_1_0, a_0, b_0);
        }

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 16 % 3;
            gemm_2x2_16x16_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x2_16x16_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x2_16x16_commit_copies();
    }

    if (row < M) {
        gemm_2x2_16x16_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 8 < M) {
        gemm_2x2_16x16_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
    }
}
