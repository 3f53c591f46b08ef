/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --layout row --transpose nt --family thin --engine emulated:mma --tile 2x2 --wg 16x8 --thin n
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x2_16x8(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int part = sub_group / 2;
    const int first_row = get_group_id(1) * 32;
    const int first_column = get_group_id(0) * 8;
    const int tile_row = sub_group % 2 * 16;
    const long a_row_0 = (long)min(first_row + tile_row + lane / 4, M - 1) * lda;
    const long a_row_1 = (long)min(first_row + tile_row + lane / 4 + 8, M - 1) * lda;
    const long b_column_0 = (long)min(first_column + lane / 4, N - 1) * ldb;
    __local ushort exchange[4][384] __attribute__((aligned(16)));

    float2 s_0_0 = 0.0f, s_1_0 = 0.0f;

    /* Whole loads, where all lines begin at multiples of 16 bytes. */
    const int whole_k = ((size_t)B | (size_t)ldb * 2) % 16 == 0 && ((size_t)A | (size_t)lda * 2) % 16 == 0 ? depth / 64 * 64 : 0;
    for (int k = part * 32 + lane % 4 * 8; k < whole_k; k += 64) {
        const uint4 b_0 = *(const __global uint4 *)(B + b_column_0 + k);
        const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k);
        const uint4 a_1 = *(const __global uint4 *)(A + a_row_1 + k);
        gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, a_0, a_1, b_0);
    }
    /* The remainder of K, or all of it where lines begin elsewhere; zero beyond K. */
    for (int turn = whole_k; turn < depth; turn += 64) {
        const int k = turn + part * 32 + lane % 4 * 8;
        const uint4 b_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)B + b_column_0, k, depth);
        const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k, depth);
        const uint4 a_1 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_1, k, depth);
        gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, a_0, a_1, b_0);
    }

    /* All sums come together, those of each part of K: work-items take neighbouring elements of C. */
    __local float sums[2][8][36];
    sums[part][lane % 4 * 2][tile_row + lane / 4] = s_0_0.s0;
    sums[part][lane % 4 * 2 + 1][tile_row + lane / 4] = s_0_0.s1;
    sums[part][lane % 4 * 2][tile_row + lane / 4 + 8] = s_1_0.s0;
    sums[part][lane % 4 * 2 + 1][tile_row + lane / 4 + 8] = s_1_0.s1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int own_column = item % 8;
    const int own_row = item / 8;
    const int row = first_row + own_row;
    const int column = first_column + own_column;
    float c_0_0 = sums[0][own_column][own_row] + sums[1][own_column][own_row];
    float c_1_0 = sums[0][own_column][own_row + 16] + sums[1][own_column][own_row + 16];
    if (row < M && column < N)
        gemm_2x2_16x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row + 16 < M && column < N)
        gemm_2x2_16x8_store(C + (long)(row + 16) * ldc + column, alpha, c_1_0, beta);
}
