/*
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --type-c i8 --layout row --transpose nt --family matrix --engine emulated:mma --tile 2x4 --wg 8x8 --vec-c 4
 */

/* ... */

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 32 elements along K. Lane l holds
 * column l / 4; along K elements 4 (l % 4) to 4 (l % 4) + 3, and those 16 further.
 */
static uint2 gemm_2x4_8x8_load_b(
    const __local uchar (*const tile)[80], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4 * 4;
    return (uint2)(
        as_uint((uchar4)(tile[column][k], tile[column][k + 1], tile[column][k + 2], tile[column][k + 3])),
        as_uint((uchar4)(tile[column][k + 16], tile[column][k + 17], tile[column][k + 18], tile[column][k + 19])));
}

/* ... */

/* Stores 4 elements at once, as `c` is a multiple of 4 bytes. */
static void gemm_2x4_8x8_put4(const char4 value, __global char *const c)
{
    *(__global char4 *)c = value;
}

/*
 * Neighbouring lanes trade halves of two fragments of C that lie side by side, through local memory: one with an even number has then four
 * contiguous columns of the first one in *first and *second, the other four of the second one.
 */
__attribute__((always_inline)) static void gemm_2x4_8x8_trade(
    __local int2 *const traded, const int lane, int2 *const first, int2 *const second)
{
    const bool is_even = lane % 2 == 0;
    const int2 given = is_even ? *second : *first;
    int2 taken;
    traded[lane] = given;
    barrier(CLK_LOCAL_MEM_FENCE);
    taken = traded[lane ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_even)
        *second = taken;
    else
        *first = taken;
}

/*
 * Elements of a row of C move `past` columns on, from each of its four lanes to the next one, through local memory. The lane's vector of 16 columns, *first and *second,
 * becomes the last elements of the vector before it, and the first of its own. first_before and second_before: its vector of the 16 columns before these.
 */
__attribute__((always_inline)) static void gemm_2x4_8x8_align(
    __local int2 *const traded, const int lane, const int past,
    int2 *const first, int2 *const second,
    const int2 first_before, const int2 second_before)
{
    /* Four lanes have columns 0, 8, 4 and 12 of 16. */
    const int from = lane % 4 == 0 ? lane + 3 : lane % 4 == 1 ? lane + 1 : lane - 2;
    const bool is_last = lane % 4 == 3;
    int4 before;
    traded[lane] = is_last ? first_before : *first;
    barrier(CLK_LOCAL_MEM_FENCE);
    before.s01 = traded[from];
    barrier(CLK_LOCAL_MEM_FENCE);
    traded[lane] = is_last ? second_before : *second;
    barrier(CLK_LOCAL_MEM_FENCE);
    before.s23 = traded[from];
    barrier(CLK_LOCAL_MEM_FENCE);
    int4 moved = (int4)(*first, *second);
    if (past % 2 != 0) {
        moved = (int4)(before.s3, moved.s012);
        before = before.s0012;
    }
    if (past / 2 != 0)
        moved = (int4)(before.s23, moved.s01);
    *first = moved.s01;
    *second = moved.s23;
}

/* The first vector of a row, which its last elements have moved to the front of, with these at its end. */
static int4 gemm_2x4_8x8_turned(const int past, const int4 value)
{
    const int4 turned = past % 2 != 0 ? value.s1230 : value;
    return past / 2 != 0 ? turned.s2301 : turned;
}

