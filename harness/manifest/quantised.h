/*
 * Blocks of quantised numbers, bit for bit as ggml defines them, or in groups (doc/quantised.md):
 * consecutive elements that share a scale, stored as one.
 */
#pragma once

#include "harness/manifest/element.h"

/* The most bytes and elements of a block. */
enum {
    QUANTISED_BYTES = 261,
    QUANTISED_ELEMENTS = 512
};

/* `type` is one with element_covers above 1: `values` are so many. */

/* Bytes of a block: element_bytes and, behind them, what lies apart on devices
 * (harness/manifest/groups.h). */
size_t quantised_bytes(enum element_type type);

/* The block of these finite values, as ggml's reference does it: the scale from the value of the
 * greatest magnitude, or from the least and the greatest value, in single precision. q4_k, q5_k and
 * q6_k: see super-blocks below. */
void quantised_encode(enum element_type type, const float *values, void *block);

/* A block with scale 1 of whole values: they are exact where they fit, from the least value on or
 * around 0; others become the nearest that does. All formats hold -8 to 7, but for mxfp4: -12, -8,
 * -6, -4 to 4, 6, 8, 12; and iq4_nl, of which values become -10, 1 or 13. */
void quantised_encode_whole(enum element_type type, const float *values, void *block);

/* The greatest magnitude that whole values become in such blocks, none of which is 0; 0: they have 0,
 * and stay as small as they are. */
double quantised_whole(enum element_type type);

/* The values of a block: those that single precision gives, where only one operation rounds. */
void quantised_decode(enum element_type type, const void *block, float *values);

/*
 * Blocks of 256 quantised elements, ggml's super-blocks: parts of 16 or 32 of them have a scale
 * each, which is a small whole number too.
 */
enum {
    SUPERBLOCK_ELEMENTS = 256
};

/* Whether it is a type of superblocks, for which the functions below are. */
bool superblock_is(enum element_type type);

/* The functions of harness/manifest/quantised.h for these types. ggml searches for good scales;
 * here each part has the one that its ends ask for, and the block the one that the largest of these
 * asks for. */
void superblock_encode(enum element_type type, const float *values, void *block);
void superblock_encode_whole(enum element_type type, const float *values, void *block);
void superblock_decode(enum element_type type, const void *block, float *values);
