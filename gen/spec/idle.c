#include "gen/spec/idle.h"

#include <string.h>

#include "gen/spec/family.h"

static bool ignored(const struct spec *spec, enum option_id id)
{
    const struct family_spec *const of_family = spec->family->spec;
    return of_family->ignores && of_family->ignores(spec, id);
}

bool of_other_family(const struct spec *spec, enum option_id id)
{
    return !family_reads(spec->family, id) || ignored(spec, id);
}

bool moves_no_vectors(const struct spec *spec, enum option_id id)
{
    return of_other_family(spec, id) ||
           (spec->a.vector == 1 && spec->b.vector == 1 && spec->c.vector == 1);
}

bool exchanges_nothing(const struct spec *spec, enum option_id id)
{
    return !spec->family->spec->exchanges || ignored(spec, id);
}

bool computes_as_stored(const struct spec *spec, enum option_id id)
{
    (void)id;
    const struct element *const a = spec->a.given;
    if (element_is_rounded(a) && family_has_engine(spec->family))
        return spec->b.given != a;
    return !a->same || a->same == a->read || spec->b.given != a;
}

bool sums_as_computed(const struct spec *spec, enum option_id id)
{
    (void)id;
    return spec->numbers.compute->bytes > 2;
}

bool multiplies_whole(const struct spec *spec, enum option_id id)
{
    (void)id;
    return spec->numbers.compute->whole;
}

bool adds_no_parts(const struct spec *spec, enum option_id id)
{
    (void)id;
    return spec->split_k == 1;
}

/* ------------------------------------------------------------------------------- reasons */

/* The limit of the profile, that of the option included: a higher one changes nothing. */
static const char *higher_limit(struct job *job, const struct spec *spec, enum option_id id)
{
    const long long limit =
        id == OPTION_WG_LIMIT ? spec->profile->work_group_size : spec->profile->local_bytes;
    return spec->values[id].numbers[0] <= limit
               ? NULL
               : arena_printf(job->arena, "profile %s has %lld", spec->profile->name, limit);
}

/* What a family has no use for in this kernel; words for both kinds of options that families ignore. */
static const char *unused(struct job *job, const struct spec *spec, enum option_id id)
{
    if (family_lacks(spec->family, id) && family_is_asked(id, &spec->values[id]))
        return arena_printf(job->arena, "family %s has no such option", spec->family->name);
    return family_reads(spec->family, id) && ignored(spec, id) ? "the kernel has no use for it"
                                                               : NULL;
}

const char *idle_reason(struct job *job, const struct spec *spec, enum option_id id)
{
    const struct option_value *const value = &spec->values[id];
    if (value->voice < VOICE_USER)
        return NULL;
    switch (id) {
    case OPTION_WG_LIMIT:
    case OPTION_LOCAL_LIMIT:
        return higher_limit(job, spec, id);
    case OPTION_MAD:
        return multiplies_whole(spec, id) ? "whole numbers are multiplied and added exactly"
               : spec_engine(spec).name   ? "the matrix engine multiplies and adds"
                                          : NULL;
    case OPTION_EXCHANGE:
        return value->on && family_reads(spec->family, id) && !spec_exchanges(spec)
                   ? "what is exchanged through local memory lies there anyway"
                   : NULL;
    case OPTION_SUB_GROUPS:
    case OPTION_SG_SIZE:
        return strcmp(value->text, "auto") == 0  ? NULL
               : family_has_engine(spec->family) ? "the engine has sub-groups of its own"
               : exchanges_nothing(spec, id)     ? "the kernel exchanges nothing by sub-groups"
                                                 : NULL;
    case OPTION_QUANTS:
        return strcmp(value->text, "apart") == 0 && !element_lies_apart(spec->a.given) &&
                       !element_lies_apart(spec->b.given)
                   ? "neither A nor B has blocks whose parts can lie apart"
                   : NULL;
    case OPTION_SPLIT_K_SUM:
        return strcmp(value->text, "launch") == 0 && adds_no_parts(spec, id)
                   ? "there is one part of K"
                   : NULL;
    case OPTION_ALIGNED:
        return value->on && family_reads(spec->family, id) && moves_no_vectors(spec, id)
                   ? "the kernel moves single elements"
                   : NULL;
    default:
        return unused(job, spec, id);
    }
}
