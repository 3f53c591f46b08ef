/* The parts of the manifest reader; only files of this folder include it. */
#pragma once

#include "harness/base/json_read.h"
#include "harness/manifest/manifest.h"

/* No size of a manifest is larger: products of three of them overflow visibly, one never does. */
#define MANIFEST_SIZE_LIMIT ((uint64_t)1 << 48)

/* Bytes of local memory: far above what any device has. */
#define MANIFEST_LOCAL_LIMIT ((uint64_t)1 << 30)

/* Operations of a formula within each other. */
#define MANIFEST_FORMULA_DEPTH 100

/* A formula: a whole number, a name that `knows` takes, or a list of an operation and what it is of; of "[]" the name of an array and
 * an index. */
bool read_formula(const struct place *at, const struct manifest *manifest,
                  bool (*knows)(const struct manifest *manifest, const char *name, bool array),
                  int depth);

/* A member that is a whole number or the name of a symbol that stands for a size. */
bool read_count(const struct place *place, const char *name, struct count *count);

/* A list member of symbols' names. */
bool read_symbols(const struct place *place, const char *name, enum symbol *symbols,
                  size_t *symbol_count);

/* Members of the top level; each allocates the array it fills, also on failure. */
bool read_problem(const struct place *root, struct manifest *manifest);
bool read_programs(const struct place *root, struct manifest *manifest);
bool read_epilogue(const struct place *root, struct manifest *manifest); /* after the buffers */

/* A size that is a number, or null for "at launch", or (where allowed) "tight". */
bool read_given_size(const struct place *place, const char *name, bool may_be_tight,
                     struct given_size *given);
bool read_buffers(const struct place *root, struct manifest *manifest);
bool read_companions(const struct place *root, struct manifest *manifest); /* after the buffers */
bool read_steps(const struct place *root, struct manifest *manifest);
bool read_constraints(const struct place *root, struct manifest *manifest);
bool read_interface(const struct place *root,
                    struct manifest *manifest); /* absent: none; after the steps */

/* A sum: a list member, or an item of a list. Allocates its terms, also on failure. */
bool read_terms(const struct place *numbers, const char *name, struct summand **terms,
                size_t *term_count);
bool read_terms_at(const struct place *lists, size_t index, struct summand **terms,
                   size_t *term_count);

/* Releases what read_interface has allocated. */
void manifest_release_host(struct manifest *manifest);

/* ------------------------------------------------------------------------------ element_codec.c */

/* A stored form of a number: its bits as a whole number of as many bytes, rounded to nearest
 * even. */
struct element_codec {
    uint64_t (*encode)(double value);
    double (*decode)(uint64_t bits);
};

/* Codecs of f16, f32, tf32, bf16, e4m3, e5m2, f64, i32, i8 and u8. */
extern const struct element_codec codec_half, codec_single, codec_tensor, codec_bfloat, codec_e4m3,
    codec_e5m2, codec_double, codec_i32, codec_i8, codec_u8;

/* IEEE 754 binary16, which the host's C need not have: the half nearest to a value, ties to even,
 * in one rounding; above 65504 by half a unit or more it is an infinity, every NaN is the quiet one
 * without payload. */
uint16_t half_from_double(double value);

/* The value of a half; every NaN is a NaN. */
double half_to_double(uint16_t half);
