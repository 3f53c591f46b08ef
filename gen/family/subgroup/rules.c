/*
 * What the subgroup family cannot serve.
 */
#include "gen/family/families.h"
#include "gen/family/subgroup/subgroup.h"
#include "gen/family/rules.h"
#include "gen/rules/family.h"

static const struct refusal *lanes_not_a_sub_group(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    const bool required = spec->spelling == SPELLING_INTEL || spec->spelling == SPELLING_AUTO;
    if (lanes == 2 && required)
        return propose(propose(refuse(job, "%s needs emulation: no device has sub-groups of 2",
                                      option_side(job, spec, OPTION_WG, false)),
                               OPTION_WG, "%lldx4", spec->wg.height),
                       OPTION_SUB_GROUPS, "emulated");
    if (is_power_of_two(lanes) && lanes >= 2 && lanes <= 64)
        return NULL;
    return propose(refuse(job, "%s is no number of lanes: 2, 4, 8, 16, 32 or 64",
                          option_side(job, spec, OPTION_WG, false)),
                   OPTION_WG, "%lldx8", spec->wg.height);
}

static const struct refusal *depth_against_lanes(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    if (spec->tile_k % lanes == 0)
        return NULL;
    long long fewer = lanes;
    while (spec->tile_k % fewer)
        fewer /= 2;
    struct refusal *const refusal =
        propose(refuse(job, "%s is not a multiple of %s, the lanes that exchange",
                       option_number(job, spec, OPTION_TILE_K, spec->tile_k),
                       option_side(job, spec, OPTION_WG, false)),
                OPTION_TILE_K, "%lld", (spec->tile_k / lanes + 1) * lanes);
    return fewer > 1 ? propose(refusal, OPTION_WG, "%lldx%lld", spec->wg.height, fewer) : refusal;
}

static const struct refusal *warps_of_group(struct job *job, const struct spec *spec)
{
    if (spec->spelling != SPELLING_NVIDIA)
        return NULL;
    if (spec->sg_size != SPEC_WARP)
        return propose(refuse(job, "NVIDIA's sub-groups are warps of %d, not %s", SPEC_WARP,
                              option_number(job, spec, OPTION_SG_SIZE, spec->sg_size)),
                       OPTION_SG_SIZE, "%d", SPEC_WARP);
    return warp_against_group(job, spec);
}

static const struct refusal *size_against_lanes(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    if (spec->spelling == SPELLING_NVIDIA || spec->sg_size == lanes)
        return NULL;
    const char *const size = option_number(job, spec, OPTION_SG_SIZE, spec->sg_size);
    const char *const width = option_side(job, spec, OPTION_WG, false);
    if (spec->share == SHARE_BLOCK_READ)
        return propose(propose(refuse(job,
                                      "block reads need sub-groups as wide as the work-group, but "
                                      "%s is not %s",
                                      size, width),
                               OPTION_SG_SIZE, "%lld", lanes),
                       OPTION_WG, "%lldx%lld", spec->wg.height, spec->sg_size);
    if (spec->sg_size % lanes)
        return propose(
            propose(refuse(job, "%s is not a multiple of %s, the lanes that exchange", size, width),
                    OPTION_SG_SIZE, "%lld", lanes),
            OPTION_WG, "%lldx%lld", spec->wg.height, spec->sg_size);
    if (spec->spelling == SPELLING_AUTO)
        return propose(
            propose(
                propose(refuse(job,
                               "%s needs sub-groups as wide as the work-group, but %s is not "
                               "%s",
                               option_and_value(job, spec, OPTION_SUB_GROUPS, "auto"), size, width),
                        OPTION_SUB_GROUPS, "intel"),
                OPTION_SG_SIZE, "%lld", lanes),
            OPTION_WG, "%lldx%lld", spec->wg.height, spec->sg_size);
    if ((spec->wg.height * lanes) % spec->sg_size)
        return propose(propose(refuse(job, "%s does not divide the %lld work-items of %s", size,
                                      spec->wg.height * lanes, option_shape(job, spec, OPTION_WG)),
                               OPTION_SG_SIZE, "%lld", lanes),
                       OPTION_WG, "%lldx%lld", spec->wg.height, spec->sg_size);
    return NULL;
}

static const struct refusal *spelling_without_blocks(struct job *job, const struct spec *spec)
{
    if (spec->share != SHARE_BLOCK_READ || spec->spelling == SPELLING_INTEL ||
        spec->spelling == SPELLING_EMULATED)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "block reads are functions of Intel's sub-groups, which %s does not use",
               option_and_value(job, spec, OPTION_SUB_GROUPS, "%s", spelling_word(spec->spelling)));
    propose(refusal, OPTION_SUB_GROUPS, "intel");
    propose(refusal, OPTION_SUB_GROUPS, "emulated");
    return propose(refusal, OPTION_SHARE, "shuffle");
}

/* A block read begins at a multiple of 4 bytes, and a line of halves may begin at any element. Those
 * of images of halves may begin at any byte (cl_intel_subgroups_short). */
