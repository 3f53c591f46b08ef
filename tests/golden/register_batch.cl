/*
 * gemm_2x4_4x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
 * A batch of batch_count products, which are dimension 2 of the launch: at most 65535 in one, more by a global work offset.
 * Member i begins at element i * stride_a of A, 0 of B, i * stride_c of C.
 *
 *   M            rows of op(A) and C
 *   N            columns of op(B) and C
 *   K            columns of op(A), rows of op(B)
 *   batch_count  members of the batch; not read here
 *   alpha        scales the product; 0: neither A nor B is read
 *   A            M x K, row-major
 *   lda          leading dimension of A, in elements (>= K)
 *   stride_a     distance of consecutive members of A, in elements; 0: all share one
 *   B            K x N, row-major
 *   ldb          leading dimension of B, in elements (>= N)
 *   beta         scales C before the update; 0: C is not read
 *   C            M x N, row-major
 *   ldc          leading dimension of C, in elements (>= N)
 *   stride_c     distance of consecutive members of C, in elements (>= 1); they must not overlap
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 8 along M by 32 along N.
 * Launch: local size {8, 4, 1}, global size {8 * ceil(N / 32), 4 * ceil(M / 8), batch_count}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --batch strided --stride-b 0 --family register --tile 2x4 --wg 4x8 --vec-c 4
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_2x4_4x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_4x8_store4(
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

__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void gemm_2x4_4x8(
    const int M, const int N, const int K, const long batch_count, const float alpha,
    __global const float *restrict A, const int lda, const long stride_a,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc, const long stride_c)
{
    const long member = get_global_id(2);
    A += member * stride_a;
    C += member * stride_c;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 4;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f;

    const bool whole = column + 4 <= N;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float4 b_0 = vload4(0, B + b_line + column);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float4 b_0 = gemm_2x4_4x8_load4_clamped(B + b_line, column, N - 1);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        c_1_0 = mad((float4)(a_1), b_0, c_1_0);
    }

    if (row < M) {
        gemm_2x4_4x8_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_2x4_4x8_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
}
