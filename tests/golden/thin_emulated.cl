/*
 * gemm_2x2_16x8: C = alpha * A * B^T + beta * C
 *
 * Bfloat16 precision, computed in single, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      N x K, row-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * 2 work-items compute 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 32 along M by 8 along N.
 * Each of these 2 sums a part of K; then their sums are added.
 * Launch: local size {128, 1}, global size {128 * ceil(N / 8), ceil(M / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --layout row --transpose nt --family thin --engine emulated:mma --tile 2x2 --wg 16x8 --thin n
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_2x2_16x8_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* Element `part` of register `number` of a lane, of which all lanes have put `count` into local memory. */
static float gemm_2x2_16x8_held(
    const __local ushort *const registers, const int count, const int lane, const int number, const int part)
{
    const __local ushort *const elements = (const __local ushort *)registers;
    const int at = (lane * count + number) * 2 + part;
    return as_float((uint)elements[at] << 16);
}

/*
 * C += A * B, fragments of 16 x 8 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row l / 4 + 8 in *c_8; of A and B elements that are contiguous in their lines.
 */
static void gemm_2x2_16x8_multiply(
    __local ushort *const exchange, const int lane,
    float2 *const c_0, float2 *const c_8, const uint4 a, const uint2 b)
{
    __local ushort *const left = exchange;
    __local ushort *const right = exchange + 32 * 4 * 2;
    vstore8(as_ushort8(a), lane, left);
    vstore4(as_ushort4(b), lane, right);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) {
        const int along = k / 2;
        const int part = k % 2;
        const int of_row = lane / 4 * 4 + along % 4;
        const int of_column = lane % 4 * 8 + along % 4;
        const float2 of_k = (float2)(
            gemm_2x2_16x8_held(right, 2, of_column, along / 4, part),
            gemm_2x2_16x8_held(right, 2, of_column + 4, along / 4, part));
        *c_0 += gemm_2x2_16x8_held(left, 4, of_row, along / 4 * 2, part) * of_k;
        *c_8 += gemm_2x2_16x8_held(left, 4, of_row, along / 4 * 2 + 1, part) * of_k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/*
 * Adds the products of a step: of two lines of A, 8 rows apart, with a line of B.
 */
static void gemm_2x2_16x8_add_step(
    __local ushort *const exchange, const int lane, float2 *const s_0, float2 *const s_8, const uint4 a_0, const uint4 a_8,
    const uint4 b)
{
    gemm_2x2_16x8_multiply(exchange, lane, s_0, s_8, (uint4)(a_0.s0, a_8.s0, a_0.s1, a_8.s1), (uint2)(b.s0, b.s1));
    gemm_2x2_16x8_multiply(exchange, lane, s_0, s_8, (uint4)(a_0.s2, a_8.s2, a_0.s3, a_8.s3), (uint2)(b.s2, b.s3));
}

/* 8 elements of a line from place `at` on; 0 from place `end` on. */
static uint4 gemm_2x2_16x8_part_of_line(const __global ushort *const line, const int at, const int end)
{
    return as_uint4((ushort8)(
        at < end ? line[at] : 0,
        at + 1 < end ? line[at + 1] : 0,
        at + 2 < end ? line[at + 2] : 0,
        at + 3 < end ? line[at + 3] : 0,
        at + 4 < end ? line[at + 4] : 0,
        at + 5 < end ? line[at + 5] : 0,
        at + 6 < end ? line[at + 6] : 0,
        at + 7 < end ? line[at + 7] : 0));
}

/* C = alpha * product + beta * C for one element. */
static void gemm_2x2_16x8_store(
    __global ushort *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = gemm_2x2_16x8_nearest_bf16(beta == 0.0f ? value : value + beta * as_float((uint)c[0] << 16));
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x2_16x8(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int part = sub_group / 2;
    const int first_row = get_group_id(1) * 32;
    const int first_column = get_group_id(0) * 8;
    const int tile_row = sub_group % 2 * 16;
    const long a_row_0 = (long)min(first_row + tile_row + lane / 4, M - 1) * lda;
    const long a_row_1 = (long)min(first_row + tile_row + lane / 4 + 8, M - 1) * lda;
    const long b_column_0 = (long)min(first_column + lane / 4, N - 1) * ldb;
    __local ushort exchange[4][384] __attribute__((aligned(16)));

    float2 s_0_0 = 0.0f, s_1_0 = 0.0f;

    /* Whole loads, where all lines begin at multiples of 16 bytes. */
    const int whole_k = ((size_t)B | (size_t)ldb * 2) % 16 == 0 && ((size_t)A | (size_t)lda * 2) % 16 == 0 ? depth / 64 * 64 : 0;
    for (int k = part * 32 + lane % 4 * 8; k < whole_k; k += 64) {
        const uint4 b_0 = *(const __global uint4 *)(B + b_column_0 + k);
        const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k);
        const uint4 a_1 = *(const __global uint4 *)(A + a_row_1 + k);
        gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, a_0, a_1, b_0);
    }
    /* The remainder of K, or all of it where lines begin elsewhere; zero beyond K. */
    for (int turn = whole_k; turn < depth; turn += 64) {
        const int k = turn + part * 32 + lane % 4 * 8;
        const uint4 b_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)B + b_column_0, k, depth);
        const uint4 a_0 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_0, k, depth);
        const uint4 a_1 = gemm_2x2_16x8_part_of_line((const __global ushort *)A + a_row_1, k, depth);
        gemm_2x2_16x8_add_step(exchange[sub_group], lane, &s_0_0, &s_1_0, a_0, a_1, b_0);
    }

    /* All sums come together, those of each part of K: work-items take neighbouring elements of C. */
    __local float sums[2][8][36];
    sums[part][lane % 4 * 2][tile_row + lane / 4] = s_0_0.s0;
    sums[part][lane % 4 * 2 + 1][tile_row + lane / 4] = s_0_0.s1;
    sums[part][lane % 4 * 2][tile_row + lane / 4 + 8] = s_1_0.s0;
    sums[part][lane % 4 * 2 + 1][tile_row + lane / 4 + 8] = s_1_0.s1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int own_column = item % 8;
    const int own_row = item / 8;
    const int row = first_row + own_row;
    const int column = first_column + own_column;
    float c_0_0 = sums[0][own_column][own_row] + sums[1][own_column][own_row];
    float c_1_0 = sums[0][own_column][own_row + 16] + sums[1][own_column][own_row + 16];
    if (row < M && column < N)
        gemm_2x2_16x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row + 16 < M && column < N)
        gemm_2x2_16x8_store(C + (long)(row + 16) * ldc + column, alpha, c_1_0, beta);
}
