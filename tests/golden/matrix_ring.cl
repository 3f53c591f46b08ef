/*
 * gemm_4x16_32x8: C = alpha * A * B^T + beta * C
 *
 * Double precision, row-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_panels  op(A) in panels of 128 rows
 *   B_panels  op(B) in panels of 128 columns
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 16 elements of C: 4 along M by 16 along N.
 * A work-group computes 128 along M by 128 along N at a time, tile after tile: 1 work-group for each compute unit.
 * Its last 32 work-items copy what the others multiply.
 * Launch after gemm_4x16_32x8_pack_a and gemm_4x16_32x8_pack_b:
 *   local size {288, 1}, global size {288 * compute units, 1}.
 * Needs cl_nv_compiler_options and cl_khr_fp64; inline PTX, warps of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --layout row --transpose nt --family matrix --tile 4x16 --wg 32x8 --panels ab --tile-k 16 --stages 6 --copy bulk --persistent 1 --raster 8 --for nvidia-hopper
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/*
 * The fragment of A_panels from row `first` and element `step` of K on: 16 rows, 8 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements l % 4 and l % 4 + 4.
 */
static double4 gemm_4x16_32x8_load_a(
    const __local double *const block, const int first, const int step, const int lane)
{
    const __local double *const from = block + step * 128 + first * 8 + lane * 2;
    double r0, r1, r2, r3;
    asm volatile("ld.shared.v2.f64 { %0, %1 }, [%2];"
        : "=d"(r0), "=d"(r1) : "r"((uint)(size_t)from) : "memory");
    asm volatile("ld.shared.v2.f64 { %0, %1 }, [%2];"
        : "=d"(r2), "=d"(r3) : "r"((uint)(size_t)(from + 64)) : "memory");
    return (double4)(r0, r1, r2, r3);
}

/*
 * The fragment of B_panels from column `first` and element `step` of K on: 8 columns, 8 elements along K. Lane l holds
 * column l / 4; along K elements l % 4 and l % 4 + 4.
 */
static double2 gemm_4x16_32x8_load_b(
    const __local double *const block, const int first, const int step, const int lane)
{
    const __local double *const from = block + step * 128 + first * 8 + lane * 2;
    double r0, r1;
    asm volatile("ld.shared.v2.f64 { %0, %1 }, [%2];"
        : "=d"(r0), "=d"(r1) : "r"((uint)(size_t)from) : "memory");
    return (double2)(r0, r1);
}

/*
 * C += A * B, fragments of 16 x 8 x 8. Lane l holds of C columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row
 * l / 4 + 8 in *c_8; of A and B what gemm_4x16_32x8_load_a and gemm_4x16_32x8_load_b give.
 */
static void gemm_4x16_32x8_multiply(double2 *const c_0, double2 *const c_8, const double4 a, const double2 b)
{
    double s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(s0), "+d"(s1), "+d"(s2), "+d"(s3)
        : "d"(a.x), "d"(a.y), "d"(a.z), "d"(a.w), "d"(b.x), "d"(b.y));
    *c_0 = (double2)(s0, s1);
    *c_8 = (double2)(s2, s3);
}

/* Initialises an mbarrier: each of its phases ends after so many arrivals, and all bytes that are expected. */
static void gemm_4x16_32x8_start_phases(__local ulong *const of, const uint arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"((uint)(size_t)of), "r"(arrivals) : "memory");
}

/* What was done so far in local memory, by any instruction, comes before copies in bulk that follow. */
static void gemm_4x16_32x8_order_copies(void)
{
    asm volatile("fence.proxy.async;" : : : "memory");
}

/* Waits for the end of a phase: of an even one with parity 0, of an odd one with 1. The phase before the first one has ended. */
static void gemm_4x16_32x8_wait_for_phase(__local ulong *const of, const uint parity)
{
    uint ended;
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(ended) : "r"((uint)(size_t)of), "r"(parity) : "memory");
    while (!ended);
}

/* Arrives, and tells how many bytes copies will bring in this phase. */
static void gemm_4x16_32x8_expect_bytes(__local ulong *const of, const uint bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"((uint)(size_t)of), "r"(bytes) : "memory");
}

/* Begins to copy so many bytes to local memory, whose arrival `full` is told. All are multiples of 16, addresses too. */
static void gemm_4x16_32x8_copy_bulk(__local void *const to, const __global void *const from, const uint bytes, __local ulong *const full)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        : : "r"((uint)(size_t)to), "l"(from), "r"(bytes), "r"((uint)(size_t)full) : "memory");
}

