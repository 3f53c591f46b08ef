/*
 * gemm_2x2_4x4: C = silu(alpha * A * B) * (alpha * A * D), element by element
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales both products; 0: neither A, B nor D is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   D      K x N, row-major
 *   ldd    leading dimension of D, in elements (>= N)
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 8 along M by 8 along N.
 * Launch: local size {4, 4}, global size {4 * ceil(N / 8), 4 * ceil(M / 8)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --chain gate:silu --family register --tile 2x2 --wg 4x4 --vec-c 2
 */

/* 2 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float2 gemm_2x2_4x4_load2_clamped(const __global float *const line, const int first, const int last)
{
    return (float2)(
        line[min(first, last)],
        line[min(first + 1, last)]);
}

/* C = silu(alpha * gate) * (alpha * up) for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x2_4x4_store2(
    __global float *const c, const int room,
    const float alpha, const float2 gate, const float2 up)
{
    float2 value = alpha * gate;
    value /= 1.0f + exp(-value);
    value *= alpha * up;
    if (room >= 2) {
        vstore2(value, 0, c);
        return;
    }
    if (room > 0)
        c[0] = value.s0;
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_2x2_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global const float *restrict D, const int ldd,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 2;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;

    float2 gate_0_0 = 0.0f, gate_1_0 = 0.0f;
    float2 up_0_0 = 0.0f, up_1_0 = 0.0f;

    const bool whole = column + 2 <= N;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const long d_line = (long)k * ldd;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float2 b_0 = vload2(0, B + b_line + column);
        const float2 d_0 = vload2(0, D + d_line + column);

        gate_0_0 = mad((float2)(a_0), b_0, gate_0_0);
        up_0_0 = mad((float2)(a_0), d_0, up_0_0);
        gate_1_0 = mad((float2)(a_1), b_0, gate_1_0);
        up_1_0 = mad((float2)(a_1), d_0, up_1_0);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const long d_line = (long)k * ldd;
        const float a_0 = A[a_row_0 + k];
        const float a_1 = A[a_row_1 + k];
        const float2 b_0 = gemm_2x2_4x4_load2_clamped(B + b_line, column, N - 1);
        const float2 d_0 = gemm_2x2_4x4_load2_clamped(D + d_line, column, N - 1);

        gate_0_0 = mad((float2)(a_0), b_0, gate_0_0);
        up_0_0 = mad((float2)(a_0), d_0, up_0_0);
        gate_1_0 = mad((float2)(a_1), b_0, gate_1_0);
        up_1_0 = mad((float2)(a_1), d_0, up_1_0);
    }

    if (row < M) {
        gemm_2x2_4x4_store2(C + (long)row * ldc + column, N - column, alpha, gate_0_0, up_0_0);
    }
    if (row + 1 < M) {
        gemm_2x2_4x4_store2(C + (long)(row + 1) * ldc + column, N - column, alpha, gate_1_0, up_1_0);
    }
}
