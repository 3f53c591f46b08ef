/*
 * What the local family cannot serve.
 */
#include "gen/family/families.h"
#include "gen/family/local/local.h"
#include "gen/family/rules.h"
#include "gen/request/product.h"
#include "gen/rules/family.h"

/* The largest power of two up to `wanted` that divides `side`. */
static long long fitting(long long side, long long wanted)
{
    while (wanted > 1 && side % wanted)
        wanted /= 2;
    return wanted;
}

static const struct refusal *nothing_staged(struct job *job, const struct spec *spec)
{
    if (local_staged(spec, &spec->a) || local_staged(spec, &spec->b))
        return NULL;
    return propose(propose(refuse(job,
                                  "the local family keeps a tile of A, B or both in local memory, "
                                  "and neither is staged: %s, %s",
                                  option_and_value(job, spec, OPTION_STAGE_A, "no"),
                                  option_and_value(job, spec, OPTION_STAGE_B, "no")),
                           OPTION_STAGE_A, "plain"),
                   OPTION_STAGE_B, "plain");
}

/* What makes a contiguous run of an operand as long as it is: "--tile-k 16", "--tile height 4 x --wg height 8". */
static const char *run_of(struct job *job, const struct spec *spec, const struct operand *operand)
{
    const bool height = operand == &spec->a;
    const char *const tile = option_side(job, spec, OPTION_TILE, height);
    if (contiguous_along_k(operand))
        return option_number(job, spec, OPTION_TILE_K, spec->tile_k);
    return !local_staged(spec, operand) ? tile
                                        : arena_printf(job->arena, "%s x %s", tile,
                                                       option_side(job, spec, OPTION_WG, height));
}

static const struct refusal *vector_against_lines(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const bool staged = local_staged(spec, operand);
        const long long tile = shape_side(spec->tile, is_a(operand));
        const bool along_k = contiguous_along_k(operand);
        const long long side = staged    ? local_tile_of(spec, operand).length
                               : along_k ? spec->tile_k
                                         : tile;
        if (side % operand->vector == 0)
            continue;
        const enum option_id option = option_of(operand, OPTION_VEC_A);
        struct refusal *const refusal =
            refuse(job, "contiguous runs of %s have %lld elements (%s), not a multiple of %s",
                   operand->name, side, run_of(job, spec, operand),
                   option_number(job, spec, option, operand->vector));
        /* Of texels there are whole ones and, of some types, single elements. */
        if (in_image(operand) && operand->element->texel > 1)
            return propose(refusal, option_of(operand, OPTION_ACCESS_A), "buffer");
        propose(refusal, option, "%lld", in_image(operand) ? 1 : fitting(side, operand->vector));
        return propose_longer(refusal, spec, contiguous_along_k(operand), is_a(operand),
                              operand->vector);
    }
    if (spec->tile.width % spec->c.vector)
        return propose(propose(refuse(job, "%s is not a multiple of %s",
                                      option_side(job, spec, OPTION_TILE, false),
                                      option_number(job, spec, OPTION_VEC_C, spec->c.vector)),
                               OPTION_VEC_C, "%lld", fitting(spec->tile.width, spec->c.vector)),
                       OPTION_TILE, "%lldx%lld", spec->tile.height,
                       common_multiple(spec->tile.width, spec->c.vector));
    return NULL;
}

