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

/* Initialises an mbarrier: each of its phases ends after so many arrivals, and all bytes that are expected. */
static void gemm_4x4_8x16_start_phases(__local ulong *const of, const uint arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"((uint)(size_t)of), "r"(arrivals) : "memory");
}

/* What was done so far in local memory, by any instruction, comes before copies in bulk that follow. */
static void gemm_4x4_8x16_order_copies(void)
{
    asm volatile("fence.proxy.async;" : : : "memory");
}

/* Waits for the end of a phase: of an even one with parity 0, of an odd one with 1. The phase before the first one has ended. */
static void gemm_4x4_8x16_wait_for_phase(__local ulong *const of, const uint parity)
{
    uint ended;
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(ended) : "r"((uint)(size_t)of), "r"(parity) : "memory");
    while (!ended);
}

/* Arrives, and tells how many bytes copies will bring in this phase. */
static void gemm_4x4_8x16_expect_bytes(__local ulong *const of, const uint bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"((uint)(size_t)of), "r"(bytes) : "memory");
}

/* Begins to copy so many bytes to local memory, whose arrival `full` is told. All are multiples of 16, addresses too. */
static void gemm_4x4_8x16_copy_bulk(__local void *const to, const __global void *const from, const uint bytes, __local ulong *const full)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        : : "r"((uint)(size_t)to), "l"(from), "r"(bytes), "r"((uint)(size_t)full) : "memory");
}

/* Arrives. */
static void gemm_4x4_8x16_arrive(__local ulong *const of)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"((uint)(size_t)of) : "memory");
}

/* The sub-group arrives: all of its lanes have used what they loaded. An earlier arrival would overtake loads under way. */
static void gemm_4x4_8x16_give_back(__local ulong *const of, const int lane)
{
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    if (lane == 0)
        gemm_4x4_8x16_arrive(of);
}

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M.
 */
static int2 gemm_4x4_8x16_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    return (int2)(number % column_tiles, number / column_tiles);
}

/* The element of op(A) at a row and a step of K; zero beyond the edges. */
static float gemm_4x4_8x16_a_element(
    const __global float *const A, const int lda, const int row, const int k, const int M, const int K)
{
    const long from = (long)row * lda + k;
    if (row >= M || k >= K)
        return 0;
    return A[from];
}

/*
 * Packs op(A) into A_panels, panels of 32 rows and of all blocks of 8 steps of K. A block has fragments of 16 rows and 1 step,
 * those along the rows first; of each of 4 lanes the 4 elements that it loads at once. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {64, 1}, global size {64 * ceil(K / 8), ceil(M / 32)}.
 */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gemm_4x4_8x16_pack_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_panels)
{
    const int blocks = (K + 7) / 8;
    const int first_row = get_group_id(1) * 32;
    const int first_k = get_group_id(0) * 8;
    __global float4 *const loads = (__global float4 *)(A_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 256);
    for (int load = get_local_id(0); load < 64; load += 64) {
        const int lane = load % 4;
        const int fragment = load / 4;
        const int row = first_row + fragment % 2 * 16 + lane * 4;
        const int k = first_k + fragment / 2;
        loads[load] = (float4)(
            gemm_4x4_8x16_a_element(A, lda, row, k, M, K),
            gemm_4x4_8x16_a_element(A, lda, row + 1, k, M, K),
            gemm_4x4_8x16_a_element(A, lda, row + 2, k, M, K),
            gemm_4x4_8x16_a_element(A, lda, row + 3, k, M, K));
    }
}

/* The element of op(B) at a column and a step of K; zero beyond the edges. */
static float gemm_4x4_8x16_b_element(
    const __global float *const B, const int ldb, const int column, const int k, const int N, const int K)
{
    const long from = (long)k * ldb + column;
    if (column >= N || k >= K)
        return 0;
    return B[from];
}

/*
 * Packs op(B) into B_panels, panels of 64 columns and of all blocks of 8 steps of K. A block has fragments of 32 columns and 1 step,
 * those along the columns first; of each of 8 lanes the 4 elements that it loads at once. Zero beyond the edges.
 * B is K x N, row-major, leading dimension ldb.
 * Launch: local size {128, 1}, global size {128 * ceil(K / 8), ceil(N / 64)}.
 */
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_4x4_8x16_pack_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_panels)
{
    const int blocks = (K + 7) / 8;
    const int first_column = get_group_id(1) * 64;
    const int first_k = get_group_id(0) * 8;
    __global float4 *const loads = (__global float4 *)(B_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 512);
    for (int load = get_local_id(0); load < 128; load += 128) {
        const int lane = load % 8;
        const int fragment = load / 8;
        const int column = first_column + fragment % 2 * 32 + lane * 4;
        const int k = first_k + fragment / 2;
        loads[load] = (float4)(
            gemm_4x4_8x16_b_element(B, ldb, column, k, N, K),
            gemm_4x4_8x16_b_element(B, ldb, column + 1, k, N, K),
            gemm_4x4_8x16_b_element(B, ldb, column + 2, k, N, K),
            gemm_4x4_8x16_b_element(B, ldb, column + 3, k, N, K));
    }
}

/* C = alpha * product + beta * C for 4 contiguous elements; only those with index < `room`. */
static void gemm_4x4_8x16_store4(
    __global float *const c, const int room,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
}

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
