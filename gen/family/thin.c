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
 * Quants of blocks are multiplied as halves, which are exact. The sums of a run of elements that share a scale are multiplied by
 * it, one for each place. So that a lane loads 16 bytes at once and all lanes of a line have the same run, --prepared brings the words
 * of blocks into the order of lanes.
 */
#include "gen/family/thin.h"

#include <string.h>

#include "gen/family/families.h"
#include "gen/rules/rules.h"

enum {
    WORD_BYTES = 4
};

static const struct thin_spec *own_of(const struct spec *spec)
{
    return spec->own;
}

static const struct operand *large_of(const struct spec *spec)
{
    return own_of(spec)->thin_m ? &spec->b : &spec->a;
}

static const struct operand *thin_of(const struct spec *spec)
{
    return own_of(spec)->thin_m ? &spec->a : &spec->b;
}

/* The sides of a shape along the places of the large operand, and along the other ones. */
static long long long_side(const struct spec *spec, struct shape shape)
{
    return own_of(spec)->thin_m ? shape.width : shape.height;
}

static long long thin_side(const struct spec *spec, struct shape shape)
{
    return own_of(spec)->thin_m ? shape.height : shape.width;
}

/* Lanes of a fragment along both sides, and elements of C that each has there. */
static struct shape lanes_of(const struct spec *spec)
{
    return own_of(spec)->engine->lanes;
}

static struct shape cells_of(const struct spec *spec)
{
    return fragment_cells(own_of(spec)->engine, own_of(spec)->fragment);
}

static long long lanes_along_k(const struct spec *spec)
{
    return own_of(spec)->engine->of_a.width;
}

/* Elements of a line that a lane has of a load of elements, not of blocks, which is what is multiplied in a step. */
static long long lane_elements(const struct spec *spec)
{
    return THIN_LOAD_BYTES / own_of(spec)->fragment->cell_bytes;
}

static long long step_of(const struct spec *spec)
{
    return lane_elements(spec) * lanes_along_k(spec);
}

/* Elements of K that the lanes of a line load at once. */
static long long span_of(const struct spec *spec)
{
    enum {
        BYTE = 8
    };
    const struct element *const element = large_of(spec)->element;
    return element->quant_bits ? THIN_LOAD_BYTES * BYTE / element->quant_bits * lanes_along_k(spec)
                               : step_of(spec);
}

static bool engine_serves(const struct thin_spec *own, const struct spec *spec,
                          const struct operand *large, const struct operand *thin)
{
    const struct fragment *const fragment = own->fragment;
    return fragment && strcmp(thin->given->type, fragment->element) == 0 &&
           (is_quantised(large) || large->given == thin->given) && !fragment->rounding &&
           strcmp(spec->numbers.compute->type, fragment->product) == 0 &&
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
        large->vector = lane_elements(spec);
    if (!thin->vector)
        thin->vector = lane_elements(spec);
    if (!spec->tile_k)
        spec->tile_k = span_of(spec);
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->unroll_k * spec_parts(spec);
}

/* The engine has dialect and size. */
static bool ignores(const struct spec *spec, enum option_id option)
{
    (void)spec;
    return option == OPTION_SUB_GROUPS || option == OPTION_SG_SIZE;
}

static bool exchanges(const struct spec *spec)
{
    return !own_of(spec)->emulated;
}

static struct fragments fragments(const struct spec *spec)
{
    const long long large =
        THIN_LOAD_BYTES * long_side(spec, spec->tile) * (is_quantised(large_of(spec)) ? 2 : 1);
    const long long thin = THIN_LOAD_BYTES * thin_side(spec, spec->tile) / cells_of(spec).width;
    return (struct fragments){
        .a = own_of(spec)->thin_m ? thin : large,
        .b = own_of(spec)->thin_m ? large : thin,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width *
             (is_quantised(large_of(spec)) ? 2 : 1),
    };
}

