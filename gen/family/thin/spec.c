/*
 * What a request says of the thin family, completed, and the numbers that follow.
 */
#include "gen/family/families.h"
#include "gen/family/thin/thin.h"

#include <string.h>

enum {
    BYTE = 8 /* bits */
};

const struct thin_spec *thin_spec(const struct spec *spec)
{
    return spec->own;
}

struct shape thin_lanes(const struct spec *spec)
{
    return thin_spec(spec)->engine->lanes;
}

struct shape thin_cells(const struct spec *spec)
{
    return fragment_cells(thin_spec(spec)->engine, thin_spec(spec)->fragment);
}

static long long lanes_along_k(const struct spec *spec)
{
    return thin_spec(spec)->engine->of_a.width;
}

/* Elements of a line that a lane has of a load of elements, not of blocks, which is what is multiplied in a step. */
long long thin_lane_elements(const struct spec *spec)
{
    return THIN_LOAD_BYTES / thin_spec(spec)->fragment->cell_bytes;
}

bool thin_sums_runs(const struct spec *spec)
{
    const struct element *const element = large_operand(spec)->element;
    return element->lines && !element->least;
}

long long thin_step(const struct spec *spec)
{
    return thin_lane_elements(spec) * lanes_along_k(spec);
}

/* Elements of a line that a lane has one behind another: of blocks, but where sums of a run are scaled, as many as share a scale, up to 32. */
long long thin_lane_span(const struct spec *spec)
{
    enum {
        MOST = 32 /* that all blocks have multiples of: K ends behind them */
    };
    const struct operand *const large = large_operand(spec);
    if (!in_blocks(large) || thin_sums_runs(spec))
        return thin_lane_elements(spec);
    return large->element->run < MOST ? large->element->run : MOST;
}

/* Elements of K of all lanes of a line, one load of words or all that each lane has one behind another. */
long long thin_span(const struct spec *spec)
{
    const struct element *const element = large_operand(spec)->element;
    return (element->lines ? THIN_LOAD_BYTES * BYTE / element->quant_bits : thin_lane_span(spec)) *
           lanes_along_k(spec);
}

/* Elements of K of an iteration: those of one load of words; of words of bytes, which has half as many, those of several. */
static long long standard_depth(const struct spec *spec)
{
    const struct element *const element = large_operand(spec)->element;
    return element->lines && element->quant_bits == BYTE ? element->covers : thin_span(spec);
}

/* Lanes round no elements but those of blocks, to shorter ones. */
static bool serves(const struct fragment *fragment, const struct spec *spec)
{
    return fragment_serves(fragment, large_operand(spec), thin_operand(spec), &spec->numbers) &&
           !fragment->rounding &&
           (!is_quantised(large_operand(spec)) || fragment_rounds_blocks(fragment));
}

static void complete(struct job *job, struct spec *spec)
{
    static const char served[] = "mma";
    struct thin_spec *const own = arena_allocate(job->arena, sizeof *own);
    const bool thin_m = spec_thin_m(spec);
    bool unused;
    spec->own = own;
    own->engine = engine_find(spec->values[OPTION_ENGINE].text, &own->emulated);
    own->asked = strcmp(own->engine->name, served) == 0;
    if (!own->asked)
        own->engine = engine_find(served, &unused);
    struct operand *const large = thin_m ? &spec->b : &spec->a;
    struct operand *const thin = thin_m ? &spec->a : &spec->b;
    own->fragment = engine_fragment(own->engine, (is_quantised(large) ? thin : large)->given->type,
                                    thin->given->type, spec->numbers.compute->type);
    own->serves = serves(own->fragment, spec);
    if (!own->fragment)
        own->fragment = own->engine->fragments;
    if (own->serves && !own->emulated)
        spec->problem.sum_digits = own->fragment->sum_digits;
    spec->parts_m = thin_m;
    spec->parts_n = !thin_m;
    spec->part_items = own->engine->lanes.width;
    spec->spelling = own->emulated ? SPELLING_EMULATED : own->engine->spelling;
    spec->sg_size = engine_lanes(own->engine);
    spec->aligned = true;
    if (!large->vector)
        large->vector = thin_lane_elements(spec);
    if (!thin->vector)
        thin->vector = thin_lane_elements(spec);
    if (!spec->tile_k)
        spec->tile_k = standard_depth(spec);
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->unroll_k * spec_parts(spec);
    if (own->serves && is_quantised(large) && !thin_sums_runs(spec))
        spec->problem.factors = own->fragment->element;
}

