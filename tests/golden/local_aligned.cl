/*
 * gemm_1x4_4x2: C = alpha * A * B + beta * C
 *
 * Single precision, row-major; any sizes.
 * A batch of batch_count products, which are dimension 2 of the launch, 2 side by side in a work-group: at most 131070 in one, more by a global work offset.
 * Member i begins at element i * stride_a of A, i * stride_b of B, i * stride_c of C.
 *
 *   M            rows of op(A) and C
 *   N            columns of op(B) and C
 *   K            columns of op(A), rows of op(B)
 *   batch_count  members of the batch
 *   alpha        scales the product; 0: neither A nor B is read
 *   A            M x K, row-major
 *   lda          leading dimension of A, in elements (>= K)
 *   stride_a     distance of consecutive members of A, in elements; 0: all share one
 *   B            K x N, row-major
 *   ldb          leading dimension of B, in elements (>= N)
 *   stride_b     distance of consecutive members of B, in elements; 0: all share one
 *   beta         scales C before the update; 0: C is not read
 *   C            M x N, row-major
 *   ldc          leading dimension of C, in elements (>= N)
 *   stride_c     distance of consecutive members of C, in elements (>= 1); they must not overlap
 *
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 4 along M by 8 along N.
 * Launch: local size {2, 4, 2}, global size {2 * ceil(N / 8), 4 * ceil(M / 4), 2 * ceil(batch_count / 2)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --batch strided --family local --tile 1x4 --wg 4x2 --wg-members 2 --aligned --tile-k 8 --vec-a 4 --vec-b 4 --vec-c 4
 */

/* 4 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static float4 gemm_1x4_4x2_load4_clamped(const __global float *const line, const int first, const int last)
{
    return (float4)(
        line[min(first, last)],
        line[min(first + 1, last)],
        line[min(first + 2, last)],
        line[min(first + 3, last)]);
}

/* C = alpha * product + beta * C for 4 contiguous elements, at once if `aligned`; only those with index < `room`. */
static void gemm_1x4_4x2_store4(
    __global float *const c, const int room, const bool aligned,
    const float alpha, const float4 product, const float beta)
{
    const float4 value = alpha * product;
    if (room >= 4) {
        if (aligned) {
            *(__global float4 *)c = beta == 0.0f ? value : value + beta * *(const __global float4 *)c;
            return;
        }
        vstore4(beta == 0.0f ? value : value + beta * vload4(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0.0f ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0.0f ? value.s2 : value.s2 + beta * c[2];
}

__kernel __attribute__((reqd_work_group_size(2, 4, 2)))
void gemm_1x4_4x2(
    const int M, const int N, const int K, const long batch_count, const float alpha,
    __global const float *restrict A, const int lda, const long stride_a,
    __global const float *restrict B, const int ldb, const long stride_b,
    const float beta,
    __global float *restrict C, const int ldc, const long stride_c)
{
    const long own_member = get_global_id(2);
    const long member = min(own_member, batch_count - 1L);
    A += member * stride_a;
    B += member * stride_b;
    C += member * stride_c;
    const int depth = alpha == 0.0f ? 0 : K;
    const int first_row = get_group_id(1) * 4;
    const int tile_row = get_local_id(1);
    const int first_column = get_group_id(0) * 8;
    const int tile_column = get_local_id(0) * 4;
    const int row = first_row + tile_row;
    const int column = first_column + tile_column;
    const int item = get_local_id(1) * 2 + get_local_id(0);
    const int a_line = item / 2;
    const int a_at = item % 2 * 4;
    const int b_line = item / 2;
    const int b_at = item % 2 * 4;
    const long a_from_0 = (long)min(first_row + a_line, M - 1) * lda;
    const int b_from = first_column + b_at;
    __local float a_tiles[2][4][8] __attribute__((aligned(16)));
    __local float (*const a_tile)[8] = a_tiles[get_local_id(2)];
    __local float b_tiles[2][8][8] __attribute__((aligned(16)));
    __local float (*const b_tile)[8] = b_tiles[get_local_id(2)];

    float4 c_0_0 = 0.0f;

    const int end = first_column + 8 > N ? 0 : depth - depth % 8;
    int k = 0;
    if (((size_t)A | (size_t)lda * 4 | (size_t)stride_a * 4) % 16 == 0 && ((size_t)B | (size_t)ldb * 4 | (size_t)stride_b * 4) % 16 == 0) {
        for (; k < end; k += 8) {
            const float4 a_load_0 = *(const __global float4 *)(A + a_from_0 + k + a_at);
            const float4 b_load_0 = *(const __global float4 *)(B + (long)(k + b_line) * ldb + b_from);
            const float4 b_load_1 = *(const __global float4 *)(B + (long)(k + b_line + 4) * ldb + b_from);
            barrier(CLK_LOCAL_MEM_FENCE);
            *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
            *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
            *(__local float4 *)&b_tile[b_line + 4][b_at] = b_load_1;
            barrier(CLK_LOCAL_MEM_FENCE);

            #pragma unroll
            for (int step = 0; step < 8; ++step) {
                const float a_0 = a_tile[tile_row][step];
                const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

                c_0_0 = mad((float4)(a_0), b_0, c_0_0);
            }
        }
    } else {
        for (; k < end; k += 8) {
            const float4 a_load_0 = vload4(0, A + a_from_0 + k + a_at);
            const float4 b_load_0 = vload4(0, B + (long)(k + b_line) * ldb + b_from);
            const float4 b_load_1 = vload4(0, B + (long)(k + b_line + 4) * ldb + b_from);
            barrier(CLK_LOCAL_MEM_FENCE);
            *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
            *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
            *(__local float4 *)&b_tile[b_line + 4][b_at] = b_load_1;
            barrier(CLK_LOCAL_MEM_FENCE);

            #pragma unroll
            for (int step = 0; step < 8; ++step) {
                const float a_0 = a_tile[tile_row][step];
                const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

                c_0_0 = mad((float4)(a_0), b_0, c_0_0);
            }
        }
    }

    /* The remainder of K, and all of K where the tile crosses an edge. */
    for (; k < depth; k += 8) {
        const int left = min(8, depth - k);
        const float4 a_load_0 = gemm_1x4_4x2_load4_clamped(A + a_from_0, k + a_at, K - 1);
        const float4 b_load_0 = gemm_1x4_4x2_load4_clamped(B + (long)min(k + b_line, K - 1) * ldb, b_from, N - 1);
        const float4 b_load_1 = gemm_1x4_4x2_load4_clamped(B + (long)min(k + b_line + 4, K - 1) * ldb, b_from, N - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        *(__local float4 *)&a_tile[a_line][a_at] = a_load_0;
        *(__local float4 *)&b_tile[b_line][b_at] = b_load_0;
        *(__local float4 *)&b_tile[b_line + 4][b_at] = b_load_1;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int step = 0; step < left; ++step) {
            const float a_0 = a_tile[tile_row][step];
            const float4 b_0 = *(__local float4 *)&b_tile[step][tile_column];

            c_0_0 = mad((float4)(a_0), b_0, c_0_0);
        }
    }

    /* The last work-group may have fewer members: its other work-items have computed the last one again. */
    if (own_member > member)
        return;
    const bool c_aligned = ((size_t)C | (size_t)ldc * 4) % 16 == 0;
    if (row < M) {
        gemm_1x4_4x2_store4(C + (long)row * ldc + column, N - column, c_aligned, alpha, c_0_0, beta);
    }
}
