/*
 * Fragments of the engines that have a file of their own, for the table of engines.
 */
#pragma once

#include "gen/family/matrix/engine.h"

/* What rows of fragments have from their element. */
#define OF_BF16                                                                                    \
    .element = "bf16", .product = "f32", .sum = "f32", .cell = "ushort", .cell_bytes = 2,          \
    .sum_type = "f32"
#define OF_F16                                                                                     \
    .element = "f16", .product = "f32", .sum = "f32", .cell = "ushort", .cell_bytes = 2,           \
    .sum_type = "f32"
#define OF_I8 .element = "i8", .product = "i32", .sum = "i32", .cell = "uchar", .cell_bytes = 1
#define OF_U8 .element = "u8", .product = "i32", .sum = "i32", .cell = "uchar", .cell_bytes = 1
#define OF_REAL_BYTES(left, right)                                                                 \
    .element = right, .element_left = left, .product = "f32", .sum = "f32", .cell = "uchar",       \
    .cell_bytes = 1, .sum_type = "f32"
#define OF_F64                                                                                     \
    .element = "f64", .product = "f64", .sum = "f64", .cell = "double", .cell_bytes = 8,           \
    .held = "double", .together = 1, .type = "f64", .sum_type = "f64"
#define OF_F32                                                                                     \
    .element = "f32", .product = "f32", .sum = "f32", .cell = "float", .cell_bytes = 4,            \
    .held = "float", .together = 1
#define OF_TF32                                                                                    \
    .element = "f32", .product = "tf32", .sum = "f32", .cell = "float", .cell_bytes = 4,           \
    .together = 1, .rounding = "mma/round_tf32", .emulated_rounding = "mma/round_tf32_emulated",   \
    .type = "tf32", .sum_type = "f32"
#define OF_3XTF32                                                                                  \
    .element = "f32", .product = "3xtf32", .sum = "f32", .cell = "float", .cell_bytes = 4,         \
    .part = "f32", .together = 1, .rounding = "mma/split_tf32",                                    \
    .emulated_rounding = "mma/split_tf32", .type = "tf32", .sum_type = "f32"
/* Lanes split singles; an engine that reads tiles by itself finds both parts there. */
#define OF_SPLIT_BF16                                                                              \
    .element = "f32", .product = "bf16x3", .sum = "f32", .part = "bf16",                           \
    .rounding = "matrix/split_bf16", .emulated_rounding = "matrix/split_bf16", .sum_type = "f32"
#define OF_BF16X3 OF_SPLIT_BF16, .cell = "float", .cell_bytes = 4
#define OF_BF16X3_DESCRIBED OF_SPLIT_BF16, .cell = "ushort", .cell_bytes = 2

extern const struct fragment dpas_fragments[], dpas16_fragments[];
extern const struct fragment mfma_fragments[], mfma94_fragments[];
extern const struct fragment wmma_fragments[], wmma12_fragments[];
