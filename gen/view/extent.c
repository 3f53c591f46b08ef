/*
 * Sizes in a kernel: a name or a number, rounded up or not.
 */
#include "gen/view/steps.h"

struct extent_words view_extent(struct job *job, const struct kernel *kernel, enum symbol axis,
                                long long whole)
{
    const long long fixed = kernel->fixed[axis];
    if (fixed < 0)
        return (struct extent_words){symbol_in_kernel(axis), whole};
    return (struct extent_words){
        arena_printf(job->arena, "%lld", (fixed + whole - 1) / whole * whole), 1};
}

void view_set_extent(struct job *job, struct value *object, struct extent_words extent)
{
    value_set_text(job, object, "size", extent.size);
    value_set_unless(job, object, "rounded", extent.whole, 1);
    value_set_integer(job, object, "less_one", extent.whole - 1);
}
