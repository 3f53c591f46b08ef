/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --alpha 1 --beta 0 --edges exact --family blocked --tile 2x2 --split-k 3 --split-k-sum launch --block-tiles 2x1 --block-k 16
 */

#if __OPENCL_C_VERSION__ < 200
#error "gemm_2x2_1x1 orders stores by acquire and release of OpenCL C 2.0 or 3.0"
#elif __OPENCL_C_VERSION__ >= 300 && !(defined(__opencl_c_atomic_order_acq_rel) && defined(__opencl_c_atomic_scope_device))
#error "gemm_2x2_1x1 needs __opencl_c_atomic_order_acq_rel and __opencl_c_atomic_scope_device"
#endif

/* ... */

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_2x2_1x1(
    const int M, const int N, int K,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global float *C_parts,
    __global int *counters,
    __global float *restrict C, const int ldc)
{
    /* The part of K of this work-group: whole iterations, the last one as many as are left. */
    const int part_of_k = get_global_id(2);
    const int steps_of_part = (K - 1) / 3 + 1;
    const int first_of_part = min(part_of_k * steps_of_part, K);
    A += first_of_part;
    B += (long)first_of_part * ldb;
    K = min(K - first_of_part, steps_of_part);
    __local int arrived;
    __local float panels_a[4 * 16] __attribute__((aligned(64)));
    __local float panels_b[2 * 16] __attribute__((aligned(64)));
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 3) / 4;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 1) / 2 * 2;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int first_column = get_group_id(0) * 2;
    const int columns = 2;

    /* The sums of a part of K are stored as the work-items have them, those of a tile one part behind the other. */
    const int own = get_local_id(0);
    const long tile_of_c = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    __global float2 *const first_stored = (__global float2 *)C_parts + tile_of_c * 12 + own;
    __global float2 *const stored = first_stored + part_of_k * 4;
    /* K in blocks of equal length. */
    const int blocks = max((K + 15) / 16, 1);
    const int steps_of_block = K / blocks + (K % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(K - first_k, steps_of_block);
        gemm_2x2_1x1_pack_rows(panels_a, A + (long)first_row * lda + first_k, lda, rows, steps);
        gemm_2x2_1x1_pack_columns(panels_b, B + (long)first_k * ldb + first_column, ldb, columns, steps);
        for (int tile_row = 0; tile_row < rows; tile_row += 2) {
            for (int tile_column = 0; tile_column < columns; tile_column += 2) {
                const int row = first_row + tile_row;
                const int column = first_column + tile_column;
                const int held = (tile_row / 2 + tile_column / 2) * 2;
                const __local float *panel_a = panels_a + tile_row * steps;
                const __local float *panel_b = panels_b + tile_column * steps;

                float2 c_0_0 = 0.0f, c_1_0 = 0.0f;
                if (first_k > 0) {
                    c_0_0 = stored[held];
                    c_1_0 = stored[held + 1];
                }

                for (int k = 0; k < steps; ++k) {
                    const float a_0 = panel_a[0];
                    const float a_1 = panel_a[1];
                    const float2 b_0 = vload2(0, panel_b);

                    c_0_0 = mad((float2)(a_0), b_0, c_0_0);
                    c_1_0 = mad((float2)(a_1), b_0, c_1_0);
                    panel_a += 2;
                    panel_b += 2;
                }

                stored[held] = c_0_0;
                stored[held + 1] = c_1_0;
            }
        }
        first_k += steps_of_block;
    } while (first_k < K);

    /* The work-group that stores the last part of a tile adds all of them in ascending order. The counter becomes 0 again, for the next launch. */
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (own == 0)
        arrived = gemm_2x2_1x1_count_part(counters + tile_of_c);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (arrived != 2)
        return;
    if (own == 0)
        counters[tile_of_c] = 0;
    for (int tile_row = 0; tile_row < rows; tile_row += 2) {
        for (int tile_column = 0; tile_column < columns; tile_column += 2) {
            const int row = first_row + tile_row;
            const int column = first_column + tile_column;
            const int held = (tile_row / 2 + tile_column / 2) * 2;
            float2 c_0_0, c_1_0;
            c_0_0 = first_stored[held];
            c_1_0 = first_stored[held + 1];
            for (int next = 1; next < 3; ++next) {
                const __global float2 *const other = first_stored + next * 4;
                c_0_0 += other[held];
                c_1_0 += other[held + 1];
            }

            gemm_2x2_1x1_store2(C + (long)row * ldc + column, c_0_0);
            gemm_2x2_1x1_store2(C + (long)(row + 1) * ldc + column, c_1_0);
        }
    }
}
