/*
 * gemm_4x1_1x1: C = relu(alpha * A^T * B + beta * C + bias)
 *
 * Single precision, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C; not read here
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      K x M, row-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *   bias   is added, one element for each row of C (M)
 *
 * A work-item computes at most 48 x 1 elements of C: 48 along M by 1 along N.
 * These are tiles of 4 x 1; each iteration of the loop over K goes through them.
 * A work-group computes at most 48 along M by 1 along N.
 * Launch: local size {1, 1}, global size {N, ceil(M / 48)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose tn --epilogue bias:row,relu --family gemv --tile 4x1 --wg 1x1 --block-tiles 12x1 --thin n --unroll-k 2 --vec-a 4
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_4x1_1x1(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const float *restrict bias)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int row_groups = (M + 47) / 48;
    const int rows_of_group = (M / row_groups + (M % row_groups != 0) + 3) / 4 * 4;
    const int first_row = get_group_id(1) * rows_of_group;
    const int rows = min(M - first_row, rows_of_group);
    const int column = get_global_id(0);
    const int tiles = (rows + 3) / 4;
    const int whole_tiles = rows / 4;

    /* The sums of all tiles: each iteration of the loop over K goes through them. */
    float4 sums[12][1];
    for (int tile = 0; tile < tiles; ++tile) {
        sums[tile][0] = 0.0f;
    }

    const int whole_k = depth / 2 * 2;
    for (int k = 0; k < whole_k;) {
        #pragma unroll
        for (int iteration = 0; iteration < 2; ++iteration, ++k) {
            const long a_line = (long)k * lda;
            const long b_line = (long)k * ldb;
            const float b_0 = B[b_line + column];
            for (int tile = 0; tile < whole_tiles; ++tile) {
                const int row = first_row + tile * 4;
                float4 c_0_0 = sums[tile][0];
                const float4 a_0 = vload4(0, A + a_line + row);

                c_0_0 = mad(a_0, (float4)(b_0), c_0_0);
                sums[tile][0] = c_0_0;
            }
        }
    }

    for (int tile = 0; tile < tiles; ++tile) {
        const int row = first_row + tile * 4;
        float4 c_0_0 = sums[tile][0];

        /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
        for (int k = tile < whole_tiles ? whole_k : 0; k < depth; ++k) {
            const long a_line = (long)k * lda;
            const long b_line = (long)k * ldb;
            const float4 a_0 = gemm_4x1_1x1_load4_clamped(A + a_line, row, M - 1);
            const float b_0 = B[b_line + column];

            c_0_0 = mad(a_0, (float4)(b_0), c_0_0);
        }

        gemm_4x1_1x1_store4(C + (long)row * ldc + column, ldc, M - row, alpha, c_0_0, beta, row, bias);
    }
}
