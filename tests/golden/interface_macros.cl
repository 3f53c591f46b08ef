/*
 * XgemmBatched: C = A * B^T
 *
 * Single precision, column-major; M a multiple of 16, N a multiple of 16.
 * A batch of batch_count products, which are dimension 2 of the launch.
 * Member i begins at element i * stride_a of A, i * stride_b of B, i * stride_c of C.
 *
 *   kSizeM  m: rows of op(A) and C
 *   kSizeN  n: columns of op(B) and C
 *   kSizeK  k: columns of op(A), rows of op(B)
 *   agm     A: M x K, column-major
 *   a_one   m: rows of op(A) and C
 *   a_two   k: columns of op(A), rows of op(B)
 *   bgm     B: N x K, column-major
 *   b_one   n: columns of op(B) and C
 *   b_two   k: columns of op(A), rows of op(B)
 *   cgm     C: M x N, column-major
 *   c_one   m: rows of op(A) and C
 *   c_two   n: columns of op(B) and C
 *
 * A work-item computes 2 x 2 elements of C: 2 along N by 2 along M.
 * A work-group computes 16 along N by 16 along M.
 * Launch: local size {8, 8, 1}, global size {8 * ceil(M / 16), 8 * ceil(N / 16), batch_count}.
 * Build with -DMWG=16 -DNWG=16 -DKWG=8 -DMDIMC=8 -DNDIMC=8.
 * No guards: with other sizes the kernel reads and writes out of bounds.
 *
 * Made by clgemm 0.1.0: clgemm-gen --interface clblast_xgemm_batched --family register --tile 2x2 --wg 8x8 --tile-k 1
 */

/* The host's launch, which its macros say. */
#if !(MWG == 16)
#error "this kernel is for MWG == 16: see its first comment"
#elif !(NWG == 16)
#error "this kernel is for NWG == 16: see its first comment"
#elif !(MDIMC == 8)
#error "this kernel is for MDIMC == 8: see its first comment"
#elif !(NDIMC == 8)
#error "this kernel is for NDIMC == 8: see its first comment"
#elif !(!defined(PRECISION_STORAGE) || PRECISION_STORAGE == 32)
#error "this kernel is for !defined(PRECISION_STORAGE) || PRECISION_STORAGE == 32: see its first comment"
#endif

/* ... */
