/*
 * What the blocked family cannot serve.
 */
#include "gen/family/blocked/blocked.h"
#include "gen/family/families.h"
#include "gen/family/rules.h"
#include "gen/request/product.h"
#include "gen/rules/family.h"

#include <string.h>

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
                              option_shape(job, spec, OPTION_BLOCK_TILES),
                              option_shape(job, spec, OPTION_TILE), LARGEST_SIDE),
                       OPTION_BLOCK_TILES, "%lldx%lld",
                       tiles.height < most.height ? tiles.height : most.height,
                       tiles.width < most.width ? tiles.width : most.width);
    if (spec->block_k > LARGEST_BLOCK)
        return propose(refuse(job, "%s is too large: at most %d",
                              option_number(job, spec, OPTION_BLOCK_K, spec->block_k),
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
                       option_shape(job, spec, OPTION_WG)),
                OPTION_WG, "1x1"),
        OPTION_FAMILY, "register");
}

static const struct refusal *several_steps(struct job *job, const struct spec *spec)
{
    if (spec->tile_k == 1)
        return NULL;
    return propose(
        propose(refuse(job,
                       "the blocked family reads one step of K at a time from its panels, not %s",
                       option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                OPTION_TILE_K, "1"),
        OPTION_FAMILY, "register");
}

/* Steps of K that are unrolled are of one block. */
static const struct refusal *unrolls_beyond_block(struct job *job, const struct spec *spec)
{
    const long long depth = spec_fixed(spec, SYMBOL_K);
    if (depth >= 0 && spec->unroll_k > 1 && spec->unroll_k > depth)
        return propose(refuse(job, "%s is more than K has, %lld",
                              option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k), depth),
                       OPTION_UNROLL_K, "%lld", depth > 1 ? depth : 1);
    if (spec->unroll_k <= spec->block_k)
        return NULL;
    return propose(propose(refuse(job, "%s is more than a block of K has, %s",
                                  option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k),
                                  option_number(job, spec, OPTION_BLOCK_K, spec->block_k)),
                           OPTION_UNROLL_K, "%lld", spec->block_k),
                   OPTION_BLOCK_K, "%lld", spec->unroll_k);
}

static const struct refusal *not_in_buffers(struct job *job, const struct spec *spec)
{
    return refuse_images(job, spec, "the blocked family packs %s from a buffer: not with %s",
                         "register");
}

/* Panels reach further than the matrix that they are packed from, and than index-width knows. */
static const struct refusal *panels_beyond_index(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const struct shape whole = spec_extents(spec, operand);
        if (spec->index_bits == 32 && in_panels(operand) && whole.height > 0 &&
            whole.width > 2147483647 / whole.height)
            return propose(
                propose(refuse(job,
                               "%s has %lld x %lld elements, and %s reaches 2147483647 at most",
                               operand->form.memory, whole.height, whole.width,
                               option_and_value(job, spec, OPTION_INDEX, "32")),
                        OPTION_INDEX, "64"),
                OPTION_PANELS, "none");
    }
    return NULL;
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    return refuse_shift(job, spec,
                        "the blocked family updates C several times, and with %s elements that two "
                        "tiles have would be added to twice",
                        "register");
}

static const struct refusal *vector_against_tile(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->c, &spec->a, &spec->b};
    for (int i = 0; i < 3; i++) {
        const bool in_lines = blocked_in_lines(operands[i]);
        const long long side = shape_side(spec->tile, is_a(operands[i]));
        if (in_lines || side % operands[i]->vector == 0)
            continue;
        const enum option_id id = option_of(operands[i], OPTION_VEC_A);
        return propose_longer(propose(refuse(job, "%s is not a multiple of %s",
                                             option_side(job, spec, OPTION_TILE, is_a(operands[i])),
                                             option_number(job, spec, id, operands[i]->vector)),
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
               option_number(job, spec, OPTION_BLOCK_K, spec->block_k), spec->numbers.scalar->type);
    if (depth > 0 && depth <= LARGEST_BLOCK)
        propose(refusal, OPTION_BLOCK_K, "%lld", depth);
    return propose(propose(refusal, OPTION_EDGES, "pad"), OPTION_FAMILY, "register");
}

/* What lies in place is canonical A alone, an element of each row at a step of K: vectors of canonical B are in panels. */
static const struct refusal *not_in_place(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const enum option_id stage = option_of(operand, OPTION_STAGE_A);
        const enum option_id vector = option_of(operand, OPTION_VEC_A);
        const char *const word = option_said(job, spec, stage);
        if (strcmp(spec->values[stage].text, "transposed") == 0)
            return propose(refuse(job,
                                  "panels of the blocked family lie one step of K after another: "
                                  "not with %s",
                                  word),
                           stage, "plain");
        if (!blocked_in_place(spec->own, operand))
            continue;
        if (by_index(operand))
            return propose(refuse(job,
                                  "%s is found by an index function, by which the blocked family "
                                  "copies: not with %s",
                                  product_reference(job, spec->product, operand->role - ROLE_A),
                                  word),
                           stage, "plain");
        if (!is_a(operand))
            return propose(refuse(job,
                                  "the blocked family reads %s in vectors along the tile, from "
                                  "panels: not with %s",
                                  operand->name, word),
                           stage, "plain");
        if (in_panels(operand))
            return propose(
                propose(refuse(job, "%s packs %s, and with %s it is read where it lies",
                               option_said(job, spec, OPTION_PANELS), operand->name, word),
                        stage, "plain"),
                OPTION_PANELS, "none");
        if (operand->vector > 1)
            return propose(
                propose(refuse(job, "with %s %s is read by element, not in vectors of %s", word,
                               operand->name, option_number(job, spec, vector, operand->vector)),
                        vector, "1"),
                stage, "plain");
    }
    return NULL;
}

