/*
 * Blocked: many tiles of C a work-item, one after another, and K in blocks. For CPUs, whose work-items share no registers.
 *
 * For each block of K the work-item packs its rows of A and its columns of B into panels in local memory: as wide as a tile,
 * one step of K after another, so that the multiplication reads them from first to last. Then it computes its tiles from these
 * panels. All blocks but the first add to what is in C. A step before the multiplication may pack all panels of an operand
 * instead, for all work-items (form FORM_PANELS); the same function packs both.
 *
 * Source of the technique: K. Goto, R. van de Geijn, "Anatomy of High-Performance Matrix Multiplication", ACM TOMS 34 (2008).
 */
#include "gen/family/blocked/blocked.h"

#include "gen/family/families.h"
#include "gen/plan/family.h"
#include "gen/rules/family.h"
#include "gen/view/family.h"

static long long side_of(const struct spec *spec, const struct operand *operand)
{
    return is_a(operand) ? spec->tile.height : spec->tile.width;
}

struct panels blocked_panels(const struct spec *spec, const struct operand *operand)
{
    const long long side = side_of(spec, operand);
    return (struct panels){side, side * (is_a(operand) ? spec->tiles.height : spec->tiles.width)};
}

/* Of an operand that lies along K squares are transposed in registers, of four by four elements. */
static void complete_operand(const struct spec *spec, struct operand *operand)
{
    enum {
        SQUARE = 4,
        WIDEST = 16
    };
    const struct operand source = packed_from(operand);
    if (!operand->vector && in_image(operand))
        operand->vector = operand->element->texel;
    if (!operand->vector)
        operand->vector =
            widest_vector(side_of(spec, operand), lies_along_k(&source) ? SQUARE : WIDEST);
}

static void complete(struct job *job, struct spec *spec)
{
    struct blocked_own *const own = arena_allocate(job->arena, sizeof *own);
    own->wide_outside = spec->values[OPTION_TILE_ORDER].text[0] == 'w';
    own->prefetch = spec->values[OPTION_PREFETCH].on;
    spec->own = own;
    if (!spec->tile_k)
        spec->tile_k = 1;
    complete_operand(spec, &spec->a);
    complete_operand(spec, &spec->b);
}

/* A single row or column of tiles has one order. */
static bool ignores(const struct spec *spec, enum option_id option)
{
    return option == OPTION_TILE_ORDER && (spec->tiles.height == 1 || spec->tiles.width == 1);
}

/* Whole panels but where edges are exact. */
static void lay_panels(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand)
{
    (void)job;
    form->panel = side_of(spec, operand);
    form->block = spec->block_k;
    form->multiple = (struct shape){1, spec->edges == EDGES_EXACT ? 1 : form->panel};
}

static const void *blocked_plan(struct job *job, const struct spec *spec,
                                const struct kernel *kernel)
{
    (void)job;
    (void)kernel;
    return spec->own;
}

static struct fragments fragments(const struct spec *spec)
{
    return (struct fragments){
        .a = spec->numbers.compute->bytes,
        .b = spec->numbers.compute->bytes * spec->tile.width,
        .c = spec->numbers.accumulate->bytes * spec->tile.height * spec->tile.width,
    };
}

static long long local_bytes(const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    long long places = 0;
    for (int i = 0; i < 2; i++)
        if (!in_panels(operands[i]))
            places += blocked_panels(spec, operands[i]).places;
    return places * spec->block_k * spec->numbers.compute->bytes;
}

/* ------------------------------------------------------------------------------- rules */

/* Beyond these, sides and blocks could leave 32-bit places. */
enum {
    LARGEST_SIDE = 16384,
    LARGEST_BLOCK = 16384
};

static const struct refusal *too_many(struct job *job, const struct spec *spec)
{
    const struct shape most = {LARGEST_SIDE / spec->tile.height, LARGEST_SIDE / spec->tile.width};
    const struct shape tiles = spec->tiles;
    if (tiles.height > most.height || tiles.width > most.width)
        return propose(refuse(job, "%s is too large with %s: at most %d elements per side",
                              option_and_value(job, spec, OPTION_BLOCK_TILES, "%lldx%lld",
                                               tiles.height, tiles.width),
                              option_and_value(job, spec, OPTION_TILE, "%lldx%lld",
                                               spec->tile.height, spec->tile.width),
                              LARGEST_SIDE),
                       OPTION_BLOCK_TILES, "%lldx%lld",
                       tiles.height < most.height ? tiles.height : most.height,
                       tiles.width < most.width ? tiles.width : most.width);
    if (spec->block_k > LARGEST_BLOCK)
        return propose(refuse(job, "%s is too large: at most %d",
                              option_and_value(job, spec, OPTION_BLOCK_K, "%lld", spec->block_k),
                              LARGEST_BLOCK),
                       OPTION_BLOCK_K, "%d", LARGEST_BLOCK);
    return NULL;
}

