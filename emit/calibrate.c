#include "emit/calibrate.h"

#include <string.h>

#include "gen/plan/model.h"

enum {
    AXES = 3,
    EVEN = 16,     /* sizes of every second product are multiples of it */
    ALONE = 8,     /* of so many products one has a single row, another one a single column */
    FIRST_ROW = 3, /* among these */
    FIRST_COLUMN = 7
};

/* Logarithms to the base 2 of the least and the greatest size of m, n and k. */
static const double least[AXES] = {1, 1, 5}, greatest[AXES] = {12, 12, 12};

/* A size from its logarithm, along lines between powers of 2, as the emitted NAME_log2 has them. */
static long long size_of(double logarithm)
{
    long long power = 1;
    for (; logarithm >= 1; logarithm -= 1)
        power *= 2;
    return (long long)((double)power * (1 + logarithm) + 0.5);
}

static double log2_of(long long size)
{
    double whole = 0, rest = size < 1 ? 1 : (double)size;
    for (; rest >= 2; rest /= 2)
        whole += 1;
    return whole + rest - 1;
}

/* A size of a product: Roberts' sequence, whose first points, however many, lie evenly in a cube (M. Roberts, "The Unreasonable Effectiveness of
 * Quasirandom Sequences", 2018). */
static long long spread(size_t product, int axis)
{
    const double root = 1.2207440846057596; /* of x^4 = x + 1 */
    double place = (double)(product + 1);
    for (int i = 0; i <= axis; i++)
        place /= root;
    place -= (double)(long long)place;
    const long long size = size_of(least[axis] + place * (greatest[axis] - least[axis]));
    if (axis == 0 && product % ALONE == FIRST_ROW)
        return 1;
    if (axis == 1 && product % ALONE == FIRST_COLUMN)
        return 1;
    return product % 2 ? size : size < EVEN ? EVEN : size / EVEN * EVEN;
}

/* Whether a product of these sizes is among the first ones: where kernels fix sizes. */
static bool is_known(const struct selftest_case *list, size_t count,
                     const struct selftest_case *product)
{
    const size_t bytes = AXES * sizeof product->value[0];
    for (size_t i = 0; i < count; i++)
        if (memcmp(&list[i].value[SYMBOL_M], &product->value[SYMBOL_M], bytes) == 0)
            return true;
    return false;
}

size_t calibrate_products(const struct plan *plan, struct selftest_case *list)
{
    size_t count = 0;
    for (size_t i = 0; i < CALIBRATE_MOST; i++) {
        const struct selftest_case product =
            selftest_tight(plan, spread(i, 0), spread(i, 1), spread(i, 2));
        if (!is_known(list, count, &product))
            list[count++] = product;
    }
    return count;
}

static void check(struct job *job, const struct dispatch *dispatch)
{
    if (!dispatch_has_model(dispatch))
        job_fail(job, CLGEMM_REFUSED, "launcher",
                 "calibrate corrects predicted times, and the profile states no rates of these "
                 "kernels; ask --launcher without it, or add rates by clgemm-bench fit");
    if (dispatch->plans[0]->problem.batch == BATCH_GROUPS)
        job_fail(job, CLGEMM_REFUSED, "launcher",
                 "calibrate measures single products and batches, not --batch groups, whose sizes "
                 "are in lists; ask --launcher without it");
}

void calibrate_view(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    struct value *const calibrate =
        value_set_object_if(job, view, "calibrate", dispatch->plans[0]->launcher.calibrate);
    if (!calibrate)
        return;
    const struct plan plan = joint_plan(dispatch);
    struct selftest_case products[CALIBRATE_MOST];
    check(job, dispatch);
    const size_t count = calibrate_products(&plan, products);
    struct value *const samples = value_set_list(job, calibrate, "samples");
    for (size_t i = 0; i < count; i++) {
        const long long *const sizes = &products[i].value[SYMBOL_M];
        struct value *const sample = value_add(samples, value_object(job));
        struct value *const logarithms = value_set_list(job, sample, "logarithms");
        for (int axis = 0; axis < AXES; axis++)
            value_set(value_add(logarithms, value_object(job)), "number",
                      value_real(job, log2_of(sizes[axis])));
        value_mark_ends(job, logarithms);
        value_set_integer(job, sample, "odd", model_product(&plan, sizes, 1).odd_lines);
    }
    value_set_integer(job, calibrate, "sample_count", (long long)count);
    value_set_text(job, calibrate, "tight_odd_lines", dispatch_odd_lines(job, dispatch->plans[0]));
}
