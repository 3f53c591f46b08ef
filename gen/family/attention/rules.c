/*
 * What the attention family cannot serve.
 */
#include "gen/family/attends.h"
#include "gen/family/attention/attention.h"
#include "gen/family/families.h"
#include "gen/rules/family.h"

#include <string.h>

enum {
    MOST_ROWS = 512,  /* of a work-group */
    FEWEST_KEYS = 16, /* sums are scaled by a block */
    NARROWEST = 4,    /* vectors */
    WIDEST = 16
};

static const struct refusal *width_of_tile(struct job *job, const struct spec *spec)
{
    const long long width = spec->tile.width;
    if (width == NARROWEST || width == 2 * NARROWEST || width == WIDEST)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s is no vector of keys and of elements of a head: 4, 8 or 16",
               option_side(job, spec, OPTION_TILE, false));
    for (long long other = NARROWEST; other <= WIDEST; other *= 2)
        propose(refusal, OPTION_TILE, "%lldx%lld", spec->tile.height, other);
    return refusal;
}

static const struct refusal *rows_of_group(struct job *job, const struct spec *spec)
{
    if (spec->tiles.width > 1)
        return propose(refuse(job,
                              "a work-item goes through all keys and elements of a head, and has "
                              "%s: tiles are in sequence along rows alone",
                              option_shape(job, spec, OPTION_BLOCK_TILES)),
                       OPTION_BLOCK_TILES, "%lldx1", spec->tiles.height);
    const long long of_tile = spec->tile.height * spec->wg.height;
    if (of_tile <= MOST_ROWS / spec->tiles.height)
        return NULL;
    struct refusal *const refusal = refuse(
        job, "%s, %s and %s are %lld rows a work-group: at most %d",
        option_shape(job, spec, OPTION_TILE), option_shape(job, spec, OPTION_WG),
        option_shape(job, spec, OPTION_BLOCK_TILES), of_tile * spec->tiles.height, MOST_ROWS);
    const long long tiles = MOST_ROWS / of_tile;
    if (tiles)
        propose(refusal, OPTION_BLOCK_TILES, "%lldx1", tiles);
    propose_with(
        propose_with(propose(refusal, OPTION_TILE, "4x%lld", spec->tile.width), OPTION_WG, "8x8"),
        OPTION_BLOCK_TILES, "1x1");
    return refusal;
}

static const struct refusal *keys_of_block(struct job *job, const struct spec *spec)
{
    const long long width = spec->tile.width, keys = spec->tile_k;
    if (keys % width == 0 && keys >= FEWEST_KEYS)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s is no block of whole vectors of %lld keys, of %d keys at least",
               option_number(job, spec, OPTION_TILE_K, keys), width, FEWEST_KEYS);
    return propose(refusal, OPTION_TILE_K, "%lld",
                   keys < FEWEST_KEYS ? FEWEST_KEYS : (keys + width - 1) / width * width);
}

static bool is_served(const struct element *element)
{
    return strcmp(element->type, "f32") == 0 || strcmp(element->type, "f16") == 0 ||
           strcmp(element->type, "bf16") == 0;
}

static const struct refusal *types(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++)
        if (!is_served(operands[i]->given))
            return propose(refuse(job, "attention has %s of f32, f16 or bf16, not of %s",
                                  operands[i]->name, operands[i]->given->type),
                           option_of(operands[i], OPTION_TYPE_A), "f32");
    if (strcmp(spec->numbers.compute->type, "f32") != 0)
        return propose(refuse(job, "attention is calculated in f32, not with %s",
                              option_said(job, spec, OPTION_COMPUTE)),
                       OPTION_COMPUTE, "f32");
    if (strcmp(spec->numbers.accumulate->type, "f32") != 0)
        return propose(refuse(job, "attention is calculated in f32, not with %s",
                              option_said(job, spec, OPTION_ACCUMULATE)),
                       OPTION_ACCUMULATE, "f32");
    return NULL;
}

static const struct rule rules[] = {
    {"attention-chain", attends_alone, READS(OPTION_CHAIN), NULL},
    {"attention-mask", attends_one_mask, READS(OPTION_MASK), rule_without_chain},
    {"attention-mask-type", attends_type_of_mask, READS(OPTION_MASK, OPTION_TYPE_MASK),
     rule_without_chain},
    {"attention-types", types, READS(KERNEL_OPTIONS, OPTION_TYPE_C), rule_without_chain},
    {"attention-tile", width_of_tile, READS(OPTION_TILE, KERNEL_OPTIONS), rule_without_chain},
    {"attention-rows", rows_of_group,
     READS(OPTION_TILE, OPTION_WG, OPTION_BLOCK_TILES, KERNEL_OPTIONS), rule_without_chain},
    {"attention-keys", keys_of_block, READS(OPTION_TILE, OPTION_WG, OPTION_TILE_K, KERNEL_OPTIONS),
     rule_without_chain},
    {"attention-unroll", attends_unroll,
     READS(OPTION_TILE, OPTION_WG, OPTION_TILE_K, OPTION_UNROLL_K, KERNEL_OPTIONS),
     rule_without_chain},
    {"attention-parts", attends_whole, READS(OPTION_FAMILY, OPTION_SPLIT_K, KERNEL_OPTIONS),
     rule_without_chain},
    {"attention-edges", attends_edges, READS(OPTION_EDGES), rule_without_chain},
    {NULL, NULL, NULL, NULL},
};

static void propose_changes(struct refusal *refusal, const struct spec *from, const struct spec *to)
{
    if (to->tiles.height != from->tiles.height)
        propose_with(refusal, OPTION_BLOCK_TILES, "%lldx%lld", to->tiles.height, to->tiles.width);
}

const struct family_rules family_attention_rules = {
    .table = rules,
    .propose = propose_changes,
    .local_reads = OPTIONS(GROUP_OPTIONS, OPTION_BLOCK_TILES, OPTION_TILE_K, OPTION_HEAD,
                           OPTION_CHAIN, KERNEL_OPTIONS),
};