static const struct refusal *several_items(struct job *job, const struct spec *spec)
{
    if (spec->wg.height == 1 && spec->wg.width == 1)
        return NULL;
    return propose(
        propose(refuse(job,
                       "in the blocked family a work-item packs panels for itself alone, and "
                       "%s has others beside it",
                       option_and_value(job, spec, OPTION_WG, "%lldx%lld", spec->wg.height,
                                        spec->wg.width)),
                OPTION_WG, "1x1"),
        OPTION_FAMILY, "register");
}

static const struct refusal *several_steps(struct job *job, const struct spec *spec)
{
    if (spec->tile_k == 1 && spec->unroll_k == 1)
        return NULL;
    const enum option_id id = spec->tile_k == 1 ? OPTION_UNROLL_K : OPTION_TILE_K;
    struct refusal *const refusal = refuse(
        job, "the blocked family reads one step of K at a time from its panels, not %s",
        option_and_value(job, spec, id, "%lld", spec->tile_k == 1 ? spec->unroll_k : spec->tile_k));
    propose(refusal, OPTION_TILE_K, "1");
    if (spec->unroll_k != 1)
        propose_with(refusal, OPTION_UNROLL_K, "1");
    return propose(refusal, OPTION_FAMILY, "register");
}

static const struct refusal *not_in_buffers(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        if (in_image(operands[i]))
            return propose(
                propose(refuse(job, "the blocked family packs %s from a buffer: not with %s",
                               operands[i]->name,
                               option_and_value(job, spec, option_of(operands[i], OPTION_ACCESS_A),
                                                "image")),
                        option_of(operands[i], OPTION_ACCESS_A), "buffer"),
                OPTION_FAMILY, "register");
    return NULL;
}

/* Panels reach further than the matrix that they are packed from, and than index-width knows. */
static const struct refusal *panels_beyond_index(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2 && spec->index_bits == 32; i++) {
        const struct shape whole = spec_extents(spec, operands[i]);
        if (in_panels(operands[i]) && whole.height > 0 && whole.width > 2147483647 / whole.height)
            return propose(
                propose(refuse(job,
                               "%s has %lld x %lld elements, and %s reaches 2147483647 at most",
                               operands[i]->form.memory, whole.height, whole.width,
                               option_and_value(job, spec, OPTION_INDEX, "32")),
                        OPTION_INDEX, "64"),
                OPTION_PANELS, "none");
    }
    return NULL;
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    return propose(propose(refuse(job,
                                  "the blocked family updates C several times, and with %s "
                                  "elements that two tiles have would be added to twice",
                                  option_and_value(job, spec, OPTION_EDGES, "shift")),
                           OPTION_EDGES, "guard"),
                   OPTION_FAMILY, "register");
}

static const struct refusal *vector_against_tile(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->c, &spec->a, &spec->b};
    for (int i = 0; i < 3; i++) {
        const long long side = side_of(spec, operands[i]);
        if (side % operands[i]->vector == 0)
            continue;
        const enum option_id id = option_of(operands[i], OPTION_VEC_A);
        return propose_longer(
            propose(refuse(job, "%s is not a multiple of %s",
                           option_side(job, spec, OPTION_TILE, is_a(operands[i])),
                           option_and_value(job, spec, id, "%lld", operands[i]->vector)),
                    id, "%lld", widest_vector(side, operands[i]->vector)),
            spec, false, is_a(operands[i]), operands[i]->vector);
    }
    return NULL;
}

/* What is in C between two blocks is a sum of products: its elements must hold one. */
static const struct refusal *sums_in_narrow_c(struct job *job, const struct spec *spec)
{
    const long long depth = spec_fixed(spec, SYMBOL_K);
    if (!spec_rounds_sums(spec))
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s rounds C of %s after each block of K (%s), as sums are of %s",
               option_and_value(job, spec, OPTION_FAMILY, "blocked"), spec->c.element->type,
               option_and_value(job, spec, OPTION_BLOCK_K, "%lld", spec->block_k),
               spec->numbers.scalar->type);
    if (depth > 0 && depth <= LARGEST_BLOCK)
        propose(refusal, OPTION_BLOCK_K, "%lld", depth);
    return propose(propose(refusal, OPTION_EDGES, "pad"), OPTION_FAMILY, "register");
}

