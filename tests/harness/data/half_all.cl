/* C = alpha A B + beta C, row-major, all of it in half. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void half_all(const int M, const int N, const int K, const half alpha,
                       __global const half *A, const int lda, const int offset_a,
                       __global const half *B, const int ldb, const int offset_b, const half beta,
                       __global half *C, const int ldc, const int offset_c)
{
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    half sum = 0;

    if (row >= M || column >= N)
        return;
    if (alpha != 0) {
        for (int k = 0; k < K; k++)
            sum = mad(A[offset_a + row * lda + k], B[offset_b + k * ldb + column], sum);
        sum = alpha * sum;
    }
    if (beta != 0)
        sum = sum + beta * C[offset_c + row * ldc + column];
    C[offset_c + row * ldc + column] = sum;
}
