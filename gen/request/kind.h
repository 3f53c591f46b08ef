/* Kinds of kernels that a profile tells apart: types of elements, and what engines take of elements that --compute has them round. */
#ifndef GEN_REQUEST_KIND_H
#define GEN_REQUEST_KIND_H

#include "gen/request/element.h"

/* "f32", "i8", "tf32"; NULL behind the last. */
const char *kind_at(size_t index);

/* What engines take, of a kind that is that; NULL: it is a type of elements. */
const struct number *kind_factors(const char *kind);

/* The kind whose kernels serve where a profile has none of a kind; perhaps itself. */
const char *kind_serving(const char *kind);

#endif
