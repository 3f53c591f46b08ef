/*
 * What the gemv family cannot serve.
 */
#include "gen/family/families.h"
#include "gen/family/gemv/gemv.h"
#include "gen/family/rules.h"
#include "gen/rules/family.h"

static bool in_sequence(const struct spec *spec)
{
    return spec->tiles.height * spec->tiles.width > 1;
}

static const struct refusal *not_in_buffers(struct job *job, const struct spec *spec)
{
    return refuse_images(
        job, spec, "the gemv family reads every element of %s once, and %s would copy it first",
        "register");
}

static const struct refusal *nothing_to_move(struct job *job, const struct spec *spec)
{
    return refuse_shift(
        job, spec,
        "the gemv family is for matrices of few rows or columns, which have no room "
        "for a tile that %s would move inside",
        "register");
}

static const struct refusal *vectors_of_c(struct job *job, const struct spec *spec)
{
    if (spec->c.vector == 1)
        return NULL;
    return propose(
        propose(
            refuse(job,
                   "in the gemv family %s says how wide C is written, where that can be: not %s",
                   option_number(job, spec, option_of(large_operand(spec), OPTION_VEC_A),
                                 large_operand(spec)->vector),
                   option_number(job, spec, OPTION_VEC_C, spec->c.vector)),
            OPTION_VEC_C, "1"),
        OPTION_FAMILY, "register");
}

static const struct refusal *parts_not_halved(struct job *job, const struct spec *spec)
{
    const bool height = spec_thin_m(spec);
    struct shape wg = spec->wg;
    long long fewer = 1;
    if (is_power_of_two(spec_parts(spec)))
        return NULL;
    while (2 * fewer < spec_parts(spec))
        fewer *= 2;
    *(height ? &wg.height : &wg.width) = fewer;
    return propose(refuse(job,
                          "the sums of work-items that each have a part of K are added by halves, "
                          "and %s is not a power of two",
                          option_side(job, spec, OPTION_WG, height)),
                   OPTION_WG, "%lldx%lld", wg.height, wg.width);
}

/* Where a work-group of a launch has no tile of a group it ends before the barriers, and PoCL loses those of sums behind such an end. */
static const struct refusal *parts_in_groups(struct job *job, const struct spec *spec)
{
    const bool thin_m = spec_thin_m(spec);
    if (!problem_shares_c(&spec->problem) || spec_parts(spec) == 1)
        return NULL;
    return propose(refuse(job,
                          "work-items of the gemv family that share sums have tiles of one size: "
                          "%s is not 1, with %s",
                          option_side(job, spec, OPTION_WG, thin_m),
                          option_and_value(job, spec, OPTION_BATCH, "groups")),
                   OPTION_WG, "%lldx%lld", thin_m ? 1 : spec->wg.height,
                   thin_m ? spec->wg.width : 1);
}

/* The tile must be whole vectors, along K or along the places of the large operand. */
static const struct refusal *vector_against_tile(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {large_operand(spec), thin_operand(spec)};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        const bool along_k = lies_along_k(operand);
        const enum option_id own = option_of(operand, OPTION_VEC_A);
        if ((along_k  ? spec->tile_k
             : i == 0 ? long_side(spec, spec->tile)
                      : 0) %
                operand->vector ==
            0)
            continue;
        return propose_longer(
            propose(refuse(job, "%s lies along %s, and %s is not a multiple of %s", operand->name,
                           along_k ? "K" : "the tile",
                           along_k ? option_number(job, spec, OPTION_TILE_K, spec->tile_k)
                                   : option_side(job, spec, OPTION_TILE, is_a(operand)),
                           option_number(job, spec, own, operand->vector)),
                    own, "%lld",
                    widest_vector(along_k ? spec->tile_k : long_side(spec, spec->tile),
                                  operand->vector)),
            spec, along_k, is_a(operand), operand->vector);
    }
    return NULL;
}

/* Along K both are read by the same vectors; of an operand that lies otherwise single elements are read. */
static const struct refusal *vector_of_thin(struct job *job, const struct spec *spec)
{
    const struct operand *const large = large_operand(spec), *const thin = thin_operand(spec);
    const enum option_id own = option_of(thin, OPTION_VEC_A);
    const char *const said = option_number(job, spec, own, thin->vector);
    if (!lies_along_k(thin))
        return thin->vector == 1
                   ? NULL
                   : propose(refuse(job,
                                    "%s is thin and lies across K, where the gemv family reads "
                                    "single elements: not with %s",
                                    thin->name, said),
                             own, "1");
    if (!lies_along_k(large) || thin->vector == large->vector)
        return NULL;
    return propose(refuse(job, "A and B both lie along K, and %s is not %s", said,
                          option_number(job, spec, option_of(large, OPTION_VEC_A), large->vector)),
                   own, "%lld", large->vector);
}

