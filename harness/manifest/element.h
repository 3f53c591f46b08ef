/* The types of matrix elements, accumulators and arguments. */
#ifndef HARNESS_MANIFEST_ELEMENT_H
#define HARNESS_MANIFEST_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The real types come first, the narrowest in front. */
enum element_type {
    TYPE_F16,
    TYPE_F32,
    TYPE_F64,
    TYPE_I32,
    TYPE_I64,
    TYPE_OTHER, /* one that this harness cannot compute with */
    REAL_TYPE_COUNT = TYPE_I32
};

/* Where a kernel rounds: each product to `product` (where that is `accumulate`, it may also be
 * fused with the addition and not be rounded at all), each sum to `accumulate`. */
struct arithmetic {
    enum element_type product, accumulate;
};

/* Type by its name ("f16"), and its name. */
enum element_type element_find(const char *name);
const char *element_word(enum element_type type);

bool element_is_real(enum element_type type);

/* What follows is about real types. */

size_t element_bytes(enum element_type type);

/* Element `at` of an array as the device sees it. Values are rounded to nearest even. */
void element_store(enum element_type type, void *array, uint64_t at, double value);
double element_load(enum element_type type, const void *array, uint64_t at);

/* Poison: a signalling NaN, so that what was computed from it is not poison any more: arithmetic
 * makes it quiet, and would hand a quiet one on as it is. */
void element_poison(enum element_type type, void *array, uint64_t at);
bool element_is_poison(enum element_type type, const void *array, uint64_t at);

/* A value as the type stores it. */
double element_round(enum element_type type, double value);

/* Binary digits of the significand: 11, 24, 53; and the unit roundoff, 2 to the minus that. */
int element_digits(enum element_type type);
double element_roundoff(enum element_type type);

/* The greatest finite number and the least normal one. Half a unit in the last place of a
 * subnormal is least_normal x roundoff. */
double element_greatest(enum element_type type);
double element_least_normal(enum element_type type);

#endif