/* Arrives. */
static void gemm_4x16_32x8_arrive(__local ulong *const of)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"((uint)(size_t)of) : "memory");
}

/* The sub-group arrives: all of its lanes have used what they loaded. An earlier arrival would overtake loads under way. */
static void gemm_4x16_32x8_give_back(__local ulong *const empty, const int lane)
{
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    if (lane == 0)
        gemm_4x16_32x8_arrive(empty);
}

/*
 * Where the tile of C with that number is, counted in tiles: x along N, y along M. Tiles are numbered in bands of 8 along M, in a band
 * those along M first, so that work-groups with neighbouring numbers read few different panels.
 */
static int2 gemm_4x16_32x8_tile_at(const int number, const int row_tiles, const int column_tiles)
{
    const int first = number / (8 * column_tiles) * 8;
    const int height = min(row_tiles - first, 8);
    const int in_band = number - first * column_tiles;
    return (int2)(in_band / height, first + in_band % height);
}

/* The element of op(A) at a row and a step of K; zero beyond the edges. */
static double gemm_4x16_32x8_a_element(
    const __global double *const A, const int lda, const int row, const int k, const int M, const int K)
{
    const long from = (long)row * lda + k;
    if (row >= M || k >= K)
        return 0;
    return A[from];
}

/*
 * Packs op(A) into A_panels, panels of 128 rows and of all blocks of 16 steps of K. A block has fragments of 16 rows and 8 steps,
 * those along the rows first; of each of 32 lanes the 2 elements that it loads at once. Zero beyond the edges.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {256, 1}, global size {256 * ceil(K / 16), ceil(M / 128)}.
 */
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_4x16_32x8_pack_a(
    const int M, const int K,
    __global const double *restrict A, const int lda,
    __global double *restrict A_panels)
{
    const int blocks = (K + 15) / 16;
    const int first_row = get_group_id(1) * 128;
    const int first_k = get_group_id(0) * 16;
    __global double2 *const loads = (__global double2 *)(A_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 2048);
    for (int load = get_local_id(0); load < 1024; load += 256) {
        const int lane = load % 32;
        const int fragment = load / 64;
        const int row = first_row + fragment % 8 * 16 + lane / 4;
        const int k = first_k + fragment / 8 * 8 + lane % 4 + load / 32 % 2 * 4;
        loads[load] = (double2)(
            gemm_4x16_32x8_a_element(A, lda, row, k, M, K),
            gemm_4x16_32x8_a_element(A, lda, row + 8, k, M, K));
    }
}

/* The element of op(B) at a column and a step of K; zero beyond the edges. */
static double gemm_4x16_32x8_b_element(
    const __global double *const B, const int ldb, const int column, const int k, const int N, const int K)
{
    const long from = (long)column * ldb + k;
    if (column >= N || k >= K)
        return 0;
    return B[from];
}

