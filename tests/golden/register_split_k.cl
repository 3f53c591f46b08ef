/*
 * gemm_1x4_2x2: C = gelu(alpha * A * B^T + beta * C + residual + bias)
 *
 * Single precision, row-major; any sizes.
 * A batch of batch_count products, which are dimension 2 of the launch, each in 2 parts of K: at most 65535 parts in one, more by a global work offset.
 * Member i begins at element offsets_a[i] of A, offsets_b[i] of B, offsets_c[i] of C, offsets_c[i] of residual.
 *
 *   M            rows of op(A) and C
 *   N            columns of op(B) and C
 *   K            columns of op(A), rows of op(B)
 *   batch_count  members of the batch; not read here
 *   alpha        scales the product; 0: neither A nor B is read
 *   A            M x K, row-major
 *   lda          leading dimension of A, in elements (>= K)
 *   offsets_a    offset of each member of A, in elements
 *   B            N x K, row-major
 *   ldb          leading dimension of B, in elements (>= K)
 *   offsets_b    offset of each member of B, in elements
 *   C_parts      the product of each part of K, tile by tile
 *   counters     parts of K that are stored of each tile: 0 before a launch and after it
 *   beta         scales C before the update; 0: C is not read
 *   C            M x N, row-major
 *   offsets_c    offset of each member of C, in elements; they must not overlap
 *   residual     is added, M x N, row-major
 *   ldr          leading dimension of residual, in elements (>= N)
 *   bias         is added, one element for each row of C (M)
 *
 * A work-item computes 1 x 4 elements of C: 1 along M by 4 along N.
 * A work-group computes 2 along M by 8 along N.
 * Launch: local size {2, 2, 1}, global size {2 * ceil(N / 8), 2 * ceil(M / 2), 2 * batch_count}.
 * Build with -cl-std=CL3.0.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose nt --ldc tight --batch offsets --epilogue residual,bias:row,gelu --family register --tile 1x4 --wg 2x2 --split-k 2 --split-k-sum launch
 */

/* gelu(value + residual + bias). */
static float gemm_1x4_2x2_epilogue(
    float value,
    const int row, const int column,
    const __global float *const residual, const int ldr,
    const __global float *const bias)
{
    value += residual[(long)row * ldr + column];
    value += bias[row];
    value *= 0.5f + 0.5f * erf(0.70710678118654752f * value);
    return value;
}

#if __OPENCL_C_VERSION__ < 200
#error "gemm_1x4_2x2 orders stores by acquire and release of OpenCL C 2.0 or 3.0"
#elif __OPENCL_C_VERSION__ >= 300 && !(defined(__opencl_c_atomic_order_acq_rel) && defined(__opencl_c_atomic_scope_device))
#error "gemm_1x4_2x2 needs __opencl_c_atomic_order_acq_rel and __opencl_c_atomic_scope_device"
#endif

/* Counts a work-group that has stored its part of a tile: returns how many have before it, whose parts it then sees. */
static int gemm_1x4_2x2_count_part(__global int *const counter)
{
    return atomic_fetch_add_explicit((volatile __global atomic_int *)counter, 1, memory_order_acq_rel, memory_scope_device);
}

/* C = epilogue(alpha * product + beta * C) for one element. */
static void gemm_1x4_2x2_store(
    __global float *const c,
    const float alpha, const float product, const float beta,
    const int row, const int column,
    const __global float *const residual, const int ldr,
    const __global float *const bias)
{
    const float value = alpha * product;
    const float updated = beta == 0.0f ? value : value + beta * c[0];
    c[0] = gemm_1x4_2x2_epilogue(updated, row, column, residual, ldr, bias);
}

