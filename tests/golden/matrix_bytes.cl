/*
 * gemm_4x4_16x16: C = alpha * A * B + beta * C
 *
 * A in i8, B in i8, C in i32 integers, computed in i32, row-major; any sizes.
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
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --layout row --family matrix --tile 4x4 --stages 3 --copy async
 */

/* Copies 16 bytes to local memory while the work-item goes on. Both addresses are multiples of 16. */
static void gemm_4x4_16x16_copy_async16(__local void *const to, const __global void *const from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((uint)(size_t)to), "l"(from) : "memory");
}

/* The copies of the work-item since the last call are a group. */
static void gemm_4x4_16x16_commit_copies(void)
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}

/* Waits for all groups of the work-item's copies except the last 1. */
static void gemm_4x4_16x16_wait_for_copies(void)
{
    asm volatile("cp.async.wait_group 1;" : : : "memory");
}

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 32 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements 4 (l % 4) to 4 (l % 4) + 3, and those 16 further.
 */
static uint4 gemm_4x4_16x16_load_a(
    const __local uchar (*const tile)[80], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step + lane / 16 * 16;
    uint r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"((uint)(size_t)&tile[row][k]) : "memory");
    return (uint4)(r0, r1, r2, r3);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 32 elements along K. Lane l holds
 * column l / 4; along K elements 4 (l % 4) to 4 (l % 4) + 3, and those 16 further.
 */
static uint2 gemm_4x4_16x16_load_b(
    const __local uchar (*const tile)[80], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4 * 4;
    return (uint2)(
        as_uint((uchar4)(tile[k][column], tile[k + 1][column], tile[k + 2][column], tile[k + 3][column])),
        as_uint((uchar4)(tile[k + 16][column], tile[k + 17][column], tile[k + 18][column], tile[k + 19][column])));
}

/*
 * C += A * B, fragments of 16 x 8 x 32. Lane l holds of C columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row
 * l / 4 + 8 in *c_8; of A and B what gemm_4x4_16x16_load_a and gemm_4x4_16x16_load_b give.
 */
static void gemm_4x4_16x16_multiply(int2 *const c_0, int2 *const c_8, const uint4 a, const uint2 b)
{
    int s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(s0), "+r"(s1), "+r"(s2), "+r"(s3)
        : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
    *c_0 = (int2)(s0, s1);
    *c_8 = (int2)(s2, s3);
}

/*
 * Copies a tile of A into local memory: 64 rows, 64 elements along K each; zero beyond the edges.
 */
static void gemm_4x4_16x16_copy_a(
    __local uchar (*const tile)[80], const __global uchar *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 64 <= M && k + 64 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(row + line) * lda + k + at;
            gemm_4x4_16x16_copy_async16(&tile[line][at], A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 16 <= K) {
            gemm_4x4_16x16_copy_async16(&tile[line][at], A + from);
        } else {
            for (int i = 0; i < 16; ++i)
                tile[line][at + i] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 64 steps of K, 64 columns each; zero beyond the edges.
 */
static void gemm_4x4_16x16_copy_b(
    __local uchar (*const tile)[80], const __global uchar *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && k + 64 <= K && column + 64 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            const int line = number / 4;
            const int at = number % 4 * 16;
            const long from = (long)(k + line) * ldb + column + at;
            gemm_4x4_16x16_copy_async16(&tile[line][at], B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        const int line = number / 4;
        const int at = number % 4 * 16;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && k + line < K && column + at + 16 <= N) {
            gemm_4x4_16x16_copy_async16(&tile[line][at], B + from);
        } else {
            for (int i = 0; i < 16; ++i)
                tile[line][at + i] = k + line < K && column + at + i < N ? B[from + i] : 0;
        }
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_4x4_16x16_store2(
    __global int *const c, const int room,
    const int alpha, const int2 product, const int beta)
{
    const int2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0 ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0 ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x4_16x16(
    const int M, const int N, const int K, const int alpha,
    __global const char *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 64;
    const int tile_row = sub_group / 4 * 32;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 64;
    const int tile_column = sub_group % 4 * 16;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local uchar a_tile[3][64][80] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda) % 16 == 0;
    __local uchar b_tile[3][64][80] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb) % 16 == 0;

    int2 c_0_0 = 0, c_0_1 = 0;
    int2 c_1_0 = 0, c_1_1 = 0;
    int2 c_2_0 = 0, c_2_1 = 0;
    int2 c_3_0 = 0, c_3_1 = 0;

    /* The first 2 tiles of each operand. */
    for (int filled = 0; filled < 2; ++filled) {
        const int next = filled * 64;
        if (next < depth) {
            gemm_4x4_16x16_copy_a(a_tile[filled], (const __global uchar *)A, lda, first_row, next, M, K, a_wide, item);
            gemm_4x4_16x16_copy_b(b_tile[filled], (const __global uchar *)B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_4x4_16x16_commit_copies();
    }
    for (int k = 0; k < depth; k += 64) {
        const int used = k / 64 % 3;
        const int next = k + 128;
        gemm_4x4_16x16_wait_for_copies();
        /* Tile `used` is complete. No work-item still reads the tile before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 64; step += 32) {
            const uint4 a_0 = gemm_4x4_16x16_load_a(a_tile[used], tile_row, step, lane);
            const uint4 a_1 = gemm_4x4_16x16_load_a(a_tile[used], tile_row + 16, step, lane);
            const uint2 b_0 = gemm_4x4_16x16_load_b(b_tile[used], tile_column, step, lane);
            const uint2 b_1 = gemm_4x4_16x16_load_b(b_tile[used], tile_column + 8, step, lane);
            gemm_4x4_16x16_multiply(&c_0_0, &c_1_0, a_0, b_0);
            gemm_4x4_16x16_multiply(&c_0_1, &c_1_1, a_0, b_1);
            gemm_4x4_16x16_multiply(&c_2_0, &c_3_0, a_1, b_0);
            gemm_4x4_16x16_multiply(&c_2_1, &c_3_1, a_1, b_1);
        }

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 64 % 3;
            gemm_4x4_16x16_copy_a(a_tile[filled], (const __global uchar *)A, lda, first_row, next, M, K, a_wide, item);
            gemm_4x4_16x16_copy_b(b_tile[filled], (const __global uchar *)B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_4x4_16x16_commit_copies();
    }

    if (row < M) {
        gemm_4x4_16x16_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
        gemm_4x4_16x16_store2(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0_1, beta);
    }
    if (row + 8 < M) {
        gemm_4x4_16x16_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
        gemm_4x4_16x16_store2(C + (long)(row + 8) * ldc + column + 8, N - (column + 8), alpha, c_1_1, beta);
    }
    if (row + 16 < M) {
        gemm_4x4_16x16_store2(C + (long)(row + 16) * ldc + column, N - column, alpha, c_2_0, beta);
        gemm_4x4_16x16_store2(C + (long)(row + 16) * ldc + column + 8, N - (column + 8), alpha, c_2_1, beta);
    }
    if (row + 24 < M) {
        gemm_4x4_16x16_store2(C + (long)(row + 24) * ldc + column, N - column, alpha, c_3_0, beta);
        gemm_4x4_16x16_store2(C + (long)(row + 24) * ldc + column + 8, N - (column + 8), alpha, c_3_1, beta);
    }
}
