/*
 * What the register family completes of a spec, and the registers that it takes.
 */
#include "gen/family/families.h"

/* Steps of K in a register. */
static long long depth_of(const struct operand *operand)
{
    return contiguous_along_k(operand) ? operand->vector : 1;
}

/* Elements of a load along K: of blocks several, which are scaled by what is read once; else one. */
static long long along_k(const struct spec *spec, const struct operand *operand)
{
    enum {
        MOST_OF_BLOCK = 8
    };
    const long long iteration = spec->tile_k ? spec->tile_k : spec->unroll_k;
    return in_blocks(operand) && lies_along_k(operand)
               ? widest_vector(iteration ? iteration : MOST_OF_BLOCK, MOST_OF_BLOCK)
               : 1;
}

static void complete(struct job *job, struct spec *spec)
{
    struct operand *const operands[] = {&spec->a, &spec->b};
    (void)job;
    if (!spec->c.vector)
        spec->c.vector = 1;
    for (int i = 0; i < 2; i++)
        if (!operands[i]->vector)
            operands[i]->vector = in_image(operands[i]) ? operands[i]->element->texel
                                  : is_a(operands[i]) || operands[i]->transposed
                                      ? along_k(spec, operands[i])
                                      : spec->c.vector;
    if (!spec->tile_k)
        spec->tile_k = larger(depth_of(&spec->a), depth_of(&spec->b));
}

static struct fragments fragments(const struct spec *spec)
{
    const long long depth = depth_of(&spec->a), bytes = spec->numbers.compute->bytes;
    return (struct fragments){
        .a = bytes * depth * (depth > 1 ? spec->tile.height : 1),
        .b = bytes * depth_of(&spec->b) * spec->tile.width,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    (void)job;
    return !local_memory && spec_shrink_tile(spec, 1);
}

const struct family_spec family_register_spec = {
    .complete = complete,
    .fragments = fragments,
    .shrink = shrink,
};
