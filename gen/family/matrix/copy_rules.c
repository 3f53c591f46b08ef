/*
 * Rules of the matrix family on how tiles come into local memory: which engines take which copies, how many stages there are, and what goes
 * with packed panels, their ring, and blocks of quantised elements.
 */
#include "gen/family/matrix/ring.h"
#include "gen/request/product.h"
#include "gen/rules/rules.h"

enum {
    MOST_STAGES = 5,
    MOST_OF_RING = 8, /* of a ring, which other work-items fill */
    MOST_LINES =
        256 /* of a box that one instruction copies; --tile-k, the lines of others, is no larger */
};

/* Of engines whose device has no copies that run beside the multiplication. */
const struct refusal *matrix_copies_unknown(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const bool packed = in_panels(&spec->a) || in_panels(&spec->b);
    if (!own->engine->columns || (!own->async && !own->bulk && !packed))
        return NULL;
    const enum option_id id = own->async || own->bulk ? OPTION_COPY : OPTION_PANELS;
    struct refusal *const refusal =
        propose(refuse(job, "%s multiplies tiles that the work-items copy themselves: not with %s",
                       option_said(job, spec, OPTION_ENGINE), option_said(job, spec, id)),
                OPTION_COPY, "plain");
    return own->async && !packed
               ? refusal
               : propose_with(propose_with(refusal, OPTION_PANELS, "none"), OPTION_PERSISTENT, "0");
}

/* --tile and --wg with at most so many places along the tile of A (`left`) or B, which are lines of a box. */
static struct refusal *propose_lines(struct refusal *refusal, const struct spec *spec, bool left)
{
    const struct shape lanes = matrix_spec(spec)->engine->lanes;
    const long long apart = shape_side(lanes, left);
    struct shape tile = spec->tile, wg = spec->wg;
    long long *const of_item = left ? &tile.height : &tile.width;
    long long *const items = left ? &wg.height : &wg.width;
    if (*of_item * apart > MOST_LINES)
        *of_item = MOST_LINES / apart;
    *items = MOST_LINES / *of_item / apart * apart;
    propose(refusal, OPTION_TILE, "%lldx%lld", tile.height, tile.width);
    return propose_with(refusal, OPTION_WG, "%lldx%lld", wg.height, wg.width);
}

/* Whether a ring gathers the operand by an index function: pieces of lines along K, beside boxes of the other one. */
static bool is_gathered(const struct spec *spec, const struct operand *operand)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct operand *const other = is_a(operand) ? &spec->b : &spec->a;
    return own->tensor && own->engine->described && !by_index(other) &&
           !operand->places->across_k && operand->vector * operand->element->bytes == PIECE_BYTES;
}

/* An index function gives no boxes, but for an image; and panels are packed from matrices. */
const struct refusal *matrix_index_in_ring(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    for (const struct operand *operand = &spec->a; operand && own->ring;
         operand = factor_after(spec, operand)) {
        if (!by_index(operand) || is_gathered(spec, operand))
            continue;
        struct refusal *const refusal =
            propose(refuse(job,
                           "%s is found by an index function, which --copy tensor with --engine "
                           "wgmma gathers by %d bytes in a row along K, beside a matrix: not %s",
                           product_reference(job, spec->product, operand->role - ROLE_A),
                           PIECE_BYTES, option_said(job, spec, OPTION_COPY)),
                    OPTION_COPY, own->stages > 1 ? "async" : "plain");
        propose_with(refusal, OPTION_PANELS, "none");
        propose_with(refusal, OPTION_PERSISTENT, "0");
        propose_with(refusal, OPTION_TAKE_TURNS, "no");
        return propose_with(refusal, OPTION_RASTER, "1");
    }
    return NULL;
}

