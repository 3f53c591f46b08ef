/*
 * gemm_4x1_4x16: C = alpha * A * B + beta * C
 *
 * A in bfloat16, B in bfloat16, C in single precision, computed in single, row-major; M a multiple of 16, N a multiple of 16, K a multiple of 32.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C; not read here
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
 * A work-item computes 4 x 1 elements of C: 4 along M by 1 along N.
 * A work-group computes 16 along M by 16 along N.
 * Launch: local size {16, 4}, global size {16 * ceil(N / 16), 4 * ceil(M / 16)}.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --layout row --edges exact --family matrix --engine emulated:mfma --tile 4x1 --wg 4x16
 */

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 16 elements along K. Lane l holds
 * row l % 16, 4 elements of K from 4 (l / 16) on. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint2 gemm_4x1_4x16_load_a(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step + lane / 16 * 4;
    return vload2(0, (const __local uint *)&tile[row][k]);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 16 columns, 16 elements along K. Lane l holds
 * column l % 16, 4 elements of K from 4 (l / 16) on. Inlined, as PoCL 3.1 passes the vector on wrongly that a call returns.
 */
__attribute__((always_inline)) static uint2 gemm_4x1_4x16_load_b(
    const __local ushort (*const tile)[24], const int first, const int step, const int lane)
{
    const int column = first + lane % 16;
    const int k = step + lane / 16 * 4;
    return (uint2)(
        as_uint((ushort2)(tile[k][column], tile[k + 1][column])),
        as_uint((ushort2)(tile[k + 2][column], tile[k + 3][column])));
}

/* Element `at` of those that all lanes have put into local memory. */
static float gemm_4x1_4x16_held(const __local ushort *const registers, const int at)
{
    const __local ushort *const elements = (const __local ushort *)registers;
    return as_float((uint)elements[at] << 16);
}

/*
 * C += A * B, fragments of 16 x 16 x 16, on any device: the lanes exchange what they hold through local memory. Lane l holds of C
 * column l % 16, row 4 (l / 16) + i in element i; of A and B what gemm_4x1_4x16_load_a and gemm_4x1_4x16_load_b give.
 */
__attribute__((always_inline)) static float4 gemm_4x1_4x16_multiply(
    __local ushort *const exchange, const int lane, const uint2 a, const uint2 b, const float4 c)
{
    __local ushort *const left = exchange;
    __local ushort *const right = exchange + 256;
    float4 sum = c;
    vstore2(a, lane, (__local uint *)left);
    vstore2(b, lane, (__local uint *)right);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) {
        const float of_column = gemm_4x1_4x16_held(right, (lane % 16 + k / 4 * 16) * 4 + k % 4);
        sum += of_column * (float4)(
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + k / 4 * 16) * 4 + k % 4),
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + 1 + k / 4 * 16) * 4 + k % 4),
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + 2 + k / 4 * 16) * 4 + k % 4),
            gemm_4x1_4x16_held(left, (lane / 16 * 4 + 3 + k / 4 * 16) * 4 + k % 4));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

/*
 * Copies a tile of A into local memory: 16 rows, 32 elements along K each.
 */
static void gemm_4x1_4x16_copy_a(
    __local ushort (*const tile)[40], const __global ushort *const A, const int lda, const int row, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 64 + item;
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
        const int number = pass * 64 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(row + line) * lda + k + at;
        for (int i = 0; i < 8; ++i)
            tile[line][at + i] = A[from + i];
    }
}

/*
 * Copies a tile of B into local memory: 32 steps of K, 16 columns each.
 */
static void gemm_4x1_4x16_copy_b(
    __local ushort (*const tile)[24], const __global ushort *const B, const int ldb, const int column, const int k,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 64 + item;
            const int line = number / 2;
            const int at = number % 2 * 8;
            const long from = (long)(k + line) * ldb + column + at;
            *(__local ushort8 *)&tile[line][at] = *(const __global ushort8 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 64 + item;
        const int line = number / 2;
        const int at = number % 2 * 8;
        const long from = (long)(k + line) * ldb + column + at;
        for (int i = 0; i < 8; ++i)
            tile[line][at + i] = B[from + i];
    }
}

/* C = alpha * product + beta * C for one element. */
static void gemm_4x1_4x16_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_4x1_4x16(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 64;
    const int lane = item % 64;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 16 * 4;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 16;
    __local ushort a_tile[16][40] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[32][24] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;
    __local ushort exchange[1][512] __attribute__((aligned(16)));

    float4 c_0_0 = 0.0f;

    for (int k = 0; k < depth; k += 32) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_4x1_4x16_copy_a(a_tile, A, lda, first_row, k, a_wide, item);
        gemm_4x1_4x16_copy_b(b_tile, B, ldb, first_column, k, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 32; step += 16) {
            const uint2 a_0 = gemm_4x1_4x16_load_a(a_tile, tile_row, step, lane);
            const uint2 b_0 = gemm_4x1_4x16_load_b(b_tile, tile_column, step, lane);
            c_0_0 = gemm_4x1_4x16_multiply(exchange[sub_group], lane, a_0, b_0, c_0_0);
        }
    }

    gemm_4x1_4x16_store(C + (long)row * ldc + column, alpha, c_0_0.s0, beta);
    gemm_4x1_4x16_store(C + (long)(row + 1) * ldc + column, alpha, c_0_0.s1, beta);
    gemm_4x1_4x16_store(C + (long)(row + 2) * ldc + column, alpha, c_0_0.s2, beta);
    gemm_4x1_4x16_store(C + (long)(row + 3) * ldc + column, alpha, c_0_0.s3, beta);
}
