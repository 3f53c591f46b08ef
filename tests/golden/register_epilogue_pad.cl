/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --fixed 33x17x19 --epilogue residual,scale:row,clamp:-3:5 --edges pad --family register --tile 2x1 --wg 2x2
 */

/* ... */

/* clamp(scale * (value + residual), -3, 5). */
static float gemm_2x1_2x2_epilogue(
    float value,
    const int row, const int column,
    const __global ushort *const residual, const int ldr,
    const __global ushort *const scale)
{
    value += as_float((uint)residual[column * ldr + row] << 16);
    value *= as_float((uint)scale[row] << 16);
    value = value < -3.0f ? -3.0f : value > 5.0f ? 5.0f : value;
    return value;
}

/*
 * Copies A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_padded: `stride`.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {48, 32}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x1_2x2_pad_a(
    __global const ushort *restrict A,
    __global ushort *restrict A_padded)
{
    const int lda = 33;
    const int stride = 34;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < stride && y < 19)
        A_padded[y * stride + x] = x < 33 ? A[y * lda + x] : 0;
}

/* ... */

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, column-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {48, 32}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x1_2x2_unpad_c(
    __global const float *restrict C_padded,
    const float beta,
    __global ushort *restrict C,
    __global const ushort *restrict residual,
    __global const ushort *restrict scale)
{
    const int stride = 34;
    const int ldc = 33;
    const int ldr = 33;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= 33 || y >= 17)
        return;
    const float value = C_padded[y * stride + x];
    const int place = y * ldc + x;
    const float updated = beta == 0.0f ? value : value + beta * as_float((uint)C[place] << 16);
    C[place] = gemm_2x1_2x2_nearest_bf16(gemm_2x1_2x2_epilogue(updated, x, y, residual, ldr, scale));
}

/* ... */
