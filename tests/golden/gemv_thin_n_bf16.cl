/*
 * gemm_16x2_4x32: C = alpha * A^T * B + beta * C
 *
 * Bfloat16 precision, computed in single, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, row-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * 32 work-items compute 16 x 2 elements of C: 16 along M by 2 along N.
 * A work-group computes 64 along M by 2 along N.
 * Each of these 32 sums a part of K; then their sums are added.
 * Launch: local size {128, 1}, global size {128 * ceil(N / 2), ceil(M / 64)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --layout row --transpose tn --family gemv --tile 16x2 --wg 4x32 --thin n --aligned
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_16x2_4x32_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* 8 elements at a multiple of their size, loaded as words. */
static float8 gemm_16x2_4x32_load8_ushort_aligned(const __global ushort *const memory)
{
    const uint4 words = *(const __global uint4 *)memory;
    return as_float8((uint8)(words << 16, words & 0xffff0000u).s04152637);
}

/* 8 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float8 gemm_16x2_4x32_load8_clamped(const __global ushort *const line, const int first, const int last)
{
    return (float8)(
        as_float((uint)line[min(first, last)] << 16),
        as_float((uint)line[min(first + 1, last)] << 16),
        as_float((uint)line[min(first + 2, last)] << 16),
        as_float((uint)line[min(first + 3, last)] << 16),
        as_float((uint)line[min(first + 4, last)] << 16),
        as_float((uint)line[min(first + 5, last)] << 16),
        as_float((uint)line[min(first + 6, last)] << 16),
        as_float((uint)line[min(first + 7, last)] << 16));
}

/* C = alpha * product + beta * C for 8 elements, one per row; only those with index < `room`. */
static void gemm_16x2_4x32_store8(
    __global ushort *const c, const int ldc, const int room,
    const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (room > 0)
        c[0] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s0 : value.s0 + beta * as_float((uint)c[0] << 16));
    if (room > 1)
        c[ldc] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s1 : value.s1 + beta * as_float((uint)c[ldc] << 16));
    if (room > 2)
        c[(long)2 * ldc] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s2 : value.s2 + beta * as_float((uint)c[(long)2 * ldc] << 16));
    if (room > 3)
        c[(long)3 * ldc] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s3 : value.s3 + beta * as_float((uint)c[(long)3 * ldc] << 16));
    if (room > 4)
        c[(long)4 * ldc] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s4 : value.s4 + beta * as_float((uint)c[(long)4 * ldc] << 16));
    if (room > 5)
        c[(long)5 * ldc] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s5 : value.s5 + beta * as_float((uint)c[(long)5 * ldc] << 16));
    if (room > 6)
        c[(long)6 * ldc] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s6 : value.s6 + beta * as_float((uint)c[(long)6 * ldc] << 16));
    if (room > 7)
        c[(long)7 * ldc] = gemm_16x2_4x32_nearest_bf16(beta == 0.0f ? value.s7 : value.s7 + beta * as_float((uint)c[(long)7 * ldc] << 16));
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_16x2_4x32(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item / 4;
    const int row = (get_group_id(1) * 4 + item % 4) * 16;
    const int column = get_group_id(0) * 2;

    float8 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float8 c_1_0 = 0.0f, c_1_1 = 0.0f;

    const int whole_k = row + 16 <= M ? depth / 32 * 32 : 0;
    if (((size_t)A | (size_t)lda * 2) % 16 == 0) {
        for (int k = part; k < whole_k; k += 32) {
            const long a_line = (long)k * lda;
            const long b_line = (long)k * ldb;
            const float8 a_0 = gemm_16x2_4x32_load8_ushort_aligned(A + a_line + row);
            const float8 a_1 = gemm_16x2_4x32_load8_ushort_aligned(A + a_line + row + 8);
            const float b_0 = as_float((uint)B[b_line + min(column, N - 1)] << 16);
            const float b_1 = as_float((uint)B[b_line + min(column + 1, N - 1)] << 16);

            c_0_0 = mad(a_0, (float8)(b_0), c_0_0);
            c_0_1 = mad(a_0, (float8)(b_1), c_0_1);
            c_1_0 = mad(a_1, (float8)(b_0), c_1_0);
            c_1_1 = mad(a_1, (float8)(b_1), c_1_1);
        }
    } else {
        for (int k = part; k < whole_k; k += 32) {
            const long a_line = (long)k * lda;
            const long b_line = (long)k * ldb;
            const float8 a_0 = as_float8(convert_uint8(vload8(0, A + a_line + row)) << 16);
            const float8 a_1 = as_float8(convert_uint8(vload8(0, A + a_line + row + 8)) << 16);
            const float b_0 = as_float((uint)B[b_line + min(column, N - 1)] << 16);
            const float b_1 = as_float((uint)B[b_line + min(column + 1, N - 1)] << 16);

            c_0_0 = mad(a_0, (float8)(b_0), c_0_0);
            c_0_1 = mad(a_0, (float8)(b_1), c_0_1);
            c_1_0 = mad(a_1, (float8)(b_0), c_1_0);
            c_1_1 = mad(a_1, (float8)(b_1), c_1_1);
        }
    }
    /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float8 a_0 = gemm_16x2_4x32_load8_clamped(A + a_line, row, M - 1);
        const float8 a_1 = gemm_16x2_4x32_load8_clamped(A + a_line, row + 8, M - 1);
        const float b_0 = as_float((uint)B[b_line + min(column, N - 1)] << 16);
        const float b_1 = as_float((uint)B[b_line + min(column + 1, N - 1)] << 16);

        c_0_0 = mad(a_0, (float8)(b_0), c_0_0);
        c_0_1 = mad(a_0, (float8)(b_1), c_0_1);
        c_1_0 = mad(a_1, (float8)(b_0), c_1_0);
        c_1_1 = mad(a_1, (float8)(b_1), c_1_1);
    }

    /* The sums of all parts of K are added by halves. */
    __local float8 sums[2][2][128];
    sums[0][0][item] = c_0_0;
    sums[0][1][item] = c_0_1;
    sums[1][0][item] = c_1_0;
    sums[1][1][item] = c_1_1;
    for (int others = 16; others > 0; others /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < others) {
            c_0_0 += sums[0][0][item + others * 4];
            sums[0][0][item] = c_0_0;
            c_0_1 += sums[0][1][item + others * 4];
            sums[0][1][item] = c_0_1;
            c_1_0 += sums[1][0][item + others * 4];
            sums[1][0][item] = c_1_0;
            c_1_1 += sums[1][1][item + others * 4];
            sums[1][1][item] = c_1_1;
        }
    }
    if (part == 0) {
        if (column < N) {
            gemm_16x2_4x32_store8(C + (long)row * ldc + column, ldc, M - row, alpha, c_0_0, beta);
            gemm_16x2_4x32_store8(C + (long)(row + 8) * ldc + column, ldc, M - (row + 8), alpha, c_1_0, beta);
        }
        if (column + 1 < N) {
            gemm_16x2_4x32_store8(C + (long)row * ldc + column + 1, ldc, M - row, alpha, c_0_1, beta);
            gemm_16x2_4x32_store8(C + (long)(row + 8) * ldc + column + 1, ldc, M - (row + 8), alpha, c_1_1, beta);
        }
    }
}
