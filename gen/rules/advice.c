#include "gen/rules/advice.h"

#include <string.h>

#include "gen/rules/rules.h"

enum {
    LONGEST_SERIES = 24 /* proposals that are followed, one after another */
};

/* A request in which proposals are followed. */
struct attempt {
    struct option_value values[OPTION_COUNT];
    enum option_id changed[OPTION_COUNT]; /* in the order of their first change */
    size_t count;
};

/* ---------------------------------------------------------------------- requests tried out */

struct findings {
    int count;
    struct change *first; /* what the first rule's refusal proposes first */
};

/* The rules that are broken, and what the first of them proposes. */
struct first_broken {
    int count;
    const struct proposal *proposal;
};

static void note(void *self, const struct rule *rule, const struct refusal *refusal)
{
    struct first_broken *const broken = self;
    (void)rule;
    if (broken->count++ == 0)
        broken->proposal = refusal->proposals;
}

/* A copy of changes in another arena; false where that has no memory left. */
static bool copy_changes(struct arena *arena, const struct change *from, struct change **to)
{
    *to = NULL;
    for (; from; from = from->next, to = &(*to)->next) {
        const size_t bytes = strlen(from->value) + 1;
        char *const value = arena_allocate_or_null(arena, bytes);
        *to = arena_allocate_or_null(arena, sizeof **to);
        if (!value || !*to)
            return false;
        (*to)->option = from->option;
        (*to)->value = memcpy(value, from->value, bytes);
    }
    return true;
}

/* The rules that a request breaks; their count is -1 where it cannot be resolved at all. A lack of memory is
 * the outer job's. */
static struct findings try_out(struct job *job, const struct option_value *said)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct arena arena;
    struct job own;
    volatile int count = -1;
    struct change *volatile first = NULL;
    arena_init(&arena, NULL, NULL);
    job_init(&own, &arena, &error);
    if (setjmp(own.escape) == 0) {
        struct first_broken broken = {.count = 0};
        struct change *copy = NULL;
        rules_check(&own, spec_resolve(&own, said), note, &broken);
        count = broken.count;
        /* Nothing may leave the outer job while this one holds memory. */
        if (broken.proposal && !copy_changes(job->arena, broken.proposal->changes, &copy))
            error_set(&error, CLGEMM_IO, NULL, "out of memory");
        first = copy;
    }
    arena_free(&arena);
    if (error.code == CLGEMM_IO)
        job_fail_with(job, &error);
    return (struct findings){.count = count, .first = first};
}

/* Asks for what is proposed, or gives false where an option does not take its value. */
static bool follow(struct job *job, struct attempt *attempt, const struct change *changes)
{
    struct option_value said[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    struct clgemm_error error;
    struct job own;
    job_init(&own, job->arena, &error);
    if (setjmp(own.escape)) {
        job_init(job, job->arena, job->error);
        if (error.code == CLGEMM_IO)
            job_fail_with(job, &error);
        return false;
    }
    for (const struct change *change = changes; change; change = change->next)
        option_say(&own, said, change->option, change->value, VOICE_USER);
    job_init(job, job->arena, job->error);
    /* A request that names a kernel has none of the profile's kernels for shapes, which may have been picked before. */
    for (int id = 0; id < OPTION_COUNT && spec_names_kernel(said); id++)
        if (attempt->values[id].voice == VOICE_PROFILE)
            attempt->values[id] = (struct option_value){.voice = VOICE_NONE};
    for (int id = 0; id < OPTION_COUNT; id++) {
        size_t known = 0;
        if (!said[id].text)
            continue;
        while (known < attempt->count && attempt->changed[known] != (enum option_id)id)
            known++;
        if (known == attempt->count)
            attempt->changed[attempt->count++] = (enum option_id)id;
        attempt->values[id] = said[id];
    }
    return true;
}

/* Follows a proposal, and the first ones of the refusals that come then, until fewer than `broken` rules
 * are broken. Returns the number of proposals; 0 where that is too far. */
static int follow_on(struct job *job, struct attempt *attempt, const struct change *changes,
                     int broken)
{
    for (int steps = 1; steps <= LONGEST_SERIES && changes; steps++) {
        if (!follow(job, attempt, changes))
            return 0;
        const struct findings findings = try_out(job, attempt->values);
        if (findings.count >= 0 && findings.count < broken)
            return steps;
        changes = findings.first;
    }
    return 0;
}

/* ----------------------------------------------------------------------------- the answer */

static struct refusal *refused_as(const struct refusal *refusal)
{
    return refuse(refusal->job, "%s", refusal->sentence);
}

/* The refusal with what was changed as its one proposal: "--share none --family register". */
static const struct refusal *with_series(const struct refusal *refusal,
                                         const struct attempt *attempt)
{
    struct refusal *const own = refused_as(refusal);
    for (size_t i = 0; i < attempt->count; i++) {
        const enum option_id id = attempt->changed[i];
        const struct option_value *const value = &attempt->values[id];
        propose_with(own, id, "%s", value->text);
    }
    return own;
}

/* The refusal with those of its proposals alone that help, and with its words. */
static const struct refusal *with_helpful(const struct refusal *refusal, const bool *helps)
{
    struct refusal *const own = refused_as(refusal);
    for (const struct proposal *p = refusal->proposals; p; p = p->next, helps++)
        if (*helps)
            propose_again(own, p);
    return own;
}

const struct refusal *advice_that_helps(struct job *job, const struct option_value *said,
                                        int broken, const struct refusal *refusal)
{
    struct attempt *const attempt = arena_allocate(job->arena, sizeof *attempt);
    struct attempt *const shortest = arena_allocate(job->arena, sizeof *shortest);
    size_t count = 0, index = 0;
    int least = 0;
    bool all = true;
    for (const struct proposal *p = refusal->proposals; p; p = p->next)
        count++;
    bool *const helps = arena_array(job->arena, count, sizeof *helps);
    for (const struct proposal *p = refusal->proposals; p; p = p->next, index++) {
        helps[index] = !p->changes;
        if (!p->changes)
            continue;
        memcpy(attempt->values, said, sizeof attempt->values);
        attempt->count = 0;
        const int steps = follow_on(job, attempt, p->changes, broken);
        helps[index] = steps == 1;
        all = all && steps == 1;
        if (steps && (!least || steps < least)) {
            least = steps;
            *shortest = *attempt;
        }
    }
    return all || !least ? refusal
           : least == 1  ? with_helpful(refusal, helps)
                         : with_series(refusal, shortest);
}
