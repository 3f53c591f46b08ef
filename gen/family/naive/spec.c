/*
 * What the naive family completes of a spec, and what it takes.
 */
#include "gen/family/families.h"

static void complete(struct job *job, struct spec *spec)
{
    (void)job;
    if (!spec->tile_k)
        spec->tile_k = 1;
    struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!operands[i]->vector)
            operands[i]->vector = 1;
}

static struct fragments fragments(const struct spec *spec)
{
    const long long bytes = spec->numbers.compute->bytes;
    return (struct fragments){bytes, bytes, spec->numbers.accumulate->bytes};
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    (void)job;
    return !local_memory && spec_shrink_tile(spec, 1);
}

const struct family_spec family_naive_spec = {
    .complete = complete,
    .fragments = fragments,
    .shrink = shrink,
};
