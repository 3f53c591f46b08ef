/*
 * What the matrix family cannot serve.
 */
#include "gen/family/families.h"
#include "gen/family/matrix/ring.h"
#include "gen/family/rules.h"
#include "gen/rules/family.h"

#include <string.h>

enum {
    /* At whose multiples lines of a tile begin, as the widest copies and loads of fragments need. */
    LINE_BYTES = 16
};

/* "--family matrix with --engine mma". */
static const char *family_word(struct job *job, const struct spec *spec)
{
    return arena_printf(job->arena, "%s with %s",
                        option_and_value(job, spec, OPTION_FAMILY, "%s", spec->family->name),
                        option_said(job, spec, OPTION_ENGINE));
}

static bool is_real_byte(const struct fragment *fragment)
{
    return fragment->cell_bytes == 1 && !element_find(fragment->element)->read->whole;
}

/* "bf16, f16 and f64". */
static const char *elements_of(struct job *job, const struct engine *engine)
{
    const char *words = "";
    for (const struct fragment *fragment = engine->fragments; fragment->element; fragment++) {
        const char *const next = fragment[1].element;
        if (!fragment_is_alike(fragment) || (next && strcmp(next, fragment->element) == 0))
            continue; /* a pair of two, or one that is multiplied as another number too */
        words = arena_printf(job->arena, "%s%s%s", words,
                             !*words ? ""
                             : next  ? ", "
                                     : " and ",
                             fragment->element);
    }
    return words;
}

/* ------------------------------------------------------------------------------- types */

/* Proposes the types that the engine multiplies beside a given one; but no real numbers of 8 bits, which hold too little to stand for others. */
static struct refusal *propose_types(struct refusal *refusal, const struct spec *spec,
                                     const struct element *given)
{
    const struct fragment *fragment = matrix_spec(spec)->engine->fragments;
    for (; fragment->element; fragment++)
        if (!is_real_byte(fragment) && strcmp(fragment->element, given->type) != 0)
            propose(refusal, OPTION_TYPE, "%s", fragment->element);
    return refusal;
}

/* Proposes what the engine multiplies elements of a type as, and their sums where somebody asked for others; or another type. */
static struct refusal *propose_numbers(struct refusal *refusal, const struct spec *spec,
                                       const struct element *given)
{
    const struct fragment *fragment = matrix_spec(spec)->engine->fragments;
    for (; fragment->element; fragment++) {
        /* Blocks are read as numbers that no engine rounds. */
        const bool rounds = number_find(fragment->product)->of != NULL;
        if (!fragment_is_alike(fragment) || strcmp(fragment->element, given->type) != 0 ||
            (rounds && (is_quantised(&spec->a) || is_quantised(&spec->b))))
            continue;
        propose(refusal, OPTION_COMPUTE, "%s", fragment->product);
        if (spec->values[OPTION_ACCUMULATE].text)
            propose_with(refusal, OPTION_ACCUMULATE, "%s", fragment->sum);
    }
    return propose_types(refusal, spec, given);
}

/* Of elements of two types that are no pair of the engine. */
static const struct refusal *types_unlike(struct job *job, const struct spec *spec,
                                          const struct element *a, const struct element *b)
{
    const struct engine *const engine = matrix_spec(spec)->engine;
    struct refusal *const refusal =
        refuse(job, "%s multiplies elements of one type, and A is of %s, B of %s",
               family_word(job, spec), a->type, b->type);
    if (engine_fragment(engine, a->type, a->type, NULL))
        propose(refusal, OPTION_TYPE_B, "%s", a->type);
    if (engine_fragment(engine, b->type, b->type, NULL))
        propose(refusal, OPTION_TYPE_A, "%s", b->type);
    return propose(refusal, OPTION_FAMILY, "local");
}

/* Of an operand in blocks beside elements of 8 bits. */
static const struct refusal *blocks_in_bytes(struct job *job, const struct spec *spec,
                                             const struct element *beside)
{
    const struct operand *const other = is_quantised(&spec->a) ? &spec->b : &spec->a;
    return propose(
        propose(refuse(job, "%s makes elements of %s of blocks, and %s holds too little of them",
                       family_word(job, spec), beside->type, beside->type),
                option_of(other, OPTION_TYPE_A), "f16"),
        OPTION_FAMILY, "local");
}

