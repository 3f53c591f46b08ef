/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --fixed p=6,q=5,f=9,r=3,s=3,c=8 --product 'y[p,q,f]=x[p+r-1,q+s-1,c]*w[f,r,s,c]' --extent x=6,5, --family matrix --engine emulated:mma --tile 2x2 --wg 8x4 --stages 2
 */

/* ... */

/* Copies a tile of A into local memory: 16 rows, 32 elements along K each; zero outside its extents and beyond K. */
static void gemm_2x2_8x4_copy_a(
    __local ushort (*const tile)[40], const __global ushort *const A,
    const __local int *const a_lines, const __local int *const a_lines_at_0, const __local int *const a_lines_at_1,
    const int k, const int K, const int item)
{
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int line = pass * 8 + item / 4;
        const int at = item % 4 * 8;
        const int r_of_a = (k + at) / 24;
        const int s_of_a = (k + at) / 8 % 3;
        const int c_of_a = (k + at) % 8;
        const int a_by_0 = r_of_a;
        const int a_by_1 = s_of_a;
        const int a_step = a_by_0 * 40 + a_by_1 * 8 + c_of_a;
        const int from = a_lines[line] + a_step;
        const bool inside = k + at < K &&
            (uint)(a_lines_at_0[line] + a_by_0) < 6 &&
            (uint)(a_lines_at_1[line] + a_by_1) < 5;
        if (inside)
            *(__local ushort8 *)&tile[line][at] = vload8(0, A + from);
        else
            *(__local ushort8 *)&tile[line][at] = (ushort8)0;
    }
}

/* ... */

__kernel __attribute__((reqd_work_group_size(4, 8, 1)))
void gemm_2x2_8x4(
    const float alpha,
    __global const half *restrict A,
    __global const half *restrict B,
    __global half *restrict C)
{
    const int M = 30;
    const int N = 9;
    const int K = 72;
    const int ldb = K;
    const int ldc = N;
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(1) * 4 + get_local_id(0);
    const int sub_group = item / 32;
    const int lane = item % 32;
    const int first_row = get_group_id(1) * 16;
    const int tile_row = 0;
    const int row = first_row + tile_row + lane / 4;
    const int first_column = get_group_id(0) * 8;
    const int tile_column = 0;
    const int column = first_column + tile_column + lane % 4 * 2;
    __local ushort a_tile[2][16][40] __attribute__((aligned(16)));
    __local ushort b_tile[2][8][40] __attribute__((aligned(16)));
    /* Whether all lines of B begin at multiples of 16 bytes. */
    const bool b_wide = ((size_t)B | (size_t)ldb * 2) % 16 == 0;
    __local ushort exchange[1][384] __attribute__((aligned(16)));

    /* Where rows of A begin, and their positions without what a step of K adds. */
    __local int a_lines[16];
    __local int a_lines_at_0[16];
    __local int a_lines_at_1[16];
    for (int line = item; line < 16; line += 32) {
        const int p_of_a = min(first_row + line, M - 1) / 5;
        const int q_of_a = min(first_row + line, M - 1) % 5;
        const int a_at_0 = p_of_a - 1;
        const int a_at_1 = q_of_a - 1;
        const int a_line = a_at_0 * 40 + a_at_1 * 8;
        a_lines[line] = a_line;
        a_lines_at_0[line] = a_at_0;
        a_lines_at_1[line] = a_at_1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f;

    /* Tiles ahead of the loop. */
    for (int filled = 0; filled < 1; ++filled) {
        const int next = filled * 32;
        if (next < depth) {
            gemm_2x2_8x4_copy_a(a_tile[filled], (const __global ushort *)A,
                a_lines, a_lines_at_0, a_lines_at_1, next, K, item);
            gemm_2x2_8x4_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, next, N, K, b_wide, item);
        }
    }
    for (int k = 0; k < depth; k += 32) {
        const int used = k / 32 % 2;
        const int next = k + 32;
        /* Tile `used` is complete, and nobody reads the one before it, which is filled next. */
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < 32; step += 16) {
            const uint4 a_0 = gemm_2x2_8x4_load_a(a_tile[used], tile_row, step, lane);
            const uint2 b_0 = gemm_2x2_8x4_load_b(b_tile[used], tile_column, step, lane);
            gemm_2x2_8x4_multiply(exchange[sub_group], lane, &c_0_0, &c_1_0, a_0, b_0);
        }

        /* Behind the multiplication, which goes on in the engine meanwhile. */
        if (next < depth) {
            const int filled = next / 32 % 2;
            gemm_2x2_8x4_copy_a(a_tile[filled], (const __global ushort *)A,
                a_lines, a_lines_at_0, a_lines_at_1, next, K, item);
            gemm_2x2_8x4_copy_b(b_tile[filled], (const __global ushort *)B, ldb, first_column, next, N, K, b_wide, item);
        }
    }

    if (row < M) {
        gemm_2x2_8x4_store2(C + row * ldc + column, N - column, alpha, c_0_0);
    }
    if (row + 8 < M) {
        gemm_2x2_8x4_store2(C + (row + 8) * ldc + column, N - column, alpha, c_1_0);
    }
}
