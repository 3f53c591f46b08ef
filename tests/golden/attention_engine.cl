/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --chain attention --head 32 --mask causal,keys --engine mma --split-k 2 --tile-k 16 --stages 2 --copy async --pack-heads 2 --name gemm
 */

/* ... */

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
    __local ushort (*const tile)[40], const __global ushort *const from, const long row, const int rows,
    const bool wide, const int item)
{
    if (!wide) {
        #pragma unroll 1
        for (int i = item; i < 512; i += 128)
            tile[i / 32][i % 32] = i / 32 < rows ? from[i / 32 * row + i % 32] : 0;
        return;
    }
    #pragma unroll
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 128 + item;
        if (number >= 64)
            break;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const __global ushort *const own = from + line * row + at;
        gemm_copy_async16_inside(&tile[line][at], own, line < rows);
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
    __global float *C_parts,
    __global int *counters,
    __global half *restrict O)
{
    __local ushort q_tile[64][40] __attribute__((aligned(16)));
    __local ushort k_tile[2][16][40] __attribute__((aligned(16)));
    __local ushort v_tile[2][16][40] __attribute__((aligned(16)));
    __local int arrived;

    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int tile_row = sub_group * 16;
    const int head = (int)(get_global_id(2) % (q_heads / 2)) * 2;
    const int head_of_keys = head / (q_heads / kv_heads);
    const long member = (long)(get_global_id(2) / (q_heads / 2));
    const int first_row = (int)(get_num_groups(1) - 1 - get_group_id(1)) * 32;
    Q += member * q_member + head * q_head + first_row * q_row;
    K += member * k_member + head_of_keys * k_head;
    V += member * v_member + head_of_keys * v_head;
    O += member * o_member + head * o_head + first_row * o_row;
    mask += member * mask_member;
    const bool q_wide = ((size_t)Q | (size_t)q_row * 2 | (size_t)q_head * 2) % 16 == 0;
    const bool k_wide = ((size_t)K | (size_t)k_row * 2) % 16 == 0;
    const bool v_wide = ((size_t)V | (size_t)v_row * 2) % 16 == 0;

    /* Weights are powers of 2. Scores are scaled by a positive number: Q has the sign of alpha. */
    const ushort sign = alpha < 0 ? 0x8000 : 0;
    const float rate = max(fabs(alpha) * 1.44269504088896341f, FLT_MIN);
    for (int pass = 0; pass < 2; ++pass) {
        const int line = item / 4 + pass * 32;
        const int at = item % 4 * 8;
        ushort8 elements = 0;
        if (first_row + line / 2 < lq) {
            const __global ushort *const from = (const __global ushort *)Q + line / 2 * q_row + line % 2 * q_head + at;
            elements = q_wide ? *(const __global ushort8 *)from : vload8(0, from);
        }
        *(__local ushort8 *)&q_tile[line][at] = elements ^ sign;
    }

    /* Of each row of the lane: its place behind the first one of the work-group, how many keys it sees, the largest
     * score so far, the sum of the weights of the lane, and that of rows of V times weights. */
    const int row_0 = tile_row + lane / 4;
    const int seen_0 = lk - lq + first_row + 1 + row_0 / 2;
    float most_0 = -INFINITY, total_0 = 0;
    float2 o_0_0 = 0, o_0_1 = 0, o_0_2 = 0, o_0_3 = 0;
    const int row_1 = tile_row + lane / 4 + 8;
    const int seen_1 = lk - lq + first_row + 1 + row_1 / 2;
    float most_1 = -INFINITY, total_1 = 0;
    float2 o_1_0 = 0, o_1_1 = 0, o_1_2 = 0, o_1_3 = 0;

    const int all = min(lk, lk - lq + first_row + 32);
    const int keys_of_part = ((all - 1) / (16 * 2) + 1) * 16;
    const int begin = (int)min((long)get_group_id(0) * keys_of_part, (long)all);
    const int end = begin + min(keys_of_part, all - begin);
    const float log2_e = 1.44269504088896341f;
    const int last_key = end - 1;
    if (begin < end) {
        const int next = begin;
        const int filled = next / 16 % 2;
        gemm_copy(
            k_tile[filled], (const __global ushort *)K + next * k_row, k_row, end - next, k_wide, item);
        gemm_copy(
            v_tile[filled], (const __global ushort *)V + next * v_row, v_row, end - next, v_wide, item);
    }
    gemm_commit_copies();
    for (int first = begin; first < end; first += 16) {
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
        for (int step = 0; step < 32; step += 16) {
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
        if (first + 16 > lk - lq + first_row + 1 + tile_row / 2) {
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
            /* Sums are scaled where scores have grown by more than 8 powers of 2: until then weights are 2^8 at most. */
            if (now - most_0 > 8) {
                const float scale = gemm_power(most_0 - max(now, -0x1p100f));
                most_0 = now;
                total_0 *= scale;
                o_0_0 *= scale;
                o_0_1 *= scale;
                o_0_2 *= scale;
                o_0_3 *= scale;
            }
            /* Scores that are all -infinity so far have weights of 0. */
            const float zero = max(most_0, -0x1p100f);
            s_0_0 = gemm_powers(s_0_0 - zero);
            s_0_1 = gemm_powers(s_0_1 - zero);
            const float2 weights = s_0_0 + s_0_1;
            total_0 += (weights.x + weights.y);
        }
        {
            float2 most = s_1_0;
            most = max(most, s_1_1);
            float now = max(most_1, max(most.x, most.y));
            now = max(now, gemm_of_lane(lane, now, 1));
            now = max(now, gemm_of_lane(lane, now, 2));
            /* Sums are scaled where scores have grown by more than 8 powers of 2: until then weights are 2^8 at most. */
            if (now - most_1 > 8) {
                const float scale = gemm_power(most_1 - max(now, -0x1p100f));
                most_1 = now;
                total_1 *= scale;
                o_1_0 *= scale;
                o_1_1 *= scale;
                o_1_2 *= scale;
                o_1_3 *= scale;
            }
            /* Scores that are all -infinity so far have weights of 0. */
            const float zero = max(most_1, -0x1p100f);
            s_1_0 = gemm_powers(s_1_0 - zero);
            s_1_1 = gemm_powers(s_1_1 - zero);
            const float2 weights = s_1_0 + s_1_1;
            total_1 += (weights.x + weights.y);
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
            const uint4 v_2 = gemm_load_v(v_tile[used], 16, 0, lane);
            gemm_multiply(&o_0_2, &o_1_2, p_0, v_2.lo);
            gemm_multiply(&o_0_3, &o_1_3, p_0, v_2.hi);
        }
    }

    total_0 += gemm_of_lane(lane, total_0, 1);
    total_0 += gemm_of_lane(lane, total_0, 2);
    total_1 += gemm_of_lane(lane, total_1, 1);
    total_1 += gemm_of_lane(lane, total_1, 2);

    /* Work-items store what they have of their part of the keys, those of some rows one part behind the other. */
    const int own = get_local_id(1) * 4 + get_local_id(0);
    const long tile_of_c = get_global_id(2) * get_num_groups(1) + get_group_id(1);
    __global float *const first_stored = C_parts + tile_of_c * 5120;
    __global float *const stored = first_stored + get_group_id(0) * 2560;
    *(__global float *)&stored[own + 2048] = most_0;
    *(__global float *)&stored[own + 2176] = total_0;
    *(__global float2 *)&stored[own * 2] = o_0_0;
    *(__global float2 *)&stored[own * 2 + 256] = o_0_1;
    *(__global float2 *)&stored[own * 2 + 512] = o_0_2;
    *(__global float2 *)&stored[own * 2 + 768] = o_0_3;
    *(__global float *)&stored[own + 2304] = most_1;
    *(__global float *)&stored[own + 2432] = total_1;
    *(__global float2 *)&stored[own * 2 + 1024] = o_1_0;
    *(__global float2 *)&stored[own * 2 + 1280] = o_1_1;
    *(__global float2 *)&stored[own * 2 + 1536] = o_1_2;
    *(__global float2 *)&stored[own * 2 + 1792] = o_1_3;

    /* The work-group that stores the last part of a tile adds all of them in ascending order. The counter becomes 0 again, for the next launch. */
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (own == 0)
        arrived = gemm_count_part(counters + tile_of_c);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (arrived != 1)
        return;
    if (own == 0)
        counters[tile_of_c] = 0;
    for (int part = 0; part < 2; ++part) {
        const __global float *const other = first_stored + part * 2560;
        most_0 = max(most_0, *(const __global float *)&other[own + 2048]);
        most_1 = max(most_1, *(const __global float *)&other[own + 2304]);
    }
    total_0 = 0, o_0_0 = 0, o_0_1 = 0, o_0_2 = 0, o_0_3 = 0;
    total_1 = 0, o_1_0 = 0, o_1_1 = 0, o_1_2 = 0, o_1_3 = 0;
    for (int part = 0; part < 2; ++part) {
        const __global float *const other = first_stored + part * 2560;
        {
            const float zero = max(most_0, -0x1p100f);
            const float scale = gemm_power(*(const __global float *)&other[own + 2048] - zero);
            total_0 += scale * *(const __global float *)&other[own + 2176];
            o_0_0 += scale * *(const __global float2 *)&other[own * 2];
            o_0_1 += scale * *(const __global float2 *)&other[own * 2 + 256];
            o_0_2 += scale * *(const __global float2 *)&other[own * 2 + 512];
            o_0_3 += scale * *(const __global float2 *)&other[own * 2 + 768];
        }
        {
            const float zero = max(most_1, -0x1p100f);
            const float scale = gemm_power(*(const __global float *)&other[own + 2304] - zero);
            total_1 += scale * *(const __global float *)&other[own + 2432];
            o_1_0 += scale * *(const __global float2 *)&other[own * 2 + 1024];
            o_1_1 += scale * *(const __global float2 *)&other[own * 2 + 1280];
            o_1_2 += scale * *(const __global float2 *)&other[own * 2 + 1536];
            o_1_3 += scale * *(const __global float2 *)&other[own * 2 + 1792];
        }
    }

    /* Without keys sums are 0. */
    const float inverse_0 = 1 / max(total_0, FLT_MIN);
    const float inverse_1 = 1 / max(total_1, FLT_MIN);
    if (first_row + row_0 / 2 < lq) {
        __global half *const row_of_o = O + row_0 / 2 * o_row + row_0 % 2 * o_head;
        vstore_half2(o_0_0 * inverse_0, 0, row_of_o + lane % 4 * 2);
        vstore_half2(o_0_1 * inverse_0, 0, row_of_o + lane % 4 * 2 + 8);
        vstore_half2(o_0_2 * inverse_0, 0, row_of_o + lane % 4 * 2 + 16);
        vstore_half2(o_0_3 * inverse_0, 0, row_of_o + lane % 4 * 2 + 24);
    }
    if (first_row + row_1 / 2 < lq) {
        __global half *const row_of_o = O + row_1 / 2 * o_row + row_1 % 2 * o_head;
        vstore_half2(o_1_0 * inverse_1, 0, row_of_o + lane % 4 * 2);
        vstore_half2(o_1_1 * inverse_1, 0, row_of_o + lane % 4 * 2 + 8);
        vstore_half2(o_1_2 * inverse_1, 0, row_of_o + lane % 4 * 2 + 16);
        vstore_half2(o_1_3 * inverse_1, 0, row_of_o + lane % 4 * 2 + 24);
    }
}
