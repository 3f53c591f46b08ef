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
    return (struct profile_part){.value = own || by_type ? own : dispatch,
                                 .profile = source->names[index],
                                 .inherits = source->names[index + 1],
                                 .type = own ? kind : NULL};
}

bool profile_has_kind(const struct profile_source *source, const char *kind)
{
    for (size_t i = 0; source->chain[i]; i++)
        if (profile_member(profile_member(source->chain[i], "options"), kind) ||
            profile_member(profile_member(source->chain[i], "dispatch"), kind))
            return true;
    return false;
}

/* Whether a profile of the chain, or one before it, says that nothing was measured on its devices. */
static bool is_unmeasured(const struct profile_source *source, const char *profile)
{
    for (size_t i = 0; source->chain[i]; i++) {
        const struct value *const said = profile_member(source->chain[i], "measured");
        if (said && !said->truth)
            return true;
        if (source->names[i] == profile)
            break;
    }
    return false;
}

/* Whether the kernels of a type have a place for the one that an heir states: one of them has no options. */
static bool has_place(const struct profile_part *dispatch)
{
    const struct value *const kernels = profile_member(dispatch->value, "kernels");
    for (const struct value *one = kernels ? kernels->first : NULL; one && dispatch->type;
         one = one->next)
        if (!profile_member(one, "options"))
            return true;
    return false;
}

struct profile_part profile_dispatch(const struct profile_source *source, const char *kind)
{
    const char *const other = kind_serving(kind);
    bool joins = false; /* a profile states a kernel, for one of those behind it */
    for (size_t i = 0; source->chain[i]; i++) {
        const struct profile_part part = dispatch_at(source, i, kind);
        if (part.value && (!joins || has_place(&part)))
            return part;
        if (!profile_member(profile_member(source->chain[i], "options"), kind))
            continue;
        if (part.value || !is_unmeasured(source, source->names[i]))
            return (struct profile_part){.value = NULL};
        joins = true;
    }
    return joins || strcmp(other, kind) == 0 ? (struct profile_part){.value = NULL}
                                             : profile_dispatch(source, other);
}

struct profile_part profile_alone(struct job *job, const struct profile_source *source,
                                  const char *kind)
{
    struct value *const dispatch = value_object(job);
    struct value *const kernel =
        value_add(value_set_list(job, dispatch, "kernels"), value_object(job));
    value_set_text(job, kernel, "name", "only");
    return (struct profile_part){.value = dispatch,
                                 .profile = source->names[0],
                                 .inherits = source->names[1],
                                 .type = kind,
                                 .alone = true};
}

const struct value *profile_shapes(const struct profile_source *source,
                                   const struct profile_part *dispatch)
{
    const struct value *shapes =
        is_unmeasured(source, dispatch->profile) ? NULL : profile_member(dispatch->value, "shapes");
    const bool inherits = dispatch->type && !dispatch->groups && !dispatch->alone;
    bool reached = false;
    for (size_t i = 0; source->chain[i] && inherits && !shapes; i++) {
        const struct value *const all = profile_member(source->chain[i], "dispatch");
        reached |= source->names[i] == dispatch->profile;
        if (!reached || is_unmeasured(source, source->names[i]))
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

/* Those of a device that nobody measured, by what is known of it. */
static struct device_rates derived_rates(struct job *job, const struct profile_source *source,
                                         const struct profile_part *stated)
{
    static const struct device_rates gpu = {.units = 32,
                                            .start_us = 8,
                                            .step_us = 4,
                                            .memory_gbs = 400,
                                            .clock_ghz = 1.5,
                                            .overlap = 0.25};
    static const struct device_rates cpu = {.units = 8,
                                            .start_us = 20,
                                            .step_us = 12,
                                            .memory_gbs = 50,
                                            .clock_ghz = 3,
                                            .overlap = 0.25};
    const struct value *const type = profile_find(source, "match", "type").value;
    const struct value *const units = profile_member(stated->value, "units");
    struct device_rates rates = type && strcmp(type->text, "cpu") == 0 ? cpu : gpu;
    if (profile_limit(source, "compute_units"))
        rates.units = profile_limit(source, "compute_units");
    if (!profile_member(stated->value, "clock_ghz"))
        return rates;
    rates.clock_ghz = rate(job, stated->profile, stated->value, "clock_ghz", false);
    rates.memory_gbs = rate(job, stated->profile, stated->value, "memory_gbs", false);
    if (units)
        rates.units = units->integer;
    return rates;
}

struct device_rates profile_rates(struct job *job, const struct profile_source *source,
                                  const struct profile_part *dispatch, bool shapes)
{
    const struct profile_part part = profile_find(source, NULL, "rates");
    const char *const profile = part.profile;
    const struct value *const units = profile_member(part.value, "units");
    struct device_rates rates = {.units = units ? units->integer
                                                : profile_limit(source, "compute_units")};
    const bool measured = part.value && is_heir(source, dispatch->profile, profile) &&
                          !is_unmeasured(source, profile);
    if (profile_member(part.value, "clock_ghz") || (!measured && !shapes))
        return derived_rates(job, source, &part);
    if (!measured)
        return (struct device_rates){.units = 0};
    if (rates.units < 1)
        job_fail(job, CLGEMM_USAGE, "for", "profile %s: rates need units, or limits.compute_units",
                 profile);
    rates.memory_gbs = rate(job, profile, part.value, "memory_gbs", false);
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
            return (struct profile_part){.value = kernels,
                                         .profile = source->names[i],
                                         .inherits = source->names[i + 1],
                                         .type = kind,
                                         .groups = where};
        if (is_tuned(source, i, kind))
            break;
    }
    return (struct profile_part){.value = NULL};
}
