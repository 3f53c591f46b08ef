/*
 * What a request says of the matrix family alone, as it is asked, completed and made smaller; and the numbers that follow.
 */
#include "gen/family/matrix/ring.h"

#include <string.h>

static long long larger(long long left, long long right)
{
    return left > right ? left : right;
}

const struct matrix_spec *matrix_spec(const struct spec *spec)
{
    return spec->own;
}

/* ------------------------------------------------------------------------------- as asked */

const struct operand *matrix_in_blocks(const struct spec *spec)
{
    return in_blocks(&spec->a) ? &spec->a : in_blocks(&spec->b) ? &spec->b : NULL;
}

bool matrix_rounds_blocks(const struct fragment *fragment)
{
    enum {
        SINGLE_BYTES = 4 /* all blocks are read as singles */
    };
    return fragment->cell_bytes < SINGLE_BYTES;
}

/* Whether the engine multiplies elements of an operand of that fragment: as they are, or as real numbers that blocks are read as. */
static bool is_fed(const struct fragment *fragment, const struct operand *operand)
{
    return strcmp(operand->given->type, fragment->element) == 0 ||
           (is_quantised(operand) && !element_find(fragment->element)->read->whole);
}

bool fragment_serves(const struct fragment *fragment, const struct spec *spec)
{
    return fragment && is_fed(fragment, &spec->a) && is_fed(fragment, &spec->b) &&
           strcmp(spec->numbers.compute->type, fragment->product) == 0 &&
           strcmp(spec->numbers.accumulate->type, fragment->sum) == 0;
}

static struct matrix_spec spec_of(const struct spec *spec)
{
    const struct option_value *const values = spec->values;
    struct matrix_spec own = {
        .stages = values[OPTION_STAGES].numbers[0],
        .async = strcmp(values[OPTION_COPY].text, "async") == 0,
        .bulk = strcmp(values[OPTION_COPY].text, "bulk") == 0,
        .tensor = strcmp(values[OPTION_COPY].text, "tensor") == 0,
        .groups = values[OPTION_PERSISTENT].numbers[0],
        .raster = values[OPTION_RASTER].numbers[0],
    };
    own.ring = own.bulk || own.tensor;
    own.engine = engine_find(values[OPTION_ENGINE].text, &own.emulated);
    own.fragment =
        engine_fragment(own.engine, (is_quantised(&spec->a) ? &spec->b : &spec->a)->given->type,
                        spec->numbers.compute->type);
    own.serves = fragment_serves(own.fragment, spec);
    if (!own.fragment)
        own.fragment = own.engine->fragments;
    own.split = own.fragment->part;
    return own;
}

struct fragment matrix_fragment_for(const struct matrix_spec *own, long long width)
{
    return fragment_of_width(
        engine_fragment(own->engine, own->fragment->element, own->fragment->product), width);
}

/* The fragment for the width that the tile of a sub-group has by now. */
static void size_fragment(struct job *job, const struct spec *spec, struct matrix_spec *own)
{
    struct fragment *const sized = arena_allocate(job->arena, sizeof *sized);
    *sized = matrix_fragment_for(own, spec->tile.width * own->engine->lanes.width);
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
    if (operand->vector)
        return;
    if (in_image(operand)) {
        operand->vector = operand->element->texel;
        return;
    }
    operand->vector = WIDEST_BYTES / matrix_spec(spec)->fragment->cell_bytes;
    while (matrix_tile_of(spec, operand).length % operand->vector)
        operand->vector /= 2;
}

/* Panels have the parts of elements. */
static void lay_parts(const struct matrix_spec *own, struct operand *operand)
{
    if (own->split && in_panels(operand))
        operand->element = fragment_factor(own->fragment);
}

