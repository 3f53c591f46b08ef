/*
 * XgemmDirectStridedBatchedNN: C = A * B^T, batched, column-major, with a kernel for each of these launches of the host.
 * Its macros choose one of them.
 *
 * f32, where !defined(PRECISION_STORAGE) || PRECISION_STORAGE == 32:
 *   1: WGD = 8, MDIMCD = 1, NDIMCD = 1
 *   2: WGD = 8, MDIMCD = 8, NDIMCD = 8
 * f16, where PRECISION_STORAGE == 16:
 *   3: WGD = 8, MDIMCD = 1, NDIMCD = 1
 *   4: WGD = 8, MDIMCD = 8, NDIMCD = 8
 *
 * Of all of them:
 *
 * A batch of batch_count products, which are dimension 2 of the launch.
 * Member i begins at element i * stride_a of A, i * stride_b of B, i * stride_c of C.
 *
 * Arguments, of which each kernel has some:
 *
 *   kSizeM       m: rows of op(A) and C
 *   kSizeN       n: columns of op(B) and C
 *   kSizeK       k: columns of op(A), rows of op(B)
 *   agm          A: M x K, column-major
 *   a_ld         lda: leading dimension of A, in elements (>= M)
 *   a_stride     stride_a: distance of consecutive members of A, in elements; 0: all share one
 *   bgm          B: N x K, column-major
 *   b_ld         ldb: leading dimension of B, in elements (>= N)
 *   b_stride     stride_b: distance of consecutive members of B, in elements; 0: all share one
 *   cgm          C: M x N, column-major
 *   c_ld         ldc: leading dimension of C, in elements (>= M)
 *   c_stride     stride_c: distance of consecutive members of C, in elements (>= 1); they must not overlap
 *   c_transpose  0
 *
 * What several kernels have stands once: functions, and statements as macros. In place of --variants
 * the options in the comment of a kernel write that one by itself, without macros.
 *
 * Made by clgemm 0.1.0: clgemm-gen --interface clblast_xgemm_direct_strided --variants 2 --family naive
 */

#if defined(WGD)

#if !defined(PRECISION_STORAGE) || PRECISION_STORAGE == 32
#if WGD == 8 && MDIMCD == 1 && NDIMCD == 1
#define XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL 1
#elif WGD == 8 && MDIMCD == 8 && NDIMCD == 8
#define XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL 2
#endif
#elif PRECISION_STORAGE == 16
#if WGD == 8 && MDIMCD == 1 && NDIMCD == 1
#define XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL 3
#elif WGD == 8 && MDIMCD == 8 && NDIMCD == 8
#define XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL 4
#endif
#endif
#ifndef XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL
#error "XgemmDirectStridedBatchedNN: its first comment names the launches that this text holds: 8 x 1 x 1, 8 x 8 x 8"
#endif

/* ---------------------------------------------------------------- what several kernels call */

#if (XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL >= 1 && XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL <= 2)
/* C = product for one element. */
static void XgemmDirectStridedBatchedNN_store(
    __global float *const c,
    const float product)
{
    c[0] = product;
}
#endif

#if (XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL >= 3 && XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL <= 4)
/* C = product for one element. */
static void XgemmDirectStridedBatchedNN_store_2(
    __global half *const c,
    const float product)
{
    vstore_half(product, 0, c);
}
#endif

/* ---------------------------------------------------------------- statements that stand several times */

/* ... */

#if XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL == 1
/*
 * Single precision, column-major; any sizes.
 *
 * A work-item computes 8 x 8 elements of C: 8 along N by 8 along M.
 *
 * By itself: --setting WGD=8,MDIMCD=1,NDIMCD=1
 */

/* ... */

#if XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL == 2
/*
 * Single precision, column-major; any sizes.
 *
 * A work-item computes one element of C.
 *
 * By itself: --setting WGD=8,MDIMCD=8,NDIMCD=8
 */

/* ... */

#if XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL == 3
/*
 * Half precision, computed in single, column-major; any sizes.
 *
 * A work-item computes 8 x 8 elements of C: 8 along N by 8 along M.
 *
 * By itself: --setting WGD=8,MDIMCD=1,NDIMCD=1,PRECISION_STORAGE=16
 */

/* ... */

#if XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL == 4
/*
 * Half precision, computed in single, column-major; any sizes.
 *
 * A work-item computes one element of C.
 *
 * By itself: --setting WGD=8,MDIMCD=8,NDIMCD=8,PRECISION_STORAGE=16
 */

/* ... */

#undef XGEMMDIRECTSTRIDEDBATCHEDNN_KERNEL
#endif