static long long sub_groups_of(const struct spec *spec)
{
    return spec->wg.height * spec->wg.width / engine_lanes(own_of(spec)->engine);
}

static long long exchanged_cells(const struct spec *spec)
{
    const struct thin_spec *const own = own_of(spec);
    return own->emulated ? (fragment_elements(own->engine, own->fragment, true) +
                            fragment_elements(own->engine, own->fragment, false)) *
                               engine_lanes(own->engine)
                         : 0;
}

/* The sums of all parts, whose lines have room for one fragment's lanes more, and what emulated sub-groups exchange. */
static long long local_bytes(const struct spec *spec)
{
    const struct shape group = spec_group_tile(spec);
    return spec_parts(spec) * thin_side(spec, group) *
               (long_side(spec, group) + lanes_of(spec).width) * spec->numbers.accumulate->bytes +
           sub_groups_of(spec) * exchanged_cells(spec) * own_of(spec)->fragment->cell_bytes;
}

/* ------------------------------------------------------------------------------- rules */

static const char *engine_word(struct job *job, const struct spec *spec)
{
    return option_and_value(job, spec, OPTION_ENGINE, "%s", spec->values[OPTION_ENGINE].text);
}

static const struct refusal *other_engine(struct job *job, const struct spec *spec)
{
    if (own_of(spec)->asked)
        return NULL;
    return propose(propose(refuse(job,
                                  "in the thin family lanes load fragments from global memory, as "
                                  "those of --engine mma are loaded: not with %s",
                                  engine_word(job, spec)),
                           OPTION_ENGINE, "%s", own_of(spec)->emulated ? "emulated:mma" : "mma"),
                   OPTION_FAMILY, "matrix");
}

static const struct refusal *types_unfit(struct job *job, const struct spec *spec)
{
    const struct element *const large = large_of(spec)->given, *const thin = thin_of(spec)->given;
    const bool halves = strcmp(thin->type, "f16") == 0;
    if (is_quantised(thin_of(spec)) ||
        (own_of(spec)->serves && (!is_quantised(large_of(spec)) || halves)))
        return NULL;
    struct refusal *const refusal = refuse(
        job,
        "the thin family multiplies elements of one type that the engine takes as they are (f16, "
        "bf16, i8, u8, f64), or blocks beside f16, and not A of %s and B of %s in %s and %s",
        spec_operand(spec, ROLE_A)->given->type, spec_operand(spec, ROLE_B)->given->type,
        spec->numbers.compute->type, spec->numbers.accumulate->type);
    if (is_quantised(large_of(spec)) && !halves)
        propose(refusal, option_of(thin_of(spec), OPTION_TYPE_A), "f16");
    else if (large != thin)
        propose(refusal, option_of(thin_of(spec), OPTION_TYPE_A), "%s", large->type);
    return propose(refusal, OPTION_FAMILY, "gemv");
}

static const struct refusal *blocks_unfit(struct job *job, const struct spec *spec)
{
    const struct operand *const large = large_of(spec), *const thin = thin_of(spec);
    if (is_quantised(thin))
        return propose(refuse(job,
                              "%s is thin, and the thin family reads blocks of the large "
                              "operand, %s",
                              thin->name, large->name),
                       OPTION_FAMILY, "gemv");
    if (!in_blocks(large) || large->repacked)
        return NULL;
    struct refusal *const refusal = refuse(
        job,
        "the thin family reads blocks that --prepared has brought into the order of lanes, "
        "of q4_0 and q8_0: not %s of %s with %s",
        large->name, large->given->type,
        option_and_value(job, spec, OPTION_PREPARED, "%s", spec->values[OPTION_PREPARED].text));
    if (element_repacked(large->given, true))
        propose(refusal, OPTION_PREPARED, large->role == ROLE_A ? "a" : "b");
    return propose(refusal, OPTION_FAMILY, "gemv");
}

