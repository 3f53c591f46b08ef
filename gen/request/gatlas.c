/*
 * GATLAS's kernels: a work-group of group-size x group-size work-items, each computing block-height
 * rows of one vector. From buffers both operands pass through local memory in blocks of group-size
 * vectors; from images they are sampled straight into registers.
 *
 * The extra parameter counts, in mixed radix, six loop orders of the inner product, for matmul from
 * images whether ids are global, and whether the dimensions are inlined. (GATLAS, Chris Jang, 2010:
 * the numbering is the one of its published result lines.)
 */
#include "gen/request/gatlas.h"

#include <string.h>

#include "gen/base/row.h"

enum {
    STANDARD_GROUP = 8,
    STANDARD_BLOCK = 4
};

bool gatlas_variant_of(const char *name, struct gatlas_variant *variant)
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
            *variant = (struct gatlas_variant){kernels[k].gemm, kernels[k].image, types[t].f64,
                                               types[t].vector, types[t].name};
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------- the three parameters */

bool gatlas_reads(enum option_id id)
{
    return id == OPTION_GROUP_SIZE || id == OPTION_BLOCK_HEIGHT || id == OPTION_EXTRA;
}

static long long value_of(const struct option_value *values, enum option_id id, long long standard)
{
    return values[id].text ? values[id].numbers[0] : standard;
}

static const char *const orders[] = {"jkl", "kjl", "ljk", "jlk", "klj", "lkj"};

const char *gatlas_loop_order(long long extra)
{
    return orders[extra % 6];
}

long long gatlas_extra_for(long long extra, const char *loop_order)
{
    return extra - extra % 6 + row_of_word(orders, loop_order);
}

bool gatlas_chooses_ids(const struct gatlas_variant *variant)
{
    return variant->image && !variant->gemm;
}

bool gatlas_global_ids(const struct gatlas_variant *variant, long long extra)
{
    return variant->image && (!gatlas_chooses_ids(variant) || extra % 12 < 6);
}

long long gatlas_extra_count(const struct gatlas_variant *variant)
{
    return gatlas_chooses_ids(variant) ? 24 : 12;
}

bool gatlas_inlines(const struct gatlas_variant *variant, long long extra)
{
    return extra >= gatlas_extra_count(variant) / 2;
}

/* Unsaid, the first one, with dimensions as they are asked for. */
long long gatlas_extra_of(const struct gatlas_variant *variant, const struct option_value *values)
{
    return value_of(values, OPTION_EXTRA,
                    values[OPTION_FIXED].text ? gatlas_extra_count(variant) / 2 : 0);
}

long long gatlas_group_of(const struct option_value *values)
{
    return value_of(values, OPTION_GROUP_SIZE, STANDARD_GROUP);
}

long long gatlas_block_of(const struct option_value *values)
{
    return value_of(values, OPTION_BLOCK_HEIGHT, STANDARD_BLOCK);
}

const char *gatlas_options(struct job *job, const char *name, const struct option_value *values)
{
    struct gatlas_variant variant;
    if (!gatlas_variant_of(name, &variant))
        return NULL;
    const long long group = gatlas_group_of(values);
    const long long block = gatlas_block_of(values);
    const long long extra = gatlas_extra_of(&variant, values);
    const long long v = variant.vector;
    const char *const common = arena_printf(
        job->arena,
        "--type %s --layout row%s --tile %lldx%lld --wg %lldx%lld --vec-a %lld --vec-b %lld "
        "--vec-c %lld --loop-order %s --ids %s --edges exact",
        variant.f64 ? "f64" : "f32", variant.gemm ? "" : " --alpha 1 --beta 0", block, v, group,
        group, v, v, v, gatlas_loop_order(extra),
        gatlas_global_ids(&variant, extra) ? "global" : "group");
    if (variant.image)
        return arena_printf(job->arena, "%s --family register --access image --tile-k %lld", common,
                            v);
    return arena_printf(job->arena,
                        "%s --family local --tile-k %lld --unroll-k %lld --local-vec-a %lld "
                        "--local-vec-b %lld --pad-a %lld --pad-b %lld --load-shape-a %lldx%lld "
                        "--load-shape-b %lldx%lld --index 32",
                        common, group * v, v, v, v, v, v, group, group, group, group);
}
