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
 * beside halves instead, which are exact: the sums of a run of elements that share a scale are multiplied by it, one for each place. So
 * that a lane loads 16 bytes at once and all lanes of a line have the same run, --prepared brings the words of these blocks into the
 * order of lanes.
 */
#include "gen/family/thin.h"

#include <string.h>

#include "gen/family/families.h"

enum {
    WORD_BYTES = 4
};

const struct thin_spec *thin_spec(const struct spec *spec)
{
    return spec->own;
}

const struct operand *thin_large(const struct spec *spec)
{
    return thin_spec(spec)->thin_m ? &spec->b : &spec->a;
}

const struct operand *thin_other(const struct spec *spec)
{
    return thin_spec(spec)->thin_m ? &spec->a : &spec->b;
}

/* The sides of a shape along the places of the large operand, and along the other ones. */
long long thin_long_side(const struct spec *spec, struct shape shape)
{
    return thin_spec(spec)->thin_m ? shape.width : shape.height;
}

long long thin_thin_side(const struct spec *spec, struct shape shape)
{
    return thin_spec(spec)->thin_m ? shape.height : shape.width;
}

/* Lanes of a fragment along both sides, and elements of C that each has there. */
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

static long long step_of(const struct spec *spec)
{
    return thin_lane_elements(spec) * lanes_along_k(spec);
}

/* Elements of a line that a lane has one behind another: of blocks as many as share a scale, up to 32. */
static long long lane_span(const struct spec *spec)
{
    enum {
        MOST = 32 /* that all blocks have multiples of: K ends behind them */
    };
    const struct operand *const large = thin_large(spec);
    if (!in_blocks(large) || large->element->in_lanes)
        return thin_lane_elements(spec);
    return large->element->run < MOST ? large->element->run : MOST;
}

/* Elements of K of all lanes of a line, one load of words or all that each lane has one behind another. */
long long thin_span(const struct spec *spec)
{
    enum {
        BYTE = 8
    };
    const struct element *const element = thin_large(spec)->element;
    return (element->in_lanes ? THIN_LOAD_BYTES * BYTE / element->quant_bits : lane_span(spec)) *
           lanes_along_k(spec);
}

/* Whether elements that are read as singles can become those of the fragment. */
static bool feeds_blocks(const struct fragment *fragment)
{
    return matrix_rounds_blocks(fragment) && !element_find(fragment->element)->read->whole;
}

static bool engine_serves(const struct thin_spec *own, const struct spec *spec,
                          const struct operand *large, const struct operand *thin)
{
    const struct fragment *const fragment = own->fragment;
    return fragment && strcmp(thin->given->type, fragment->element) == 0 &&
           (is_quantised(large) ? feeds_blocks(fragment) : large->given == thin->given) &&
           !fragment->rounding && strcmp(spec->numbers.compute->type, fragment->product) == 0 &&
           strcmp(spec->numbers.accumulate->type, fragment->sum) == 0;
}

static void complete(struct job *job, struct spec *spec)
{
    static const char emulated[] = "emulated:";
    struct thin_spec *const own = arena_allocate(job->arena, sizeof *own);
    const char *const word = spec->values[OPTION_ENGINE].text;
    spec->own = own;
    own->thin_m = spec_thin_m(spec);
    own->emulated = strncmp(word, emulated, strlen(emulated)) == 0;
    own->engine = engine_find("mma");
    own->asked = strcmp(own->emulated ? word + strlen(emulated) : word, own->engine->name) == 0;
    struct operand *const large = own->thin_m ? &spec->b : &spec->a;
    struct operand *const thin = own->thin_m ? &spec->a : &spec->b;
    own->fragment = engine_fragment(own->engine, thin->given->type, spec->numbers.compute->type);
    own->serves = engine_serves(own, spec, large, thin);
    if (!own->fragment)
        own->fragment = own->engine->fragments;
    spec->parts_m = own->thin_m;
    spec->parts_n = !own->thin_m;
    spec->part_items = own->engine->lanes.width;
    spec->spelling = own->emulated ? SPELLING_EMULATED : own->engine->spelling;
    spec->sg_size = engine_lanes(own->engine);
    spec->aligned = true;
    if (!large->vector)
        large->vector = thin_lane_elements(spec);
    if (!thin->vector)
        thin->vector = thin_lane_elements(spec);
    if (!spec->tile_k)
        spec->tile_k = thin_span(spec);
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->unroll_k * spec_parts(spec);
    if (own->serves && is_quantised(large) && !large->element->in_lanes)
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
    return own->emulated ? (fragment_elements(own->engine, own->fragment, true) +
                            fragment_elements(own->engine, own->fragment, false)) *
                               engine_lanes(own->engine)
                         : 0;
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
        .lane_span = lane_span(spec),
        .step = step_of(spec),
        .words = element->in_lanes ? THIN_LOAD_BYTES / WORD_BYTES : 0,
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
    (void)job;
    if (local_memory && *parts > spec->part_items)
        *parts /= 2;
    else if (*along > cells.height)
        *along /= 2;
    else if (*thin > cells.width)
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

const struct family family_thin = {
    .name = "thin",
    .help = "for M or N of at most about 16, on a matrix engine that reads the large operand once",
    .standard = "--tile 2x4 --wg 16x8 --engine mma",
    .kernel_template = "thin/kernel.cl",
    .rules = thin_rules,
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_THIN, OPTION_ENGINE),
    .quantised = true,
    .groups = true,
    .repacks = true,
    .in_lanes = true,
    .keeps_stored = true,
    .complete = complete,
    .ignores = ignores,
    .exchanges = exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .local_reads =
        OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_THIN, OPTION_ENGINE, KERNEL_OPTIONS),
    .shrink = shrink,
    .configure = thin_configure,
    .engine = engine,
    .plan = plan,
    .show = show,
    .view = thin_view,
};
