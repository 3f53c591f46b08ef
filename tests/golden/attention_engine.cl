/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --chain attention --head 16 --mask causal,keys --engine mma --tile-k 16 --stages 2 --copy async --name gemm
 */

/* Two singles as halves, rounded to the nearest. */
static ushort2 gemm_halves2(const float2 value)
{
    uint pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(value.y), "f"(value.x));
    return as_ushort2(pair);
}

/* 2 to that power; those below 2^-126 are 0. And both of two. */
static float gemm_power(const float exponent)
{
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(exponent));
    return power;
}

static float2 gemm_powers(const float2 exponents)
{
    return (float2)(gemm_power(exponents.x), gemm_power(exponents.y));
}

/* ... */

/*
 * The fragment of K from column `first` and element `step` of K on: 8 columns, 16 elements along K. Lane l holds
 * column l / 4; along K elements 2 (l % 4) and 2 (l % 4) + 1, and those 8 further. The upper half of the
 * result is the next 8 columns.
 */
static uint4 gemm_load_k(
    const __local ushort (*const tile)[24], const int first, const int step, const int lane)
{
    const int column = first + lane / 16 * 8 + lane % 8;
    const int k = step + lane / 8 % 2 * 8;
    uint4 pair;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(pair.s0), "=r"(pair.s1), "=r"(pair.s2), "=r"(pair.s3) : "r"((uint)(size_t)&tile[column][k]) : "memory");
    return pair;
}

/* ... */

/* What the lane has whose number differs in that bit: `apart` is a power of 2. */
static float gemm_of_lane(const int lane, const float value, const int apart)
{
    float taken;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(taken) : "f"(value), "r"(apart));
    return taken;
}

/*
 * Copies a block of 16 rows of K or V into local memory; zero in place of those beyond the first `rows`. `wide`: each
 * begins at a multiple of 16 bytes.
 */
static void gemm_copy(
    __local ushort (*const tile)[24], const __global ushort *const from, const long row, const int rows,
    const bool wide, const int item)
{
    if (wide) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 128 + item;
            if (number >= 32)
                break;
            const int line = number / 2;
            const int at = number % 2 * 8;
            const bool inside = line < rows;
            gemm_copy_async16_inside(&tile[line][at], inside ? from + line * row + at : from, inside);
        }
        return;
    }
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 128 + item;
        if (number >= 32)
            break;
        const int line = number / 2;
        const int at = number % 2 * 8;
        const __global ushort *const own = from + line * row + at;
        ushort8 elements = 0;
        if (line < rows)
            elements = vload8(0, own);
        *(__local ushort8 *)&tile[line][at] = elements;
    }
}