static const struct refusal *type_without_fragment(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct element *const a = spec_operand(spec, ROLE_A)->given;
    const struct element *const b = spec_operand(spec, ROLE_B)->given;
    if (own->serves)
        return NULL;
    /* Of an operand in blocks the engine multiplies elements of the other one's type. */
    const bool in_blocks = is_quantised(&spec->a) != is_quantised(&spec->b);
    const struct element *const given = in_blocks && a->blocks ? b : a;
    const struct element *const left = in_blocks ? given : spec->a.given;
    const struct element *const right = in_blocks ? given : spec->b.given;
    const struct fragment *const any = engine_fragment(own->engine, left->type, right->type, NULL);
    if (a != b && !in_blocks && !any)
        return types_unlike(job, spec, a, b);
    if (any && in_blocks && is_real_byte(any))
        return blocks_in_bytes(job, spec, given);
    if (any)
        return propose(
            propose_numbers(refuse(job, "%s multiplies %s in %s and sums in %s, not in %s and %s",
                                   family_word(job, spec), given->type, own->fragment->product,
                                   own->fragment->sum, spec->numbers.compute->type,
                                   spec->numbers.accumulate->type),
                            spec, given),
            OPTION_FAMILY, "local");
    struct refusal *const refusal =
        refuse(job, "%s multiplies elements of %s, not of %s", family_word(job, spec),
               elements_of(job, own->engine), given->type);
    return propose(propose_types(refusal, spec, given), OPTION_FAMILY, "local");
}

/* ------------------------------------------------------------------------------- shapes */

static const struct refusal *group_against_lanes(struct job *job, const struct spec *spec)
{
    const struct engine *const engine = matrix_spec(spec)->engine;
    const struct shape lanes = engine->lanes, wg = spec->wg;
    if (wg.height % lanes.height == 0 && wg.width % lanes.width == 0)
        return NULL;
    return propose(refuse(job,
                          "%s shares a tile of C among %lld x %lld lanes, and %s is not a multiple",
                          option_said(job, spec, OPTION_ENGINE), lanes.height, lanes.width,
                          option_side(job, spec, OPTION_WG, wg.height % lanes.height != 0)),
                   OPTION_WG, "%lldx%lld", rounded_up(wg.height, lanes.height),
                   rounded_up(wg.width, lanes.width));
}

static const struct refusal *tile_against_fragment(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct shape tile = spec->tile;
    struct shape cells = fragment_cells(own->engine, own->fragment);
    if (own->engine->described && matrix_halves(spec).width > 1)
        cells.width = own->engine->beside; /* a fragment may have both halves */
    if (tile.height % cells.height == 0 && tile.width % cells.width == 0)
        return NULL;
    return propose(refuse(job,
                          "a lane of %s has %lld x %lld elements of each fragment of C (%lld x "
                          "%lld), and %s is not a multiple",
                          option_said(job, spec, OPTION_ENGINE), cells.height, cells.width,
                          own->fragment->m, own->fragment->n,
                          option_side(job, spec, OPTION_TILE, tile.height % cells.height != 0)),
                   OPTION_TILE, "%lldx%lld", rounded_up(tile.height, cells.height),
                   rounded_up(tile.width, cells.width));
}

static const struct refusal *depth_against_fragment(struct job *job, const struct spec *spec)
{
    const long long k = matrix_spec(spec)->fragment->k;
    if (spec->tile_k % k)
        return propose(refuse(job, "%s is not a multiple of %lld, the fragments' of %s",
                              option_number(job, spec, OPTION_TILE_K, spec->tile_k), k,
                              option_said(job, spec, OPTION_ENGINE)),
                       OPTION_TILE_K, "%lld", rounded_up(spec->tile_k, k));
    if (spec->unroll_k == spec->tile_k)
        return NULL;
    return propose(refuse(job, "the matrix family unrolls all of a tile along K: %s is not %s",
                          option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k),
                          option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                   OPTION_UNROLL_K, "%lld", spec->tile_k);
}

/* ------------------------------------------------------------------------------- copies */

static const struct refusal *not_in_buffers(struct job *job, const struct spec *spec)
{
    return refuse_images(job, spec, "the matrix family copies %s from a buffer: not with %s",
                         "local");
}