__kernel __attribute__((reqd_work_group_size(2, 2, 1)))
void gemm_1x4_2x2(
    const int M, const int N, int K, const long batch_count, const float alpha,
    __global const float *restrict A, const int lda,
    __global const long *restrict offsets_a,
    __global const float *restrict B, const int ldb,
    __global const long *restrict offsets_b,
    __global float *C_parts,
    __global int *counters,
    const float beta,
    __global float *restrict C,
    __global const long *restrict offsets_c,
    __global const float *restrict residual, const int ldr,
    __global const float *restrict bias)
{
    const int ldc = N;
    const long member = get_global_id(2) / 2;
    A += offsets_a[member];
    B += offsets_b[member];
    C += offsets_c[member];
    residual += offsets_c[member];
    /* The part of K of this work-group: whole iterations, the last one as many as are left. */
    const int part_of_k = get_global_id(2) % 2;
    const int steps_of_part = (K - 1) / 2 + 1;
    const int first_of_part = min(part_of_k * steps_of_part, K);
    A += first_of_part;
    B += first_of_part;
    K = min(K - first_of_part, steps_of_part);
    __local int arrived;
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0) * 4;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long b_column_0 = (long)min(column, N - 1) * ldb;
    const long b_column_1 = (long)min(column + 1, N - 1) * ldb;
    const long b_column_2 = (long)min(column + 2, N - 1) * ldb;
    const long b_column_3 = (long)min(column + 3, N - 1) * ldb;

    float c_0_0 = 0.0f, c_0_1 = 0.0f, c_0_2 = 0.0f, c_0_3 = 0.0f;

    for (int k = 0; k < depth; ++k) {
        const float a_0 = A[a_row_0 + k];
        const float b_0 = B[b_column_0 + k];
        const float b_1 = B[b_column_1 + k];
        const float b_2 = B[b_column_2 + k];
        const float b_3 = B[b_column_3 + k];

        c_0_0 = mad(a_0, b_0, c_0_0);
        c_0_1 = mad(a_0, b_1, c_0_1);
        c_0_2 = mad(a_0, b_2, c_0_2);
        c_0_3 = mad(a_0, b_3, c_0_3);
    }

    /* The sums of a part of K are stored as the work-items have them, those of a tile one part behind the other. */
    const int own = get_local_id(1) * 2 + get_local_id(0);
    const long tile_of_c = (member * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    __global float *const first_stored = C_parts + tile_of_c * 32 + own;
    __global float *const stored = first_stored + part_of_k * 16;
    stored[0] = c_0_0;
    stored[4] = c_0_1;
    stored[8] = c_0_2;
    stored[12] = c_0_3;

    /* The work-group that stores the last part of a tile adds all of them in ascending order. The counter becomes 0 again, for the next launch. */
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (own == 0)
        arrived = gemm_1x4_2x2_count_part(counters + tile_of_c);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (arrived != 1)
        return;
    if (own == 0)
        counters[tile_of_c] = 0;
    c_0_0 = first_stored[0];
    c_0_1 = first_stored[4];
    c_0_2 = first_stored[8];
    c_0_3 = first_stored[12];
    for (int next = 1; next < 2; ++next) {
        const __global float *const other = first_stored + next * 16;
        c_0_0 += other[0];
        c_0_1 += other[4];
        c_0_2 += other[8];
        c_0_3 += other[12];
    }

    if (row < M && column < N)
        gemm_1x4_2x2_store(C + (long)row * ldc + column, alpha, c_0_0, beta, row, column, residual, ldr, bias);
    if (row < M && column + 1 < N)
        gemm_1x4_2x2_store(C + (long)row * ldc + column + 1, alpha, c_0_1, beta, row, column + 1, residual, ldr, bias);
    if (row < M && column + 2 < N)
        gemm_1x4_2x2_store(C + (long)row * ldc + column + 2, alpha, c_0_2, beta, row, column + 2, residual, ldr, bias);
    if (row < M && column + 3 < N)
        gemm_1x4_2x2_store(C + (long)row * ldc + column + 3, alpha, c_0_3, beta, row, column + 3, residual, ldr, bias);
}
