/*
 * The kernels that a profile has for shapes, for groups of rows and for launches of hosts, and their rates.
 */
#include <string.h>

#include "gen/request/kind.h"
#include "gen/request/profile_source.h"

/* The kernels for shapes that one profile of the chain has for a kind: those of the type, or those that say
 * themselves what they compute. */
static struct profile_part dispatch_at(const struct profile_source *source, size_t index,
                                       const char *kind)
{
    const struct value *const dispatch = profile_member(source->chain[index], "dispatch");
    const struct value *const own = profile_member(dispatch, kind);
    bool by_type = false;
    for (size_t i = 0; dispatch && !own && !by_type && kind_at(i); i++)
        by_type |= profile_member(dispatch, kind_at(i)) != NULL;
    return (struct profile_part){own || by_type ? own : dispatch, source->names[index],
                                 source->names[index + 1], own ? kind : NULL, NULL};
}

bool profile_has_kind(const struct profile_source *source, const char *kind)
{
    for (size_t i = 0; source->chain[i]; i++)
        if (profile_member(profile_member(source->chain[i], "options"), kind) ||
            profile_member(profile_member(source->chain[i], "dispatch"), kind))
            return true;
    return false;
}

struct profile_part profile_dispatch(const struct profile_source *source, const char *kind)
{
    const char *const other = kind_serving(kind);
    for (size_t i = 0; source->chain[i]; i++) {
        const struct profile_part part = dispatch_at(source, i, kind);
        if (part.value || profile_member(profile_member(source->chain[i], "options"), kind))
            return part;
    }
    return strcmp(other, kind) == 0 ? (struct profile_part){.value = NULL}
                                    : profile_dispatch(source, other);
}

const struct value *profile_shapes(const struct profile_source *source,
                                   const struct profile_part *dispatch)
{
    const struct value *shapes = profile_member(dispatch->value, "shapes");
    bool reached = false;
    for (size_t i = 0; source->chain[i] && dispatch->type && !dispatch->groups && !shapes; i++) {
        const struct value *const all = profile_member(source->chain[i], "dispatch");
        reached |= source->names[i] == dispatch->profile;
        if (!reached)
            continue;
        shapes = profile_member(profile_member(all, dispatch->type), "shapes");
        if (!shapes && !profile_member(all, "kernels"))
            shapes = profile_member(all, "shapes");
    }
    return shapes;
}

/* ------------------------------------------------------------------------------- rates */

/* A number of the rates of a profile or kernel, which must be there and above 0, or `from` 0. */
static double rate(struct job *job, const char *profile, const struct value *rates,
                   const char *name, bool from_0)
{
    const struct value *const member = profile_member(rates, name);
    const double number = !member                         ? -1
                          : member->kind == VALUE_INTEGER ? (double)member->integer
                                                          : member->real;
    if (number < 0 || (number <= 0 && !from_0))
        job_fail(job, CLGEMM_USAGE, "for", "profile %s: rates need %s, a number %s", profile, name,
                 from_0 ? "from 0" : "above 0");
    return number;
}

/* Whether one profile of the chain is another one, or inherits from it. */
static bool is_heir(const struct profile_source *source, const char *heir, const char *other)
{
    bool reached = false;
    for (size_t i = 0; source->chain[i]; i++) {
        reached |= source->names[i] == heir;
        if (source->names[i] == other)
            return reached;
    }
    return false;
}

struct device_rates profile_rates(struct job *job, const struct profile_source *source,
                                  const struct profile_part *dispatch)
{
    const struct profile_part part = profile_find(source, NULL, "rates");
    const char *const profile = part.profile;
    const struct value *const units = profile_member(part.value, "units");
    struct device_rates rates = {.units = units ? units->integer
                                                : profile_limit(source, "compute_units")};
    if (!part.value ||
        (!profile_member(part.value, "clock_ghz") && !is_heir(source, dispatch->profile, profile)))
        return (struct device_rates){.units = 0};
    if (rates.units < 1)
        job_fail(job, CLGEMM_USAGE, "for", "profile %s: rates need units, or limits.compute_units",
                 profile);
    rates.memory_gbs = rate(job, profile, part.value, "memory_gbs", false);
    if (profile_member(part.value, "clock_ghz")) {
        rates.clock_ghz = rate(job, profile, part.value, "clock_ghz", false);
        rates.start_us = 8;
        rates.step_us = 4;
        rates.overlap = 0.25;
        return rates;
    }
    rates.start_us = rate(job, profile, part.value, "start_us", true);
    rates.step_us = rate(job, profile, part.value, "step_us", true);
    rates.overlap = rate(job, profile, part.value, "overlap", true);
    if (profile_member(part.value, "beyond_gbs")) {
        rates.cache_kb = rate(job, profile, part.value, "cache_kb", true);
        rates.beyond_gbs = rate(job, profile, part.value, "beyond_gbs", false);
    }
    return rates;
}

struct kernel_rates profile_kernel_rates(struct job *job, const char *profile,
                                         const struct value *kernel)
{
    const struct value *const stated = profile_member(kernel, "rates");
    const struct value *const any_lines = profile_member(stated, "any_lines");
    struct kernel_rates rates = {.groups = 0};
    if (!stated)
        return rates;
    rates.groups = (long long)rate(job, profile, stated, "groups", false);
    rates.alone_ns = rate(job, profile, stated, "alone_ns", false);
    rates.shared_ns = rate(job, profile, stated, "shared_ns", false);
    rates.tile_ns = rate(job, profile, stated, "tile_ns", true);
    if (profile_member(stated, "odd_lines"))
        rates.odd_lines = rate(job, profile, stated, "odd_lines", false);
    else if (any_lines && any_lines->truth)
        rates.odd_lines = 1;
    rates.partial_tiles = 1;
    if (profile_member(stated, "partial_tiles"))
        rates.partial_tiles = rate(job, profile, stated, "partial_tiles", false);
    return rates;
}

/* ------------------------------------------------------------- hosts and groups of rows */

/* Whether one profile of the chain has kernels for shapes that say themselves what they compute. */
static bool is_tuned(const struct profile_source *source, size_t index, const char *kind)
{
    const struct profile_part dispatch = dispatch_at(source, index, kind);
    return dispatch.value && !dispatch.type;
}

struct profile_line profile_host_kernel(struct job *job, const struct profile_source *source,
                                        const char *interface, const char *kind)
{
    for (size_t i = 0; interface && source->chain[i]; i++) {
        const struct value *const hosts = profile_member(source->chain[i], "interfaces");
        const struct value *const options = profile_member(profile_member(hosts, interface), kind);
        if (options)
            return (struct profile_line){
                options->text, source->names[i],
                arena_printf(job->arena, "interfaces.%s.%s", interface, kind)};
        if (is_tuned(source, i, kind))
            break;
    }
    return (struct profile_line){.options = ""};
}

struct profile_part profile_groups(const struct profile_source *source, const char *where,
                                   const char *kind)
{
    for (size_t i = 0; source->chain[i]; i++) {
        const struct value *const groups = profile_member(source->chain[i], "groups");
        const struct value *const kernels = profile_member(profile_member(groups, where), kind);
        if (kernels)
            return (struct profile_part){kernels, source->names[i], source->names[i + 1], kind,
                                         where};
        if (is_tuned(source, i, kind))
            break;
    }
    return (struct profile_part){.value = NULL};
}
