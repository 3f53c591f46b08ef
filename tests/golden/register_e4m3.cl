/*
 * Made by clgemm 0.1.0: clgemm-gen --type-a e4m3 --type-b e5m2 --type-c e4m3 --layout row --epilogue scale:row --edges exact --family register --tile 2x4 --wg 4x4 --vec-c 4
 */

/* A number of e4m3: a sign, 4 bits of exponent less 7, 3 of fraction. All of these set are NaN; there is no infinity. */
static float gemm_2x4_4x4_of_e4m3(const uchar stored)
{
    const uint bits = convert_uint(stored), size = bits & 0x7fu;
    /* The exponent of a single is 120 more, that of NaN the largest. Numbers below 2^-6 have no 1 in front. */
    const float number = as_float((size << 20) + 0x3c000000u + (size + 1u & 0x80u) * 0x780000u);
    const float small = (number - 0x1p-7f) * 2.0f;
    return as_float(as_uint(select(number, small, size < 8u)) | bits >> 7 << 31);
}

/* A number of e5m2: a sign, 5 bits of exponent less 15, 2 of fraction, the upper half of a half. */
static float4 gemm_2x4_4x4_of_e5m2x4(const uchar4 stored)
{
    const uint4 bits = convert_uint4(stored), size = bits & 0x7fu;
    /* The exponent of a single is 112 more, that of infinities and NaN the largest. Numbers below 2^-14 have no 1 in front. */
    const float4 number = as_float4((size << 21) + 0x38000000u + (size + 4u & 0x80u) * 0x700000u);
    const float4 small = (number - 0x1p-15f) * 2.0f;
    return as_float4(as_uint4(select(number, small, size < 4u)) | bits >> 7 << 31);
}

/* ... */

/* Rounds to the nearest e4m3, ties to even. What is beyond its range becomes the end of it, NaN 0x7f. */
static uchar4 gemm_2x4_4x4_nearest_e4m3x4(const float4 value)
{
    const uint4 bits = as_uint4(value);
    const uint4 size = bits & 0x7fffffffu;
    /* Below 2^-6 it is a multiple of 2^-9, which the last place of a single is from 2^14 on. */
    const uint4 small = as_uint4(as_float4(size) + 0x1p14f) & 0xfu;
    const uint4 large = ((size + 0x7ffffu + (size >> 20 & 1u)) >> 20) - 960u;
    const uint4 nearest = min(select(large, small, size < 0x3c800000u), (uint4)0x7e) | (bits >> 24 & 0x80u);
    return convert_uchar4(select(nearest, (uint4)0x7f, size > 0x7f800000u));
}

/* ... */

/* C = epilogue(alpha * product + beta * C) for 4 contiguous elements. */
static void gemm_2x4_4x4_store4(
    __global uchar *const c,
    const float alpha, const float4 product, const float beta,
    const int row,
    const __global float *const scale)
{
    const float4 value = alpha * product;
    const float4 updated = beta == 0.0f ? value : value + beta * gemm_2x4_4x4_of_e4m3x4(vload4(0, c));
    vstore4(gemm_2x4_4x4_nearest_e4m3x4(gemm_2x4_4x4_epilogue4(updated, row, scale)), 0, c);
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_2x4_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const uchar *restrict A, const int lda,
    __global const uchar *restrict B, const int ldb,
    const float beta,
    __global uchar *restrict C, const int ldc,
    __global const float *restrict scale)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;
    const long a_row = (long)row * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = gemm_2x4_4x4_of_e4m3(A[a_row + k]);
        const float a_1 = gemm_2x4_4x4_of_e4m3(A[a_row + k + lda]);
        const float4 b_0 = gemm_2x4_4x4_of_e5m2x4(vload4(0, B + b_line + column));

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
    }

    gemm_2x4_4x4_store4(C + (long)row * ldc + column, alpha, c_0_0, beta, row, scale);
    gemm_2x4_4x4_store4(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta, row + 1, scale);
}
