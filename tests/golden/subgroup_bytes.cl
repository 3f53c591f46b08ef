/*
 * gemm_8x2_2x8: C = 3 * A * B + C
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
 * A work-item computes 8 x 2 elements of C: 8 along N by 2 along M.
 * A work-group computes 16 along N by 16 along M.
 * Launch after gemm_8x2_2x8_transpose_a and gemm_8x2_2x8_copy_b, before gemm_8x2_2x8_unpad_c:
 *   local size {8, 2}, global size {8 * ceil(M / 16), 2 * ceil(N / 16)}.
 * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.
 * Images have at most 8192 x 8192 texels: N at most 8192, K at most 8192.
 *
 * Made by clgemm 0.1.0: clgemm-gen --type i8 --alpha 3 --beta 1 --edges pad --share shuffle --access-b image --pretranspose a --tile 8x2 --wg 2x8 --sub-groups intel
 */

__constant sampler_t gemm_8x2_2x8_texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

/*
 * Copies op(B) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.
 * B is K x N, column-major, leading dimension ldb.
 * Launch: local size {16, 16}, global size {16 * ceil(K / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_8x2_2x8_copy_b(
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
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(8 * ceil(K / 8) / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_8x2_2x8_transpose_a(
    const int M, const int K,
    __global const char *restrict A, const int lda,
    __global char *restrict A_transposed)
{
    const int stride = (K + 7) / 8 * 8;
    __local char tile[16][17]; /* one element of padding against bank conflicts */
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    tile[j][i] = x < M && y < K ? A[(long)y * lda + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int line = get_group_id(0) * 16 + j;
    const int place = get_group_id(1) * 16 + i;
    if (place < stride)
        A_transposed[(long)line * stride + place] = tile[i][j];
}

/*
 * Updates C from a workspace of whole tiles. Leading dimension of C_padded: `stride`.
 * C is M x N, column-major, leading dimension ldc.
 * Launch: local size {16, 16}, global size {16 * ceil(M / 16), 16 * ceil(N / 16)}.
 */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_8x2_2x8_unpad_c(
    const int M, const int N,
    __global const int *restrict C_padded,
    __global int *restrict C, const int ldc)
{
    const int stride = (M + 15) / 16 * 16;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= M || y >= N)
        return;
    const int value = C_padded[(long)y * stride + x];
    const long place = (long)y * ldc + x;
    C[place] = value + C[place];
}

/* C_padded = 3 * product for 8 elements, one per column. */
static void gemm_8x2_2x8_store8(
    __global int *const c, const int ldc,
    const int8 product)
{
    const int8 value = 3 * product;
    c[0] = value.s0;
    c[ldc] = value.s1;
    c[(long)2 * ldc] = value.s2;
    c[(long)3 * ldc] = value.s3;
    c[(long)4 * ldc] = value.s4;
    c[(long)5 * ldc] = value.s5;
    c[(long)6 * ldc] = value.s6;
    c[(long)7 * ldc] = value.s7;
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
__attribute__((intel_reqd_sub_group_size(8)))
void gemm_8x2_2x8(
    const int M, const int N, const int K,
    __global const char *restrict A_transposed,
    __read_only image2d_t B_image,
    __global int *restrict C_padded)
{
    const int lda = (K + 7) / 8 * 8;
    const int ldc = (M + 15) / 16 * 16;
    const int lane = get_local_id(0);
    const int column = get_group_id(1) * 16 + get_local_id(1) * 8;
    const int row = get_group_id(0) * 16 + lane;
    const long a_row = (long)row * lda;

    int8 c_0_0 = 0, c_0_1 = 0;

    for (int k = 0; k < K; k += 8) {
        const int own_k = k + lane;
        const int8 b_0 = (int8)(
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column)).x,
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column + 1)).x,
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column + 2)).x,
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column + 3)).x,
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column + 4)).x,
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column + 5)).x,
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column + 6)).x,
            read_imagei(B_image, gemm_8x2_2x8_texel, (int2)(own_k, column + 7)).x);
        const int8 a_0 = (int8)(
            (int)A_transposed[a_row + k],
            (int)A_transposed[a_row + k + 1],
            (int)A_transposed[a_row + k + 2],
            (int)A_transposed[a_row + k + 3],
            (int)A_transposed[a_row + k + 4],
            (int)A_transposed[a_row + k + 5],
            (int)A_transposed[a_row + k + 6],
            (int)A_transposed[a_row + k + 7]);
        const int8 a_1 = (int8)(
            (int)A_transposed[a_row + k + (long)8 * lda],
            (int)A_transposed[a_row + k + 1 + (long)8 * lda],
            (int)A_transposed[a_row + k + 2 + (long)8 * lda],
            (int)A_transposed[a_row + k + 3 + (long)8 * lda],
            (int)A_transposed[a_row + k + 4 + (long)8 * lda],
            (int)A_transposed[a_row + k + 5 + (long)8 * lda],
            (int)A_transposed[a_row + k + 6 + (long)8 * lda],
            (int)A_transposed[a_row + k + 7 + (long)8 * lda]);

        /* The tile's columns 0 to 7. */
        const int8 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);
        c_0_0 = b_0_of_0 * (int8)(a_0.s0) + c_0_0;
        c_0_1 = b_0_of_0 * (int8)(a_1.s0) + c_0_1;
        const int8 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);
        c_0_0 = b_0_of_1 * (int8)(a_0.s1) + c_0_0;
        c_0_1 = b_0_of_1 * (int8)(a_1.s1) + c_0_1;
        const int8 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);
        c_0_0 = b_0_of_2 * (int8)(a_0.s2) + c_0_0;
        c_0_1 = b_0_of_2 * (int8)(a_1.s2) + c_0_1;
        const int8 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);
        c_0_0 = b_0_of_3 * (int8)(a_0.s3) + c_0_0;
        c_0_1 = b_0_of_3 * (int8)(a_1.s3) + c_0_1;
        const int8 b_0_of_4 = intel_sub_group_shuffle(b_0, 4);
        c_0_0 = b_0_of_4 * (int8)(a_0.s4) + c_0_0;
        c_0_1 = b_0_of_4 * (int8)(a_1.s4) + c_0_1;
        const int8 b_0_of_5 = intel_sub_group_shuffle(b_0, 5);
        c_0_0 = b_0_of_5 * (int8)(a_0.s5) + c_0_0;
        c_0_1 = b_0_of_5 * (int8)(a_1.s5) + c_0_1;
        const int8 b_0_of_6 = intel_sub_group_shuffle(b_0, 6);
        c_0_0 = b_0_of_6 * (int8)(a_0.s6) + c_0_0;
        c_0_1 = b_0_of_6 * (int8)(a_1.s6) + c_0_1;
        const int8 b_0_of_7 = intel_sub_group_shuffle(b_0, 7);
        c_0_0 = b_0_of_7 * (int8)(a_0.s7) + c_0_0;
        c_0_1 = b_0_of_7 * (int8)(a_1.s7) + c_0_1;
    }

    gemm_8x2_2x8_store8(C_padded + (long)column * ldc + row, ldc, c_0_0);
    gemm_8x2_2x8_store8(C_padded + (long)column * ldc + row + 8, ldc, c_0_1);
}
