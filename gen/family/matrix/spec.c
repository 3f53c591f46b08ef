/*
 * What a request says of the matrix family alone, as it is asked, completed and made smaller; and the registers and memory that it takes.
 */
#include "gen/family/families.h"
#include "gen/family/matrix/ring.h"

#include <string.h>

/* The type of an operand's elements as the engine multiplies them: that of the other one where this is in blocks. */
static const char *type_multiplied(const struct operand *operand, const struct operand *other)
{
    return sums_scaled(operand)    ? operand->element->type
           : is_quantised(operand) ? other->given->type
                                   : operand->given->type;
}

static struct matrix_spec spec_of(const struct spec *spec)
{
    const struct option_value *const values = spec->values;
    struct matrix_spec own = {
        .stages = values[OPTION_STAGES].numbers[0],
        .async = strcmp(values[OPTION_COPY].text, "async") == 0,
        .bulk = strcmp(values[OPTION_COPY].text, "bulk") == 0,
        .im2col = strcmp(values[OPTION_COPY].text, "im2col") == 0,
        .per_unit = values[OPTION_PERSISTENT].numbers[0],
        .raster = values[OPTION_RASTER].numbers[0],
        .sum_depth = values[OPTION_ACCUMULATE_K].numbers[0],
        .in_turns = strcmp(values[OPTION_TAKE_TURNS].text, "yes") == 0,
        .kept = values[OPTION_RING_REGISTERS].numbers[0],
        .taken = values[OPTION_RING_REGISTERS].numbers[1],
    };
    own.tensor = own.im2col || strcmp(values[OPTION_COPY].text, "tensor") == 0;
    own.ring = own.bulk || own.tensor;
    own.engine = engine_find(values[OPTION_ENGINE].text, &own.emulated);
    if (own.sum_depth == 0 && sums_scaled(&spec->a))
        own.sum_depth = spec->a.given->group;
    own.fragment =
        engine_fragment(own.engine, type_multiplied(&spec->a, &spec->b),
                        type_multiplied(&spec->b, &spec->a), spec->numbers.compute->type);
    own.serves = fragment_serves(own.fragment, &spec->a, &spec->b, &spec->numbers);
    if (!own.fragment)
        own.fragment = own.engine->fragments;
    own.split = own.fragment->part;
    return own;
}

struct fragment matrix_fragment_for(const struct matrix_spec *own, long long width)
{
    return fragment_of_width(engine_fragment(own->engine, fragment_element(own->fragment, true),
                                             own->fragment->element, own->fragment->product),
                             width);
}

/* The fragment for the width that the tile of a sub-group has by now. */
static void size_fragment(struct job *job, const struct spec *spec, struct matrix_spec *own)
{
    struct fragment *const sized = arena_allocate(job->arena, sizeof *sized);
    *sized = matrix_fragment_for(own, spec->tile.width * own->engine->lanes.width *
                                          (matrix_straddles(spec) ? 2 : 1));
    own->fragment = sized;
}

/* The widest vector of at most 16 bytes that lines of the operand's tile are made of. For panels what a profile says is no demand. */
static void complete_vector(const struct spec *spec, struct operand *operand)
{
    enum {
        WIDEST_BYTES = 16
    };
    const enum option_id id = OPTION_VEC_A + (operand->role - ROLE_A);
    if (in_panels(operand) && spec->values[id].voice < VOICE_PRESET)
        operand->vector = matrix_load(matrix_spec(spec), operand);
    if (by_index(operand) && spec->values[id].voice < VOICE_PRESET)
        operand->vector = 0;
    if (operand->vector)
        return;
    if (in_image(operand)) {
        operand->vector = operand->element->texel;
        return;
    }
    operand->vector = WIDEST_BYTES / matrix_spec(spec)->fragment->cell_bytes;
    while (matrix_halved(matrix_tile_of(spec, operand)).length % operand->vector ||
           (by_index(operand) && operand->places->run % operand->vector))
        operand->vector /= 2;
}

