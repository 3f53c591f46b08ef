/*
 * What the attention family completes of a spec, and what it takes.
 */
#include "gen/family/attention/attention.h"
#include "gen/family/families.h"

enum {
    BLOCK = 128, /* keys, where a work-item has them for itself */
    FEWEST_KEYS = 16
};

static void complete(struct job *job, struct spec *spec)
{
    (void)job;
    if (!spec->tile_k)
        spec->tile_k =
            spec->wg.width == 1 ? BLOCK : larger(spec->wg.width * spec->tile.width, FEWEST_KEYS);
    spec->turn_k = spec->tile_k;
    struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!operands[i]->vector)
            operands[i]->vector = 1;
}

struct attention_plan attention_plan_of(const struct spec *spec)
{
    const bool shared = spec->wg.height * spec->wg.width > 1;
    const long long head = spec_fixed(spec, SYMBOL_N);
    /* Lines of different banks. */
    const long long apart = shared;
    return (struct attention_plan){
        .shared = shared,
        .rows = spec_launch_tile(spec).height,
        .keys = spec->tile_k,
        .head = head,
        .masks = spec->problem.mask == MASK_KEYS ? spec->tile_k : 0,
        .query_line = head + apart,
        .score_line = spec->tile_k + apart,
    };
}

long long attention_bytes(const struct spec *spec)
{
    enum {
        OF_ROW =
            3 /* numbers beside: the largest score, the sum of weights, the scale of both sums */
    };
    const struct attention_plan plan = attention_plan_of(spec);
    const long long of_row = plan.query_line + plan.score_line + plan.head + OF_ROW;
    return (plan.rows * of_row + plan.keys * plan.head + plan.masks) * spec->numbers.compute->bytes;
}

static struct fragments fragments(const struct spec *spec)
{
    const long long bytes = spec->numbers.compute->bytes;
    return (struct fragments){bytes, bytes * spec->tile.width,
                              spec->numbers.accumulate->bytes * spec->tile.height *
                                  spec->tile.width};
}

static long long local_bytes(const struct spec *spec)
{
    return attention_plan_of(spec).shared ? attention_bytes(spec) : 0;
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    (void)job;
    if (local_memory && spec_may_shrink(spec, OPTION_BLOCK_TILES) && spec->tiles.height > 1) {
        spec->tiles.height /= 2;
        return true;
    }
    if (local_memory && spec_may_shrink(spec, OPTION_TILE_K) && spec->tile_k / 2 >= FEWEST_KEYS &&
        spec->tile_k / 2 % spec->tile.width == 0) {
        spec->tile_k = spec->turn_k = spec->unroll_k = spec->tile_k / 2;
        return true;
    }
    if (spec->tile.height == 1 || !spec_may_shrink(spec, OPTION_TILE))
        return false;
    spec->tile.height /= 2;
    return true;
}

const struct family_spec family_attention_spec = {
    .complete = complete,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
};