/* Rows are copied in vectors along K, of which a block has whole ones, and columns packed element by element. */
static const struct refusal *vector_by_index(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const enum option_id vector = option_of(operand, OPTION_VEC_A);
        const long long most = blocked_in_lines(operand) ? spec->block_k : 1;
        if (!by_index(operand) || most % operand->vector == 0)
            continue;
        return propose(refuse(job, "%s is found by an index function, and copied %s: not %s",
                              product_reference(job, spec->product, operand->role - ROLE_A),
                              most == 1
                                  ? "element by element"
                                  : arena_printf(job->arena, "in whole vectors of a block, %s",
                                                 option_number(job, spec, OPTION_BLOCK_K, most)),
                              option_number(job, spec, vector, operand->vector)),
                       vector, "%lld", widest_vector(most, operand->vector));
    }
    return NULL;
}

static const struct rule rules[] = {
    {"blocked-size", too_many, READS(OPTION_TILE, OPTION_WG, OPTION_BLOCK_TILES, OPTION_BLOCK_K),
     NULL},
    {"blocked-group", several_items, READS(OPTION_WG), NULL},
    {"blocked-depth", several_steps, READS(OPTION_TILE_K), NULL},
    {"blocked-unroll", unrolls_beyond_block,
     READS(OPTION_TILE_K, OPTION_UNROLL_K, OPTION_BLOCK_K, OPTION_FIXED), NULL},
    {"blocked-image", not_in_buffers, READS(OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"blocked-index", panels_beyond_index,
     READS(OPTION_INDEX, OPTION_PANELS, OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_FIXED,
           OPTION_LAYOUT, OPTION_TILE, OPTION_WG, OPTION_EDGES),
     NULL},
    {"blocked-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {"blocked-vector", vector_against_tile,
     READS(MEMORY_OPTIONS, OPTION_TILE, OPTION_WG, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"blocked-in-place", not_in_place,
     READS(MEMORY_OPTIONS, OPTION_PANELS, OPTION_TILE, OPTION_WG, OPTION_VEC_A, OPTION_VEC_B,
           OPTION_STAGE_A, OPTION_STAGE_B),
     NULL},
    {"blocked-run", vector_by_index,
     READS(OPTION_PRODUCT, OPTION_FIXED, OPTION_EXTENT, OPTION_STRIDES, OPTION_BLOCK_K,
           OPTION_VEC_A, OPTION_VEC_B),
     rule_without_product},
    {"blocked-sum", sums_in_narrow_c,
     READS(TYPE_OPTIONS, OPTION_TYPE_C, OPTION_COMPUTE, OPTION_ACCUMULATE, OPTION_EDGES,
           OPTION_FIXED, OPTION_LAYOUT, OPTION_TILE, OPTION_WG, OPTION_BLOCK_K, OPTION_SPLIT_K),
     NULL},
    {NULL, NULL, NULL, NULL},
};

static void propose_changes(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (to->block_k != from->block_k)
        propose_with(refusal, OPTION_BLOCK_K, "%lld", to->block_k);
    if (to->tiles.height != from->tiles.height || to->tiles.width != from->tiles.width)
        propose_with(refusal, OPTION_BLOCK_TILES, "%lldx%lld", to->tiles.height, to->tiles.width);
}

const struct family_rules family_blocked_rules = {
    .table = rules,
    .local_reads = OPTIONS(OPTION_TILE, OPTION_WG, OPTION_BLOCK_TILES, OPTION_BLOCK_K,
                           OPTION_PANELS, OPTION_STAGE_A, OPTION_STAGE_B, OPTION_LAYOUT,
                           OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_CHAIN, KERNEL_OPTIONS),
    .propose = propose_changes,
};
