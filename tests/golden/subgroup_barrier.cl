/*
 * Made by clgemm 0.1.0: clgemm-gen --preset L3_SIMD_8x4_8x8_barrier
 */

/*
 * The 8 work-items of a row of the work-group exchange registers: by sub-group shuffles where the compiler
 * takes a required sub-group size, by warp shuffles on NVIDIA, otherwise through local memory.
 */
#if defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups)
#define CLGEMM_SUB_GROUP __attribute__((intel_reqd_sub_group_size(8)))
#define CLGEMM_EXCHANGE
#define CLGEMM_PUBLISH(slot, value)
#define CLGEMM_SYNCHRONISE
#define CLGEMM_IN_STEP barrier(CLK_LOCAL_MEM_FENCE);
#define CLGEMM_SHARED(slot, value, lane) intel_sub_group_shuffle(value, lane)
#elif defined(cl_intel_required_subgroup_size) && defined(cl_khr_subgroup_shuffle)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define CLGEMM_SUB_GROUP __attribute__((intel_reqd_sub_group_size(8)))
#define CLGEMM_EXCHANGE
#define CLGEMM_PUBLISH(slot, value)
#define CLGEMM_SYNCHRONISE
#define CLGEMM_IN_STEP barrier(CLK_LOCAL_MEM_FENCE);
#define CLGEMM_SHARED(slot, value, lane) (float4)( \
    sub_group_shuffle((value).s0, lane), \
    sub_group_shuffle((value).s1, lane), \
    sub_group_shuffle((value).s2, lane), \
    sub_group_shuffle((value).s3, lane))
#elif defined(__NV_CL_C_VERSION)
/* The value of another lane of the row. The 8 lanes are a part of one warp; all lanes of the warp must call this. */
static float L3_SIMD_8x4_8x8_barrier_warp_shuffle(const float value, const uint lane)
{
    uint shared;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x181f, 0xffffffff;" : "=r"(shared) : "r"(as_uint(value)), "r"(lane));
    return as_float(shared);
}

#define CLGEMM_SUB_GROUP
#define CLGEMM_EXCHANGE
#define CLGEMM_PUBLISH(slot, value)
#define CLGEMM_SYNCHRONISE
#define CLGEMM_IN_STEP barrier(CLK_LOCAL_MEM_FENCE);
#define CLGEMM_SHARED(slot, value, lane) (float4)( \
    L3_SIMD_8x4_8x8_barrier_warp_shuffle((value).s0, lane), \
    L3_SIMD_8x4_8x8_barrier_warp_shuffle((value).s1, lane), \
    L3_SIMD_8x4_8x8_barrier_warp_shuffle((value).s2, lane), \
    L3_SIMD_8x4_8x8_barrier_warp_shuffle((value).s3, lane))
#else
#define CLGEMM_SUB_GROUP
#define CLGEMM_EXCHANGE __local float4 exchange[8][2][8];
#define CLGEMM_PUBLISH(slot, value) exchange[get_local_id(1)][slot][lane] = value;
#define CLGEMM_SYNCHRONISE barrier(CLK_LOCAL_MEM_FENCE);
#define CLGEMM_IN_STEP
#define CLGEMM_SHARED(slot, value, lane) exchange[get_local_id(1)][slot][lane]
#endif

/* ... */

