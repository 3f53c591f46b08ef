/*
 * What a request says of the flash family alone, as it is asked, completed and made smaller; and the registers and memory that it takes.
 */
#include "gen/family/flash/flash.h"

#include <string.h>

#include "gen/family/families.h"

enum {
    KEYS = 64, /* of a block */
    SUB_GROUPS = 4,
    PAD =
        8, /* elements behind a line: the next one begins in other banks, at a multiple of 16 bytes */
    MOST_LANES = 64
};

const struct flash_spec *flash_spec(const struct spec *spec)
{
    return spec->own;
}

static struct flash_spec spec_of(const struct spec *spec)
{
    const struct option_value *const values = spec->values;
    struct flash_spec own = {
        .stages = values[OPTION_STAGES].numbers[0],
        .async = strcmp(values[OPTION_COPY].text, "async") == 0,
    };
    own.engine = engine_find(values[OPTION_ENGINE].text, &own.emulated);
    own.fragment = engine_fragment(own.engine, spec->a.given->type, spec->b.given->type,
                                   spec->numbers.compute->type);
    own.serves = fragment_serves(own.fragment, &spec->a, &spec->b, &spec->numbers) &&
                 own.fragment->cell_bytes == 2 && !own.engine->described;
    if (!own.fragment)
        own.fragment = own.engine->fragments;
    return own;
}

/* The tile and the work-group of an engine, where nobody says them. */
static void complete_tile(struct spec *spec, const struct flash_spec *own)
{
    const struct engine *const engine = own->engine;
    if (!own->serves)
        return;
    if (spec->values[OPTION_TILE].voice <= VOICE_FAMILY)
        spec->tile = (struct shape){fragment_cells(engine, own->fragment).height, engine->beside};
    if (spec->values[OPTION_WG].voice <= VOICE_FAMILY)
        spec->wg = (struct shape){SUB_GROUPS * engine->lanes.height, engine->lanes.width};
}

static void complete(struct job *job, struct spec *spec)
{
    struct flash_spec *const own = arena_allocate(job->arena, sizeof *own);
    *own = spec_of(spec);
    spec->own = own;
    spec->spelling = own->emulated ? SPELLING_EMULATED : own->engine->spelling;
    spec->sg_size = engine_lanes(own->engine);
    complete_tile(spec, own);
    if (!spec->tile_k)
        spec->tile_k = KEYS;
    spec->turn_k = spec->tile_k;
    if (own->serves)
        spec->problem.factors = own->fragment->element;
    spec->problem.packed_heads = spec->values[OPTION_PACK_HEADS].numbers[0];
    /* Of each lane the sum of weights and the largest score. */
    spec->row_numbers = spec_fixed(spec, SYMBOL_N) + 2 * own->engine->lanes.width;
    struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!operands[i]->vector)
            operands[i]->vector = 1;
}

/* The engine has dialect and size. */
static bool ignores(const struct spec *spec, enum option_id option)
{
    (void)spec;
    return option == OPTION_SUB_GROUPS || option == OPTION_SG_SIZE;
}

/* A product of the kernel as the matrix family's views know one: tiles of lines of `length` elements along K of A, and of B. */
static struct matrix_plan product_plan(const struct flash_plan *plan, struct matrix_tile a,
                                       struct matrix_tile b)
{
    return (struct matrix_plan){
        .engine = plan->engine,
        .fragment = plan->fragment,
        .emulated = plan->emulated,
        .a = a,
        .b = b,
        .cells = plan->cells,
        .exchanged = plan->exchanged,
        .halves = {1, 1},
        .pairs = true,
    };
}

