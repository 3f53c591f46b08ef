/*
 * gemm_4x4_16x16: C = alpha * A * B + beta * C
 *
 * Bfloat16 precision, computed in single, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 64 along M by 64 along N.
 * Launch: local size {16, 16}, global size {16 * ceil(N / 64), 16 * ceil(M / 64)}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --layout row --family matrix --tile 4x4 --vec-c 4
 */

/* Rounds two numbers to the nearest bf16, ties to even: `low` becomes the lower half, `high` the upper one. NaN stays NaN. */
static uint gemm_4x4_16x16_nearest_pair(const float low, const float high)
{
    uint pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

static ushort4 gemm_4x4_16x16_nearest_bf16x4(const float4 value)
{
    return as_ushort4((uint2)(
        gemm_4x4_16x16_nearest_pair(value.s0, value.s1),
        gemm_4x4_16x16_nearest_pair(value.s2, value.s3)));
}

static ushort gemm_4x4_16x16_nearest_bf16(const float value)
{
    return (ushort)gemm_4x4_16x16_nearest_pair(value, 0.0f);
}

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint4 gemm_4x4_16x16_load_a(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step + lane / 16 * 8;
    uint r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"((uint)(size_t)&tile[row][k]) : "memory");
    return (uint4)(r0, r1, r2, r3);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 16 elements along K. Lane l holds
 * column l / 4; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further.
 */
static uint2 gemm_4x4_16x16_load_b(
    const __local ushort (*const tile)[72], const int first, const int step, const int lane)
{
    const int column = first;
    const int k = step + lane % 16;
    uint r0, r1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
        : "=r"(r0), "=r"(r1) : "r"((uint)(size_t)&tile[k][column]) : "memory");
    return (uint2)(r0, r1);
}

/*
 * C += A * B, fragments of 16 x 8 x 16. Lane l holds of C columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row
 * l / 4 + 8 in *c_8; of A and B what gemm_4x4_16x16_load_a and gemm_4x4_16x16_load_b give.
 */
static void gemm_4x4_16x16_multiply(float2 *const c_0, float2 *const c_8, const uint4 a, const uint2 b)
{
    float s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)
        : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
    *c_0 = (float2)(s0, s1);
    *c_8 = (float2)(s2, s3);
}

/* Stores 4 elements, at once where that is possible. */
static void gemm_4x4_16x16_put4(const ushort4 value, __global ushort *const c)
{
    if ((size_t)c % 8 == 0)
        *(__global ushort4 *)c = value;
    else
        vstore4(value, 0, c);
}

/*
 * Neighbouring lanes trade halves of two fragments of C that lie side by side: one with an even number has then four contiguous columns
 * of the first one in *first and *second, the other four of the second one.
 */
static void gemm_4x4_16x16_trade(const int lane, float2 *const first, float2 *const second)
{
    const bool is_even = lane % 2 == 0;
    const float2 given = is_even ? *second : *first;
    float2 taken;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;" : "=f"(taken.x) : "f"(given.x));
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;" : "=f"(taken.y) : "f"(given.y));
    if (is_even)
        *second = taken;
    else
        *first = taken;
}

/*
 * Copies a tile of A into local memory: 64 rows, 32 elements along K each; zero beyond the edges.
 */