static const struct refusal *direct_read(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        if (local_staged(spec, operand))
            continue;
        if (by_index(operand))
            return propose(refuse(job,
                                  "the local family reads %s by an index function for its tile "
                                  "alone: not with %s",
                                  product_reference(job, spec->product, operand->role - ROLE_A),
                                  option_said(job, spec, option_of(operand, OPTION_STAGE_A))),
                           option_of(operand, OPTION_STAGE_A), "plain");
        if (operand->vector == 1)
            continue;
        if (in_image(operand))
            return propose(propose(refuse(job,
                                          "texels of %lld elements are read through local memory, "
                                          "and %s is not staged (%s)",
                                          operand->vector, operand->name,
                                          option_and_value(
                                              job, spec, option_of(operand, OPTION_STAGE_A), "no")),
                                   option_of(operand, OPTION_STAGE_A), "plain"),
                           option_of(operand, OPTION_ACCESS_A), "buffer");
        const bool across = !contiguous_along_k(operand);
        if (!is_a(operand) && (!across || operand->vector != spec->c.vector))
            return propose(
                refuse(job,
                       "%s is not staged and is read straight into vectors of %s along "
                       "the tile, not of %s along %s",
                       operand->name, option_number(job, spec, OPTION_VEC_C, spec->c.vector),
                       option_number(job, spec, option_of(operand, OPTION_VEC_A), operand->vector),
                       across ? "it" : "K"),
                option_of(operand, OPTION_VEC_A), "1");
    }
    return NULL;
}

static const struct refusal *local_vector_against_tile(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        if (!local_staged(spec, operand))
            continue;
        const enum option_id option = option_of(operand, OPTION_LOCAL_VEC_A);
        const long long vector = local_operand(spec, operand)->vector;
        if (vector > 16 || !is_power_of_two(vector))
            return refuse_vector(job, spec, option, vector);
        const bool along_k = local_tile_of(spec, operand).local_along_k;
        if (!is_a(operand) && !along_k && vector != 1 && vector != spec->c.vector)
            return propose(
                propose(refuse(job, "%s is read from local memory into vectors of %s, not of %s",
                               operand->name,
                               option_number(job, spec, OPTION_VEC_C, spec->c.vector),
                               option_number(job, spec, option, vector)),
                        option, "%lld", spec->c.vector),
                OPTION_VEC_C, "%lld", vector);
        const long long side = along_k ? spec->tile_k : is_a(operand) ? spec->tile.height : vector;
        if (side % vector)
            return propose_longer(
                propose(refuse(job,
                               "%s is read from local memory along %s, and %s is not a multiple of "
                               "%s",
                               operand->name, along_k ? "K" : "the tile's height",
                               along_k ? option_number(job, spec, OPTION_TILE_K, spec->tile_k)
                                       : option_side(job, spec, OPTION_TILE, true),
                               option_number(job, spec, option, vector)),
                        option, "%lld", fitting(side, vector)),
                spec, along_k, is_a(operand), vector);
    }
    return NULL;
}

static const struct refusal *load_shape_against_group(struct job *job, const struct spec *spec)
{
    const long long items = spec->wg.height * spec->wg.width;
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const struct shape load = local_operand(spec, operand)->load;
        const enum option_id option = option_of(operand, OPTION_LOAD_SHAPE_A);
        if (!local_staged(spec, operand) || load.height * load.width == items)
            continue;
        return propose(
            propose(
                refuse(job, "%s arranges %lld work-items, %s has %lld",
                       option_and_value(job, spec, option, "%lldx%lld", load.height, load.width),
                       load.height * load.width, option_shape(job, spec, OPTION_WG), items),
                option, "%lldx%lld", spec->wg.height, spec->wg.width),
            OPTION_WG, "%lldx%lld", load.height, load.width);
    }
    return NULL;
}

static const struct refusal *partial_loads(struct job *job, const struct spec *spec)
{
    if (spec->edges == EDGES_GUARD || local_spec(spec)->async)
        return NULL;
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        if (!local_staged(spec, operand))
            continue;
        const struct local_tile tile = local_tile_of(spec, operand);
        if (tile.lines % tile.load.height == 0 &&
            tile.length % (tile.load.width * tile.vector) == 0)
            continue;
        return propose_words(
            propose(
                refuse(job,
                       "%s with vectors of %lld does not divide the tile of %lld x %lld elements "
                       "of %s, which %s needs",
                       option_and_value(job, spec, option_of(operand, OPTION_LOAD_SHAPE_A),
                                        "%lldx%lld", tile.load.height, tile.load.width),
                       tile.vector, tile.lines, tile.length, operand->name,
                       option_said(job, spec, OPTION_EDGES)),
                OPTION_EDGES, "guard"),
            "another --load-shape-%c", operand_letter(operand));
    }
    return NULL;
}

