/* C = alpha A B + beta C, row-major: products in half, their sum in float. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void half_products(const int M, const int N, const int K, const float alpha,
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
        for (int k = 0; k < K; k++) {
            const half product = A[offset_a + row * lda + k] * B[offset_b + k * ldb + column];

            sum = sum + (float)product;
        }
        sum = alpha * sum;
    }
    if (beta != 0.0f)
        sum = sum + beta * (float)C[offset_c + row * ldc + column];
    C[offset_c + row * ldc + column] = (half)sum;
}
