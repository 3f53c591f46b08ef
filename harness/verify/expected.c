#include "harness/verify/internal.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/parallel.h"

/* How far an element may be from what is expected: before it is stored, and then by a rounding of
 * what it is. */
static double bound_of(const struct bound *bound, double expected, double scale)
{
    double before = bound->factor * scale;

    return before + bound->stored * (fabs(expected) + before) + bound->least;
}

bool expected_is_stored(enum element_type type)
{
    return element_is_whole(type) || element_saturates(type);
}

/* Rounded to a number of C's range: all from that of the least value to that of the greatest. */
static struct estimate stored_range(enum element_type type, struct estimate x)
{
    const double error = isinf(x.value) ? 0 : x.error;
    const double least = element_round(type, x.value - error);
    const double most = element_round(type, x.value + error);

    if (isnan(x.value))
        return (struct estimate){NAN, element_is_whole(type) ? INFINITY : x.error};
    return (struct estimate){(least + most) / 2, most > least ? (most - least) / 2 : -1};
}

struct estimate expected_stored(enum element_type type, double roundoff, struct estimate x)
{
    if (expected_is_stored(type))
        return stored_range(type, x);
    if (x.error == 0)
        return (struct estimate){element_round(type, x.value), -1};
    if (!isnan(x.value))
        x.error += roundoff * (fabs(x.value) + x.error) +
                   element_facts[type].least_normal * element_roundoff(type);
    return x;
}

/* Expected values of elements without an epilogue, from their sums. */
struct expectation {
    const struct matrix *c;
    const struct bound *bound;
    bool exact;
    const double *sum, *scale;
    struct estimate *want;
};

static void expect_part(void *context, uint64_t begin, uint64_t end)
{
    const struct expectation *of = context;
    const struct bound *bound = of->bound;

    for (uint64_t i = begin; i < end; i++) {
        const double sum = of->sum[i];

        of->want[i] = of->exact ? (struct estimate){element_round(of->c->type, sum), -1}
                      : expected_is_stored(of->c->type)
                          ? expected_stored(
                                of->c->type, 0,
                                (struct estimate){sum, bound->factor * of->scale[i] + bound->least})
                          : (struct estimate){sum, bound_of(bound, sum, of->scale[i])};
    }
}

/* A product's sum, which the device has no further from it than the bound says. */
static struct estimate estimate_sum(const struct bound *bound, bool exact, double sum, double scale)
{
    return (struct estimate){sum,
                             exact || !isfinite(sum) ? 0 : bound->factor * scale + bound->least};
}

/* The second product of a gated one, A D in place of A B, in malloc'd memory; NULL: there is none. D is of B's type: the bound is that
 * of the first product. */
static int make_second(const struct product *product, enum verification how,
                       const struct bound *bound, struct estimate **up, struct fault *fault)
{
    struct product second = *product;
    const struct matrix *d = epilogue_second(&second.epilogue);
    const uint64_t count = matrix_count(&product->matrix[OPERAND_C]);
    double *sum, *scale;
    int status = 0;

    *up = NULL;
    if (d == NULL)
        return 0;
    second.matrix[OPERAND_B] = *d;
    sum = malloc((count + 1) * sizeof *sum);
    scale = calloc(count + 1, sizeof *scale);
    *up = malloc((count + 1) * sizeof **up);
    if (sum == NULL || scale == NULL || *up == NULL)
        status = fault_memory(fault);
    else if (how == VERIFY_SPECIALS)
        reference_plain(&second, sum);
    else
        status = reference_result(&second, sum, fault);
    if (status == 0 && how != VERIFY_EXACT)
        status = reference_scale(&second, scale, fault);
    for (uint64_t i = 0; status == 0 && i < count; i++)
        (*up)[i] = estimate_sum(bound, how == VERIFY_EXACT, sum[i], scale[i]);
    free(sum);
    free(scale);
    return status;
}

int expected_make(const struct product *product, enum verification how, const struct bound *bound,
                  const double *sum, const double *scale, struct estimate *want,
                  struct fault *fault)
{
    const struct matrix *c = &product->matrix[OPERAND_C];
    const uint64_t count = matrix_count(c);
    const bool exact = how == VERIFY_EXACT;
    struct estimate *up;
    int status = -1;

    if (product->epilogue.count == 0) {
        struct expectation expectation = {c, bound, exact, sum, scale, want};

        parallel_for(count, parallel_least(1), expect_part, &expectation);
        return 0;
    }
    for (uint64_t i = 0; i < count; i++)
        want[i] = estimate_sum(bound, exact, sum[i], scale[i]);
    if (make_second(product, how, bound, &up, fault) == 0)
        status = epilogue_apply(&product->epilogue, c->rows, c->columns, up, want, fault);
    free(up);
    for (uint64_t i = 0; status == 0 && i < count; i++)
        want[i] = expected_stored(c->type, bound->stored, want[i]);
    return status;
}
