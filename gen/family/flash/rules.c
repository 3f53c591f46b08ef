/*
 * What the flash family cannot serve.
 */
#include "gen/family/attends.h"
#include "gen/family/families.h"
#include "gen/family/flash/flash.h"
#include "gen/rules/family.h"

#include <string.h>

enum {
    MOST_ROWS = 512, /* of a work-group */
    CELL_BYTES = 2   /* of an element of Q, K and V */
};

/* Whether lanes load fragments of elements of 16 bits from local memory, as the page has it. */
static bool is_served(const struct engine *engine)
{
    return !engine->described && !engine->alone;
}

static const struct refusal *other_engine(struct job *job, const struct spec *spec)
{
    if (is_served(flash_spec(spec)->engine))
        return NULL;
    struct refusal *const refusal =
        refuse(job, "attention is multiplied by engines whose lanes load fragments: not with %s",
               option_said(job, spec, OPTION_ENGINE));
    if (flash_spec(spec)->engine->described)
        propose(refusal, OPTION_FAMILY, "ring");
    return propose(propose(refusal, OPTION_ENGINE, "mma"), OPTION_ENGINE, "emulated:mma");
}

static const struct refusal *types(struct job *job, const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    if (own->serves || !is_served(own->engine))
        return NULL;
    struct refusal *const refusal =
        refuse(job,
               "%s multiplies Q, K and V of one type, f16 or bf16, and sums in f32: not Q of %s, K "
               "and V of %s, "
               "calculated in %s and summed in %s",
               option_said(job, spec, OPTION_ENGINE), spec->a.given->type, spec->b.given->type,
               spec->numbers.compute->type, spec->numbers.accumulate->type);
    const char *const type = spec->a.given->type;
    const struct fragment *const pair =
        engine_fragment(own->engine, type, spec->b.given->type, NULL);
    const struct fragment *const alike = engine_fragment(own->engine, type, type, NULL);
    if (pair && pair->cell_bytes == CELL_BYTES)
        propose_with(propose(refusal, OPTION_COMPUTE, "f32"), OPTION_ACCUMULATE, "f32");
    else if (alike && alike->cell_bytes == CELL_BYTES)
        propose(refusal, OPTION_TYPE_B, "%s", type);
    propose(propose(refusal, OPTION_TYPE, "f16"), OPTION_TYPE, "bf16");
    return refusal;
}

static const struct refusal *rows_of_lane(struct job *job, const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const long long height = fragment_cells(own->engine, own->fragment).height;
    const long long width = own->engine->beside;
    if (!own->serves || (spec->tile.height % height == 0 && spec->tile.width == width))
        return NULL;
    return propose(refuse(job,
                          "a lane of %s has rows in multiples of %lld, and stores %lld contiguous "
                          "elements of one at once: not %s",
                          option_said(job, spec, OPTION_ENGINE), height, width,
                          option_shape(job, spec, OPTION_TILE)),
                   OPTION_TILE, "%lldx%lld", rounded_up(spec->tile.height, height), width);
}

static const struct refusal *lanes_of_group(struct job *job, const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const struct shape lanes = own->engine->lanes;
    if (!own->serves || (spec->wg.height % lanes.height == 0 && spec->wg.width == lanes.width))
        return NULL;
    return propose(
        refuse(job, "sub-groups of %s are %lld x %lld work-items, and lie along rows alone: not %s",
               option_said(job, spec, OPTION_ENGINE), lanes.height, lanes.width,
               option_shape(job, spec, OPTION_WG)),
        OPTION_WG, "%lldx%lld", rounded_up(spec->wg.height, lanes.height), lanes.width);
}

static const struct refusal *rows_of_group(struct job *job, const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const long long rows = spec->tile.height * spec->wg.height;
    if (!own->serves || rows <= MOST_ROWS)
        return NULL;
    return propose_with(
        propose(refuse(job, "%s and %s are %lld rows a work-group: at most %d",
                       option_shape(job, spec, OPTION_TILE), option_shape(job, spec, OPTION_WG),
                       rows, MOST_ROWS),
                OPTION_TILE, "%lldx%lld", fragment_cells(own->engine, own->fragment).height,
                own->engine->beside),
        OPTION_WG, "%lldx%lld", 4 * own->engine->lanes.height, own->engine->lanes.width);
}

