/*
 * gemm_4x4_8x8: C = alpha * A * B + beta * C
 *
 * A in bfloat16, B in half, C in double precision, computed in single, column-major; any sizes.
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
 * A work-item computes 4 x 4 elements of C: 4 along N by 4 along M.
 * A work-group computes 32 along N by 32 along M.
 * Launch: local size {8, 8}, global size {8 * ceil(M / 32), 8 * ceil(N / 32)}.
 * Needs cl_khr_fp64.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-a bf16 --type-b f16 --type-c f64 --family local --tile 4x4 --wg 8x8 --vec-a 4 --vec-b 8 --vec-c 4
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_4x4_8x8_load4_bf16_clamped(const __global ushort *const line, const int first, const int last)
{
    return (float4)(
        as_float((uint)line[min(first, last)] << 16),
        as_float((uint)line[min(first + 1, last)] << 16),
        as_float((uint)line[min(first + 2, last)] << 16),
        as_float((uint)line[min(first + 3, last)] << 16));
}

/* 8 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float8 gemm_4x4_8x8_load8_f16_clamped(const __global half *const line, const int first, const int last)
{
    return (float8)(
        vload_half(min(first, last), line),
        vload_half(min(first + 1, last), line),
        vload_half(min(first + 2, last), line),
        vload_half(min(first + 3, last), line),
        vload_half(min(first + 4, last), line),
        vload_half(min(first + 5, last), line),
        vload_half(min(first + 6, last), line),
        vload_half(min(first + 7, last), line));
}

/* 8 contiguous elements at any address. */
static float8 gemm_4x4_8x8_load8_f16(const __global half *const first)
{
    return (float8)(
        vload_half4(0, first),
        vload_half4(1, first));
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x4_8x8_store4(
    __global double *const c, const int room,
    const double alpha, const double4 product, const double beta)
{
    const double4 value = alpha * product;
    if (room >= 4) {
        vstore4(beta == 0.0 ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0 ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0 ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0 ? value.s2 : value.s2 + beta * c[2];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x4_8x8(
    const int M, const int N, const int K, const double alpha,
    __global const ushort *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int first_column = get_group_id(1) * 32;
    const int tile_column = get_local_id(1) * 4;
    const int first_row = get_group_id(0) * 32;
    const int tile_row = get_local_id(0) * 4;
    const int column = first_column + tile_column;
    const int row = first_row + tile_row;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int b_line = item / 2;
    const int b_at = item % 2 * 8;
    const int a_line = item / 8;
    const int a_at = item % 8 * 4;
    const long b_from_0 = (long)min(first_column + b_line, N - 1) * ldb;
    const int a_from = first_row + a_at;
    __local float b_tile[32][16] __attribute__((aligned(32)));
    __local float a_tile[16][32] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    const int end = first_row + 32 > M ? 0 : depth - depth % 16;
    int k = 0;
    for (; k < end; k += 16) {
        const float8 b_load_0 = gemm_4x4_8x8_load8_f16(B + b_from_0 + k + b_at);
        const float4 a_load_0 = as_float4(convert_uint4(vload4(0, A + (long)(k + a_line) * lda + a_from)) << 16);
        const float4 a_load_1 = as_float4(convert_uint4(vload4(0, A + (long)(k + a_line + 8) * lda + a_from)) << 16);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float8 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&a_tile[a_line + 8][a_at] = a_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float b_0 = b_tile[tile_column][step];
            const float b_1 = b_tile[tile_column + 1][step];
            const float b_2 = b_tile[tile_column + 2][step];
            const float b_3 = b_tile[tile_column + 3][step];
            const float4 a_0 = *(__local float4 *)&a_tile[step][tile_row];

            c_0_0 = mad((float4)(b_0), a_0, c_0_0);
            c_1_0 = mad((float4)(b_1), a_0, c_1_0);
            c_2_0 = mad((float4)(b_2), a_0, c_2_0);
            c_3_0 = mad((float4)(b_3), a_0, c_3_0);
        }
    }

    /* The remainder of K, and all of K where the tile crosses an edge. */
    for (; k < depth; k += 16) {
        const int left = min(16, depth - k);
        const float8 b_load_0 = gemm_4x4_8x8_load8_f16_clamped(B + b_from_0, k + b_at, K - 1);
        const float4 a_load_0 = gemm_4x4_8x8_load4_bf16_clamped(A + (long)min(k + a_line, K - 1) * lda, a_from, M - 1);
        const float4 a_load_1 = gemm_4x4_8x8_load4_bf16_clamped(A + (long)min(k + a_line + 8, K - 1) * lda, a_from, M - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float8 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&a_tile[a_line + 8][a_at] = a_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float b_0 = b_tile[tile_column][step];
            const float b_1 = b_tile[tile_column + 1][step];
            const float b_2 = b_tile[tile_column + 2][step];
            const float b_3 = b_tile[tile_column + 3][step];
            const float4 a_0 = *(__local float4 *)&a_tile[step][tile_row];

            c_0_0 = mad((float4)(b_0), a_0, c_0_0);
            c_1_0 = mad((float4)(b_1), a_0, c_1_0);
            c_2_0 = mad((float4)(b_2), a_0, c_2_0);
            c_3_0 = mad((float4)(b_3), a_0, c_3_0);
        }
    }

    if (column < N) {
        gemm_4x4_8x8_store4(C + (long)column * ldc + row, M - row, alpha, convert_double4(c_0_0), beta);
    }
    if (column + 1 < N) {
        gemm_4x4_8x8_store4(C + (long)(column + 1) * ldc + row, M - row, alpha, convert_double4(c_1_0), beta);
    }
    if (column + 2 < N) {
        gemm_4x4_8x8_store4(C + (long)(column + 2) * ldc + row, M - row, alpha, convert_double4(c_2_0), beta);
    }
    if (column + 3 < N) {
        gemm_4x4_8x8_store4(C + (long)(column + 3) * ldc + row, M - row, alpha, convert_double4(c_3_0), beta);
    }
}