const struct refusal *matrix_boxes_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    if (!own->tensor)
        return NULL;
    const char *const copy = option_and_value(job, spec, OPTION_COPY, "tensor");
    if (!own->engine->described && !own->fragment->load_boxes) {
        struct refusal *const refusal = refuse(
            job,
            "%s swizzles tiles as --engine wgmma and mma of f64 read them, which %s of %s does not",
            copy, option_said(job, spec, OPTION_ENGINE), own->fragment->element);
        propose(refusal, OPTION_ENGINE, own->emulated ? "emulated:wgmma" : "wgmma");
        propose(refusal, OPTION_COPY, own->stages > 1 ? "async" : "plain");
        propose_with(refusal, OPTION_PERSISTENT, "0");
        return propose_with(refusal, OPTION_RASTER, "1");
    }
    if (!own->engine->described && spec->tile_k % (2 * own->fragment->k))
        return propose(
            refuse(job,
                   "%s is not a multiple of %lld: lanes of %s load two fragments along K with %s",
                   option_number(job, spec, OPTION_TILE_K, spec->tile_k), 2 * own->fragment->k,
                   option_said(job, spec, OPTION_ENGINE), copy),
            OPTION_TILE_K, "%lld", rounded_up(spec->tile_k, 2 * own->fragment->k));
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const struct matrix_tile tile = matrix_halved(matrix_tile_of(spec, operand));
        if (!by_index(operand) && tile.along_k && tile.lines > MOST_LINES)
            return propose_lines(refuse(job,
                                        "%s copies boxes of at most %d lines, and the tile of %s "
                                        "has %lld",
                                        copy, MOST_LINES, operand->name, tile.lines),
                                 spec, is_a(operand));
    }
    return NULL;
}

const struct refusal *matrix_stages_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const char *const said = option_number(job, spec, OPTION_STAGES, own->stages);
    const int most = own->ring ? MOST_OF_RING : MOST_STAGES;
    if (own->stages < 1 || own->stages > most)
        return propose(refuse(job, "%s is out of range: 1 to %d", said, most), OPTION_STAGES, "%d",
                       own->stages < 1 ? 1 : most);
    if (!own->async && !own->ring)
        return NULL;
    const char *const copy = option_said(job, spec, OPTION_COPY);
    if (own->stages == 1) {
        struct refusal *const refusal =
            propose(propose(refuse(job,
                                   "%s has one tile under way while another is multiplied, "
                                   "and %s leaves room for one",
                                   copy, said),
                            OPTION_STAGES, "2"),
                    OPTION_COPY, "plain");
        return own->bulk ? propose_with(refusal, OPTION_PANELS, "none") : refusal;
    }
    for (const struct operand *operand = &spec->a; operand && own->async;
         operand = factor_after(spec, operand)) {
        const long long bytes = operand->vector * operand->element->bytes;
        const enum option_id id = option_of(operand, OPTION_VEC_A);
        if (bytes < 4 && !in_blocks(operand) && !by_index(operand))
            return propose(propose(refuse(job, "%s moves 4 bytes at least, and %s are %lld", copy,
                                          option_number(job, spec, id, operand->vector), bytes),
                                   id, "%lld", 4 / operand->element->bytes),
                           OPTION_COPY, "plain");
    }
    return NULL;
}

