/*
 * gemm_6x16_1x1: C = alpha * A * B^T + beta * C
 *
 * Single precision, row-major; any sizes.
 *
 *   M         rows of op(A) and C
 *   N         columns of op(B) and C
 *   K         columns of op(A), rows of op(B)
 *   alpha     scales the product; 0: neither A nor B is read
 *   A_panels  op(A) in panels of 6 rows
 *   B_panels  op(B) in panels of 16 columns
 *   beta      scales C before the update; 0: C is not read
 *   C         M x N, row-major
 *   ldc       leading dimension of C, in elements (>= N)
 *
 * A work-item computes at most 168 x 160 elements of C: 168 along M by 160 along N.
 * These are tiles of 6 x 16, computed in sequence from panels of A and B that are packed for blocks of 192 steps of K.
 * A work-group computes at most 168 along M by 160 along N.
 * Launch after gemm_6x16_1x1_pack_a and gemm_6x16_1x1_pack_b:
 *   local size {1, 1}, global size {ceil(N / 160), ceil(M / 168)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose nt --family blocked --tile 6x16 --wg 1x1 --block-tiles 28x10 --block-k 192 --panels ab --vec-c 8 --for cpu
 */

/* Asks for the line of memory that holds `place`, on CPUs. (The prefetch() of their runtimes does nothing.) */
static void gemm_6x16_1x1_prefetch_line(const __global uchar *const place)
{
#if defined(__x86_64__) || defined(__aarch64__) || defined(__INTEL_LLVM_COMPILER)
    __builtin_prefetch((const __private void *)(size_t)place);
#endif
}

/* Packs rows of op(A) into panels of 6, one step of K after another; zero beyond the last row. */
static void gemm_6x16_1x1_pack_rows(
    __global float *const panels, const __global float *const A, const int lda,
    const int rows, const int steps)
{
    for (int first = 0; first < rows; first += 6) {
        __global float *const panel = panels + first * steps;
        int k = 0;
        if (first + 6 <= rows) {
            for (int place = 0; place < 6; place += 2) {
                for (k = 0; k + 2 <= steps; k += 2) {
                    for (int next = 2; next < 2 * 2; ++next)
                        gemm_6x16_1x1_prefetch_line((const __global uchar *)(A + (long)(first + place + next) * lda + k));
                    const float2 a_0 = vload2(0, A + (long)(first + place) * lda + k);
                    const float2 a_1 = vload2(0, A + (long)(first + place + 1) * lda + k);
                    vstore2((float2)(a_0.s0, a_1.s0), 0, panel + k * 6 + place);
                    vstore2((float2)(a_0.s1, a_1.s1), 0, panel + (k + 1) * 6 + place);
                }
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 6; ++place)
                panel[k * 6 + place] = first + place < rows ? A[(long)(first + place) * lda + k] : 0.0f;
        }
    }
}

/* Packs columns of op(B) into panels of 16, one step of K after another; zero beyond the last column. */
static void gemm_6x16_1x1_pack_columns(
    __global float *const panels, const __global float *const B, const int ldb,
    const int columns, const int steps)
{
    for (int first = 0; first < columns; first += 16) {
        __global float *const panel = panels + first * steps;
        int k = 0;
        if (first + 16 <= columns) {
            for (int place = 0; place < 16; place += 4) {
                for (k = 0; k + 4 <= steps; k += 4) {
                    for (int next = 4; next < 2 * 4; ++next)
                        gemm_6x16_1x1_prefetch_line((const __global uchar *)(B + (long)(first + place + next) * ldb + k));
                    const float4 b_0 = vload4(0, B + (long)(first + place) * ldb + k);
                    const float4 b_1 = vload4(0, B + (long)(first + place + 1) * ldb + k);
                    const float4 b_2 = vload4(0, B + (long)(first + place + 2) * ldb + k);
                    const float4 b_3 = vload4(0, B + (long)(first + place + 3) * ldb + k);
                    vstore4((float4)(b_0.s0, b_1.s0, b_2.s0, b_3.s0), 0, panel + k * 16 + place);
                    vstore4((float4)(b_0.s1, b_1.s1, b_2.s1, b_3.s1), 0, panel + (k + 1) * 16 + place);
                    vstore4((float4)(b_0.s2, b_1.s2, b_2.s2, b_3.s2), 0, panel + (k + 2) * 16 + place);
                    vstore4((float4)(b_0.s3, b_1.s3, b_2.s3, b_3.s3), 0, panel + (k + 3) * 16 + place);
                }
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 16; ++place)
                panel[k * 16 + place] = first + place < columns ? B[(long)(first + place) * ldb + k] : 0.0f;
        }
    }
}

