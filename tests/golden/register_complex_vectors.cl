/*
 * gemm_2x4_8x8: C = alpha * A^H * B + beta * C
 *
 * Single precision, complex, row-major; any sizes.
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
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type c32 --layout row --transpose cn --family register --tile 2x4 --vec-a 2 --vec-b 4 --vec-c 2
 */

/* The product of two complex numbers. */
static float2 gemm_2x4_8x8_times(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* 2 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_2x4_8x8_load2_clamped(const __global float2 *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)]);
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x4_8x8_store2(
    __global float2 *const c, const int room,
    const float2 alpha, const float4 product, const float2 beta)
{
    const float4 value = (float4)(gemm_2x4_8x8_times(alpha, product.s01), gemm_2x4_8x8_times(alpha, product.s23));
    if (room > 0)
        c[0] = all(beta == 0.0f) ? value.s01 : value.s01 + gemm_2x4_8x8_times(beta, c[0]);
    if (room > 1)
        c[1] = all(beta == 0.0f) ? value.s23 : value.s23 + gemm_2x4_8x8_times(beta, c[1]);
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    const int M, const int N, const int K, const float2 alpha,
    __global const float2 *restrict A, const int lda,
    __global const float2 *restrict B, const int ldb,
    const float2 beta,
    __global float2 *restrict C, const int ldc)
{
    const int depth = all(alpha == 0.0f) ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float4 c_1_0 = 0.0f, c_1_1 = 0.0f;

    const bool whole = row + 2 <= M && column + 4 <= N;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float4 a_0 = vload4(0, (const __global float *)(A + a_line + row));
        const float8 b_0 = vload8(0, (const __global float *)(B + b_line + column));

        c_0_0 = mad((float4)(a_0.s01.x, a_0.s01.x, a_0.s01.x, a_0.s01.x), b_0.s0123, mad((float4)(a_0.s01.y, -a_0.s01.y, a_0.s01.y, -a_0.s01.y), b_0.s0123.s1032, c_0_0));
        c_0_1 = mad((float4)(a_0.s01.x, a_0.s01.x, a_0.s01.x, a_0.s01.x), b_0.s4567, mad((float4)(a_0.s01.y, -a_0.s01.y, a_0.s01.y, -a_0.s01.y), b_0.s4567.s1032, c_0_1));
        c_1_0 = mad((float4)(a_0.s23.x, a_0.s23.x, a_0.s23.x, a_0.s23.x), b_0.s0123, mad((float4)(a_0.s23.y, -a_0.s23.y, a_0.s23.y, -a_0.s23.y), b_0.s0123.s1032, c_1_0));
        c_1_1 = mad((float4)(a_0.s23.x, a_0.s23.x, a_0.s23.x, a_0.s23.x), b_0.s4567, mad((float4)(a_0.s23.y, -a_0.s23.y, a_0.s23.y, -a_0.s23.y), b_0.s4567.s1032, c_1_1));
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float2 a_0 = A[a_line + min(row, M - 1)];
        const float2 a_1 = A[a_line + min(row + 1, M - 1)];
        const float4 b_0 = gemm_2x4_8x8_load2_clamped(B + b_line, column, N - 1);
        const float4 b_1 = gemm_2x4_8x8_load2_clamped(B + b_line, column + 2, N - 1);

        c_0_0 = mad((float4)(a_0.x, a_0.x, a_0.x, a_0.x), b_0, mad((float4)(a_0.y, -a_0.y, a_0.y, -a_0.y), b_0.s1032, c_0_0));
        c_0_1 = mad((float4)(a_0.x, a_0.x, a_0.x, a_0.x), b_1, mad((float4)(a_0.y, -a_0.y, a_0.y, -a_0.y), b_1.s1032, c_0_1));
        c_1_0 = mad((float4)(a_1.x, a_1.x, a_1.x, a_1.x), b_0, mad((float4)(a_1.y, -a_1.y, a_1.y, -a_1.y), b_0.s1032, c_1_0));
        c_1_1 = mad((float4)(a_1.x, a_1.x, a_1.x, a_1.x), b_1, mad((float4)(a_1.y, -a_1.y, a_1.y, -a_1.y), b_1.s1032, c_1_1));
    }

    if (row < M) {
        gemm_2x4_8x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_2x4_8x8_store2(C + (long)row * ldc + column + 2, N - (column + 2), alpha, c_0_1, beta);
    }
    if (row + 1 < M) {
        gemm_2x4_8x8_store2(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
        gemm_2x4_8x8_store2(C + (long)(row + 1) * ldc + column + 2, N - (column + 2), alpha, c_1_1, beta);
    }
}
