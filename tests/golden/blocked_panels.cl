/*
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose nt --family blocked --tile 1x2 --wg 1x1 --block-tiles 28x10 --block-k 192 --panels ab --vec-c 2 --for cpu
 */

/* Asks for the line of memory that holds `place`, on CPUs. (The prefetch() of their runtimes does nothing.) */
static void gemm_1x2_1x1_prefetch_line(const __global uchar *const place)
{
#if defined(__x86_64__) || defined(__aarch64__) || defined(__INTEL_LLVM_COMPILER)
    __builtin_prefetch((const __private void *)(size_t)place);
#endif
}

/* ... */

/* Packs columns of op(B) into panels of 2, one step of K after another; the last column stands for those beyond it. */
static void gemm_1x2_1x1_pack_columns(
    __global float *const panels, const __global float *const B, const int ldb,
    const int columns, const int steps)
{
    for (int first = 0; first < columns; first += 2) {
        __global float *const panel = panels + first * steps;
        int k = 0;
        for (int place = 0; place < 2; place += 2) {
            for (k = 0; k + 2 <= steps; k += 2) {
                for (int next = 2; next < 2 * 2; ++next)
                    gemm_1x2_1x1_prefetch_line((const __global uchar *)(B + (long)(first + place + next) * ldb + k));
                const float2 b_0 = vload2(0, B + (long)min(first + place, columns - 1) * ldb + k);
                const float2 b_1 = vload2(0, B + (long)min(first + place + 1, columns - 1) * ldb + k);
                vstore2((float2)(b_0.s0, b_1.s0), 0, panel + k * 2 + place);
                vstore2((float2)(b_0.s1, b_1.s1), 0, panel + (k + 1) * 2 + place);
            }
        }
        for (; k < steps; ++k) {
            for (int place = 0; place < 2; ++place)
                panel[k * 2 + place] = B[(long)min(first + place, columns - 1) * ldb + k];
        }
    }
}

/*
 * Packs op(A) into A_panels: the panels of a block of K, then those of the next.
 * `stride`: elements of a step of K.
 * A is M x K, row-major, leading dimension lda.
 * Launch: local size {1, 1}, global size {ceil(M / 64), ceil(K / 192)}.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_1x2_1x1_pack_a(
    const int M, const int K,
    __global const float *restrict A, const int lda,
    __global float *restrict A_panels)
{
    const int stride = M;
    const int first_row = get_group_id(0) * 64;
    const int rows = min(M - first_row, 64);
    /* K in blocks of equal length. */
    const int blocks = max((K + 191) / 192, 1);
    const int steps_of_block = K / blocks + (K % blocks != 0);
    const int first_k = get_group_id(1) * steps_of_block;
    const int steps = min(K - first_k, steps_of_block);
    gemm_1x2_1x1_pack_rows(
        A_panels + (long)first_k * stride + (long)first_row * steps,
        A + (long)first_row * lda + first_k, lda, rows, steps);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_1x2_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A_panels,
    __global const float *restrict B_panels,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int lda = M;
    const int ldb = (N + 1) / 2 * 2;
    const int depth = alpha == 0.0f ? 0 : K;
    /* Work-groups share the tiles evenly. */
    const int row_groups = (M + 27) / 28;
    const int rows_of_group = M / row_groups + (M % row_groups != 0);
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column_groups = (N + 19) / 20;
    const int columns_of_group = (N / column_groups + (N % column_groups != 0) + 1) / 2 * 2;
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
        for (int tile_row = 0; tile_row < rows; tile_row += 1) {
            const __global uchar *next_a = (const __global uchar *)(panels_a + (tile_row + 1) * steps);
            for (int tile_column = 0; tile_column < columns; tile_column += 2) {
                const int row = first_row + tile_row;
                const int column = first_column + tile_column;
                const __global float *panel_a = panels_a + tile_row * steps;
                const __global float *panel_b = panels_b + tile_column * steps;

                float2 c_0_0 = 0.0f;

                int k = 0;
                while (k + 4 <= steps) {
                    #pragma unroll
                    for (int iteration = 0; iteration < 4; ++iteration, ++k) {
                        const float a_0 = panel_a[0];
                        const float2 b_0 = vload2(0, panel_b);

                        c_0_0 = fma((float2)(a_0), b_0, c_0_0);
                        panel_a += 1;
                        panel_b += 2;
                    }
                    gemm_1x2_1x1_prefetch_line(next_a);
                    next_a += 4;
                    gemm_1x2_1x1_prefetch_line(next_b);
                    next_b += 4;
                }

                /* The remainder of the block, one element at a time. */
                for (; k < steps; ++k) {
                    const float a_0 = panel_a[0];
                    const float2 b_0 = vload2(0, panel_b);

                    c_0_0 = fma((float2)(a_0), b_0, c_0_0);
                    panel_a += 1;
                    panel_b += 2;
                }

                gemm_1x2_1x1_store2(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta_of_block);
            }
        }
        first_k += steps_of_block;
    } while (first_k < depth);
}
