#include "gen/rules/trial.h"

#include <string.h>

#include "gen/rules/rules.h"

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

/* Copies what rules propose into an arena that outlives them; false where there is no memory left. Nothing may leave the outer job while
 * the trial holds memory. */
static bool copy_proposals(struct arena *arena, const struct refusal *refusal,
                           struct proposal ***end)
{
    for (const struct proposal *p = refusal->proposals; p; p = p->next) {
        if (!p->changes)
            continue;
        struct proposal *const own = arena_allocate_or_null(arena, sizeof *own);
        if (!own || !copy_changes(arena, p->changes, &own->changes))
            return false;
        **end = own;
        *end = &own->next;
    }
    return true;
}

static bool fill(struct arena *arena, const struct spec *spec, const struct broken_rule *broken,
                 struct trial *trial)
{
    struct proposal *heads[] = {NULL, NULL}, **first = &heads[0], **others = &heads[1];
    bool filled = true;
    trial->family = spec->family;
    trial->spec = spec;
    trial->rules = broken;
    trial->broken = 0;
    for (int id = 0; id < OPTION_COUNT; id++)
        trial->asked[id] = spec->values[id].voice >= VOICE_PRESET;
    for (; broken && filled; broken = broken->next)
        filled = copy_proposals(arena, broken->refusal, trial->broken++ ? &others : &first);
    trial->first = heads[0];
    trial->others = heads[1];
    return filled;
}

static struct trial *new_trial(struct job *job, const struct option_value *values)
{
    struct trial *const trial = arena_allocate(job->arena, sizeof *trial);
    trial->values = values;
    trial->broken = -1;
    return trial;
}

static _Noreturn void fail_memory(struct job *job)
{
    job_fail(job, CLGEMM_IO, NULL, "out of memory");
}

const struct trial *trial_keep(struct job *job, const struct option_value *values,
                               const struct profile_source *source)
{
    struct trial *const trial = new_trial(job, values);
    const struct spec *const spec = spec_resolve_for(job, values, source, NULL);
    if (!fill(job->arena, spec, rules_broken(job, spec), trial))
        fail_memory(job);
    return trial;
}

const struct trial *trial_of(struct job *job, const struct option_value *values,
                             const struct profile_source *source, struct arena *keep)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct arena arena;
    struct job own;
    struct trial *const trial = new_trial(job, values);
    volatile bool filled = true;
    arena_init(&arena, NULL, NULL);
    job_init(&own, &arena, &error);
    if (setjmp(own.escape) == 0) {
        const struct spec *const spec = spec_resolve_for(&own, values, source, NULL);
        filled = fill(job->arena, spec, rules_broken(&own, spec), trial);
    }
    if (trial->broken == 0 && keep)
        arena_adopt(keep, &arena);
    else
        trial->spec = NULL;
    trial->rules = NULL;
    arena_free(&arena);
    if (error.code == CLGEMM_IO)
        job_fail_with(job, &error);
    if (!filled)
        fail_memory(job);
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
        /* What a host's launch wants has more precedence, and is dropped by families that do not want it (spec_values). */
        if (!change->value || saying->values[id].voice > saying->voice)
            saying->values[id] = (struct option_value){.voice = VOICE_NONE};
        if (change->value)
            option_say(job, saying->values, id, change->value, saying->voice);
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
