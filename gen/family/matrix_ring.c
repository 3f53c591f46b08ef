/*
 * --copy bulk and --copy tensor of the matrix family: numbers and rules. A sub-group beside those of --wg copies whole tiles of A and B into
 * a ring of stages as they become empty, far ahead of the others, which multiply them as they become full; so no barrier of the work-group
 * holds anybody up.
 *
 * bulk: steps pack A and B into panels, whose blocks hold fragments as lanes load them. tensor: the tiles are boxes of the operands as the
 * caller has them, which one instruction copies and swizzles as a map describes them: base, extents, leading dimension. What lies beyond
 * the extents is zero in the copy.
 *
 * The engine reads a map from global memory alone, so there is a workspace for maps. Each work-group makes its own two, in a place that no other
 * one writes to: 128 bytes in local memory, field by field, which a fence then brings to global memory as those copies see it (PTX ISA,
 * "tensormap.cp_fenceproxy"). A step before the multiplication would be simpler, and takes longer than a product of 1024^3.
 */
#include "gen/family/matrix_ring.h"

enum {
    LOAD_BYTES = 16, /* of a lane at once: all lanes then load from all banks of local memory */
    MAPS = 2         /* of A and of B */
};

static const struct matrix_spec *own_of(const struct spec *spec)
{
    return spec->own;
}

/* Registers of a lane for a fragment; 1 of an engine that loads none, which a rule refuses. */
static long long registers_of(const struct matrix_spec *own, bool left)
{
    const long long registers = fragment_registers(own->engine, own->fragment, left);
    return registers > 0 ? registers : 1;
}

/* Registers of a fragment that a lane loads at once. */
static long long registers_of_load(const struct matrix_spec *own, const struct operand *operand)
{
    const long long registers = registers_of(own, is_a(operand));
    const long long most =
        LOAD_BYTES / (own->fragment->together * fragment_cell_bytes(own->fragment));
    return most < 1 ? 1 : most < registers ? most : registers;
}

long long matrix_load(const struct matrix_spec *own, const struct operand *operand)
{
    return registers_of_load(own, operand) * own->fragment->together;
}

void matrix_complete_ring(struct spec *spec)
{
    const struct matrix_spec *const own = own_of(spec);
    if (!own->ring)
        return;
    spec->numbered = true;
    spec->groups = own->groups;
    spec->copiers = own->emulated ? 0 : engine_lanes(own->engine);
    spec->notes = own->tensor && !own->emulated ? MAPS * MAP_BYTES : 0;
}

long long matrix_ring_bytes(const struct matrix_spec *own)
{
    enum {
        BARRIERS = 2,
        BARRIER_BYTES = 8
    };
    if (!own->ring || own->emulated)
        return 0;
    return own->stages * BARRIERS * BARRIER_BYTES + (own->tensor ? MAPS * MAP_BYTES : 0);
}

/* Register r of a lane holds the row r % rows of the lane, and begins at the step r / rows of those that the lane has. */
void matrix_lay_panels(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand)
{
    const struct matrix_spec *const own = own_of(spec);
    const struct engine *const engine = own->engine;
    const struct fragment *const fragment = own->fragment;
    const struct shape group = spec_group_tile(spec);
    const bool left = is_a(operand);
    const long long registers = registers_of(own, left);
    const long long at_once = registers_of_load(own, operand);
    const long long rows = fragment_places(engine, fragment, left);
    const long long side = left ? fragment->m : fragment->n;
    struct fragment_order *const order = arena_allocate(job->arena, sizeof *order);
    *order = (struct fragment_order){
        .places = side,
        .steps = fragment->k,
        .lanes = engine->alone ? side / rows : engine_lanes(engine),
        .lanes_of_place = engine->alone ? 1 : engine->lanes.width,
        .apart = engine->alone ? rows : 1,
        .together = fragment->together,
        .loads = registers / at_once,
        .further = fragment->k * at_once / registers,
    };
    for (long long i = 0; i < at_once; i++)
        for (long long j = 0; j < fragment->together; j++) {
            order->elements[order->count].down = i % rows * engine->rows_apart;
            order->elements[order->count++].deep = i / rows * (fragment->k * rows / registers) + j;
        }
    form->panel = left ? group.height : group.width;
    form->block = spec->tile_k;
    form->multiple = (struct shape){form->block, form->panel};
    form->fragments = order;
}

/* ------------------------------------------------------------------------------- rules */

