/*
 * gemm_1x4_32x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, column-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * 32 work-items compute 1 x 4 elements of C: 1 along N by 4 along M.
 * A work-group computes 1 along N by 32 along M.
 * Each of these 32 sums a part of K; then their sums are added.
 * Launch: local size {256, 1}, global size {256 * ceil(M / 32), N}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --family gemv
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_1x4_32x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_1x4_32x8_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_1x4_32x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item / 8;
    const int column = get_group_id(1);
    const int row = (get_group_id(0) * 8 + item % 8) * 4;
    const long b_column_0 = (long)min(column, N - 1) * ldb;

    float4 c_0_0 = 0.0f;

    const int whole_k = row + 4 <= M ? depth / 32 * 32 : 0;
    for (int k = part; k < whole_k; k += 32) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float4 a_0 = vload4(0, A + a_line + row);

        c_0_0 = mad((float4)(b_0), a_0, c_0_0);
    }
    /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float4 a_0 = gemm_1x4_32x8_load4_clamped(A + a_line, row, M - 1);

        c_0_0 = mad((float4)(b_0), a_0, c_0_0);
    }

    /* The sums of all parts of K are added by halves. */
    __local float4 sums[1][1][256];
    sums[0][0][item] = c_0_0;
    for (int others = 16; others > 0; others /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < others) {
            c_0_0 += sums[0][0][item + others * 8];
            sums[0][0][item] = c_0_0;
        }
    }
    if (part == 0) {
        if (column < N) {
            gemm_1x4_32x8_store4(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta);
        }
    }
}
