/*
 * Blocks of 256 quantised elements, ggml's super-blocks: parts of 16 or 32 of them have a scale
 * each, which is a small whole number too.
 */
#ifndef HARNESS_MANIFEST_SUPERBLOCK_H
#define HARNESS_MANIFEST_SUPERBLOCK_H

#include "harness/manifest/element.h"

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

#endif
