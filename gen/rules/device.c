/* Rules of what a profile says about its device: local memory, registers, sub-groups. Checked after the family's own: they
 * count with what those have made sure of. */
#include "gen/rules/internal.h"

#include <string.h>

#include "gen/rules/family.h"

/* What gets from one spec to a smaller one, as the one proposal of a refusal: "--tile-k 8 --tile 16x2"; none where nothing does. */
static const struct refusal *way_to(struct job *job, const struct spec *from, const struct spec *to)
{
    struct refusal *const way = refuse(job, "%s", "");
    if (to->tile_k != from->tile_k)
        propose_with(way, OPTION_TILE_K, "%lld", to->tile_k);
    if (to->members != from->members)
        propose_with(way, OPTION_WG_MEMBERS, "%lld", to->members);
    if (from->family->rules->propose)
        from->family->rules->propose(way, from, to);
    if (to->wg.height != from->wg.height || to->wg.width != from->wg.width)
        propose_with(way, OPTION_WG, "%lldx%lld", to->wg.height, to->wg.width);
    if (to->tile.height != from->tile.height || to->tile.width != from->tile.width)
        propose_with(way, OPTION_TILE, "%lldx%lld", to->tile.height, to->tile.width);
    return way;
}

/* Proposes smaller specs that fit, as `fits` says: by defaults alone, and by whatever it takes. */
static struct refusal *propose_smaller(struct refusal *refusal, const struct spec *spec,
                                       bool local_memory, bool (*fits)(const struct spec *spec))
{
    const char *before = "";
    for (int keeps = 1; keeps >= 0; keeps--) {
        struct spec less = *spec;
        less.keeps_asked = keeps;
        while (!fits(&less) && spec_shrink(refusal->job, &less, local_memory))
            continue;
        const struct refusal *const way = way_to(refusal->job, spec, &less);
        const char *const text = refusal_text(way);
        if (way->proposals && strcmp(text, before) != 0 && (!keeps || fits(&less)))
            propose_again(refusal, way->proposals);
        before = text;
    }
    return refusal->proposals ? refusal : propose(refusal, OPTION_SUB_GROUPS, "intel");
}

/* The options that the last proposal changes, which is whatever it takes, as they were asked: " with --tile-k 16 (from --preset
 * dpcpp_v5)"; "" where nobody asked. */
static const char *said_of(struct job *job, const struct spec *spec,
                           const struct proposal *proposals)
{
    const char *said = "";
    while (proposals->next)
        proposals = proposals->next;
    for (const struct change *change = proposals->changes; change; change = change->next) {
        const char *const value = spec->values[change->option].text;
        if (value)
            said = arena_printf(job->arena, "%s%s%s", said, *said ? " and " : " with ",
                                option_and_value(job, spec, change->option, "%s", value));
    }
    return said;
}

static bool fits_local_memory(const struct spec *spec)
{
    return spec_local_bytes(spec) <= spec->profile->local_bytes;
}

static const struct refusal *local_memory_too_small(struct job *job, const struct spec *spec)
{
    const long long limit = spec->profile->local_bytes;
    if (!limit || fits_local_memory(spec))
        return NULL;
    struct refusal *const refusal = refuse(job, "local memory");
    propose_smaller(refusal, spec, true, fits_local_memory);
    refusal->sentence =
        arena_printf(job->arena, "the kernel needs %lld bytes of local memory%s, %s has %lld",
                     spec_local_bytes(spec), said_of(job, spec, refusal->proposals),
                     option_limits(job, spec, OPTION_LOCAL_LIMIT, limit), limit);
    return refusal;
}

static const struct refusal *local_memory_of_step(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {spec_operand(spec, ROLE_A),
                                              spec_operand(spec, ROLE_B)};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        const long long limit = spec->profile->local_bytes;
        if (!operand->pretransposed || spec_transpose_side(spec, operand))
            continue;
        return propose(refuse(job,
                              "the step that transposes %s (%s) needs at least %lld bytes of local "
                              "memory, %s has %lld",
                              operand->name, option_said(job, spec, OPTION_PRETRANSPOSE),
                              spec_transpose_bytes(operand, 1),
                              option_limits(job, spec, OPTION_LOCAL_LIMIT, limit), limit),
                       OPTION_PRETRANSPOSE, "%s",
                       !operands[!i]->pretransposed || !spec_transpose_side(spec, operands[!i])
                           ? "none"
                       : operands[!i]->role == ROLE_A ? "a"
                                                      : "b");
    }
    return NULL;
}

