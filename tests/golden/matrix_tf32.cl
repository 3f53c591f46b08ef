/*
 * gemm_2x2_16x16: C = alpha * A * B + beta * C
 *
 * Single precision, computed in TF32, row-major; any sizes.
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
 * A work-item computes 2 x 2 elements of C: 2 along M by 2 along N.
 * A work-group computes 32 along M by 32 along N.
 * Launch: local size {16, 16}, global size {16 * ceil(N / 32), 16 * ceil(M / 32)}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --compute tf32 --layout row --family matrix --tile 2x2 --stages 3 --copy async
 */

/* Copies 16 bytes to local memory while the work-item goes on. Both addresses are multiples of 16. */
static void gemm_2x2_16x16_copy_async16(__local void *const to, const __global void *const from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((uint)(size_t)to), "l"(from) : "memory");
}

/* The copies of the work-item since the last call are a group. */
static void gemm_2x2_16x16_commit_copies(void)
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}

/* Waits for all groups of the work-item's copies except the last 1. */
static void gemm_2x2_16x16_wait_for_copies(void)
{
    asm volatile("cp.async.wait_group 1;" : : : "memory");
}

/* The number of TF32, with 11 binary digits, that is nearest to a single; of two the one that is larger in magnitude. */
static uint gemm_2x2_16x16_rounded(const float value)
{
    uint result;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(result) : "f"(value));
    return result;
}

/*
 * The fragment of A from row `first` and element `step` of K on: 16 rows, 8 elements along K. Lane l holds
 * rows l / 4 and l / 4 + 8; along K elements l % 4 and l % 4 + 4.
 */
static uint4 gemm_2x2_16x16_load_a(
    const __local float (*const tile)[24], const int first, const int step, const int lane)
{
    const int row = first + lane % 16;
    const int k = step + lane / 16 * 4;
    uint r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"((uint)(size_t)&tile[row][k]) : "memory");
    return (uint4)(gemm_2x2_16x16_rounded(as_float(r0)), gemm_2x2_16x16_rounded(as_float(r1)), gemm_2x2_16x16_rounded(as_float(r2)), gemm_2x2_16x16_rounded(as_float(r3)));
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 8 elements along K. Lane l holds
 * column l / 4; along K elements l % 4 and l % 4 + 4.
 */
static uint2 gemm_2x2_16x16_load_b(
    const __local float (*const tile)[40], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4;
    return (uint2)(
        gemm_2x2_16x16_rounded(tile[k][column]),
        gemm_2x2_16x16_rounded(tile[k + 4][column]));
}

/*
 * C += A * B, fragments of 16 x 8 x 8. Lane l holds of C columns 2 (l % 4) and 2 (l % 4) + 1: of row l / 4 in *c_0, of row
 * l / 4 + 8 in *c_8; of A and B what gemm_2x2_16x16_load_a and gemm_2x2_16x16_load_b give.
 */
static void gemm_2x2_16x16_multiply(float2 *const c_0, float2 *const c_8, const uint4 a, const uint2 b)
{
    float s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)
        : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
    *c_0 = (float2)(s0, s1);
    *c_8 = (float2)(s2, s3);
}

/*
 * Copies a tile of A into local memory: 32 rows, 16 elements along K each; zero beyond the edges.
 */
static void gemm_2x2_16x16_copy_a(
    __local float (*const tile)[24], const __global float *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 32 <= M && k + 16 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            if (number >= 128)
                break;
            const int line = number / 4;
            const int at = number % 4 * 4;
            const long from = (long)(row + line) * lda + k + at;
            gemm_2x2_16x16_copy_async16(&tile[line][at], A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        if (number >= 128)
            break;
        const int line = number / 4;
        const int at = number % 4 * 4;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 4 <= K) {
            gemm_2x2_16x16_copy_async16(&tile[line][at], A + from);
        } else {
            for (int i = 0; i < 4; ++i)
                tile[line][at + i] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of B into local memory: 16 steps of K, 32 columns each; zero beyond the edges.
 */
static void gemm_2x2_16x16_copy_b(
    __local float (*const tile)[40], const __global float *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && k + 16 <= K && column + 32 <= N) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            if (number >= 128)
                break;
            const int line = number / 8;
            const int at = number % 8 * 4;
            const long from = (long)(k + line) * ldb + column + at;
            gemm_2x2_16x16_copy_async16(&tile[line][at], B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        if (number >= 128)
            break;
        const int line = number / 8;
        const int at = number % 8 * 4;
        const long from = (long)(k + line) * ldb + column + at;
        if (wide && k + line < K && column + at + 4 <= N) {
            gemm_2x2_16x16_copy_async16(&tile[line][at], B + from);
        } else {
            for (int i = 0; i < 4; ++i)
                tile[line][at + i] = k + line < K && column + at + i < N ? B[from + i] : 0;
        }
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_2x2_16x16_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x2_16x16(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 32;
    const int tile_row = sub_group / 4 * 16;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 32;
    const int tile_column = sub_group % 4 * 8;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local float a_tile[3][32][24] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 4) % 16 == 0;
    __local float b_tile[3][16][40] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 4) % 16 == 0;

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

    /* The first 2 tiles of each operand. */
    for (int filled = 0; filled < 2; ++filled) {
        const int next = filled * 16;
        if (next < depth) {
            gemm_2x2_16x16_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x2_16x16_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x2_16x16_commit_copies();
    }
    for (int k = 0; k < depth; k += 16) {
        const int used = k / 16 % 3;
        const int next = k + 32;
        gemm_2x2_16x16_wait_for_copies();
        /* Tile `used` is complete. No work-item still reads the tile before it, which the next one overwrites. */
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 16; step += 8) {
            const uint4 a_0 = gemm_2x2_16x16_load_a(a_tile[used], tile_row, step, lane);
            const uint2 b_0 = gemm_2x2_16x16_load_b(b_tile[used], tile_column, step, lane);
            gemm_2x2_16x16_multiply(&c_0_0, &c_1_0, a_0, b_0);
        }

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 16 % 3;
            gemm_2x2_16x16_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x2_16x16_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x2_16x16_commit_copies();
    }

    if (row < M) {
        gemm_2x2_16x16_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 8 < M) {
        gemm_2x2_16x16_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1_0, beta);
    }
}
