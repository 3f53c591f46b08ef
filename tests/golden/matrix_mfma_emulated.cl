/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --layout row --edges exact --family matrix --engine emulated:mfma --tile 4x1 --wg 4x16
 */

/* ... */

/*
 * C += A * B, fragments of 16 x 16 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * column l % 16, row 4 (l / 16) + i in element i; of A and B what gemm_4x1_4x16_load_a and gemm_4x1_4x16_load_b give.
 */
__attribute__((always_inline)) static float4 gemm_4x1_4x16_multiply(
    __local ushort *const exchange, const int lane, const uint2 a, const uint2 b, const float4 c)
{
    __local ushort *const left = exchange;
    __local ushort *const right = exchange + 256;
    float4 sum = c;
    vstore2(a, lane, (__local uint *)left);
    vstore2(b, lane, (__local uint *)right);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) {
        const float of_column = gemm_4x1_4x16_held(right, (lane % 16 + k / 4 * 16) * 4 + k % 4);
        sum += of_column * (float4)(
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + k / 4 * 16) * 4 + k % 4),
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + 1 + k / 4 * 16) * 4 + k % 4),
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + 2 + k / 4 * 16) * 4 + k % 4),
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + 3 + k / 4 * 16) * 4 + k % 4));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

/* ... */
