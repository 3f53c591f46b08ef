/*
 * Made by clgemm 0.1.0: clgemm-gen --type bf16 --layout row --transpose tn --family gemv --tile 2x1 --wg 4x32 --thin n --aligned
 */

/* ... */

/* 2 elements at a multiple of their size, loaded as words. */
static float2 gemm_2x1_4x32_load2_ushort_aligned(const __global ushort *const memory)
{
    const uint words = *(const __global uint *)memory;
    return as_float2((uint2)(words << 16, words & 0xffff0000u).s01);
}

/* ... */

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemm_2x1_4x32(
    const int M, const int N, const int K, const float alpha,
    __global const ushort *restrict A, const int lda,
    __global const ushort *restrict B, const int ldb,
    const float beta,
    __global ushort *restrict C, const int ldc)
{
    const int depth = alpha == 0.0f ? 0 : K;
    const int item = get_local_id(0);
    const int part = item / 4;
    const int row = (get_group_id(1) * 4 + item % 4) * 2;
    const int column = get_group_id(0);

    float2 c_0_0 = 0.0f;

    const int whole_k = row + 2 <= M ? depth / 32 * 32 : 0;
    if (((size_t)A | (size_t)lda * 2) % 4 == 0) {
        for (int k = part; k < whole_k; k += 32) {
            const long a_line = (long)k * lda;
            const long b_line = (long)k * ldb;
            const float2 a_0 = gemm_2x1_4x32_load2_ushort_aligned(A + a_line + row);
            const float b_0 = as_float((uint)B[b_line + column] << 16);

            c_0_0 = mad(a_0, (float2)(b_0), c_0_0);
        }
    } else {
        for (int k = part; k < whole_k; k += 32) {
            const long a_line = (long)k * lda;
            const long b_line = (long)k * ldb;
            const float2 a_0 = as_float2(convert_uint2(vload2(0, A + a_line + row)) << 16);
            const float b_0 = as_float((uint)B[b_line + column] << 16);

            c_0_0 = mad(a_0, (float2)(b_0), c_0_0);
        }
    }
    /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
    for (int k = whole_k + part; k < depth; k += 32) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float2 a_0 = gemm_2x1_4x32_load2_clamped(A + a_line, row, M - 1);
        const float b_0 = as_float((uint)B[b_line + column] << 16);

        c_0_0 = mad(a_0, (float2)(b_0), c_0_0);
    }

    /* The sums of all parts of K are added by halves. */
    __local float2 sums[1][1][128];
    sums[0][0][item] = c_0_0;
    for (int others = 16; others > 0; others /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < others) {
            c_0_0 += sums[0][0][item + others * 4];
            sums[0][0][item] = c_0_0;
        }
    }
    if (part == 0) {
        gemm_2x1_4x32_store2(C + (long)row * ldc + column, ldc, M - row, alpha, c_0_0, beta);
    }
}
