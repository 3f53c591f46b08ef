/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --layout row --transpose nt --beta 0 --epilogue bias:column,relu --family matrix --engine mma --tile 2x16 --wg 8x8 --vec-c 8 --for nvidia-ampere
 */

/* ... */

/* Stores 8 elements at once, as `c` is a multiple of 16 bytes. */
static void gemm_2x16_8x8_put8(const float8 value, __global half *const c)
{
    ushort8 halves;
    vstore_half8(value, 0, (half *)&halves);
    __global ushort *const place = (__global ushort *)c;
    *(__global uint4 *)place = as_uint4(halves);
}

/*
 * Two lanes that are `apart` trade halves of two fragments of C: the first lane has then what both had of the first one, in *first and
 * *second, the other lane what both had of the second one. After trades of lanes 1 apart, then 2 apart, a lane has eight contiguous
 * columns of one of four fragments, lane % 4.
 */
static void gemm_2x16_8x8_trade(
    const int lane, const int apart, float2 *const first, float2 *const second)
{
    const bool is_even = lane / apart % 2 == 0;
    const float2 given = is_even ? *second : *first;
    float2 taken;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(taken.x) : "f"(given.x), "r"(apart));
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(taken.y) : "f"(given.y), "r"(apart));
    if (is_even)
        *second = taken;
    else
        *first = taken;
}

/*
 * Elements of a row of C move `past` columns on, from each of its four lanes to the next one. The lane's vector of 32 columns, *first to *fourth,
 * becomes the last elements of the vector before it, and the first of its own. first_before to fourth_before: its vector of the 32 columns before these.
 */
static void gemm_2x16_8x8_align(
    const int lane, const int past,
    float2 *const first, float2 *const second, float2 *const third, float2 *const fourth,
    const float2 first_before, const float2 second_before, const float2 third_before, const float2 fourth_before)
{
    const int from = lane % 4 == 0 ? lane + 3 : lane - 1;
    const bool is_last = lane % 4 == 3;
    float8 before = 0;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(before.s1) : "f"(is_last ? first_before.y : first->y), "r"(from));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(before.s2) : "f"(is_last ? second_before.x : second->x), "r"(from));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(before.s3) : "f"(is_last ? second_before.y : second->y), "r"(from));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(before.s4) : "f"(is_last ? third_before.x : third->x), "r"(from));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(before.s5) : "f"(is_last ? third_before.y : third->y), "r"(from));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(before.s6) : "f"(is_last ? fourth_before.x : fourth->x), "r"(from));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(before.s7) : "f"(is_last ? fourth_before.y : fourth->y), "r"(from));
    float8 moved = (float8)(*first, *second, *third, *fourth);
    if (past % 2 != 0) {
        moved = (float8)(before.s7, moved.s0123, moved.s456);
        before = before.s00123456;
    }
    if (past / 2 % 2 != 0) {
        moved = (float8)(before.s67, moved.s0123, moved.s45);
        before = before.s00012345;
    }
    if (past / 4 != 0)
        moved = (float8)(before.s4567, moved.s0123);
    *first = moved.s01;
    *second = moved.s23;
    *third = moved.s45;
    *fourth = moved.s67;
}

/* The first vector of a row, which its last elements have moved to the front of, with these at its end. */
static float8 gemm_2x16_8x8_turned(const int past, const float8 value)
{
    const float8 by_one = past % 2 != 0 ? value.s12345670 : value;
    const float8 turned = past / 2 % 2 != 0 ? by_one.s23456701 : by_one;
    return past / 4 != 0 ? turned.s45670123 : turned;
}

/* Two elements of C in a word, rounded to the nearest. */
static uint gemm_2x16_8x8_word(const float2 value)
{
    uint word;
    vstore_half2(value, 0, (half *)&word);
    return word;
}

/*
 * Two lanes that are `apart` trade words of two fragments of C: the first lane has then both words of the first one in *first and
 * *second, the other lane those of the second one.
 */
static void gemm_2x16_8x8_trade_words(
    const int lane, const int apart, uint *const first, uint *const second)
{
    const bool is_even = lane / apart % 2 == 0;
    const uint given = is_even ? *second : *first;
    uint taken;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(taken) : "r"(given), "r"(apart));
    if (is_even)
        *second = taken;
    else
        *first = taken;
}