static const struct refusal *lines_across_k(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        if (!lies_along_k(operands[i]) || in_image(operands[i]))
            return propose(
                refuse(job,
                       "in the thin family lanes read lines of %s in a buffer along K: not with %s",
                       operands[i]->name,
                       in_image(operands[i])
                           ? option_and_value(job, spec, option_of(operands[i], OPTION_ACCESS_A),
                                              "image")
                           : option_and_value(job, spec, OPTION_TRANSPOSE, "%s",
                                              spec->values[OPTION_TRANSPOSE].text)),
                OPTION_FAMILY, "gemv");
    return NULL;
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    return propose(refuse(job,
                          "the thin family is for matrices of few rows or columns, which have no "
                          "room for a tile that %s would move inside",
                          option_and_value(job, spec, OPTION_EDGES, "shift")),
                   OPTION_EDGES, "guard");
}

static bool is_whole(long long side, long long unit)
{
    return side % unit == 0 && is_power_of_two(side / unit);
}

/* The next one that is whole. */
static long long whole(long long side, long long unit)
{
    long long next = unit;
    while (next < side)
        next *= 2;
    return next;
}

static const struct refusal *tile_unfit(struct job *job, const struct spec *spec)
{
    const struct shape cells = cells_of(spec);
    const bool fits = is_whole(long_side(spec, spec->tile), cells.height) &&
                      is_whole(thin_side(spec, spec->tile), cells.width);
    if (fits)
        return NULL;
    return propose(refuse(job,
                          "a lane has %lld x %lld elements of each fragment of C, of which there "
                          "are 1, 2, 4 ... along each side: not with %s",
                          cells.height, cells.width,
                          option_and_value(job, spec, OPTION_TILE, "%lldx%lld", spec->tile.height,
                                           spec->tile.width)),
                   OPTION_TILE, "%lldx%lld", whole(spec->tile.height, cells.height),
                   whole(spec->tile.width, cells.width));
}

static const struct refusal *group_unfit(struct job *job, const struct spec *spec)
{
    const struct shape lanes = lanes_of(spec);
    const long long along = long_side(spec, spec->wg), parts = thin_side(spec, spec->wg);
    if (is_whole(along, lanes.height) && is_whole(parts, lanes.width))
        return NULL;
    const long long next = whole(along, lanes.height), next_parts = whole(parts, lanes.width);
    const bool thin_m = own_of(spec)->thin_m;
    return propose(refuse(job,
                          "%lld lanes lie along the large operand's places and %lld along the thin "
                          "side, in 1, 2, 4 ... sub-groups: not with %s",
                          lanes.height, lanes.width,
                          option_and_value(job, spec, OPTION_WG, "%lldx%lld", spec->wg.height,
                                           spec->wg.width)),
                   OPTION_WG, "%lldx%lld", thin_m ? next_parts : next, thin_m ? next : next_parts);
}

static const struct refusal *depth_unfit(struct job *job, const struct spec *spec)
{
    const long long span = span_of(spec);
    if (spec->tile_k % span)
        return propose(refuse(job,
                              "the lanes of a line load %lld elements of K at once, of which "
                              "%s is no multiple",
                              span,
                              option_and_value(job, spec, OPTION_TILE_K, "%lld", spec->tile_k)),
                       OPTION_TILE_K, "%lld", (spec->tile_k + span - 1) / span * span);
    if (spec->unroll_k == spec->tile_k)
        return NULL;
    return propose(refuse(job, "the thin family unrolls all of a tile along K: %s is not %s",
                          option_and_value(job, spec, OPTION_UNROLL_K, "%lld", spec->unroll_k),
                          option_and_value(job, spec, OPTION_TILE_K, "%lld", spec->tile_k)),
                   OPTION_UNROLL_K, "%lld", spec->tile_k);
}

