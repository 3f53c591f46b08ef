/*
 * What a request says of the ring of attention, as it is asked, completed and made smaller; the registers and memory that it takes; and the numbers that
 * follow.
 */
#include "gen/family/families.h"
#include "gen/family/matrix/ring.h"
#include "gen/family/ring/attention_ring.h"

#include <string.h>

enum {
    KEYS = 128, /* of a block */
    BARRIER_BYTES = 8,
    NUMBER_BYTES = 4 /* of a register */
};

const struct ring_spec *ring_spec(const struct spec *spec)
{
    return spec->own;
}

static struct ring_spec spec_of(const struct spec *spec)
{
    const struct option_value *const values = spec->values;
    struct ring_spec own = {
        .stages = values[OPTION_STAGES].numbers[0],
        .per_unit = values[OPTION_PERSISTENT].numbers[0],
        .in_turns = strcmp(values[OPTION_TAKE_TURNS].text, "yes") == 0,
    };
    own.engine = engine_find(values[OPTION_ENGINE].text, &own.emulated);
    own.fragment = engine_fragment(own.engine, spec->a.given->type, spec->b.given->type,
                                   spec->numbers.compute->type);
    own.serves = own.engine->described && own.fragment && own.fragment->turns &&
                 !own.fragment->part &&
                 fragment_serves(own.fragment, &spec->a, &spec->b, &spec->numbers);
    if (!own.fragment)
        own.fragment = own.engine->fragments;
    return own;
}

static void complete(struct job *job, struct spec *spec)
{
    struct ring_spec *const own = arena_allocate(job->arena, sizeof *own);
    *own = spec_of(spec);
    spec->own = own;
    spec->spelling = own->emulated ? SPELLING_EMULATED : own->engine->spelling;
    spec->sg_size = engine_lanes(own->engine);
    if (!spec->tile_k)
        spec->tile_k = KEYS;
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->tile_k;
    if (own->serves)
        spec->problem.factors = own->fragment->element;
    spec->a.vector = spec->b.vector = spec->c.vector = 1;
    spec->numbered = true;
    spec->per_unit = own->per_unit;
    spec->copiers = own->emulated ? 0 : engine_lanes(own->engine);
    spec->notes = own->emulated ? 0 : RING_OPERANDS * MAP_BYTES;
}

/* A tile of so many rows of a head, in panels as wide as a row is a multiple of; `along_k`: it is multiplied along its rows. */
static struct matrix_tile tile_of(long long rows, long long head, long long bytes, bool along_k)
{
    long long span = MOST_SPAN_BYTES / bytes;
    while (head % span)
        span /= 2;
    return (struct matrix_tile){
        .along_k = along_k, .lines = rows, .length = head, .pitch = head, .span = span};
}

/* Registers of those that copy, and of those that multiply, of what the work-group starts with: multiples of 8 (PTX ISA, setmaxnreg). */
static void share_registers(const struct spec *spec, struct ring_plan *plan)
{
    enum {
        LEAST = 24,
        MOST = 240,
        WHOLE = 8
    };
    const long long copy = spec->copiers, multiply = spec->wg.height * spec->wg.width;
    const long long share = plan->engine->registers / (copy + multiply) / WHOLE * WHOLE;
    if (!copy || share >= MOST || share < LEAST)
        return;
    const long long taken = (share * (copy + multiply) - LEAST * copy) / multiply / WHOLE * WHOLE;
    plan->kept = LEAST;
    plan->taken = taken < MOST ? taken : MOST;
}