static const struct refusal *vector_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const enum option_id id = option_of(operand, OPTION_VEC_A);
        const long long bytes = own->fragment->cell_bytes,
                        length = matrix_halved(matrix_tile_of(spec, operand)).length;
        const char *const said = option_number(job, spec, id, operand->vector);
        long long fits = LINE_BYTES / bytes;
        while (length % fits)
            fits /= 2;
        if (in_panels(operand)) {
            fits = matrix_load(own, operand);
            if (operand->vector == fits)
                continue;
            return propose(
                own->engine->described
                    ? refuse(job, "%s reads pieces of %lld elements from panels of %s: not %s",
                             option_said(job, spec, OPTION_ENGINE), fits, operand->name, said)
                    : refuse(job,
                             "a lane of %s loads %lld elements of %s at once from its panels: "
                             "not %s",
                             option_said(job, spec, OPTION_ENGINE), fits, operand->name, said),
                id, "%lld", fits);
        }
        if (operand->vector * bytes > LINE_BYTES)
            return propose(refuse(job,
                                  "%s: a copy into local memory moves %d bytes at most, and these "
                                  "are %lld",
                                  said, LINE_BYTES, operand->vector * bytes),
                           id, "%lld", fits);
        /* The rule matrix-lines has lines that are shorter. */
        if (own->tensor && operand->vector < fits && fits * bytes == LINE_BYTES)
            return propose(refuse(job,
                                  "%s copies lines that begin at multiples of %d bytes, %lld "
                                  "elements of %s: not %s",
                                  option_and_value(job, spec, OPTION_COPY, "tensor"), LINE_BYTES,
                                  LINE_BYTES / bytes, operand->name, said),
                           id, "%lld", fits);
        if (length % operand->vector)
            return propose(
                refuse(job, "lines of %s in local memory have %lld elements, not a multiple of %s",
                       operand->name, length, said),
                id, "%lld", fits);
    }
    return NULL;
}

static const struct refusal *lines_unaligned(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const struct matrix_tile tile = matrix_tile_of(spec, operand);
        const long long whole = LINE_BYTES / matrix_spec(spec)->fragment->cell_bytes;
        const enum option_id id = option_of(operand, OPTION_PAD_A);
        const struct option_value *const said = &spec->values[id];
        if (tile.packed && said->voice >= VOICE_PRESET && said->numbers[0])
            return propose(refuse(job, "blocks of panels of %s are copied as they lie: not with %s",
                                  operand->name, option_and_value(job, spec, id, "%s", said->text)),
                           id, "0");
        if (!tile.span && tile.pitch % whole)
            return propose(
                refuse(job,
                       "lines of %s in local memory begin at multiples of %d bytes, %lld elements, "
                       "and %lld with %s are none",
                       operand->name, LINE_BYTES, whole, tile.length,
                       option_number(job, spec, id, tile.pitch - tile.length)),
                id, "%lld", rounded_up(tile.pitch, whole) - tile.length);
    }
    return NULL;
}

/* The operands to be transposed beforehand, so that both lie along K. */
static const char *pretransposed_for_k(const struct spec *spec)
{
    static const char *const words[2][2] = {{"none", "b"}, {"a", "ab"}};
    const struct operand *const a = spec_operand(spec, ROLE_A), *const b =
                                                                    spec_operand(spec, ROLE_B);
    return words[a->pretransposed == contiguous_along_k(a)]
                [b->pretransposed == contiguous_along_k(b)];
}

/* The next width of the tile whose fragments have a multiple of `whole` columns. */
static long long next_width(const struct spec *spec, const struct matrix_spec *own, long long whole)
{
    const long long lanes = own->engine->lanes.width;
    long long width = spec->tile.width;
    do
        width += own->engine->beside;
    while (matrix_fragment_for(own, width * lanes).n % whole != 0);
    return width;
}

