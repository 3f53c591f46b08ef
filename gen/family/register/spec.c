/*
 * What the register family completes of a spec, and the registers that it takes.
 */
#include "gen/family/families.h"
#include "gen/family/tiled.h"

static void complete(struct job *job, struct spec *spec)
{
    (void)job;
    if (!spec->c.vector)
        spec->c.vector = 1;
    if (!spec->a.vector)
        spec->a.vector = in_image(&spec->a) ? spec->a.element->texel : 1;
    if (!spec->b.vector)
        spec->b.vector = in_image(&spec->b)   ? spec->b.element->texel
                         : spec->b.transposed ? 1
                                              : spec->c.vector;
    if (!spec->tile_k)
        spec->tile_k = larger(contiguous_along_k(&spec->a) ? spec->a.vector : 1,
                              contiguous_along_k(&spec->b) ? spec->b.vector : 1);
}

static struct fragments fragments(const struct spec *spec)
{
    const long long a_depth = contiguous_along_k(&spec->a) ? spec->a.vector : 1;
    const long long b_depth = contiguous_along_k(&spec->b) ? spec->b.vector : 1;
    return (struct fragments){
        .a = spec->numbers.compute->bytes * a_depth * (a_depth > 1 ? spec->tile.height : 1),
        .b = spec->numbers.compute->bytes * b_depth * spec->tile.width,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    (void)job;
    return !local_memory && shrink_tile(spec, 1);
}

const struct family_spec family_register_spec = {
    .complete = complete,
    .fragments = fragments,
    .shrink = shrink,
};