__kernel __attribute__((reqd_work_group_size(8, 8, 1))) CLGEMM_SUB_GROUP
void L3_SIMD_8x4_8x8_barrier(
    const int K, const float alpha,
    __global const float *restrict A, const int lda,
    __global const float *restrict B, const int ldb,
    const float beta,
    __global float *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int lane = get_local_id(0);
    const int row = get_group_id(0) * 32 + lane * 4;
    const int column = get_group_id(1) * 64 + get_local_id(1) * 8;
    const int b_own = (column + lane / 2) * ldb + lane % 2 * 4;
    CLGEMM_EXCHANGE

    float4 c_0_0 = 0.0f, c_1_0 = 0.0f, c_2_0 = 0.0f, c_3_0 = 0.0f;
    float4 c_4_0 = 0.0f, c_5_0 = 0.0f, c_6_0 = 0.0f, c_7_0 = 0.0f;

    for (int k = 0; k < depth; k += 8) {
        const int a_line = k * lda;
        const float4 b_0 = vload4(0, B + b_own + k);
        const float4 b_1 = vload4(0, B + b_own + k + 4 * ldb);
        CLGEMM_SYNCHRONISE
        CLGEMM_PUBLISH(0, b_0)
        CLGEMM_PUBLISH(1, b_1)
        CLGEMM_SYNCHRONISE
        const float4 a_0 = vload4(0, A + a_line + row);
        const float4 a_1 = vload4(0, A + a_line + row + lda);
        const float4 a_2 = vload4(0, A + a_line + row + 2 * lda);
        const float4 a_3 = vload4(0, A + a_line + row + 3 * lda);
        const float4 a_4 = vload4(0, A + a_line + row + 4 * lda);
        const float4 a_5 = vload4(0, A + a_line + row + 5 * lda);
        const float4 a_6 = vload4(0, A + a_line + row + 6 * lda);
        const float4 a_7 = vload4(0, A + a_line + row + 7 * lda);
        CLGEMM_IN_STEP

        /* The tile's columns 0 to 3. */
        const float4 b_0_of_0 = CLGEMM_SHARED(0, b_0, 0);
        c_0_0 = mad((float4)(b_0_of_0.s0), a_0, c_0_0);
        c_0_0 = mad((float4)(b_0_of_0.s1), a_1, c_0_0);
        c_0_0 = mad((float4)(b_0_of_0.s2), a_2, c_0_0);
        c_0_0 = mad((float4)(b_0_of_0.s3), a_3, c_0_0);
        const float4 b_0_of_1 = CLGEMM_SHARED(0, b_0, 1);
        c_0_0 = mad((float4)(b_0_of_1.s0), a_4, c_0_0);
        c_0_0 = mad((float4)(b_0_of_1.s1), a_5, c_0_0);
        c_0_0 = mad((float4)(b_0_of_1.s2), a_6, c_0_0);
        c_0_0 = mad((float4)(b_0_of_1.s3), a_7, c_0_0);
        const float4 b_0_of_2 = CLGEMM_SHARED(0, b_0, 2);
        c_1_0 = mad((float4)(b_0_of_2.s0), a_0, c_1_0);
        c_1_0 = mad((float4)(b_0_of_2.s1), a_1, c_1_0);
        c_1_0 = mad((float4)(b_0_of_2.s2), a_2, c_1_0);
        c_1_0 = mad((float4)(b_0_of_2.s3), a_3, c_1_0);
        const float4 b_0_of_3 = CLGEMM_SHARED(0, b_0, 3);
        c_1_0 = mad((float4)(b_0_of_3.s0), a_4, c_1_0);
        c_1_0 = mad((float4)(b_0_of_3.s1), a_5, c_1_0);
        c_1_0 = mad((float4)(b_0_of_3.s2), a_6, c_1_0);
        c_1_0 = mad((float4)(b_0_of_3.s3), a_7, c_1_0);
        const float4 b_0_of_4 = CLGEMM_SHARED(0, b_0, 4);
        c_2_0 = mad((float4)(b_0_of_4.s0), a_0, c_2_0);
        c_2_0 = mad((float4)(b_0_of_4.s1), a_1, c_2_0);
        c_2_0 = mad((float4)(b_0_of_4.s2), a_2, c_2_0);
        c_2_0 = mad((float4)(b_0_of_4.s3), a_3, c_2_0);
        const float4 b_0_of_5 = CLGEMM_SHARED(0, b_0, 5);
        c_2_0 = mad((float4)(b_0_of_5.s0), a_4, c_2_0);
        c_2_0 = mad((float4)(b_0_of_5.s1), a_5, c_2_0);
        c_2_0 = mad((float4)(b_0_of_5.s2), a_6, c_2_0);
        c_2_0 = mad((float4)(b_0_of_5.s3), a_7, c_2_0);
        const float4 b_0_of_6 = CLGEMM_SHARED(0, b_0, 6);
        c_3_0 = mad((float4)(b_0_of_6.s0), a_0, c_3_0);
        c_3_0 = mad((float4)(b_0_of_6.s1), a_1, c_3_0);
        c_3_0 = mad((float4)(b_0_of_6.s2), a_2, c_3_0);
        c_3_0 = mad((float4)(b_0_of_6.s3), a_3, c_3_0);
        const float4 b_0_of_7 = CLGEMM_SHARED(0, b_0, 7);
        c_3_0 = mad((float4)(b_0_of_7.s0), a_4, c_3_0);
        c_3_0 = mad((float4)(b_0_of_7.s1), a_5, c_3_0);
        c_3_0 = mad((float4)(b_0_of_7.s2), a_6, c_3_0);
        c_3_0 = mad((float4)(b_0_of_7.s3), a_7, c_3_0);

        /* The tile's columns 4 to 7. */
        const float4 b_1_of_0 = CLGEMM_SHARED(1, b_1, 0);
        c_4_0 = mad((float4)(b_1_of_0.s0), a_0, c_4_0);
        c_4_0 = mad((float4)(b_1_of_0.s1), a_1, c_4_0);
        c_4_0 = mad((float4)(b_1_of_0.s2), a_2, c_4_0);
        c_4_0 = mad((float4)(b_1_of_0.s3), a_3, c_4_0);
        const float4 b_1_of_1 = CLGEMM_SHARED(1, b_1, 1);
        c_4_0 = mad((float4)(b_1_of_1.s0), a_4, c_4_0);
        c_4_0 = mad((float4)(b_1_of_1.s1), a_5, c_4_0);
        c_4_0 = mad((float4)(b_1_of_1.s2), a_6, c_4_0);
        c_4_0 = mad((float4)(b_1_of_1.s3), a_7, c_4_0);
        const float4 b_1_of_2 = CLGEMM_SHARED(1, b_1, 2);
        c_5_0 = mad((float4)(b_1_of_2.s0), a_0, c_5_0);
        c_5_0 = mad((float4)(b_1_of_2.s1), a_1, c_5_0);
        c_5_0 = mad((float4)(b_1_of_2.s2), a_2, c_5_0);
        c_5_0 = mad((float4)(b_1_of_2.s3), a_3, c_5_0);
        const float4 b_1_of_3 = CLGEMM_SHARED(1, b_1, 3);
        c_5_0 = mad((float4)(b_1_of_3.s0), a_4, c_5_0);
        c_5_0 = mad((float4)(b_1_of_3.s1), a_5, c_5_0);
        c_5_0 = mad((float4)(b_1_of_3.s2), a_6, c_5_0);
        c_5_0 = mad((float4)(b_1_of_3.s3), a_7, c_5_0);
        const float4 b_1_of_4 = CLGEMM_SHARED(1, b_1, 4);
        c_6_0 = mad((float4)(b_1_of_4.s0), a_0, c_6_0);
        c_6_0 = mad((float4)(b_1_of_4.s1), a_1, c_6_0);
        c_6_0 = mad((float4)(b_1_of_4.s2), a_2, c_6_0);
        c_6_0 = mad((float4)(b_1_of_4.s3), a_3, c_6_0);
        const float4 b_1_of_5 = CLGEMM_SHARED(1, b_1, 5);
        c_6_0 = mad((float4)(b_1_of_5.s0), a_4, c_6_0);
        c_6_0 = mad((float4)(b_1_of_5.s1), a_5, c_6_0);
        c_6_0 = mad((float4)(b_1_of_5.s2), a_6, c_6_0);
        c_6_0 = mad((float4)(b_1_of_5.s3), a_7, c_6_0);
        const float4 b_1_of_6 = CLGEMM_SHARED(1, b_1, 6);
        c_7_0 = mad((float4)(b_1_of_6.s0), a_0, c_7_0);
        c_7_0 = mad((float4)(b_1_of_6.s1), a_1, c_7_0);
        c_7_0 = mad((float4)(b_1_of_6.s2), a_2, c_7_0);
        c_7_0 = mad((float4)(b_1_of_6.s3), a_3, c_7_0);
        const float4 b_1_of_7 = CLGEMM_SHARED(1, b_1, 7);
        c_7_0 = mad((float4)(b_1_of_7.s0), a_4, c_7_0);
        c_7_0 = mad((float4)(b_1_of_7.s1), a_5, c_7_0);
        c_7_0 = mad((float4)(b_1_of_7.s2), a_6, c_7_0);
        c_7_0 = mad((float4)(b_1_of_7.s3), a_7, c_7_0);
    }

    L3_SIMD_8x4_8x8_barrier_store4(C + column * ldc + row, alpha, c_0_0, beta);
    L3_SIMD_8x4_8x8_barrier_store4(C + (column + 1) * ldc + row, alpha, c_1_0, beta);
    L3_SIMD_8x4_8x8_barrier_store4(C + (column + 2) * ldc + row, alpha, c_2_0, beta);
    L3_SIMD_8x4_8x8_barrier_store4(C + (column + 3) * ldc + row, alpha, c_3_0, beta);
    L3_SIMD_8x4_8x8_barrier_store4(C + (column + 4) * ldc + row, alpha, c_4_0, beta);
    L3_SIMD_8x4_8x8_barrier_store4(C + (column + 5) * ldc + row, alpha, c_5_0, beta);
    L3_SIMD_8x4_8x8_barrier_store4(C + (column + 6) * ldc + row, alpha, c_6_0, beta);
    L3_SIMD_8x4_8x8_barrier_store4(C + (column + 7) * ldc + row, alpha, c_7_0, beta);
}

#undef CLGEMM_SUB_GROUP
#undef CLGEMM_EXCHANGE
#undef CLGEMM_PUBLISH
#undef CLGEMM_SYNCHRONISE
#undef CLGEMM_IN_STEP
#undef CLGEMM_SHARED
