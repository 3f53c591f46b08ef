/*
 * Made by clgemm 0.1.0: clgemm-gen --compute tf32 --layout row --transpose tn --family matrix --engine emulated:wgmma --tile 2x2 --wg 32x4 --panels ab --tile-k 32 --stages 2 --copy bulk
 */

/* The number of TF32, with 11 binary digits, that is nearest to a single; of two the one that is larger in magnitude. NaN stays NaN. */
static uint gemm_2x2_32x4_rounded(const float value)
{
    return isnan(value) ? 0x7fffffffu : (as_uint(value) + 0x1000u) & ~0x1fffu;
}

/* ... */

/* Element `k` of place `place` of a fragment of A or B, found in the tile as the engine finds it by the description. */
static float gemm_2x2_32x4_element(
    const __local float *const tile, const ulong description, const int place, const int k)
{
    const uint start = ((uint)description & 0x3fffu) * 16;
    const uint lines = ((uint)(description >> 32) & 0x3fffu) * 16;
    const uint byte = start + place / 8 * lines + place % 8 * 128 + k * 4;
    const uint at = (byte ^ (byte >> 3 & 0x70)) / 4;
    const __local float *const elements = (const __local float *)tile;
    return elements[at];
}

/*
 * C += A * B, fragments of 64 x 8 x 8, on any device. Lane l holds of C, for every j, columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1:
 * of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 * Inlined, as functions that PoCL 3.1 calls find another memory in place of the kernel's tiles.
 */
__attribute__((always_inline)) static void gemm_2x2_32x4_multiply(
    const __local float *const a_tile, const __local float *const b_tile, const int lane,
    float2 *const c_0, float2 *const c_8, const ulong a, const ulong b)
{
    const int row = lane / 32 * 16 + lane % 32 / 4;
    for (int k = 0; k < 8; ++k) {
        const float of_0 = gemm_2x2_32x4_element(a_tile, a, row, k);
        const float of_8 = gemm_2x2_32x4_element(a_tile, a, row + 8, k);
        for (int j = 0; j < 1; ++j) {
            const int column = j * 8 + lane % 4 * 2;
            const float2 of_k = (float2)(
                gemm_2x2_32x4_element(b_tile, b, column, k),
                gemm_2x2_32x4_element(b_tile, b, column + 1, k));
            c_0[j] += of_0 * of_k;
            c_8[j] += of_8 * of_k;
        }
    }
}

/* ... */

/* Copies a block of a panel, in vectors of 16 bytes, in place of a copy in bulk. */
static void gemm_2x2_32x4_copy_block(__local float *const to, const __global float *const from, const int bytes, const int item)
{
    for (int i = item; i < bytes / 16; i += 128)
        ((__local uint4 *)to)[i] = ((const __global uint4 *)from)[i];
}

/* ... */

/* The element of op(A) at a row and a step of K; zero beyond the edges. */
static float gemm_2x2_32x4_a_element(
    const __global float *const A, const int lda, const int row, const int k, const int M, const int K)
{
    const long from = (long)k * lda + row;
    if (row >= M || k >= K)
        return 0;
    return as_float(gemm_2x2_32x4_rounded(A[from]));
}

/* ... */
