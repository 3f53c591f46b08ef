/*
 * Fragments of AMD's engines: mfma of CDNA, on waves of 64 work-items, and wmma of RDNA, on waves of 32.
 *
 * Sources: the builtins in clang/include/clang/Basic/BuiltinsAMDGPU.def of LLVM (their gfx12 forms: its pull request 77795); the layouts as the ISA guides of CDNA 3,
 * RDNA 3 and RDNA 4 and getSingleSubgroupLayout of IREE's IREEGPUAttrs.cpp have them. Lane l has row l % 16 of A and column l % 16 of B and C; as many
 * elements of K as all 64 (mfma), 32 (wmma of gfx12) or 16 lanes (wmma of gfx11, whose lanes l and l + 16 have the same) leave to each. Of C it has
 * rows 4 (l / 16) to 4 (l / 16) + 3 (mfma; of doubles l / 16 and every fourth one), every second one from l / 16 on (gfx11), or rows 8 (l / 16) to
 * 8 (l / 16) + 7 (gfx12).
 */
#include "gen/family/matrix/engines.h"

/* What gfx90a and gfx942 have in common. */
#define CDNA_BF16                                                                                  \
    OF_BF16, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "bf16_1k",          \
             .taken_as = "short4"
#define CDNA_F16                                                                                   \
    OF_F16, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "f16",               \
            .taken_as = "half4", .extension = "cl_khr_fp16"
#define CDNA_F32 OF_F32, .m = 16, .n = 16, .k = 4, .type = "f32", .sum_type = "f32"
#define CDNA_BF16X3                                                                                \
    OF_BF16X3, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "bf16_1k",        \
               .taken_as = "short4"
#define CDNA_F64 OF_F64, .m = 16, .n = 16, .k = 4, .rows_apart = 4

/* Of gfx90a. */
const struct fragment mfma_fragments[] = {
    {CDNA_BF16},
    {CDNA_F16},
    {CDNA_F32},
    {CDNA_BF16X3},
    {CDNA_F64},
    {OF_I8, .m = 16, .n = 16, .k = 16, .together = 4, .held = "uint", .type = "i8",
     .sum_type = "i32", .taken_as = "int"},
    {.element = NULL},
};

/* Of gfx942. It has numbers of 8 bits too, but others than e4m3 and e5m2: with exponents one larger, no -0, and NaN in its place. */
const struct fragment mfma94_fragments[] = {
    {CDNA_BF16},
    {CDNA_F16},
    {CDNA_F32},
    {CDNA_BF16X3},
    {CDNA_F64},
    {OF_I8, .m = 16, .n = 16, .k = 32, .together = 4, .held = "uint", .type = "_i8",
     .sum_type = "i32", .taken_as = "long"},
    {.element = NULL},
};

/* Of gfx11. */
const struct fragment wmma_fragments[] = {
    {OF_BF16, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "bf16_w32",
     .taken_as = "short16"},
    {OF_F16, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "f16_w32",
     .taken_as = "half16", .extension = "cl_khr_fp16"},
    {OF_I8, .m = 16, .n = 16, .k = 16, .together = 4, .held = "uint", .type = "iu8_w32",
     .sum_type = "i32", .taken_as = "int4"},
    {OF_U8, .m = 16, .n = 16, .k = 16, .together = 4, .held = "uint", .type = "iu8_w32",
     .sum_type = "i32", .taken_as = "int4"},
    {OF_BF16X3, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "bf16_w32",
     .taken_as = "short16"},
    {.element = NULL},
};

#define RDNA4_OF_BYTES(left, right, words)                                                         \
    {                                                                                              \
        OF_REAL_BYTES(left, right), .m = 16, .n = 16, .k = 16, .together = 4, .held = "uint",      \
                                    .type = words "_w32_gfx12", .taken_as = "int2"                 \
    }

/* Of gfx12. */
const struct fragment wmma12_fragments[] = {
    {OF_BF16, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "bf16_w32_gfx12",
     .taken_as = "short8"},
    {OF_F16, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "f16_w32_gfx12",
     .taken_as = "half8", .extension = "cl_khr_fp16"},
    {OF_I8, .m = 16, .n = 16, .k = 16, .together = 4, .held = "uint", .type = "iu8_w32_gfx12",
     .sum_type = "i32", .taken_as = "int2"},
    {OF_U8, .m = 16, .n = 16, .k = 16, .together = 4, .held = "uint", .type = "iu8_w32_gfx12",
     .sum_type = "i32", .taken_as = "int2"},
    RDNA4_OF_BYTES("e4m3", "e5m2", "fp8_bf8"),
    RDNA4_OF_BYTES("e5m2", "e4m3", "bf8_fp8"),
    RDNA4_OF_BYTES("e4m3", "e4m3", "fp8_fp8"),
    RDNA4_OF_BYTES("e5m2", "e5m2", "bf8_bf8"),
    {OF_BF16X3, .m = 16, .n = 16, .k = 16, .together = 2, .held = "uint", .type = "bf16_w32_gfx12",
     .taken_as = "short8"},
    {.element = NULL},
};
