/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b f64 --layout row --edges pad --family register --tile 1x2 --wg 4x4
 */

/* ... */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_1x2_4x4_nearest_bf16(const double value)
{
    /* Cut off, and odd where anything was: the number is rounded once. */
    const float cut = convert_float_rtz(value);
    const int lost = convert_int(convert_double(cut) != value) & 1;
    const uint bits = as_uint(cut) | as_uint(lost);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_1x2_4x4(
    const int M, const int N, const int K, const double alpha,
    __global const ushort *restrict A_padded,
    __global const double *restrict B_padded,
    __global double *restrict C_padded)
{
    const int lda = K;
    const int ldb = (N + 7) / 8 * 8;
    const int ldc = (N + 7) / 8 * 8;
    const int depth = alpha == 0.0 ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 2;
    const long a_row = (long)row * lda;

    double c_0_0 = 0.0, c_0_1 = 0.0;

    for (int k = 0; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const double a_0 = convert_double(as_float((uint)A_padded[a_row + k] << 16));
        const double b_0 = B_padded[b_line + column];
        const double b_1 = B_padded[b_line + column + 1];

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
    }

    gemm_1x2_4x4_store(C_padded + (long)row * ldc + column, alpha, c_0_0);
    gemm_1x2_4x4_store(C_padded + (long)row * ldc + column + 1, alpha, c_0_1);
}
