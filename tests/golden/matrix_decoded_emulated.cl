/*
 * gemm_2x8_32x4: C = alpha * A * B + beta * C
 *
 * A in u4_32, B in bfloat16, C in bfloat16 precision, computed in single, blocks rounded to bfloat16, row-major; K a multiple of 64.
 * A batch of batch_count products, which are dimension 2 of the launch: at most 65535 in one, more by a global work offset.
 * Member i begins at element i * stride_a of A, i * stride_b of B, i * stride_c of C.
 *
 *   M            rows of op(A) and C
 *   N            columns of op(B) and C
 *   K            columns of op(A), rows of op(B)
 *   batch_count  members of the batch; not read here
 *   alpha        scales the product; 0: neither A nor B is read
 *   A_decoded    A decoded, without gaps
 *   B            K x N, row-major
 *   ldb          leading dimension of B, in elements (>= N)
 *   stride_b     distance of consecutive members of B, in elements; 0: all share one
 *   beta         scales C before the update; 0: C is not read
 *   C            M x N, row-major
 *   ldc          leading dimension of C, in elements (>= N)
 *   stride_c     distance of consecutive members of C, in elements (>= 1); they must not overlap
 *
 * A work-item computes 2 x 8 elements of C: 2 along M by 8 along N.
 * A work-group computes 64 along M by 32 along N.
 * Launch after gemm_2x8_32x4_decode_a:
 *   local size {128, 1, 1}, global size {128 * ceil(N / 32), ceil(M / 64), batch_count}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-a u4_32 --type-b bf16 --layout row --transpose nn --batch strided --family matrix --engine emulated:wgmma --decode a --tile 2x8 --wg 32x4 --prepared a --stages 2 --copy tensor
 */

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort8 gemm_2x8_32x4_nearest_bf16x8(const float8 value)
{
    const uint8 bits = as_uint8(value);
    const uint8 nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort8(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort2 gemm_2x8_32x4_nearest_bf16x2(const float2 value)
{
    const uint2 bits = as_uint2(value);
    const uint2 nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort2(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* Rounds to the nearest bf16, ties to even; NaN stays NaN. */
static ushort gemm_2x8_32x4_nearest_bf16(const float value)
{
    const uint bits = as_uint(value);
    const uint nearest = bits + 0x7fffu + (bits >> 16 & 1u);
    return convert_ushort(select(nearest, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}

/* 64 elements, quants of 4 bits, two a byte, the first one in its lower half: scale * (quant - zero).
 * Each group of 32 has its scale, and its zero point, in a buffer of its own. */
typedef struct {
    uchar quants[32];
} gemm_2x8_32x4_u4_32;

/* 4 bytes from a place on that is a multiple of 4. */
static uchar4 gemm_2x8_32x4_u4_32_bytes4(const __global uchar *const from)
{
    return as_uchar4(*(const __global uint *)from);
}

/* 8 elements from place `at` of the matrix on, a multiple of 8. */
static float8 gemm_2x8_32x4_u4_32_load8(
    const __global gemm_2x8_32x4_u4_32 *const memory, const __global half *const scales,
    const __global uchar *const zeros, const ulong at)
{
    const __global gemm_2x8_32x4_u4_32 *const block = memory + at / 64;
    const __global uchar *const from = block->quants + at % 64 / 2;
    const int4 pairs = convert_int4(gemm_2x8_32x4_u4_32_bytes4(from));
    int8 quants;
    quants.even = pairs & 15;
    quants.odd = pairs >> 4;
    const int zero = zeros[at / 64] >> at / 32 % 2 * 4 & 15;
    const float8 numbers = convert_float8(quants - zero);
    const float scale = vload_half(at / 32, scales);
    return scale * numbers;
}

/*
 * Decodes A: of groups of u4_32 a matrix in bfloat16. Leading dimension of A_decoded: K.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {32, 8, 1}, global size {32 * ceil(K / 256), 8 * ceil(M / 8), batch_count}.
 * Once for the values of A, for any number of products.
 */
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void gemm_2x8_32x4_decode_a(
    const int M, const int K,
    __global const gemm_2x8_32x4_u4_32 *restrict A, const int lda, const long stride_a,
    __global const half *restrict A_scales,
    __global const uchar *restrict A_zeros,
    __global ushort *restrict A_decoded)
{
    const long member = get_global_id(2);
    A += member * stride_a / 64;
    A_scales += member * stride_a / 32;
    A_zeros += member * stride_a / 64;
    A_decoded += member * M * K;
    const int k = get_global_id(0) * 8;
    const int line = get_global_id(1);
    if (line < M && k < K)
        *(__global ushort8 *)(A_decoded + (long)line * K + k) = gemm_2x8_32x4_nearest_bf16x8(gemm_2x8_32x4_u4_32_load8(A, A_scales, A_zeros, (long)line * lda + k));
}

/*
 * Index of element `at` of line `line` in a tile of A_decoded, swizzled as the engine reads it: of the pieces of
 * 16 bytes of a line, number p is stored at position p ^ line / 2 % 4.
 */
static int gemm_2x8_32x4_place_a(const int line, const int at)
{
    return line * 32 + (at ^ line / 2 % 4 * 8);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of A_decoded from row `first` and element `step` of K on: 64 rows, 16 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start in the tile; from bit 16 on the leading dimension offset, which is not used along K;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 64 bytes.
 */
static ulong gemm_2x8_32x4_describe_a(const __local ushort *const tile, const int first, const int step)
{
    const int at = first * 32 + step;
    return ((uint)at * 2 & 0x3ffffu) >> 4 | 1ul << 16 | 32ul << 32 | 2ul << 62;
}

/* Element `k` of row `row` of a fragment of A_decoded, found in the tile as the engine finds it by the description. */
static float gemm_2x8_32x4_element_a(
    const __local ushort *const tile, const ulong description, const int row, const int k)
{
    const uint start = ((uint)description & 0x3fffu) * 16;
    const uint lines = ((uint)(description >> 32) & 0x3fffu) * 16;
    const uint byte = start + row / 8 * lines + row % 8 * 64 + k * 2;
    const uint at = (byte ^ (byte >> 3 & 0x30)) / 2;
    const __local ushort *const elements = (const __local ushort *)tile;
    return as_float((uint)elements[at] << 16);
}

/*
 * Index of element `at` of line `line` in a tile of B, swizzled as the engine reads it: of the pieces of
 * 16 bytes of a line, number p is stored at position p ^ line / 2 % 4.
 */
static int gemm_2x8_32x4_place_b(const int line, const int at)
{
    return line * 32 + (at ^ line / 2 % 4 * 8);
}

/*
 * The matrix descriptor (PTX ISA, wgmma) of the fragment of B from column `first` and element `step` of K on: 32 columns, 16 elements along K.
 * In units of 16 bytes: bits 0 to 13 its start in the tile; from bit 16 on the leading dimension offset, from panel to panel;
 * from bit 32 on the stride dimension offset, from eight lines to the next eight. Bits 62 and 63: swizzle of 64 bytes.
 */
static ulong gemm_2x8_32x4_describe_b(const __local ushort *const tile, const int first, const int step)
{
    const int at = step * 32 + first;
    return ((uint)at * 2 & 0x3ffffu) >> 4 | 128ul << 16 | 32ul << 32 | 2ul << 62;
}

/* Element `k` of column `column` of a fragment of B, found in the tile as the engine finds it by the description. */
static float gemm_2x8_32x4_element_b(
    const __local ushort *const tile, const ulong description, const int column, const int k)
{
    const uint start = ((uint)description & 0x3fffu) * 16;
    const uint panel = ((uint)(description >> 16) & 0x3fffu) * 16;
    const uint lines = ((uint)(description >> 32) & 0x3fffu) * 16;
    const uint byte = start + column / 32 * panel + k / 8 * lines + k % 8 * 64 + column % 32 * 2;
    const uint at = (byte ^ (byte >> 3 & 0x30)) / 2;
    const __local ushort *const elements = (const __local ushort *)tile;
    return as_float((uint)elements[at] << 16);
}

/*
 * C += A * B, fragments of 64 x 32 x 16, on any device. Lane l holds of C, for every j, columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1:
 * of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 */
static void gemm_2x8_32x4_multiply(
    const __local ushort *const a_tile, const __local ushort *const b_tile, const int lane,
    float2 *const c_0, float2 *const c_8, const ulong a, const ulong b)
{
    const int row = lane / 32 * 16 + lane % 32 / 4;
    for (int k = 0; k < 16; ++k) {
        const float of_0 = gemm_2x8_32x4_element_a(a_tile, a, row, k);
        const float of_8 = gemm_2x8_32x4_element_a(a_tile, a, row + 8, k);
        for (int j = 0; j < 4; ++j) {
            const int column = j * 8 + lane % 4 * 2;
            const float2 of_k = (float2)(
                gemm_2x8_32x4_element_b(b_tile, b, column, k),
                gemm_2x8_32x4_element_b(b_tile, b, column + 1, k));
            c_0[j] += of_0 * of_k;
            c_8[j] += of_8 * of_k;
        }
    }
}

/* Stores 2 elements, at once where that is possible. */
static void gemm_2x8_32x4_put2(const ushort2 value, __global ushort *const c)
{
    if ((size_t)c % 4 == 0)
        *(__global ushort2 *)c = value;
    else
        vstore2(value, 0, c);
}

/*
 * Copies a tile of A into local memory: 64 rows, 32 elements along K each; zero beyond the edges.
 */
static void gemm_2x8_32x4_copy_a(
    __local ushort *const tile, const __global ushort *const A_decoded, const int lda, const int row, const int k,
    const int M, const bool wide, const int item)
{
    if (wide && row + 64 <= M) {
        #pragma unroll
        for (int pass = 0; pass < 2; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 4;
            const int at = number % 4 * 8;
            const long from = (long)(row + line) * lda + k + at;
            *(__local ushort8 *)&tile[gemm_2x8_32x4_place_a(line, at)] = *(const __global ushort8 *)(A_decoded + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M) {
            *(__local ushort8 *)&tile[gemm_2x8_32x4_place_a(line, at)] = *(const __global ushort8 *)(A_decoded + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[gemm_2x8_32x4_place_a(line, at + i)] = row + line < M ? A_decoded[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 32 steps of K, 32 columns each; zero beyond the edges.
 */
static void gemm_2x8_32x4_copy_b(
    __local ushort *const tile, const __global ushort *const B, const int ldb, const int column, const int k,
    const int N, const bool wide, const int item)
{
    if (wide && column + 32 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 128 + item;
            const int line = number / 4;
            const int at = number % 4 * 8;
            const long from = (long)(k + line) * ldb + column + at;
            *(__local ushort8 *)&tile[gemm_2x8_32x4_place_b(line, at)] = *(const __global ushort8 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && column + at + 8 <= N) {
            *(__local ushort8 *)&tile[gemm_2x8_32x4_place_b(line, at)] = *(const __global ushort8 *)(B + from);
        } else {
            for (int i = 0; i < 8; ++i)
                tile[gemm_2x8_32x4_place_b(line, at + i)] = column + at + i < N ? B[from + i] : 0;
        }
    }
}

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M.
 */
static int2 gemm_2x8_32x4_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    return (int2)(number % column_tiles, number / column_tiles);
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x8_32x4_store2(
    __global ushort *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        gemm_2x8_32x4_put2(gemm_2x8_32x4_nearest_bf16x2(beta == 0.0f ? value : value + beta * as_float2(convert_uint2(vload2(0, c)) << 16)), c);
        return;
    }
    if (room > 0)
        c[0] = gemm_2x8_32x4_nearest_bf16(beta == 0.0f ? value.s0 : value.s0 + beta * as_float((uint)c[0] << 16));
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x8_32x4(
    const int M, const int N, const int K, const long batch_count, const float alpha,
    __global const ushort *restrict A_decoded,
    __global const ushort *restrict B, const int ldb, const long stride_b,
    const float beta,
    __global ushort *restrict C, const int ldc, const long stride_c)
{
    const int lda = K;
    const long member = get_global_id(2);
    A_decoded += member * M * lda;
    B += member * stride_b;
    C += member * stride_c;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int row_tiles = (M + 63) / 64;
    const int column_tiles = (N + 31) / 32;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 31) / 32;
    __local ushort a_tile[2][2048] __attribute__((aligned(1024)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A_decoded | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[2][1024] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;
    /* Blocks of all tiles of the work-group; the first 1 of them. */
    const int first_tile = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    const int groups = get_num_groups(0) * get_num_groups(1);
    const int last = first_tile < tiles ? ((tiles - first_tile - 1) / groups + 1) * blocks : 0;
    for (int next = 0; next < 1; ++next) {
        if (next < last) {
            const int2 at = gemm_2x8_32x4_tile_at(first_tile + next / blocks * groups, row_tiles, column_tiles);
            const int block = next % blocks;
            const int filled = next % 2;
            const int first_row = at.y * 64;
            const int first_column = at.x * 32;
            const int k = block * 32;
            gemm_2x8_32x4_copy_a(a_tile[filled], A_decoded, lda, first_row, k, M, a_wide, item);
            gemm_2x8_32x4_copy_b(b_tile[filled], B, ldb, first_column, k, N, b_wide, item);
        }
    }

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {
        const int2 at = gemm_2x8_32x4_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 64;
        const int tile_row = 0;
        const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
        const int first_column = at.x * 32;
        const int tile_column = 0;
        const int column = first_column + tile_column + lane % 4 * 2;

        float2 c_0[4] = {(float2)0.0f}, c_1[4] = {(float2)0.0f};

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 2;
            /* Stage `used` is full. No work-item still reads the one before it, which is filled next. */
            barrier(CLK_LOCAL_MEM_FENCE);

            for (int step = 0; step < 32; step += 16) {
                const ulong a_0 = gemm_2x8_32x4_describe_a(a_tile[used], tile_row, step);
                const ulong b_0 = gemm_2x8_32x4_describe_b(b_tile[used], tile_column, step);
                gemm_2x8_32x4_multiply(a_tile[used], b_tile[used], lane, c_0, c_1, a_0, b_0);
            }

            const int next = number + 1;
            if (next < last) {
                const int2 at = gemm_2x8_32x4_tile_at(first_tile + next / blocks * groups, row_tiles, column_tiles);
                const int block = next % blocks;
                const int filled = next % 2;
                const int first_row = at.y * 64;
                const int first_column = at.x * 32;
                const int k = block * 32;
                gemm_2x8_32x4_copy_a(a_tile[filled], A_decoded, lda, first_row, k, M, a_wide, item);
                gemm_2x8_32x4_copy_b(b_tile[filled], B, ldb, first_column, k, N, b_wide, item);
            }
        }

        if (row < M) {
            gemm_2x8_32x4_store2(C + (long)row * ldc + column, N - column, alpha, c_0[0], beta);
            gemm_2x8_32x4_store2(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0[1], beta);
            gemm_2x8_32x4_store2(C + (long)row * ldc + column + 16, N - (column + 16), alpha, c_0[2], beta);
            gemm_2x8_32x4_store2(C + (long)row * ldc + column + 24, N - (column + 24), alpha, c_0[3], beta);
        }
        if (row + 8 < M) {
            gemm_2x8_32x4_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1[0], beta);
            gemm_2x8_32x4_store2(C + (long)(row + 8) * ldc + column + 8, N - (column + 8), alpha, c_1[1], beta);
            gemm_2x8_32x4_store2(C + (long)(row + 8) * ldc + column + 16, N - (column + 16), alpha, c_1[2], beta);
            gemm_2x8_32x4_store2(C + (long)(row + 8) * ldc + column + 24, N - (column + 24), alpha, c_1[3], beta);
        }
    }
}