/* Panels have the parts of elements. */
static void lay_parts(const struct matrix_spec *own, struct operand *operand)
{
    if (own->split && in_panels(operand))
        operand->element = fragment_factor(own->fragment, is_a(operand));
}

static void complete(struct job *job, struct spec *spec)
{
    enum {
        LINE_BYTES = 64 /* of K that are worth a barrier */
    };
    struct matrix_spec *const own = arena_allocate(job->arena, sizeof *own);
    *own = spec_of(spec);
    spec->own = own;
    size_fragment(job, spec, own);
    spec->spelling = own->emulated ? SPELLING_EMULATED : own->engine->spelling;
    spec->sg_size = engine_lanes(own->engine);
    if (!spec->tile_k)
        spec->tile_k = larger(LINE_BYTES / own->fragment->cell_bytes, own->fragment->k);
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    spec->turn_k = spec->tile_k;
    lay_parts(own, &spec->a);
    lay_parts(own, &spec->b);
    complete_vector(spec, &spec->a);
    complete_vector(spec, &spec->b);
    if (!spec->c.vector || spec->values[OPTION_VEC_C].voice <= VOICE_FAMILY)
        spec->c.vector = by_index(&spec->c) ? 1 : own->engine->beside;
    if (own->serves && (is_quantised(&spec->a) || is_quantised(&spec->b)) &&
        !sums_scaled(&spec->a) && fragment_rounds_blocks(own->fragment))
        spec->problem.factors = own->fragment->element;
    if (own->serves && !own->emulated)
        spec->problem.sum_digits = own->fragment->sum_digits;
    spec->problem.sum_depth = own->sum_depth;
    matrix_complete_ring(spec);
}

/* The engine has dialect and size; lines of swizzled tiles have no padding; emulated lanes share no registers out. */
static bool ignores(const struct spec *spec, enum option_id option)
{
    const bool pads = option == OPTION_PAD_A || option == OPTION_PAD_B;
    return option == OPTION_SUB_GROUPS || option == OPTION_SG_SIZE ||
           (option == OPTION_RING_REGISTERS && matrix_spec(spec)->emulated) ||
           (pads && matrix_swizzles(matrix_spec(spec)));
}

long long matrix_traded(const struct spec *spec)
{
    enum {
        MOST = 4 /* lanes of a row, each of which has then elements of one fragment */
    };
    const struct engine *const engine = matrix_spec(spec)->engine;
    const long long times = spec->c.vector / engine->beside;
    return engine->trades && !spec->c.transposed && times > 1 && times <= MOST ? times : 1;
}

static bool exchanges(const struct spec *spec)
{
    return !matrix_spec(spec)->emulated;
}

static struct engine_use engine(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct shape count = matrix_fragments(spec);
    const struct shape lanes = own->engine->lanes, halves = matrix_halves(spec);
    const bool rounds = strcmp(own->fragment->product, own->fragment->sum) != 0;
    if (own->emulated || own->engine->alone)
        return (struct engine_use){.name = NULL};
    return (struct engine_use){
        .name = own->engine->name,
        .factors = rounds ? own->fragment->product : own->fragment->element,
        .instructions =
            matrix_products(own) * count.height * count.width * (spec->tile_k / own->fragment->k),
        .reads = lanes.height * halves.height * spec->tile.height +
                 lanes.width * halves.width * spec->tile.width,
        .announced = own->engine->announced,
        .extension = own->fragment->extension,
        .nearest = own->engine->nearest,
        .finalize = own->tensor ? "ptx:sm_90a" : own->engine->finalize, /* which makes maps */
    };
}

