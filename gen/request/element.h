/*
 * Element types: how the elements of A, B and C are stored, and what they are calculated with and summed as.
 *
 * Two tables. A number is a type of OpenCL C that kernels calculate with, what registers hold. An element is how an
 * operand lies in memory: each of A, B and C has one by itself. Its row names the pieces that read and write it;
 * families ask for types, loads and stores by role and never name a type.
 */
#pragma once

#include <stdbool.h>

#include "gen/base/job.h"
#include "gen/base/storage.h"

/* What of a quantised operand lies in a buffer of its own: one of a group, or one of a block whose parts lie apart. */
enum companion_kind {
    COMPANION_SCALES,
    COMPANION_ZEROS,
    COMPANION_LEASTS,
    COMPANION_PART_SCALES, /* of parts of a block, with their least values */
    COMPANION_UPPERS,      /* bits of quants */
    COMPANION_KINDS
};

/* Bytes of the parts of a block, one behind another, or backwards: those that companions hold (0: it has none), then quants. */
struct block_parts {
    long long beside[COMPANION_KINDS];
    long long quants;
    bool backwards;
};

/* A type of OpenCL C that is calculated with. */
struct number {
    const char *type;      /* in manifests and options: "f32" */
    const char *name;      /* in kernels: "float" */
    bool whole;            /* whole numbers; else real or complex ones */
    const char *parts;     /* of complex ones: the number that both parts are, "f32"; else NULL */
    const char *suffix;    /* of the literals of real ones: "f" */
    const char *precision; /* in words: "single" */
    long long products; /* of shorter numbers, that a product of these is made of; 0: it is one */
    long long bytes;
    const char *extension;   /* that its arithmetic needs; NULL: core */
    const char *bits;        /* the whole number of as many bits: "uint" */
    const char *read_image;  /* function that reads a texel of them; as bits for doubles */
    const char *write_image; /* and that writes one */
    /* The number that a matrix engine rounds to this one, and in which it sums products; NULL: OpenCL C calculates with it. */
    const char *of;
};

struct element {
    const char *type;      /* in manifests and options: "bf16" */
    const char *name;      /* of one as it is stored, in kernels: "ushort" */
    const char *precision; /* in words */
    long long bytes;       /* of a stored one, */
    long long covers;      /* which holds so many elements of a line, */
    long long lines;       /* and as many of each of so many lines; 0: of one alone */
    long long alignment;   /* bytes at whose multiples one begins */
    int digits, exponent;  /* of real numbers that C has no type of: stored bits of the significand,
                              and of the exponent */
    bool real_byte;        /* a real number of 8 bits, ... */
    long long largest;     /* ... of which this is the greatest; 0: of others */

    const struct number *same; /* the number that it is; NULL: it is none, and always converted */
    const struct number *read; /* what it is read as where that is not what is calculated with */
    const struct number *updated; /* what alpha, beta and the epilogue make of C; NULL: `read` */
    const char *sums; /* the type of C where A is such and nobody says one; NULL: that of all */
    /* The pieces that read and write it so. A vector is read at once, unless `fours`: then those of more than four
     * elements are read by that piece. Where an element is narrower than a word, an aligned vector is loaded as words, of
     * which `of_words` makes elements. */
    const char *read_one, *read_vector, *fours, *of_words;
    const char *write_one, *write_vector, *old_one, *old_vector;
    const char *read_quants,
        *read_scale; /* of a block: those of a vector but for their scale, and that */
    /* Of a block: the template that defines its type, and the functions that read elements of it; NULL: it is no block. The
     * pieces above call those with the place of the first element. `halves`: its scale, its least value and its quants are exact in half
     * precision, and the template defines the function that calculates elements there. */
    const char *blocks;
    bool halves;
    const struct block_parts *parts;    /* of a block of ggml's; NULL: of others */
    const struct block_storage *stored; /* where a host stores its quants; NULL: nobody says */
    long long
        group; /* of blocks whose scales are a buffer of their own: elements that share one; 0: others */
    long long
        group_lines; /* lines whose elements share one, from a multiple of as many on; 0: one line */
    long long run;   /* elements of a block, one behind another, that share a scale, */
    bool least;      /* and a least value, which is added to quants times the scale */
    bool zeros;      /* each such group has a zero point, of 4 bits, in a further buffer */
    const char *
        scales; /* of groups and of blocks whose parts lie apart: the type of that buffer's numbers; "u8": powers of 2; else NULL */
    const char *quants;             /* the type of a group's numbers; NULL: whole ones of 4 bits */
    const struct element *prepared; /* of blocks: what --prepared makes of them; NULL: nothing */
    long long
        quant_bits; /* of what that is: bits of a quant, of which 4 or 8 are in words; 0: all else */
    /* The templates of the functions that the pieces call, for one element or a vector: those which read it, and those which write it; NULL:
     * they call none. */
    const char *reading, *rounding;

    const char *options;  /* the type whose options of a profile serve it where it has none */
    const char *in_image; /* the type of its elements in an image */
    const char *channel;  /* of an image of them, without CL_: "FLOAT" */
    long long texel, most_texel; /* elements that one texel holds, at least and at most */
    const char *block_read;      /* Intel's block read of as many bits, without its width */
    const char *block_extension; /* what it needs beside cl_intel_subgroups; NULL: nothing */
};

/* What engines take of elements that they round: those of the numbers that have `of`, from 0 on; NULL behind the last. */
const struct number *number_of_factors(size_t index);

