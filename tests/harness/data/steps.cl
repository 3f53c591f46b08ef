/* C = alpha A B^T + beta C, column-major, by way of a dense copy of A, an image of it, a packed copy
 * of B that is made once, and a counter buffer: every kind of step that a manifest can have. */
__kernel void pack_a(const int M, const int K, __global const float *A, const int lda,
                     __global float *dense)
{
    const int row = get_global_id(0);
    const int k = get_global_id(1);

    if (row < M && k < K)
        dense[k * M + row] = A[k * lda + row];
}

__kernel void pack_b(const int N, const int K, __global const float *B, const int ldb,
                     __global float *packed)
{
    const int column = get_global_id(0);
    const int k = get_global_id(1);

    if (column < N && k < K)
        packed[k * N + column] = B[k * ldb + column];
}

/* Adds one to the counter: runs three times. */
__kernel void count(__global int *counter, const int by)
{
    counter[0] += by;
}

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

__kernel void multiply(const int M, const int N, const int K, const float alpha,
                       __read_only image2d_t dense, __global const float *packed,
                       __global const int *counter, __local float *scratch, const float beta,
                       __global float *C, const int ldc, const int offset_c)
{
    const int lane = get_local_id(0);
    const int units = get_global_size(0);
    const int total = M * N;

    for (int at = get_global_id(0); at < total; at += units) {
        const int row = at % M;
        const int column = at / M;
        float sum = 0.0f;

        if (alpha != 0.0f) {
            for (int k = 0; k < K; k++)
                sum = mad(read_imagef(dense, nearest, (int2)(row, k)).x, packed[k * N + column],
                          sum);
            sum *= alpha;
        }
        scratch[lane] = counter[0] == 6 ? sum : -12345.0f;
        if (beta != 0.0f)
            scratch[lane] += beta * C[offset_c + column * ldc + row];
        C[offset_c + column * ldc + row] = scratch[lane];
    }
}
