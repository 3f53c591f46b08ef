/*
 * What the ring of attention cannot serve.
 */
#include "gen/family/attends.h"
#include "gen/family/families.h"
#include "gen/family/ring/attention_ring.h"
#include "gen/rules/family.h"

#include <string.h>

enum {
    MOST_KEYS = 256,     /* that an instruction multiplies at once */
    MOST_SUB_GROUPS = 3, /* that multiply beside one that copies */
    TEAMS = 2            /* that take turns */
};

static const struct refusal *other_engine(struct job *job, const struct spec *spec)
{
    if (ring_spec(spec)->engine->described)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s keeps Q, K and V where the engine reads them by itself: not with %s",
               option_said(job, spec, OPTION_FAMILY), option_said(job, spec, OPTION_ENGINE));
    return propose(propose(refusal, OPTION_ENGINE, "wgmma"), OPTION_ENGINE, "emulated:wgmma");
}

static const struct refusal *types(struct job *job, const struct spec *spec)
{
    const struct ring_spec *const own = ring_spec(spec);
    if (own->serves || !own->engine->described)
        return NULL;
    struct refusal *const refusal =
        refuse(job,
               "%s multiplies Q, K and V of one type, f16 or bf16, in f32: not Q of %s and K and V "
               "of %s, calculated in %s and summed in %s",
               option_said(job, spec, OPTION_ENGINE), spec->a.given->type, spec->b.given->type,
               spec->numbers.compute->type, spec->numbers.accumulate->type);
    for (int i = 0; i < 2; i++)
        propose_with(propose_with(propose_with(propose(refusal, OPTION_TYPE, i ? "bf16" : "f16"),
                                               OPTION_COMPUTE, "f32"),
                                  OPTION_ACCUMULATE, "f32"),
                     OPTION_TYPE_C, i ? "bf16" : "f16");
    return refusal;
}

static const struct refusal *rows_of_lane(struct job *job, const struct spec *spec)
{
    enum {
        WIDE = 8
    };
    const struct ring_spec *const own = ring_spec(spec);
    const struct shape cells = fragment_cells(own->engine, own->fragment);
    if (!own->serves || (spec->tile.height == cells.height &&
                         (spec->tile.width == own->engine->beside || spec->tile.width == WIDE)))
        return NULL;
    struct refusal *const refusal =
        refuse(job,
               "a lane of %s has %lld rows, and stores %lld contiguous elements of one at once, or "
               "%d that it has traded: not %s",
               option_said(job, spec, OPTION_ENGINE), cells.height, own->engine->beside, WIDE,
               option_shape(job, spec, OPTION_TILE));
    return propose(propose(refusal, OPTION_TILE, "%lldx%d", cells.height, WIDE), OPTION_TILE,
                   "%lldx%lld", cells.height, own->engine->beside);
}

static const struct refusal *lanes_of_group(struct job *job, const struct spec *spec)
{
    const struct ring_spec *const own = ring_spec(spec);
    const struct shape lanes = own->engine->lanes;
    const long long sub_groups = spec->wg.height / lanes.height;
    if (!own->serves || (spec->wg.width == lanes.width && spec->wg.height % lanes.height == 0 &&
                         sub_groups <= MOST_SUB_GROUPS))
        return NULL;
    return propose(refuse(job,
                          "sub-groups of %s are %lld x %lld work-items, lie along rows, and are "
                          "at most %d beside the one that copies: not %s",
                          option_said(job, spec, OPTION_ENGINE), lanes.height, lanes.width,
                          MOST_SUB_GROUPS, option_shape(job, spec, OPTION_WG)),
                   OPTION_WG, "%lldx%lld", 2 * lanes.height, lanes.width);
}

static const struct refusal *turns(struct job *job, const struct spec *spec)
{
    const struct ring_spec *const own = ring_spec(spec);
    const struct shape lanes = own->engine->lanes;
    if (!own->serves || !own->in_turns || spec->wg.height == TEAMS * lanes.height)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s is for %d sub-groups of %lld x %lld work-items: not for %s",
               option_said(job, spec, OPTION_TAKE_TURNS), TEAMS, lanes.height, lanes.width,
               option_shape(job, spec, OPTION_WG));
    return propose(propose(refusal, OPTION_TAKE_TURNS, "no"), OPTION_WG, "%lldx%lld",
                   TEAMS * lanes.height, lanes.width);
}

