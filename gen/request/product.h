/*
 * A product in index notation: the text of --product, its indices, and how the operands lie by them.
 *
 *     product      reference (`=` | `+=`) reference `*` reference
 *     reference    name `[` sum (`,` sum)* `]`
 *     sum          terms with `+` and `-` between them, each a number, a name, or several of them with `*` between
 *
 * A name is an index, or a constant where --fixed says its number and one operand alone has it. Position decides what is C, A and B.
 */
#pragma once

#include "gen/base/notation.h"
#include "gen/request/option.h"

/* The text alone: its names and positions; the numbers of constants are those of `fixed`, what --fixed says (NULL: nothing). */
void product_read_text(struct job *job, struct notation *product, const char *fixed);

/* Puts the text and the numbers of constants of a product that has a name in the place of that. Fails the job where there is none of the name. */
void product_take_name(struct job *job, struct notation *product);

/* Reads --extent and --strides (NULL: not said) into the axes. */
void product_read_storage(struct job *job, struct notation *product, const char *extent,
                          const char *strides);

/* Fails the job: what is wrong, then the text, and a caret below the character `at`. */
ARENA_PRINTF(4, 5)
_Noreturn void product_fail(struct job *job, const struct notation *product, size_t at,
                            const char *format, ...);

/* Measures: a number; a size; a product, which fails the job above 2^62; whether two are the same; and the number, -1: a size is an argument. */
struct measure measure_number(long long number);
struct measure measure_size(const struct notation *product, int size);
struct measure measure_product(struct job *job, const struct measure *one,
                               const struct measure *other);
bool measure_equals(const struct measure *one, const struct measure *other);
long long measure_known(const struct measure *measure);

/* The number of a sum; false: a size in it is an argument. */
bool measures_known(const struct measures *measures, long long *number);

/* Finds which operands are matrices, and how these lie; the outermost index of M or N that one factor does not have becomes that of a batch where that
 * makes matrices of all. Fails the job where members of a batch are at no stride. */
void product_find_matrices(struct job *job, struct notation *product);

/* Whether a position is an index and nothing else: its extent is the size of that. */
bool product_is_index(const struct product_axis *axis);

/* Whether a position of an operand can be outside. */
bool product_is_checked(const struct product_operand *operand);

/* Whether an index function moves along a position: of an index of M, N or K that has several elements, or from where it begins. */
bool product_moves_along(const struct notation *product, const struct product_axis *axis);

/* An operand as a text has it: "x[n, 2 * p + r - 1, q, c]". */
const char *product_reference(struct job *job, const struct notation *product, int operand);

/* The product that a request asks for: the text and what --fixed, --extent and --strides say of it; NULL: it asks for none. Fails the job with
 * CLGEMM_USAGE where one is no such text, which a caret shows, or is of what is not served. */
const struct notation *product_of(struct job *job, const struct option_value *values);

/* The options (array of OPTION_COUNT, not changed) with those that a product stands for: layout, transposes, leading dimensions, batch, beta, and the sizes
 * where all are compiled in. Fails the job where the user says one of these beside it. */
const struct option_value *product_say(struct job *job, const struct option_value *asked);
