/*
 * Fragments of Intel's engine, in the lanes of sub-groups of 8 (Xe-HPG: DG2) and of 16 (Xe-HPC: PVC).
 *
 * Source: the OpenCL extension cl_intel_subgroup_matrix_multiply_accumulate, "Overview" and "New OpenCL C Functions". A: element m of a lane's
 * vector is row m, and holds 32 bits along K in sub-groups of 8, 16 in those of 16; lane l has the ones from bit 32 l, or 16 l, on.
 * B: lane n has column n, 32 bits along K in each element of its vector. C: lane n has column n, element m is row m.
 */
#include "gen/family/matrix/engines.h"

const struct fragment dpas_fragments[] = {
    {OF_BF16, .m = 8, .n = 8, .k = 16, .together = 2, .held = "int", .type = "bf16"},
    {OF_F16, .m = 8, .n = 8, .k = 16, .together = 2, .held = "int", .type = "f16"},
    {OF_I8, .m = 8, .n = 8, .k = 32, .together = 4, .held = "int", .type = "i8", .sum_type = "i32"},
    {OF_U8, .m = 8, .n = 8, .k = 32, .together = 4, .held = "uint", .type = "u8",
     .sum_type = "i32"},
    {OF_BF16X3, .m = 8, .n = 8, .k = 16, .together = 2, .held = "int", .type = "bf16"},
    {.element = NULL},
};

const struct fragment dpas16_fragments[] = {
    {OF_BF16, .m = 8, .n = 16, .k = 16, .together = 2, .held = "int", .together_left = 1,
     .held_left = "short", .type = "bf16"},
    {OF_F16, .m = 8, .n = 16, .k = 16, .together = 2, .held = "int", .together_left = 1,
     .held_left = "short", .type = "f16"},
    {OF_I8, .m = 8, .n = 16, .k = 32, .together = 4, .held = "int", .together_left = 2,
     .held_left = "short", .type = "i8", .sum_type = "i32"},
    {OF_U8, .m = 8, .n = 16, .k = 32, .together = 4, .held = "uint", .together_left = 2,
     .held_left = "ushort", .type = "u8", .sum_type = "i32"},
    {OF_BF16X3, .m = 8, .n = 16, .k = 16, .together = 2, .held = "int", .together_left = 1,
     .held_left = "short", .type = "bf16"},
    {.element = NULL},
};
