/*
 * gemm_8x1_4x8: C = alpha * A * B + beta * C
 *
 * Single precision, column-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, column-major
 *   lda    leading dimension of A, in elements (>= M)
 *   B      K x N, column-major
 *   ldb    leading dimension of B, in elements (>= K)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, column-major
 *   ldc    leading dimension of C, in elements (>= M)
 *
 * A work-item computes 8 x 1 elements of C: 8 along N by 1 along M.
 * A work-group computes 32 along N by 8 along M.
 * Launch: local size {8, 4}, global size {8 * ceil(M / 8), 4 * ceil(N / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --tile 8x1 --wg 4x8
 */

/*
 * The 8 work-items of a row of the work-group exchange registers: by sub-group shuffles where the compiler
 * takes a required sub-group size, by warp shuffles on NVIDIA, otherwise through local memory.
 */
#if defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups)
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(8)))
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) intel_sub_group_shuffle(value, lane)
#elif defined(cl_intel_required_subgroup_size) && defined(cl_khr_subgroup_shuffle)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(8)))
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) (float4)( \
    sub_group_shuffle((value).s0, lane), \
    sub_group_shuffle((value).s1, lane), \
    sub_group_shuffle((value).s2, lane), \
    sub_group_shuffle((value).s3, lane))
#elif defined(__NV_CL_C_VERSION)
/* The value of another lane of the row. The 8 lanes are a part of one warp; all lanes of the warp must call this. */
static float gemm_8x1_4x8_warp_shuffle(const float value, const uint lane)
{
    uint shared;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x181f, 0xffffffff;" : "=r"(shared) : "r"(as_uint(value)), "r"(lane));
    return as_float(shared);
}

#define SUB_GROUP
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) (float4)( \
    gemm_8x1_4x8_warp_shuffle((value).s0, lane), \
    gemm_8x1_4x8_warp_shuffle((value).s1, lane), \
    gemm_8x1_4x8_warp_shuffle((value).s2, lane), \
    gemm_8x1_4x8_warp_shuffle((value).s3, lane))
#else
#define SUB_GROUP
#define EXCHANGE __local float4 exchange[4][2][8];
#define PUBLISH(slot, value) exchange[get_local_id(1)][slot][lane] = value;
#define SYNCHRONISE barrier(CLK_LOCAL_MEM_FENCE);
#define SHARED(slot, value, lane) exchange[get_local_id(1)][slot][lane]
#endif

/* C = alpha * product + beta * C for one element. */
static void gemm_8x1_4x8_store(
    __global float *const c,
    const float alpha, const float product, const float beta)
{
    const float value = alpha * product;
    c[0] = beta == 0.0f ? value : value + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 4, 1))) SUB_GROUP
