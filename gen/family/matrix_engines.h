/*
 * Fragments of the engines that have a file of their own, for the table of engines.
 */
#ifndef GEN_FAMILY_MATRIX_ENGINES_H
#define GEN_FAMILY_MATRIX_ENGINES_H

#include "gen/family/matrix.h"

/* What rows of fragments have from their element. */
#define OF_BF16                                                                                    \
    .element = "bf16", .product = "f32", .sum = "f32", .cell = "ushort", .sum_type = "f32"
#define OF_F16 .element = "f16", .product = "f32", .sum = "f32", .cell = "ushort", .sum_type = "f32"
#define OF_I8 .element = "i8", .product = "i32", .sum = "i32", .cell = "uchar"
#define OF_U8 .element = "u8", .product = "i32", .sum = "i32", .cell = "uchar"
#define OF_F64                                                                                     \
    .element = "f64", .product = "f64", .sum = "f64", .cell = "double", .held = "double",          \
    .together = 1, .type = "f64", .sum_type = "f64"
#define OF_F32                                                                                     \
    .element = "f32", .product = "f32", .sum = "f32", .cell = "float", .held = "float",            \
    .together = 1
#define OF_TF32                                                                                    \
    .element = "f32", .product = "tf32", .sum = "f32", .cell = "float", .together = 1,             \
    .rounding = "mma/round_tf32", .emulated_rounding = "mma/round_tf32_emulated",                  \
    .split = "3xtf32", .splitting = "mma/split_tf32", .type = "tf32", .sum_type = "f32"

extern const struct fragment dpas_fragments[], dpas16_fragments[];
extern const struct fragment mfma_fragments[], mfma94_fragments[];
extern const struct fragment wmma_fragments[], wmma12_fragments[];

#endif