/*
 * Packs op(A) into A_panels: the panels of a block of K, then those of the next.
 * `stride`: elements of a step of K.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {1, 1}, global size {ceil(M / 60), ceil(K / 192)}.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_6x16_1x1_pack_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_panels)
{
    const int stride = (M + 5) / 6 * 6;
    const int first_row = get_group_id(0) * 60;
    const int rows = min(M - first_row, 60);
    /* K in blocks of equal length. */
    const int blocks = max((K + 191) / 192, 1);
    const int steps_of_block = K / blocks + (K % blocks != 0);
    const int first_k = get_group_id(1) * steps_of_block;
    const int steps = min(K - first_k, steps_of_block);
    gemm_6x16_1x1_pack_rows(
        A_panels + (long)first_k * stride + (long)first_row * steps,
        A + (long)first_row * lda + first_k, lda, rows, steps);
}

/*
 * Packs op(B) into B_panels: the panels of a block of K, then those of the next.
 * `stride`: elements of a step of K.
 * B is N x K, row-major, leading dimension ldb.
 * Launch: local size {1, 1}, global size {ceil(N / 64), ceil(K / 192)}.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_6x16_1x1_pack_b(
    const int N, const int K,
    __global const float *restrict B, const int ldb,
    __global float *restrict B_panels)
{
    const int stride = (N + 15) / 16 * 16;
    const int first_column = get_group_id(0) * 64;
    const int columns = min(N - first_column, 64);
    /* K in blocks of equal length. */
    const int blocks = max((K + 191) / 192, 1);
    const int steps_of_block = K / blocks + (K % blocks != 0);
    const int first_k = get_group_id(1) * steps_of_block;
    const int steps = min(K - first_k, steps_of_block);
    gemm_6x16_1x1_pack_columns(
        B_panels + (long)first_k * stride + (long)first_column * steps,
        B + (long)first_column * ldb + first_k, ldb, columns, steps);
}

