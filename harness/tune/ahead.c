/* Kernels that are built before their turn comes, by workers that run none. */
#include <string.h>
#include <unistd.h>

#include "harness/tune/internal.h"

/* A worker that builds has a context of the device, which takes some of its memory. */
static const double context_bytes = 0x1p29;

size_t tune_builders(const struct tuner *tuner)
{
    const struct tune_options *options = tuner->options;
    const char *type = member_text(tuner->device, "type");
    const double memory = member_number(tuner->device, "global_bytes");
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    double most = memory > 0 ? memory / 2 / context_bytes : INFINITY;

    if (options->says_jobs)
        return (size_t)options->jobs;
    if (type == NULL || strcmp(type, "gpu") != 0 || processors < 1)
        return 0;
    return (size_t)fmin((double)processors, floor(most));
}

bool tune_builds_in_turn(const struct tuner *tuner)
{
    const char *type = member_text(tuner->device, "type");

    return type == NULL || strcmp(type, "gpu") != 0;
}

/* Whether nothing of a candidate is left to be measured. */
static bool is_known(const struct tuning *tuning, const struct candidate *candidate)
{
    const struct tuner *tuner = tuning->tuner;
    bool known = tuner->journal != NULL;

    for (size_t i = 0; i < tuning->shape_count && known; i++) {
        json_t *key = tune_key(tuning, candidate, i);
        const struct journal_entry *entry = key == NULL ? NULL : journal_find(tuner->journal, key);
        json_t *failure = key == NULL ? NULL : tune_known_failure(tuner, key);

        known =
            failure != NULL ||
            (entry != NULL && (entry->fields[JOURNAL_TIMES] != NULL || tune_is_deadly(tuner, key)));
        json_decref(failure);
        json_decref(key);
    }
    return known;
}

/* Has a candidate built; as client_ask. */
static int ask(const struct tuning *tuning, struct client *builder,
               const struct candidate *candidate, struct reply *reply, struct fault *fault)
{
    const struct build_order build = {.manifest = candidate->manifest, .returns = true};

    return client_ask(builder, order_build(&build), tune_compile_limit(tuning->tuner), reply,
                      fault);
}

void tune_build_ahead(struct tuning *tuning, struct client *builder, struct candidate *candidate)
{
    struct fault unused = {0};
    struct reply reply = {0};
    char reason[512];

    if (tune_make(tuning, candidate, reason, &unused) == 0 && *reason == '\0' &&
        !is_known(tuning, candidate) && ask(tuning, builder, candidate, &reply, &unused) == 0)
        candidate->compiled = json_incref(reply.answer);
    reply_release(&reply);
    fault_clear(&unused);
}