/* The engine has dialect and size. */
static bool ignores(const struct spec *spec, enum option_id option)
{
    (void)spec;
    return option == OPTION_SUB_GROUPS || option == OPTION_SG_SIZE;
}

static bool exchanges(const struct spec *spec)
{
    return !thin_spec(spec)->emulated;
}

static struct fragments fragments(const struct spec *spec)
{
    const long long large =
        THIN_LOAD_BYTES * long_side(spec, spec->tile) * (is_quantised(large_operand(spec)) ? 2 : 1);
    const long long thin = THIN_LOAD_BYTES * thin_side(spec, spec->tile) / thin_cells(spec).width;
    return (struct fragments){
        .a = spec_thin_m(spec) ? thin : large,
        .b = spec_thin_m(spec) ? large : thin,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width *
             (is_quantised(large_operand(spec)) ? 2 : 1),
    };
}

long long thin_sub_groups(const struct spec *spec)
{
    return spec->wg.height * spec->wg.width / engine_lanes(thin_spec(spec)->engine);
}

long long thin_exchanged(const struct spec *spec)
{
    const struct thin_spec *const own = thin_spec(spec);
    return fragment_exchange_cells(own->engine, own->fragment, own->emulated);
}

/* The sums of all parts, whose lines have room for one fragment's lanes more, and what emulated sub-groups exchange. */
static long long local_bytes(const struct spec *spec)
{
    const struct shape group = spec_group_tile(spec);
    return spec_parts(spec) * thin_side(spec, group) *
               (long_side(spec, group) + thin_lanes(spec).width) * spec->numbers.accumulate->bytes +
           thin_sub_groups(spec) * thin_exchanged(spec) * thin_spec(spec)->fragment->cell_bytes;
}

static struct engine_use engine(const struct spec *spec)
{
    const struct thin_spec *const own = thin_spec(spec);
    const struct shape cells = thin_cells(spec);
    if (own->emulated)
        return (struct engine_use){.name = NULL};
    return (struct engine_use){
        .name = own->engine->name,
        .factors = own->fragment->element,
        .instructions = long_side(spec, spec->tile) / cells.height *
                        (thin_side(spec, spec->tile) / cells.width) *
                        (spec->tile_k / own->fragment->k),
        .extension = own->fragment->extension,
        .nearest = own->engine->nearest,
    };
}

/* Fewer places of the large operand, then of the thin one; where local memory is short, fewer parts first. */
static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    const bool thin_m = spec_thin_m(spec);
    const struct shape cells = thin_cells(spec);
    long long *const parts = thin_m ? &spec->wg.height : &spec->wg.width;
    long long *const along = thin_m ? &spec->tile.width : &spec->tile.height;
    long long *const thin = thin_m ? &spec->tile.height : &spec->tile.width;
    const bool tile = spec_may_shrink(spec, OPTION_TILE);
    (void)job;
    if (local_memory && *parts > spec->part_items && spec_may_shrink(spec, OPTION_WG))
        *parts /= 2;
    else if (tile && *along > cells.height)
        *along /= 2;
    else if (tile && *thin > cells.width)
        *thin /= 2;
    else
        return false;
    spec->turn_k = spec->unroll_k * spec_parts(spec);
    return true;
}

const struct family_spec family_thin_spec = {
    .complete = complete,
    .ignores = ignores,
    .exchanges = exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .engine = engine,
    .shrink = shrink,
};
