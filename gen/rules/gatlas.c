/*
 * What GATLAS's validateParams refuses, and options that contradict the parameters of its presets.
 */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/request/gatlas.h"
#include "gen/spec/gatlas.h"

/* Of work-groups and of blocks: GATLAS tries no more. */
static long long most_group(const struct gatlas_variant *variant)
{
    return variant->image ? 16 : 10;
}

static long long most_block(const struct gatlas_variant *variant)
{
    return variant->image ? 12 : 10;
}

static const struct refusal *foreign_parameters(struct job *job, const struct spec *spec)
{
    static const struct {
        enum option_id id;
        enum option_id instead;
    } parameters[] = {{OPTION_GROUP_SIZE, OPTION_WG},
                      {OPTION_BLOCK_HEIGHT, OPTION_TILE},
                      {OPTION_EXTRA, OPTION_LOOP_ORDER}};
    struct gatlas_variant variant;
    if (gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
        if (spec->values[parameters[i].id].text)
            return propose_words(
                propose(refuse(job,
                               "%s is a parameter of the gatlas presets, and this is none of them",
                               option_number(job, spec, parameters[i].id,
                                             spec->values[parameters[i].id].numbers[0])),
                        OPTION_PRESET, "gatlas_gemm_buffer"),
                "say --%s instead", option_rows[parameters[i].instead].name);
    return NULL;
}

static const struct refusal *group_too_large(struct job *job, const struct spec *spec)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long group = gatlas_group_of(spec->values);
    const long long most = most_group(&variant);
    if (group <= most)
        return NULL;
    return propose(refuse(job, "%s is over %lld, GATLAS's limit for operands from %s",
                          option_number(job, spec, OPTION_GROUP_SIZE, group), most,
                          variant.image ? "images" : "buffers"),
                   OPTION_GROUP_SIZE, "%lld", most);
}

static const struct refusal *block_too_high(struct job *job, const struct spec *spec)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long block = gatlas_block_of(spec->values);
    const long long most = most_block(&variant);
    if (block > most)
        return propose(refuse(job, "%s is over %lld, GATLAS's limit for operands from %s",
                              option_number(job, spec, OPTION_BLOCK_HEIGHT, block), most,
                              variant.image ? "images" : "buffers"),
                       OPTION_BLOCK_HEIGHT, "8");
    if (spec->a.transposed && block % variant.vector)
        return propose(refuse(job,
                              "the kernel reads %s transposed, and block height %lld is not a "
                              "multiple of the vector length %lld",
                              spec->a.name, block, variant.vector),
                       OPTION_BLOCK_HEIGHT, "%lld",
                       (block / variant.vector + 1) * variant.vector > most
                           ? variant.vector
                           : (block / variant.vector + 1) * variant.vector);
    return NULL;
}

static const struct refusal *extra_unknown(struct job *job, const struct spec *spec)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long extra = gatlas_extra_of(&variant, spec->values);
    const long long count = gatlas_extra_count(&variant);
    if (extra >= count)
        return propose(refuse(job,
                              "the extra parameter of %s counts %lld variants from 0, and %lld is "
                              "none of them",
                              spec->values[OPTION_PRESET].text, count, extra),
                       OPTION_EXTRA, "%lld", extra % count);
    const bool fixed = spec->values[OPTION_FIXED].text != NULL;
    if (gatlas_inlines(&variant, extra) && !fixed)
        return propose_words(
            propose(refuse(job, "%s inlines the dimensions, and they are not known",
                           option_number(job, spec, OPTION_EXTRA, extra)),
                    OPTION_EXTRA, "%lld", extra - count / 2),
            "say the sizes by --fixed");
    if (!gatlas_inlines(&variant, extra) && fixed)
        return propose_words(
            propose(refuse(job, "%s takes the dimensions as arguments, and %s inlines them",
                           option_number(job, spec, OPTION_EXTRA, extra),
                           option_said(job, spec, OPTION_FIXED)),
                    OPTION_EXTRA, "%lld", extra + count / 2),
            "no --fixed");
    return NULL;
}

