/* Kinds of kernels that a profile tells apart: types of elements, what engines take of elements that --compute has them round,
 * products of quantised blocks or groups of any type with elements of f32, f16 or bf16, and batches of small products. */
#pragma once

#include "gen/request/element.h"

#define KIND_QUANTISED "quantised"
#define KIND_SMALL "small"       /* batches of products whose sizes are fixed and small */
#define KIND_PREPARED "prepared" /* the same where --prepared repacks what is quantised */

/* "f32", "i8", "tf32", "quantised", "prepared", "small"; NULL behind the last. */
const char *kind_at(size_t index);

/* What engines take, of a kind that is that; NULL: it is a type of elements. */
const struct number *kind_factors(const char *kind);

/* Whether a kind is one of the two of quantised operands. */
bool kind_is_quantised(const char *kind);

/* Whether a product of elements `a` and `b` is of such a kind: one of them quantised, the other f32, f16 or bf16. */
bool kind_takes_quantised(const struct element *a, const struct element *b);

/* The kind whose kernels serve where a profile has none of a kind; perhaps itself. */
const char *kind_serving(const char *kind);
