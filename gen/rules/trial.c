#include "gen/rules/trial.h"

#include <string.h>

#include "gen/rules/rules.h"

/* The rules that are broken, as they are told. */
struct findings {
    struct arena *arena;               /* that outlives the trial */
    struct proposal **first, **others; /* the ends of both lists */
    bool exhausted;
    int broken;
};

/* A copy of changes; false where there is no memory left. */
static bool copy_changes(struct arena *arena, const struct change *from, struct change **to)
{
    *to = NULL;
    for (; from; from = from->next, to = &(*to)->next) {
        const size_t bytes = from->value ? strlen(from->value) + 1 : 0;
        char *const value = arena_allocate_or_null(arena, bytes);
        *to = arena_allocate_or_null(arena, sizeof **to);
        if (!value || !*to)
            return false;
        (*to)->option = from->option;
        (*to)->value = from->value ? memcpy(value, from->value, bytes) : NULL;
    }
    return true;
}

/* Nothing may leave the outer job while the trial holds memory. */
static void note(void *self, const struct rule *rule, const struct refusal *refusal)
{
    struct findings *const findings = self;
    struct proposal ***const end = findings->broken++ ? &findings->others : &findings->first;
    (void)rule;
    for (const struct proposal *p = refusal->proposals; p && !findings->exhausted; p = p->next) {
        if (!p->changes)
            continue;
        struct proposal *const own = arena_allocate_or_null(findings->arena, sizeof *own);
        if (!own || !copy_changes(findings->arena, p->changes, &own->changes)) {
            findings->exhausted = true;
            return;
        }
        **end = own;
        *end = &own->next;
    }
}

/* The same in an arena of its own, which is `job`'s. */
static void try_out(struct job *job, const struct option_value *values,
                    const struct profile_source *source, struct trial *trial,
                    struct findings *findings)
{
    const struct spec *const spec = spec_resolve_for(job, values, source);
    trial->family = spec->family;
    for (int id = 0; id < OPTION_COUNT; id++)
        trial->asked[id] = spec->values[id].voice >= VOICE_PRESET;
    rules_check(job, spec, note, findings);
    trial->broken = findings->broken;
}

const struct trial *trial_of(struct job *job, const struct option_value *values,
                             const struct profile_source *source)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct arena arena;
    struct job own;
    struct trial *const trial = arena_allocate(job->arena, sizeof *trial);
    struct findings *const findings = arena_allocate(job->arena, sizeof *findings);
    struct proposal *const heads = arena_array(job->arena, 2, sizeof *heads);
    *findings =
        (struct findings){.arena = job->arena, .first = &heads[0].next, .others = &heads[1].next};
    trial->broken = -1;
    arena_init(&arena, NULL, NULL);
    job_init(&own, &arena, &error);
    if (setjmp(own.escape) == 0)
        try_out(&own, values, source, trial, findings);
    arena_free(&arena);
    if (findings->exhausted)
        error_set(&error, CLGEMM_IO, NULL, "out of memory");
    if (error.code == CLGEMM_IO)
        job_fail_with(job, &error);
    trial->first = heads[0].next;
    trial->others = heads[1].next;
    return trial;
}

/* -------------------------------------------------------------------------------- changes */

struct saying {
    struct option_value *values;
    const struct change *changes;
    enum voice voice;
};

static void end_picked_kernel(struct option_value *values)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (values[id].voice == VOICE_PROFILE)
            values[id] = (struct option_value){.voice = VOICE_NONE};
}

static void say(struct job *job, void *self)
{
    const struct saying *const saying = self;
    for (const struct change *change = saying->changes; change; change = change->next) {
        const enum option_id id = change->option;
        if (id == OPTION_PRESET || id == OPTION_FAMILY || id == OPTION_SHARE)
            end_picked_kernel(saying->values);
        if (change->value)
            option_say(job, saying->values, id, change->value, saying->voice);
        else
            saying->values[id] = (struct option_value){.voice = VOICE_NONE};
    }
}

bool trial_say(struct job *job, struct option_value *values, const struct change *changes,
               enum voice voice)
{
    struct saying saying = {values, changes, voice};
    struct clgemm_error error = {.code = CLGEMM_OK};
    const int status = job_try(job, say, &saying, &error);
    if (status && error.code == CLGEMM_IO)
        job_fail_with(job, &error);
    return status == 0;
}

static bool is_same(const char *one, const char *other)
{
    return one && other ? strcmp(one, other) == 0 : one == other;
}

struct change *trial_changes(struct job *job, const struct option_value *from,
                             const struct option_value *to)
{
    struct change *first = NULL, **end = &first;
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (is_same(from[id].text, to[id].text) && from[id].voice == to[id].voice)
            continue;
        /* What was picked of a profile goes with another family. */
        if (!to[id].text && from[id].voice == VOICE_PROFILE)
            continue;
        struct change *const change = arena_allocate(job->arena, sizeof *change);
        change->option = (enum option_id)id;
        change->value = to[id].text;
        *end = change;
        end = &change->next;
    }
    return first;
}
