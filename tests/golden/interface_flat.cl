/*
 * Made by clgemm 0.1.0: clgemm-gen --interface llama_mul_mm_f32 --family naive
 */

/* ... */

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void kernel_mul_mm_f32_f32_l4_lm(
    __global float4 *src0, ulong offset0,
    __global float4 *src1, ulong offset1,
    __global float *dst, ulong offsetd, int ne00, int ne01, int ne02,
    int ne11, int ne12, int host_stride_a, int host_stride_b, int stride_d,
    int batch_stride_a, int batch_stride_b, int batch_stride_d, int r2, int r3)
{
    const int M = ne01;
    const int N = ne11;
    const int K = ne00;
    __global const float *restrict A = (__global const float *)src0;
    const long offset_a = offset0 / 4;
    const int lda = host_stride_a;
    const long stride_a = batch_stride_a;
    __global const float *restrict B = (__global const float *)src1;
    const long offset_b = offset1 / 4;
    const int ldb = host_stride_b;
    const long stride_b = batch_stride_b;
    __global float *restrict C = dst;
    const long offset_c = offsetd / 4;
    const int ldc = stride_d;
    const long stride_c = batch_stride_d;
    const long member = get_group_id(2);
    const long member_a = member / ne12 / r3 * ne02 + member % ne12 / r2;
    A += member_a * stride_a;
    B += member * stride_b;
    C += member * stride_c;
    A += offset_a;
    B += offset_b;
    C += offset_c;
    const int first_row = (get_group_id(0) * 16 + get_local_id(0) % 16) * 4;
    const int first_column = (get_group_id(1) * 8 + get_local_id(0) / 16) * 8;
    for (int column = first_column; column < min(first_column + 8, N); ++column) {
        for (int row = first_row; row < min(first_row + 4, M); ++row) {
            const long a_row = (long)row * lda;
            const long b_column = (long)column * ldb;

            float sum = 0.0f;
            for (int k = 0; k < K; ++k) {
                const float a = A[a_row + k];
                const float b = B[b_column + k];
                sum = mad(b, a, sum);
            }

            kernel_mul_mm_f32_f32_l4_lm_store(C + (long)column * ldc + row, sum);
        }
    }
}