/* The number of that name ("f32"), which must be one of the table; and the element, also one that blocks are prepared as. */
const struct number *number_find(const char *type);
const struct element *element_find(const char *type);

/* The element whose parts lie apart, with --quants apart; itself where it has none. */
const struct element *element_apart(const struct element *element);

/* Where the parts of a block are in it, PLACES_OF_PARTS in their order. Returns its bytes. */
long long block_parts_place(const struct block_parts *parts, struct part_place *list);

/* Whether it is blocks whose parts lie apart. */
bool element_lies_apart(const struct element *element);

/* What --type-a says to have it: "q4_0" of blocks whose parts lie apart, too. */
const char *element_asked(const struct element *element);

/* What --prepared makes of blocks for the lanes of a matrix engine that multiply them with elements of `other`, beside halves alone: blocks of
 * as many lines as a fragment has. NULL: nothing. */
const struct element *element_in_lanes(const struct element *blocks, const struct element *other);

/* The elements that a request may name, in the order of the table, and how many there are; NULL past the last one. */
const struct element *element_at(size_t index);
size_t element_count(void);

/* What is calculated with. */
struct numbers {
    const struct number *compute;    /* registers of A and B, and products */
    const struct number *accumulate; /* sums of products */
    const struct number *scalar;     /* alpha and beta, and what becomes of C with them */
};

/* Those of elements of A, B and C; `compute` and `accumulate` NULL: the standard ones, the wider of what A and B are
 * read as. */
struct numbers numbers_of(const struct element *a, const struct element *b, const struct element *c,
                          const char *compute, const char *accumulate);

/* What a literal is: the number itself, or of a complex one that of its parts. */
const struct number *number_real(const struct number *number);

const struct number *number_wider(const struct number *left, const struct number *right);

/* What becomes of C is calculated in this number at least. */
const struct number *element_updated(const struct element *c);

/* What the operands of the epilogue are, beside a C of that element. */
const struct element *element_beside(const struct element *c);

/* Whether products are rounded before they are summed in a wider type. */
bool numbers_sum_wider(const struct numbers *numbers);

/* Whether a matrix engine rounds elements of that type to this number. */
bool number_is_of(const struct number *number, const struct element *element);

/* Whether one does to any number. */
bool element_is_rounded(const struct element *element);

/* Whether elements of blocks can be made into such ones as halves, two by two. */
bool element_made_in_halves(const struct element *blocks, const struct element *made);

/* Whether an element must become another number to be calculated with as `number`. */
bool element_converts(const struct element *element, const struct number *number);

/* What reading gives where `number` is wanted: that, or something narrower that converts to it. */
const struct number *element_arrives(const struct element *element, const struct number *number);

/* The piece that reads an element so (`width` 1), or a vector of them. */
const char *element_reads(const struct element *element, const struct number *number,
                          long long width);

/* The piece that writes `number` as an element, or a vector of them, and the one that reads what was there. */
const char *element_writes(const struct element *element, const struct number *number, bool vector);
const char *element_old(const struct element *element, const struct number *number, bool vector);

/* A buffer of its own that belongs to that of a quantised operand, and lies in the same lines. */
struct companion {
    enum companion_kind kind;
    const char *name; /* what is in it, behind the name of the operand: "scales" */
    const char *type; /* of its numbers, */
    long long
        bytes; /* of which this many bytes are side by side: one, or of a block all that it has of them */
    long long covers; /* elements of the operand that they serve, */
    long long lines;  /* which are of so many lines */
};

enum {
    MOST_COMPANIONS = COMPANION_KINDS - 1
};

/* Those of an operand of that element, in the order of their kinds. Returns how many are put into the list. */
size_t element_companions(const struct element *element, struct companion list[MOST_COMPANIONS]);

/* Elements at whose multiples a matrix of such elements begins, so that a block or a group does. */
long long element_whole(const struct element *element);

/* Lines that a stored element is of: 1, but of those for lanes. */
long long element_lines(const struct element *element);

/* Bytes of an element of the matrix: of a block its share, with the scale and the zero point that it has elsewhere. */
double element_share(const struct element *element);

/* How a host stores elements. */
const struct storage *element_storage(struct job *job, const struct element *element);

/* The whole number of as many bits as an element is stored in: "ushort". */
const char *element_bits(const struct element *element);

/* An element of zero, as it is stored: "0.0f". */
const char *element_zero(struct job *job, const struct element *element);

/* "float8"; "float" for width 1. Of complex numbers the vector holds both parts of each: "float2" for width 1, "float8" for 4. */
const char *vector_name(struct job *job, const char *name, long long width);
const char *number_vector(struct job *job, const struct number *number, long long width);

/* Of how many real ones a number is made: 2 of a complex one. */
long long number_parts(const struct number *number);

/* The number that `text` says ("2.5", "3", "1e+10") as a literal: "2.5f", "3.0f", "1e+10f"; "3" of whole numbers, which
 * `text` says in digits alone. */
const char *number_literal(struct job *job, const struct number *number, const char *text);

/* "s3": element `index` of a vector of that width; NULL for width 1. */
const char *component_name(struct job *job, long long width, long long index);

/* A vector of complex numbers with the two parts of each exchanged: "yx", "s1032"; NULL of others. */
const char *number_parts_exchanged(struct job *job, const struct number *number, long long width);

/* `count` numbers from `index` on of a vector of that width: "s4567" is two complex ones; NULL: they are all of it. */
const char *number_component(struct job *job, const struct number *number, long long width,
                             long long index, long long count);
