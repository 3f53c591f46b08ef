/*
 * Thin: for products M or N of which is small, on a matrix engine. Each element of the large operand is read once, by the lane that
 * has it in a fragment, straight from global memory.
 *
 * Both operands lie along K, and every lane of a fragment's line loads contiguous elements of it. So the steps of K come in another
 * order than the engine numbers them, the same one for both operands, and sums are the same. The places of the large operand are
 * on the long side of the fragments, where the engine has 16 of them, the thin ones on the other one: 8.
 *
 * The sub-groups of a work-group have different places, or parts of K of the same ones. Their sums come together in local
 * memory, in the same order each time, and work-items store neighbouring elements of C.
 *
 * Elements of blocks are made as each lane needs them, and rounded once to what the engine multiplies. Of some blocks quants are multiplied
 * beside halves instead, which are exact: the sums of a run of elements that share a scale are multiplied by it, one for each place.
 *
 * --prepared brings the words of some blocks into the order of lanes: a block is of the 16 lines of a fragment, and what all lanes load at once
 * is contiguous, 16 bytes for each. All lanes of a line have the same run where sums are multiplied by its scale; where elements are made, each has a
 * run of its own.
 */
#include "gen/family/thin/thin.h"

#include "gen/family/families.h"
#include "gen/plan/family.h"
#include "gen/rules/family.h"
#include "gen/view/family.h"

enum {
    WORD_BYTES = 4
};

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
    const long long large = THIN_LOAD_BYTES * thin_long_side(spec, spec->tile) *
                            (is_quantised(thin_large(spec)) ? 2 : 1);
    const long long thin =
        THIN_LOAD_BYTES * thin_thin_side(spec, spec->tile) / thin_cells(spec).width;
    return (struct fragments){
        .a = thin_spec(spec)->thin_m ? thin : large,
        .b = thin_spec(spec)->thin_m ? large : thin,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width *
             (is_quantised(thin_large(spec)) ? 2 : 1),
    };
}

static long long sub_groups_of(const struct spec *spec)
{
    return spec->wg.height * spec->wg.width / engine_lanes(thin_spec(spec)->engine);
}

static long long exchanged_cells(const struct spec *spec)
{
    const struct thin_spec *const own = thin_spec(spec);
    return matrix_exchange_cells(own->engine, own->fragment, own->emulated);
}

/* The sums of all parts, whose lines have room for one fragment's lanes more, and what emulated sub-groups exchange. */
static long long local_bytes(const struct spec *spec)
{
    const struct shape group = spec_group_tile(spec);
    return spec_parts(spec) * thin_thin_side(spec, group) *
               (thin_long_side(spec, group) + thin_lanes(spec).width) *
               spec->numbers.accumulate->bytes +
           sub_groups_of(spec) * exchanged_cells(spec) * thin_spec(spec)->fragment->cell_bytes;
}

/* ---------------------------------------------------------------------------- the kernel */

static struct engine_use engine(const struct spec *spec)
{
    const struct thin_spec *const own = thin_spec(spec);
    const struct shape cells = thin_cells(spec);
    if (own->emulated)
        return (struct engine_use){.name = NULL};
    return (struct engine_use){
        .name = own->engine->name,
        .factors = own->fragment->element,
        .instructions = thin_long_side(spec, spec->tile) / cells.height *
                        (thin_thin_side(spec, spec->tile) / cells.width) *
                        (spec->tile_k / own->fragment->k),
        .extension = own->fragment->extension,
        .nearest = own->engine->nearest,
    };
}

static const void *plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct thin_plan *const own = arena_allocate(job->arena, sizeof *own);
    const struct thin_spec *const asked = thin_spec(spec);
    const struct shape cells = thin_cells(spec), lanes = thin_lanes(spec);
    const struct element *const element = thin_large(spec)->element;
    *own = (struct thin_plan){
        .engine = asked->engine,
        .fragment = asked->fragment,
        .emulated = asked->emulated,
        .thin_m = asked->thin_m,
        .exchanged = exchanged_cells(spec),
        .sub_groups = sub_groups_of(spec),
        .side_groups = thin_long_side(spec, kernel->wg) / lanes.height,
        .places = thin_long_side(spec, kernel->tile) * lanes.height,
        .thin_places = thin_thin_side(spec, kernel->tile) * lanes.width,
        .fragments = thin_long_side(spec, kernel->tile) / cells.height,
        .thin_ones = thin_thin_side(spec, kernel->tile) / cells.width,
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

/* Fewer places of the large operand, then of the thin one; where local memory is short, fewer parts first. */
static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    const bool thin_m = thin_spec(spec)->thin_m;
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

static void thin_configure(struct job *job, const struct spec *spec, struct value *config)
{
    const enum symbol thin = thin_spec(spec)->thin_m ? spec->m : spec->n;
    value_set_text(job, config, "engine", spec->values[OPTION_ENGINE].text);
    value_set_text(job, config, "thin", thin == SYMBOL_M ? "m" : "n");
}

const struct family_spec family_thin_spec = {
    .complete = thin_complete,
    .ignores = ignores,
    .exchanges = exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .engine = engine,
    .shrink = shrink,
};

const struct family_rules family_thin_rules = {
    .table = thin_rules,
    .local_reads =
        OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_THIN, OPTION_ENGINE, KERNEL_OPTIONS),
};

const struct family_plan family_thin_plan = {
    .derive = plan,
    .show = show,
    .configure = thin_configure,
};

const struct family_view family_thin_view = {
    .page = "thin/kernel.cl",
    .fill = thin_view,
};

const struct family family_thin = {
    .name = "thin",
    .help = "for M or N of at most about 16, on a matrix engine that reads the large operand once",
    .standard = "--tile 2x4 --wg 16x8 --engine mma",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_THIN, OPTION_ENGINE),
    .quantised = true,
    .groups = true,
    .repacks = true,
    .spec = &family_thin_spec,
    .rules = &family_thin_rules,
    .plan = &family_thin_plan,
    .view = &family_thin_view,
};