void matrix_complete(struct job *job, struct spec *spec)
{
    enum {
        LINE_BYTES = 64 /* of K that are worth a barrier */
    };
    struct matrix_spec *const own = arena_allocate(job->arena, sizeof *own);
    *own = spec_of(spec);
    size_fragment(job, spec, own);
    spec->own = own;
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
        spec->c.vector = own->engine->beside;
    if (own->serves && (is_quantised(&spec->a) || is_quantised(&spec->b)) &&
        matrix_rounds_blocks(own->fragment))
        spec->problem.factors = own->fragment->element;
    matrix_complete_ring(spec);
}

/* The engine has dialect and size; lines of swizzled tiles have no padding. */
bool matrix_ignores(const struct spec *spec, enum option_id option)
{
    const bool pads = option == OPTION_PAD_A || option == OPTION_PAD_B;
    return option == OPTION_SUB_GROUPS || option == OPTION_SG_SIZE ||
           (pads && matrix_spec(spec)->engine->described);
}

bool matrix_trades(const struct spec *spec)
{
    const struct engine *const engine = matrix_spec(spec)->engine;
    return engine->trades && spec->c.vector == 2 * engine->beside;
}

bool matrix_exchanges(const struct spec *spec)
{
    return !matrix_spec(spec)->emulated;
}

/* -------------------------------------------------------------------------------- numbers */

/* Elements behind a line. Where nobody says it, 8 and as many more as the next line needs to begin at a multiple of 16 bytes. */
static long long pad_of(const struct spec *spec, const struct operand *operand, long long length)
{
    enum {
        PAD = 8,
        LINE_BYTES = 16
    };
    const struct option_value *const said = &spec->values[OPTION_PAD_A + (operand->role - ROLE_A)];
    const long long whole = LINE_BYTES / matrix_spec(spec)->fragment->cell_bytes;
    return said->voice > VOICE_STANDARD ? said->numbers[0]
                                        : (length + PAD + whole - 1) / whole * whole - length;
}

/* Elements of a line in a panel: as many as divide what a fragment has of the line. */
static long long span_of(const struct spec *spec, const struct operand *operand, bool along_k)
{
    const struct fragment *const fragment = matrix_spec(spec)->fragment;
    const long long bytes = fragment->cell_bytes;
    const long long length = along_k ? spec->tile_k : is_a(operand) ? fragment->m : fragment->n;
    long long span = MOST_SPAN_BYTES / bytes;
    while (length % span && span * bytes > LEAST_SPAN_BYTES)
        span /= 2;
    return span;
}

struct matrix_tile matrix_tile_of(const struct spec *spec, const struct operand *operand)
{
    const bool swizzled = matrix_spec(spec)->engine->described;
    const struct shape group = spec_group_tile(spec);
    const long long side = is_a(operand) ? group.height : group.width;
    const bool packed = in_panels(operand);
    const bool along_k = (packed && swizzled) || contiguous_along_k(operand);
    const long long length = along_k ? spec->tile_k : side;
    if (packed && !swizzled)
        return (struct matrix_tile){.packed = true,
                                    .lines = 1,
                                    .length = side * spec->tile_k,
                                    .pitch = side * spec->tile_k};
    return (struct matrix_tile){
        .packed = packed,
        .split = packed && matrix_spec(spec)->split,
        .along_k = along_k,
        .lines = along_k ? side : spec->tile_k,
        .length = length,
        .pitch = length + (swizzled ? 0 : pad_of(spec, operand, length)),
        .span = swizzled ? span_of(spec, operand, along_k) : 0,
    };
}

long long matrix_tile_part(const struct matrix_tile *tile)
{
    return tile->lines * tile->pitch;
}

long long matrix_tile_cells(const struct matrix_tile *tile)
{
    return matrix_tile_part(tile) * (tile->split ? 2 : 1);
}

