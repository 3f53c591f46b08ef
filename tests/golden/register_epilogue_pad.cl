/*
 * gemm_2x1_2x2: C = clamp(scale * (alpha * A * B + beta * C + residual), -3, 5)
 *
 * Bfloat16 precision, computed in single, column-major, M = 33, N = 17, K = 19.
 *
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_padded  A, padded with zeros to whole tiles
 *   B_padded  B, padded with zeros to whole tiles
 *   C_padded  the product, padded to whole tiles
 *
 * A work-item computes 2 x 1 elements of C: 2 along N by 1 along M.
 * A work-group computes 4 along N by 2 along M.
 * Launch after gemm_2x1_2x2_pad_a and gemm_2x1_2x2_pad_b, before gemm_2x1_2x2_unpad_c:
 *   local size {2, 2}, global size {34, 10}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --fixed 33x17x19 --epilogue residual,scale:row,clamp:-3:5 --edges pad --family register --tile 2x1 --wg 2x2
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_2x1_2x2_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

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

/*
 * Copies B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_padded: `stride`.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {32, 32}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x1_2x2_pad_b(
    __global const ushort *restrict B,
    __global ushort *restrict B_padded)
{
    const int ldb = 19;
    const int stride = 19;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < stride && y < 20)
        B_padded[y * stride + x] = y < 17 ? B[y * ldb + x] : 0;
}

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

/* C_padded = alpha * product for one element. */
static void gemm_2x1_2x2_store(
    __global float *const c,
    const float alpha, const float product)
{
    const float value = alpha * product;
    c[0] = value;
}

__kernel __attribute__((reqd_work_group_size(2, 2, 1)))
void gemm_2x1_2x2(
    const float alpha,
    __global const ushort *restrict A_padded,
    __global const ushort *restrict B_padded,
    __global float *restrict C_padded)
{
    const int K = 19;
    const int lda = 34;
    const int ldb = 19;
    const int ldc = 34;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(0);
    const int column = get_global_id(1) * 2;
    const int b_column = column * ldb;

    float c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const int a_line = k * lda;
        const float a_0 = as_float((uint)A_padded[a_line + row] << 16);
        const float b_0 = as_float((uint)B_padded[b_column + k] << 16);
        const float b_1 = as_float((uint)B_padded[b_column + k + ldb] << 16);

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_1_0 = mad(b_1, a_0, c_1_0);
    }

    gemm_2x1_2x2_store(C_padded + column * ldc + row, alpha, c_0_0);
    gemm_2x1_2x2_store(C_padded + (column + 1) * ldc + row, alpha, c_1_0);
}