/* C = alpha * product + beta * C for 8 contiguous elements; only those with index < `room`. */
static void gemm_6x16_1x1_store8(
    __global float *const c, const int room,
    const float alpha, const float8 product, const float beta)
{
    const float8 value = alpha * product;
    if (room >= 8) {
        vstore8(beta == 0.0f ? value : value + beta * vload8(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
    if (room > 3)
        c[3] = beta == 0.0f ? value.s3 : value.s3 + beta * c[3];
    if (room > 4)
        c[4] = beta == 0.0f ? value.s4 : value.s4 + beta * c[4];
    if (room > 5)
        c[5] = beta == 0.0f ? value.s5 : value.s5 + beta * c[5];
    if (room > 6)
        c[6] = beta == 0.0f ? value.s6 : value.s6 + beta * c[6];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_6x16_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_panels,
    __global const float *restrict B_panels,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int lda = (M + 5) / 6 * 6;
    const int ldb = (N + 15) / 16 * 16;
    const int depth = alpha == 0.0f ? 0 : K;
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 167) / 168;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 5) / 6 * 6;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column_groups = (N + 159) / 160;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 15) / 16 * 16;
    const int first_column = get_group_id(0) * columns_of_group;
    const int columns = min(N - first_column, columns_of_group);

    /* K in blocks of equal length. */
    const int blocks = max((depth + 191) / 192, 1);
    const int steps_of_block = depth / blocks + (depth % blocks != 0);
    int first_k = 0;
    do {
        const int steps = min(depth - first_k, steps_of_block);
        const float beta_of_block = first_k == 0 ? beta : 1.0f;
        const __global float *const panels_a = A_panels + (long)first_k * lda + (long)first_row * steps;
        const __global float *const panels_b = B_panels + (long)first_k * ldb + (long)first_column * steps;
        /* Read after this block of B_panels: the next steps of K, at last what the next work-group begins with. */
        const int next_k = first_k + steps;
        const __global uchar *next_b = (const __global uchar *)(next_k < depth
            ? B_panels + (long)next_k * ldb + (long)first_column * min(depth - next_k, steps_of_block)
            : B_panels + (long)(first_column + columns) * steps_of_block);
        for (int tile_row = 0; tile_row < rows; tile_row += 6) {
            const __global uchar *next_a = (const __global uchar *)(panels_a + (tile_row + 6) * steps);
            for (int tile_column = 0; tile_column < columns; tile_column += 16) {
                const int row = first_row + tile_row;
                const int column = first_column + tile_column;
                const __global float *panel_a = panels_a + tile_row * steps;
                const __global float *panel_b = panels_b + tile_column * steps;

                float8 c_0_0 = 0.0f, c_0_1 = 0.0f;
                float8 c_1_0 = 0.0f, c_1_1 = 0.0f;
                float8 c_2_0 = 0.0f, c_2_1 = 0.0f;
                float8 c_3_0 = 0.0f, c_3_1 = 0.0f;
                float8 c_4_0 = 0.0f, c_4_1 = 0.0f;
                float8 c_5_0 = 0.0f, c_5_1 = 0.0f;

                for (int k = 0; k < steps; ++k) {
                    const float a_0 = panel_a[0];
                    const float a_1 = panel_a[1];
                    const float a_2 = panel_a[2];
                    const float a_3 = panel_a[3];
                    const float a_4 = panel_a[4];
                    const float a_5 = panel_a[5];
                    const float8 b_0 = vload8(0, panel_b);
                    const float8 b_1 = vload8(0, panel_b + 8);

                    c_0_0 = fma((float8)(a_0), b_0, c_0_0);
                    c_0_1 = fma((float8)(a_0), b_1, c_0_1);
                    c_1_0 = fma((float8)(a_1), b_0, c_1_0);
                    c_1_1 = fma((float8)(a_1), b_1, c_1_1);
                    c_2_0 = fma((float8)(a_2), b_0, c_2_0);
                    c_2_1 = fma((float8)(a_2), b_1, c_2_1);
                    c_3_0 = fma((float8)(a_3), b_0, c_3_0);
                    c_3_1 = fma((float8)(a_3), b_1, c_3_1);
                    c_4_0 = fma((float8)(a_4), b_0, c_4_0);
                    c_4_1 = fma((float8)(a_4), b_1, c_4_1);
                    c_5_0 = fma((float8)(a_5), b_0, c_5_0);
                    c_5_1 = fma((float8)(a_5), b_1, c_5_1);
                    panel_a += 6;
                    panel_b += 16;
                    gemm_6x16_1x1_prefetch_line(next_a);
                    next_a += 3;
                    gemm_6x16_1x1_prefetch_line(next_b);
                    next_b += 3;
                }

                if (row < M) {
                    gemm_6x16_1x1_store8(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta_of_block);
                    gemm_6x16_1x1_store8(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0_1, beta_of_block);
                }
                if (row + 1 < M) {
                    gemm_6x16_1x1_store8(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta_of_block);
                    gemm_6x16_1x1_store8(C + (long)(row + 1) * ldc + column + 8, N - (column + 8), alpha, c_1_1, beta_of_block);
                }
                if (row + 2 < M) {
                    gemm_6x16_1x1_store8(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta_of_block);
                    gemm_6x16_1x1_store8(C + (long)(row + 2) * ldc + column + 8, N - (column + 8), alpha, c_2_1, beta_of_block);
                }
                if (row + 3 < M) {
                    gemm_6x16_1x1_store8(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta_of_block);
                    gemm_6x16_1x1_store8(C + (long)(row + 3) * ldc + column + 8, N - (column + 8), alpha, c_3_1, beta_of_block);
                }
                if (row + 4 < M) {
                    gemm_6x16_1x1_store8(C + (long)(row + 4) * ldc + column, N - column, alpha, c_4_0, beta_of_block);
                    gemm_6x16_1x1_store8(C + (long)(row + 4) * ldc + column + 8, N - (column + 8), alpha, c_4_1, beta_of_block);
                }
                if (row + 5 < M) {
                    gemm_6x16_1x1_store8(C + (long)(row + 5) * ldc + column, N - column, alpha, c_5_0, beta_of_block);
                    gemm_6x16_1x1_store8(C + (long)(row + 5) * ldc + column + 8, N - (column + 8), alpha, c_5_1, beta_of_block);
                }
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
