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
 * B_image has 16 * ceil(K / 16) x 4 * ceil(N / 4) texels of CL_R, CL_SIGNED_INT32.
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

/* ... */
