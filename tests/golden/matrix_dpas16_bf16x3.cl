/*
 * Made by clgemm 0.1.0: clgemm-gen --compute bf16x3 --layout row --transpose nn --family matrix --engine dpas16 --tile 8x1 --wg 2x32
 */

/* ... */

/*
 * The fragment of A from row `first` and element `step` of K on: 8 rows, 16 elements along K. Lane l holds
 * all rows, element l of K. The low half of the result has the rests of these elements, the high half their heads.
 */
static short16 gemm_8x1_2x32_load_a(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int row = first;
    const int k = step + lane;
    return (short16)(
        (short)gemm_8x1_2x32_rest((float2)(tile[row][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 1][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 2][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 3][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 4][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 5][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 6][k], 0.0f)),
        (short)gemm_8x1_2x32_rest((float2)(tile[row + 7][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 1][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 2][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 3][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 4][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 5][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 6][k], 0.0f)),
        (short)gemm_8x1_2x32_head((float2)(tile[row + 7][k], 0.0f)));
}

/* ... */