__kernel __attribute__((reqd_work_group_size(4, 32, 1)))
void gemm(
    const int lq, const int lk, const int q_heads, const int kv_heads, const long q_member,
    const long q_row, const long q_head, const long k_member, const long k_row, const long k_head,
    const long v_member, const long v_row, const long v_head, const long o_member, const long o_row,
    const long o_head, const long mask_member,
    const float alpha,
    __global const half *restrict Q,
    __global const half *restrict K,
    __global const half *restrict V,
    __global const float *restrict mask,
    __global half *restrict O)
{
    __local ushort q_tile[64][24] __attribute__((aligned(16)));
    __local ushort k_tile[2][16][24] __attribute__((aligned(16)));
    __local ushort v_tile[2][16][24] __attribute__((aligned(16)));

    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int tile_row = sub_group * 16;
    const int head = (int)(get_global_id(2) % q_heads);
    const int head_of_keys = head / (q_heads / kv_heads);
    const long member = (long)(get_global_id(2) / q_heads);
    const int first_row = (int)(get_num_groups(1) - 1 - get_group_id(1)) * 64;
    Q += member * q_member + head * q_head + first_row * q_row;
    K += member * k_member + head_of_keys * k_head;
    V += member * v_member + head_of_keys * v_head;
    O += member * o_member + head * o_head + first_row * o_row;
    mask += member * mask_member;
    const bool q_wide = ((size_t)Q | (size_t)q_row * 2) % 16 == 0;
    const bool k_wide = ((size_t)K | (size_t)k_row * 2) % 16 == 0;
    const bool v_wide = ((size_t)V | (size_t)v_row * 2) % 16 == 0;

    /* Weights are powers of 2. Scores are scaled by a positive number: Q has the sign of alpha. */
    const ushort sign = alpha < 0 ? 0x8000 : 0;
    const float rate = max(fabs(alpha) * 1.44269504088896341f, FLT_MIN);
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 128 + item;
        const int line = number / 2;
        const int at = number % 2 * 8;
        ushort8 elements = 0;
        if (first_row + line < lq) {
            const __global ushort *const from = (const __global ushort *)Q + line * q_row + at;
            elements = q_wide ? *(const __global ushort8 *)from : vload8(0, from);
        }
        *(__local ushort8 *)&q_tile[line][at] = elements ^ sign;
    }

    /* Of each row of the lane: its place behind the first one of the work-group, how many keys it sees, the largest
     * score so far, the sum of the weights of the lane, and that of rows of V times weights. */
    const int row_0 = tile_row + lane / 4;
    const int seen_0 = lk - lq + first_row + 1 + row_0;
    float most_0 = -INFINITY, total_0 = 0;
    float2 o_0_0 = 0, o_0_1 = 0;
    const int row_1 = tile_row + lane / 4 + 8;
    const int seen_1 = lk - lq + first_row + 1 + row_1;
    float most_1 = -INFINITY, total_1 = 0;
    float2 o_1_0 = 0, o_1_1 = 0;

    const int end = min(lk, lk - lq + first_row + 64);
    const float log2_e = 1.44269504088896341f;
    const int last_key = end - 1;
    for (int next = 0; next < 16; next += 16) {
        const int filled = next / 16;
        if (next < end) {
            gemm_copy(
                k_tile[filled], (const __global ushort *)K + next * k_row, k_row, end - next, k_wide, item);
            gemm_copy(
                v_tile[filled], (const __global ushort *)V + next * v_row, v_row, end - next, v_wide, item);
        }
        gemm_commit_copies();
    }
    for (int first = 0; first < end; first += 16) {
        const int used = first / 16 % 2;
        const int next = first + 16;
        gemm_wait_for_copies();
        /* Block `used` is complete. No work-item still reads the one before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);
        if (next < end) {
            const int filled = next / 16 % 2;
            gemm_copy(
                k_tile[filled], (const __global ushort *)K + next * k_row, k_row, end - next, k_wide, item);
            gemm_copy(
                v_tile[filled], (const __global ushort *)V + next * v_row, v_row, end - next, v_wide, item);
        }
        gemm_commit_copies();

        float2 s_0_0 = 0, s_0_1 = 0;
        float2 s_1_0 = 0, s_1_1 = 0;
        #pragma unroll
        for (int step = 0; step < 16; step += 16) {
            const uint4 q_0 = gemm_load_q(q_tile, tile_row, step, lane);
            const uint4 k_0 = gemm_load_k(k_tile[used], 0, step, lane);
            gemm_multiply(&s_0_0, &s_1_0, q_0, k_0.lo);
            gemm_multiply(&s_0_1, &s_1_1, q_0, k_0.hi);
        }
        s_0_0.s0 = s_0_0.s0 * rate + log2_e * mask[min(first + lane % 4 * 2, last_key)];
        s_0_0.s1 = s_0_0.s1 * rate + log2_e * mask[min(first + lane % 4 * 2 + 1, last_key)];
        s_0_1.s0 = s_0_1.s0 * rate + log2_e * mask[min(first + lane % 4 * 2 + 8, last_key)];
        s_0_1.s1 = s_0_1.s1 * rate + log2_e * mask[min(first + lane % 4 * 2 + 9, last_key)];
        s_1_0.s0 = s_1_0.s0 * rate + log2_e * mask[min(first + lane % 4 * 2, last_key)];
        s_1_0.s1 = s_1_0.s1 * rate + log2_e * mask[min(first + lane % 4 * 2 + 1, last_key)];
        s_1_1.s0 = s_1_1.s0 * rate + log2_e * mask[min(first + lane % 4 * 2 + 8, last_key)];
        s_1_1.s1 = s_1_1.s1 * rate + log2_e * mask[min(first + lane % 4 * 2 + 9, last_key)];

        /* Keys that a row does not see. */
        if (first + 16 > lk - lq + first_row + 1 + tile_row) {
            const int2 key = first + lane % 4 * 2 + (int2)(0, 1);
            s_0_0 = key < seen_0 ? s_0_0 : (float2)-INFINITY;
            s_0_1 = key + 8 < seen_0 ? s_0_1 : (float2)-INFINITY;
            s_1_0 = key < seen_1 ? s_1_0 : (float2)-INFINITY;
            s_1_1 = key + 8 < seen_1 ? s_1_1 : (float2)-INFINITY;
        }

        {
            float2 most = s_0_0;
            most = max(most, s_0_1);
            float now = max(most_0, max(most.x, most.y));
            now = max(now, gemm_of_lane(lane, now, 1));
            now = max(now, gemm_of_lane(lane, now, 2));
            /* Scores that are all -infinity so far have weights of 0. */
            const float zero = max(now, -0x1p100f);
            const float scale = gemm_power(most_0 - zero);
            most_0 = now;
            s_0_0 = gemm_powers(s_0_0 - zero);
            s_0_1 = gemm_powers(s_0_1 - zero);
            const float2 weights = s_0_0 + s_0_1;
            total_0 = total_0 * scale + (weights.x + weights.y);
            o_0_0 *= scale;
            o_0_1 *= scale;
        }
        {
            float2 most = s_1_0;
            most = max(most, s_1_1);
            float now = max(most_1, max(most.x, most.y));
            now = max(now, gemm_of_lane(lane, now, 1));
            now = max(now, gemm_of_lane(lane, now, 2));
            /* Scores that are all -infinity so far have weights of 0. */
            const float zero = max(now, -0x1p100f);
            const float scale = gemm_power(most_1 - zero);
            most_1 = now;
            s_1_0 = gemm_powers(s_1_0 - zero);
            s_1_1 = gemm_powers(s_1_1 - zero);
            const float2 weights = s_1_0 + s_1_1;
            total_1 = total_1 * scale + (weights.x + weights.y);
            o_1_0 *= scale;
            o_1_1 *= scale;
        }

        {
            const uint4 p_0 = (uint4)(
                as_uint(gemm_halves2(s_0_0)),
                as_uint(gemm_halves2(s_1_0)),
                as_uint(gemm_halves2(s_0_1)),
                as_uint(gemm_halves2(s_1_1)));
            const uint4 v_0 = gemm_load_v(v_tile[used], 0, 0, lane);
            gemm_multiply(&o_0_0, &o_1_0, p_0, v_0.lo);
            gemm_multiply(&o_0_1, &o_1_1, p_0, v_0.hi);
        }
    }

    total_0 += gemm_of_lane(lane, total_0, 1);
    total_0 += gemm_of_lane(lane, total_0, 2);
    /* Without keys sums are 0. */
    const float inverse_0 = 1 / max(total_0, FLT_MIN);
    total_1 += gemm_of_lane(lane, total_1, 1);
    total_1 += gemm_of_lane(lane, total_1, 2);
    /* Without keys sums are 0. */
    const float inverse_1 = 1 / max(total_1, FLT_MIN);
    if (first_row + row_0 < lq) {
        __global half *const own = O + row_0 * o_row;
        vstore_half2(o_0_0 * inverse_0, 0, own + lane % 4 * 2);
        vstore_half2(o_0_1 * inverse_0, 0, own + lane % 4 * 2 + 8);
    }
    if (first_row + row_1 < lq) {
        __global half *const own = O + row_1 * o_row;
        vstore_half2(o_1_0 * inverse_1, 0, own + lane % 4 * 2);
        vstore_half2(o_1_1 * inverse_1, 0, own + lane % 4 * 2 + 8);
    }
}
