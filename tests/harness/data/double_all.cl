/* C = alpha A B + beta C, row-major, all of it in double. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void double_all(const int M, const int N, const int K, const double alpha,
                         __global const double *A, const int lda, const int offset_a,
                         __global const double *B, const int ldb, const int offset_b,
                         const double beta, __global double *C, const int ldc, const int offset_c)
{
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    double sum = 0;

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