/* Multiples beyond those of the tiles. */
static const struct refusal *sizes_not_multiples(struct job *job, const struct spec *spec)
{
    const enum symbol axes[] = {spec->m, spec->n, SYMBOL_K};
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant) ||
        spec->edges != EDGES_EXACT)
        return NULL;
    for (int i = 0; i < 3; i++) {
        const long long size = spec_fixed(spec, axes[i]);
        const long long multiple = gatlas_multiple(spec, axes[i]);
        if (size < 0 || size % multiple == 0)
            continue;
        return propose_words(
            propose(refuse(job, "%s = %lld is not a multiple of %lld (%s), which GATLAS demands",
                           symbol_in_kernel(axes[i]), size, multiple,
                           i == 0 ? "of group size x block height, and of the vector length"
                                  : "group size x vector length"),
                    OPTION_EDGES, "guard"),
            "a multiple of %lld", multiple);
    }
    return NULL;
}

/* ------------------------------------------------- options against the preset's own parameters */

static const struct refusal *group_contradicted(struct job *job, const struct spec *spec,
                                                const struct gatlas_variant *variant)
{
    const long long group = gatlas_group_of(spec->values);
    const struct shape wg = spec->wg;
    if (wg.height == group && wg.width == group)
        return NULL;
    const long long side = smaller(smaller(wg.height, wg.width), most_group(variant));
    const bool stands = wg.height == side && wg.width == side;
    struct refusal *const refusal = refuse(
        job, "%s contradicts the group size %lld of %s, a work-group of %lldx%lld",
        option_shape(job, spec, OPTION_WG), group, spec->values[OPTION_PRESET].text, group, group);
    return stands ? propose(refusal, OPTION_GROUP_SIZE, "%lld", side)
                  : propose(refusal, OPTION_WG, "%lldx%lld", side, side);
}

/* Of a tile that no block height stands for: a lower one, or shorter vectors. */
static const struct refusal *propose_near_tile(struct refusal *refusal, const struct spec *spec,
                                               const struct gatlas_variant *variant)
{
    const long long most = most_block(variant);
    const long long step = spec->a.transposed ? variant->vector : 1;
    const long long height = smaller(spec->tile.height, most) / step * step;
    if (height)
        return propose(refusal, OPTION_TILE, "%lldx%lld", height, variant->vector);
    const long long vector = variant->vector / 2;
    return propose(refusal, OPTION_PRESET, "gatlas_%s_%s_%s%lld", variant->gemm ? "gemm" : "matmul",
                   variant->image && vector > 1 ? "image" : "buffer",
                   variant->f64 ? "double" : "float", vector);
}

static const struct refusal *block_contradicted(struct job *job, const struct spec *spec,
                                                const struct gatlas_variant *variant)
{
    const long long block = gatlas_block_of(spec->values);
    const struct shape tile = spec->tile;
    if (tile.height == block && tile.width == variant->vector)
        return NULL;
    const bool stands = tile.width == variant->vector && tile.height <= most_block(variant) &&
                        !(spec->a.transposed && tile.height % variant->vector);
    struct refusal *const refusal =
        refuse(job, "%s contradicts the block height %lld of %s, whose tile is %lldx%lld",
               option_shape(job, spec, OPTION_TILE), block, spec->values[OPTION_PRESET].text, block,
               variant->vector);
    return stands ? propose(refusal, OPTION_BLOCK_HEIGHT, "%lld", tile.height)
                  : propose_near_tile(refusal, spec, variant);
}

static const struct refusal *order_contradicted(struct job *job, const struct spec *spec,
                                                const struct gatlas_variant *variant)
{
    const long long extra = gatlas_extra_of(variant, spec->values);
    if (strcmp(spec->loop_order, gatlas_loop_order(extra)) == 0)
        return NULL;
    const long long instead = gatlas_extra_for(extra, spec->loop_order);
    return propose(refuse(job, "%s contradicts extra %lld of %s, which stands for %s",
                          option_said(job, spec, OPTION_LOOP_ORDER), extra,
                          spec->values[OPTION_PRESET].text, gatlas_loop_order(extra)),
                   OPTION_EXTRA, "%lld", instead);
}