struct ring_plan ring_plan_of(const struct spec *spec)
{
    enum {
        TRADED_COLUMNS = 32 /* of four fragments, which four lanes trade */
    };
    const struct ring_spec *const own = ring_spec(spec);
    const long long head = spec_fixed(spec, SYMBOL_N), bytes = own->fragment->cell_bytes;
    const long long rows = spec->tile.height * spec->wg.height;
    struct ring_plan plan = {
        .engine = own->engine,
        .scores = fragment_of_width(own->fragment, spec->tile_k),
        .sums = fragment_of_width(own->fragment, head),
        .emulated = own->emulated,
        .in_turns = own->in_turns && !own->emulated,
        .stages = own->emulated ? 1 : own->stages,
        .rows = rows,
        .keys = spec->tile_k,
        .head = head,
        .sub_groups = spec->wg.height * spec->wg.width / engine_lanes(own->engine),
        .q = tile_of(rows, head, bytes, true),
        .k = tile_of(spec->tile_k, head, bytes, true),
        .v = tile_of(spec->tile_k, head, bytes, false),
        .beside = own->engine->beside,
    };
    if (spec->tile.width > plan.beside && head % TRADED_COLUMNS == 0 &&
        strcmp(spec->c.given->type, own->fragment->element) == 0)
        plan.beside = spec->tile.width;
    share_registers(spec, &plan);
    return plan;
}

/* Registers of what is multiplied are described: a lane has scores, weights and sums of two rows. */
static struct fragments fragments(const struct spec *spec)
{
    const struct ring_plan plan = ring_plan_of(spec);
    const long long lanes = engine_lanes(plan.engine);
    const long long pairs = plan.scores.m * plan.keys / 2 / lanes;
    return (struct fragments){
        .a = pairs * NUMBER_BYTES,
        .b = 0,
        .c = plan.scores.m * (plan.keys + plan.head) / lanes * NUMBER_BYTES,
    };
}

static long long local_bytes(const struct spec *spec)
{
    const struct ring_plan plan = ring_plan_of(spec);
    const long long cell = plan.scores.cell_bytes;
    const long long of_rows = rounded_up(matrix_tile_cells(&plan.q) * cell, PATTERN_BYTES);
    const long long of_keys = rounded_up(matrix_tile_cells(&plan.k) * cell, PATTERN_BYTES);
    if (plan.emulated)
        return matrix_tile_cells(&plan.q) * cell + 2 * matrix_tile_cells(&plan.k) * cell +
               plan.rows * plan.keys * cell + spec->wg.height * spec->wg.width * 2 * NUMBER_BYTES;
    return RING_ROW_STAGES * of_rows + 2 * plan.stages * of_keys +
           2 * (RING_ROW_STAGES + 2 * plan.stages) * BARRIER_BYTES + RING_OPERANDS * MAP_BYTES;
}

static bool exchanges(const struct spec *spec)
{
    return !ring_spec(spec)->emulated;
}

static struct engine_use engine(const struct spec *spec)
{
    const struct ring_spec *const own = ring_spec(spec);
    const struct ring_plan plan = ring_plan_of(spec);
    if (own->emulated)
        return (struct engine_use){.name = NULL};
    return (struct engine_use){
        .name = own->engine->name,
        .factors = own->fragment->element,
        .instructions = plan.head / plan.scores.k + plan.keys / plan.sums.k,
        .reads = plan.rows + 2 * plan.keys,
        .announced = own->engine->announced,
        .extension = own->fragment->extension,
        .nearest = own->engine->nearest,
        .finalize = own->engine->finalize,
    };
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    struct ring_spec *const own = arena_allocate(job->arena, sizeof *own);
    spec->own = memcpy(own, ring_spec(spec), sizeof *own);
    const long long whole = own->fragment->k;
    if (local_memory && spec_may_shrink(spec, OPTION_STAGES) && own->stages > 2) {
        own->stages--;
        return true;
    }
    if (spec_may_shrink(spec, OPTION_TILE_K) && spec->tile_k % (2 * whole) == 0) {
        spec->tile_k = spec->turn_k = spec->unroll_k = spec->tile_k / 2;
        return true;
    }
    if (!local_memory || !spec_may_shrink(spec, OPTION_WG) ||
        spec->wg.height % (2 * own->engine->lanes.height))
        return false;
    spec->wg.height /= 2;
    return true;
}

static bool ignores(const struct spec *spec, enum option_id option)
{
    return option == OPTION_SUB_GROUPS || option == OPTION_SG_SIZE ||
           (ring_spec(spec)->emulated && (option == OPTION_STAGES || option == OPTION_TAKE_TURNS));
}

const struct family_spec family_ring_spec = {
    .complete = complete,
    .ignores = ignores,
    .exchanges = exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .engine = engine,
    .shrink = shrink,
};