/* C = epilogue(alpha * product) for 8 contiguous elements, rounded before lanes trade what they have of four fragments. `c` is a multiple of 16 bytes. */
static void gemm_2x16_8x8_store_whole8(
    __global half *const c, const int lane, const float alpha, const float2 first, const float2 second, const float2 third, const float2 fourth,
    const int column,
    const __global half *const bias)
{
    uint first_word = gemm_2x16_8x8_word(gemm_2x16_8x8_epilogue2(alpha * first, column, bias));
    uint second_word = gemm_2x16_8x8_word(gemm_2x16_8x8_epilogue2(alpha * second, column + 8, bias));
    uint third_word = gemm_2x16_8x8_word(gemm_2x16_8x8_epilogue2(alpha * third, column + 16, bias));
    uint fourth_word = gemm_2x16_8x8_word(gemm_2x16_8x8_epilogue2(alpha * fourth, column + 24, bias));
    gemm_2x16_8x8_trade_words(lane, 1, &first_word, &second_word);
    gemm_2x16_8x8_trade_words(lane, 1, &third_word, &fourth_word);
    gemm_2x16_8x8_trade_words(lane, 2, &first_word, &third_word);
    gemm_2x16_8x8_trade_words(lane, 2, &second_word, &fourth_word);
    *(__global uint4 *)c = (uint4)(first_word, second_word, third_word, fourth_word);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_2x16_8x8(
    const int M, const int N, const int K, const float alpha,
    __global const half *restrict A, const int lda,
    __global const half *restrict B, const int ldb,
    __global half *restrict C, const int ldc,
    __global const half *restrict bias)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 8 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 128;
    const int tile_column = sub_group % 2 * 64;
    const int past = (int)(((size_t)C / 2 + (size_t)row * ldc) % 8);
    const int column = first_column + tile_column + lane % 4 * 8 - past;
    __local ushort a_tile[2][16][40] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[2][128][40] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;

    float2 c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;
    float2 c_0_4 = 0.0f, c_0_5 = 0.0f, c_0_6 = 0.0f, c_0_7 = 0.0f;
    float2 c_1_0 = 0.0f, c_1_1 = 0.0f, c_1_2 = 0.0f, c_1_3 = 0.0f;
    float2 c_1_4 = 0.0f, c_1_5 = 0.0f, c_1_6 = 0.0f, c_1_7 = 0.0f;

    /* Tiles ahead of the loop. */
    for (int filled = 0; filled < 1; ++filled) {
        const int next = filled * 32;
        if (next < depth) {
            gemm_2x16_8x8_copy_a(a_tile[filled], (const __global ushort *)A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x16_8x8_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x16_8x8_commit_copies();
    }
    for (int k = 0; k < depth; k += 32) {
        const int used = k / 32 % 2;
        const int next = k + 32;
        gemm_2x16_8x8_wait_for_copies();
        /* Tile `used` is complete, and nobody reads the one before it, which is filled next. */
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 32; step += 16) {
            const uint4 a_0 = gemm_2x16_8x8_load_a(a_tile[used], tile_row, step, lane);
            const uint2 b_0 = gemm_2x16_8x8_load_b(b_tile[used], tile_column, step, lane);
            const uint2 b_1 = gemm_2x16_8x8_load_b(b_tile[used], tile_column + 8, step, lane);
            const uint2 b_2 = gemm_2x16_8x8_load_b(b_tile[used], tile_column + 16, step, lane);
            const uint2 b_3 = gemm_2x16_8x8_load_b(b_tile[used], tile_column + 24, step, lane);
            const uint2 b_4 = gemm_2x16_8x8_load_b(b_tile[used], tile_column + 32, step, lane);
            const uint2 b_5 = gemm_2x16_8x8_load_b(b_tile[used], tile_column + 40, step, lane);
            const uint2 b_6 = gemm_2x16_8x8_load_b(b_tile[used], tile_column + 48, step, lane);
            const uint2 b_7 = gemm_2x16_8x8_load_b(b_tile[used], tile_column + 56, step, lane);
            gemm_2x16_8x8_multiply(&c_0_0, &c_1_0, a_0, b_0);
            gemm_2x16_8x8_multiply(&c_0_1, &c_1_1, a_0, b_1);
            gemm_2x16_8x8_multiply(&c_0_2, &c_1_2, a_0, b_2);
            gemm_2x16_8x8_multiply(&c_0_3, &c_1_3, a_0, b_3);
            gemm_2x16_8x8_multiply(&c_0_4, &c_1_4, a_0, b_4);
            gemm_2x16_8x8_multiply(&c_0_5, &c_1_5, a_0, b_5);
            gemm_2x16_8x8_multiply(&c_0_6, &c_1_6, a_0, b_6);
            gemm_2x16_8x8_multiply(&c_0_7, &c_1_7, a_0, b_7);
        }

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 32 % 2;
            gemm_2x16_8x8_copy_a(a_tile[filled], (const __global ushort *)A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x16_8x8_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x16_8x8_commit_copies();
    }

    /* A whole tile whose lines begin where vectors do is stored without tests. */
    if (first_row + 16 <= M && first_column + 128 <= N && ((size_t)C | (size_t)ldc * 2) % 16 == 0) {
        const int own_column = first_column + tile_column + lane % 4 * 2;
        gemm_2x16_8x8_store_whole8(C + (long)row * ldc + column, lane, alpha, c_0_0, c_0_1, c_0_2, c_0_3, own_column, bias);
        gemm_2x16_8x8_store_whole8(C + (long)row * ldc + column + 32, lane, alpha, c_0_4, c_0_5, c_0_6, c_0_7, own_column + 32, bias);
        gemm_2x16_8x8_store_whole8(C + (long)(row + 8) * ldc + column, lane, alpha, c_1_0, c_1_1, c_1_2, c_1_3, own_column, bias);
        gemm_2x16_8x8_store_whole8(C + (long)(row + 8) * ldc + column + 32, lane, alpha, c_1_4, c_1_5, c_1_6, c_1_7, own_column + 32, bias);
        return;
    }

    gemm_2x16_8x8_trade(lane, 1, &c_0_0, &c_0_1);
    gemm_2x16_8x8_trade(lane, 1, &c_0_2, &c_0_3);
    gemm_2x16_8x8_trade(lane, 2, &c_0_0, &c_0_2);
    gemm_2x16_8x8_trade(lane, 2, &c_0_1, &c_0_3);
    gemm_2x16_8x8_trade(lane, 1, &c_0_4, &c_0_5);
    gemm_2x16_8x8_trade(lane, 1, &c_0_6, &c_0_7);
    gemm_2x16_8x8_trade(lane, 2, &c_0_4, &c_0_6);
    gemm_2x16_8x8_trade(lane, 2, &c_0_5, &c_0_7);
    gemm_2x16_8x8_trade(lane, 1, &c_1_0, &c_1_1);
    gemm_2x16_8x8_trade(lane, 1, &c_1_2, &c_1_3);
    gemm_2x16_8x8_trade(lane, 2, &c_1_0, &c_1_2);
    gemm_2x16_8x8_trade(lane, 2, &c_1_1, &c_1_3);
    gemm_2x16_8x8_trade(lane, 1, &c_1_4, &c_1_5);
    gemm_2x16_8x8_trade(lane, 1, &c_1_6, &c_1_7);
    gemm_2x16_8x8_trade(lane, 2, &c_1_4, &c_1_6);
    gemm_2x16_8x8_trade(lane, 2, &c_1_5, &c_1_7);

    /* Where lines of C begin `past` elements behind places of aligned vectors, elements move on in their row, the last ones to its begin. */
    const bool is_first = past > 0 && lane % 4 == 0;
    const int room_of_first = is_first ? 0 : N - column;
    if (((size_t)C | (size_t)ldc * 2) % 16 != 0) {
        const float2 last_0_first = c_0_4, last_0_second = c_0_5, last_0_third = c_0_6, last_0_fourth = c_0_7;
        gemm_2x16_8x8_align(lane, past, &c_0_4, &c_0_5, &c_0_6, &c_0_7, c_0_0, c_0_1, c_0_2, c_0_3);
        gemm_2x16_8x8_align(lane, past, &c_0_0, &c_0_1, &c_0_2, &c_0_3, last_0_first, last_0_second, last_0_third, last_0_fourth);
        const float2 last_1_first = c_1_4, last_1_second = c_1_5, last_1_third = c_1_6, last_1_fourth = c_1_7;
        gemm_2x16_8x8_align(lane, past, &c_1_4, &c_1_5, &c_1_6, &c_1_7, c_1_0, c_1_1, c_1_2, c_1_3);
        gemm_2x16_8x8_align(lane, past, &c_1_0, &c_1_1, &c_1_2, &c_1_3, last_1_first, last_1_second, last_1_third, last_1_fourth);
    }
    /* How each of its rows begins. */
    const float8 begin_0 = gemm_2x16_8x8_turned(past, (float8)(c_0_0, c_0_1, c_0_2, c_0_3));
    const float8 begin_1 = gemm_2x16_8x8_turned(past, (float8)(c_1_0, c_1_1, c_1_2, c_1_3));

    if (row < M) {
        gemm_2x16_8x8_store8(C + (long)row * ldc + column, room_of_first, alpha, (float8)(c_0_0, c_0_1, c_0_2, c_0_3), column, bias);
        gemm_2x16_8x8_store8(C + (long)row * ldc + column + 32, N - (column + 32), alpha, (float8)(c_0_4, c_0_5, c_0_6, c_0_7), column + 32, bias);
        if (is_first)
            gemm_2x16_8x8_store8(C + (long)row * ldc + column + past, min(N - (column + past), 8 - past), alpha, begin_0, column + past, bias);
        if (is_first)
            gemm_2x16_8x8_store8(C + (long)row * ldc + column + 64, min(N - (column + 64), past), alpha, (float8)(c_0_0, c_0_1, c_0_2, c_0_3), column + 64, bias);
    }
    if (row + 8 < M) {
        gemm_2x16_8x8_store8(C + (long)(row + 8) * ldc + column, room_of_first, alpha, (float8)(c_1_0, c_1_1, c_1_2, c_1_3), column, bias);
        gemm_2x16_8x8_store8(C + (long)(row + 8) * ldc + column + 32, N - (column + 32), alpha, (float8)(c_1_4, c_1_5, c_1_6, c_1_7), column + 32, bias);
        if (is_first)
            gemm_2x16_8x8_store8(C + (long)(row + 8) * ldc + column + past, min(N - (column + past), 8 - past), alpha, begin_1, column + past, bias);
        if (is_first)
            gemm_2x16_8x8_store8(C + (long)(row + 8) * ldc + column + 64, min(N - (column + 64), past), alpha, (float8)(c_1_0, c_1_1, c_1_2, c_1_3), column + 64, bias);
    }
}