/* Of engines that read tiles where they lie. */
static const struct refusal *lines_unread(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    if (!own->engine->described || spec->tile.width % own->engine->beside)
        return NULL; /* the rule matrix-tile has the latter */
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const struct matrix_tile tile = matrix_tile_of(spec, operand);
        const long long bytes = own->fragment->cell_bytes;
        const long long side = fragment_side(own->fragment, is_a(operand));
        if (tile.along_k || tile.packed)
            continue;
        if (!own->fragment->turns)
            return propose(
                propose(refuse(job,
                               "%s reads %s along K alone, and contiguous elements of %s lie "
                               "across it",
                               option_said(job, spec, OPTION_ENGINE), operand->given->type,
                               operand->name),
                        OPTION_PRETRANSPOSE, "%s", pretransposed_for_k(spec)),
                OPTION_ENGINE, "%s", own->emulated ? "emulated:mma" : "mma");
        const long long of_group = shape_side(spec_group_tile(spec), is_a(operand));
        if ((side % tile.span || of_group % tile.span) && tile.length % of_group == 0)
            return propose(
                refuse(job,
                       "%s reads lines of %s that lie across K in pieces of %d bytes, and a "
                       "fragment of %lld x %lld has %lld",
                       option_said(job, spec, OPTION_ENGINE), operand->name, LEAST_SPAN_BYTES,
                       own->fragment->m, own->fragment->n, side * bytes),
                OPTION_TILE, "%lldx%lld", spec->tile.height,
                next_width(spec, own, LEAST_SPAN_BYTES / bytes));
    }
    return NULL;
}

#define NUMBER_OPTIONS TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE

/* What decides whether numbers of groups are multiplied as they are, beside their types. */
#define QUANTS_OPTIONS                                                                             \
    OPTION_DECODE, OPTION_PRETRANSPOSE, OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B

