/*
 * kernel_mul_mm_f32_f32_l4_lm: C = A^T * B
 *
 * Single precision, column-major; any sizes.
 * A batch of batch_count products, which are dimension 2 of the launch.
 * Member i begins at element i * stride_a of A, i * stride_b of B, i * stride_c of C.
 *
 *   src0            A: K x M, column-major
 *   offset0         4 * offset_a
 *   src1            B: K x N, column-major
 *   offset1         4 * offset_b
 *   dst             C: M x N, column-major
 *   offsetd         4 * offset_c
 *   ne00            k: columns of op(A), rows of op(B)
 *   ne01            m: rows of op(A) and C
 *   ne02            batch: members of the batch
 *   ne11            n: columns of op(B) and C
 *   ne12            batch: members of the batch
 *   host_stride_a   lda: leading dimension of A, in elements (>= K)
 *   host_stride_b   ldb: leading dimension of B, in elements (>= K)
 *   stride_d        ldc: leading dimension of C, in elements (>= M)
 *   batch_stride_a  stride_a: distance of consecutive members of A, in elements; 0: all share one
 *   batch_stride_b  stride_b: distance of consecutive members of B, in elements; 0: all share one
 *   batch_stride_d  stride_c: distance of consecutive members of C, in elements (>= 1); they must not overlap
 *   r2              1
 *   r3              1
 *
 * A work-item computes 8 x 4 elements of C: 8 along N by 4 along M.
 * A work-group computes 64 along N by 64 along M.
 * Launch: local size {128, 1, 1}, global size {128 * ceil(M / 64), ceil(N / 64), batch_count}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --interface llama_mul_mm_f32 --family naive
 */

/* C = product for one element. */
static void kernel_mul_mm_f32_f32_l4_lm_store(
    __global float *const c,
    const float product)
{
    c[0] = product;
}

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
