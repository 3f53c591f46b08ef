/*
 * block_read_4x1_1x8.h: OpenCL C source of C = alpha * A * B + beta * C, column-major, f32.
 * Made by clgemm 0.1.0: clgemm-gen --preset block_read_4x1_1x8
 *
 *     program = clCreateProgramWithSource(context, BLOCK_READ_4X1_1X8_SOURCE_COUNT,
 *                                         (const char **)block_read_4x1_1x8_source, NULL, &status);
 */
#ifndef BLOCK_READ_4X1_1X8_H
#define BLOCK_READ_4X1_1X8_H

#define BLOCK_READ_4X1_1X8_TILE_M 8 /* rows of C per work-group */
#define BLOCK_READ_4X1_1X8_TILE_N 4 /* columns of C per work-group */
#define BLOCK_READ_4X1_1X8_LOCAL_0 8 /* work-items per work-group, dimension 0 */
#define BLOCK_READ_4X1_1X8_LOCAL_1 1 /* work-items per work-group, dimension 1 */
#define BLOCK_READ_4X1_1X8_SUB_GROUP_SIZE 8 /* required size of the sub-groups */
#define BLOCK_READ_4X1_1X8_LOCAL_BYTES 0 /* bytes of local memory per work-group */
#define BLOCK_READ_4X1_1X8_BUILD_OPTIONS ""

/* Kernels, in the order of their launch. */
#define BLOCK_READ_4X1_1X8_ENTRY_COPY_A "block_read_4x1_1x8_copy_a"
#define BLOCK_READ_4X1_1X8_ENTRY_COPY_B "block_read_4x1_1x8_copy_b"
#define BLOCK_READ_4X1_1X8_ENTRY_MULTIPLY "block_read_4x1_1x8"