static const struct rule rules[] = {
    {"matrix-type", type_without_fragment, READS(OPTION_ENGINE, NUMBER_OPTIONS, QUANTS_OPTIONS),
     NULL},
    {"matrix-lanes", group_against_lanes, READS(OPTION_ENGINE, OPTION_WG), NULL},
    {"matrix-tile", tile_against_fragment,
     READS(OPTION_CHAIN, OPTION_ENGINE, NUMBER_OPTIONS, OPTION_LAYOUT, OPTION_ENGINE_ALONG,
           OPTION_TILE),
     NULL},
    {"matrix-depth", depth_against_fragment,
     READS(OPTION_ENGINE, NUMBER_OPTIONS, OPTION_LAYOUT, OPTION_ENGINE_ALONG, OPTION_TILE_K,
           OPTION_UNROLL_K),
     NULL},
    {"matrix-image", not_in_buffers, READS(OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"matrix-im2col", matrix_image_unfit,
     READS(OPTION_PRODUCT, OPTION_FIXED, OPTION_EXTENT, OPTION_STRIDES, OPTION_ENGINE,
           NUMBER_OPTIONS, OPTION_TILE_K, OPTION_TILE, OPTION_WG, OPTION_COPY),
     NULL},
    {"matrix-index", matrix_index_in_ring,
     READS(OPTION_PRODUCT, OPTION_FIXED, OPTION_EXTENT, OPTION_STRIDES, OPTION_ENGINE,
           NUMBER_OPTIONS, MEMORY_OPTIONS, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B, OPTION_COPY,
           OPTION_STAGES, OPTION_PANELS, OPTION_PERSISTENT, OPTION_RASTER, OPTION_TAKE_TURNS),
     NULL},
    {"matrix-tensor", matrix_boxes_unfit,
     READS(OPTION_CHAIN, OPTION_ENGINE, OPTION_COPY, OPTION_STAGES, OPTION_PERSISTENT,
           OPTION_RASTER, NUMBER_OPTIONS, MEMORY_OPTIONS, OPTION_PANELS, OPTION_TILE, OPTION_WG,
           OPTION_TILE_K),
     NULL},
    {"matrix-bulk", matrix_bulk_and_panels,
     READS(OPTION_COPY, OPTION_PANELS, OPTION_STAGES, OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"matrix-sums", matrix_sums_unfit,
     READS(OPTION_ENGINE, NUMBER_OPTIONS, QUANTS_OPTIONS, OPTION_COPY, OPTION_STAGES, OPTION_TILE_K,
           OPTION_ACCUMULATE_K),
     NULL},
    {"matrix-persistent", matrix_numbers_idle, READS(OPTION_COPY, OPTION_PERSISTENT, OPTION_RASTER),
     NULL},
    {"matrix-shift", matrix_panels_shifted,
     READS(OPTION_COPY, OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_EDGES), NULL},
    {"matrix-split", matrix_panels_split,
     READS(NUMBER_OPTIONS, OPTION_ENGINE, OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"matrix-copiers", matrix_copiers_many,
     READS(OPTION_ENGINE, OPTION_COPY, OPTION_WG, OPTION_TAKE_TURNS), NULL},
    {"matrix-registers", matrix_registers_unfit,
     READS(OPTION_ENGINE, OPTION_COPY, OPTION_WG, OPTION_PERSISTENT, OPTION_TAKE_TURNS,
           OPTION_RING_REGISTERS),
     NULL},
    {"matrix-turns", matrix_turns_unfit,
     READS(OPTION_ENGINE, OPTION_COPY, OPTION_PERSISTENT, OPTION_TAKE_TURNS, OPTION_BATCH,
           OPTION_RAGGED, OPTION_SPLIT_K, OPTION_SPLIT_K_SUM),
     NULL},
    {"matrix-vector", vector_unfit,
     READS(OPTION_CHAIN, OPTION_ENGINE, OPTION_COPY, NUMBER_OPTIONS, MEMORY_OPTIONS, OPTION_PANELS,
           OPTION_TILE, OPTION_WG, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B),
     NULL},
    {"matrix-store", matrix_stores_unfit,
     READS(OPTION_ENGINE, NUMBER_OPTIONS, OPTION_LAYOUT, OPTION_PRODUCT, OPTION_FIXED,
           OPTION_EXTENT, OPTION_STRIDES, OPTION_ENGINE_ALONG, OPTION_TILE, OPTION_VEC_C),
     NULL},
    {"matrix-store-bytes", matrix_stores_too_wide,
     READS(OPTION_ENGINE, NUMBER_OPTIONS, OPTION_TYPE_C, OPTION_VEC_C), NULL},
    {"matrix-pad", lines_unaligned,
     READS(OPTION_CHAIN, OPTION_ENGINE, NUMBER_OPTIONS, MEMORY_OPTIONS, OPTION_PANELS, OPTION_TILE,
           OPTION_WG, OPTION_TILE_K, OPTION_PAD_A, OPTION_PAD_B),
     NULL},
    {"matrix-rounding", matrix_rounded_nowhere,
     READS(OPTION_ENGINE, NUMBER_OPTIONS, OPTION_LAYOUT, OPTION_ENGINE_ALONG, OPTION_COPY,
           OPTION_STAGES),
     NULL},
    {"matrix-copies", matrix_copies_unknown,
     READS(OPTION_ENGINE, OPTION_COPY, OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"matrix-lines", lines_unread,
     READS(OPTION_CHAIN, OPTION_ENGINE, NUMBER_OPTIONS, MEMORY_OPTIONS, OPTION_PANELS, OPTION_TILE,
           OPTION_WG, OPTION_TILE_K),
     NULL},
    {"matrix-blocks", matrix_blocks_unfit,
     READS(OPTION_ENGINE, TYPE_OPTIONS, MEMORY_OPTIONS, OPTION_COPY, OPTION_PANELS, OPTION_STAGES,
           OPTION_TILE_K, OPTION_EDGES, OPTION_FIXED),
     rule_without_blocks},
    {"matrix-stages", matrix_stages_unfit,
     READS(OPTION_CHAIN, OPTION_STAGES, OPTION_COPY, OPTION_PANELS, NUMBER_OPTIONS, MEMORY_OPTIONS,
           OPTION_TILE, OPTION_WG, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B),
     NULL},
    {NULL, NULL, NULL, NULL},
};

static void propose_changes(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (matrix_spec(to)->stages != matrix_spec(from)->stages)
        propose_with(refusal, OPTION_STAGES, "%lld", matrix_spec(to)->stages);
}

const struct family_rules family_matrix_rules = {
    .table = rules,
    .local_reads =
        OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_TILE_K, OPTION_PANELS, OPTION_STAGE_A,
                OPTION_STAGE_B, OPTION_PAD_A, OPTION_PAD_B, OPTION_STAGES, OPTION_EXCHANGE,
                OPTION_ENGINE, OPTION_COPY, OPTION_VEC_C, OPTION_CHAIN, OPTION_PRODUCT,
                OPTION_FIXED, OPTION_EXTENT, OPTION_STRIDES, OPTION_INDEX, KERNEL_OPTIONS),
    .propose = propose_changes,
};
