/*
 * gemm_1x1_1x1: C = alpha * A^H * B + 0.5 * C
 *
 * Double precision, complex, row-major; any sizes.
 *
 *   M      rows of op(A) and C; not read here
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, row-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes at most 1 x 2 elements of C: 1 along M by 2 along N.
 * These are tiles of 1 x 1, computed in sequence from panels of A and B that are packed for blocks of 16 steps of K.
 * A work-group computes at most 1 along M by 2 along N.
 * Launch: local size {1, 1}, global size {ceil(N / 2), M}.
 * Needs cl_khr_fp64.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type c64 --layout row --transpose cn --beta 0.5 --family blocked --tile 1x1 --block-tiles 1x2 --block-k 16
 */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* The product of two complex numbers. */
static double2 gemm_1x1_1x1_times(const double2 a, const double2 b)
{
    return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* Packs rows of op(A) into panels of 1, one step of K after another. */
static void gemm_1x1_1x1_pack_rows(
    __local double2 *const panels, const __global double2 *const A, const int lda,
    const int rows, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global double2 *const line = A + (long)k * lda;
        __local double2 *const step = panels + k * 1;
        for (int first = 0; first < rows; first += 1) {
            step[first * steps] = line[first];
        }
    }
}

/* Packs columns of op(B) into panels of 1, one step of K after another. */
static void gemm_1x1_1x1_pack_columns(
    __local double2 *const panels, const __global double2 *const B, const int ldb,
    const int columns, const int steps)
{
    for (int k = 0; k < steps; ++k) {
        const __global double2 *const line = B + (long)k * ldb;
        __local double2 *const step = panels + k * 1;
        for (int first = 0; first < columns; first += 1) {
            step[first * steps] = line[first];
        }
    }
}

/* C = alpha * product + beta * C for one element. */
static void gemm_1x1_1x1_store(
    __global double2 *const c,
    const double2 alpha, const double2 product, const double2 beta)
{
    const double2 value = gemm_1x1_1x1_times(alpha, product);
    c[0] = all(beta == 0.0) ? value : value + gemm_1x1_1x1_times(beta, c[0]);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_1x1_1x1(
    const int M, const int N, const int K, const double2 alpha,
    __global const double2 *restrict A, const int lda,
    __global const double2 *restrict B, const int ldb,
    __global double2 *restrict C, const int ldc)
{
    const int depth = all(alpha == 0.0) ? 0 : K;
    __local double2 panels_a[1 * 16] __attribute__((aligned(64)));
    __local double2 panels_b[2 * 16] __attribute__((aligned(64)));
    /* Work-groups share the tiles evenly. */
    const int first_row = get_group_id(1);
    const int rows = 1;
    const int column_groups = (N + 1) / 2;
    const int columns_of_group = N / column_groups + (N % column_groups != 0);
    const int first_column = get_group_id(0) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);

    /* K in blocks of equal length. */
    const int blocks = max((depth + 15) / 16, 1);
    const int steps_of_block = depth / blocks + (depth % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(depth - first_k, steps_of_block);
        const double2 beta_of_block = first_k == 0 ? (double2)(0.5, 0.0) : (double2)(1.0, 0.0);
        gemm_1x1_1x1_pack_rows(panels_a, A + (long)first_k * lda + first_row, lda, rows, steps);
        gemm_1x1_1x1_pack_columns(panels_b, B + (long)first_k * ldb + first_column, ldb, columns, steps);
        for (int tile_row = 0; tile_row < rows; tile_row += 1) {
            for (int tile_column = 0; tile_column < columns; tile_column += 1) {
                const int row = first_row + tile_row;
                const int column = first_column + tile_column;
                const __local double2 *panel_a = panels_a + tile_row * steps;
                const __local double2 *panel_b = panels_b + tile_column * steps;

                double2 c_0_0 = 0.0;

                for (int k = 0; k < steps; ++k) {
                    const double2 a_0 = panel_a[0];
                    const double2 b_0 = panel_b[0];

                    c_0_0 = mad((double2)(a_0.x, a_0.x), b_0, mad((double2)(a_0.y, -a_0.y), b_0.yx, c_0_0));
                    panel_a += 1;
                    panel_b += 1;
                }

                gemm_1x1_1x1_store(C + (long)row * ldc + column, alpha, c_0_0, beta_of_block);
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