/* Tiles in sequence are for rows of the large operand that reach over many of them. */
static const struct refusal *tiles_along_k(struct job *job, const struct spec *spec)
{
    const struct operand *const large = large_operand(spec);
    const bool thin_m = spec_thin_m(spec);
    if (!in_sequence(spec))
        return NULL;
    if (lies_along_k(large))
        return propose(refuse(job,
                              "%s lies along K, where a tile reads it from first to last: not with "
                              "%s",
                              large->name, option_shape(job, spec, OPTION_BLOCK_TILES)),
                       OPTION_BLOCK_TILES, "1x1");
    if (thin_side(spec, spec->tiles) == 1)
        return NULL;
    return propose(refuse(job,
                          "tiles of the gemv family lie side by side along the large operand %s, "
                          "and the thin side has one of them: not with %s",
                          large->name, option_shape(job, spec, OPTION_BLOCK_TILES)),
                   OPTION_BLOCK_TILES, "%lldx%lld", thin_m ? 1 : spec->tiles.height,
                   thin_m ? spec->tiles.width : 1);
}

static const struct refusal *tiles_of_several_items(struct job *job, const struct spec *spec)
{
    if (!in_sequence(spec) || spec->wg.height * spec->wg.width == 1)
        return NULL;
    return propose(
        propose(refuse(job,
                       "a work-item that computes tiles in sequence (%s) is alone in its "
                       "work-group: not with %s",
                       option_shape(job, spec, OPTION_BLOCK_TILES),
                       option_shape(job, spec, OPTION_WG)),
                OPTION_WG, "1x1"),
        OPTION_BLOCK_TILES, "1x1");
}

/* Beyond that places could leave 32 bits, and the sums the memory of a work-item. */
static const struct refusal *too_many_tiles(struct job *job, const struct spec *spec)
{
    enum {
        LARGEST_SIDE = 16384
    };
    const long long most = LARGEST_SIDE / long_side(spec, spec->tile),
                    tiles = long_side(spec, spec->tiles);
    if (!in_sequence(spec) || tiles <= most)
        return NULL;
    return propose(refuse(job, "%s is too large with %s: at most %d elements per side",
                          option_shape(job, spec, OPTION_BLOCK_TILES),
                          option_shape(job, spec, OPTION_TILE), LARGEST_SIDE),
                   OPTION_BLOCK_TILES, "%lldx%lld", spec_thin_m(spec) ? 1 : most,
                   spec_thin_m(spec) ? most : 1);
}

/* D is large where B is, */
static const struct refusal *chain_of_large(struct job *job, const struct spec *spec)
{
    if (!spec->problem.gate || large_operand(spec)->role == ROLE_B)
        return NULL;
    return propose(refuse(job,
                          "the gemv family reads D of %s once, as it does B where that is large: "
                          "not with %s",
                          option_said(job, spec, OPTION_CHAIN),
                          option_and_value(job, spec, OPTION_THIN, "%s", thin_word(spec))),
                   OPTION_THIN, "m");
}

/* and tiles in sequence have the sums of one product. */
static const struct refusal *chain_in_sequence(struct job *job, const struct spec *spec)
{
    if (!spec->problem.gate || !in_sequence(spec))
        return NULL;
    return propose(refuse(job, "tiles in sequence have sums of one product: %s not with %s",
                          option_said(job, spec, OPTION_CHAIN),
                          option_shape(job, spec, OPTION_BLOCK_TILES)),
                   OPTION_BLOCK_TILES, "1x1");
}

static const struct rule rules[] = {
    {"gemv-tiles", tiles_along_k, READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_BLOCK_TILES), NULL},
    {"gemv-tiles-group", tiles_of_several_items, READS(OPTION_WG, OPTION_BLOCK_TILES), NULL},
    {"gemv-tiles-size", too_many_tiles,
     READS(OPTION_LAYOUT, OPTION_THIN, OPTION_TILE, OPTION_BLOCK_TILES), NULL},
    {"gemv-image", not_in_buffers, READS(OPTION_ACCESS_A, OPTION_ACCESS_B), NULL},
    {"gemv-shift", nothing_to_move, READS(OPTION_EDGES), NULL},
    {"gemv-vec-c", vectors_of_c,
     READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C), NULL},
    {"gemv-parts", parts_not_halved, READS(OPTION_LAYOUT, OPTION_THIN, OPTION_WG), NULL},
    {"gemv-groups", parts_in_groups,
     READS(OPTION_BATCH, OPTION_RAGGED, OPTION_LAYOUT, OPTION_THIN, OPTION_WG), NULL},
    {"gemv-vector", vector_against_tile,
     READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_TILE, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B),
     NULL},
    {"gemv-thin-vector", vector_of_thin,
     READS(MEMORY_OPTIONS, OPTION_THIN, OPTION_VEC_A, OPTION_VEC_B), NULL},
    {"gemv-chain", chain_of_large, READS(OPTION_CHAIN, OPTION_LAYOUT, OPTION_THIN),
     rule_without_chain},
    {"gemv-chain-tiles", chain_in_sequence, READS(OPTION_CHAIN, OPTION_BLOCK_TILES),
     rule_without_chain},
    {NULL, NULL, NULL, NULL},
};

static void propose_vectors(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (gemv_sum_vector(to) != gemv_sum_vector(from))
        propose_with(refusal, OPTION_SUM_VEC, "%lld", gemv_sum_vector(to));
    if (to->a.vector != from->a.vector)
        propose_with(refusal, OPTION_VEC_A, "%lld", to->a.vector);
    if (to->b.vector != from->b.vector)
        propose_with(refusal, OPTION_VEC_B, "%lld", to->b.vector);
}

const struct family_rules family_gemv_rules = {
    .table = rules,
    .local_reads = OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_CHAIN, KERNEL_OPTIONS),
    .propose = propose_vectors,
};
