/*
 * gemm_2x8_2x4: C = gelu(alpha * A * B + beta * C + bias + bias2 + residual)
 *
 * Single precision, column-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A         M x K, column-major
 *   lda       leading dimension of A, in elements (>= M)
 *   B         K x N, column-major
 *   ldb       leading dimension of B, in elements (>= K)
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, column-major
 *   ldc       leading dimension of C, in elements (>= M)
 *   bias      is added, one element for each column of C (N)
 *   bias2     is added, one element for each row of C (M)
 *   residual  is added, M x N, column-major
 *   ldr       leading dimension of residual, in elements (>= M)
 *
 * A work-item computes 2 x 8 elements of C: 2 along N by 8 along M.
 * A work-group computes 4 along N by 32 along M.
 * Launch: local size {4, 2}, global size {4 * ceil(M / 32), 2 * ceil(N / 4)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --epilogue bias:column,bias:row,residual,gelu --family register --tile 2x8 --wg 2x4 --vec-c 4
 */

/* 4 contiguous elements; beyond `room` the last one within is repeated and never stored. */
static float4 gemm_2x8_2x4_part4(const __global float *const line, const int room)
{
    if (room >= 4)
        return vload4(0, line);
    return (float4)(
        line[0],
        line[min(1, room - 1)],
        line[min(2, room - 1)],
        line[min(3, room - 1)]);
}

/* gelu(value + bias + bias2 + residual) for 4 contiguous elements. */
static float4 gemm_2x8_2x4_epilogue4(
    float4 value, const int room,
    const int column, const int row,
    const __global float *const bias,
    const __global float *const bias2,
    const __global float *const residual, const int ldr)
{
    value += bias[column];
    value += gemm_2x8_2x4_part4(bias2 + row, room);
    value += gemm_2x8_2x4_part4(residual + (long)column * ldr + row, room);
    value *= 0.5f + 0.5f * erf(0.70710678118654752f * value);
    return value;
}

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_2x8_2x4_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = epilogue(alpha * product + beta * C) for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x8_2x4_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product, const float beta,
    const int column, const int row,
    const __global float *const bias,
    const __global float *const bias2,
    const __global float *const residual, const int ldr)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        const float4 updated = beta == 0.0f ? value : value + beta * vload4(0, c);
        vstore4(gemm_2x8_2x4_epilogue4(updated, room, column, row, bias, bias2, residual, ldr), 0, c);
        return;
    }
    if (room < 1)
        return;
    const float4 updated = beta == 0.0f ? value : value + beta * gemm_2x8_2x4_part4(c, room);
    const float4 finished = gemm_2x8_2x4_epilogue4(updated, room, column, row, bias, bias2, residual, ldr);
    if (room > 0)
        c[0] = finished.s0;
    if (room > 1)
        c[1] = finished.s1;
    if (room > 2)
        c[2] = finished.s2;
}

__kernel __attribute__((reqd_work_group_size(4, 2, 1)))
void gemm_2x8_2x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const float *restrict bias,
    __global const float *restrict bias2,
    __global const float *restrict residual, const int ldr)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int column = get_global_id(1) * 2;
    const int row = get_global_id(0) * 8;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float4 c_1_0 = 0.0f, c_1_1 = 0.0f;

    const bool whole = row + 8 <= M;
    int k = 0;
    for (; whole && k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float4 a_0 = vload4(0, A + a_line + row);
        const float4 a_1 = vload4(0, A + a_line + row + 4);

        c_0_0 = mad((float4)(b_0), a_0, c_0_0);
        c_0_1 = mad((float4)(b_0), a_1, c_0_1);
        c_1_0 = mad((float4)(b_1), a_0, c_1_0);
        c_1_1 = mad((float4)(b_1), a_1, c_1_1);
    }

    /* Where the tile crosses an edge: all of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float4 a_0 = gemm_2x8_2x4_load4_clamped(A + a_line, row, M - 1);
        const float4 a_1 = gemm_2x8_2x4_load4_clamped(A + a_line, row + 4, M - 1);

        c_0_0 = mad((float4)(b_0), a_0, c_0_0);
        c_0_1 = mad((float4)(b_0), a_1, c_0_1);
        c_1_0 = mad((float4)(b_1), a_0, c_1_0);
        c_1_1 = mad((float4)(b_1), a_1, c_1_1);
    }

    if (column < N) {
        gemm_2x8_2x4_store4(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta, column, row, bias, bias2, residual, ldr);
        gemm_2x8_2x4_store4(C + (long)column * ldc + row + 4, M - (row + 4), alpha, c_0_1, beta, column, row + 4, bias, bias2, residual, ldr);
    }
    if (column + 1 < N) {
        gemm_2x8_2x4_store4(C + (long)(column + 1) * ldc + row, M - row, alpha, c_1_0, beta, column + 1, row, bias, bias2, residual, ldr);
        gemm_2x8_2x4_store4(C + (long)(column + 1) * ldc + row + 4, M - (row + 4), alpha, c_1_1, beta, column + 1, row + 4, bias, bias2, residual, ldr);
    }
}