static const struct refusal *heads_of_group(struct job *job, const struct spec *spec)
{
    const long long rows = spec->tile.height * spec->wg.height;
    if (!flash_spec(spec)->serves ||
        (spec->problem.packed_heads > 0 && rows % spec->problem.packed_heads == 0))
        return NULL;
    return propose(refuse(job, "a work-group has %lld rows, which are no whole rows of %s", rows,
                          option_said(job, spec, OPTION_PACK_HEADS)),
                   OPTION_PACK_HEADS, "1");
}

static const struct refusal *parts(struct job *job, const struct spec *spec)
{
    if (spec->split_k <= 1 || spec->sums_in_launch)
        return NULL;
    return propose(refuse(job,
                          "the last work-group of some rows adds the parts of %s, by their largest "
                          "scores: not with %s",
                          option_said(job, spec, OPTION_SPLIT_K),
                          option_said(job, spec, OPTION_SPLIT_K_SUM)),
                   OPTION_SPLIT_K_SUM, "launch");
}

static const struct refusal *keys_of_block(struct job *job, const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const long long whole = larger(own->fragment->k, own->fragment->n);
    if (!own->serves || (spec->tile_k > 0 && spec->tile_k % whole == 0))
        return NULL;
    return propose(refuse(job, "%s is no block of whole fragments of %s, of %lld keys",
                          option_number(job, spec, OPTION_TILE_K, spec->tile_k),
                          option_said(job, spec, OPTION_ENGINE), whole),
                   OPTION_TILE_K, "%lld", rounded_up(spec->tile_k, whole));
}

static const struct refusal *copies(struct job *job, const struct spec *spec)
{
    const struct flash_spec *const own = flash_spec(spec);
    const char *const how = spec->values[OPTION_COPY].text;
    if (strcmp(how, "plain") == 0 ||
        (own->async && own->stages > 1 && own->engine->spelling == SPELLING_NVIDIA))
        return NULL;
    if (own->async && own->engine->spelling == SPELLING_NVIDIA)
        return propose(refuse(job, "%s brings blocks while others are multiplied: not with %s",
                              option_said(job, spec, OPTION_COPY),
                              option_said(job, spec, OPTION_STAGES)),
                       OPTION_STAGES, "2");
    return propose(refuse(job, "work-items copy blocks for %s: not with %s",
                          option_said(job, spec, OPTION_ENGINE),
                          option_said(job, spec, OPTION_COPY)),
                   OPTION_COPY, "plain");
}

static const struct rule rules[] = {
    {"flash-chain", attends_alone, READS(OPTION_CHAIN), NULL},
    {"flash-engine", other_engine, READS(OPTION_ENGINE), rule_without_chain},
    {"flash-mask", attends_one_mask, READS(OPTION_MASK), rule_without_chain},
    {"flash-mask-type", attends_type_of_mask, READS(OPTION_MASK, OPTION_TYPE_MASK),
     rule_without_chain},
    {"flash-types", types, READS(OPTION_ENGINE, KERNEL_OPTIONS), rule_without_chain},
    {"flash-result", attends_result, READS(OPTION_FAMILY, OPTION_TYPE_C, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-tile", rows_of_lane, READS(OPTION_ENGINE, OPTION_TILE, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-lanes", lanes_of_group, READS(OPTION_ENGINE, OPTION_WG, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-rows", rows_of_group, READS(OPTION_ENGINE, OPTION_TILE, OPTION_WG, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-heads", heads_of_group,
     READS(OPTION_ENGINE, OPTION_TILE, OPTION_WG, OPTION_PACK_HEADS, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-parts", parts, READS(OPTION_SPLIT_K, OPTION_SPLIT_K_SUM, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-keys", keys_of_block, READS(OPTION_ENGINE, OPTION_TILE_K, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-unroll", attends_unroll,
     READS(OPTION_ENGINE, OPTION_TILE_K, OPTION_UNROLL_K, KERNEL_OPTIONS), rule_without_chain},
    {"flash-copy", copies, READS(OPTION_ENGINE, OPTION_COPY, OPTION_STAGES, KERNEL_OPTIONS),
     rule_without_chain},
    {"flash-edges", attends_edges, READS(OPTION_EDGES), rule_without_chain},
    {NULL, NULL, NULL, NULL},
};

static void propose_changes(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (flash_spec(to)->stages != flash_spec(from)->stages)
        propose_with(refusal, OPTION_STAGES, "%lld", flash_spec(to)->stages);
}

const struct family_rules family_flash_rules = {
    .table = rules,
    .propose = propose_changes,
    .local_reads = OPTIONS(GROUP_OPTIONS, OPTION_TILE_K, OPTION_STAGES, OPTION_ENGINE, OPTION_HEAD,
                           OPTION_CHAIN, KERNEL_OPTIONS),
};