static const struct refusal *unroll_against_tile(struct job *job, const struct spec *spec)
{
    const long long steps = local_steps(spec);
    /* Vectors that do not divide the tile have their own rule. */
    if (spec->tile_k % steps)
        return NULL;
    if (spec->tile_k % spec->unroll_k == 0 && spec->unroll_k % steps == 0)
        return NULL;
    return propose(
        propose(refuse(job,
                       "%s must divide the elements of a tile along K, %s, and be a multiple of "
                       "%lld",
                       option_number(job, spec, OPTION_UNROLL_K, spec->unroll_k),
                       option_number(job, spec, OPTION_TILE_K, spec->tile_k), steps),
                OPTION_UNROLL_K, "%lld", spec->tile_k),
        OPTION_TILE_K, "%lld", common_multiple(spec->unroll_k, steps));
}

static const struct refusal *stages_out_of_range(struct job *job, const struct spec *spec)
{
    const long long stages = local_spec(spec)->stages;
    if (stages <= 5)
        return NULL;
    return propose(
        refuse(job, "%s is too large: at most 5", option_number(job, spec, OPTION_STAGES, stages)),
        OPTION_STAGES, "5");
}

static const struct refusal *pad_too_large(struct job *job, const struct spec *spec)
{
    /* Lines that far apart meet in no other banks than those of shorter pads. */
    enum {
        LARGEST_PAD = 1024
    };
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const enum option_id option = option_of(operand, OPTION_PAD_A);
        const long long pad = local_operand(spec, operand)->pad;
        if (pad > LARGEST_PAD)
            return propose(refuse(job, "%s is too large: at most %d elements of padding",
                                  option_number(job, spec, option, pad), LARGEST_PAD),
                           option, "1");
    }
    return NULL;
}

/* Proposes each --sub-groups for one kind of devices, and that for all of them. */
static const struct refusal *propose_sub_groups(struct refusal *refusal)
{
    static const enum spelling spellings[] = {SPELLING_EMULATED, SPELLING_INTEL, SPELLING_KHR,
                                              SPELLING_NVIDIA};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        propose(refusal, OPTION_SUB_GROUPS, "%s", spelling_word(spellings[i]));
    return refusal;
}

static const struct refusal *exchange_unfit(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    const long long height = spec->tile.height;
    const struct operand *const a = &spec->a;
    const long long vector = local_operand(spec, a)->vector;
    if (!local_spec(spec)->exchange)
        return NULL;
    const char *const exchange = option_and_value(job, spec, OPTION_EXCHANGE, "yes");
    if (!local_staged(spec, a))
        return propose(
            propose(refuse(job,
                           "%s needs a tile of %s in local memory, and %s is not staged "
                           "(%s)",
                           exchange, a->name, a->name,
                           option_and_value(job, spec, option_of(a, OPTION_STAGE_A), "no")),
                    option_of(a, OPTION_STAGE_A), "plain"),
            OPTION_EXCHANGE, "no");
    if (vector > 1)
        return propose(
            propose(refuse(job, "%s supports single elements of %s, not vectors of %s", exchange,
                           a->name,
                           option_number(job, spec, option_of(a, OPTION_LOCAL_VEC_A), vector)),
                    option_of(a, OPTION_LOCAL_VEC_A), "1"),
            OPTION_EXCHANGE, "no");
    if (spec->spelling == SPELLING_AUTO)
        return propose_sub_groups(refuse(job, "%s does not support %s, the kernel for all devices",
                                         exchange,
                                         option_and_value(job, spec, OPTION_SUB_GROUPS, "auto")));
    if (spec->spelling == SPELLING_EMULATED)
        return NULL;
    if (!is_power_of_two(lanes) || lanes < 4 || lanes > 32 || (height % lanes && lanes % height))
        return propose(
            refuse(job,
                   "%s: %s and %s do not fit: a row of the work-group has 4, 8, 16 or 32 "
                   "work-items, and one number divides the other",
                   exchange, option_side(job, spec, OPTION_WG, false),
                   option_side(job, spec, OPTION_TILE, true)),
            OPTION_EXCHANGE, "no");
    if (spec->spelling == SPELLING_NVIDIA)
        return warp_against_group(job, spec);
    if (spec->sg_size % lanes == 0 && (lanes * spec->wg.height) % spec->sg_size == 0)
        return NULL;
    return propose(refuse(job,
                          "%s is not a multiple of %s that divides the %lld work-items of the "
                          "work-group",
                          option_number(job, spec, OPTION_SG_SIZE, spec->sg_size),
                          option_side(job, spec, OPTION_WG, false), lanes * spec->wg.height),
                   OPTION_SG_SIZE, "%lld", lanes);
}

