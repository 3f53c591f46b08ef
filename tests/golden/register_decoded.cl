/*
 * gemm_1x2_2x2: C = alpha * A * B^T + beta * C
 *
 * A in single, B in q5_1, C in single precision, computed in single, row-major; K a multiple of 32.
 *
 *   M          rows of op(A) and C; not read here
 *   N          columns of op(B) and C
 *   K          columns of op(A), rows of op(B)
 *   alpha      scales the product; 0: neither A nor B is read
 *   A_padded   A, padded with zeros to whole tiles
 *   B_decoded  B decoded, padded with zeros to whole tiles
 *   C_padded   the product, padded to whole tiles
 *
 * A work-item computes 1 x 2 elements of C: 1 along M by 2 along N.
 * A work-group computes 2 along M by 4 along N.
 * Launch after gemm_1x2_2x2_pad_a and gemm_1x2_2x2_decode_b, before gemm_1x2_2x2_unpad_c:
 *   local size {2, 2}, global size {2 * ceil(N / 4), 2 * ceil(M / 2)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-b q5_1 --layout row --transpose nt --edges pad --family register --decode b --tile 1x2 --wg 2x2
 */

/*
 * Copies A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_padded: K.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 16 * ceil(2 * ceil(M / 2) / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_2x2_pad_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_padded)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < K && y < (M + 1) / 2 * 2)
        A_padded[(long)y * K + x] = y < M ? A[(long)y * lda + x] : 0.0f;
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, row-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(N / 16), 16 * ceil(M / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x2_2x2_unpad_c(
    const int M, const int N,
    __global const float *restrict C_padded,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int stride = (N + 3) / 4 * 4;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= N || y >= M)
        return;
    const float value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = beta == 0.0f ? value : value + beta * C[place];
}

/* A block of 32 elements: scale * quant + least, quants of 5 bits. */
typedef struct {
    ushort scale;
    ushort least;
    ushort fifths[2];
    uchar quants[16];
} gemm_1x2_2x2_q5_1;

/* 4 bytes from a place on that is a multiple of 4. */
static uchar4 gemm_1x2_2x2_q5_1_bytes4(const __global uchar *const from)
{
    return as_uchar4(*(const __global uint *)from);
}

/* 4 elements from place `at` of the matrix on, a multiple of 4. */
static float4 gemm_1x2_2x2_q5_1_load4(const __global gemm_1x2_2x2_q5_1 *const memory, const ulong at)
{
    const __global gemm_1x2_2x2_q5_1 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int4 lower = convert_int4(gemm_1x2_2x2_q5_1_bytes4(from)) >> (int4)(at % 32 / 16 * 4) & 15;
    const int further = block->fifths[at % 32 / 16] >> at % 16;
    const int4 fifths = (int4)(further) >> (int4)(0, 1, 2, 3) & 1;
    const int4 quants = fifths << 4 | lower;
    const float4 numbers = convert_float4(quants);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    const float least = vload_half(0, (const __global half *)&block->least);
    return scale * numbers + least;
}

/*
 * Decodes B: of blocks of q5_1 a matrix in single on whole tiles, zero beyond its edges. Leading dimension of B_decoded: `stride`.
 * B is N x K, row-major, leading dimension ldb.
 * Launch: local size {32, 8}, global size {32 * ceil(K / 128), 8 * ceil(4 * ceil(N / 4) / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void gemm_1x2_2x2_decode_b(
    const int N, const int K,
    __global const gemm_1x2_2x2_q5_1 *restrict B, const int ldb,
    __global float *restrict B_decoded)
{
    const int stride = K;
    const int lines = (N + 3) / 4 * 4;
    const int k = get_global_id(0) * 4;
    const int line = get_global_id(1);
    if (line < lines && k < stride)
        *(__global float4 *)(B_decoded + (long)line * stride + k) = line < N && k < K ? gemm_1x2_2x2_q5_1_load4(B, (long)line * ldb + k) : (float4)0;
}

/* C_padded = alpha * product for one element. */
static void gemm_1x2_2x2_store(
    __global float *const c,
    const float alpha, const float product)
{
    const float value = alpha * product;
    c[0] = value;
}

__kernel __attribute__((reqd_work_group_size(2, 2, 1)))
void gemm_1x2_2x2(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_padded,
    __global const float *restrict B_decoded,
    __global float *restrict C_padded)
{
    const int lda = K;
    const int ldb = K;
    const int ldc = (N + 3) / 4 * 4;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 2;
    const long a_row = (long)row * lda;
    const long b_column = (long)column * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const float a_0 = A_padded[a_row + k];
        const float b_0 = B_decoded[b_column + k];
        const float b_1 = B_decoded[b_column + k + ldb];

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
    }

    gemm_1x2_2x2_store(C_padded + (long)row * ldc + column, alpha, c_0_0);
    gemm_1x2_2x2_store(C_padded + (long)row * ldc + column + 1, alpha, c_0_1);
}
