/*
 * gemm_1x4_1x64: C = alpha * A * B + beta * C
 *
 * Single precision, row-major, M = 1, N = 1000, K = 1000.
 *
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   B      K x N, row-major
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 1 along M by 256 along N.
 * Launch: local size {64, 1}, global size {256, 1}.
 * Kernels of profile arm-mali were not measured on its devices.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --fixed 1x1000x1000 --for arm-mali
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_1x4_1x64_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_1x4_1x64_store4(
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

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gemm_1x4_1x64(
    const float alpha,
    __global const float *restrict A,
    __global const float *restrict B,
    const float beta,
    __global float *restrict C)
{
    const int N = 1000;
    const int K = 1000;
    const int lda = K;
    const int ldb = N;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 4;
    const int a_row = row * lda;

    float4 c_0_0 = 0.0f;

    const int whole_k = column + 4 <= N ? depth / 4 * 4 : 0;
    for (int k = 0; k < whole_k;) {
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration, ++k) {
            const int b_line = k * ldb;
            const float a_0 = A[a_row + k];
            const float4 b_0 = vload4(0, B + b_line + column);

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }
    /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
    for (int k = whole_k; k < depth; ++k) {
        const int b_line = k * ldb;
        const float a_0 = A[a_row + k];
        const float4 b_0 = gemm_1x4_1x64_load4_clamped(B + b_line, column, N - 1);

        c_0_0 = mad((float4)(a_0), b_0, c_0_0);
    }

    gemm_1x4_1x64_store4(C + row * ldc + column, N - column, alpha, c_0_0, beta);
}