/* A vector of complex elements holds two numbers of each, and OpenCL C has vectors of 16; sub-groups exchange none of them. */
static const struct refusal *complex_local_vector(struct job *job, const struct spec *spec)
{
    enum {
        MOST = 8
    };
    for (enum role role = ROLE_A; role <= ROLE_B && spec->numbers.compute->parts; role++) {
        const struct operand *const operand = spec_operand(spec, role);
        const enum option_id option = option_of(operand, OPTION_LOCAL_VEC_A);
        const long long vector = local_operand(spec, operand)->vector;
        if (local_staged(spec, operand) && vector > MOST)
            return propose(refuse(job, "a vector has at most %d elements of %s, %s asks for more",
                                  MOST, spec->numbers.compute->type,
                                  option_number(job, spec, option, vector)),
                           option, "%d", MOST);
    }
    return NULL;
}

static const struct refusal *complex_exchange(struct job *job, const struct spec *spec)
{
    if (!spec->numbers.compute->parts || !local_exchanges(spec))
        return NULL;
    return propose(
        propose(refuse(job, "%s: sub-groups exchange no elements of %s",
                       option_and_value(job, spec, OPTION_EXCHANGE, "yes"), spec->a.given->type),
                OPTION_SUB_GROUPS, "%s", spelling_word(SPELLING_EMULATED)),
        OPTION_EXCHANGE, "no");
}

/* Blocks are read as tiles are filled; one tile after another ends where a block does, so that no vector lies in two of them. */
static const struct refusal *blocks_of_tiles(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const long long covers = operand->given->covers;
        const enum option_id stage = option_of(operand, OPTION_STAGE_A);
        if (!in_blocks(operand))
            continue;
        if (!local_staged(spec, operand))
            return propose(
                refuse(job, "the local family reads blocks of %s for tiles alone: not with %s",
                       operand->given->type, option_and_value(job, spec, stage, "no")),
                stage, "plain");
        if (covers % spec->tile_k)
            return propose(
                refuse(job,
                       "tiles end where blocks of %s do: %lld, the elements of one, is no "
                       "multiple of %s",
                       operand->given->type, covers,
                       option_number(job, spec, OPTION_TILE_K, spec->tile_k)),
                OPTION_TILE_K, "%d", 8);
    }
    return NULL;
}

