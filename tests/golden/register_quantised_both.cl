/*
 * gemm_2x2_8x8: C = alpha * A * B^T + beta * C
 *
 * A in q5_1, B in q5_0, C in single precision, computed in single, row-major; K a multiple of 32.
 * A batch of batch_count products, which are dimension 2 of the launch: at most 65535 in one, more by a global work offset.
 * Member i begins at element i * stride_a of A, i * stride_b of B, i * stride_c of C.
 *
 *   M            rows of op(A) and C
 *   N            columns of op(B) and C
 *   K            columns of op(A), rows of op(B)
 *   batch_count  members of the batch; not read here
 *   alpha        scales the product; 0: neither A nor B is read
 *   A            M x K, row-major
 *   lda          leading dimension of A, in elements (>= K)
 *   stride_a     distance of consecutive members of A, in elements; 0: all share one
 *   B            N x K, row-major
 *   offset_b     offset of B in its buffer, in elements
 *   ldb          leading dimension of B, in elements (>= K)
 *   stride_b     distance of consecutive members of B, in elements; 0: all share one
 *   beta         scales C before the update; 0: C is not read
 *   C            M x N, row-major
 *   ldc          leading dimension of C, in elements (>= N)
 *   stride_c     distance of consecutive members of C, in elements (>= 1); they must not overlap
 *
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 16 along M by 16 along N.
 * Launch: local size {8, 8, 1}, global size {8 * ceil(N / 16), 8 * ceil(M / 16), batch_count}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-a q5_1 --type-b q5_0 --layout row --transpose nt --offset-b arg --batch strided --family register --tile 2x2 --wg 8x8 --split-k 1
 */

/* A block of 32 elements: scale * quant + least, quants of 5 bits. */
typedef struct {
    ushort scale;
    ushort least;
    ushort fifths[2];
    uchar quants[16];
} gemm_2x2_8x8_q5_1;

/* The element at place `at` of the matrix. */
static float gemm_2x2_8x8_q5_1_load1(const __global gemm_2x2_8x8_q5_1 *const memory, const ulong at)
{
    const __global gemm_2x2_8x8_q5_1 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int lower = *from >> (at % 32 / 16 * 4) & 15;
    const int further = block->fifths[at % 32 / 16] >> at % 16;
    const int fifths = further & 1;
    const int quants = fifths << 4 | lower;
    const float numbers = convert_float(quants);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    const float least = vload_half(0, (const __global half *)&block->least);
    return scale * numbers + least;
}

/* A block of 32 elements: scale * (quant - 16), quants of 5 bits. */
typedef struct {
    ushort scale;
    ushort fifths[2];
    uchar quants[16];
} gemm_2x2_8x8_q5_0;

/* The element at place `at` of the matrix. */
static float gemm_2x2_8x8_q5_0_load1(const __global gemm_2x2_8x8_q5_0 *const memory, const ulong at)
{
    const __global gemm_2x2_8x8_q5_0 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int lower = *from >> (at % 32 / 16 * 4) & 15;
    const int further = block->fifths[at % 32 / 16] >> at % 16;
    const int fifths = further & 1;
    const int quants = fifths << 4 | lower;
    /* Quants in the lowest digits of 2^23, less 2^23 and 16: without a conversion of whole numbers. */
    const float numbers = as_float(quants | 0x4b000000) - (8388608.0f + 16.0f);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    return scale * numbers;
}

/* C = alpha * product + beta * C for one element. */
static void gemm_2x2_8x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x2_8x8(
    const int M, const int N, const int K, const long batch_count, const float alpha,
    __global const gemm_2x2_8x8_q5_1 *restrict A, const int lda, const long stride_a,
    __global const gemm_2x2_8x8_q5_0 *restrict B, const long offset_b, const int ldb, const long stride_b,
    const float beta,
    __global float *restrict C, const int ldc, const long stride_c)
{
    const long member = get_global_id(2);
    A += member * stride_a / 32;
    B += member * stride_b / 32;
    C += member * stride_c;
    B += offset_b / 32;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1) * 2;
    const int column = get_global_id(0) * 2;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const float a_0 = gemm_2x2_8x8_q5_1_load1(A, a_row_0 + k);
        const float a_1 = gemm_2x2_8x8_q5_1_load1(A, a_row_1 + k);
        const float b_0 = gemm_2x2_8x8_q5_0_load1(B, b_column_0 + k);
        const float b_1 = gemm_2x2_8x8_q5_0_load1(B, b_column_1 + k);

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
        c_1_0 = mad(a_1, b_0, c_1_0);
        c_1_1 = mad(a_1, b_1, c_1_1);
    }

    if (row < M && column < N)
        gemm_2x2_8x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row < M && column + 1 < N)
        gemm_2x2_8x8_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta);
    if (row + 1 < M && column < N)
        gemm_2x2_8x8_store(C + (long)(row + 1) * ldc + column, alpha, c_1_0, beta);
    if (row + 1 < M && column + 1 < N)
        gemm_2x2_8x8_store(C + (long)(row + 1) * ldc + column + 1, alpha, c_1_1, beta);
}
