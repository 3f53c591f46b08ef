#include "harness/verify/internal.h"

#include <math.h>

/* Logarithm of the product of `count` factors 1 + u. */
static double roundings(double count, enum element_type type)
{
    return count * log1p(element_roundoff(type));
}

/* Sums of whole numbers are exact, and then scaled as real numbers. */
static struct arithmetic of_scaled_sums(struct arithmetic arithmetic, enum element_type c)
{
    if (element_is_whole(arithmetic.accumulate) && !element_is_whole_sum(c))
        arithmetic.product = arithmetic.accumulate = c == TYPE_F64 ? TYPE_F64 : TYPE_F32;
    return arithmetic;
}

double half_of_least(enum element_type type)
{
    return element_facts[type].least_normal * element_roundoff(type);
}

/* What a matrix engine drops of sums of few digits, in parts of the sum of magnitudes: an
 * instruction drops less than a unit of its last digit of each of its addends, 32 products and the
 * sum before it, and of what it writes. */
static double dropped(struct arithmetic arithmetic, double k)
{
    enum {
        PRODUCTS = 32,
        ADDENDS = PRODUCTS + 2
    };
    const double depth = arithmetic.sum_depth > 0 ? fmin((double)arithmetic.sum_depth, k) : k;

    return arithmetic.sum_digits > 0
               ? ceil(depth / PRODUCTS) * ADDENDS * ldexp(1, 1 - arithmetic.sum_digits)
               : 0;
}

struct bound verify_bound(const struct product *product, struct arithmetic arithmetic)
{
    const struct matrix *c = &product->matrix[OPERAND_C];
    const bool complex = element_parts(c->type) == 2;

    arithmetic = of_scaled_sums(arithmetic, c->type);
    double k = (double)matrix_width(&product->matrix[OPERAND_A]);
    double alpha = fabs(product->alpha) + fabs(product->alpha_i);
    double more = complex ? 6 : 4; /* roundings of a sum beside those of its products */
    double own = arithmetic.product != arithmetic.accumulate &&
                 !element_is_of_factors(arithmetic.product); /* roundings of a product */
    double sums = k * element_products(arithmetic.product);
    double factors = 0; /* that are rounded before they are multiplied */
    struct bound bound;

    for (int i = 0; i < OPERAND_C; i++) {
        own += element_is_narrower(arithmetic.product, product->matrix[i].type);
        factors += arithmetic.rounds_factors &&
                   element_is_narrower(arithmetic.factors, product->matrix[i].type);
    }
    bound.factor =
        expm1(roundings(own, arithmetic.product) + roundings(sums + more, arithmetic.accumulate) +
              (factors > 0 ? roundings(factors, arithmetic.factors) : 0)) +
        expm1(roundings(k + more, TYPE_F64)) + dropped(arithmetic, k);
    bound.stored = element_roundoff(c->type);
    bound.least = (1 + bound.factor) * (1 + bound.stored) *
                      (3 * k * alpha * element_facts[arithmetic.product].least_normal +
                       (factors > 0 ? factors * k * alpha * half_of_least(arithmetic.factors) : 0) +
                       (sums + more - 1) * fmax(alpha, 1) *
                           element_facts[arithmetic.accumulate].least_normal) +
                  (expected_is_stored(c->type) ? 0 : half_of_least(c->type));
    return bound;
}

uint64_t verify_depth(struct arithmetic arithmetic)
{
    double unit = arithmetic.sum_digits > 0 ? ldexp(1, 1 - arithmetic.sum_digits)
                                            : element_roundoff(arithmetic.accumulate);
    double sums = sqrt(1 / unit + 4) - 2;
    double products = element_products(arithmetic.product);
    double depth = element_is_of_factors(arithmetic.product)
                       ? fmin(sums / products, 1 / (2 * element_roundoff(arithmetic.product)))
                       : sums;

    return (uint64_t)(arithmetic.rounds_factors
                          ? fmin(depth, 1 / (2 * element_roundoff(arithmetic.factors)))
                          : depth);
}