/* Halves a side that stays a multiple of `whole`; false where it would not. */
static bool halve(long long *side, long long whole)
{
    if (*side % (2 * whole))
        return false;
    *side /= 2;
    return true;
}

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    struct matrix_spec *const own = arena_allocate(job->arena, sizeof *own);
    spec->own = memcpy(own, matrix_spec(spec), sizeof *own);
    const struct shape lanes = own->engine->lanes;
    struct shape cells = fragment_cells(own->engine, own->fragment);
    if (own->fragment->beyond)
        cells.width = own->engine->beside; /* the fragment becomes smaller with the tile */
    cells.width *= matrix_traded(spec);
    const bool stages = local_memory && spec_may_shrink(spec, OPTION_STAGES);
    const bool depth = local_memory && spec_may_shrink(spec, OPTION_TILE_K);
    const bool group = local_memory && spec_may_shrink(spec, OPTION_WG);
    const bool tile = spec_may_shrink(spec, OPTION_TILE);
    if (stages && own->stages > (own->async || own->ring ? 2 : 1)) {
        own->stages--;
        return true;
    }
    if ((depth && halve(&spec->tile_k, own->fragment->k)) ||
        (group && halve(&spec->wg.height, lanes.height)))
        return true;
    const bool smaller = (tile && halve(&spec->tile.height, cells.height)) ||
                         (tile && halve(&spec->tile.width, cells.width)) ||
                         (group && halve(&spec->wg.width, lanes.width));
    size_fragment(job, spec, own);
    return smaller;
}

static struct fragments fragments(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct shape count = matrix_fragments(spec), halves = matrix_halves(spec);
    const long long bytes = matrix_parts(own) * fragment_factor(own->fragment, false)->bytes;
    return (struct fragments){
        .a = bytes * count.height / halves.height *
             fragment_elements(own->engine, own->fragment, true),
        .b = bytes * count.width / halves.width *
             fragment_elements(own->engine, own->fragment, false),
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width *
             (matrix_sums_by_block(own) ? 2 : 1),
    };
}

/* With what lies unused before the next array, which begins where a pattern of swizzled lines may. */
static long long array_bytes(const struct spec *spec, long long cells)
{
    const long long bytes = cells * matrix_spec(spec)->fragment->cell_bytes;
    return matrix_swizzles(matrix_spec(spec)) ? rounded_up(bytes, PATTERN_BYTES) : bytes;
}

static long long local_bytes(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct matrix_tile a = matrix_tile_of(spec, &spec->a);
    const struct matrix_tile b = matrix_tile_of(spec, &spec->b);
    const struct shape sub_groups = matrix_sub_groups(spec);
    const struct shape group = spec_group_tile(spec);
    const long long exchanged = sub_groups.height * sub_groups.width *
                                fragment_exchange_cells(own->engine, own->fragment, own->emulated);
    const struct matrix_blocks blocks = matrix_blocks_of(spec);
    const long long traded = own->emulated && matrix_traded(spec) > 1
                                 ? sub_groups.height * sub_groups.width *
                                       engine_lanes(own->engine) * own->engine->beside *
                                       spec->numbers.accumulate->bytes * (spec->in_turns ? 2 : 1)
                                 : 0;
    return array_bytes(spec, matrix_tiles_at_once(spec, &spec->a) * matrix_tile_cells(&a)) +
           array_bytes(spec, matrix_tiles_at_once(spec, &spec->b) * matrix_tile_cells(&b)) +
           own->stages * blocks.lines * blocks.length * blocks.cell +
           matrix_scale_bytes(own, &spec->a, group, spec->tile_k) +
           matrix_scale_bytes(own, &spec->b, group, spec->tile_k) +
           matrix_line_bytes(spec, &spec->a) + matrix_line_bytes(spec, &spec->b) +
           exchanged * fragment_factor(own->fragment, false)->bytes + traded +
           matrix_ring_bytes(spec);
}

const struct family_spec family_matrix_spec = {
    .complete = complete,
    .ignores = ignores,
    .lay_panels = matrix_lay_panels,
    .exchanges = exchanges,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .engine = engine,
    .shrink = shrink,
};
