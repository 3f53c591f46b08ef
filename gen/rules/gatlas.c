/*
 * What GATLAS's validateParams refuses, and options that contradict the parameters of its presets.
 */
#include "gen/request/gatlas_internal.h"

#include <string.h>

/* Of work-groups and of blocks: GATLAS tries no more. */
static long long most_group(const struct gatlas_variant *variant)
{
    return variant->image ? 16 : 10;
}

static long long most_block(const struct gatlas_variant *variant)
{
    return variant->image ? 12 : 10;
}

static const char *foreign_parameters(struct job *job, const struct spec *spec)
{
    static const struct {
        enum option_id id;
        const char *instead;
    } parameters[] = {
        {OPTION_GROUP_SIZE, "wg"}, {OPTION_BLOCK_HEIGHT, "tile"}, {OPTION_EXTRA, "loop-order"}};
    struct gatlas_variant variant;
    if (gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
        if (spec->values[parameters[i].id].text)
            return arena_printf(job->arena,
                                "--%s %lld is a parameter of the gatlas presets, and this is none "
                                "of them; ask --preset gatlas_gemm_buffer, or say --%s instead",
                                option_rows[parameters[i].id].name,
                                spec->values[parameters[i].id].numbers[0], parameters[i].instead);
    return NULL;
}

static const char *group_too_large(struct job *job, const struct spec *spec)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long group = gatlas_group_of(spec->values);
    const long long most = most_group(&variant);
    if (group <= most)
        return NULL;
    return arena_printf(job->arena,
                        "group size %lld is over %lld, GATLAS's limit for operands from %s; ask "
                        "--group-size %lld",
                        group, most, variant.image ? "images" : "buffers", most);
}

static const char *block_too_high(struct job *job, const struct spec *spec)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long block = gatlas_block_of(spec->values);
    const long long most = most_block(&variant);
    if (block > most)
        return arena_printf(job->arena,
                            "block height %lld is over %lld, GATLAS's limit for operands from %s; "
                            "ask --block-height %d",
                            block, most, variant.image ? "images" : "buffers", 8);
    if (spec->a.transposed && block % variant.vector)
        return arena_printf(job->arena,
                            "the kernel reads %s transposed, and block height %lld is not a "
                            "multiple of the vector length %lld; ask --block-height %lld",
                            spec->a.name, block, variant.vector,
                            (block / variant.vector + 1) * variant.vector > most
                                ? variant.vector
                                : (block / variant.vector + 1) * variant.vector);
    return NULL;
}

static const char *extra_unknown(struct job *job, const struct spec *spec)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long extra = gatlas_extra_of(&variant, spec->values);
    const long long count = gatlas_extra_count(&variant);
    if (extra >= count)
        return arena_printf(job->arena,
                            "the extra parameter of %s counts %lld variants from 0, and %lld is "
                            "none of them; ask --extra %lld",
                            spec->values[OPTION_PRESET].text, count, extra, extra % count);
    const bool fixed = spec->values[OPTION_FIXED].text != NULL;
    if (gatlas_inlines(&variant, extra) && !fixed)
        return arena_printf(
            job->arena,
            "extra %lld inlines the dimensions, and they are not known; ask --extra "
            "%lld, or --fixed MxNxK",
            extra, extra - count / 2);
    if (!gatlas_inlines(&variant, extra) && fixed)
        return arena_printf(job->arena,
                            "extra %lld takes the dimensions as arguments, and --fixed %s inlines "
                            "them; ask --extra %lld, or no --fixed",
                            extra, spec->values[OPTION_FIXED].text, extra + count / 2);
    return NULL;
}

/* Multiples that the tiles do not all ask for already. */
static const char *sizes_not_multiples(struct job *job, const struct spec *spec)
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
        return arena_printf(
            job->arena,
            "%s = %lld is not a multiple of %lld (%s), which GATLAS demands; ask --edges "
            "guard, or a multiple of %lld",
            symbol_in_kernel(axes[i]), size, multiple,
            i == 0 ? "of group size x block height, and of the vector length"
                   : "group size x vector length",
            multiple);
    }
    return NULL;
}

/* ------------------------------------------------- options against the preset's own parameters */

static const char *group_contradicted(struct job *job, const struct spec *spec,
                                      const struct gatlas_variant *variant)
{
    const long long group = gatlas_group_of(spec->values);
    const struct shape wg = spec->wg;
    if (wg.height == group && wg.width == group)
        return NULL;
    long long side = wg.height < wg.width ? wg.height : wg.width;
    if (side > most_group(variant))
        side = most_group(variant);
    const bool stands = wg.height == side && wg.width == side;
    return arena_printf(job->arena,
                        "--wg %lldx%lld contradicts the group size %lld of %s, a work-group of "
                        "%lldx%lld; ask %s",
                        wg.height, wg.width, group, spec->values[OPTION_PRESET].text, group, group,
                        stands ? arena_printf(job->arena, "--group-size %lld", side)
                               : arena_printf(job->arena, "--wg %lldx%lld", side, side));
}