static const char *panels_word(struct job *job, const struct spec *spec)
{
    return option_and_value(job, spec, OPTION_PANELS, "%s", spec->values[OPTION_PANELS].text);
}

static const char *copy_word(struct job *job, const struct spec *spec)
{
    return option_and_value(job, spec, OPTION_COPY, "%s", spec->values[OPTION_COPY].text);
}

const struct refusal *matrix_bulk_and_panels(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = own_of(spec);
    const bool packed = in_panels(&spec->a) && in_panels(&spec->b);
    struct refusal *refusal;
    if (own->bulk ? packed : !in_panels(&spec->a) && !in_panels(&spec->b))
        return NULL;
    if (own->bulk) {
        const struct operand *const other = in_panels(&spec->a) ? &spec->b : &spec->a;
        refusal =
            propose(refuse(job, "%s copies blocks of panels, and no step packs %s into any (%s)",
                           copy_word(job, spec), other->name, panels_word(job, spec)),
                    OPTION_PANELS, "ab");
    } else {
        refusal = propose(refuse(job, "%s: the matrix family reads panels with --copy bulk, not %s",
                                 panels_word(job, spec), copy_word(job, spec)),
                          OPTION_COPY, "bulk");
        if (!packed)
            propose_with(refusal, OPTION_PANELS, "ab");
        if (own->stages < 2)
            propose_with(refusal, OPTION_STAGES, "2");
    }
    propose(refusal, OPTION_PANELS, "none");
    return own->bulk ? propose_with(refusal, OPTION_COPY, "%s", own->stages > 1 ? "async" : "plain")
                     : refusal;
}

const struct refusal *matrix_numbers_idle(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = own_of(spec);
    if (own->ring || (own->groups == 0 && own->raster == 1))
        return NULL;
    const enum option_id id = own->groups ? OPTION_PERSISTENT : OPTION_RASTER;
    return propose(refuse(job,
                          "%s is for --copy bulk and tensor, whose work-groups number the tiles "
                          "of C",
                          option_and_value(job, spec, id, "%s", spec->values[id].text)),
                   id, own->groups ? "0" : "1");
}

const struct refusal *matrix_panels_shifted(struct job *job, const struct spec *spec)
{
    const char *const said = option_and_value(job, spec, OPTION_EDGES, "shift");
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    if (own_of(spec)->tensor)
        return propose(refuse(job, "%s moves tiles inside, and %s numbers those that are not moved",
                              said, copy_word(job, spec)),
                       OPTION_EDGES, "guard");
    if (!in_panels(&spec->a) && !in_panels(&spec->b))
        return NULL;
    return propose(refuse(job,
                          "%s moves tiles inside, and panels (%s) begin where tiles do that are "
                          "not moved",
                          said, panels_word(job, spec)),
                   OPTION_EDGES, "guard");
}

const struct refusal *matrix_panels_split(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = own_of(spec);
    if (!own->split || (!in_panels(&spec->a) && !in_panels(&spec->b)))
        return NULL;
    return propose_with(
        propose(propose(refuse(job, "%s makes two numbers of an element, and panels (%s) hold one",
                               option_and_value(job, spec, OPTION_COMPUTE, "%s",
                                                spec->values[OPTION_COMPUTE].text),
                               panels_word(job, spec)),
                        OPTION_COMPUTE, "%s", own->fragment->product),
                OPTION_PANELS, "none"),
        OPTION_COPY, "%s", own->stages > 1 ? "async" : "plain");
}

const struct refusal *matrix_copiers_many(struct job *job, const struct spec *spec)
{
    const long long limit = spec->profile->work_group_size;
    const long long items = spec->wg.height * spec->wg.width;
    const struct shape lanes = own_of(spec)->engine->lanes;
    struct shape less = spec->wg;
    if (!limit || items > limit || items + spec->copiers <= limit)
        return NULL;
    while (less.height * less.width + spec->copiers > limit) {
        if (less.height > lanes.height)
            less.height -= lanes.height;
        else
            less.width -= lanes.width;
    }
    return propose(
        refuse(job, "%s has %lld work-items and %s adds %lld, profile %s allows %lld",
               option_and_value(job, spec, OPTION_WG, "%lldx%lld", spec->wg.height, spec->wg.width),
               items, copy_word(job, spec), spec->copiers, spec->profile->name, limit),
        OPTION_WG, "%lldx%lld", less.height, less.width);
}