static const struct rule rules[] = {
    {"nothing-staged", nothing_staged, READS(OPTION_STAGE_A, OPTION_STAGE_B), NULL},
    {"local-vector-lines", vector_against_lines,
     READS(MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B, OPTION_TILE, OPTION_WG, OPTION_TILE_K,
           OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C),
     NULL},
    {"direct-read", direct_read,
     READS(MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B, OPTION_VEC_A, OPTION_VEC_B,
           OPTION_VEC_C),
     NULL},
    {"local-vector", local_vector_against_tile,
     READS(MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B, OPTION_TILE, OPTION_TILE_K,
           OPTION_LOCAL_VEC_A, OPTION_LOCAL_VEC_B, OPTION_VEC_C),
     NULL},
    {"load-shape", load_shape_against_group,
     PARTS(OPTIONS(OPTION_WG, OPTION_STAGE_A, OPTION_LOAD_SHAPE_A),
           OPTIONS(OPTION_WG, OPTION_STAGE_B, OPTION_LOAD_SHAPE_B)),
     NULL},
    {"partial-loads", partial_loads,
     READS(OPTION_EDGES, OPTION_COPY, MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B,
           OPTION_LOAD_SHAPE_A, OPTION_LOAD_SHAPE_B, OPTION_TILE, OPTION_WG, OPTION_TILE_K,
           OPTION_VEC_A, OPTION_VEC_B),
     NULL},
    {"local-unroll", unroll_against_tile,
     READS(MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B, OPTION_TILE_K, OPTION_UNROLL_K,
           OPTION_VEC_A, OPTION_VEC_B, OPTION_LOCAL_VEC_A, OPTION_LOCAL_VEC_B),
     NULL},
    {"stages", stages_out_of_range, READS(OPTION_STAGES), NULL},
    {"pad", pad_too_large, PARTS(OPTIONS(OPTION_PAD_A), OPTIONS(OPTION_PAD_B)), NULL},
    {"exchange", exchange_unfit,
     READS(OPTION_EXCHANGE, OPTION_SUB_GROUPS, MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B,
           OPTION_TILE, OPTION_WG, OPTION_LOCAL_VEC_A, OPTION_LOCAL_VEC_B, OPTION_SG_SIZE),
     NULL},
    {"complex-local-vector", complex_local_vector,
     PARTS(OPTIONS(TYPE_OPTIONS, OPTION_STAGE_A, OPTION_LOCAL_VEC_A),
           OPTIONS(TYPE_OPTIONS, OPTION_STAGE_B, OPTION_LOCAL_VEC_B)),
     rule_without_complex},
    {"complex-exchange", complex_exchange, READS(TYPE_OPTIONS, OPTION_EXCHANGE, OPTION_SUB_GROUPS),
     rule_without_complex},
    {"local-blocks", blocks_of_tiles,
     READS(TYPE_OPTIONS, MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B, OPTION_TILE_K,
           OPTION_VEC_A, OPTION_VEC_B),
     rule_without_blocks},
    {"local-members", local_members_together,
     READS(OPTION_COPY, OPTION_EXCHANGE, OPTION_SUB_GROUPS, OPTION_WG_MEMBERS), NULL},
    {"local-copy", local_copy_of_a_ring, READS(OPTION_COPY), NULL},
    {"async-copy", local_copy_not_plain,
     READS(OPTION_COPY, OPTION_PREFETCH, OPTION_STAGES, TYPE_OPTIONS, OPTION_COMPUTE,
           MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B),
     NULL},
    {NULL, NULL, NULL, NULL},
};

static void propose_changes(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    const struct local_spec *const before = local_spec(from);
    const struct local_spec *const after = local_spec(to);
    if (after->stages != before->stages)
        propose_with(refusal, OPTION_STAGES, "%lld", after->stages);
    if (after->prefetch != before->prefetch)
        propose_with(refusal, OPTION_PREFETCH, "no");
    if (after->a.pad != before->a.pad)
        propose_with(refusal, option_of(&from->a, OPTION_PAD_A), "%lld", after->a.pad);
    if (after->b.pad != before->b.pad)
        propose_with(refusal, option_of(&from->b, OPTION_PAD_A), "%lld", after->b.pad);
}

const struct family_rules family_local_rules = {
    .table = rules,
    .local_reads = OPTIONS(GROUP_OPTIONS, MEMORY_OPTIONS, OPTION_TILE_K, OPTION_STAGE_A,
                           OPTION_STAGE_B, OPTION_PAD_A, OPTION_PAD_B, OPTION_STAGES,
                           OPTION_EXCHANGE, OPTION_WG_MEMBERS, OPTION_CHAIN, KERNEL_OPTIONS),
    .propose = propose_changes,
};
