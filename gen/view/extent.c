/*
 * Sizes in a kernel: a name or a number, rounded up or not.
 */
#include "gen/view/steps.h"

const struct term *view_extent(struct job *job, const struct kernel *kernel, enum symbol axis,
                               long long whole)
{
    const long long fixed = kernel->fixed[axis];
    if (fixed >= 0)
        return term_number(job, rounded_up(fixed, whole));
    const struct term *const size = term_name(job, symbol_in_kernel(axis));
    const struct term *const blocks = term_over(job, term_plus(job, size, whole - 1), whole);
    return term_times(job, blocks, whole);
}

const struct term *view_lines(struct job *job, const struct kernel *kernel,
                              const struct term *lines, const char *length)
{
    return term_mul_as(job, kernel->index_bits == 64 ? "long" : NULL, lines,
                       term_name(job, length));
}
