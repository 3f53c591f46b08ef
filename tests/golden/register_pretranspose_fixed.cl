/*
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

/* ... */
