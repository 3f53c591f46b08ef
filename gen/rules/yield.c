#include "gen/rules/yield.h"

#include <string.h>

#include "gen/rules/mend.h"
#include "gen/spec/family.h"

enum {
    OWN_TRIES = 40,  /* in the family that is meant */
    OTHER_TRIES = 32 /* in each of the others */
};

/* What is computed, and names: nobody else decides these. */
static bool is_decided(const struct mending *mending, const struct trial *trial,
                       const struct change *change)
{
    const bool *const asked = trial->asked;
    switch (change->option) {
    case OPTION_TYPE:
        return !mending->types || asked[OPTION_TYPE_A] || asked[OPTION_TYPE_B] ||
               asked[OPTION_TYPE_C] || asked[OPTION_COMPUTE];
    /* Numbers that stand for several shorter ones have nearly the digits of the elements. */
    case OPTION_COMPUTE:
        return !number_find(change->value)->products;
    case OPTION_ACCUMULATE:
        return false;
    /* Strides and members are those of a batch. */
    case OPTION_BATCH:
        return strcmp(change->value, "strided") != 0;
    case OPTION_EDGES:
        return strcmp(change->value, "pad") != 0 && strcmp(change->value, "guard") != 0;
    case OPTION_ACCESS_A:
    case OPTION_ACCESS_B:
        return asked[OPTION_ACCESS];
    case OPTION_PRESET:
    case OPTION_FAMILY:
    case OPTION_SHARE:
    case OPTION_PREPARED:
    case OPTION_KERNEL_NAME:
        return true;
    default:
        return strcmp(option_rows[change->option].group, "kernel") != 0;
    }
}

static bool may_yield(const struct mending *mending, const struct trial *trial,
                      const struct change *change)
{
    return change->value && !trial->asked[change->option] && !is_decided(mending, trial, change);
}

/* A request whose defaults yield: what is known of it. */
struct yielding {
    struct job *job;
    const struct option_value *said;
    const struct profile_source *source;
    const struct trial *first; /* of what is said */
    struct arena *keep;        /* see trial_of */
};

/* Of the family that is meant (NULL), or another one. */
static const struct trial *yield_in(const struct yielding *yielding, const struct family *family,
                                    bool types)
{
    struct job *const job = yielding->job;
    struct option_value *const values = option_copy(job, yielding->said);
    const struct mending mending = {.values = values,
                                    .first = family ? NULL : yielding->first,
                                    .source = yielding->source,
                                    .voice = VOICE_YIELD,
                                    .tries = family ? OTHER_TRIES : OWN_TRIES,
                                    .keep = yielding->keep,
                                    .may = may_yield,
                                    .types = types};
    if (family) {
        const struct change change = {.option = OPTION_FAMILY, .value = family->name};
        trial_say(job, values, &change, VOICE_YIELD);
    }
    return mend(job, &mending);
}

static bool may_be(const struct yielding *yielding, const struct family *family, bool types)
{
    return !yielding->first->asked[OPTION_FAMILY] && family != yielding->first->family &&
           spec_suits(family, yielding->said) && (!types || family_has_engine(family));
}

static const struct trial *yield_in_any(const struct yielding *yielding, bool types)
{
    const struct trial *served = NULL;
    if (!types || family_has_engine(yielding->first->family))
        served = yield_in(yielding, NULL, types);
    for (size_t i = 0; family_order[i] && !served; i++)
        if (may_be(yielding, family_order[i], types))
            served = yield_in(yielding, family_order[i], types);
    return served;
}

/* The same in an arena of its own, which is the job's. */
static const struct trial *search(const struct yielding *yielding)
{
    if (yielding->first->broken == 0)
        return yielding->first;
    if (yielding->first->broken < 0)
        return NULL;
    const struct trial *const served = yield_in_any(yielding, false);
    return served ? served : yield_in_any(yielding, true);
}

/* Whether the request is served, and its spec: what `keep` has then, where that is asked for. */
static bool yields(struct job *job, const struct option_value *said,
                   const struct profile_source *source, const struct trial *first,
                   struct arena *keep, const struct spec **spec)
{
    struct clgemm_error error;
    struct arena arena;
    struct job inner;
    arena_init(&arena, NULL, NULL);
    job_init(&inner, &arena, &error);
    if (setjmp(inner.escape)) {
        arena_free(&arena);
        job_fail_with(job, &error);
    }
    const struct yielding yielding = {&inner, said, source,
                                      first ? first : trial_of(&inner, said, source, NULL), keep};
    const struct trial *const served = search(&yielding);
    *spec = served ? served->spec : NULL;
    arena_free(&arena);
    return served != NULL;
}

bool yield_serves(struct job *job, const struct option_value *said,
                  const struct profile_source *source)
{
    const struct spec *spec;
    return yields(job, said, source, NULL, NULL, &spec);
}

const struct spec *yield_defaults(struct job *job, const struct trial *refused,
                                  const struct profile_source *source)
{
    const struct spec *spec;
    yields(job, refused->values, source, refused, job->arena, &spec);
    return spec;
}
