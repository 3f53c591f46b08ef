/*
 * gemm_4x8_4x4: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
 *
 *   M         rows of op(A) and C; not read here
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_padded  A, padded with zeros to whole tiles
 *   B_padded  B, padded with zeros to whole tiles
 *   C_padded  the product, padded to whole tiles
 *
 * A work-item computes 4 x 8 elements of C: 4 along M by 8 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch after gemm_4x8_4x4_pad_a and gemm_4x8_4x4_pad_b, before gemm_4x8_4x4_unpad_c:
 *   local size {4, 4}, global size {4 * ceil(N / 32), 4 * ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --edges pad --family register --tile 4x8 --wg 4x4 --tile-k 4 --vec-a 4 --vec-c 4
 */

/*
 * Copies A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_padded: `stride`.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {16 * ceil(4 * ceil(K / 4) / 16), 16 * ceil(M / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x8_4x4_pad_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_padded)
{
    const int stride = (K + 3) / 4 * 4;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < stride)
        A_padded[(long)y * stride + x] = x < K && y < M ? A[(long)y * lda + x] : 0.0f;
}

/*
 * Copies B into a workspace of whole tiles, zero beyond its edges. Leading dimension of B_padded: `stride`.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {32 * ceil(N / 32), 16 * ceil(4 * ceil(K / 4) / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x8_4x4_pad_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_padded)
{
    const int stride = (N + 31) / 32 * 32;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (y < (K + 3) / 4 * 4)
        B_padded[(long)y * stride + x] = x < N && y < K ? B[(long)y * ldb + x] : 0.0f;
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, row-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(N / 16), 16 * ceil(M / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x8_4x4_unpad_c(
    const int M, const int N,
    __global const float *restrict C_padded,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int stride = (N + 31) / 32 * 32;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= N || y >= M)
        return;
    const float value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = beta == 0.0f ? value : value + beta * C[place];
}

/* C_padded = alpha * product for 4 contiguous elements. */
static void gemm_4x8_4x4_store4(
    __global float *const c,
    const float alpha, const float4 product)
{
    const float4 value = alpha * product;
    vstore4(value, 0, c);
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_4x8_4x4(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_padded,
    __global const float *restrict B_padded,
    __global float *restrict C_padded)
{
    const int lda = (K + 3) / 4 * 4;
    const int ldb = (N + 31) / 32 * 32;
    const int ldc = (N + 31) / 32 * 32;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 4;
    const int column = get_global_id(0) * 8;
    const long a_row = (long)row * lda;

    float4 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float4 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float4 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float4 c_3_0 = 0.0f, c_3_1 = 0.0f;

    for (int k = 0; k < depth; k += 4) {
        const long b_line = (long)k * ldb;
        const float4 a_0 = vload4(0, A_padded + a_row + k);
        const float4 a_1 = vload4(0, A_padded + a_row + k + lda);
        const float4 a_2 = vload4(0, A_padded + a_row + k + (long)2 * lda);
        const float4 a_3 = vload4(0, A_padded + a_row + k + (long)3 * lda);
        const float4 b_0_0 = vload4(0, B_padded + b_line + column);
        const float4 b_1_0 = vload4(0, B_padded + b_line + column + 4);
        const float4 b_0_1 = vload4(0, B_padded + b_line + column + ldb);
        const float4 b_1_1 = vload4(0, B_padded + b_line + column + 4 + ldb);
        const float4 b_0_2 = vload4(0, B_padded + b_line + column + (long)2 * ldb);
        const float4 b_1_2 = vload4(0, B_padded + b_line + column + 4 + (long)2 * ldb);
        const float4 b_0_3 = vload4(0, B_padded + b_line + column + (long)3 * ldb);
        const float4 b_1_3 = vload4(0, B_padded + b_line + column + 4 + (long)3 * ldb);

        c_0_0 = mad((float4)(a_0.s0), b_0_0, c_0_0);
        c_0_1 = mad((float4)(a_0.s0), b_1_0, c_0_1);
        c_1_0 = mad((float4)(a_1.s0), b_0_0, c_1_0);
        c_1_1 = mad((float4)(a_1.s0), b_1_0, c_1_1);
        c_2_0 = mad((float4)(a_2.s0), b_0_0, c_2_0);
        c_2_1 = mad((float4)(a_2.s0), b_1_0, c_2_1);
        c_3_0 = mad((float4)(a_3.s0), b_0_0, c_3_0);
        c_3_1 = mad((float4)(a_3.s0), b_1_0, c_3_1);
        c_0_0 = mad((float4)(a_0.s1), b_0_1, c_0_0);
        c_0_1 = mad((float4)(a_0.s1), b_1_1, c_0_1);
        c_1_0 = mad((float4)(a_1.s1), b_0_1, c_1_0);
        c_1_1 = mad((float4)(a_1.s1), b_1_1, c_1_1);
        c_2_0 = mad((float4)(a_2.s1), b_0_1, c_2_0);
        c_2_1 = mad((float4)(a_2.s1), b_1_1, c_2_1);
        c_3_0 = mad((float4)(a_3.s1), b_0_1, c_3_0);
        c_3_1 = mad((float4)(a_3.s1), b_1_1, c_3_1);
        c_0_0 = mad((float4)(a_0.s2), b_0_2, c_0_0);
        c_0_1 = mad((float4)(a_0.s2), b_1_2, c_0_1);
        c_1_0 = mad((float4)(a_1.s2), b_0_2, c_1_0);
        c_1_1 = mad((float4)(a_1.s2), b_1_2, c_1_1);
        c_2_0 = mad((float4)(a_2.s2), b_0_2, c_2_0);
        c_2_1 = mad((float4)(a_2.s2), b_1_2, c_2_1);
        c_3_0 = mad((float4)(a_3.s2), b_0_2, c_3_0);
        c_3_1 = mad((float4)(a_3.s2), b_1_2, c_3_1);
        c_0_0 = mad((float4)(a_0.s3), b_0_3, c_0_0);
        c_0_1 = mad((float4)(a_0.s3), b_1_3, c_0_1);
        c_1_0 = mad((float4)(a_1.s3), b_0_3, c_1_0);
        c_1_1 = mad((float4)(a_1.s3), b_1_3, c_1_1);
        c_2_0 = mad((float4)(a_2.s3), b_0_3, c_2_0);
        c_2_1 = mad((float4)(a_2.s3), b_1_3, c_2_1);
        c_3_0 = mad((float4)(a_3.s3), b_0_3, c_3_0);
        c_3_1 = mad((float4)(a_3.s3), b_1_3, c_3_1);
    }

    gemm_4x8_4x4_store4(C_padded + (long)row * ldc + column, alpha, c_0_0);
    gemm_4x8_4x4_store4(C_padded + (long)row * ldc + column + 4, alpha, c_0_1);
    gemm_4x8_4x4_store4(C_padded + (long)(row + 1) * ldc + column, alpha, c_1_0);
    gemm_4x8_4x4_store4(C_padded + (long)(row + 1) * ldc + column + 4, alpha, c_1_1);
    gemm_4x8_4x4_store4(C_padded + (long)(row + 2) * ldc + column, alpha, c_2_0);
    gemm_4x8_4x4_store4(C_padded + (long)(row + 2) * ldc + column + 4, alpha, c_2_1);
    gemm_4x8_4x4_store4(C_padded + (long)(row + 3) * ldc + column, alpha, c_3_0);
    gemm_4x8_4x4_store4(C_padded + (long)(row + 3) * ldc + column + 4, alpha, c_3_1);
}