/* ... */

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_2x4_8x8_store4(
    __global char *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        gemm_2x4_8x8_put4(convert_char4_sat_rte(beta == 0.0f ? value : value + beta * convert_float4(vload4(0, c))), c);
        return;
    }
    if (room > 0)
        c[0] = convert_char_sat_rte(beta == 0.0f ? value.s0 : value.s0 + beta * convert_float(c[0]));
    if (room > 1)
        c[1] = convert_char_sat_rte(beta == 0.0f ? value.s1 : value.s1 + beta * convert_float(c[1]));
    if (room > 2)
        c[2] = convert_char_sat_rte(beta == 0.0f ? value.s2 : value.s2 + beta * convert_float(c[2]));
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x4_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const char *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const float beta,
    __global char *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = sub_group % 2 * 16;
    const int past = (int)(((size_t)C + (size_t)row * ldc) % 4);
    const int column = first_column + tile_column + lane % 4 / 2 * 4 + lane % 2 * 8 - past;
    __local uchar a_tile[16][80] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda) % 16 == 0;
    __local uchar b_tile[32][80] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb) % 16 == 0;
    __local uchar exchange[2][768] __attribute__((aligned(16)));
    __local int2 traded[2][32];

    int2 c_0_0 = 0, c_0_1 = 0;
    int2 c_1_0 = 0, c_1_1 = 0;

    for (int k = 0; k < depth; k += 64) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_2x4_8x8_copy_a(a_tile, (const __global uchar *)A, lda, first_row, k, M, K, a_wide, item);
        gemm_2x4_8x8_copy_b(b_tile, (const __global uchar *)B, ldb, first_column, k, N, K, b_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 64; step += 32) {
            const uint4 a_0 = gemm_2x4_8x8_load_a(a_tile, tile_row, step, lane);
            const uint2 b_0 = gemm_2x4_8x8_load_b(b_tile, tile_column, step, lane);
            const uint2 b_1 = gemm_2x4_8x8_load_b(b_tile, tile_column + 8, step, lane);
            gemm_2x4_8x8_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0, b_0);
            gemm_2x4_8x8_multiply(exchange[sub_group], lane, &c_0_1, &c_1_1, a_0, b_1);
        }
    }

    gemm_2x4_8x8_trade(traded[sub_group], lane, &c_0_0, &c_0_1);
    gemm_2x4_8x8_trade(traded[sub_group], lane, &c_1_0, &c_1_1);

    /* Where lines of C begin `past` elements behind places of aligned vectors, elements move on in their row, the last ones to its begin. */
    const bool is_first = past > 0 && lane % 4 == 0;
    const int room_of_first = is_first ? 0 : N - column;
    if (((size_t)C | (size_t)ldc) % 4 != 0) {
        const int2 last_0_first = c_0_0, last_0_second = c_0_1;
        gemm_2x4_8x8_align(traded[sub_group], lane, past, &c_0_0, &c_0_1, last_0_first, last_0_second);
        const int2 last_1_first = c_1_0, last_1_second = c_1_1;
        gemm_2x4_8x8_align(traded[sub_group], lane, past, &c_1_0, &c_1_1, last_1_first, last_1_second);
    }
    /* How each of its rows begins. */
    const int4 begin_0 = gemm_2x4_8x8_turned(past, (int4)(c_0_0, c_0_1));
    const int4 begin_1 = gemm_2x4_8x8_turned(past, (int4)(c_1_0, c_1_1));

    if (row < M) {
        gemm_2x4_8x8_store4(C + (long)row * ldc + column, room_of_first, alpha, convert_float4((int4)(c_0_0, c_0_1)), beta);
        if (is_first)
            gemm_2x4_8x8_store4(C + (long)row * ldc + column + past, min(N - (column + past), 4 - past), alpha, convert_float4(begin_0), beta);
        if (is_first)
            gemm_2x4_8x8_store4(C + (long)row * ldc + column + 16, min(N - (column + 16), past), alpha, convert_float4((int4)(c_0_0, c_0_1)), beta);
    }
    if (row + 8 < M) {
        gemm_2x4_8x8_store4(C + (long)(row + 8) * ldc + column, room_of_first, alpha, convert_float4((int4)(c_1_0, c_1_1)), beta);
        if (is_first)
            gemm_2x4_8x8_store4(C + (long)(row + 8) * ldc + column + past, min(N - (column + past), 4 - past), alpha, convert_float4(begin_1), beta);
        if (is_first)
            gemm_2x4_8x8_store4(C + (long)(row + 8) * ldc + column + 16, min(N - (column + 16), past), alpha, convert_float4((int4)(c_1_0, c_1_1)), beta);
    }
}