struct flash_plan flash_plan_of(const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const struct engine *const engine = own->engine;
    const struct shape cells = fragment_cells(engine, own->fragment);
    const long long head = spec_fixed(spec, SYMBOL_N);
    struct flash_plan plan = {
        .engine = engine,
        .fragment = own->fragment,
        .emulated = own->emulated,
        .async = own->async,
        .stages = own->stages,
        .rows = spec_launch_tile(spec).height,
        .keys = spec->tile_k,
        .head = head,
        .sub_groups = spec->wg.height / engine->lanes.height,
        .cells = cells,
        .fragments = spec->tile.height / cells.height,
        .lines = engine->columns ? spec->tile.height / cells.height : spec->tile.height,
        .pitch = head + PAD,
        .weights_in_tile = engine->columns,
        .weight_pitch = spec->tile_k + PAD,
        .exchanged = fragment_exchange_cells(engine, own->fragment, own->emulated),
    };
    const struct matrix_tile rows = {
        .along_k = true, .lines = plan.rows, .length = head, .pitch = plan.pitch};
    const struct matrix_tile keys = {
        .along_k = true, .lines = plan.keys, .length = head, .pitch = plan.pitch};
    const struct matrix_tile values = {.lines = plan.keys, .length = head, .pitch = plan.pitch};
    const struct matrix_tile weights = {
        .along_k = true, .lines = plan.rows, .length = plan.keys, .pitch = plan.weight_pitch};
    plan.scores = product_plan(&plan, rows, keys);
    plan.sums = product_plan(&plan, weights, values);
    return plan;
}

static bool exchanges(const struct spec *spec)
{
    return !flash_spec(spec)->emulated;
}

/* Scores and weights of a block, and sums. */
static struct fragments fragments(const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const struct flash_plan plan = flash_plan_of(spec);
    const long long bytes = own->fragment->cell_bytes, lanes = engine_lanes(own->engine);
    const long long rows = plan.fragments * own->fragment->m;
    return (struct fragments){
        .a = bytes * (plan.fragments * fragment_elements(own->engine, own->fragment, true) +
                      rows * plan.keys / lanes),
        .b = bytes * fragment_elements(own->engine, own->fragment, false),
        .c = spec->numbers.accumulate->bytes * rows * (plan.keys + plan.head) / lanes,
    };
}

/* Rows of Q, blocks of K and V, and what emulated lanes exchange: fragments, and a number of a row or a vector of such. */
static long long local_bytes(const struct spec *spec)
{
    const struct flash_plan plan = flash_plan_of(spec);
    const long long tiles = (plan.rows + 2 * plan.stages * plan.keys) * plan.pitch +
                            (plan.weights_in_tile ? plan.rows * plan.weight_pitch : 0);
    const long long lanes = engine_lanes(plan.engine) * plan.sub_groups;
    const long long of_lane = plan.engine->columns ? plan.cells.height : 1;
    return (tiles + plan.exchanged * plan.sub_groups) * plan.fragment->cell_bytes +
           (plan.emulated ? lanes * of_lane * spec->numbers.compute->bytes : 0);
}

static struct engine_use engine(const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const struct flash_plan plan = flash_plan_of(spec);
    const struct fragment *const fragment = own->fragment;
    if (own->emulated || own->engine->alone)
        return (struct engine_use){.name = NULL};
    return (struct engine_use){
        .name = own->engine->name,
        .factors = fragment->element,
        .instructions = 2 * plan.fragments * (plan.keys / fragment->n) * (plan.head / fragment->k),
        .announced = own->engine->announced,
        .extension = fragment->extension,
        .nearest = own->engine->nearest,
        .finalize = own->engine->finalize,
    };
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    struct flash_spec *const own = arena_allocate(job->arena, sizeof *own);
    spec->own = memcpy(own, flash_spec(spec), sizeof *own);
    const long long lanes = own->engine->lanes.height;
    if (local_memory && spec_may_shrink(spec, OPTION_STAGES) && own->stages > 1) {
        own->stages--;
        return true;
    }
    if (spec_may_shrink(spec, OPTION_TILE_K) &&
        spec->tile_k % (2 * larger(own->fragment->k, own->fragment->n)) == 0) {
        spec->tile_k = spec->turn_k = spec->unroll_k = spec->tile_k / 2;
        return true;
    }
    if (spec_may_shrink(spec, OPTION_TILE) &&
        spec->tile.height % (2 * fragment_cells(own->engine, own->fragment).height) == 0) {
        spec->tile.height /= 2;
        return true;
    }
    if (!local_memory || !spec_may_shrink(spec, OPTION_WG) || spec->wg.height % (2 * lanes))
        return false;
    spec->wg.height /= 2;
    return true;
}

const struct family_spec family_flash_spec = {
    .complete = complete,
    .ignores = ignores,
    .exchanges = exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .engine = engine,
    .shrink = shrink,
};