/* The widest copies that lines without gaps are made of. */
struct matrix_blocks matrix_blocks_of(const struct spec *spec)
{
    enum {
        COPY_BYTES = 16,
        CELL_BYTES = 2 /* at most: there is a type of one in every kernel */
    };
    const struct operand *const operand = matrix_in_blocks(spec);
    struct matrix_blocks blocks = {.staged = false};
    if (!operand || !matrix_spec(spec)->async)
        return blocks;
    const struct element *const element = operand->given;
    const long long bytes = spec->tile_k / element->covers * element->bytes;
    long long copied = COPY_BYTES;
    blocks.staged = true;
    blocks.covers = element->covers;
    blocks.cell = element->alignment < CELL_BYTES ? element->alignment : CELL_BYTES;
    blocks.cells = element->bytes / blocks.cell;
    blocks.lines = matrix_tile_of(spec, operand).lines;
    blocks.length = bytes / blocks.cell;
    while (copied > blocks.cell && bytes % copied)
        copied /= 2;
    blocks.vector = copied / blocks.cell;
    return blocks;
}

long long matrix_tiles_at_once(const struct spec *spec, const struct operand *operand)
{
    return in_blocks(operand) && matrix_spec(spec)->async ? MATRIX_TILES_OF_BLOCKS
                                                          : matrix_spec(spec)->stages;
}

long long matrix_tiles_under_way(const struct matrix_spec *own)
{
    enum {
        STAGES = 3 /* one that arrives, one that is multiplied, one that is under way */
    };
    return own->engine->described && !matrix_sums_by_block(own) &&
           (own->ring || own->stages >= STAGES);
}

long long matrix_exchange_cells(const struct engine *engine, const struct fragment *fragment,
                                bool emulated)
{
    const long long elements =
        fragment_elements(engine, fragment, true) + fragment_elements(engine, fragment, false);
    return emulated && !engine->alone ? elements * engine_lanes(engine) : 0;
}

struct shape matrix_sub_groups(const struct spec *spec)
{
    const struct shape lanes = matrix_spec(spec)->engine->lanes;
    return (struct shape){spec->wg.height / lanes.height, spec->wg.width / lanes.width};
}

struct shape matrix_fragments(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct shape cells = fragment_cells(own->engine, own->fragment);
    return (struct shape){spec->tile.height / cells.height, spec->tile.width / cells.width};
}

long long matrix_parts(const struct matrix_spec *own)
{
    return own->split ? 2 : 1;
}

long long matrix_products(const struct matrix_spec *own)
{
    return own->split ? 3 : 1;
}

bool matrix_sums_by_block(const struct matrix_spec *own)
{
    return own->engine->described && own->split;
}

struct engine_use matrix_engine(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct shape count = matrix_fragments(spec);
    const bool rounds = strcmp(own->fragment->product, own->fragment->sum) != 0;
    if (own->emulated || own->engine->alone)
        return (struct engine_use){.name = NULL};
    return (struct engine_use){
        .name = own->engine->name,
        .factors = rounds ? own->fragment->product : own->fragment->element,
        .instructions =
            matrix_products(own) * count.height * count.width * (spec->tile_k / own->fragment->k),
        .announced = own->engine->announced,
        .extension = own->fragment->extension,
        .nearest = own->engine->nearest,
        .finalize = own->engine->finalize,
    };
}

const void *matrix_plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    const struct matrix_spec *const asked = matrix_spec(spec);
    struct matrix_plan *const own = arena_allocate(job->arena, sizeof *own);
    (void)kernel;
    *own = (struct matrix_plan){
        .engine = asked->engine,
        .fragment = asked->fragment,
        .emulated = asked->emulated,
        .async = asked->async,
        .bulk = asked->bulk,
        .tensor = asked->tensor,
        .ring = asked->ring,
        .split = asked->split,
        .by_block = matrix_sums_by_block(asked),
        .stages = asked->stages,
        .raster = asked->raster,
        .ahead = asked->stages - 1 - matrix_tiles_under_way(asked),
        .under_way = matrix_tiles_under_way(asked),
        .a = matrix_tile_of(spec, &spec->a),
        .b = matrix_tile_of(spec, &spec->b),
        .blocks = matrix_blocks_of(spec),
        .sub_groups = matrix_sub_groups(spec),
        .tile = {spec->tile.height * asked->engine->lanes.height,
                 spec->tile.width * asked->engine->lanes.width},
        .fragments = matrix_fragments(spec),
        .trades = matrix_trades(spec),
        .cells = fragment_cells(asked->engine, asked->fragment),
        .exchanged = matrix_exchange_cells(asked->engine, asked->fragment, asked->emulated),
    };
    matrix_move_registers(spec, spec->tile.height * spec->tile.width * (own->by_block ? 2 : 1),
                          &own->kept, &own->taken);
    return own;
}

