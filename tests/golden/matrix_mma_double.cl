/*
 * gemm_4x4_16x16: C = alpha * A^T * B + beta * C
 *
 * Double precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, column-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, column-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 4 x 4 elements of C: 4 along N by 4 along M.
 * A work-group computes 64 along N by 64 along M.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 64), 16 * ceil(N / 64)}.
 * Needs cl_nv_compiler_options and cl_khr_fp64; inline PTX, warps of 32 work-items.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --transpose tn --family matrix --tile 4x4
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/*
 * The fragment of B from column `first` and element `step` of K on: 16 columns, 8 elements along K. Lane l holds
 * columns l / 4 and l / 4 + 8; along K elements l % 4 and l % 4 + 4.
 */
static double4 gemm_4x4_16x16_load_b(
    const __local double (*const tile)[16], const int first, const int step, const int lane)
{
    const int column = first + lane / 4;
    const int k = step + lane % 4;
    return (double4)(
        tile[column][k],
        tile[column + 8][k],
        tile[column][k + 4],
        tile[column + 8][k + 4]);
}

/*
 * The fragment of A from row `first` and element `step` of K on: 8 rows, 8 elements along K. Lane l holds
 * row l / 4; along K elements l % 4 and l % 4 + 4.
 */
static double2 gemm_4x4_16x16_load_a(
    const __local double (*const tile)[16], const int first, const int step, const int lane)
{
    const int row = first + lane / 4;
    const int k = step + lane % 4;
    return (double2)(
        tile[row][k],
        tile[row][k + 4]);
}

/*
 * C += A * B, fragments of 16 x 8 x 8. Lane l holds of C rows 2 (l % 4) and 2 (l % 4) + 1: of column l / 4 in *c_0, of column
 * l / 4 + 8 in *c_8; of A and B what gemm_4x4_16x16_load_a and gemm_4x4_16x16_load_b give.
 */
static void gemm_4x4_16x16_multiply(double2 *const c_0, double2 *const c_8, const double4 b, const double2 a)
{
    double s0 = c_0->x, s1 = c_0->y, s2 = c_8->x, s3 = c_8->y;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(s0), "+d"(s1), "+d"(s2), "+d"(s3)
        : "d"(b.x), "d"(b.y), "d"(b.z), "d"(b.w), "d"(a.x), "d"(a.y));
    *c_0 = (double2)(s0, s1);
    *c_8 = (double2)(s2, s3);
}

/*
 * Copies a tile of B into local memory: 64 columns, 8 elements along K each; zero beyond the edges.
 */