void gemm_8x1_4x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 32 + get_local_id(1) * 8;
    const int row = get_group_id(0) * 8 + lane;
    const int row_0 = min(row, M - 1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;
    const long b_column_4 = (long)min(column + 4, N - 1) * ldb;
    const long b_column_5 = (long)min(column + 5, N - 1) * ldb;
    const long b_column_6 = (long)min(column + 6, N - 1) * ldb;
    const long b_column_7 = (long)min(column + 7, N - 1) * ldb;
    const long b_own_0 = (long)min(column + lane / 2, N - 1) * ldb + lane % 2 * 4;
    const long b_own_1 = (long)min(column + lane / 2 + 4, N - 1) * ldb + lane % 2 * 4;
    EXCHANGE

    float c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;

    int k = 0;
    for (; k + 8 <= depth; k += 8) {
        const long a_line = (long)k * lda;
        const float4 b_0 = vload4(0, B + b_own_0 + k);
        const float4 b_1 = vload4(0, B + b_own_1 + k);
        SYNCHRONISE
        PUBLISH(0, b_0)
        PUBLISH(1, b_1)
        SYNCHRONISE
        const float a_0 = A[a_line + row_0];
        const float a_1 = A[a_line + row_0 + lda];
        const float a_2 = A[a_line + row_0 + (long)2 * lda];
        const float a_3 = A[a_line + row_0 + (long)3 * lda];
        const float a_4 = A[a_line + row_0 + (long)4 * lda];
        const float a_5 = A[a_line + row_0 + (long)5 * lda];
        const float a_6 = A[a_line + row_0 + (long)6 * lda];
        const float a_7 = A[a_line + row_0 + (long)7 * lda];

        /* The tile's columns 0 to 3. */
        const float4 b_0_of_0 = SHARED(0, b_0, 0);
        c_0_0 = mad(b_0_of_0.s0, a_0, c_0_0);
        c_0_0 = mad(b_0_of_0.s1, a_1, c_0_0);
        c_0_0 = mad(b_0_of_0.s2, a_2, c_0_0);
        c_0_0 = mad(b_0_of_0.s3, a_3, c_0_0);
        const float4 b_0_of_1 = SHARED(0, b_0, 1);
        c_0_0 = mad(b_0_of_1.s0, a_4, c_0_0);
        c_0_0 = mad(b_0_of_1.s1, a_5, c_0_0);
        c_0_0 = mad(b_0_of_1.s2, a_6, c_0_0);
        c_0_0 = mad(b_0_of_1.s3, a_7, c_0_0);
        const float4 b_0_of_2 = SHARED(0, b_0, 2);
        c_1_0 = mad(b_0_of_2.s0, a_0, c_1_0);
        c_1_0 = mad(b_0_of_2.s1, a_1, c_1_0);
        c_1_0 = mad(b_0_of_2.s2, a_2, c_1_0);
        c_1_0 = mad(b_0_of_2.s3, a_3, c_1_0);
        const float4 b_0_of_3 = SHARED(0, b_0, 3);
        c_1_0 = mad(b_0_of_3.s0, a_4, c_1_0);
        c_1_0 = mad(b_0_of_3.s1, a_5, c_1_0);
        c_1_0 = mad(b_0_of_3.s2, a_6, c_1_0);
        c_1_0 = mad(b_0_of_3.s3, a_7, c_1_0);
        const float4 b_0_of_4 = SHARED(0, b_0, 4);
        c_2_0 = mad(b_0_of_4.s0, a_0, c_2_0);
        c_2_0 = mad(b_0_of_4.s1, a_1, c_2_0);
        c_2_0 = mad(b_0_of_4.s2, a_2, c_2_0);
        c_2_0 = mad(b_0_of_4.s3, a_3, c_2_0);
        const float4 b_0_of_5 = SHARED(0, b_0, 5);
        c_2_0 = mad(b_0_of_5.s0, a_4, c_2_0);
        c_2_0 = mad(b_0_of_5.s1, a_5, c_2_0);
        c_2_0 = mad(b_0_of_5.s2, a_6, c_2_0);
        c_2_0 = mad(b_0_of_5.s3, a_7, c_2_0);
        const float4 b_0_of_6 = SHARED(0, b_0, 6);
        c_3_0 = mad(b_0_of_6.s0, a_0, c_3_0);
        c_3_0 = mad(b_0_of_6.s1, a_1, c_3_0);
        c_3_0 = mad(b_0_of_6.s2, a_2, c_3_0);
        c_3_0 = mad(b_0_of_6.s3, a_3, c_3_0);
        const float4 b_0_of_7 = SHARED(0, b_0, 7);
        c_3_0 = mad(b_0_of_7.s0, a_4, c_3_0);
        c_3_0 = mad(b_0_of_7.s1, a_5, c_3_0);
        c_3_0 = mad(b_0_of_7.s2, a_6, c_3_0);
        c_3_0 = mad(b_0_of_7.s3, a_7, c_3_0);

        /* The tile's columns 4 to 7. */
        const float4 b_1_of_0 = SHARED(1, b_1, 0);
        c_4_0 = mad(b_1_of_0.s0, a_0, c_4_0);
        c_4_0 = mad(b_1_of_0.s1, a_1, c_4_0);
        c_4_0 = mad(b_1_of_0.s2, a_2, c_4_0);
        c_4_0 = mad(b_1_of_0.s3, a_3, c_4_0);
        const float4 b_1_of_1 = SHARED(1, b_1, 1);
        c_4_0 = mad(b_1_of_1.s0, a_4, c_4_0);
        c_4_0 = mad(b_1_of_1.s1, a_5, c_4_0);
        c_4_0 = mad(b_1_of_1.s2, a_6, c_4_0);
        c_4_0 = mad(b_1_of_1.s3, a_7, c_4_0);
        const float4 b_1_of_2 = SHARED(1, b_1, 2);
        c_5_0 = mad(b_1_of_2.s0, a_0, c_5_0);
        c_5_0 = mad(b_1_of_2.s1, a_1, c_5_0);
        c_5_0 = mad(b_1_of_2.s2, a_2, c_5_0);
        c_5_0 = mad(b_1_of_2.s3, a_3, c_5_0);
        const float4 b_1_of_3 = SHARED(1, b_1, 3);
        c_5_0 = mad(b_1_of_3.s0, a_4, c_5_0);
        c_5_0 = mad(b_1_of_3.s1, a_5, c_5_0);
        c_5_0 = mad(b_1_of_3.s2, a_6, c_5_0);
        c_5_0 = mad(b_1_of_3.s3, a_7, c_5_0);
        const float4 b_1_of_4 = SHARED(1, b_1, 4);
        c_6_0 = mad(b_1_of_4.s0, a_0, c_6_0);
        c_6_0 = mad(b_1_of_4.s1, a_1, c_6_0);
        c_6_0 = mad(b_1_of_4.s2, a_2, c_6_0);
        c_6_0 = mad(b_1_of_4.s3, a_3, c_6_0);
        const float4 b_1_of_5 = SHARED(1, b_1, 5);
        c_6_0 = mad(b_1_of_5.s0, a_4, c_6_0);
        c_6_0 = mad(b_1_of_5.s1, a_5, c_6_0);
        c_6_0 = mad(b_1_of_5.s2, a_6, c_6_0);
        c_6_0 = mad(b_1_of_5.s3, a_7, c_6_0);
        const float4 b_1_of_6 = SHARED(1, b_1, 6);
        c_7_0 = mad(b_1_of_6.s0, a_0, c_7_0);
        c_7_0 = mad(b_1_of_6.s1, a_1, c_7_0);
        c_7_0 = mad(b_1_of_6.s2, a_2, c_7_0);
        c_7_0 = mad(b_1_of_6.s3, a_3, c_7_0);
        const float4 b_1_of_7 = SHARED(1, b_1, 7);
        c_7_0 = mad(b_1_of_7.s0, a_4, c_7_0);
        c_7_0 = mad(b_1_of_7.s1, a_5, c_7_0);
        c_7_0 = mad(b_1_of_7.s2, a_6, c_7_0);
        c_7_0 = mad(b_1_of_7.s3, a_7, c_7_0);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float b_2 = B[b_column_2 + k];
        const float b_3 = B[b_column_3 + k];
        const float b_4 = B[b_column_4 + k];
        const float b_5 = B[b_column_5 + k];
        const float b_6 = B[b_column_6 + k];
        const float b_7 = B[b_column_7 + k];
        const float a_0 = A[a_line + row_0];

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_1_0 = mad(b_1, a_0, c_1_0);
        c_2_0 = mad(b_2, a_0, c_2_0);
        c_3_0 = mad(b_3, a_0, c_3_0);
        c_4_0 = mad(b_4, a_0, c_4_0);
        c_5_0 = mad(b_5, a_0, c_5_0);
        c_6_0 = mad(b_6, a_0, c_6_0);
        c_7_0 = mad(b_7, a_0, c_7_0);
    }

    if (column < N && row < M)
        gemm_8x1_4x8_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column + 1 < N && row < M)
        gemm_8x1_4x8_store(C + (long)(column + 1) * ldc + row, alpha, c_1_0, beta);
    if (column + 2 < N && row < M)
        gemm_8x1_4x8_store(C + (long)(column + 2) * ldc + row, alpha, c_2_0, beta);
    if (column + 3 < N && row < M)
        gemm_8x1_4x8_store(C + (long)(column + 3) * ldc + row, alpha, c_3_0, beta);
    if (column + 4 < N && row < M)
        gemm_8x1_4x8_store(C + (long)(column + 4) * ldc + row, alpha, c_4_0, beta);
    if (column + 5 < N && row < M)
        gemm_8x1_4x8_store(C + (long)(column + 5) * ldc + row, alpha, c_5_0, beta);
    if (column + 6 < N && row < M)
        gemm_8x1_4x8_store(C + (long)(column + 6) * ldc + row, alpha, c_6_0, beta);
    if (column + 7 < N && row < M)
        gemm_8x1_4x8_store(C + (long)(column + 7) * ldc + row, alpha, c_7_0, beta);
}

#undef SUB_GROUP
#undef EXCHANGE
#undef PUBLISH
#undef SYNCHRONISE
#undef SHARED
