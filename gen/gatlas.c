/*
 * GATLAS's kernels: a work-group of group-size x group-size work-items, each computing block-height
 * rows of one vector. From buffers both operands pass through local memory in blocks of group-size
 * vectors; from images they are sampled straight into registers.
 *
 * The extra parameter counts, in mixed radix, six loop orders of the inner product, for matmul from
 * images whether ids are global, and whether the dimensions are inlined. (GATLAS, Chris Jang, 2010:
 * the numbering is the one of its published result lines.)
 */
#include "gen/gatlas.h"

#include <string.h>

#include "gen/spec.h"

struct variant {
    bool gemm;  /* alpha and beta; else a pure product */
    bool image; /* operands from images */
    bool f64;
    long long vector;
};

enum {
    STANDARD_GROUP = 8,
    STANDARD_BLOCK = 4
};

static bool read_variant(const char *name, struct variant *variant)
{
    static const struct {
        const char *name;
        bool gemm, image;
    } kernels[] = {
        {"gatlas_matmul_buffer", false, false},
        {"gatlas_matmul_image", false, true},
        {"gatlas_gemm_buffer", true, false},
        {"gatlas_gemm_image", true, true},
    };
    static const struct {
        const char *name;
        bool f64;
        long long vector;
    } types[] = {
        {"", false, 4},        {"_float1", false, 1}, {"_float2", false, 2},
        {"_float4", false, 4}, {"_double1", true, 1}, {"_double2", true, 2},
    };
    for (size_t k = 0; name && k < sizeof kernels / sizeof kernels[0]; k++) {
        const size_t length = strlen(kernels[k].name);
        if (strncmp(name, kernels[k].name, length) != 0)
            continue;
        for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
            if (strcmp(name + length, types[t].name) != 0)
                continue;
            *variant =
                (struct variant){kernels[k].gemm, kernels[k].image, types[t].f64, types[t].vector};
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------- the three parameters */

static long long value_of(const struct option_value *values, enum option_id id, long long standard)
{
    return values[id].text ? values[id].numbers[0] : standard;
}

static const char *loop_order(long long extra)
{
    static const char *const orders[] = {"jkl", "kjl", "ljk", "jlk", "klj", "lkj"};
    return orders[extra % 6];
}

/* Only a pure product from images chooses its ids. */
static bool chooses_ids(const struct variant *variant)
{
    return variant->image && !variant->gemm;
}

static bool global_ids(const struct variant *variant, long long extra)
{
    return variant->image && (!chooses_ids(variant) || extra % 12 < 6);
}

static long long extra_count(const struct variant *variant)
{
    return chooses_ids(variant) ? 24 : 12;
}

static bool inlines(const struct variant *variant, long long extra)
{
    return extra >= extra_count(variant) / 2;
}

const char *gatlas_options(struct job *job, const char *name, const struct option_value *values)
{
    struct variant variant;
    if (!read_variant(name, &variant))
        return NULL;
    const long long group = value_of(values, OPTION_GROUP_SIZE, STANDARD_GROUP);
    const long long block = value_of(values, OPTION_BLOCK_HEIGHT, STANDARD_BLOCK);
    const long long extra = value_of(values, OPTION_EXTRA, 0);
    const long long v = variant.vector;
    const char *const common = arena_printf(
        job->arena,
        "--type %s --layout row%s --tile %lldx%lld --wg %lldx%lld --vec-a %lld --vec-b %lld "
        "--vec-c %lld --loop-order %s --ids %s --edges exact",
        variant.f64 ? "f64" : "f32", variant.gemm ? "" : " --alpha 1 --beta 0", block, v, group,
        group, v, v, v, loop_order(extra), global_ids(&variant, extra) ? "global" : "group");
    if (variant.image)
        return arena_printf(job->arena, "%s --family register --access image --tile-k %lld", common,
                            v);
    return arena_printf(job->arena,
                        "%s --family local --tile-k %lld --unroll-k %lld --local-vec-a %lld "
                        "--local-vec-b %lld --pad-a %lld --pad-b %lld --load-shape-a %lldx%lld "
                        "--load-shape-b %lldx%lld --index 32",
                        common, group * v, v, v, v, v, v, group, group, group, group);
}

const char *gatlas_label(struct job *job, const struct spec *spec)
{
    struct variant variant;
    if (!read_variant(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long extra = value_of(spec->values, OPTION_EXTRA, 0);
    return arena_printf(job->arena, "%lld %lld %lld %s %s%s",
                        value_of(spec->values, OPTION_GROUP_SIZE, STANDARD_GROUP),
                        value_of(spec->values, OPTION_BLOCK_HEIGHT, STANDARD_BLOCK), extra,
                        inlines(&variant, extra) ? "inlineMNK" : "argsMNK", loop_order(extra),
                        !chooses_ids(&variant)        ? ""
                        : global_ids(&variant, extra) ? " globalID"
                                                      : " groupID");
}

/* ------------------------------------------------------------------------------- rules */

static const char *foreign_parameters(struct job *job, const struct spec *spec)
{
    static const struct {
        enum option_id id;
        const char *instead;
    } parameters[] = {
        {OPTION_GROUP_SIZE, "wg"}, {OPTION_BLOCK_HEIGHT, "tile"}, {OPTION_EXTRA, "loop-order"}};
    struct variant variant;
    if (read_variant(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
        if (spec->values[parameters[i].id].text)
            return arena_printf(job->arena,
                                "--%s %lld is a parameter of the gatlas presets, and this is none "
                                "of them; ask --preset gatlas_gemm_buffer, or --%s",
                                option_rows[parameters[i].id].name,
                                spec->values[parameters[i].id].numbers[0], parameters[i].instead);
    return NULL;
}

static const char *group_too_large(struct job *job, const struct spec *spec)
{
    struct variant variant;
    if (!read_variant(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long group = value_of(spec->values, OPTION_GROUP_SIZE, STANDARD_GROUP);
    const long long most = variant.image ? 16 : 10;
    if (group <= most)
        return NULL;
    return arena_printf(job->arena,
                        "group size %lld is over %lld, GATLAS's limit for operands from %s; ask "
                        "--group-size %lld",
                        group, most, variant.image ? "images" : "buffers", most);
}

static const char *block_too_high(struct job *job, const struct spec *spec)
{
    struct variant variant;
    if (!read_variant(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long block = value_of(spec->values, OPTION_BLOCK_HEIGHT, STANDARD_BLOCK);
    const long long most = variant.image ? 12 : 10;
    if (block > most)
        return arena_printf(job->arena,
                            "block height %lld is over %lld, GATLAS's limit for operands from %s; "
                            "ask --block-height %d",
                            block, most, variant.image ? "images" : "buffers", 8);
    if (spec->problem.transpose_a && block % variant.vector)
        return arena_printf(job->arena,
                            "A is transposed, and block height %lld is not a multiple of the "
                            "vector length %lld; ask --block-height %lld",
                            block, variant.vector,
                            (block / variant.vector + 1) * variant.vector > most
                                ? variant.vector
                                : (block / variant.vector + 1) * variant.vector);
    return NULL;
}

static const char *extra_unknown(struct job *job, const struct spec *spec)
{
    struct variant variant;
    if (!read_variant(spec->values[OPTION_PRESET].text, &variant))
        return NULL;
    const long long extra = value_of(spec->values, OPTION_EXTRA, 0);
    const long long count = extra_count(&variant);
    if (extra >= count)
        return arena_printf(job->arena,
                            "the extra parameter of %s counts %lld variants from 0, and %lld is "
                            "none of them; ask --extra %lld",
                            spec->values[OPTION_PRESET].text, count, extra, extra % count);
    const bool fixed = spec->values[OPTION_FIXED].text != NULL;
    if (inlines(&variant, extra) && !fixed)
        return arena_printf(
            job->arena,
            "extra %lld inlines the dimensions, and they are not known; ask --extra "
            "%lld, or --fixed MxNxK",
            extra, extra - count / 2);
    return NULL;
}

/* Multiples that the tiles do not ask for already. */
static const char *sizes_not_multiples(struct job *job, const struct spec *spec)
{
    struct variant variant;
    if (!read_variant(spec->values[OPTION_PRESET].text, &variant) || spec->edges != EDGES_EXACT)
        return NULL;
    const long long group = value_of(spec->values, OPTION_GROUP_SIZE, STANDARD_GROUP);
    const long long block = value_of(spec->values, OPTION_BLOCK_HEIGHT, STANDARD_BLOCK);
    const struct {
        enum symbol axis;
        long long multiple;
        const char *from;
    } sides[] = {
        {SYMBOL_M, group * block, "group size x block height"},
        {SYMBOL_M, variant.vector, "the vector length"},
        {SYMBOL_N, group * variant.vector, "group size x vector length"},
        {SYMBOL_K, group * variant.vector, "group size x vector length"},
    };
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        const long long size = spec_fixed(spec, sides[i].axis);
        if (size < 0 || size % sides[i].multiple == 0)
            continue;
        return arena_printf(
            job->arena,
            "%s = %lld is not a multiple of %lld (%s), which GATLAS demands; ask --edges "
            "guard, or a multiple of %lld",
            symbol_in_kernel(sides[i].axis), size, sides[i].multiple, sides[i].from,
            sides[i].multiple);
    }
    return NULL;
}

const struct rule gatlas_rules[] = {
    {"gatlas-preset", foreign_parameters, "group-size block-height extra", NULL},
    {"gatlas-group-size", group_too_large, "group-size", NULL},
    {"gatlas-block-height", block_too_high, "block-height layout transpose", NULL},
    {"gatlas-extra", extra_unknown, "extra fixed", NULL},
    {"gatlas-sizes", sizes_not_multiples, "edges fixed layout group-size block-height", NULL},
    {NULL, NULL, NULL, NULL},
};