static void gemm_4x4_16x16_copy_b(
    __local double (*const tile)[16], const __global double *const B, const int ldb, const int column, const int k,
    const int N, const int K, const bool wide, const int item)
{
    if (wide && column + 64 <= N && k + 8 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            const int line = number / 4;
            const int at = number % 4 * 2;
            const long from = (long)(column + line) * ldb + k + at;
            *(__local double2 *)&tile[line][at] = *(const __global double2 *)(B + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        const int line = number / 4;
        const int at = number % 4 * 2;
        const long from = (long)(column + line) * ldb + k + at;
        if (wide && column + line < N && k + at + 2 <= K) {
            *(__local double2 *)&tile[line][at] = *(const __global double2 *)(B + from);
        } else {
            for (int i = 0; i < 2; ++i)
                tile[line][at + i] = column + line < N && k + at + i < K ? B[from + i] : 0;
        }
    }
}

/*
 * Copies a tile of A into local memory: 64 rows, 8 elements along K each; zero beyond the edges.
 */
static void gemm_4x4_16x16_copy_a(
    __local double (*const tile)[16], const __global double *const A, const int lda, const int row, const int k,
    const int M, const int K, const bool wide, const int item)
{
    if (wide && row + 64 <= M && k + 8 <= K) {
        #pragma unroll
        for (int pass = 0; pass < 1; ++pass) {
            const int number = pass * 256 + item;
            const int line = number / 4;
            const int at = number % 4 * 2;
            const long from = (long)(row + line) * lda + k + at;
            *(__local double2 *)&tile[line][at] = *(const __global double2 *)(A + from);
        }
        return;
    }
    /* Seldom: short, so that it needs no registers beside those of the multiplication. */
    #pragma unroll 1
    for (int pass = 0; pass < 1; ++pass) {
        const int number = pass * 256 + item;
        const int line = number / 4;
        const int at = number % 4 * 2;
        const long from = (long)(row + line) * lda + k + at;
        if (wide && row + line < M && k + at + 2 <= K) {
            *(__local double2 *)&tile[line][at] = *(const __global double2 *)(A + from);
        } else {
            for (int i = 0; i < 2; ++i)
                tile[line][at + i] = row + line < M && k + at + i < K ? A[from + i] : 0;
        }
    }
}

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_4x4_16x16_store2(
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

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_4x4_16x16(
    const int M, const int N, const int K, const double alpha,
    __global const double *restrict A, const int lda,
    __global const double *restrict B, const int ldb,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int item = get_local_id(1) * 16 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_column = get_group_id(1) * 64;
    const int tile_column = sub_group / 4 * 32;
    const int column = first_column + tile_column + lane / 4;
    const int first_row = get_group_id(0) * 64;
    const int tile_row = sub_group % 4 * 16;
    const int row = first_row + tile_row + lane % 4 * 2;
    __local double b_tile[64][16] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 8) % 16 == 0;
    __local double a_tile[64][16] __attribute__((aligned(16)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 8) % 16 == 0;

    double2 c_0_0 = 0.0, c_0_1 = 0.0;
    double2 c_1_0 = 0.0, c_1_1 = 0.0;
    double2 c_2_0 = 0.0, c_2_1 = 0.0;
    double2 c_3_0 = 0.0, c_3_1 = 0.0;

    for (int k = 0; k < depth; k += 8) {
        /* No work-item still reads the tiles before these. */
        barrier(CLK_LOCAL_MEM_FENCE);
        gemm_4x4_16x16_copy_b(b_tile, B, ldb, first_column, k, N, K, b_wide, item);
        gemm_4x4_16x16_copy_a(a_tile, A, lda, first_row, k, M, K, a_wide, item);
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int step = 0; step < 8; step += 8) {
            const double4 b_0 = gemm_4x4_16x16_load_b(b_tile, tile_column, step, lane);
            const double4 b_1 = gemm_4x4_16x16_load_b(b_tile, tile_column + 16, step, lane);
            const double2 a_0 = gemm_4x4_16x16_load_a(a_tile, tile_row, step, lane);
            const double2 a_1 = gemm_4x4_16x16_load_a(a_tile, tile_row + 8, step, lane);
            gemm_4x4_16x16_multiply(&c_0_0, &c_1_0, b_0, a_0);
            gemm_4x4_16x16_multiply(&c_0_1, &c_1_1, b_0, a_1);
            gemm_4x4_16x16_multiply(&c_2_0, &c_3_0, b_1, a_0);
            gemm_4x4_16x16_multiply(&c_2_1, &c_3_1, b_1, a_1);
        }
    }

    if (column < N) {
        gemm_4x4_16x16_store2(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta);
        gemm_4x4_16x16_store2(C + (long)column * ldc + row + 8, M - (row + 8), alpha, c_0_1, beta);
    }
    if (column + 8 < N) {
        gemm_4x4_16x16_store2(C + (long)(column + 8) * ldc + row, M - row, alpha, c_1_0, beta);
        gemm_4x4_16x16_store2(C + (long)(column + 8) * ldc + row + 8, M - (row + 8), alpha, c_1_1, beta);
    }
    if (column + 16 < N) {
        gemm_4x4_16x16_store2(C + (long)(column + 16) * ldc + row, M - row, alpha, c_2_0, beta);
        gemm_4x4_16x16_store2(C + (long)(column + 16) * ldc + row + 8, M - (row + 8), alpha, c_2_1, beta);
    }
    if (column + 24 < N) {
        gemm_4x4_16x16_store2(C + (long)(column + 24) * ldc + row, M - row, alpha, c_3_0, beta);
        gemm_4x4_16x16_store2(C + (long)(column + 24) * ldc + row + 8, M - (row + 8), alpha, c_3_1, beta);
    }
}
