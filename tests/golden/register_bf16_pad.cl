/*
 * gemm_1x2_4x4: C = alpha * A * B + beta * C
 *
 * A in bfloat16, B in double, C in bfloat16 precision, computed in double, row-major; any sizes.
 *
 *   M         rows of op(A) and C; not read here
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_padded  A, padded with zeros to whole tiles
 *   B_padded  B, padded with zeros to whole tiles
 *   C_padded  the product, padded to whole tiles
 *
 * A work-item computes 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 4 along M by 8 along N.
 * Launch after gemm_1x2_4x4_pad_a and gemm_1x2_4x4_pad_b, before gemm_1x2_4x4_unpad_c:
 *   local size {4, 4}, global size {4 * ceil(N / 8), 4 * ceil(M / 4)}.
 * Needs cl_khr_fp64.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-b f64 --layout row --edges pad --family register --tile 1x2 --wg 4x4
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

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

/*
 * Copies A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_padded: K.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 16 * ceil(4 * ceil(M / 4) / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_4x4_pad_a(
    const int M, const int K,
    __global const ushort *restrict A, const int lda,
    __global ushort *restrict A_padded)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < K && y < (M + 3) / 4 * 4)
        A_padded[(long)y * K + x] = y < M ? A[(long)y * lda + x] : 0;
}

/*
 * Copies B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_padded: `stride`.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {16 * ceil(8 * ceil(N / 8) / 16), 16 * ceil(K / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_4x4_pad_b(
    const int N, const int K,
    __global const double *restrict B, const int ldb,
    __global double *restrict B_padded)
{
    const int stride = (N + 7) / 8 * 8;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < stride && y < K)
        B_padded[(long)y * stride + x] = x < N ? B[(long)y * ldb + x] : 0.0;
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, row-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(N / 16), 16 * ceil(M / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_4x4_unpad_c(
    const int M, const int N,
    __global const double *restrict C_padded,
    const double beta,
    __global ushort *restrict C, const int ldc)
{
    const int stride = (N + 7) / 8 * 8;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= N || y >= M)
        return;
    const double value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = gemm_1x2_4x4_nearest_bf16(beta == 0.0 ? value : value + beta * convert_double(as_float((uint)C[place] << 16)));
}

/* C_padded = alpha * product for one element. */
static void gemm_1x2_4x4_store(
    __global double *const c,
    const double alpha, const double product)
{
    const double value = alpha * product;
    c[0] = value;
}

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
