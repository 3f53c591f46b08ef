/*
 * gemm_32x2_1x8: C = alpha * A * B + beta * C
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
 * A work-item computes 32 x 2 elements of C: 32 along N by 2 along M.
 * A work-group computes 32 along N by 16 along M.
 * Launch: local size {8, 1}, global size {8 * ceil(M / 16), ceil(N / 32)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --tile 32x2 --wg 1x8
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
static float gemm_32x2_1x8_warp_shuffle(const float value, const uint lane)
{
    uint shared;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x181f, 0xff;" : "=r"(shared) : "r"(as_uint(value)), "r"(lane));
    return as_float(shared);
}

#define SUB_GROUP
#define EXCHANGE
#define PUBLISH(slot, value)
#define SYNCHRONISE
#define SHARED(slot, value, lane) (float4)( \
    gemm_32x2_1x8_warp_shuffle((value).s0, lane), \
    gemm_32x2_1x8_warp_shuffle((value).s1, lane), \
    gemm_32x2_1x8_warp_shuffle((value).s2, lane), \
    gemm_32x2_1x8_warp_shuffle((value).s3, lane))
#else
#define SUB_GROUP
#define EXCHANGE __local float4 exchange[8][8];
#define PUBLISH(slot, value) exchange[slot][lane] = value;
#define SYNCHRONISE barrier(CLK_LOCAL_MEM_FENCE);
#define SHARED(slot, value, lane) exchange[slot][lane]
#endif

/* C = alpha * product + beta * C for 2 contiguous elements; only those with index < `room`. */
static void gemm_32x2_1x8_store2(
    __global float *const c, const int room,
    const float alpha, const float2 product, const float beta)
{
    const float2 value = alpha * product;
    if (room >= 2) {
        vstore2(beta == 0.0f ? value : value + beta * vload2(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) SUB_GROUP
void gemm_32x2_1x8(
    const int M, const int N, const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 32;
    const int row = get_group_id(0) * 16 + lane * 2;
    const int row_0 = min(row, M - 1);
    const int row_1 = min(row + 1, M - 1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;
    const long b_column_4 = (long)min(column + 4, N - 1) * ldb;
    const long b_column_5 = (long)min(column + 5, N - 1) * ldb;
    const long b_column_6 = (long)min(column + 6, N - 1) * ldb;
    const long b_column_7 = (long)min(column + 7, N - 1) * ldb;
    const long b_column_8 = (long)min(column + 8, N - 1) * ldb;
    const long b_column_9 = (long)min(column + 9, N - 1) * ldb;
    const long b_column_10 = (long)min(column + 10, N - 1) * ldb;
    const long b_column_11 = (long)min(column + 11, N - 1) * ldb;
    const long b_column_12 = (long)min(column + 12, N - 1) * ldb;
    const long b_column_13 = (long)min(column + 13, N - 1) * ldb;
    const long b_column_14 = (long)min(column + 14, N - 1) * ldb;
    const long b_column_15 = (long)min(column + 15, N - 1) * ldb;
    const long b_column_16 = (long)min(column + 16, N - 1) * ldb;
    const long b_column_17 = (long)min(column + 17, N - 1) * ldb;
    const long b_column_18 = (long)min(column + 18, N - 1) * ldb;
    const long b_column_19 = (long)min(column + 19, N - 1) * ldb;
    const long b_column_20 = (long)min(column + 20, N - 1) * ldb;
    const long b_column_21 = (long)min(column + 21, N - 1) * ldb;
    const long b_column_22 = (long)min(column + 22, N - 1) * ldb;
    const long b_column_23 = (long)min(column + 23, N - 1) * ldb;
    const long b_column_24 = (long)min(column + 24, N - 1) * ldb;
    const long b_column_25 = (long)min(column + 25, N - 1) * ldb;
    const long b_column_26 = (long)min(column + 26, N - 1) * ldb;
    const long b_column_27 = (long)min(column + 27, N - 1) * ldb;
    const long b_column_28 = (long)min(column + 28, N - 1) * ldb;
    const long b_column_29 = (long)min(column + 29, N - 1) * ldb;
    const long b_column_30 = (long)min(column + 30, N - 1) * ldb;
    const long b_column_31 = (long)min(column + 31, N - 1) * ldb;
    const long b_own_0 = (long)min(column + lane / 2, N - 1) * ldb + lane % 2 * 4;
    const long b_own_1 = (long)min(column + lane / 2 + 4, N - 1) * ldb + lane % 2 * 4;
    const long b_own_2 = (long)min(column + lane / 2 + 8, N - 1) * ldb + lane % 2 * 4;
    const long b_own_3 = (long)min(column + lane / 2 + 12, N - 1) * ldb + lane % 2 * 4;
    const long b_own_4 = (long)min(column + lane / 2 + 16, N - 1) * ldb + lane % 2 * 4;
    const long b_own_5 = (long)min(column + lane / 2 + 20, N - 1) * ldb + lane % 2 * 4;
    const long b_own_6 = (long)min(column + lane / 2 + 24, N - 1) * ldb + lane % 2 * 4;
    const long b_own_7 = (long)min(column + lane / 2 + 28, N - 1) * ldb + lane % 2 * 4;
    EXCHANGE

    float2 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float2 c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;
    float2 c_8_0 = 0.0f, c_9_0 = 0.0f, c_10_0 = 0.0f, c_11_0 = 0.0f;
    float2 c_12_0 = 0.0f, c_13_0 = 0.0f, c_14_0 = 0.0f, c_15_0 = 0.0f;
    float2 c_16_0 = 0.0f, c_17_0 = 0.0f, c_18_0 = 0.0f, c_19_0 = 0.0f;
    float2 c_20_0 = 0.0f, c_21_0 = 0.0f, c_22_0 = 0.0f, c_23_0 = 0.0f;
    float2 c_24_0 = 0.0f, c_25_0 = 0.0f, c_26_0 = 0.0f, c_27_0 = 0.0f;
    float2 c_28_0 = 0.0f, c_29_0 = 0.0f, c_30_0 = 0.0f, c_31_0 = 0.0f;

    int k = 0;
    for (; k + 8 <= depth; k += 8) {
        const long a_line = (long)k * lda;
        const float4 b_0 = vload4(0, B + b_own_0 + k);
        const float4 b_1 = vload4(0, B + b_own_1 + k);
        const float4 b_2 = vload4(0, B + b_own_2 + k);
        const float4 b_3 = vload4(0, B + b_own_3 + k);
        const float4 b_4 = vload4(0, B + b_own_4 + k);
        const float4 b_5 = vload4(0, B + b_own_5 + k);
        const float4 b_6 = vload4(0, B + b_own_6 + k);
        const float4 b_7 = vload4(0, B + b_own_7 + k);
        SYNCHRONISE
        PUBLISH(0, b_0)
        PUBLISH(1, b_1)
        PUBLISH(2, b_2)
        PUBLISH(3, b_3)
        PUBLISH(4, b_4)
        PUBLISH(5, b_5)
        PUBLISH(6, b_6)
        PUBLISH(7, b_7)
        SYNCHRONISE
        const float2 a_0 = (float2)(
            A[a_line + row_0],
            A[a_line + row_1]);
        const float2 a_1 = (float2)(
            A[a_line + row_0 + lda],
            A[a_line + row_1 + lda]);
        const float2 a_2 = (float2)(
            A[a_line + row_0 + (long)2 * lda],
            A[a_line + row_1 + (long)2 * lda]);
        const float2 a_3 = (float2)(
            A[a_line + row_0 + (long)3 * lda],
            A[a_line + row_1 + (long)3 * lda]);
        const float2 a_4 = (float2)(
            A[a_line + row_0 + (long)4 * lda],
            A[a_line + row_1 + (long)4 * lda]);
        const float2 a_5 = (float2)(
            A[a_line + row_0 + (long)5 * lda],
            A[a_line + row_1 + (long)5 * lda]);
        const float2 a_6 = (float2)(
            A[a_line + row_0 + (long)6 * lda],
            A[a_line + row_1 + (long)6 * lda]);
        const float2 a_7 = (float2)(
            A[a_line + row_0 + (long)7 * lda],
            A[a_line + row_1 + (long)7 * lda]);

        /* The tile's columns 0 to 3. */
        const float4 b_0_of_0 = SHARED(0, b_0, 0);
        c_0_0 = mad((float2)(b_0_of_0.s0), a_0, c_0_0);
        c_0_0 = mad((float2)(b_0_of_0.s1), a_1, c_0_0);
        c_0_0 = mad((float2)(b_0_of_0.s2), a_2, c_0_0);
        c_0_0 = mad((float2)(b_0_of_0.s3), a_3, c_0_0);
        const float4 b_0_of_1 = SHARED(0, b_0, 1);
        c_0_0 = mad((float2)(b_0_of_1.s0), a_4, c_0_0);
        c_0_0 = mad((float2)(b_0_of_1.s1), a_5, c_0_0);
        c_0_0 = mad((float2)(b_0_of_1.s2), a_6, c_0_0);
        c_0_0 = mad((float2)(b_0_of_1.s3), a_7, c_0_0);
        const float4 b_0_of_2 = SHARED(0, b_0, 2);
        c_1_0 = mad((float2)(b_0_of_2.s0), a_0, c_1_0);
        c_1_0 = mad((float2)(b_0_of_2.s1), a_1, c_1_0);
        c_1_0 = mad((float2)(b_0_of_2.s2), a_2, c_1_0);
        c_1_0 = mad((float2)(b_0_of_2.s3), a_3, c_1_0);
        const float4 b_0_of_3 = SHARED(0, b_0, 3);
        c_1_0 = mad((float2)(b_0_of_3.s0), a_4, c_1_0);
        c_1_0 = mad((float2)(b_0_of_3.s1), a_5, c_1_0);
        c_1_0 = mad((float2)(b_0_of_3.s2), a_6, c_1_0);
        c_1_0 = mad((float2)(b_0_of_3.s3), a_7, c_1_0);
        const float4 b_0_of_4 = SHARED(0, b_0, 4);
        c_2_0 = mad((float2)(b_0_of_4.s0), a_0, c_2_0);
        c_2_0 = mad((float2)(b_0_of_4.s1), a_1, c_2_0);
        c_2_0 = mad((float2)(b_0_of_4.s2), a_2, c_2_0);
        c_2_0 = mad((float2)(b_0_of_4.s3), a_3, c_2_0);
        const float4 b_0_of_5 = SHARED(0, b_0, 5);
        c_2_0 = mad((float2)(b_0_of_5.s0), a_4, c_2_0);
        c_2_0 = mad((float2)(b_0_of_5.s1), a_5, c_2_0);
        c_2_0 = mad((float2)(b_0_of_5.s2), a_6, c_2_0);
        c_2_0 = mad((float2)(b_0_of_5.s3), a_7, c_2_0);
        const float4 b_0_of_6 = SHARED(0, b_0, 6);
        c_3_0 = mad((float2)(b_0_of_6.s0), a_0, c_3_0);
        c_3_0 = mad((float2)(b_0_of_6.s1), a_1, c_3_0);
        c_3_0 = mad((float2)(b_0_of_6.s2), a_2, c_3_0);
        c_3_0 = mad((float2)(b_0_of_6.s3), a_3, c_3_0);
        const float4 b_0_of_7 = SHARED(0, b_0, 7);
        c_3_0 = mad((float2)(b_0_of_7.s0), a_4, c_3_0);
        c_3_0 = mad((float2)(b_0_of_7.s1), a_5, c_3_0);
        c_3_0 = mad((float2)(b_0_of_7.s2), a_6, c_3_0);
        c_3_0 = mad((float2)(b_0_of_7.s3), a_7, c_3_0);

        /* The tile's columns 4 to 7. */
        const float4 b_1_of_0 = SHARED(1, b_1, 0);
        c_4_0 = mad((float2)(b_1_of_0.s0), a_0, c_4_0);
        c_4_0 = mad((float2)(b_1_of_0.s1), a_1, c_4_0);
        c_4_0 = mad((float2)(b_1_of_0.s2), a_2, c_4_0);
        c_4_0 = mad((float2)(b_1_of_0.s3), a_3, c_4_0);
        const float4 b_1_of_1 = SHARED(1, b_1, 1);
        c_4_0 = mad((float2)(b_1_of_1.s0), a_4, c_4_0);
        c_4_0 = mad((float2)(b_1_of_1.s1), a_5, c_4_0);
        c_4_0 = mad((float2)(b_1_of_1.s2), a_6, c_4_0);
        c_4_0 = mad((float2)(b_1_of_1.s3), a_7, c_4_0);
        const float4 b_1_of_2 = SHARED(1, b_1, 2);
        c_5_0 = mad((float2)(b_1_of_2.s0), a_0, c_5_0);
        c_5_0 = mad((float2)(b_1_of_2.s1), a_1, c_5_0);
        c_5_0 = mad((float2)(b_1_of_2.s2), a_2, c_5_0);
        c_5_0 = mad((float2)(b_1_of_2.s3), a_3, c_5_0);
        const float4 b_1_of_3 = SHARED(1, b_1, 3);
        c_5_0 = mad((float2)(b_1_of_3.s0), a_4, c_5_0);
        c_5_0 = mad((float2)(b_1_of_3.s1), a_5, c_5_0);
        c_5_0 = mad((float2)(b_1_of_3.s2), a_6, c_5_0);
        c_5_0 = mad((float2)(b_1_of_3.s3), a_7, c_5_0);
        const float4 b_1_of_4 = SHARED(1, b_1, 4);
        c_6_0 = mad((float2)(b_1_of_4.s0), a_0, c_6_0);
        c_6_0 = mad((float2)(b_1_of_4.s1), a_1, c_6_0);
        c_6_0 = mad((float2)(b_1_of_4.s2), a_2, c_6_0);
        c_6_0 = mad((float2)(b_1_of_4.s3), a_3, c_6_0);
        const float4 b_1_of_5 = SHARED(1, b_1, 5);
        c_6_0 = mad((float2)(b_1_of_5.s0), a_4, c_6_0);
        c_6_0 = mad((float2)(b_1_of_5.s1), a_5, c_6_0);
        c_6_0 = mad((float2)(b_1_of_5.s2), a_6, c_6_0);
        c_6_0 = mad((float2)(b_1_of_5.s3), a_7, c_6_0);
        const float4 b_1_of_6 = SHARED(1, b_1, 6);
        c_7_0 = mad((float2)(b_1_of_6.s0), a_0, c_7_0);
        c_7_0 = mad((float2)(b_1_of_6.s1), a_1, c_7_0);
        c_7_0 = mad((float2)(b_1_of_6.s2), a_2, c_7_0);
        c_7_0 = mad((float2)(b_1_of_6.s3), a_3, c_7_0);
        const float4 b_1_of_7 = SHARED(1, b_1, 7);
        c_7_0 = mad((float2)(b_1_of_7.s0), a_4, c_7_0);
        c_7_0 = mad((float2)(b_1_of_7.s1), a_5, c_7_0);
        c_7_0 = mad((float2)(b_1_of_7.s2), a_6, c_7_0);
        c_7_0 = mad((float2)(b_1_of_7.s3), a_7, c_7_0);

        /* The tile's columns 8 to 11. */
        const float4 b_2_of_0 = SHARED(2, b_2, 0);
        c_8_0 = mad((float2)(b_2_of_0.s0), a_0, c_8_0);
        c_8_0 = mad((float2)(b_2_of_0.s1), a_1, c_8_0);
        c_8_0 = mad((float2)(b_2_of_0.s2), a_2, c_8_0);
        c_8_0 = mad((float2)(b_2_of_0.s3), a_3, c_8_0);
        const float4 b_2_of_1 = SHARED(2, b_2, 1);
        c_8_0 = mad((float2)(b_2_of_1.s0), a_4, c_8_0);
        c_8_0 = mad((float2)(b_2_of_1.s1), a_5, c_8_0);
        c_8_0 = mad((float2)(b_2_of_1.s2), a_6, c_8_0);
        c_8_0 = mad((float2)(b_2_of_1.s3), a_7, c_8_0);
        const float4 b_2_of_2 = SHARED(2, b_2, 2);
        c_9_0 = mad((float2)(b_2_of_2.s0), a_0, c_9_0);
        c_9_0 = mad((float2)(b_2_of_2.s1), a_1, c_9_0);
        c_9_0 = mad((float2)(b_2_of_2.s2), a_2, c_9_0);
        c_9_0 = mad((float2)(b_2_of_2.s3), a_3, c_9_0);
        const float4 b_2_of_3 = SHARED(2, b_2, 3);
        c_9_0 = mad((float2)(b_2_of_3.s0), a_4, c_9_0);
        c_9_0 = mad((float2)(b_2_of_3.s1), a_5, c_9_0);
        c_9_0 = mad((float2)(b_2_of_3.s2), a_6, c_9_0);
        c_9_0 = mad((float2)(b_2_of_3.s3), a_7, c_9_0);
        const float4 b_2_of_4 = SHARED(2, b_2, 4);
        c_10_0 = mad((float2)(b_2_of_4.s0), a_0, c_10_0);
        c_10_0 = mad((float2)(b_2_of_4.s1), a_1, c_10_0);
        c_10_0 = mad((float2)(b_2_of_4.s2), a_2, c_10_0);
        c_10_0 = mad((float2)(b_2_of_4.s3), a_3, c_10_0);
        const float4 b_2_of_5 = SHARED(2, b_2, 5);
        c_10_0 = mad((float2)(b_2_of_5.s0), a_4, c_10_0);
        c_10_0 = mad((float2)(b_2_of_5.s1), a_5, c_10_0);
        c_10_0 = mad((float2)(b_2_of_5.s2), a_6, c_10_0);
        c_10_0 = mad((float2)(b_2_of_5.s3), a_7, c_10_0);
        const float4 b_2_of_6 = SHARED(2, b_2, 6);
        c_11_0 = mad((float2)(b_2_of_6.s0), a_0, c_11_0);
        c_11_0 = mad((float2)(b_2_of_6.s1), a_1, c_11_0);
        c_11_0 = mad((float2)(b_2_of_6.s2), a_2, c_11_0);
        c_11_0 = mad((float2)(b_2_of_6.s3), a_3, c_11_0);
        const float4 b_2_of_7 = SHARED(2, b_2, 7);
        c_11_0 = mad((float2)(b_2_of_7.s0), a_4, c_11_0);
        c_11_0 = mad((float2)(b_2_of_7.s1), a_5, c_11_0);
        c_11_0 = mad((float2)(b_2_of_7.s2), a_6, c_11_0);
        c_11_0 = mad((float2)(b_2_of_7.s3), a_7, c_11_0);

        /* The tile's columns 12 to 15. */
        const float4 b_3_of_0 = SHARED(3, b_3, 0);
        c_12_0 = mad((float2)(b_3_of_0.s0), a_0, c_12_0);
        c_12_0 = mad((float2)(b_3_of_0.s1), a_1, c_12_0);
        c_12_0 = mad((float2)(b_3_of_0.s2), a_2, c_12_0);
        c_12_0 = mad((float2)(b_3_of_0.s3), a_3, c_12_0);
        const float4 b_3_of_1 = SHARED(3, b_3, 1);
        c_12_0 = mad((float2)(b_3_of_1.s0), a_4, c_12_0);
        c_12_0 = mad((float2)(b_3_of_1.s1), a_5, c_12_0);
        c_12_0 = mad((float2)(b_3_of_1.s2), a_6, c_12_0);
        c_12_0 = mad((float2)(b_3_of_1.s3), a_7, c_12_0);
        const float4 b_3_of_2 = SHARED(3, b_3, 2);
        c_13_0 = mad((float2)(b_3_of_2.s0), a_0, c_13_0);
        c_13_0 = mad((float2)(b_3_of_2.s1), a_1, c_13_0);
        c_13_0 = mad((float2)(b_3_of_2.s2), a_2, c_13_0);
        c_13_0 = mad((float2)(b_3_of_2.s3), a_3, c_13_0);
        const float4 b_3_of_3 = SHARED(3, b_3, 3);
        c_13_0 = mad((float2)(b_3_of_3.s0), a_4, c_13_0);
        c_13_0 = mad((float2)(b_3_of_3.s1), a_5, c_13_0);
        c_13_0 = mad((float2)(b_3_of_3.s2), a_6, c_13_0);
        c_13_0 = mad((float2)(b_3_of_3.s3), a_7, c_13_0);
        const float4 b_3_of_4 = SHARED(3, b_3, 4);
        c_14_0 = mad((float2)(b_3_of_4.s0), a_0, c_14_0);
        c_14_0 = mad((float2)(b_3_of_4.s1), a_1, c_14_0);
        c_14_0 = mad((float2)(b_3_of_4.s2), a_2, c_14_0);
        c_14_0 = mad((float2)(b_3_of_4.s3), a_3, c_14_0);
        const float4 b_3_of_5 = SHARED(3, b_3, 5);
        c_14_0 = mad((float2)(b_3_of_5.s0), a_4, c_14_0);
        c_14_0 = mad((float2)(b_3_of_5.s1), a_5, c_14_0);
        c_14_0 = mad((float2)(b_3_of_5.s2), a_6, c_14_0);
        c_14_0 = mad((float2)(b_3_of_5.s3), a_7, c_14_0);
        const float4 b_3_of_6 = SHARED(3, b_3, 6);
        c_15_0 = mad((float2)(b_3_of_6.s0), a_0, c_15_0);
        c_15_0 = mad((float2)(b_3_of_6.s1), a_1, c_15_0);
        c_15_0 = mad((float2)(b_3_of_6.s2), a_2, c_15_0);
        c_15_0 = mad((float2)(b_3_of_6.s3), a_3, c_15_0);
        const float4 b_3_of_7 = SHARED(3, b_3, 7);
        c_15_0 = mad((float2)(b_3_of_7.s0), a_4, c_15_0);
        c_15_0 = mad((float2)(b_3_of_7.s1), a_5, c_15_0);
        c_15_0 = mad((float2)(b_3_of_7.s2), a_6, c_15_0);
        c_15_0 = mad((float2)(b_3_of_7.s3), a_7, c_15_0);

        /* The tile's columns 16 to 19. */
        const float4 b_4_of_0 = SHARED(4, b_4, 0);
        c_16_0 = mad((float2)(b_4_of_0.s0), a_0, c_16_0);
        c_16_0 = mad((float2)(b_4_of_0.s1), a_1, c_16_0);
        c_16_0 = mad((float2)(b_4_of_0.s2), a_2, c_16_0);
        c_16_0 = mad((float2)(b_4_of_0.s3), a_3, c_16_0);
        const float4 b_4_of_1 = SHARED(4, b_4, 1);
        c_16_0 = mad((float2)(b_4_of_1.s0), a_4, c_16_0);
        c_16_0 = mad((float2)(b_4_of_1.s1), a_5, c_16_0);
        c_16_0 = mad((float2)(b_4_of_1.s2), a_6, c_16_0);
        c_16_0 = mad((float2)(b_4_of_1.s3), a_7, c_16_0);
        const float4 b_4_of_2 = SHARED(4, b_4, 2);
        c_17_0 = mad((float2)(b_4_of_2.s0), a_0, c_17_0);
        c_17_0 = mad((float2)(b_4_of_2.s1), a_1, c_17_0);
        c_17_0 = mad((float2)(b_4_of_2.s2), a_2, c_17_0);
        c_17_0 = mad((float2)(b_4_of_2.s3), a_3, c_17_0);
        const float4 b_4_of_3 = SHARED(4, b_4, 3);
        c_17_0 = mad((float2)(b_4_of_3.s0), a_4, c_17_0);
        c_17_0 = mad((float2)(b_4_of_3.s1), a_5, c_17_0);
        c_17_0 = mad((float2)(b_4_of_3.s2), a_6, c_17_0);
        c_17_0 = mad((float2)(b_4_of_3.s3), a_7, c_17_0);
        const float4 b_4_of_4 = SHARED(4, b_4, 4);
        c_18_0 = mad((float2)(b_4_of_4.s0), a_0, c_18_0);
        c_18_0 = mad((float2)(b_4_of_4.s1), a_1, c_18_0);
        c_18_0 = mad((float2)(b_4_of_4.s2), a_2, c_18_0);
        c_18_0 = mad((float2)(b_4_of_4.s3), a_3, c_18_0);
        const float4 b_4_of_5 = SHARED(4, b_4, 5);
        c_18_0 = mad((float2)(b_4_of_5.s0), a_4, c_18_0);
        c_18_0 = mad((float2)(b_4_of_5.s1), a_5, c_18_0);
        c_18_0 = mad((float2)(b_4_of_5.s2), a_6, c_18_0);
        c_18_0 = mad((float2)(b_4_of_5.s3), a_7, c_18_0);
        const float4 b_4_of_6 = SHARED(4, b_4, 6);
        c_19_0 = mad((float2)(b_4_of_6.s0), a_0, c_19_0);
        c_19_0 = mad((float2)(b_4_of_6.s1), a_1, c_19_0);
        c_19_0 = mad((float2)(b_4_of_6.s2), a_2, c_19_0);
        c_19_0 = mad((float2)(b_4_of_6.s3), a_3, c_19_0);
        const float4 b_4_of_7 = SHARED(4, b_4, 7);
        c_19_0 = mad((float2)(b_4_of_7.s0), a_4, c_19_0);
        c_19_0 = mad((float2)(b_4_of_7.s1), a_5, c_19_0);
        c_19_0 = mad((float2)(b_4_of_7.s2), a_6, c_19_0);
        c_19_0 = mad((float2)(b_4_of_7.s3), a_7, c_19_0);

        /* The tile's columns 20 to 23. */
        const float4 b_5_of_0 = SHARED(5, b_5, 0);
        c_20_0 = mad((float2)(b_5_of_0.s0), a_0, c_20_0);
        c_20_0 = mad((float2)(b_5_of_0.s1), a_1, c_20_0);
        c_20_0 = mad((float2)(b_5_of_0.s2), a_2, c_20_0);
        c_20_0 = mad((float2)(b_5_of_0.s3), a_3, c_20_0);
        const float4 b_5_of_1 = SHARED(5, b_5, 1);
        c_20_0 = mad((float2)(b_5_of_1.s0), a_4, c_20_0);
        c_20_0 = mad((float2)(b_5_of_1.s1), a_5, c_20_0);
        c_20_0 = mad((float2)(b_5_of_1.s2), a_6, c_20_0);
        c_20_0 = mad((float2)(b_5_of_1.s3), a_7, c_20_0);
        const float4 b_5_of_2 = SHARED(5, b_5, 2);
        c_21_0 = mad((float2)(b_5_of_2.s0), a_0, c_21_0);
        c_21_0 = mad((float2)(b_5_of_2.s1), a_1, c_21_0);
        c_21_0 = mad((float2)(b_5_of_2.s2), a_2, c_21_0);
        c_21_0 = mad((float2)(b_5_of_2.s3), a_3, c_21_0);
        const float4 b_5_of_3 = SHARED(5, b_5, 3);
        c_21_0 = mad((float2)(b_5_of_3.s0), a_4, c_21_0);
        c_21_0 = mad((float2)(b_5_of_3.s1), a_5, c_21_0);
        c_21_0 = mad((float2)(b_5_of_3.s2), a_6, c_21_0);
        c_21_0 = mad((float2)(b_5_of_3.s3), a_7, c_21_0);
        const float4 b_5_of_4 = SHARED(5, b_5, 4);
        c_22_0 = mad((float2)(b_5_of_4.s0), a_0, c_22_0);
        c_22_0 = mad((float2)(b_5_of_4.s1), a_1, c_22_0);
        c_22_0 = mad((float2)(b_5_of_4.s2), a_2, c_22_0);
        c_22_0 = mad((float2)(b_5_of_4.s3), a_3, c_22_0);
        const float4 b_5_of_5 = SHARED(5, b_5, 5);
        c_22_0 = mad((float2)(b_5_of_5.s0), a_4, c_22_0);
        c_22_0 = mad((float2)(b_5_of_5.s1), a_5, c_22_0);
        c_22_0 = mad((float2)(b_5_of_5.s2), a_6, c_22_0);
        c_22_0 = mad((float2)(b_5_of_5.s3), a_7, c_22_0);
        const float4 b_5_of_6 = SHARED(5, b_5, 6);
        c_23_0 = mad((float2)(b_5_of_6.s0), a_0, c_23_0);
        c_23_0 = mad((float2)(b_5_of_6.s1), a_1, c_23_0);
        c_23_0 = mad((float2)(b_5_of_6.s2), a_2, c_23_0);
        c_23_0 = mad((float2)(b_5_of_6.s3), a_3, c_23_0);
        const float4 b_5_of_7 = SHARED(5, b_5, 7);
        c_23_0 = mad((float2)(b_5_of_7.s0), a_4, c_23_0);
        c_23_0 = mad((float2)(b_5_of_7.s1), a_5, c_23_0);
        c_23_0 = mad((float2)(b_5_of_7.s2), a_6, c_23_0);
        c_23_0 = mad((float2)(b_5_of_7.s3), a_7, c_23_0);

        /* The tile's columns 24 to 27. */
        const float4 b_6_of_0 = SHARED(6, b_6, 0);
        c_24_0 = mad((float2)(b_6_of_0.s0), a_0, c_24_0);
        c_24_0 = mad((float2)(b_6_of_0.s1), a_1, c_24_0);
        c_24_0 = mad((float2)(b_6_of_0.s2), a_2, c_24_0);
        c_24_0 = mad((float2)(b_6_of_0.s3), a_3, c_24_0);
        const float4 b_6_of_1 = SHARED(6, b_6, 1);
        c_24_0 = mad((float2)(b_6_of_1.s0), a_4, c_24_0);
        c_24_0 = mad((float2)(b_6_of_1.s1), a_5, c_24_0);
        c_24_0 = mad((float2)(b_6_of_1.s2), a_6, c_24_0);
        c_24_0 = mad((float2)(b_6_of_1.s3), a_7, c_24_0);
        const float4 b_6_of_2 = SHARED(6, b_6, 2);
        c_25_0 = mad((float2)(b_6_of_2.s0), a_0, c_25_0);
        c_25_0 = mad((float2)(b_6_of_2.s1), a_1, c_25_0);
        c_25_0 = mad((float2)(b_6_of_2.s2), a_2, c_25_0);
        c_25_0 = mad((float2)(b_6_of_2.s3), a_3, c_25_0);
        const float4 b_6_of_3 = SHARED(6, b_6, 3);
        c_25_0 = mad((float2)(b_6_of_3.s0), a_4, c_25_0);
        c_25_0 = mad((float2)(b_6_of_3.s1), a_5, c_25_0);
        c_25_0 = mad((float2)(b_6_of_3.s2), a_6, c_25_0);
        c_25_0 = mad((float2)(b_6_of_3.s3), a_7, c_25_0);
        const float4 b_6_of_4 = SHARED(6, b_6, 4);
        c_26_0 = mad((float2)(b_6_of_4.s0), a_0, c_26_0);
        c_26_0 = mad((float2)(b_6_of_4.s1), a_1, c_26_0);
        c_26_0 = mad((float2)(b_6_of_4.s2), a_2, c_26_0);
        c_26_0 = mad((float2)(b_6_of_4.s3), a_3, c_26_0);
        const float4 b_6_of_5 = SHARED(6, b_6, 5);
        c_26_0 = mad((float2)(b_6_of_5.s0), a_4, c_26_0);
        c_26_0 = mad((float2)(b_6_of_5.s1), a_5, c_26_0);
        c_26_0 = mad((float2)(b_6_of_5.s2), a_6, c_26_0);
        c_26_0 = mad((float2)(b_6_of_5.s3), a_7, c_26_0);
        const float4 b_6_of_6 = SHARED(6, b_6, 6);
        c_27_0 = mad((float2)(b_6_of_6.s0), a_0, c_27_0);
        c_27_0 = mad((float2)(b_6_of_6.s1), a_1, c_27_0);
        c_27_0 = mad((float2)(b_6_of_6.s2), a_2, c_27_0);
        c_27_0 = mad((float2)(b_6_of_6.s3), a_3, c_27_0);
        const float4 b_6_of_7 = SHARED(6, b_6, 7);
        c_27_0 = mad((float2)(b_6_of_7.s0), a_4, c_27_0);
        c_27_0 = mad((float2)(b_6_of_7.s1), a_5, c_27_0);
        c_27_0 = mad((float2)(b_6_of_7.s2), a_6, c_27_0);
        c_27_0 = mad((float2)(b_6_of_7.s3), a_7, c_27_0);

        /* The tile's columns 28 to 31. */
        const float4 b_7_of_0 = SHARED(7, b_7, 0);
        c_28_0 = mad((float2)(b_7_of_0.s0), a_0, c_28_0);
        c_28_0 = mad((float2)(b_7_of_0.s1), a_1, c_28_0);
        c_28_0 = mad((float2)(b_7_of_0.s2), a_2, c_28_0);
        c_28_0 = mad((float2)(b_7_of_0.s3), a_3, c_28_0);
        const float4 b_7_of_1 = SHARED(7, b_7, 1);
        c_28_0 = mad((float2)(b_7_of_1.s0), a_4, c_28_0);
        c_28_0 = mad((float2)(b_7_of_1.s1), a_5, c_28_0);
        c_28_0 = mad((float2)(b_7_of_1.s2), a_6, c_28_0);
        c_28_0 = mad((float2)(b_7_of_1.s3), a_7, c_28_0);
        const float4 b_7_of_2 = SHARED(7, b_7, 2);
        c_29_0 = mad((float2)(b_7_of_2.s0), a_0, c_29_0);
        c_29_0 = mad((float2)(b_7_of_2.s1), a_1, c_29_0);
        c_29_0 = mad((float2)(b_7_of_2.s2), a_2, c_29_0);
        c_29_0 = mad((float2)(b_7_of_2.s3), a_3, c_29_0);
        const float4 b_7_of_3 = SHARED(7, b_7, 3);
        c_29_0 = mad((float2)(b_7_of_3.s0), a_4, c_29_0);
        c_29_0 = mad((float2)(b_7_of_3.s1), a_5, c_29_0);
        c_29_0 = mad((float2)(b_7_of_3.s2), a_6, c_29_0);
        c_29_0 = mad((float2)(b_7_of_3.s3), a_7, c_29_0);
        const float4 b_7_of_4 = SHARED(7, b_7, 4);
        c_30_0 = mad((float2)(b_7_of_4.s0), a_0, c_30_0);
        c_30_0 = mad((float2)(b_7_of_4.s1), a_1, c_30_0);
        c_30_0 = mad((float2)(b_7_of_4.s2), a_2, c_30_0);
        c_30_0 = mad((float2)(b_7_of_4.s3), a_3, c_30_0);
        const float4 b_7_of_5 = SHARED(7, b_7, 5);
        c_30_0 = mad((float2)(b_7_of_5.s0), a_4, c_30_0);
        c_30_0 = mad((float2)(b_7_of_5.s1), a_5, c_30_0);
        c_30_0 = mad((float2)(b_7_of_5.s2), a_6, c_30_0);
        c_30_0 = mad((float2)(b_7_of_5.s3), a_7, c_30_0);
        const float4 b_7_of_6 = SHARED(7, b_7, 6);
        c_31_0 = mad((float2)(b_7_of_6.s0), a_0, c_31_0);
        c_31_0 = mad((float2)(b_7_of_6.s1), a_1, c_31_0);
        c_31_0 = mad((float2)(b_7_of_6.s2), a_2, c_31_0);
        c_31_0 = mad((float2)(b_7_of_6.s3), a_3, c_31_0);
        const float4 b_7_of_7 = SHARED(7, b_7, 7);
        c_31_0 = mad((float2)(b_7_of_7.s0), a_4, c_31_0);
        c_31_0 = mad((float2)(b_7_of_7.s1), a_5, c_31_0);
        c_31_0 = mad((float2)(b_7_of_7.s2), a_6, c_31_0);
        c_31_0 = mad((float2)(b_7_of_7.s3), a_7, c_31_0);
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
        const float b_8 = B[b_column_8 + k];
        const float b_9 = B[b_column_9 + k];
        const float b_10 = B[b_column_10 + k];
        const float b_11 = B[b_column_11 + k];
        const float b_12 = B[b_column_12 + k];
        const float b_13 = B[b_column_13 + k];
        const float b_14 = B[b_column_14 + k];
        const float b_15 = B[b_column_15 + k];
        const float b_16 = B[b_column_16 + k];
        const float b_17 = B[b_column_17 + k];
        const float b_18 = B[b_column_18 + k];
        const float b_19 = B[b_column_19 + k];
        const float b_20 = B[b_column_20 + k];
        const float b_21 = B[b_column_21 + k];
        const float b_22 = B[b_column_22 + k];
        const float b_23 = B[b_column_23 + k];
        const float b_24 = B[b_column_24 + k];
        const float b_25 = B[b_column_25 + k];
        const float b_26 = B[b_column_26 + k];
        const float b_27 = B[b_column_27 + k];
        const float b_28 = B[b_column_28 + k];
        const float b_29 = B[b_column_29 + k];
        const float b_30 = B[b_column_30 + k];
        const float b_31 = B[b_column_31 + k];
        const float2 a_0 = (float2)(
            A[a_line + row_0],
            A[a_line + row_1]);

        c_0_0 = mad((float2)(b_0), a_0, c_0_0);
        c_1_0 = mad((float2)(b_1), a_0, c_1_0);
        c_2_0 = mad((float2)(b_2), a_0, c_2_0);
        c_3_0 = mad((float2)(b_3), a_0, c_3_0);
        c_4_0 = mad((float2)(b_4), a_0, c_4_0);
        c_5_0 = mad((float2)(b_5), a_0, c_5_0);
        c_6_0 = mad((float2)(b_6), a_0, c_6_0);
        c_7_0 = mad((float2)(b_7), a_0, c_7_0);
        c_8_0 = mad((float2)(b_8), a_0, c_8_0);
        c_9_0 = mad((float2)(b_9), a_0, c_9_0);
        c_10_0 = mad((float2)(b_10), a_0, c_10_0);
        c_11_0 = mad((float2)(b_11), a_0, c_11_0);
        c_12_0 = mad((float2)(b_12), a_0, c_12_0);
        c_13_0 = mad((float2)(b_13), a_0, c_13_0);
        c_14_0 = mad((float2)(b_14), a_0, c_14_0);
        c_15_0 = mad((float2)(b_15), a_0, c_15_0);
        c_16_0 = mad((float2)(b_16), a_0, c_16_0);
        c_17_0 = mad((float2)(b_17), a_0, c_17_0);
        c_18_0 = mad((float2)(b_18), a_0, c_18_0);
        c_19_0 = mad((float2)(b_19), a_0, c_19_0);
        c_20_0 = mad((float2)(b_20), a_0, c_20_0);
        c_21_0 = mad((float2)(b_21), a_0, c_21_0);
        c_22_0 = mad((float2)(b_22), a_0, c_22_0);
        c_23_0 = mad((float2)(b_23), a_0, c_23_0);
        c_24_0 = mad((float2)(b_24), a_0, c_24_0);
        c_25_0 = mad((float2)(b_25), a_0, c_25_0);
        c_26_0 = mad((float2)(b_26), a_0, c_26_0);
        c_27_0 = mad((float2)(b_27), a_0, c_27_0);
        c_28_0 = mad((float2)(b_28), a_0, c_28_0);
        c_29_0 = mad((float2)(b_29), a_0, c_29_0);
        c_30_0 = mad((float2)(b_30), a_0, c_30_0);
        c_31_0 = mad((float2)(b_31), a_0, c_31_0);
    }

    if (column < N) {
        gemm_32x2_1x8_store2(C + (long)column * ldc + row, M - row, alpha, c_0_0, beta);
    }
    if (column + 1 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 1) * ldc + row, M - row, alpha, c_1_0, beta);
    }
    if (column + 2 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 2) * ldc + row, M - row, alpha, c_2_0, beta);
    }
    if (column + 3 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 3) * ldc + row, M - row, alpha, c_3_0, beta);
    }
    if (column + 4 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 4) * ldc + row, M - row, alpha, c_4_0, beta);
    }
    if (column + 5 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 5) * ldc + row, M - row, alpha, c_5_0, beta);
    }
    if (column + 6 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 6) * ldc + row, M - row, alpha, c_6_0, beta);
    }
    if (column + 7 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 7) * ldc + row, M - row, alpha, c_7_0, beta);
    }
    if (column + 8 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 8) * ldc + row, M - row, alpha, c_8_0, beta);
    }
    if (column + 9 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 9) * ldc + row, M - row, alpha, c_9_0, beta);
    }
    if (column + 10 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 10) * ldc + row, M - row, alpha, c_10_0, beta);
    }
    if (column + 11 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 11) * ldc + row, M - row, alpha, c_11_0, beta);
    }
    if (column + 12 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 12) * ldc + row, M - row, alpha, c_12_0, beta);
    }
    if (column + 13 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 13) * ldc + row, M - row, alpha, c_13_0, beta);
    }
    if (column + 14 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 14) * ldc + row, M - row, alpha, c_14_0, beta);
    }
    if (column + 15 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 15) * ldc + row, M - row, alpha, c_15_0, beta);
    }
    if (column + 16 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 16) * ldc + row, M - row, alpha, c_16_0, beta);
    }
    if (column + 17 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 17) * ldc + row, M - row, alpha, c_17_0, beta);
    }
    if (column + 18 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 18) * ldc + row, M - row, alpha, c_18_0, beta);
    }
    if (column + 19 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 19) * ldc + row, M - row, alpha, c_19_0, beta);
    }
    if (column + 20 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 20) * ldc + row, M - row, alpha, c_20_0, beta);
    }
    if (column + 21 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 21) * ldc + row, M - row, alpha, c_21_0, beta);
    }
    if (column + 22 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 22) * ldc + row, M - row, alpha, c_22_0, beta);
    }
    if (column + 23 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 23) * ldc + row, M - row, alpha, c_23_0, beta);
    }
    if (column + 24 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 24) * ldc + row, M - row, alpha, c_24_0, beta);
    }
    if (column + 25 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 25) * ldc + row, M - row, alpha, c_25_0, beta);
    }
    if (column + 26 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 26) * ldc + row, M - row, alpha, c_26_0, beta);
    }
    if (column + 27 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 27) * ldc + row, M - row, alpha, c_27_0, beta);
    }
    if (column + 28 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 28) * ldc + row, M - row, alpha, c_28_0, beta);
    }
    if (column + 29 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 29) * ldc + row, M - row, alpha, c_29_0, beta);
    }
    if (column + 30 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 30) * ldc + row, M - row, alpha, c_30_0, beta);
    }
    if (column + 31 < N) {
        gemm_32x2_1x8_store2(C + (long)(column + 31) * ldc + row, M - row, alpha, c_31_0, beta);
    }
}

#undef SUB_GROUP
#undef EXCHANGE
#undef PUBLISH
#undef SYNCHRONISE
#undef SHARED
