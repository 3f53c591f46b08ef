/*
 * Made by clgemm 0.1.0: clgemm-gen --type f64 --tile 2x1 --wg 1x4
 */

/* ... */

/*
 * The 4 work-items of a row of the work-group exchange registers: by sub-group shuffles where the compiler
 * takes a required sub-group size, by warp shuffles on NVIDIA, otherwise through local memory.
 */
#if defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups)
#define CLGEMM_SUB_GROUP __attribute__((intel_reqd_sub_group_size(4)))
#define CLGEMM_EXCHANGE
#define CLGEMM_PUBLISH(slot, value)
#define CLGEMM_SYNCHRONISE
#define CLGEMM_SHARED(slot, value, lane) (double2)( \
    intel_sub_group_shuffle((value).s0, lane), \
    intel_sub_group_shuffle((value).s1, lane))
#elif defined(cl_intel_required_subgroup_size) && defined(cl_khr_subgroup_shuffle)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define CLGEMM_SUB_GROUP __attribute__((intel_reqd_sub_group_size(4)))
#define CLGEMM_EXCHANGE
#define CLGEMM_PUBLISH(slot, value)
#define CLGEMM_SYNCHRONISE
#define CLGEMM_SHARED(slot, value, lane) (double2)( \
    sub_group_shuffle((value).s0, lane), \
    sub_group_shuffle((value).s1, lane))
#elif defined(__NV_CL_C_VERSION)
/* The value of another lane of the row. The 4 lanes are a part of one warp; all lanes of the warp must call this. */
static double gemm_2x1_1x4_warp_shuffle(const double value, const uint lane)
{
    uint low;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1c1f, 0xf;" : "=r"(low) : "r"(as_uint2(value).s0), "r"(lane));
    uint high;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1c1f, 0xf;" : "=r"(high) : "r"(as_uint2(value).s1), "r"(lane));
    return as_double((uint2)(low, high));
}

#define CLGEMM_SUB_GROUP
#define CLGEMM_EXCHANGE
#define CLGEMM_PUBLISH(slot, value)
#define CLGEMM_SYNCHRONISE
#define CLGEMM_SHARED(slot, value, lane) (double2)( \
    gemm_2x1_1x4_warp_shuffle((value).s0, lane), \
    gemm_2x1_1x4_warp_shuffle((value).s1, lane))
#else
#define CLGEMM_SUB_GROUP
#define CLGEMM_EXCHANGE __local double2 exchange[1][4];
#define CLGEMM_PUBLISH(slot, value) exchange[slot][lane] = value;
#define CLGEMM_SYNCHRONISE barrier(CLK_LOCAL_MEM_FENCE);
#define CLGEMM_SHARED(slot, value, lane) exchange[slot][lane]
#endif

/* ... */

__kernel __attribute__((reqd_work_group_size(4, 1, 1))) CLGEMM_SUB_GROUP
void gemm_2x1_1x4(
    const int M, const int N, const int K, const double alpha,
    __global const double *restrict A, const int lda,
    __global const double *restrict B, const int ldb,
    const double beta,
    __global double *restrict C, const int ldc)
{
    const int depth = alpha == 0.0 ? 0 : K;
    const int lane = get_local_id(0);
    const int row = get_group_id(0) * 4 + lane;
    const int column = get_group_id(1) * 2;
    const int row_0 = min(row, M - 1);
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_own_0 = (long)min(column + lane / 2, N - 1) * ldb + lane % 2 * 2;
    CLGEMM_EXCHANGE

    double c_0_0 = 0.0, c_1_0 = 0.0;

    int k = 0;
    for (; k + 4 <= depth; k += 4) {
        const long a_line = (long)k * lda;
        const double2 b_0 = vload2(0, B + b_own_0 + k);
        CLGEMM_SYNCHRONISE
        CLGEMM_PUBLISH(0, b_0)
        CLGEMM_SYNCHRONISE
        const double a_0 = A[a_line + row_0];
        const double a_1 = A[a_line + row_0 + lda];
        const double a_2 = A[a_line + row_0 + (long)2 * lda];
        const double a_3 = A[a_line + row_0 + (long)3 * lda];

        /* The tile's columns 0 to 1. */
        const double2 b_0_of_0 = CLGEMM_SHARED(0, b_0, 0);
        c_0_0 = mad(b_0_of_0.s0, a_0, c_0_0);
        c_0_0 = mad(b_0_of_0.s1, a_1, c_0_0);
        const double2 b_0_of_1 = CLGEMM_SHARED(0, b_0, 1);
        c_0_0 = mad(b_0_of_1.s0, a_2, c_0_0);
        c_0_0 = mad(b_0_of_1.s1, a_3, c_0_0);
        const double2 b_0_of_2 = CLGEMM_SHARED(0, b_0, 2);
        c_1_0 = mad(b_0_of_2.s0, a_0, c_1_0);
        c_1_0 = mad(b_0_of_2.s1, a_1, c_1_0);
        const double2 b_0_of_3 = CLGEMM_SHARED(0, b_0, 3);
        c_1_0 = mad(b_0_of_3.s0, a_2, c_1_0);
        c_1_0 = mad(b_0_of_3.s1, a_3, c_1_0);
    }

    /* The remainder of K, one element at a time. */
    for (; k < depth; ++k) {
        const long a_line = (long)k * lda;
        const double b_0 = B[b_column_0 + k];
        const double b_1 = B[b_column_1 + k];
        const double a_0 = A[a_line + row_0];

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_1_0 = mad(b_1, a_0, c_1_0);
    }

    if (column < N && row < M)
        gemm_2x1_1x4_store(C + (long)column * ldc + row, alpha, c_0_0, beta);
    if (column + 1 < N && row < M)
        gemm_2x1_1x4_store(C + (long)(column + 1) * ldc + row, alpha, c_1_0, beta);
}

/* ... */
