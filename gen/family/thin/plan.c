/*
 * The plan of a thin kernel: the places and the steps of K that lanes have.
 */
#include "gen/family/families.h"
#include "gen/family/thin/thin.h"
#include "gen/plan/family.h"

enum {
    WORD_BYTES = 4
};

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct thin_plan *const own = arena_allocate(job->arena, sizeof *own);
    const struct thin_spec *const asked = thin_spec(spec);
    const struct shape cells = thin_cells(spec), lanes = thin_lanes(spec);
    const struct element *const element = large_operand(spec)->element;
    *own = (struct thin_plan){
        .engine = asked->engine,
        .fragment = asked->fragment,
        .emulated = asked->emulated,
        .thin_m = spec_thin_m(spec),
        .exchanged = thin_exchanged(spec),
        .sub_groups = thin_sub_groups(spec),
        .side_groups = long_side(spec, kernel->wg) / lanes.height,
        .places = long_side(spec, kernel->tile) * lanes.height,
        .thin_places = thin_side(spec, kernel->tile) * lanes.width,
        .fragments = long_side(spec, kernel->tile) / cells.height,
        .thin_ones = thin_side(spec, kernel->tile) / cells.width,
        .lane_elements = thin_lane_elements(spec),
        .lane_span = thin_lane_span(spec),
        .step = thin_step(spec),
        .words = element->lines ? THIN_LOAD_BYTES / WORD_BYTES : 0,
        .by_runs = thin_sums_runs(spec),
        .span = thin_span(spec),
    };
    return own;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct thin_plan *const own = kernel->own;
    value_set_text(job, object, "engine", own->engine->name);
    value_set_bool(job, object, "emulated", own->emulated);
    value_set_integer(job, object, "sub_groups", own->sub_groups);
    value_set_integer(job, object, "places", own->places);
    value_set_integer(job, object, "thin_places", own->thin_places);
    value_set_integer(job, object, "step", own->step);
    value_set_integer(job, object, "span", own->span);
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    value_set_text(job, config, "engine", spec->values[OPTION_ENGINE].text);
    value_set_text(job, config, "thin", thin_word(spec));
}

const struct family_plan family_thin_plan = {
    .derive = derive,
    .show = show,
    .configure = configure,
};
