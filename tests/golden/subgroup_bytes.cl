/*
 * gemm_2x1_2x4: C = 3 * A * B + C
 *
 * A in i8, B in i8, C in i32 integers, computed in i32, column-major.
 *
 *   M             rows of op(A) and C
 *   N             columns of op(B) and C; not read here
 *   K             columns of op(A), rows of op(B)
 *   A_transposed  A transposed, padded with zeros to whole tiles
 *   B_image       op(B), padded with zeros
 *   C_padded      the product, padded to whole tiles
 *
 * A work-item computes 2 x 1 elements of C: 2 along N by 1 along M.
 * A work-group computes 4 along N by 4 along M.
 * Launch after gemm_2x1_2x4_transpose_a and gemm_2x1_2x4_copy_b, before gemm_2x1_2x4_unpad_c:
 *   local size {4, 2}, global size {4 * ceil(M / 4), 2 * ceil(N / 4)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 4 work-items.
 * Images have at most 8192 x 8192 texels: N at most 8192, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --alpha 3 --beta 1 --edges pad --share shuffle --access-b image --pretranspose a --tile 2x1 --wg 2x4 --sub-groups intel
 */

__constant sampler_t gemm_2x1_2x4_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(B) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 4}, global size {16 * ceil(K / 16), 4 * ceil(N / 4)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void gemm_2x1_2x4_copy_b(
    const int N, const int K,
    __global const char *restrict B, const int ldb,
    __write_only image2d_t B_image)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    int value = 0;
    if (x < K && y < N)
        value = (int)B[(long)y * ldb + x];
    write_imagei(B_image, (int2)(x, y), (int4)(value, 0, 0, 0));
}

/*
 * Transposes A into a workspace of whole tiles, zero beyond its edges. Leading dimension of A_transposed: `stride`.
 * A is M x K, column-major, leading dimension lda.
 * Launch: local size {16, 16}, global size {16 * ceil(4 * ceil(M / 4) / 16), 16 * ceil(4 * ceil(K / 4) / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x1_2x4_transpose_a(
    const int M, const int K,
    __global const char *restrict A, const int lda,
    __global char *restrict A_transposed)
{
    const int stride = (K + 3) / 4 * 4;
    __local char tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    tile[j][i] = x < M && y < K ? A[(long)y * lda + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (line < (M + 3) / 4 * 4 && place < stride)
        A_transposed[(long)line * stride + place] = tile[i][j];
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, column-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_2x1_2x4_unpad_c(
    const int M, const int N,
    __global const int *restrict C_padded,
    __global int *restrict C, const int ldc)
{
    const int stride = (M + 3) / 4 * 4;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= M || y >= N)
        return;
    const int value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = value + C[place];
}

/* C_padded = 3 * product for 2 elements, one per column. */
static void gemm_2x1_2x4_store2(
    __global int *const c, const int ldc,
    const int2 product)
{
    const int2 value = 3 * product;
    c[0] = value.s0;
    c[ldc] = value.s1;
}

__kernel __attribute__((reqd_work_group_size(4, 2, 1)))
__attribute__((intel_reqd_sub_group_size(4)))
void gemm_2x1_2x4(
    const int M, const int N, const int K,
    __global const char *restrict A_transposed,
    __read_only image2d_t B_image,
    __global int *restrict C_padded)
{
    const int lda = (K + 3) / 4 * 4;
    const int ldc = (M + 3) / 4 * 4;
    const int lane = get_local_id(0);
    const int row = get_group_id(0) * 4 + lane;
    const int column = get_group_id(1) * 4 + get_local_id(1) * 2;
    const long a_row = (long)row * lda;

    int2 c_0_0 = 0;

    for (int k = 0; k < K; k += 4) {
        const int own_k = k + lane;
        const int2 b_0 = (int2)(
            read_imagei(B_image, gemm_2x1_2x4_texel, (int2)(own_k, column)).x,
            read_imagei(B_image, gemm_2x1_2x4_texel, (int2)(own_k, column + 1)).x);
        const int4 a_0 = (int4)(
            (int)A_transposed[a_row + k],
            (int)A_transposed[a_row + k + 1],
            (int)A_transposed[a_row + k + 2],
            (int)A_transposed[a_row + k + 3]);

        /* The tile's columns 0 to 1. */
        const int2 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);
        c_0_0 = b_0_of_0 * (int2)(a_0.s0) + c_0_0;
        const int2 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);
        c_0_0 = b_0_of_1 * (int2)(a_0.s1) + c_0_0;
        const int2 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);
        c_0_0 = b_0_of_2 * (int2)(a_0.s2) + c_0_0;
        const int2 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);
        c_0_0 = b_0_of_3 * (int2)(a_0.s3) + c_0_0;
    }

    gemm_2x1_2x4_store2(C_padded + (long)column * ldc + row, ldc, c_0_0);
}
