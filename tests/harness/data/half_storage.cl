/* C = alpha A B + beta C, row-major, stored as half and computed in float, one element a work-item. */
__kernel void half_storage(const int M, const int N, const int K, const float alpha,
                           __global const half *A, const int lda, const int offset_a,
                           __global const half *B, const int ldb, const int offset_b,
                           const float beta, __global half *C, const int ldc, const int offset_c)
{
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;

    if (row >= M || column >= N)
        return;
    if (alpha != 0.0f) {
        for (int k = 0; k < K; k++)
            sum = mad(vload_half(offset_a + row * lda + k, A),
                      vload_half(offset_b + k * ldb + column, B), sum);
        sum = alpha * sum;
    }
    if (beta != 0.0f)
        sum = sum + beta * vload_half(offset_c + row * ldc + column, C);
    vstore_half(sum, offset_c + row * ldc + column, C);
}
