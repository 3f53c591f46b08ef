/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-c f32 --layout row --family matrix --engine wmma --tile 8x1 --wg 4x16
 */

/* ... */

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * row l % 16, all of K.
 */
static uint8 gemm_8x1_4x16_load_a(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step;
    return vload8(0, (const __local uint *)&tile[row][k]);
}

/* ... */

/*
 * C += A * B, fragments of 16 x 16 x 16, on the matrix engine. Lane l holds of C
 * column l % 16, row l / 16 + 2 i in element i; of A and B what gemm_8x1_4x16_load_a and gemm_8x1_4x16_load_b give.
 */
static float8 gemm_8x1_4x16_multiply(const uint8 a, const uint8 b, const float8 c)
{
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(as_half16(a), as_half16(b), c);
}

/* ... */