static void show_tile(struct job *job, struct value *object, const char *name,
                      const struct matrix_tile *tile)
{
    struct value *const view = value_set_object(job, object, name);
    value_set_bool(job, view, "packed", tile->packed);
    if (tile->split)
        value_set_bool(job, view, "split", true);
    value_set_bool(job, view, "along_k", tile->along_k);
    value_set_integer(job, view, "lines", tile->lines);
    value_set_integer(job, view, "length", tile->length);
    value_set_integer(job, view, "pitch", tile->pitch);
    if (tile->span)
        value_set_integer(job, view, "span", tile->span);
}

void matrix_show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    value_set_text(job, object, "engine", own->engine->name);
    value_set_bool(job, object, "emulated", own->emulated);
    value_set_shape(job, object, "sub_groups", own->sub_groups);
    value_set_shape(job, object, "sub_group_tile", own->tile);
    value_set_shape(job, object, "fragments", own->fragments);
    show_tile(job, object, "a", &own->a);
    show_tile(job, object, "b", &own->b);
    value_set_integer(job, object, "stages", own->stages);
    value_set_bool(job, object, "async", own->async);
    value_set_bool(job, object, "bulk", own->bulk);
    value_set_bool(job, object, "tensor", own->tensor);
    value_set_unless(job, object, "registers_kept", own->kept, 0);
    value_set_unless(job, object, "registers_taken", own->taken, 0);
    value_set_unless(job, object, "bytes_of_blocks", own->blocks.length * own->blocks.cell, 0);
}

/* -------------------------------------------------------------------------------- smaller */

/* Halves a side that stays a multiple of `whole`; false where it would not. */
static bool halve(long long *side, long long whole)
{
    if (*side % (2 * whole))
        return false;
    *side /= 2;
    return true;
}

bool matrix_shrink(struct job *job, struct spec *spec, bool local_memory)
{
    struct matrix_spec *const own = arena_allocate(job->arena, sizeof *own);
    spec->own = memcpy(own, matrix_spec(spec), sizeof *own);
    const struct shape lanes = own->engine->lanes;
    struct shape cells = fragment_cells(own->engine, own->fragment);
    if (own->fragment->beyond)
        cells.width = own->engine->beside; /* the fragment becomes smaller with the tile */
    if (matrix_trades(spec))
        cells.width *= 2;
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

void matrix_propose(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (matrix_spec(to)->stages != matrix_spec(from)->stages)
        propose_with(refusal, OPTION_STAGES, "%lld", matrix_spec(to)->stages);
}

static void pad_configure(struct job *job, const struct spec *spec, enum role role,
                          struct value *config)
{
    const struct matrix_tile tile = matrix_tile_of(spec, spec_operand(spec, role));
    value_set(config, role == ROLE_A ? "pad-a" : "pad-b",
              value_printf(job, "%lld", tile.pitch - tile.length));
}

void matrix_configure(struct job *job, const struct spec *spec, struct value *config)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    value_set_text(job, config, "engine", spec->values[OPTION_ENGINE].text);
    if (!own->engine->described) {
        pad_configure(job, spec, ROLE_A, config);
        pad_configure(job, spec, ROLE_B, config);
    }
    value_set(config, "stages", value_printf(job, "%lld", own->stages));
    value_set_text(job, config, "copy", spec->values[OPTION_COPY].text);
    value_set_text(job, config, "panels", spec->values[OPTION_PANELS].text);
    value_set(config, "persistent", value_printf(job, "%lld", own->groups));
    value_set(config, "raster", value_printf(job, "%lld", own->raster));
}