static const struct refusal *keys_of_block(struct job *job, const struct spec *spec)
{
    const struct ring_spec *const own = ring_spec(spec);
    const long long whole = own->fragment->k;
    if (!own->serves ||
        (spec->tile_k > 0 && spec->tile_k <= MOST_KEYS && spec->tile_k % whole == 0))
        return NULL;
    return propose(refuse(job, "%s is no block of keys of %s: a multiple of %lld up to %d",
                          option_number(job, spec, OPTION_TILE_K, spec->tile_k),
                          option_said(job, spec, OPTION_ENGINE), whole, MOST_KEYS),
                   OPTION_TILE_K, "%lld",
                   spec->tile_k > MOST_KEYS ? MOST_KEYS : rounded_up(spec->tile_k, whole));
}

static const struct refusal *blocks_ahead(struct job *job, const struct spec *spec)
{
    const struct ring_spec *const own = ring_spec(spec);
    if (!own->serves || own->stages > 1)
        return NULL;
    return propose(refuse(job,
                          "blocks of K and V come while others are multiplied, into 2 stages at "
                          "least: not with %s",
                          option_number(job, spec, OPTION_STAGES, own->stages)),
                   OPTION_STAGES, "2");
}

static const struct refusal *groups_that_last(struct job *job, const struct spec *spec)
{
    const struct ring_spec *const own = ring_spec(spec);
    if (!own->serves || own->per_unit > 0)
        return NULL;
    return propose(refuse(job, "work-groups of the ring compute tile after tile: not with %s",
                          option_number(job, spec, OPTION_PERSISTENT, own->per_unit)),
                   OPTION_PERSISTENT, "1");
}

static const struct rule rules[] = {
    {"ring-chain", attends_alone, READS(OPTION_CHAIN), NULL},
    {"ring-engine", other_engine, READS(OPTION_ENGINE), rule_without_chain},
    {"ring-mask", attends_one_mask, READS(OPTION_MASK), rule_without_chain},
    {"ring-mask-type", attends_type_of_mask, READS(OPTION_MASK, OPTION_TYPE_MASK),
     rule_without_chain},
    {"ring-types", types, READS(OPTION_ENGINE, KERNEL_OPTIONS), rule_without_chain},
    {"ring-result", attends_result, READS(OPTION_FAMILY, OPTION_TYPE_C, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-tile", rows_of_lane, READS(OPTION_ENGINE, OPTION_TILE, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-lanes", lanes_of_group, READS(OPTION_ENGINE, OPTION_WG, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-turns", turns, READS(OPTION_ENGINE, OPTION_WG, OPTION_TAKE_TURNS, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-keys", keys_of_block, READS(OPTION_ENGINE, OPTION_TILE_K, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-unroll", attends_unroll,
     READS(OPTION_ENGINE, OPTION_TILE_K, OPTION_UNROLL_K, KERNEL_OPTIONS), rule_without_chain},
    {"ring-stages", blocks_ahead, READS(OPTION_ENGINE, OPTION_STAGES, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-persistent", groups_that_last, READS(OPTION_ENGINE, OPTION_PERSISTENT, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-parts", attends_whole, READS(OPTION_FAMILY, OPTION_SPLIT_K, KERNEL_OPTIONS),
     rule_without_chain},
    {"ring-edges", attends_edges, READS(OPTION_EDGES), rule_without_chain},
    {NULL, NULL, NULL, NULL},
};

static void propose_changes(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (ring_spec(to)->stages != ring_spec(from)->stages)
        propose_with(refusal, OPTION_STAGES, "%lld", ring_spec(to)->stages);
}

const struct family_rules family_ring_rules = {
    .table = rules,
    .propose = propose_changes,
    .local_reads = OPTIONS(GROUP_OPTIONS, OPTION_TILE_K, OPTION_STAGES, OPTION_ENGINE, OPTION_HEAD,
                           OPTION_CHAIN, KERNEL_OPTIONS),
};
