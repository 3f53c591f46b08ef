/*
 * XgemmBatched: C = A * B^T
 *
 * Single precision, column-major; M a multiple of 16, N a multiple of 16.
 * A batch of batch_count products, which are dimension 2 of the launch.
 * Member i begins at element i * stride_a of A, i * stride_b of B, i * stride_c of C.
 *
 *   kSizeM  m: rows of op(A) and C; not read here
 *   kSizeN  n: columns of op(B) and C; not read here
 *   kSizeK  k: columns of op(A), rows of op(B)
 *   agm     A: M x K, column-major
 *   a_one   lda: leading dimension of A, in elements (>= M)
 *   a_two   k: columns of op(A), rows of op(B)
 *   bgm     B: N x K, column-major
 *   b_one   ldb: leading dimension of B, in elements (>= N)
 *   b_two   k: columns of op(A), rows of op(B)
 *   cgm     C: M x N, column-major
 *   c_one   ldc: leading dimension of C, in elements (>= M)
 *   c_two   n: columns of op(B) and C
 *
 * A work-item computes 2 x 2 elements of C: 2 along N by 2 along M.
 * A work-group computes 16 along N by 16 along M.
 * Launch: local size {8, 8, 1}, global size {8 * ceil(M / 16), 8 * ceil(N / 16), batch_count}.
 * Build with -DMWG=16 -DNWG=16 -DMDIMC=8 -DNDIMC=8 -DKWG=1.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --interface clblast_xgemm_batched --family register --tile 2x2 --wg 8x8 --tile-k 1
 */

/* The host's launch, which its macros say. */
#if !(MWG == 16 && NWG == 16 && MDIMC == 8 && NDIMC == 8 && (!defined(PRECISION_STORAGE) || PRECISION_STORAGE == 32))
#error "this kernel is for another launch: see its first comment"
#endif

/* C = product for one element. */
static void XgemmBatched_store(
    __global float *const c,
    const float product)
{
    c[0] = product;
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void XgemmBatched(
    const int kSizeM, const int kSizeN, const int kSizeK,
    const __global float *restrict agm, const int a_one, const int a_two,
    const __global float *restrict bgm, const int b_one, const int b_two,
    __global float *cgm, const int c_one, const int c_two)
{
    const int K = kSizeK;
    __global const float *restrict A = agm;
    const int lda = a_one;
    const long stride_a = (long)a_one * a_two;
    __global const float *restrict B = bgm;
    const int ldb = b_one;
    const long stride_b = (long)b_one * b_two;
    __global float *restrict C = cgm;
    const int ldc = c_one;
    const long stride_c = (long)c_one * c_two;
    const long member = get_global_id(2);
    A += member * stride_a;
    B += member * stride_b;
    C += member * stride_c;
    const int row = get_global_id(0) * 2;
    const int column = get_global_id(1) * 2;

    float c_0_0 = 0.0f, c_0_1 = 0.0f;
    float c_1_0 = 0.0f, c_1_1 = 0.0f;

    for (int k = 0; k < K; ++k) {
        const long a_line = (long)k * lda;
        const long b_line = (long)k * ldb;
        const float a_0 = A[a_line + row];
        const float a_1 = A[a_line + row + 1];
        const float b_0 = B[b_line + column];
        const float b_1 = B[b_line + column + 1];

        c_0_0 = mad(b_0, a_0, c_0_0);
        c_0_1 = mad(b_0, a_1, c_0_1);
        c_1_0 = mad(b_1, a_0, c_1_0);
        c_1_1 = mad(b_1, a_1, c_1_1);
    }

    XgemmBatched_store(C + (long)column * ldc + row, c_0_0);
    XgemmBatched_store(C + (long)column * ldc + row + 1, c_0_1);
    XgemmBatched_store(C + (long)(column + 1) * ldc + row, c_1_0);
    XgemmBatched_store(C + (long)(column + 1) * ldc + row + 1, c_1_1);
}
