/*
 * What the local family cannot serve.
 */
#include "gen/rules/rules.h"

#include "gen/family/local.h"
#include "gen/family/subgroup.h"

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
    return propose(propose(refuse(job, "the local family keeps a tile of A, B or both in local "
                                       "memory, and neither is staged"),
                           OPTION_STAGE_A, "plain"),
                   OPTION_STAGE_B, "plain");
}

static const struct refusal *vector_against_lines(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        const bool staged = local_staged(spec, operand);
        const long long tile = i == 0 ? spec->tile.height : spec->tile.width;
        const bool along_k = contiguous_along_k(operand);
        const long long side = staged    ? local_tile_of(spec, operand).length
                               : along_k ? spec->tile_k
                                         : tile;
        if (side % operand->vector == 0)
            continue;
        const enum option_id option = option_of(operand, OPTION_VEC_A);
        struct refusal *const refusal = refuse(
            job, "contiguous runs of %s have %lld elements, not a multiple of %s", operand->name,
            side, option_and_value(job, spec, option, "%lld", operand->vector));
        /* Of texels there are whole ones and, of some types, single elements. */
        if (in_image(operand) && operand->element->texel > 1)
            return propose(refusal, option_of(operand, OPTION_ACCESS_A), "buffer");
        return propose(refusal, option, "%lld",
                       in_image(operand) ? 1 : fitting(side, operand->vector));
    }
    if (spec->tile.width % spec->c.vector)
        return propose(refuse(job, "tile width %lld is not a multiple of %s", spec->tile.width,
                              option_and_value(job, spec, OPTION_VEC_C, "%lld", spec->c.vector)),
                       OPTION_VEC_C, "%lld", fitting(spec->tile.width, spec->c.vector));
    return NULL;
}

static const struct refusal *direct_read(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        if (local_staged(spec, operand) || operand->vector == 1)
            continue;
        if (in_image(operand))
            return propose(propose(refuse(job,
                                          "texels of %lld elements are read through local memory, "
                                          "and %s is not staged",
                                          operand->vector, operand->name),
                                   option_of(operand, OPTION_STAGE_A), "plain"),
                           option_of(operand, OPTION_ACCESS_A), "buffer");
        const bool across = !contiguous_along_k(operand);
        if (i == 1 && (!across || operand->vector != spec->c.vector))
            return propose(refuse(job,
                                  "%s is not staged and is read straight into vectors of %s along "
                                  "the tile, not %lld along %s",
                                  operand->name,
                                  option_and_value(job, spec, OPTION_VEC_C, "%lld", spec->c.vector),
                                  operand->vector, across ? "it" : "K"),
                           option_of(operand, OPTION_VEC_A), "1");
    }
    return NULL;
}

static const struct refusal *local_vector_against_tile(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        if (!local_staged(spec, operand))
            continue;
        const enum option_id option = option_of(operand, OPTION_LOCAL_VEC_A);
        const long long vector = local_operand(spec, operand)->vector;
        if (vector > 16 || !is_power_of_two(vector))
            return refuse_vector(job, option, vector);
        const bool along_k = local_tile_of(spec, operand).local_along_k;
        if (i == 1 && !along_k && vector != 1 && vector != spec->c.vector)
            return propose(refuse(job, "%s is read from local memory into vectors of %s, not %lld",
                                  operand->name,
                                  option_and_value(job, spec, OPTION_VEC_C, "%lld", spec->c.vector),
                                  vector),
                           option, "%lld", spec->c.vector);
        const long long side = along_k ? spec->tile_k : i == 0 ? spec->tile.height : vector;
        if (side % vector)
            return propose(
                refuse(job,
                       "%s is read from local memory along %s, and %lld is not a multiple of %s",
                       operand->name, along_k ? "tile-k" : "the tile's height", side,
                       option_and_value(job, spec, option, "%lld", vector)),
                option, "%lld", fitting(side, vector));
    }
    return NULL;
}

static const struct refusal *load_shape_against_group(struct job *job, const struct spec *spec)
{
    const long long items = spec->wg.height * spec->wg.width;
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct shape load = local_operand(spec, operands[i])->load;
        if (!local_staged(spec, operands[i]) || load.height * load.width == items)
            continue;
        return propose(refuse(job,
                              "load shape %lldx%lld arranges %lld work-items, the work-group "
                              "%lldx%lld has %lld",
                              load.height, load.width, load.height * load.width, spec->wg.height,
                              spec->wg.width, items),
                       option_of(operands[i], OPTION_LOAD_SHAPE_A), "%lldx%lld", spec->wg.height,
                       spec->wg.width);
    }
    return NULL;
}