static void gemm_4x4_16x16_copy_a(
    __local ushort (*const tile)[40], const __global ushort *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 64 <= M && k + 32 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            const int line = number / 4;
            const int at = number % 4 * 8;
            const long from = (long)(row + line) * lda + k + at;
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 8 <= K) {
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(A + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[line][at + i] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 32 steps of K, 64 columns each; zero beyond the edges.
 */
static void gemm_4x4_16x16_copy_b(
    __local ushort (*const tile)[72], const __global ushort *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && k + 32 <= K && column + 64 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            const int line = number / 8;
            const int at = number % 8 * 8;
            const long from = (long)(k + line) * ldb + column + at;
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        const int line = number / 8;
        const int at = number % 8 * 8;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && k + line < K && column + at + 8 <= N) {
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(B + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[line][at + i] = k + line < K && column + at + i < N ? B[from + i] : 0;
        }
    }
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x4_16x16_store4(
    __global ushort *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        gemm_4x4_16x16_put4(gemm_4x4_16x16_nearest_bf16x4(beta == 0.0f ? value : value + beta * as_float4(convert_uint4(vload4(0, c)) << 16)), c);
        return;
    }
    if (room > 0)
        c[0] = gemm_4x4_16x16_nearest_bf16(beta == 0.0f ? value.s0 : value.s0 + beta * as_float((uint)c[0] << 16));
    if (room > 1)
        c[1] = gemm_4x4_16x16_nearest_bf16(beta == 0.0f ? value.s1 : value.s1 + beta * as_float((uint)c[1] << 16));
    if (room > 2)
        c[2] = gemm_4x4_16x16_nearest_bf16(beta == 0.0f ? value.s2 : value.s2 + beta * as_float((uint)c[2] << 16));
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x4_16x16(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 64;
    const int tile_row = sub_group / 4 * 32;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 64;
    const int tile_column = sub_group % 4 * 16;
    const int column = first_column + tile_column + lane % 4 / 2 * 4 + lane % 2 * 8;
    __local ushort a_tile[64][40] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[32][72] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f;
    float2 c_1_0 = 0.0f, c_1_1 = 0.0f;
    float2 c_2_0 = 0.0f, c_2_1 = 0.0f;
    float2 c_3_0 = 0.0f, c_3_1 = 0.0f;

    for (int k = 0; k < depth; k += 32) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_4x4_16x16_copy_a(a_tile, A, lda, first_row, k, M, K, a_wide, item);
        gemm_4x4_16x16_copy_b(b_tile, B, ldb, first_column, k, N, K, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 32; step += 16) {
            const uint4 a_0 = gemm_4x4_16x16_load_a(a_tile, tile_row, step, lane);
            const uint4 a_1 = gemm_4x4_16x16_load_a(a_tile, tile_row + 16, step, lane);
            const uint2 b_0 = gemm_4x4_16x16_load_b(b_tile, tile_column, step, lane);
            const uint2 b_1 = gemm_4x4_16x16_load_b(b_tile, tile_column + 8, step, lane);
            gemm_4x4_16x16_multiply(&c_0_0, &c_1_0, a_0, b_0);
            gemm_4x4_16x16_multiply(&c_0_1, &c_1_1, a_0, b_1);
            gemm_4x4_16x16_multiply(&c_2_0, &c_3_0, a_1, b_0);
            gemm_4x4_16x16_multiply(&c_2_1, &c_3_1, a_1, b_1);
        }
    }

    gemm_4x4_16x16_trade(lane, &c_0_0, &c_0_1);
    gemm_4x4_16x16_trade(lane, &c_1_0, &c_1_1);
    gemm_4x4_16x16_trade(lane, &c_2_0, &c_2_1);
    gemm_4x4_16x16_trade(lane, &c_3_0, &c_3_1);

    if (row < M) {
        gemm_4x4_16x16_store4(C + (long)row * ldc + column, N - column, alpha, (float4)(c_0_0, c_0_1), beta);
    }
    if (row + 8 < M) {
        gemm_4x4_16x16_store4(C + (long)(row + 8) * ldc + column, N - column, alpha, (float4)(c_1_0, c_1_1), beta);
    }
    if (row + 16 < M) {
        gemm_4x4_16x16_store4(C + (long)(row + 16) * ldc + column, N - column, alpha, (float4)(c_2_0, c_2_1), beta);
    }
    if (row + 24 < M) {
        gemm_4x4_16x16_store4(C + (long)(row + 24) * ldc + column, N - column, alpha, (float4)(c_3_0, c_3_1), beta);
    }
}