/*
 * Packs op(B) into B_panels, panels of 128 columns and of all blocks of 16 steps of K. A block has fragments of 8 columns and 8 steps,
 * those along the columns first; of each of 32 lanes the 2 elements that it loads at once. Zero beyond the edges.
 * B is N x K, row-major, leading dimension ldb.
 * Launch: local size {256, 1}, global size {256 * ceil(K / 16), ceil(N / 128)}.
 */
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm_4x16_32x8_pack_b(
    const int N, const int K,
    __global const double *restrict B, const int ldb,
    __global double *restrict B_panels)
{
    const int blocks = (K + 15) / 16;
    const int first_column = get_group_id(1) * 128;
    const int first_k = get_group_id(0) * 16;
    __global double2 *const loads = (__global double2 *)(B_panels + ((long)get_group_id(1) * blocks + get_group_id(0)) * 2048);
    for (int load = get_local_id(0); load < 1024; load += 256) {
        const int lane = load % 32;
        const int fragment = load / 32;
        const int column = first_column + fragment % 16 * 8 + lane / 4;
        const int k = first_k + fragment / 16 * 8 + lane % 4;
        loads[load] = (double2)(
            gemm_4x16_32x8_b_element(B, ldb, column, k, N, K),
            gemm_4x16_32x8_b_element(B, ldb, column, k + 4, N, K));
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_4x16_32x8_store2(
    __global double *const c, const int room,
    const double alpha, const double2 product, const double beta)
{
    const double2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0 ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0 ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(288, 1, 1)))
void gemm_4x16_32x8(
    const int M, const int N, const int K, const double alpha,
    __global const double *restrict A_panels,
    __global const double *restrict B_panels,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int item = get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int row_tiles = (M + 127) / 128;
    const int column_tiles = (N + 127) / 128;
    const int tiles = row_tiles * column_tiles;
    const int blocks = (depth + 15) / 16;
    __local double a_tile[6][2048] __attribute__((aligned(128)));
    __local double b_tile[6][2048] __attribute__((aligned(128)));
    /* Of each stage: whether the blocks in it have arrived, and whether all sub-groups have used them. */
    __local ulong full[6], empty[6];
    if (item == 0) {
        for (int stage = 0; stage < 6; ++stage) {
            gemm_4x16_32x8_start_phases(&full[stage], 1);
            gemm_4x16_32x8_start_phases(&empty[stage], 8);
        }
        gemm_4x16_32x8_order_copies();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The last sub-group copies blocks into the ring, as far ahead of the others as there are empty stages. */
    if (sub_group == 8) {
        if (lane == 0) {
            int number = 0;
            for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
                const int2 at = gemm_4x16_32x8_tile_at(tile, row_tiles, column_tiles);
                for (int block = 0; block < blocks; ++block, ++number) {
                    const int filled = number % 6;
                    gemm_4x16_32x8_wait_for_phase(&empty[filled], number / 6 % 2 ^ 1);
                    gemm_4x16_32x8_order_copies();
                    gemm_4x16_32x8_expect_bytes(&full[filled], 32768);
                    gemm_4x16_32x8_copy_bulk(a_tile[filled], A_panels + ((long)at.y * blocks + block) * 2048, 16384, &full[filled]);
                    gemm_4x16_32x8_copy_bulk(b_tile[filled], B_panels + ((long)at.x * blocks + block) * 2048, 16384, &full[filled]);
                }
            }
        }
        return;
    }

    /* Blocks multiplied so far. */
    int number = 0;
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        const int2 at = gemm_4x16_32x8_tile_at(tile, row_tiles, column_tiles);
        const int first_row = at.y * 128;
        const int tile_row = sub_group / 2 * 32;
        const int row = first_row + tile_row + lane / 4;
        const int first_column = at.x * 128;
        const int tile_column = sub_group % 2 * 64;
        const int column = first_column + tile_column + lane % 4 * 2;

        double2 c_0_0 = 0.0, c_0_1 = 0.0, c_0_2 = 0.0, c_0_3 = 0.0;
        double2 c_0_4 = 0.0, c_0_5 = 0.0, c_0_6 = 0.0, c_0_7 = 0.0;
        double2 c_1_0 = 0.0, c_1_1 = 0.0, c_1_2 = 0.0, c_1_3 = 0.0;
        double2 c_1_4 = 0.0, c_1_5 = 0.0, c_1_6 = 0.0, c_1_7 = 0.0;
        double2 c_2_0 = 0.0, c_2_1 = 0.0, c_2_2 = 0.0, c_2_3 = 0.0;
        double2 c_2_4 = 0.0, c_2_5 = 0.0, c_2_6 = 0.0, c_2_7 = 0.0;
        double2 c_3_0 = 0.0, c_3_1 = 0.0, c_3_2 = 0.0, c_3_3 = 0.0;
        double2 c_3_4 = 0.0, c_3_5 = 0.0, c_3_6 = 0.0, c_3_7 = 0.0;

        for (int block = 0; block < blocks; ++block, ++number) {
            const int used = number % 6;
            gemm_4x16_32x8_wait_for_phase(&full[used], number / 6 % 2);

            #pragma unroll
            for (int step = 0; step < 16; step += 8) {
                const double4 a_0 = gemm_4x16_32x8_load_a(a_tile[used], tile_row, step, lane);
                const double4 a_1 = gemm_4x16_32x8_load_a(a_tile[used], tile_row + 16, step, lane);
                const double2 b_0 = gemm_4x16_32x8_load_b(b_tile[used], tile_column, step, lane);
                const double2 b_1 = gemm_4x16_32x8_load_b(b_tile[used], tile_column + 8, step, lane);
                const double2 b_2 = gemm_4x16_32x8_load_b(b_tile[used], tile_column + 16, step, lane);
                const double2 b_3 = gemm_4x16_32x8_load_b(b_tile[used], tile_column + 24, step, lane);
                const double2 b_4 = gemm_4x16_32x8_load_b(b_tile[used], tile_column + 32, step, lane);
                const double2 b_5 = gemm_4x16_32x8_load_b(b_tile[used], tile_column + 40, step, lane);
                const double2 b_6 = gemm_4x16_32x8_load_b(b_tile[used], tile_column + 48, step, lane);
                const double2 b_7 = gemm_4x16_32x8_load_b(b_tile[used], tile_column + 56, step, lane);
                gemm_4x16_32x8_multiply(&c_0_0, &c_1_0, a_0, b_0);
                gemm_4x16_32x8_multiply(&c_0_1, &c_1_1, a_0, b_1);
                gemm_4x16_32x8_multiply(&c_0_2, &c_1_2, a_0, b_2);
                gemm_4x16_32x8_multiply(&c_0_3, &c_1_3, a_0, b_3);
                gemm_4x16_32x8_multiply(&c_0_4, &c_1_4, a_0, b_4);
                gemm_4x16_32x8_multiply(&c_0_5, &c_1_5, a_0, b_5);
                gemm_4x16_32x8_multiply(&c_0_6, &c_1_6, a_0, b_6);
                gemm_4x16_32x8_multiply(&c_0_7, &c_1_7, a_0, b_7);
                gemm_4x16_32x8_multiply(&c_2_0, &c_3_0, a_1, b_0);
                gemm_4x16_32x8_multiply(&c_2_1, &c_3_1, a_1, b_1);
                gemm_4x16_32x8_multiply(&c_2_2, &c_3_2, a_1, b_2);
                gemm_4x16_32x8_multiply(&c_2_3, &c_3_3, a_1, b_3);
                gemm_4x16_32x8_multiply(&c_2_4, &c_3_4, a_1, b_4);
                gemm_4x16_32x8_multiply(&c_2_5, &c_3_5, a_1, b_5);
                gemm_4x16_32x8_multiply(&c_2_6, &c_3_6, a_1, b_6);
                gemm_4x16_32x8_multiply(&c_2_7, &c_3_7, a_1, b_7);
            }

            gemm_4x16_32x8_give_back(&empty[used], lane);
        }

        if (row < M) {
            gemm_4x16_32x8_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
            gemm_4x16_32x8_store2(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0_1, beta);
            gemm_4x16_32x8_store2(C + (long)row * ldc + column + 16, N - (column + 16), alpha, c_0_2, beta);
            gemm_4x16_32x8_store2(C + (long)row * ldc + column + 24, N - (column + 24), alpha, c_0_3, beta);
            gemm_4x16_32x8_store2(C + (long)row * ldc + column + 32, N - (column + 32), alpha, c_0_4, beta);
            gemm_4x16_32x8_store2(C + (long)row * ldc + column + 40, N - (column + 40), alpha, c_0_5, beta);
            gemm_4x16_32x8_store2(C + (long)row * ldc + column + 48, N - (column + 48), alpha, c_0_6, beta);
            gemm_4x16_32x8_store2(C + (long)row * ldc + column + 56, N - (column + 56), alpha, c_0_7, beta);
        }
        if (row + 8 < M) {
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column + 8, N - (column + 8), alpha, c_1_1, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column + 16, N - (column + 16), alpha, c_1_2, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column + 24, N - (column + 24), alpha, c_1_3, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column + 32, N - (column + 32), alpha, c_1_4, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column + 40, N - (column + 40), alpha, c_1_5, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column + 48, N - (column + 48), alpha, c_1_6, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 8) * ldc + column + 56, N - (column + 56), alpha, c_1_7, beta);
        }
        if (row + 16 < M) {
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column, N - column, alpha, c_2_0, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column + 8, N - (column + 8), alpha, c_2_1, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column + 16, N - (column + 16), alpha, c_2_2, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column + 24, N - (column + 24), alpha, c_2_3, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column + 32, N - (column + 32), alpha, c_2_4, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column + 40, N - (column + 40), alpha, c_2_5, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column + 48, N - (column + 48), alpha, c_2_6, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 16) * ldc + column + 56, N - (column + 56), alpha, c_2_7, beta);
        }
        if (row + 24 < M) {
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column, N - column, alpha, c_3_0, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column + 8, N - (column + 8), alpha, c_3_1, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column + 16, N - (column + 16), alpha, c_3_2, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column + 24, N - (column + 24), alpha, c_3_3, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column + 32, N - (column + 32), alpha, c_3_4, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column + 40, N - (column + 40), alpha, c_3_5, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column + 48, N - (column + 48), alpha, c_3_6, beta);
            gemm_4x16_32x8_store2(C + (long)(row + 24) * ldc + column + 56, N - (column + 56), alpha, c_3_7, beta);
        }
    }
}
