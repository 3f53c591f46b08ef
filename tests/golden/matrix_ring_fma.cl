/*
 * gemm_4x4_8x16: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_panels  op(A) in panels of 32 rows
 *   B_panels  op(B) in panels of 64 columns
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 4 elements of C: 4 along M by 4 along N.
 * A work-group computes 32 along M by 64 along N at a time, tile after tile: 1 work-group for each compute unit.
 * Its last 32 work-items copy what the others multiply.
 * Launch after gemm_4x4_8x16_pack_a and gemm_4x4_8x16_pack_b:
 *   local size {160, 1}, global size {160 * compute units, 1}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --family matrix --engine fma --tile 4x4 --wg 8x16 --panels ab --tile-k 8 --stages 3 --copy bulk --persistent 1 --for nvidia-hopper
 */

/*
 * The fragment of A_panels from row `first` on at step `step` of K: 16 rows. Lane l holds rows 4 (l / 8) to 4 (l / 8) + 3.
 */
static float4 gemm_4x4_8x16_load_a(
    const __local float *const block, const int first, const int step, const int lane)
{
    const __local float *const from = block + step * 32 + first + lane / 8 * 4;
    float r0, r1, r2, r3;
    asm volatile("ld.shared.v4.f32 { %0, %1, %2, %3 }, [%4];"
        : "=f"(r0), "=f"(r1), "=f"(r2), "=f"(r3) : "r"((uint)(size_t)from) : "memory");
    return (float4)(r0, r1, r2, r3);
}

/*
 * The fragment of B_panels from column `first` on at step `step` of K: 32 columns. Lane l holds columns 4 (l % 8) to 4 (l % 8) + 3.
 */
static float4 gemm_4x4_8x16_load_b(
    const __local float *const block, const int first, const int step, const int lane)
{
    const __local float *const from = block + step * 64 + first + lane % 8 * 4;
    float r0, r1, r2, r3;
    asm volatile("ld.shared.v4.f32 { %0, %1, %2, %3 }, [%4];"
        : "=f"(r0), "=f"(r1), "=f"(r2), "=f"(r3) : "r"((uint)(size_t)from) : "memory");
    return (float4)(r0, r1, r2, r3);
}

/*
 * C += A * B, fragments of 16 x 32 x 1, by multiply-adds of each lane. Lane l holds of C rows 4 (l / 8) to 4 (l / 8) + 3, one in each vector, of
 * columns 4 (l % 8) to 4 (l % 8) + 3; of A and B what gemm_4x4_8x16_load_a and gemm_4x4_8x16_load_b give.
 */
static void gemm_4x4_8x16_multiply(
    float4 *const c_0,
    float4 *const c_1,
    float4 *const c_2,
    float4 *const c_3,
    const float4 a, const float4 b)
{
    c_0[0] = fma((float4)(a.s0), b, c_0[0]);
    c_1[0] = fma((float4)(a.s1), b, c_1[0]);
    c_2[0] = fma((float4)(a.s2), b, c_2[0]);
    c_3[0] = fma((float4)(a.s3), b, c_3[0]);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(160, 1, 1)))
void gemm_4x4_8x16(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_panels,
    __global const float *restrict B_panels,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int row_tiles = (M + 31) / 32;
    const int column_tiles = (N + 63) / 64;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 7) / 8;
    __local float a_tile[3][256] __attribute__((aligned(128)));
    __local float b_tile[3][512] __attribute__((aligned(128)));
    /* Of each stage: whether the blocks in it have arrived, and whether all sub-groups have used them. */
    __local ulong full[3], empty[3];
    if (item == 0) {
        for (int stage = 0; stage < 3; ++stage) {
            gemm_4x4_8x16_start_phases(&full[stage], 1);
            gemm_4x4_8x16_start_phases(&empty[stage], 4);
        }
        gemm_4x4_8x16_order_copies();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The last sub-group copies blocks into the ring, as far ahead of the others as there are empty stages. */
    if (sub_group == 4) {
        if (lane == 0) {
            int number = 0;
            for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
                const int2 at = gemm_4x4_8x16_tile_at(tile, row_tiles, column_tiles);
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 3;
                    gemm_4x4_8x16_wait_for_phase(&empty[filled], number / 3 % 2 ^ 1);
                    gemm_4x4_8x16_order_copies();
                    gemm_4x4_8x16_expect_bytes(&full[filled], 3072);
                    gemm_4x4_8x16_copy_bulk(a_tile[filled], A_panels + ((long)at.y * blocks + block) * 256, 1024, &full[filled]);
                    gemm_4x4_8x16_copy_bulk(b_tile[filled], B_panels + ((long)at.x * blocks + block) * 512, 2048, &full[filled]);
                }
            }
        }
        return;
    }

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        const int2 at = gemm_4x4_8x16_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 32;
        const int tile_row = sub_group / 2 * 16;
        const int row = first_row + tile_row + lane / 8 * 4;
        const int first_column = at.x * 64;
        const int tile_column = sub_group % 2 * 32;
        const int column = first_column + tile_column + lane % 8 * 4;

        float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 3;
            gemm_4x4_8x16_wait_for_phase(&full[used], number / 3 % 2);

            #pragma unroll
            for (int step = 0; step < 8; step += 1) {
                const float4 a_0 = gemm_4x4_8x16_load_a(a_tile[used], tile_row, step, lane);
                const float4 b_0 = gemm_4x4_8x16_load_b(b_tile[used], tile_column, step, lane);
                gemm_4x4_8x16_multiply(&c_0_0, &c_1_0, &c_2_0, &c_3_0, a_0, b_0);
            }

            gemm_4x4_8x16_give_back(&empty[used], lane);
        }

        if (row < M) {
            gemm_4x4_8x16_store4(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        }
        if (row + 1 < M) {
            gemm_4x4_8x16_store4(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
        }
        if (row + 2 < M) {
            gemm_4x4_8x16_store4(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
        }
        if (row + 3 < M) {
            gemm_4x4_8x16_store4(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
        }
    }
}
