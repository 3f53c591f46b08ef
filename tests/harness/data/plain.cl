/* C = alpha A B + beta C, row-major, one element of C a work-item. */
__kernel void plain(const int M, const int N, const int K, const float alpha,
                    __global const float *A, const int lda, const int offset_a,
                    __global const float *B, const int ldb, const int offset_b, const float beta,
                    __global float *C, const int ldc, const int offset_c)
{
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;

    if (row >= M || column >= N)
        return;
    if (alpha != 0.0f) {
        for (int k = 0; k < K; k++)
            sum = mad(A[offset_a + row * lda + k], B[offset_b + k * ldb + column], sum);
        sum = alpha * sum;
    }
    if (beta != 0.0f)
        sum = sum + beta * C[offset_c + row * ldc + column];
    C[offset_c + row * ldc + column] = sum;
}