static const struct refusal *blocks_unaligned(struct job *job, const struct spec *spec)
{
    if (spec->share != SHARE_BLOCK_READ || spec->spelling != SPELLING_INTEL)
        return NULL;
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (!in_image(operand) && operand->element->alignment < 4 &&
            (is_a(operand) || !lies_along_k(operand)))
            return propose(
                propose(refuse(job,
                               "%s needs addresses that are multiples of 4 bytes; rows of %s in "
                               "the buffer of %s may start elsewhere",
                               option_and_value(job, spec, OPTION_SHARE, "block-read"),
                               operand->element->type, operand->name),
                        OPTION_SHARE, "shuffle"),
                option_of(operand, OPTION_ACCESS_A), "image");
    return NULL;
}

static const struct refusal *line_against_vector(struct job *job, const struct spec *spec,
                                                 const struct operand *operand)
{
    const bool a = is_a(operand);
    const long long side = shape_side(spec->tile, a);
    const long long lanes = a ? spec->wg.width : operand->vector;
    long long fits = operand->vector;
    while (side % fits || lanes % fits)
        fits /= 2;
    if (fits == operand->vector)
        return NULL;
    const char *const tile = option_side(job, spec, OPTION_TILE, a);
    const char *const vector =
        option_number(job, spec, option_of(operand, OPTION_VEC_A), operand->vector);
    const long long whole = common_multiple(side, operand->vector);
    return propose(
        propose(a ? refuse(job,
                           "lanes that read %lld contiguous elements of %s (%s) hold as many rows, "
                           "which must divide %s and the %lld lanes",
                           operand->vector, operand->name, vector, tile, lanes)
                  : refuse(job,
                           "%s is not a multiple of the %lld contiguous elements of %s that a lane "
                           "reads (%s)",
                           tile, operand->vector, operand->name, vector),
                option_of(operand, OPTION_VEC_A), "%lld", fits),
        OPTION_TILE, "%lldx%lld", a ? whole : spec->tile.height, a ? spec->tile.width : whole);
}

static const struct refusal *vector_of_lanes(struct job *job, const struct spec *spec)
{
    for (const struct operand *operand = &spec->a; operand;
         operand = operand_after(spec, operand)) {
        const bool own_lines = operand == &spec->b && lies_along_k(&spec->b);
        if (operand->vector == 1 || (own_lines && operand->vector == lane_depth(spec)))
            continue;
        if (operand != &spec->c && lines_can_be_wide(spec)) {
            const struct refusal *const refusal = line_against_vector(job, spec, operand);
            if (refusal)
                return refusal;
            continue;
        }
        const enum option_id option = option_of(operand, OPTION_VEC_A);
        struct refusal *const refusal = propose(
            refuse(job,
                   "in the subgroup family lanes read single elements of %s, not vectors of %s",
                   operand->name, option_number(job, spec, option, operand->vector)),
            option, "1");
        return own_lines ? propose(refusal, option, "%lld", lane_depth(spec)) : refusal;
    }
    return NULL;
}

static const struct refusal *rows_against_lanes(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    if (!rows_in_lanes(spec) || spec->tile.height % lanes == 0)
        return NULL;
    struct refusal *const refusal =
        refuse(job,
               "%s is contiguous across K, so lanes hold rows of the tile, and %s is not a "
               "multiple of the "
               "%lld lanes",
               spec->a.name, option_side(job, spec, OPTION_TILE, true), lanes);
    propose(refusal, OPTION_TILE, "%lldx%lld", (spec->tile.height / lanes + 1) * lanes,
            spec->tile.width);
    propose_words(refusal, "the other transpose of %s", spec->a.name);
    return propose(refusal, option_of(&spec->a, OPTION_ACCESS_A), "image");
}

static const struct rule rules[] = {
    {"lanes", lanes_not_a_sub_group, READS(OPTION_SUB_GROUPS, OPTION_WG), NULL},
    {"depth-lanes", depth_against_lanes, READS(OPTION_WG, OPTION_TILE_K), NULL},
    {"sg-size-lanes", size_against_lanes,
     READS(OPTION_SHARE, OPTION_SUB_GROUPS, OPTION_WG, OPTION_SG_SIZE), NULL},
    {"warps", warps_of_group, READS(OPTION_SHARE, OPTION_SUB_GROUPS, OPTION_WG, OPTION_SG_SIZE),
     NULL},
    {"block-spelling", spelling_without_blocks, READS(OPTION_SHARE, OPTION_SUB_GROUPS), NULL},
    {"block-alignment", blocks_unaligned,
     READS(OPTION_SHARE, OPTION_SUB_GROUPS, TYPE_OPTIONS, MEMORY_OPTIONS), NULL},
    {"lane-vector", vector_of_lanes,
     READS(OPTION_SHARE, MEMORY_OPTIONS, OPTION_TILE, OPTION_WG, OPTION_TILE_K, OPTION_VEC_A,
           OPTION_VEC_B, OPTION_VEC_C),
     NULL},
    {"rows-lanes", rows_against_lanes, READS(OPTION_SHARE, MEMORY_OPTIONS, OPTION_TILE, OPTION_WG),
     NULL},
    {NULL, NULL, NULL, NULL},
};

const struct family_rules family_subgroup_rules = {
    .table = rules,
    .local_reads =
        OPTIONS(GROUP_OPTIONS, OPTION_SUB_GROUPS, OPTION_TILE_K, MEMORY_OPTIONS, KERNEL_OPTIONS),
};
