/*
 * gemm_4x4_8x8: C = alpha * A * B + beta * C
 *
 * Single precision, row-major.
 *
 *   M        rows of op(A) and C
 *   N        columns of op(B) and C
 *   K        columns of op(A), rows of op(B)
 *   alpha    scales the product; 0: neither A nor B is read
 *   A_image  op(A), padded with zeros
 *   B_image  op(B), padded with zeros
 *   beta     scales C before the update; 0: C is not read
 *   C        M x N, row-major
 *   ldc      leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch after gemm_4x4_8x8_copy_a and gemm_4x4_8x8_copy_b:
 *   local size {8, 8}, global size {8 * ceil(N / 32), 8 * ceil(M / 32)}.
 * Images have at most 8192 x 8192 texels: M at most 8192, N at most 32768, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family local --access image --tile 4x4 --wg 8x8 --vec-a 4 --vec-b 4 --vec-c 4
 */

__constant sampler_t gemm_4x4_8x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(A) into an image, four elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {4, 16}, global size {4 * ceil(K / 16), 32 * ceil(M / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(4, 16, 1)))
void gemm_4x4_8x8_copy_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __write_only image2d_t A_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float4 value = 0.0f;
    if (y < M) {
        if (4 * x < K)
            value.s0 = A[(long)y * lda + 4 * x];
        if (4 * x + 1 < K)
            value.s1 = A[(long)y * lda + 4 * x + 1];
        if (4 * x + 2 < K)
            value.s2 = A[(long)y * lda + 4 * x + 2];
        if (4 * x + 3 < K)
            value.s3 = A[(long)y * lda + 4 * x + 3];
    }
    write_imagef(A_image, (int2)(x, y), value);
}

/*
 * Copies op(B) into an image, four elements per texel: each row becomes a row of texels. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {8, 16}, global size {8 * ceil(N / 32), 16 * ceil(K / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(8, 16, 1)))
void gemm_4x4_8x8_copy_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __write_only image2d_t B_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float4 value = 0.0f;
    if (y < K) {
        if (4 * x < N)
            value.s0 = B[(long)y * ldb + 4 * x];
        if (4 * x + 1 < N)
            value.s1 = B[(long)y * ldb + 4 * x + 1];
        if (4 * x + 2 < N)
            value.s2 = B[(long)y * ldb + 4 * x + 2];
        if (4 * x + 3 < N)
            value.s3 = B[(long)y * ldb + 4 * x + 3];
    }
    write_imagef(B_image, (int2)(x, y), value);
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x4_8x8_store4(
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

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_4x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __read_only image2d_t A_image,
    __read_only image2d_t B_image,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = get_local_id(1) * 4;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int a_line = item / 4;
    const int a_at = item % 4 * 4;
    const int b_line = item / 8;
    const int b_at = item % 8 * 4;
    __local float a_tile[32][16] __attribute__((aligned(16)));
    __local float b_tile[16][32] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

    for (int k = 0; k < depth; k += 16) {
        const float4 a_load_0 = read_imagef(A_image, gemm_4x4_8x8_texel, (int2)((k + a_at) / 4, first_row + a_line));
        const float4 a_load_1 = read_imagef(A_image, gemm_4x4_8x8_texel, (int2)((k + a_at) / 4, first_row + a_line + 16));
        const float4 b_load_0 = read_imagef(B_image, gemm_4x4_8x8_texel, (int2)((first_column + b_at) / 4, k + b_line));
        const float4 b_load_1 = read_imagef(B_image, gemm_4x4_8x8_texel, (int2)((first_column + b_at) / 4, k + b_line + 8));
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&a_tile[a_line + 16][a_at] = a_load_1;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 8][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float a_1 = a_tile[tile_row + 1][step];
            const float a_2 = a_tile[tile_row + 2][step];
            const float a_3 = a_tile[tile_row + 3][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
            c_1_0 = mad((float4)(a_1), b_0, c_1_0);
            c_2_0 = mad((float4)(a_2), b_0, c_2_0);
            c_3_0 = mad((float4)(a_3), b_0, c_3_0);
        }
    }

    if (row < M) {
        gemm_4x4_8x8_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_4x4_8x8_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
    if (row + 2 < M) {
        gemm_4x4_8x8_store4(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
    }
    if (row + 3 < M) {
        gemm_4x4_8x8_store4(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
    }
}