/* Of a tile that no block height stands for: a lower one, or shorter vectors. */
static const char *near_tile(struct job *job, const struct spec *spec,
                             const struct gatlas_variant *variant)
{
    const long long most = most_block(variant);
    const long long step = spec->a.transposed ? variant->vector : 1;
    const long long height = (spec->tile.height < most ? spec->tile.height : most) / step * step;
    if (height)
        return arena_printf(job->arena, "--tile %lldx%lld", height, variant->vector);
    const long long vector = variant->vector / 2;
    return arena_printf(job->arena, "--preset gatlas_%s_%s_%s%lld",
                        variant->gemm ? "gemm" : "matmul",
                        variant->image && vector > 1 ? "image" : "buffer",
                        variant->f64 ? "double" : "float", vector);
}

static const char *block_contradicted(struct job *job, const struct spec *spec,
                                      const struct gatlas_variant *variant)
{
    const long long block = gatlas_block_of(spec->values);
    const struct shape tile = spec->tile;
    if (tile.height == block && tile.width == variant->vector)
        return NULL;
    const bool stands = tile.width == variant->vector && tile.height <= most_block(variant) &&
                        !(spec->a.transposed && tile.height % variant->vector);
    return arena_printf(job->arena,
                        "--tile %lldx%lld contradicts the block height %lld of %s, whose tile is "
                        "%lldx%lld; ask %s",
                        tile.height, tile.width, block, spec->values[OPTION_PRESET].text, block,
                        variant->vector,
                        stands ? arena_printf(job->arena, "--block-height %lld", tile.height)
                               : near_tile(job, spec, variant));
}

static const char *order_contradicted(struct job *job, const struct spec *spec,
                                      const struct gatlas_variant *variant)
{
    const long long extra = gatlas_extra_of(variant, spec->values);
    long long instead = extra - extra % 6;
    if (strcmp(spec->loop_order, gatlas_loop_order(extra)) == 0)
        return NULL;
    while (strcmp(spec->loop_order, gatlas_loop_order(instead)) != 0)
        instead++;
    return arena_printf(job->arena,
                        "--loop-order %s contradicts extra %lld of %s, which stands for %s; ask "
                        "--extra %lld",
                        spec->loop_order, extra, spec->values[OPTION_PRESET].text,
                        gatlas_loop_order(extra), instead);
}

static const char *ids_contradicted(struct job *job, const struct spec *spec,
                                    const struct gatlas_variant *variant)
{
    const long long extra = gatlas_extra_of(variant, spec->values);
    const bool global = gatlas_global_ids(variant, extra);
    if (spec->group_ids != global)
        return NULL;
    return arena_printf(job->arena,
                        "--ids %s contradicts extra %lld of %s, which stands for %s ids; ask %s",
                        spec->values[OPTION_IDS].text, extra, spec->values[OPTION_PRESET].text,
                        global ? "global" : "group",
                        gatlas_chooses_ids(variant)
                            ? arena_printf(job->arena, "--extra %lld", extra + (global ? 6 : -6))
                        : global ? "--ids global"
                                 : "--ids group");
}

static const char *access_contradicted(struct job *job, const struct spec *spec,
                                       const struct gatlas_variant *variant)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    const char *const name = spec->values[OPTION_PRESET].text;
    const char *const method = variant->gemm ? "gemm" : "matmul";
    const char *const type =
        name + strlen("gatlas__") + strlen(method) + strlen("image") + !variant->image;
    for (int i = 0; i < 2; i++) {
        if (operands[i]->image == variant->image)
            continue;
        if (variant->image)
            return arena_printf(job->arena,
                                "%s reads A and B from images, and %s is asked from a buffer; ask "
                                "--preset gatlas_%s_buffer%s, or --access image",
                                name, operands[i]->name, method, type);
        return arena_printf(job->arena,
                            "%s reads A and B from buffers, and %s is asked from an image; ask "
                            "--access-%c buffer, or --preset gatlas_%s_image%s",
                            name, operands[i]->name, operand_letter(operands[i]), method,
                            variant->vector > 1 ? type
                            : variant->f64      ? "_double2"
                                                : "_float2");
    }
    return NULL;
}

static const char *contradicted(struct job *job, const struct spec *spec)
{
    static const char *(*const against[])(struct job *, const struct spec *,
                                          const struct gatlas_variant *) = {
        group_contradicted, block_contradicted, order_contradicted, ids_contradicted,
        access_contradicted};
    struct gatlas_variant variant;
    const char *sentence = NULL;
    if (!gatlas_variant_of(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    for (size_t i = 0; i < sizeof against / sizeof against[0] && !sentence; i++)
        sentence = against[i](job, spec, &variant);
    return sentence;
}

const struct rule gatlas_rules[] = {
    {"gatlas-preset", foreign_parameters, "group-size block-height extra", NULL},
    {"gatlas-group-size", group_too_large, "group-size", NULL},
    {"gatlas-block-height", block_too_high, "block-height layout transpose pack", NULL},
    {"gatlas-extra", extra_unknown, "extra fixed", NULL},
    {"gatlas-contradiction", contradicted,
     "wg group-size | tile block-height layout transpose pack | loop-order extra | ids extra | "
     "access-a access-b layout",
     NULL},
    {"gatlas-sizes", sizes_not_multiples, "edges fixed layout group-size block-height", NULL},
    {NULL, NULL, NULL, NULL},
};
