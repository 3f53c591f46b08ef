/*
 * gemm_2x4_16x8: C = alpha * A * B^T + beta * C
 *
 * Half precision, computed in single, row-major; any sizes.
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
 * 4 work-items compute 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 8 along M by 32 along N.
 * Each of these 4 sums a part of K; then their sums are added.
 * Launch: local size {128, 1}, global size {128 * ceil(N / 32), ceil(M / 8)}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --transpose nt --family thin
 */

/*
 * C += A * B, fragments of 16 x 8 x 16. Lane l holds of C rows 2 (l % 4) and 2 (l % 4) + 1: of column l / 4 in *c_0, of column
 * l / 4 + 8 in *c_8; of A and B elements that are contiguous in their lines.
 */
static void gemm_2x4_16x8_multiply(float2 *const c_0, float2 *const c_8, const uint4 b, const uint2 a)
{
    float s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)
        : "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w), "r"(a.x), "r"(a.y));
    *c_0 = (float2)(s0, s1);
    *c_8 = (float2)(s2, s3);
}

/*
 * Adds the products of a step: of two lines of B, 8 columns apart, with a line of A.
 */
static void gemm_2x4_16x8_add_step(
    float2 *const s_0, float2 *const s_8, const uint4 b_0, const uint4 b_8,
    const uint4 a)
{
    gemm_2x4_16x8_multiply(s_0, s_8, (uint4)(b_0.s0, b_8.s0, b_0.s1, b_8.s1), (uint2)(a.s0, a.s1));
    gemm_2x4_16x8_multiply(s_0, s_8, (uint4)(b_0.s2, b_8.s2, b_0.s3, b_8.s3), (uint2)(a.s2, a.s3));
}

/* 8 elements of a line from place `at` on; 0 from place `end` on. */
static uint4 gemm_2x4_16x8_part_of_line(const __global ushort *const line, const int at, const int end)
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
static void gemm_2x4_16x8_store(
    __global half *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    vstore_half(beta == 0.0f ? value : value + beta * vload_half(0, c), 0, c);
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x4_16x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    const float beta,
    __global half *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int lane = item % 32;
    const int part = item / 32;
    const int first_row = get_group_id(1) * 8;
    const int first_column = get_group_id(0) * 32;
    const long a_row_0 = (long)min(first_row + lane / 4, M - 1) * lda;
    const long b_column_0 = (long)min(first_column + lane / 4, N - 1) * ldb;
    const long b_column_1 = (long)min(first_column + lane / 4 + 8, N - 1) * ldb;
    const long b_column_2 = (long)min(first_column + lane / 4 + 16, N - 1) * ldb;
    const long b_column_3 = (long)min(first_column + lane / 4 + 24, N - 1) * ldb;

    float2 s_0_0 = 0.0f, s_1_0 = 0.0f, s_2_0 = 0.0f, s_3_0 = 0.0f;

    /* Whole loads, where all lines begin at multiples of 16 bytes. */
    const int whole_k = ((size_t)A | (size_t)lda * 2) % 16 == 0 && ((size_t)B | (size_t)ldb * 2) % 16 == 0 ? depth / 128 * 128 : 0;
    for (int k = part * 32 + lane % 4 * 8; k < whole_k; k += 128) {
        const uint4 a_0 = *(const __global uint4 *)(A + a_row_0 + k);
        const uint4 b_0 = *(const __global uint4 *)(B + b_column_0 + k);
        const uint4 b_1 = *(const __global uint4 *)(B + b_column_1 + k);
        const uint4 b_2 = *(const __global uint4 *)(B + b_column_2 + k);
        const uint4 b_3 = *(const __global uint4 *)(B + b_column_3 + k);
        gemm_2x4_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        gemm_2x4_16x8_add_step(&s_2_0, &s_3_0, b_2, b_3, a_0);
    }
    /* The remainder of K, or all of it where lines begin elsewhere; zero beyond K. */
    for (int turn = whole_k; turn < depth; turn += 128) {
        const int k = turn + part * 32 + lane % 4 * 8;
        const uint4 a_0 = gemm_2x4_16x8_part_of_line((const __global ushort *)A + a_row_0, k, depth);
        const uint4 b_0 = gemm_2x4_16x8_part_of_line((const __global ushort *)B + b_column_0, k, depth);
        const uint4 b_1 = gemm_2x4_16x8_part_of_line((const __global ushort *)B + b_column_1, k, depth);
        const uint4 b_2 = gemm_2x4_16x8_part_of_line((const __global ushort *)B + b_column_2, k, depth);
        const uint4 b_3 = gemm_2x4_16x8_part_of_line((const __global ushort *)B + b_column_3, k, depth);
        gemm_2x4_16x8_add_step(&s_0_0, &s_1_0, b_0, b_1, a_0);
        gemm_2x4_16x8_add_step(&s_2_0, &s_3_0, b_2, b_3, a_0);
    }

    /* All sums come together, those of each part of K: work-items take neighbouring elements of C. */
    __local float sums[4][8][36];
    sums[part][lane % 4 * 2][lane / 4] = s_0_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4] = s_0_0.s1;
    sums[part][lane % 4 * 2][lane / 4 + 8] = s_1_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4 + 8] = s_1_0.s1;
    sums[part][lane % 4 * 2][lane / 4 + 16] = s_2_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4 + 16] = s_2_0.s1;
    sums[part][lane % 4 * 2][lane / 4 + 24] = s_3_0.s0;
    sums[part][lane % 4 * 2 + 1][lane / 4 + 24] = s_3_0.s1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int own_column = item % 32;
    const int own_row = item / 32;
    const int row = first_row + own_row;
    const int column = first_column + own_column;
    float c_0_0 = sums[0][own_row][own_column];
    float c_1_0 = sums[0][own_row + 4][own_column];
    for (int other = 1; other < 4; ++other) {
        c_0_0 += sums[other][own_row][own_column];
        c_1_0 += sums[other][own_row + 4][own_column];
    }
    if (row < M && column < N)
        gemm_2x4_16x8_store(C + (long)row * ldc + column, alpha, c_0_0, beta);
    if (row + 4 < M && column < N)
        gemm_2x4_16x8_store(C + (long)(row + 4) * ldc + column, alpha, c_1_0, beta);
}
