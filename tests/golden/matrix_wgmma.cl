/*
 * gemm_2x4_32x4: C = alpha * A * B + beta * C
 *
 * A in bfloat16, B in bfloat16, C in single precision, computed in single, row-major; any sizes.
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
 * A work-item computes 2 x 4 elements of C: 2 along M by 4 along N.
 * A work-group computes 64 along M by 16 along N.
 * Launch: local size {4, 32}, global size {4 * ceil(N / 16), 32 * ceil(M / 64)}.
 * Needs cl_nv_compiler_options; inline PTX, warps of 32 work-items.
 * What stands behind //sm_90a: is no comment: the compiler writes PTX for sm_90, which the host turns into PTX for sm_90a (NAME_finalize of the
 * launcher, `finalize` of the manifest).
 *
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --type-c f32 --layout row --family matrix --engine wgmma --tile 2x4 --wg 32x4 --tile-k 64 --vec-c 2 --stages 4 --copy async --for nvidia-hopper
 */

/* ... */

/* Waits for all groups of multiplications except the last 1. */
static void gemm_2x4_32x4_wait_for_products(void)
{
    asm volatile("//sm_90a: wgmma.wait_group.sync.aligned 1;" : : : "memory");
}

/* ... */

/*
 * C += A * B, fragments of 64 x 16 x 16, which four warps multiply together while they go on. Lane l holds of C, for every j,
 * columns 8 j + 2 (l % 4) and 8 j + 2 (l % 4) + 1: of row l / 32 * 16 + l % 32 / 4 in c_0[j], and of the row 8 further in c_8[j].
 */
static void gemm_2x4_32x4_multiply(float2 *const c_0, float2 *const c_8, const ulong a, const ulong b)
{
    asm volatile("//sm_90a: wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7"
        "}, %8, %9, 1, 1, 1, 0, 1;"
        : "+f"(c_0[0].x), "+f"(c_0[0].y), "+f"(c_8[0].x), "+f"(c_8[0].y), "+f"(c_0[1].x), "+f"(c_0[1].y), "+f"(c_8[1].x), "+f"(c_8[1].y)
        : "l"(a), "l"(b));
}

/* ... */

__kernel __attribute__((reqd_work_group_size(4, 32, 1)))
void gemm_2x4_32x4(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int sub_group = item / 128;
    const int lane = item % 128;
    const int first_row = get_group_id(1) * 64;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 32 * 16 + lane % 32 / 4;
    const int first_column = get_group_id(0) * 16;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local ushort a_tile[4][4096] __attribute__((aligned(1024)));
    /* Whether all lines of A begin at multiples of 16 bytes. */
    const bool a_wide = ((size_t)A | (size_t)lda * 2) % 16 == 0;
    __local ushort b_tile[4][1024] __attribute__((aligned(1024)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;

    float2 c_0[2] = {(float2)0.0f}, c_1[2] = {(float2)0.0f};

    /* Tiles ahead of the loop. */
    for (int filled = 0; filled < 2; ++filled) {
        const int next = filled * 64;
        if (next < depth) {
            gemm_2x4_32x4_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x4_32x4_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x4_32x4_commit_copies();
    }
    for (int k = 0; k < depth; k += 64) {
        const int used = k / 64 % 4;
        const int next = k + 128;
        gemm_2x4_32x4_wait_for_copies();
        gemm_2x4_32x4_show_engine_local_memory();
        /* Tile `used` is complete, and nobody reads the one two before it, which is filled next. */
        barrier(CLK_LOCAL_MEM_FENCE);

        gemm_2x4_32x4_begin_products();
        #pragma unroll
        for (int step = 0; step < 64; step += 16) {
            const ulong a_0 = gemm_2x4_32x4_describe_a(a_tile[used], tile_row, step);
            const ulong b_0 = gemm_2x4_32x4_describe_b(b_tile[used], tile_column, step);
            gemm_2x4_32x4_multiply(c_0, c_1, a_0, b_0);
        }
        gemm_2x4_32x4_commit_products();

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 64 % 4;
            gemm_2x4_32x4_copy_a(a_tile[filled], A, lda, first_row, next, M, K, a_wide, item);
            gemm_2x4_32x4_copy_b(b_tile[filled], B, ldb, first_column, next, N, K, b_wide, item);
        }
        gemm_2x4_32x4_commit_copies();
        gemm_2x4_32x4_wait_for_products();
    }

    gemm_2x4_32x4_complete(c_0, c_1);

    if (row < M) {
        gemm_2x4_32x4_store2(C + (long)row * ldc + column, N - column, alpha, c_0[0], beta);
        gemm_2x4_32x4_store2(C + (long)row * ldc + column + 8, N - (column + 8), alpha, c_0[1], beta);
    }
    if (row + 8 < M) {
        gemm_2x4_32x4_store2(C + (long)(row + 8) * ldc + column, N - column, alpha, c_1[0], beta);
        gemm_2x4_32x4_store2(C + (long)(row + 8) * ldc + column + 8, N - (column + 8), alpha, c_1[1], beta);
    }
}
