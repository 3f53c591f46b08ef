/*
 * gemm_8x1_4x16: C = alpha * A * B + beta * C
 *
 * A in half, B in half, C in single precision, computed in single, row-major; any sizes.
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
 * A work-item computes 8 x 1 elements of C: 8 along M by 1 along N.
 * A work-group computes 32 along M by 16 along N.
 * Launch: local size {16, 4}, global size {16 * ceil(N / 16), 4 * ceil(M / 32)}.
 * Needs cl_intel_subgroups, cl_intel_required_subgroup_size and cl_intel_subgroup_matrix_multiply_accumulate; sub-groups of 8 work-items.
 * Build with -cl-intel-256-GRF-per-thread, for a GPU of Intel.
 * Kernels of profile intel-xe-hpg were not measured on its devices.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --type-c f32 --layout row --family matrix --engine dpas --tile 8x1 --wg 4x16 --for intel-xe-hpg
 */

/*
 * The fragment of A from row `first` and element `step` of K on: 8 rows, 16 elements along K. Lane l holds
 * all rows, 2 elements of K from 2 l on.
 */
static int8 gemm_8x1_4x16_load_a(
    const __local ushort (*const tile)[40], const int first, const int step, const int lane)
{
    const int row = first;
    const int k = step + lane * 2;
    return (int8)(
        *(const __local int *)&tile[row][k],
        *(const __local int *)&tile[row + 1][k],
        *(const __local int *)&tile[row + 2][k],
        *(const __local int *)&tile[row + 3][k],
        *(const __local int *)&tile[row + 4][k],
        *(const __local int *)&tile[row + 5][k],
        *(const __local int *)&tile[row + 6][k],
        *(const __local int *)&tile[row + 7][k]);
}

/*
 * The fragment of B from column `first` and element `step` of K on: 8 columns, 16 elements along K. Lane l holds
 * column l, all of K.
 */
static int8 gemm_8x1_4x16_load_b(
    const __local ushort (*const tile)[24], const int first, const int step, const int lane)
{
    const int column = first + lane;
    const int k = step;
    return (int8)(
        as_int((ushort2)(tile[k][column], tile[k + 1][column])),
        as_int((ushort2)(tile[k + 2][column], tile[k + 3][column])),
        as_int((ushort2)(tile[k + 4][column], tile[k + 5][column])),
        as_int((ushort2)(tile[k + 6][column], tile[k + 7][column])),
        as_int((ushort2)(tile[k + 8][column], tile[k + 9][column])),
        as_int((ushort2)(tile[k + 10][column], tile[k + 11][column])),
        as_int((ushort2)(tile[k + 12][column], tile[k + 13][column])),
        as_int((ushort2)(tile[k + 14][column], tile[k + 15][column])));
}

/* Of cl_intel_subgroup_matrix_multiply_accumulate. Declared here, as not every compiler that has it declares it. */
float8 __attribute__((overloadable)) intel_sub_group_f16_f16_matrix_mad_k16(int8 a, int8 b, float8 c);

/*
 * C += A * B, fragments of 8 x 8 x 16, on the matrix engine. Lane l holds of C
 * column l, row i in element i; of A and B what gemm_8x1_4x16_load_a and gemm_8x1_4x16_load_b give.
 */
static float8 gemm_8x1_4x16_multiply(const int8 a, const int8 b, const float8 c)
{
    return intel_sub_group_f16_f16_matrix_mad_k16(a, b, c);
}

/* ... */
