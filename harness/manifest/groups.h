/*
 * Elements of 4 bits in groups, as weight-only quantisation writes them, and of 8 bits
 * (doc/quantised.md). Scales, and zero points where there are such, lie apart: in companions, buffers beside that of the
 * quants.
 */
#pragma once

#include "harness/manifest/element.h"

/* A companion: so many elements of a type side by side, for so many of the matrix. */
struct companion {
    enum companion_kind kind;
    size_t numbers;
    enum element_type
        type; /* scales: element_scale; zero points: u8, two a byte, that of the first group in the lower half */
    size_t covers, lines; /* which are of so many lines */
};

enum {
    MOST_COMPANIONS = COMPANION_KINDS - 1
};

/* The companions of a matrix of a type, in the order of their kinds. Returns how many there are. */
size_t groups_companions(enum element_type type, struct companion list[MOST_COMPANIONS]);

/* Functions of types with companions follow. The block is what harness/manifest/quantised.h makes:
 * element_bytes of quants, and behind them what the companions have for it, one companion after the
 * other. */

/* Bytes of such a block. */
size_t groups_bytes(enum element_type type);

/* The functions of harness/manifest/quantised.h. Without zero points the scale, rounded to a half,
 * is twice the greatest magnitude by 15, and the zero point 8. With them it is the distance of the
 * ends, of which 0 lies between, by 15, and the zero point what is nearest to 0. Quants are the
 * nearest, halfway away from 0. Of 8 bits the scale has the greatest magnitude become the greatest
 * number of the type, and 16 digits, so that products with it are singles; as a power of 2 it is
 * that of this magnitude by that of this number. */
void groups_encode(enum element_type type, const float *values, void *block);

/* Of numbers of 8 bits: the scale of a block by itself, as it is stored, that of a block of whole
 * numbers, one that multiplies by 2 to the power of `shift` times as much, and the block with a
 * scale. */
double groups_scale(enum element_type type, const float *values);
double groups_scale_of_whole(enum element_type type);
double groups_shifted(enum element_type type, double scale, int shift);
void groups_encode_scaled(enum element_type type, const float *values, double scale, void *block);
void groups_encode_whole(enum element_type type, const float *values, void *block);
void groups_decode(enum element_type type, const void *block, float *values);

/* Element `at` of companion `index` in a block. */
double groups_companion(enum element_type type, const void *block, size_t index, size_t at);
