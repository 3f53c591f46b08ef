/* The kernels of the probes; only traits.c includes this. OpenCL's own names live here. */
#pragma once

#include "harness/opencl/traits.h"

/* Each kernel gets 32 input values 0..31 (a buffer, or an 8 x 4 image), runs as work-groups of
 * eight and must write 32 values: those of `expected`. */
enum {
    PROBE_ITEMS = 32,
    PROBE_WIDTH = 8
};

enum expected {
    EXPECT_SAME,      /* what it was given */
    EXPECT_NEIGHBOUR, /* the value of the next but one lane, of eight */
    EXPECT_PARTNER    /* the value of the lane with the lowest bit of its number changed */
};

struct probe {
    const char *name, *words;
    const char *extension; /* must be announced as well; NULL: none */
    enum expected expected;
    cl_channel_type image; /* the input is an image of CL_R with such channels; 0: a buffer */
    const char *source;
};

/* Writes the input into an image. */
#define FILL                                                                                       \
    "kernel void fill(write_only image2d_t to, global const float *from)\n"                        \
    "{\n"                                                                                          \
    "    int2 at = (int2)(get_global_id(0) % 8, get_global_id(0) / 8);\n"                          \
    "    write_imagef(to, at, (float4)(from[get_global_id(0)], 0, 0, 1));\n"                       \
    "}\n"

/* Does that by one kernel and reads it by the other. */
#define IMAGE_ROUND_TRIP                                                                           \
    FILL "constant sampler_t nearest =\n"                                                          \
         "    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"             \
         "kernel void probe(read_only image2d_t from, global float *to)\n"                         \
         "{\n"                                                                                     \
         "    int2 at = (int2)(get_global_id(0) % 8, get_global_id(0) / 8);\n"                     \
         "    to[get_global_id(0)] = read_imagef(from, nearest, at).x;\n"                          \
         "}\n"

static const struct probe probes[FEATURE_COUNT] = {
    [FEATURE_IMAGES] = {"images", "images (CL_R, CL_FLOAT)", NULL, EXPECT_SAME, CL_FLOAT,
                        IMAGE_ROUND_TRIP},
    [FEATURE_HALF_IMAGES] = {"half_images", "images (CL_R, CL_HALF_FLOAT)", NULL, EXPECT_SAME,
                             CL_HALF_FLOAT, IMAGE_ROUND_TRIP},
    [FEATURE_INTEL_SHUFFLE] =
        {"intel_shuffle", "intel_sub_group_shuffle", "cl_intel_required_subgroup_size",
         EXPECT_NEIGHBOUR, 0,
         "#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n"
         "__attribute__((intel_reqd_sub_group_size(8)))\n"
         "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
         "kernel void probe(global const float *from, global float *to)\n"
         "{\n"
         "    uint lane = get_sub_group_local_id();\n"
         "    float mine = from[get_global_id(0)];\n"
         "    to[get_global_id(0)] = intel_sub_group_shuffle(mine, (lane + 2) % 8);\n"
         "}\n"},
    [FEATURE_INTEL_BUFFER_BLOCK_READ] =
        {"intel_buffer_block_read", "intel_sub_group_block_read of buffers",
         "cl_intel_required_subgroup_size", EXPECT_SAME, 0,
         "#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n"
         "__attribute__((intel_reqd_sub_group_size(8)))\n"
         "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
         "kernel void probe(global const float *from, global float *to)\n"
         "{\n"
         "    global const uint *block = (global const uint *)from + get_group_id(0) * 8;\n"
         "    to[get_global_id(0)] = as_float(intel_sub_group_block_read(block));\n"
         "}\n"},
    [FEATURE_INTEL_IMAGE_BLOCK_READ] =
        {"intel_image_block_read", "intel_sub_group_block_read of images",
         "cl_intel_required_subgroup_size", EXPECT_SAME, CL_FLOAT,
         "#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n" FILL
         "__attribute__((intel_reqd_sub_group_size(8)))\n"
         "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
         "kernel void probe(read_only image2d_t from, global float *to)\n"
         "{\n"
         "    int2 at = (int2)(0, get_group_id(0));\n"
         "    to[get_global_id(0)] = as_float(intel_sub_group_block_read(from, at));\n"
         "}\n"},
    [FEATURE_KHR_SHUFFLE] =
        {"khr_shuffle", "sub_group_shuffle", "cl_khr_subgroup_shuffle", EXPECT_PARTNER, 0,
         "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
         "#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable\n"
         "kernel void probe(global const float *from, global float *to)\n"
         "{\n"
         "    float mine = from[get_global_id(0)];\n"
         "    to[get_global_id(0)] = sub_group_shuffle(mine, get_sub_group_local_id() ^ 1);\n"
         "}\n"},
    [FEATURE_NVIDIA_SHUFFLE] = {"nvidia_shuffle", "shfl.sync in inline PTX",
                                "cl_nv_compiler_options", EXPECT_NEIGHBOUR, 0,
                                "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
                                "kernel void probe(global const float *from, global float *to)\n"
                                "{\n"
                                "    uint lane = (get_local_id(0) + 2) % 8;\n"
                                "    float mine = from[get_global_id(0)];\n"
                                "    float other;\n"
                                "    asm volatile(\"shfl.sync.idx.b32 %0, %1, %2, 0x181f, 0xff;\"\n"
                                "                 : \"=f\"(other) : \"f\"(mine), \"r\"(lane));\n"
                                "    to[get_global_id(0)] = other;\n"
                                "}\n"},
    [FEATURE_FP64] = {"fp64", "double", "cl_khr_fp64", EXPECT_SAME, 0,
                      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                      "kernel void probe(global const float *from, global float *to)\n"
                      "{\n"
                      "    double third = (double)from[get_global_id(0)] / 3.0;\n"
                      "    to[get_global_id(0)] = (float)(third * 3.0);\n"
                      "}\n"},
    [FEATURE_FP16] = {"fp16", "half", "cl_khr_fp16", EXPECT_SAME, 0,
                      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                      "kernel void probe(global const float *from, global float *to)\n"
                      "{\n"
                      "    half twice = (half)from[get_global_id(0)] * (half)2.0f;\n"
                      "    to[get_global_id(0)] = (float)(twice / (half)2.0f);\n"
                      "}\n"},
};
