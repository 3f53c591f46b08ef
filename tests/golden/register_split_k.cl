/*
 * gemm_2x4_4x8: C = alpha * A * B + beta * C + bias
 *
 * Single precision, row-major; any sizes.
 *
 *   M        rows of op(A) and C
 *   N        columns of op(B) and C
 *   K        columns of op(A), rows of op(B)
 *   alpha    scales the product; 0: neither A nor B is read
 *   A        M x K, row-major
 *   lda      leading dimension of A, in elements (>= K)
 *   B        K x N, row-major
 *   ldb      leading dimension of B, in elements (>= N)
 *   C_parts  the product of each part of K
 *
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 8 along M by 32 along N.
 * Launch before gemm_2x4_4x8_reduce_c:
 *   local size {8, 4, 1}, global size {8 * ceil(N / 32), 4 * ceil(M / 8), 3}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --epilogue bias:column --family register --tile 2x4 --wg 4x8 --split-k 3 --vec-c 4
 */

/* value + bias. */
static float gemm_2x4_4x8_epilogue(
    float value,
    const int column,
    const __global float *const bias)
{
    value += bias[column];
    return value;
}

/*
 * Adds the 3 parts of the product in ascending order and updates C. Leading dimension of C_parts: N.
 * C is M x N, row-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(N / 16), 16 * ceil(M / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x4_4x8_reduce_c(
    const int M, const int N,
    __global const float *restrict C_parts,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const float *restrict bias)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= N || y >= M)
        return;
    float value = C_parts[(long)y * N + x];
    for (int part = 1; part < 3; ++part)
        value += C_parts[((long)part * M + y) * N + x];
    const long place = (long)y * ldc + x;
    const float updated = beta == 0.0f ? value : value + beta * C[place];
    C[place] = gemm_2x4_4x8_epilogue(updated, x, bias);
}

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_2x4_4x8_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C_parts = alpha * product for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_4x8_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore4(value, 0, c);
        return;
    }
    if (room > 0)
        c[0] = value.s0;
    if (room > 1)
        c[1] = value.s1;
    if (room > 2)
        c[2] = value.s2;
}

__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void gemm_2x4_4x8(
    const int M, const int N, int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    __global float *restrict C_parts)
{
    const int ldc = N;
    /* The part of K of this work-group: whole iterations, the last one as many as are left. */
    const int part_of_k = get_global_id(2);
    const int steps_of_part = (K - 1) / 3 + 1;
    const int first_of_part = min(part_of_k * steps_of_part, K);
    A += first_of_part;
    B += (long)first_of_part * ldb;
    C_parts += (long)part_of_k * M * ldc;
    K = min(K - first_of_part, steps_of_part);
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
        gemm_2x4_4x8_store4(C_parts + (long)row * ldc + column, N - column, alpha, c_0_0);
    }
    if (row + 1 < M) {
        gemm_2x4_4x8_store4(C_parts + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0);
    }
}