static const struct refusal *partial_loads(struct job *job, const struct spec *spec)
{
    if (spec->edges == EDGES_GUARD || local_spec(spec)->async)
        return NULL;
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        if (!local_staged(spec, operands[i]))
            continue;
        const struct local_tile tile = local_tile_of(spec, operands[i]);
        if (tile.lines % tile.load.height == 0 &&
            tile.length % (tile.load.width * tile.vector) == 0)
            continue;
        return propose_words(
            propose(refuse(job,
                           "load shape %lldx%lld with vectors of %lld does not divide the tile of "
                           "%lld lines of %lld elements of %s, which %s needs",
                           tile.load.height, tile.load.width, tile.vector, tile.lines, tile.length,
                           operands[i]->name,
                           option_and_value(job, spec, OPTION_EDGES, "%s", spec->problem.edges)),
                    OPTION_EDGES, "guard"),
            "another --load-shape-%c", operand_letter(operands[i]));
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
    return propose(refuse(job,
                          "%s must divide the %lld elements of a tile along K (--tile-k) and be a "
                          "multiple of %lld",
                          option_and_value(job, spec, OPTION_UNROLL_K, "%lld", spec->unroll_k),
                          spec->tile_k, steps),
                   OPTION_UNROLL_K, "%lld", spec->tile_k);
}

static const struct refusal *stages_out_of_range(struct job *job, const struct spec *spec)
{
    const long long stages = local_spec(spec)->stages;
    if (stages <= 5)
        return NULL;
    return propose(refuse(job, "%s is too large: at most 5",
                          option_and_value(job, spec, OPTION_STAGES, "%lld", stages)),
                   OPTION_STAGES, "5");
}

static const struct refusal *pad_too_large(struct job *job, const struct spec *spec)
{
    /* Lines that far apart meet in no other banks than those of shorter pads. */
    enum {
        LARGEST_PAD = 1024
    };
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const enum option_id option = option_of(operands[i], OPTION_PAD_A);
        const long long pad = local_operand(spec, operands[i])->pad;
        if (pad > LARGEST_PAD)
            return propose(refuse(job, "%s is too large: at most %d elements of padding",
                                  option_and_value(job, spec, option, "%lld", pad), LARGEST_PAD),
                           option, "1");
    }
    return NULL;
}

/* Proposes all spellings for one kind of devices, and that for all of them. */
static const struct refusal *propose_spellings(struct refusal *refusal)
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
    if (!local_staged(spec, a))
        return propose(propose(refuse(job,
                                      "--exchange needs a tile of %s in local memory, and "
                                      "%s is not staged",
                                      a->name, a->name),
                               option_of(a, OPTION_STAGE_A), "plain"),
                       OPTION_EXCHANGE, "no");
    if (vector > 1)
        return propose(
            propose(refuse(job, "--exchange supports single elements of %s, not vectors of %lld",
                           a->name, vector),
                    option_of(a, OPTION_LOCAL_VEC_A), "1"),
            OPTION_EXCHANGE, "no");
    if (spec->spelling == SPELLING_AUTO)
        return propose_spellings(
            refuse(job, "--exchange does not support --sub-groups auto, the file for all devices"));
    if (spec->spelling == SPELLING_EMULATED)
        return NULL;
    if (!is_power_of_two(lanes) || lanes < 4 || lanes > 32 || (height % lanes && lanes % height))
        return propose(refuse(job,
                              "a row of %lld work-items cannot exchange the %lld elements of %s of "
                              "a step: a row has 4, 8, 16 or 32, and one number divides the other",
                              lanes, height, a->name),
                       OPTION_EXCHANGE, "no");
    if (spec->spelling == SPELLING_NVIDIA)
        return warp_against_group(job, spec);
    if (spec->sg_size % lanes == 0 && (lanes * spec->wg.height) % spec->sg_size == 0)
        return NULL;
    return propose(refuse(job,
                          "sg-size %lld is not a multiple of the work-group width %lld that "
                          "divides the work-group of %lld",
                          spec->sg_size, lanes, lanes * spec->wg.height),
                   OPTION_SG_SIZE, "%lld", lanes);
}

static const struct refusal *copy_not_plain(struct job *job, const struct spec *spec)
{
    const struct local_spec *const own = local_spec(spec);
    if (!own->async)
        return NULL;
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++)
        if (local_staged(spec, operands[i]) &&
            element_converts(operands[i]->element, spec->numbers.compute))
            return propose(refuse(job,
                                  "--copy async cannot convert elements, and %s is computed in %s",
                                  operands[i]->element->type, spec->numbers.compute->type),
                           OPTION_COPY, "plain");
    if (own->prefetch)
        return propose(refuse(job, "--copy async does not use registers, and --prefetch does"),
                       OPTION_PREFETCH, "no");
    if (own->stages > 2)
        return propose(
            refuse(job, "--copy async waits for one tile at a time: at most 2 stages, not %lld",
                   own->stages),
            OPTION_STAGES, "2");
    for (int i = 0; i < 2; i++)
        if (local_operand(spec, operands[i])->stage == STAGE_TRANSPOSED ||
            (local_staged(spec, operands[i]) && in_image(operands[i])))
            return propose(
                refuse(job, "--copy async copies rows of a buffer unchanged, and %s is %s",
                       operands[i]->name,
                       in_image(operands[i]) ? "an image" : "transposed in local memory"),
                OPTION_COPY, "plain");
    return NULL;
}

const struct rule local_rules[] = {
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
    {"async-copy", copy_not_plain,
     READS(OPTION_COPY, OPTION_PREFETCH, OPTION_STAGES, TYPE_OPTIONS, OPTION_COMPUTE,
           MEMORY_OPTIONS, OPTION_STAGE_A, OPTION_STAGE_B),
     NULL},
    {NULL, NULL, NULL, NULL},
};