/* Work-items that a hardware thread carries: the sub-group that was asked for; where none was, the
 * compiler may fall back to the smallest. */
static long long items_of_thread(const struct spec *spec)
{
    const struct profile *const profile = spec->profile;
    return spec_has_lanes(spec) || !profile->lane_count ? spec->sg_size : profile->lanes[0];
}

/* The register-tile article's sum: A + B + C of one hardware thread against its register file. */
static long long register_bytes(const struct spec *spec)
{
    const struct fragments f = spec_fragments(spec);
    return (f.a + f.b + f.c) * (spec->profile->registers_by_sub_group ? items_of_thread(spec) : 1);
}

static bool fits_registers(const struct spec *spec)
{
    return register_bytes(spec) <= spec->profile->register_bytes;
}

static const struct refusal *registers_over_budget(struct job *job, const struct spec *spec)
{
    const struct profile *const profile = spec->profile;
    if (!profile->register_bytes || fits_registers(spec))
        return NULL;
    const struct fragments f = spec_fragments(spec);
    const long long items = profile->registers_by_sub_group ? items_of_thread(spec) : 1;
    return propose_smaller(
        refuse(job,
               "%s needs %lld B of registers (A %lld + B %lld + C %lld) per hardware thread, "
               "profile %s has %lld",
               option_shape(job, spec, OPTION_TILE), register_bytes(spec), f.a * items, f.b * items,
               f.c * items, profile->name, profile->register_bytes),
        spec, false, fits_registers);
}

static const struct refusal *sub_group_size_unknown(struct job *job, const struct spec *spec)
{
    const struct profile *const profile = spec->profile;
    if (!spec_has_lanes(spec) || spec->spelling == SPELLING_EMULATED || !profile->lane_count)
        return NULL;
    for (size_t i = 0; i < profile->lane_count; i++)
        if (profile->lanes[i] == spec->sg_size)
            return NULL;
    const long long least = profile->lanes[0];
    struct refusal *const refusal = refuse(
        job, "profile %s has sub-groups of %s, not %lld, which %s asks for", profile->name,
        profile->sub_group_sizes, spec->sg_size,
        spec->values[OPTION_SG_SIZE].text ? option_number(job, spec, OPTION_SG_SIZE, spec->sg_size)
                                          : option_side(job, spec, OPTION_WG, false));
    propose(refusal, OPTION_WG, "%lldx%lld", spec->wg.height, least);
    if (spec->values[OPTION_SG_SIZE].text)
        propose_with(refusal, OPTION_SG_SIZE, "%lld", least);
    return propose(refusal, OPTION_SUB_GROUPS, "emulated");
}

static bool no_local_limit(const struct premises *premises)
{
    return !premises->profile->local_bytes;
}

static bool no_register_limit(const struct premises *premises)
{
    return !premises->profile->register_bytes;
}

static bool no_sub_group_sizes(const struct premises *premises)
{
    return !premises->profile->lane_count;
}

const struct rule device_rules[] = {
    {"local-memory", local_memory_too_small, rule_reads_local, no_local_limit},
    {"step-local-memory", local_memory_of_step, READS(TYPE_OPTIONS, OPTION_PRETRANSPOSE),
     no_local_limit},
    {"registers", registers_over_budget,
     READS(GROUP_OPTIONS, OPTION_SUB_GROUPS, TYPE_OPTIONS, OPTION_COMPUTE, OPTION_ACCUMULATE,
           MEMORY_OPTIONS, OPTION_TILE_K, OPTION_VEC_A, OPTION_VEC_B, OPTION_VEC_C, OPTION_SG_SIZE,
           OPTION_STAGE_A, OPTION_STAGE_B, OPTION_LOAD_SHAPE_A, OPTION_LOAD_SHAPE_B,
           OPTION_LOCAL_VEC_A, OPTION_LOCAL_VEC_B, OPTION_PREFETCH, OPTION_EXCHANGE, OPTION_CHAIN),
     no_register_limit},
    {"sub-group-size", sub_group_size_unknown,
     READS(FAMILY_OPTIONS, OPTION_SUB_GROUPS, OPTION_WG, OPTION_SG_SIZE), no_sub_group_sizes},
    {NULL, NULL, NULL, NULL},
};