static const struct refusal *ids_contradicted(struct job *job, const struct spec *spec,
                                              const struct gatlas_variant *variant)
{
    const long long extra = gatlas_extra_of(variant, spec->values);
    const bool global = gatlas_global_ids(variant, extra);
    if (spec->group_ids != global)
        return NULL;
    struct refusal *const refusal =
        refuse(job, "%s contradicts extra %lld of %s, which stands for %s ids",
               option_said(job, spec, OPTION_IDS), extra, spec->values[OPTION_PRESET].text,
               global ? "global" : "group");
    return gatlas_chooses_ids(variant)
               ? propose(refusal, OPTION_EXTRA, "%lld", extra + (global ? 6 : -6))
               : propose(refusal, OPTION_IDS, "%s", global ? "global" : "group");
}

static const struct refusal *access_contradicted(struct job *job, const struct spec *spec,
                                                 const struct gatlas_variant *variant)
{
    const char *const name = spec->values[OPTION_PRESET].text;
    const char *const method = variant->gemm ? "gemm" : "matmul";
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        if (in_image(operand) == variant->image)
            continue;
        if (variant->image)
            return propose(
                propose(refuse(job, "%s reads A and B from images, which %s contradicts", name,
                               option_and_value(job, spec, option_of(operand, OPTION_ACCESS_A),
                                                "buffer")),
                        OPTION_PRESET, "gatlas_%s_buffer%s", method, variant->type),
                OPTION_ACCESS, "image");
        return propose(
            propose(
                refuse(job, "%s reads A and B from buffers, which %s contradicts", name,
                       option_and_value(job, spec, option_of(operand, OPTION_ACCESS_A), "image")),
                option_of(operand, OPTION_ACCESS_A), "buffer"),
            OPTION_PRESET, "gatlas_%s_image%s", method,
            variant->vector > 1 ? variant->type
            : variant->f64      ? "_double2"
                                : "_float2");
    }
    return NULL;
}

static const struct refusal *contradicted(struct job *job, const struct spec *spec)
{
    static const struct refusal *(*const against[])(struct job *, const struct spec *,
                                                    const struct gatlas_variant *) = {
        group_contradicted, block_contradicted, order_contradicted, ids_contradicted,
        access_contradicted};
    struct gatlas_variant variant;
    const struct refusal *refusal = NULL;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    for (size_t i = 0; i < sizeof against / sizeof against[0] && !refusal; i++)
        refusal = against[i](job, spec, &variant);
    return refusal;
}

const struct rule gatlas_rules[] = {
    {"gatlas-preset", foreign_parameters,
     READS(OPTION_GROUP_SIZE, OPTION_BLOCK_HEIGHT, OPTION_EXTRA), NULL},
    {"gatlas-group-size", group_too_large, READS(OPTION_GROUP_SIZE), NULL},
    {"gatlas-block-height", block_too_high,
     READS(OPTION_BLOCK_HEIGHT, OPTION_LAYOUT, OPTION_TRANSPOSE, OPTION_PRETRANSPOSE), NULL},
    {"gatlas-extra", extra_unknown, READS(OPTION_EXTRA, OPTION_FIXED), NULL},
    {"gatlas-contradiction", contradicted,
     PARTS(OPTIONS(OPTION_WG, OPTION_GROUP_SIZE),
           OPTIONS(OPTION_TILE, OPTION_BLOCK_HEIGHT, OPTION_LAYOUT, OPTION_TRANSPOSE,
                   OPTION_PRETRANSPOSE),
           OPTIONS(OPTION_LOOP_ORDER, OPTION_EXTRA), OPTIONS(OPTION_IDS, OPTION_EXTRA),
           OPTIONS(OPTION_ACCESS_A, OPTION_ACCESS_B, OPTION_LAYOUT)),
     NULL},
    {"gatlas-sizes", sizes_not_multiples,
     READS(OPTION_EDGES, OPTION_FIXED, OPTION_LAYOUT, OPTION_GROUP_SIZE, OPTION_BLOCK_HEIGHT),
     NULL},
    {NULL, NULL, NULL, NULL},
};