const struct refusal *matrix_bulk_and_panels(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const bool packed = in_panels(&spec->a) && in_panels(&spec->b);
    struct refusal *refusal;
    if (own->bulk ? packed : !in_panels(&spec->a) && !in_panels(&spec->b))
        return NULL;
    if (own->bulk) {
        const struct operand *const other = in_panels(&spec->a) ? &spec->b : &spec->a;
        refusal =
            propose(refuse(job, "%s copies blocks of panels, and no step packs %s into any (%s)",
                           option_said(job, spec, OPTION_COPY), other->name,
                           option_said(job, spec, OPTION_PANELS)),
                    OPTION_PANELS, "ab");
    } else {
        refusal = propose(refuse(job, "%s: the matrix family reads panels with --copy bulk, not %s",
                                 option_said(job, spec, OPTION_PANELS),
                                 option_said(job, spec, OPTION_COPY)),
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

const struct refusal *matrix_panels_shifted(struct job *job, const struct spec *spec)
{
    const char *const said = option_and_value(job, spec, OPTION_EDGES, "shift");
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    if (matrix_spec(spec)->tensor)
        return propose(refuse(job, "%s moves tiles inside, and %s numbers those that are not moved",
                              said, option_said(job, spec, OPTION_COPY)),
                       OPTION_EDGES, "guard");
    if (!in_panels(&spec->a) && !in_panels(&spec->b))
        return NULL;
    return propose(refuse(job,
                          "%s moves tiles inside, and panels (%s) begin where tiles do that are "
                          "not moved",
                          said, option_said(job, spec, OPTION_PANELS)),
                   OPTION_EDGES, "guard");
}

const struct refusal *matrix_panels_split(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    if (!own->split || own->engine->described || (!in_panels(&spec->a) && !in_panels(&spec->b)))
        return NULL;
    const struct fragment *const whole =
        engine_fragment(own->engine, own->fragment->element, own->fragment->element, NULL);
    return propose_with(
        propose(propose(refuse(job,
                               "%s makes two numbers of an element, and panels (%s) for %s hold "
                               "one",
                               option_said(job, spec, OPTION_COMPUTE),
                               option_said(job, spec, OPTION_PANELS),
                               option_said(job, spec, OPTION_ENGINE)),
                        OPTION_COMPUTE, "%s", whole->product),
                OPTION_PANELS, "none"),
        OPTION_COPY, "%s", own->stages > 1 ? "async" : "plain");
}

/* Lanes round, or split, what they have loaded; where there are none the steps do that pack. */
const struct refusal *matrix_rounded_nowhere(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    if (!own->engine->described || !own->fragment->rounding || own->bulk)
        return NULL;
    struct refusal *const refusal =
        propose_with(propose(refuse(job,
                                    "%s reads %s where copies have brought it, and %s does not "
                                    "round it to %s: steps that pack it do",
                                    option_said(job, spec, OPTION_ENGINE), own->fragment->element,
                                    option_said(job, spec, OPTION_COPY), own->fragment->product),
                             OPTION_COPY, "bulk"),
                     OPTION_PANELS, "ab");
    if (own->stages < 2)
        propose_with(refusal, OPTION_STAGES, "2");
    return propose(refusal, OPTION_ENGINE, own->emulated ? "emulated:mma" : "mma");
}

/* Of sums of groups whose scales nobody multiplies them by. */
static const struct refusal *scales_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct element *const given = spec->a.given;
    const bool boxes = own->engine->described && own->tensor;
    const bool adds = boxes && own->sum_depth != given->group;
    struct refusal *const refusal =
        refuse(job,
               "sums of %s are multiplied by scales after %lld elements of K by --engine wgmma "
               "with --copy tensor, "
               "--accumulate-k 0 and a --tile-k that divides %lld or is a multiple of it; not with "
               "%s%s%s",
               given->type, given->group, given->group,
               !boxes ? option_said(job, spec, OPTION_ENGINE)
               : adds ? option_number(job, spec, OPTION_ACCUMULATE_K, own->sum_depth)
                      : option_number(job, spec, OPTION_TILE_K, spec->tile_k),
               boxes ? "" : " and ", boxes ? "" : option_said(job, spec, OPTION_COPY));
    if (!boxes)
        return propose(refusal, OPTION_FAMILY, "local");
    return adds ? propose(refusal, OPTION_ACCUMULATE_K, "0")
                : propose(refusal, OPTION_TILE_K, "%lld", given->group);
}

/* Of sums that nobody adds to others, or that end inside a tile. */
const struct refusal *matrix_sums_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const char *const said = option_number(job, spec, OPTION_ACCUMULATE_K, own->sum_depth);
    const bool truncates = own->engine->described && !spec->numbers.accumulate->whole;
    if (sums_scaled(&spec->a))
        return truncates && own->ring && own->sum_depth == spec->a.given->group &&
                       (own->sum_depth % spec->tile_k == 0 || spec->tile_k % own->sum_depth == 0)
                   ? NULL
                   : scales_unfit(job, spec);
    if (own->sum_depth == 0 || (truncates && own->ring && own->sum_depth % spec->tile_k == 0))
        return NULL;
    if (truncates && own->ring)
        return propose(refuse(job, "%s is not a multiple of %s", said,
                              option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                       OPTION_ACCUMULATE_K, "%lld", rounded_up(own->sum_depth, spec->tile_k));
    struct refusal *const refusal = propose(
        refuse(job, "%s is for real numbers in --engine wgmma with --copy bulk or tensor", said),
        OPTION_ACCUMULATE_K, "0");
    return truncates && own->stages > 1 ? propose(refusal, OPTION_COPY, "tensor") : refusal;
}

const struct refusal *matrix_numbers_idle(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    if (own->ring || (own->per_unit == 0 && own->raster == 1))
        return NULL;
    const enum option_id id = own->per_unit ? OPTION_PERSISTENT : OPTION_RASTER;
    struct refusal *const refusal = propose(
        refuse(job, "%s is for --copy bulk and tensor, whose work-groups number the tiles of C",
               option_said(job, spec, id)),
        id, own->per_unit ? "0" : "1");
    propose_with(propose(refusal, OPTION_COPY, "bulk"), OPTION_PANELS, "ab");
    return own->stages < 2 ? propose_with(refusal, OPTION_STAGES, "2") : refusal;
}

/* Work-items of a work-group with that --wg. */
static long long items_with(const struct spec *spec, struct shape wg)
{
    return wg.height * wg.width * (spec->in_turns ? 2 : 1) + spec->copiers;
}

const struct refusal *matrix_copiers_many(struct job *job, const struct spec *spec)
{
    const long long limit = spec->profile->work_group_size;
    const long long items = spec->wg.height * spec->wg.width;
    const struct shape lanes = matrix_spec(spec)->engine->lanes;
    struct shape less = spec->wg;
    if (!limit || items > limit || items_with(spec, spec->wg) <= limit)
        return NULL;
    while (items_with(spec, less) > limit &&
           (less.height > lanes.height || less.width > lanes.width)) {
        if (less.height > lanes.height)
            less.height -= lanes.height;
        else
            less.width -= lanes.width;
    }
    struct refusal *const refusal =
        refuse(job, "%s has %lld work-items and %s%s adds %lld, %s allows %lld",
               option_shape(job, spec, OPTION_WG), items, option_said(job, spec, OPTION_COPY),
               spec->in_turns ? " with --take-turns" : "", items_with(spec, spec->wg) - items,
               option_limits(job, spec, OPTION_WG_LIMIT, limit), limit);
    if (items_with(spec, less) <= limit)
        return propose(refusal, OPTION_WG, "%lldx%lld", less.height, less.width);
    /* Beside the copiers there may be no room for the lanes of one tile. */
    propose_with(propose(refusal, OPTION_COPY, "plain"), OPTION_PANELS, "none");
    return spec->in_turns ? propose(refusal, OPTION_TAKE_TURNS, "no") : refusal;
}

/* Of turns at an engine that no two teams share, or at one tile; tiles of groups of rows may have no blocks, which teams would have to know of each
 * other; and all work-items of a work-group meet where the last one adds the parts of K. */
const struct refusal *matrix_turns_unfit(struct job *job, const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const bool serves = own->engine->described && own->ring;
    const bool alike = !problem_shares_c(&spec->problem);
    if (!own->in_turns || (serves && own->per_unit && alike && !spec->sums_in_launch))
        return NULL;
    const char *const said = option_and_value(job, spec, OPTION_TAKE_TURNS, "yes");
    if (serves && own->per_unit && alike)
        return propose(refuse(job,
                              "%s: the work-items of a work-group count its parts of K together, "
                              "and each team has tiles of its own: not with --split-k-sum launch",
                              said),
                       OPTION_SPLIT_K_SUM, "step");
    if (serves && own->per_unit)
        return propose(
            refuse(job,
                   "%s: teams count the blocks of each other's tiles, and with --batch groups "
                   "some of these have none",
                   said),
            OPTION_TAKE_TURNS, "no");
    struct refusal *const refusal =
        refuse(job,
               "%s is for work-groups that compute several tiles of C, with --persistent, --engine "
               "wgmma and --copy bulk or tensor: not with %s, %s and %s",
               said, option_said(job, spec, OPTION_ENGINE), option_said(job, spec, OPTION_COPY),
               option_number(job, spec, OPTION_PERSISTENT, own->per_unit));
    if (serves)
        propose(refusal, OPTION_PERSISTENT, "1");
    return propose(refusal, OPTION_TAKE_TURNS, "no");
}

const struct refusal *matrix_blocks_unfit(struct job *job, const struct spec *spec)
{
    enum {
        LEAST_COPY = 4, /* bytes that an asynchronous copy moves */
        STAGES =
            3 /* one on its way, one of whose blocks elements are made, one that is multiplied */
    };
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct operand *const operand = matrix_in_blocks(spec);
    if (!operand || (!own->async && !own->ring))
        return NULL;
    const char *const copy = option_said(job, spec, OPTION_COPY);
    const struct element *const element = operand->given;
    if (own->ring) {
        struct refusal *const refusal = refuse(job,
                                               "%s brings elements into local memory as they are "
                                               "multiplied, and %s is in blocks of %s",
                                               copy, operand->name, element->type);
        propose_with(propose(refusal, OPTION_COPY, "plain"), OPTION_PANELS, "none");
        propose_with(propose_with(refusal, OPTION_PERSISTENT, "0"), OPTION_RASTER, "1");
        return propose(refusal, OPTION_DECODE, "%s", decoded_too(spec, operand));
    }
    if (own->engine->described)
        return propose_with(
            propose(
                propose(refuse(job,
                               "%s may still read the tile that %s would make of blocks of %s next",
                               option_said(job, spec, OPTION_ENGINE), copy, element->type),
                        OPTION_COPY, "plain"),
                OPTION_DECODE, "%s", decoded_too(spec, operand)),
            OPTION_COPY, "tensor");
    if (element_lies_apart(element))
        return propose(
            propose(
                propose(refuse(job, "%s copies blocks of one piece, and the parts of %s lie apart",
                               copy, element->name),
                        OPTION_COPY, "plain"),
                OPTION_DECODE, "%s", decoded_too(spec, operand)),
            OPTION_QUANTS, "together");
    if (spec->tile_k % element->covers)
        return propose(
            propose(
                refuse(job,
                       "%s copies whole blocks: %s is not a multiple of %lld, the elements of a "
                       "block of %s",
                       copy, option_number(job, spec, OPTION_TILE_K, spec->tile_k), element->covers,
                       element->type),
                OPTION_TILE_K, "%lld", common_multiple(element->covers, own->fragment->k)),
            OPTION_COPY, "plain");
    const struct matrix_blocks blocks = matrix_blocks_of(spec);
    const long long length = blocks.length * blocks.cell;
    if (length % LEAST_COPY)
        return propose(
            propose(
                refuse(job,
                       "%s moves %d bytes at least, and lines of blocks of %s have %lld with %s",
                       copy, LEAST_COPY, element->type, length,
                       option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                OPTION_TILE_K, "%lld",
                spec->tile_k * (common_multiple(length, LEAST_COPY) / length)),
            OPTION_COPY, "plain");
    if (own->stages >= STAGES)
        return NULL;
    return propose(
        propose(refuse(job,
                       "with %s blocks of %s are on their way while one tile of them is made into "
                       "elements and another is multiplied: %s is less than %d",
                       copy, element->type, option_number(job, spec, OPTION_STAGES, own->stages),
                       STAGES),
                OPTION_STAGES, "%d", STAGES),
        OPTION_COPY, "plain");
}