/* The source, one string per line. */
#define BLOCK_READ_4X1_1X8_SOURCE_COUNT 118
static const char *const block_read_4x1_1x8_source[BLOCK_READ_4X1_1X8_SOURCE_COUNT] = {
    "/*\n",
    " * block_read_4x1_1x8: C = alpha * A * B + beta * C\n",
    " *\n",
    " * Single precision, column-major; M a multiple of 8, N a multiple of 4, K a multiple of 8.\n",
    " *\n",
    " *   K        columns of op(A), rows of op(B)\n",
    " *   alpha    scales the product; 0: neither A nor B is read\n",
    " *   A_image  op(A), padded with zeros\n",
    " *   B_image  op(B), padded with zeros\n",
    " *   beta     scales C before the update; 0: C is not read\n",
    " *   C        M x N, column-major\n",
    " *   ldc      leading dimension of C, in elements (>= M)\n",
    " *\n",
    " * A work-item computes 4 x 1 elements of C: 4 along N by 1 along M.\n",
    " * A work-group computes 4 along N by 8 along M.\n",
    " * Launch after block_read_4x1_1x8_copy_a and block_read_4x1_1x8_copy_b:\n",
    " *   local size {8, 1}, global size {8 * ceil(M / 8), ceil(N / 4)}.\n",
    " * Needs cl_intel_subgroups and cl_intel_required_subgroup_size; sub-groups of 8 work-items.\n",
    " * Images have at most 8192 x 8192 texels: M at most 8192, N at most 8192, K at most 8192.\n",
    " * A_image has 16 * ceil(M / 16) x 8 * ceil(K / 8) texels of CL_R, CL_FLOAT.\n",
    " * B_image has 16 * ceil(K / 16) x 4 * ceil(N / 4) texels of CL_R, CL_FLOAT.\n",
    " * No guards: with other sizes the kernel reads and writes out of bounds.\n",
    " *\n",
    " * Made by clgemm 0.1.0: clgemm-gen --preset block_read_4x1_1x8\n",
    " */\n",
    "\n",
    "/*\n",
    " * Copies op(A) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.\n",
    " * A is M x K, column-major, leading dimension lda.\n",
    " * Launch: local size {16, 8}, global size {16 * ceil(M / 16), 8 * ceil(K / 8)}.\n",
    " */\n",
    "__kernel __attribute__((reqd_work_group_size(16, 8, 1)))\n",
    "void block_read_4x1_1x8_copy_a(\n",
    "    const int M, const int K,\n",
    "    __global const float *restrict A, const int lda,\n",
    "    __write_only image2d_t A_image)\n",
    "{\n",
    "    const int x = get_global_id(0);\n",
    "    const int y = get_global_id(1);\n",
    "    float value = 0.0f;\n",
    "    if (x < M && y < K)\n",
    "        value = A[(long)y * lda + x];\n",
    "    write_imagef(A_image, (int2)(x, y), (float4)(value, 0.0f, 0.0f, 0.0f));\n",
    "}\n",
    "\n",
    "/*\n",
    " * Copies op(B) into an image, one element per texel: each column becomes a row of texels. Zero beyond the edges.\n",
    " * B is K x N, column-major, leading dimension ldb.\n",
    " * Launch: local size {16, 4}, global size {16 * ceil(K / 16), 4 * ceil(N / 4)}.\n",
    " */\n",
    "__kernel __attribute__((reqd_work_group_size(16, 4, 1)))\n",
    "void block_read_4x1_1x8_copy_b(\n",
    "    const int N, const int K,\n",
    "    __global const float *restrict B, const int ldb,\n",
    "    __write_only image2d_t B_image)\n",
    "{\n",
    "    const int x = get_global_id(0);\n",
    "    const int y = get_global_id(1);\n",
    "    float value = 0.0f;\n",
    "    if (x < K && y < N)\n",
    "        value = B[(long)y * ldb + x];\n",
    "    write_imagef(B_image, (int2)(x, y), (float4)(value, 0.0f, 0.0f, 0.0f));\n",
    "}\n",
    "\n",
    "/* C = alpha * product + beta * C for 4 elements, one per column. */\n",
    "static void block_read_4x1_1x8_store4(\n",
    "    __global float *const c, const int ldc,\n",
    "    const float alpha, const float4 product, const float beta)\n",
    "{\n",
    "    const float4 value = alpha * product;\n",
    "    c[0] = beta == 0.0f ? value.s0 : value.s0 + beta * c[0];\n",
    "    c[ldc] = beta == 0.0f ? value.s1 : value.s1 + beta * c[ldc];\n",
    "    c[(long)2 * ldc] = beta == 0.0f ? value.s2 : value.s2 + beta * c[(long)2 * ldc];\n",
    "    c[(long)3 * ldc] = beta == 0.0f ? value.s3 : value.s3 + beta * c[(long)3 * ldc];\n",
    "}\n",
    "\n",
    "__kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n",
    "__attribute__((intel_reqd_sub_group_size(8)))\n",
    "void block_read_4x1_1x8(\n",
    "    const int K, const float alpha,\n",
    "    __read_only image2d_t A_image,\n",
    "    __read_only image2d_t B_image,\n",
    "    const float beta,\n",
    "    __global float *restrict C, const int ldc)\n",
    "{\n",
    "    const int depth = alpha == 0.0f ? 0 : K;\n",
    "    const int lane = get_local_id(0);\n",
    "    const int first_row = get_group_id(0) * 8;\n",
    "    const int row = first_row + lane;\n",
    "    const int column = get_group_id(1) * 4;\n",
    "\n",
    "    float4 c_0_0 = 0.0f;\n",
    "\n",
    "    for (int k = 0; k < depth; k += 8) {\n",
    "        const float4 b_0 = as_float4(intel_sub_group_block_read4(B_image, (int2)(k * 4, column)));\n",
    "        const float8 a_0 = as_float8(intel_sub_group_block_read8(A_image, (int2)(first_row * 4, k)));\n",
    "\n",
    "        /* The tile's columns 0 to 3. */\n",
    "        const float4 b_0_of_0 = intel_sub_group_shuffle(b_0, 0);\n",
    "        c_0_0 = mad(b_0_of_0, (float4)(a_0.s0), c_0_0);\n",
    "        const float4 b_0_of_1 = intel_sub_group_shuffle(b_0, 1);\n",
    "        c_0_0 = mad(b_0_of_1, (float4)(a_0.s1), c_0_0);\n",
    "        const float4 b_0_of_2 = intel_sub_group_shuffle(b_0, 2);\n",
    "        c_0_0 = mad(b_0_of_2, (float4)(a_0.s2), c_0_0);\n",
    "        const float4 b_0_of_3 = intel_sub_group_shuffle(b_0, 3);\n",
    "        c_0_0 = mad(b_0_of_3, (float4)(a_0.s3), c_0_0);\n",
    "        const float4 b_0_of_4 = intel_sub_group_shuffle(b_0, 4);\n",
    "        c_0_0 = mad(b_0_of_4, (float4)(a_0.s4), c_0_0);\n",
    "        const float4 b_0_of_5 = intel_sub_group_shuffle(b_0, 5);\n",
    "        c_0_0 = mad(b_0_of_5, (float4)(a_0.s5), c_0_0);\n",
    "        const float4 b_0_of_6 = intel_sub_group_shuffle(b_0, 6);\n",
    "        c_0_0 = mad(b_0_of_6, (float4)(a_0.s6), c_0_0);\n",
    "        const float4 b_0_of_7 = intel_sub_group_shuffle(b_0, 7);\n",
    "        c_0_0 = mad(b_0_of_7, (float4)(a_0.s7), c_0_0);\n",
    "    }\n",
    "\n",
    "    block_read_4x1_1x8_store4(C + (long)column * ldc + row, ldc, alpha, c_0_0, beta);\n",
    "}\n"
};
#define BLOCK_READ_4X1_1X8_SOURCE_HASH 0x1d0edff4 /* the launcher checks it */

#endif
