/*
 * gemm_4x8_4x4: C = alpha * A * B + beta * C
 *
 * A in u8, B in i8, C in i32 integers, computed in i32, row-major; any sizes.
 *
 *   M      rows of op(A) and C
 *   N      columns of op(B) and C
 *   K      columns of op(A), rows of op(B)
 *   alpha  scales the product; 0: neither A nor B is read
 *   A      M x K, row-major
 *   lda    leading dimension of A, in elements (>= K)
 *   B      K x N, row-major
 *   ldb    leading dimension of B, in elements (>= N)
 *   beta   scales C before the update; 0: C is not read
 *   C      M x N, row-major
 *   ldc    leading dimension of C, in elements (>= N)
 *
 * A work-item computes 4 x 8 elements of C: 4 along M by 8 along N.
 * A work-group computes 16 along M by 32 along N.
 * Launch: local size {4, 4}, global size {4 * ceil(N / 32), 4 * ceil(M / 16)}.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type-a u8 --type-b i8 --layout row --family register --tile 4x8 --wg 4x4 --tile-k 4 --vec-a 4 --vec-b 8 --vec-c 8
 */

/* 8 contiguous elements from index `first` on. Beyond `last` element `last` is repeated and never stored. */
static int8 gemm_4x8_4x4_load8_i8_clamped(const __global char *const line, const int first, const int last)
{
    return (int8)(
        (int)line[min(first, last)],
        (int)line[min(first + 1, last)],
        (int)line[min(first + 2, last)],
        (int)line[min(first + 3, last)],
        (int)line[min(first + 4, last)],
        (int)line[min(first + 5, last)],
        (int)line[min(first + 6, last)],
        (int)line[min(first + 7, last)]);
}

/* C = alpha * product + beta * C for 8 contiguous elements; only those with index < `room`. */
static void gemm_4x8_4x4_store8(
    __global int *const c, const int room,
    const int alpha, const int8 product, const int beta)
{
    const int8 value = alpha * product;
    if (room >= 8) {
        vstore8(beta == 0 ? value : value + beta * vload8(0, c), 0, c);
        return;
    }
    if (room > 0)
        c[0] = beta == 0 ? value.s0 : value.s0 + beta * c[0];
    if (room > 1)
        c[1] = beta == 0 ? value.s1 : value.s1 + beta * c[1];
    if (room > 2)
        c[2] = beta == 0 ? value.s2 : value.s2 + beta * c[2];
    if (room > 3)
        c[3] = beta == 0 ? value.s3 : value.s3 + beta * c[3];
    if (room > 4)
        c[4] = beta == 0 ? value.s4 : value.s4 + beta * c[4];
    if (room > 5)
        c[5] = beta == 0 ? value.s5 : value.s5 + beta * c[5];
    if (room > 6)
        c[6] = beta == 0 ? value.s6 : value.s6 + beta * c[6];
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void gemm_4x8_4x4(
    const int M, const int N, const int K, const int alpha,
    __global const uchar *restrict A, const int lda,
    __global const char *restrict B, const int ldb,
    const int beta,
    __global int *restrict C, const int ldc)
{
    const int depth = alpha == 0 ? 0 : K;
    const int row = get_global_id(1) * 4;
    const int column = get_global_id(0) * 8;
    const long a_row_0 = (long)min(row, M - 1) * lda;
    const long a_row_1 = (long)min(row + 1, M - 1) * lda;
    const long a_row_2 = (long)min(row + 2, M - 1) * lda;
    const long a_row_3 = (long)min(row + 3, M - 1) * lda;

    int8 c_0_0 = 0, c_1_0 = 0, c_2_0 = 0, c_3_0 = 0;

    const bool whole = column + 8 <= N;
    int k = 0;
    for (; whole && k + 4 <= depth; k += 4) {
        const long b_line = (long)k * ldb;
        const int4 a_0 = convert_int4(vload4(0, A + a_row_0 + k));
        const int4 a_1 = convert_int4(vload4(0, A + a_row_1 + k));
        const int4 a_2 = convert_int4(vload4(0, A + a_row_2 + k));
        const int4 a_3 = convert_int4(vload4(0, A + a_row_3 + k));
        const int8 b_0 = convert_int8(vload8(0, B + b_line + column));
        const int8 b_1 = convert_int8(vload8(0, B + b_line + column + ldb));
        const int8 b_2 = convert_int8(vload8(0, B + b_line + column + (long)2 * ldb));
        const int8 b_3 = convert_int8(vload8(0, B + b_line + column + (long)3 * ldb));

        c_0_0 = (int8)(a_0.s0) * b_0 + c_0_0;
        c_1_0 = (int8)(a_1.s0) * b_0 + c_1_0;
        c_2_0 = (int8)(a_2.s0) * b_0 + c_2_0;
        c_3_0 = (int8)(a_3.s0) * b_0 + c_3_0;
        c_0_0 = (int8)(a_0.s1) * b_1 + c_0_0;
        c_1_0 = (int8)(a_1.s1) * b_1 + c_1_0;
        c_2_0 = (int8)(a_2.s1) * b_1 + c_2_0;
        c_3_0 = (int8)(a_3.s1) * b_1 + c_3_0;
        c_0_0 = (int8)(a_0.s2) * b_2 + c_0_0;
        c_1_0 = (int8)(a_1.s2) * b_2 + c_1_0;
        c_2_0 = (int8)(a_2.s2) * b_2 + c_2_0;
        c_3_0 = (int8)(a_3.s2) * b_2 + c_3_0;
        c_0_0 = (int8)(a_0.s3) * b_3 + c_0_0;
        c_1_0 = (int8)(a_1.s3) * b_3 + c_1_0;
        c_2_0 = (int8)(a_2.s3) * b_3 + c_2_0;
        c_3_0 = (int8)(a_3.s3) * b_3 + c_3_0;
    }

    /* The remainder of K, and all of K where the tile crosses an edge, one element at a time. */
    for (; k < depth; ++k) {
        const long b_line = (long)k * ldb;
        const int a_0 = (int)A[a_row_0 + k];
        const int a_1 = (int)A[a_row_1 + k];
        const int a_2 = (int)A[a_row_2 + k];
        const int a_3 = (int)A[a_row_3 + k];
        const int8 b_0 = gemm_4x8_4x4_load8_i8_clamped(B + b_line, column, N - 1);

        c_0_0 = (int8)(a_0) * b_0 + c_0_0;
        c_1_0 = (int8)(a_1) * b_0 + c_1_0;
        c_2_0 = (int8)(a_2) * b_0 + c_2_0;
        c_3_0 = (int8)(a_3) * b_0 + c_3_0;
    }

    if (row < M) {
        gemm_4x8_4x4_store8(C + (long)row * ldc + column, N - column, alpha, c_0_0, beta);
    }
    if (row + 1 < M) {
        gemm_4x8_4x4_store8(C + (long)(row + 1) * ldc + column, N - column, alpha, c_1_0, beta);
    }
    if (row + 2 < M) {
        gemm_4x8_4x4_store8(C + (long)(row + 2) * ldc + column, N - column, alpha, c_2_0, beta);
    }
    if (row + 3 < M) {
        gemm_4x8_4x4_store8(C + (long)(row + 3) * ldc + column, N - column, alpha, c_3_0, beta);
    }
}