static const struct rule rules[] = {
    {"blocked-size", too_many, READS(OPTION_TILE, OPTION_BLOCK_TILES, OPTION_BLOCK_K), NULL},
    {"blocked-group", several_items, READS(OPTION_WG), NULL},
    {"blocked-depth", several_steps, READS(OPTION_TILE_K, OPTION_UNROLL_K), NULL},
    {"blocked-image", not_in_buffers, READS(OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"blocked-index", panels_beyond_index,
     READS(OPTION_INDEX, OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_FIXED,
           OPTION_LAYOUT, OPTION_TILE, OPTION_EDGES),
     NULL},
    {"blocked-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {"blocked-vector", vector_against_tile,
     READS(MEMORY_OPTIONS, OPTION_TILE, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"blocked-sum", sums_in_narrow_c,
     READS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_COMPUTE, OPTION_ACCUMULATE, OPTION_EDGES,
           OPTION_FIXED, OPTION_LAYOUT, OPTION_TILE, OPTION_WG, OPTION_BLOCK_K),
     NULL},
    {NULL, NULL, NULL, NULL},
};

static bool shrink(struct job *job, struct spec *spec, bool local_memory)
{
    enum {
        SHALLOW = 32 /* blocks of fewer steps cost more than they save */
    };
    const bool depth = spec_may_shrink(spec, OPTION_BLOCK_K);
    const bool tiles = spec_may_shrink(spec, OPTION_BLOCK_TILES);
    (void)job;
    if (!local_memory)
        return shrink_tile(spec, 1);
    if (depth && spec->block_k > SHALLOW)
        spec->block_k /= 2;
    else if (tiles && spec->tiles.width > 1)
        spec->tiles.width /= 2;
    else if (tiles && spec->tiles.height > 1)
        spec->tiles.height /= 2;
    else if (depth && spec->block_k > 1)
        spec->block_k /= 2;
    else
        return shrink_tile(spec, 1);
    return true;
}

static void propose_blocks(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (to->block_k != from->block_k)
        propose_with(refusal, OPTION_BLOCK_K, "%lld", to->block_k);
    if (to->tiles.height != from->tiles.height || to->tiles.width != from->tiles.width)
        propose_with(refusal, OPTION_BLOCK_TILES, "%lldx%lld", to->tiles.height, to->tiles.width);
}

static void blocked_configure(struct job *job, const struct spec *spec, struct value *config)
{
    value_set(config, "block-tiles",
              value_printf(job, "%lldx%lld", spec->tiles.height, spec->tiles.width));
    value_set_text(job, config, "tile-order", spec->values[OPTION_TILE_ORDER].text);
    value_set_text(job, config, "panels", spec->values[OPTION_PANELS].text);
    value_set(config, "block-k", value_printf(job, "%lld", spec->block_k));
    value_set_text(job, config, "prefetch",
                   ((const struct blocked_own *)spec->own)->prefetch ? "yes" : "no");
}

const struct family_spec family_blocked_spec = {
    .complete = complete,
    .ignores = ignores,
    .lay_panels = lay_panels,
    .fragments = fragments,
    .local_bytes = local_bytes,
    .shrink = shrink,
};

const struct family_rules family_blocked_rules = {
    .table = rules,
    .local_reads = OPTIONS(OPTION_TILE, OPTION_BLOCK_TILES, OPTION_BLOCK_K, OPTION_PANELS,
                           OPTION_LAYOUT, OPTION_ACCESS_A, OPTION_ACCESS_B, KERNEL_OPTIONS),
    .propose = propose_blocks,
};

const struct family_plan family_blocked_plan = {
    .derive = blocked_plan,
    .configure = blocked_configure,
};

const struct family_view family_blocked_view = {
    .page = "blocked.cl",
    .fill = blocked_view,
};

const struct family family_blocked = {
    .name = "blocked",
    .help = "for CPUs: many tiles of C per work-item, from panels of A and B",
    .standard = "--tile 4x8 --wg 1x1 --vec-c 4 --block-tiles 8x4",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_BLOCK_TILES, OPTION_BLOCK_K, OPTION_PANELS, OPTION_TILE_ORDER,
                       OPTION_PREFETCH),
    .complex = true,
    .spec = &family_blocked_spec,
    .rules = &family_blocked_rules,
    .plan = &family_blocked_plan,
    .view = &family_blocked_view,
};