static const struct refusal *vector_unfit(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    const long long fits = lane_elements(spec);
    for (int i = 0; i < 2; i++) {
        const enum option_id id = option_of(operands[i], OPTION_VEC_A);
        if (operands[i]->vector != fits)
            return propose(refuse(job,
                                  "in the thin family a lane multiplies %lld elements of %s in a "
                                  "step: not with %s",
                                  fits, operands[i]->name,
                                  option_and_value(job, spec, id, "%lld", operands[i]->vector)),
                           id, "%lld", fits);
    }
    if (spec->c.vector == 1)
        return NULL;
    return propose(refuse(job, "the thin family stores single elements of C: not with %s",
                          option_and_value(job, spec, OPTION_VEC_C, "%lld", spec->c.vector)),
                   OPTION_VEC_C, "1");
}

static const struct rule rules[] = {
    {"thin-engine", other_engine, READS(OPTION_ENGINE), NULL},
    {"thin-blocks", blocks_unfit, READS(TYPE_OPTIONS, MEMORY_OPTIONS, OPTION_THIN), NULL},
    {"thin-types", types_unfit, READS(KERNEL_OPTIONS, OPTION_LAYOUT, OPTION_THIN, OPTION_DECODE),
     NULL},
    {"thin-lines", lines_across_k, READS(MEMORY_OPTIONS), NULL},
    {"thin-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {"thin-tile", tile_unfit, READS(KERNEL_OPTIONS, OPTION_LAYOUT, OPTION_THIN, OPTION_TILE), NULL},
    {"thin-wg", group_unfit, READS(OPTION_LAYOUT, OPTION_THIN, OPTION_WG), NULL},
    {"thin-depth", depth_unfit,
     READS(KERNEL_OPTIONS, MEMORY_OPTIONS, OPTION_THIN, OPTION_TILE_K, OPTION_UNROLL_K), NULL},
    {"thin-vector", vector_unfit,
     READS(KERNEL_OPTIONS, OPTION_LAYOUT, OPTION_THIN, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C),
     NULL},
    {NULL, NULL, NULL, NULL},
};

/* ---------------------------------------------------------------------------- the kernel */

static struct engine_use engine(const struct spec *spec)
{
    const struct thin_spec *const own = own_of(spec);
    const struct shape cells = cells_of(spec);
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

static const void *plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct thin_plan *const own = arena_allocate(job->arena, sizeof *own);
    const struct thin_spec *const asked = own_of(spec);
    const struct shape cells = cells_of(spec), lanes = lanes_of(spec);
    const struct element *const element = large_of(spec)->element;
    *own = (struct thin_plan){
        .engine = asked->engine,
        .fragment = asked->fragment,
        .emulated = asked->emulated,
        .thin_m = asked->thin_m,
        .exchanged = exchanged_cells(spec),
        .sub_groups = sub_groups_of(spec),
        .side_groups = long_side(spec, kernel->wg) / lanes.height,
        .places = long_side(spec, kernel->tile) * lanes.height,
        .thin_places = thin_side(spec, kernel->tile) * lanes.width,
        .fragments = long_side(spec, kernel->tile) / cells.height,
        .thin_ones = thin_side(spec, kernel->tile) / cells.width,
        .lane_elements = lane_elements(spec),
        .step = step_of(spec),
        .words = element->quant_bits ? THIN_LOAD_BYTES / WORD_BYTES : 0,
        .span = span_of(spec),
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
    const bool thin_m = own_of(spec)->thin_m;
    const struct shape cells = cells_of(spec);
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
    const enum symbol thin = own_of(spec)->thin_m ? spec->m : spec->n;
    value_set_text(job, config, "engine", spec->values[OPTION_ENGINE].text);
    value_set_text(job, config, "thin", thin == SYMBOL_M ? "m" : "n");
}

const struct family family_thin = {
    .name = "thin",
    .help = "for M or N of at most about 16, on a matrix engine that reads the large operand once",
    .standard = "--tile 2x4 --wg 16x8 --engine mma",
    .kernel_template = "thin/kernel.cl",
    .rules = rules,
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_THIN, OPTION_ENGINE),
    .quantised = true,
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
