/*
 * gemm_1x2_4x4: C = silu(alpha * A * B) * (alpha * A * D), element by element
 *
 * Single precision, row-major; M a multiple of 4, N a multiple of 8.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
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
 * A work-item computes 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 4 along M by 8 along N.
 * Launch: local size {4, 4}, global size {4 * ceil(N / 8), 4 * ceil(M / 4)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --chain gate:silu --edges exact --family register --tile 1x2 --wg 4x4 --vec-c 2
 */

/* C = silu(alpha * gate) * (alpha * up) for 2 contiguous elements. */
static void gemm_1x2_4x4_store2(
    __global float *const c,
    const float alpha, const float2 gate, const float2 up)
{
    float2 value = alpha * gate;
    value /= 1.0f + exp(-value);
    value *= alpha * up;
    vstore2(value, 0, c);
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_1x2_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global const float *restrict D, const int ldd,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 2;
    const long a_row = (long)row * lda;

    float2 gate_0_0 = 0.0f;
    float2 up_0_0 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const long d_line = (long)k * ldd;
        const float a_0 = A[a_row + k];
        const float2 b_0 = vload2(0, B + b_line + column);
        const float2 d_0 = vload2(0, D + d_line + column);

        gate_0_0 = mad((float2)(a_0), b_0, gate_0_0);
        up_0_0 = mad((float2)(a_0), d_0, up_0_0);
    }

    gemm_1x2_4x4_store2(C + (long)row * ldc + column, alpha, gate_0_0, up_0_0);
}
