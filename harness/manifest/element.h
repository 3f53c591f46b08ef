/* The types of matrix elements, accumulators and arguments. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The types of matrices come first: those that devices calculate with, the narrowest of real ones
 * in front, then those that are only stored. Then that which factors alone are rounded to, and
 * those of arguments. */
enum element_type {
    TYPE_F16,
    TYPE_F32,
    TYPE_F64,
    TYPE_I32,
    TYPE_BF16,
    TYPE_E4M3,
    TYPE_E5M2,
    TYPE_I8,
    TYPE_U8,
    TYPE_C32,
    TYPE_C64,
/* Elements in blocks, which only A and B are of: harness/manifest/quantised.h; each also with the
 * parts of a block in buffers of their own */
#define BLOCKS(type, ...) TYPE_##type, TYPE_##type##_APART,
#include "harness/manifest/blocks.def"
    TYPE_I4_32, /* of 4 bits, in groups whose scales lie apart: harness/manifest/groups.h */
    TYPE_I4_64,
    TYPE_I4_128,
    TYPE_I4_256,
    TYPE_U4_32, /* and whose zero points do, too */
    TYPE_U4_64,
    TYPE_U4_128,
    TYPE_U4_256,
    TYPE_E4M3_128, /* of 8 bits, in groups whose scales are singles, */
    TYPE_E5M2_128,
    TYPE_E4M3_128X128, /* which 128 lines share, */
    TYPE_E5M2_128X128,
    TYPE_MXFP8_E4M3, /* or powers of 2 */
    TYPE_MXFP8_E5M2,
    TYPE_TF32, /* what matrix engines round singles to before they multiply them, which is exact */
    TYPE_3XTF32, /* sums of two such numbers, of whose four products the smallest is left out */
    TYPE_BF16X3, /* sums of two numbers of bf16, likewise */
    TYPE_I64,
    TYPE_OTHER, /* one that this harness does not know */
    CALCULATED_TYPE_COUNT = TYPE_I32 + 1,
    MATRIX_TYPE_COUNT = TYPE_TF32
};

/* Kinds of buffers that belong to A or B: harness/manifest/groups.h. */
enum companion_kind {
    COMPANION_SCALES,
    COMPANION_ZEROS,
    COMPANION_LEASTS,
    COMPANION_PART_SCALES, /* of parts of a block, with their least values */
    COMPANION_UPPERS,      /* bits of quants */
    COMPANION_KINDS
};

/* Bytes of the parts of a block, one behind another, or backwards: these, then quants. */
struct block_parts {
    size_t beside[COMPANION_KINDS], quants;
    bool backwards;
};

/* Roundings of a kernel: each product to `product` (where that is `accumulate`, it may also be
 * fused with the addition and not be rounded at all; where element_is_of_factors, not the product
 * but its factors), each sum to `accumulate`. For complex numbers the types of their parts. With
 * `rounds_factors`, elements of A and B that are stored wider than `factors` are rounded to it
 * before they are multiplied. */
struct arithmetic {
    enum element_type product, accumulate;
    bool rounds_factors;
    enum element_type factors;
    int sum_digits; /* binary digits of sums that a matrix engine makes first; 0: it makes none */
    uint64_t sum_depth; /* products in one, before it is added to others; 0: all */
};

/* Type by its name ("f16"), and its name. */
enum element_type element_named(const char *name);
const char *element_word(enum element_type type);

/* Whether it is a type of real numbers, those with two parts among them, or of whole ones. */
bool element_is_real(enum element_type type);
bool element_is_whole(enum element_type type);

/* Whether C of it is calculated in whole numbers, modulo 2^32; shorter ones are made of real
 * numbers, with saturation. */
bool element_is_whole_sum(enum element_type type);

/* An element is made of so many numbers of a type: of complex types the real part and the imaginary
 * one, of others itself. */
int element_parts(enum element_type type);
enum element_type element_part(enum element_type type);

/* Operations that a product of two elements and its addition count as: 2; of complex numbers four
 * products and four additions. */
double element_operations(enum element_type type);

/* Whether matrices may be of it. */
bool element_of_matrix(enum element_type type);

/* Whether a device calculates with it, so that there is a peak of it. */
bool element_is_calculated(enum element_type type);

/* Whether factors are rounded to it, and their products to no more than sums are. */
bool element_is_of_factors(enum element_type type);

/* Products that are added up for one of two factors of the type. */
int element_products(enum element_type type);

/* Whether the numbers of a type have fewer digits than those of another: its values are rounded on
 * their way there. */
bool element_is_narrower(enum element_type type, enum element_type other);

/* "f16, f32, f64 and i32": the types of matrices, or those of them that are calculated with. */
enum {
    ELEMENT_LIST = 512
};
const char *element_list(bool calculated, char text[ELEMENT_LIST]);

/* Facts of a type of matrices. Digits, range and limits of complex types are those of their
 * parts. */
struct element_facts {
    const char *name;
    size_t bytes; /* of what is stored at once, see element_covers */
    /* Binary digits of the significand, 11, 24, 53; of whole numbers the bits of the magnitude. */
    int digits;
    /* The greatest finite number and the least normal one of real types. Half a unit in the last
     * place of a subnormal is least_normal x roundoff. */
    double greatest, least_normal;
    uint64_t poison; /* bits, see element_poison */
    const struct element_codec *codec;
    /* The least and greatest whole number of test data: all of 8 bits; of 32 bits so few that sums
     * of many products fit. */
    struct element_range {
        double least, most;
    } range;
    enum element_type part; /* see element_part; of types of one part nothing */
    size_t covers;          /* elements of a block, of which `bytes` are; 0: none is one */
    size_t group;           /* elements of a block that share a scale which lies apart, in a buffer
                               of its own; 0: none do */
    size_t group_lines;     /* lines that share it; 0: one alone has it */
    bool zeros;             /* such a group has a zero point in a further buffer */
    enum element_type
        scale; /* as which it is stored: f16, f32, or u8, the exponent of a power of 2 plus 127 */
    enum element_type quant;    /* of the numbers of a group; TYPE_OTHER: whole ones of 4 bits */
    enum element_type together; /* of blocks whose parts lie apart: that of the same blocks as one;
                                   0: of others */
    struct block_parts parts;   /* of these */
};
extern const struct element_facts element_facts[TYPE_I64];

/* Functions of types of matrices follow. */

/* How many elements are stored at once: 1, or those of a block. */
size_t element_covers(enum element_type type);

/* Lines that share such a scale, from a multiple of as many on: 1, or more. */
size_t element_group_lines(enum element_type type);

/* Bytes of an element, of a block its share, with what lies apart. */
double element_share(enum element_type type);

/* Element `at` of an array as the device sees it, of a type that is not complex and not stored in
 * blocks. Values are rounded to nearest even; a whole number beyond those of the type is taken
 * modulo 2 to the number of its bits. */
void element_store(enum element_type type, void *array, uint64_t at, double value);
double element_load(enum element_type type, const void *array, uint64_t at);

/* Poison: a signalling NaN, so that what was computed from it is not poison any more: arithmetic
 * makes it quiet, and would hand a quiet one on as it is. For whole numbers an odd one of some
 * size. */
void element_poison(enum element_type type, void *array, uint64_t at);
bool element_is_poison(enum element_type type, const void *array, uint64_t at);

/* Whether what is stored beyond the range of a type of real numbers becomes the end of it. */
bool element_saturates(enum element_type type);

/* A value as the type, which is not one of blocks, stores it. */
double element_round(enum element_type type, double value);

/* The unit roundoff of a real type, 2 to the minus its digits. */
double element_roundoff(enum element_type type);
