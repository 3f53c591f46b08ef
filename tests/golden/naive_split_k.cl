/*
 * gemm_1x1_4x4: C = gelu(alpha * A * B^T + beta * C + residual + bias)
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
 *   C_parts      the product of each part of K
 *
 * A work-item computes one element of C.
 * Launch before gemm_1x1_4x4_reduce_c:
 *   local size {4, 4, 1}, global size {4 * ceil(N / 4), 4 * ceil(M / 4), 2 * batch_count}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --layout row --transpose nt --batch offsets --epilogue residual,bias:row,gelu --family naive --wg 4x4 --split-k 2
 */

/* gelu(value + residual + bias). */
static float gemm_1x1_4x4_epilogue(
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

/*
 * Adds the 2 parts of the product in ascending order and updates C. Leading dimension of C_parts: N.
 * C is M x N, row-major, leading dimension ldc.
 * Launch: local size {16, 16, 1}, global size {16 * ceil(N / 16), 16 * ceil(M / 16), batch_count}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_1x1_4x4_reduce_c(
    const int M, const int N,
    __global const float *restrict C_parts,
    const float beta,
    __global float *restrict C, const int ldc,
    __global const long *restrict offsets_c,
    __global const float *restrict residual, const int ldr,
    __global const float *restrict bias)
{
    const long member = get_global_id(2);
    C_parts += member * 2 * M * N;
    C += offsets_c[member];
    residual += offsets_c[member];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= N || y >= M)
        return;
    float value = C_parts[(long)y * N + x];
    for (int part = 1; part < 2; ++part)
        value += C_parts[((long)part * M + y) * N + x];
    const long place = (long)y * ldc + x;
    const float updated = beta == 0.0f ? value : value + beta * C[place];
    C[place] = gemm_1x1_4x4_epilogue(updated, y, x, residual, ldr, bias);
}

/* C_parts = alpha * product for one element. */
static void gemm_1x1_4x4_store(
    __global float *const c,
    const float alpha, const float product)
{
    const float value = alpha * product;
    c[0] = value;
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_1x1_4x4(
    const int M, const int N, int K, const long batch_count, const float alpha,
    __global const float *restrict A, const int lda,
    __global const long *restrict offsets_a,
    __global const float *restrict B, const int ldb,
    __global const long *restrict offsets_b,
    __global float *restrict C_parts)
{
    const int ldc = N;
    const long member = get_global_id(2) / 2;
    A += offsets_a[member];
    B += offsets_b[member];
    C_parts += member * 2 * M * ldc;
    /* The part of K of this work-group: whole iterations, the last one as many as are left. */
    const int part_of_k = get_global_id(2) % 2;
    const int steps_of_part = (K - 1) / 2 + 1;
    const int first_of_part = min(part_of_k * steps_of_part, K);
    A += first_of_part;
    B += first_of_part;
    C_parts += (long)part_of_k * M * ldc;
    K = min(K - first_of_part, steps_of_part);
    const int depth = alpha == 0.0f ? 0 : K;
    const int row = get_global_id(1);
    const int column = get_global_id(0);
    if (row >= M || column >= N)
        return;
    const long a_row = (long)row * lda;
    const long b_column = (long)column * ldb;

    float sum = 0.0f;
    for (int k = 0; k < depth; ++k) {
        const float a = A[a_row + k];
        const float b = B[b_column + k];
        sum = mad(a, b, sum);
    }

    gemm_1x1_4x4_store(C_parts + (long)row * ldc + column, alpha, sum);
}
