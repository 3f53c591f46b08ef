#include "harness/base/text.h"
#include "harness/tune/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/kernel/kernel.h"

/* Says what makes a candidate. Errors: the generator's. */
static int say(const struct tuning *tuning, const struct candidate *candidate,
               struct clgemm_request *request, struct clgemm_error *error)
{
    return candidate->point == NULL
               ? tune_say(request, candidate->parameters, error)
               : clgemm_space_say(tuning->space, candidate->point, request, error);
}

void tune_free_candidate(struct candidate *candidate, size_t shape_count)
{
    free(candidate->point);
    json_decref(candidate->parameters);
    json_decref(candidate->manifest);
    json_decref(candidate->compiled);
    free(candidate->options);
    free(candidate->brief);
    free(candidate->problem);
    for (size_t shape = 0; candidate->scores != NULL && shape < shape_count; shape++)
        free(candidate->scores[shape].times);
    free(candidate->scores);
    free(candidate);
}

/* All programs' hashes. */
static void join_hashes(const json_t *manifest, char *text, size_t room)
{
    const json_t *programs = json_object_get(manifest, "programs");
    size_t used = 0;

    *text = '\0';
    for (size_t i = 0; i < json_array_size(programs) && used < room; i++) {
        const char *hash = member_text(json_array_get(programs, i), "hash");

        used += (size_t)snprintf(text + used, room - used, "%s%s", i == 0 ? "" : "+",
                                 hash == NULL ? "" : hash);
    }
}

/* Hashes all programs without the command in their first comment, in which requests for one kernel
 * differ. */
static uint64_t hash_kernel(const json_t *manifest)
{
    const json_t *programs = json_object_get(manifest, "programs");
    const char *command = member_text(json_object_get(manifest, "generator"), "command");
    uint64_t hash = 1;

    for (size_t i = 0; i < json_array_size(programs); i++) {
        const char *source = member_text(json_array_get(programs, i), "source");
        const char *at = source == NULL || command == NULL ? NULL : strstr(source, command);

        if (at != NULL) {
            hash = 31 * hash + hash_bytes(source, (size_t)(at - source));
            source = at + strlen(command);
        }
        if (source != NULL)
            hash = 31 * hash + hash_bytes(source, strlen(source));
    }
    return hash;
}

json_t *tune_good_key(const struct tuning *tuning, size_t shape)
{
    struct candidate any = {.manifest = tuning->good, .parameters = json_object()};
    json_t *key;

    join_hashes(tuning->good, any.hash, sizeof any.hash);
    key = tune_key(tuning, &any, shape);
    json_object_del(key, "parameters");
    json_decref(any.parameters);
    return key;
}

int tune_make(struct tuning *tuning, struct candidate *candidate, char reason[512],
              struct fault *fault)
{
    struct clgemm_request *request;
    struct clgemm_error error = {0};

    *reason = '\0';
    if (candidate->manifest != NULL)
        return 0;
    request = clgemm_request_copy(tuning->request);
    if (request == NULL)
        return fault_memory(fault);
    if (say(tuning, candidate, request, &error) == 0)
        candidate->manifest = tune_generate(request, &error);
    clgemm_request_free(request);
    if (candidate->manifest == NULL) {
        if (error.code == CLGEMM_OK)
            return fault_memory(fault);
        /* Errors that all candidates share: memory, files, the command line. */
        if (error.code == CLGEMM_IO || error.code == CLGEMM_USAGE)
            return fault_pass_on(fault, &error);
        snprintf(reason, 512, "%s", error.text);
        return 0;
    }
    join_hashes(candidate->manifest, candidate->hash, sizeof candidate->hash);
    candidate->kernel = hash_kernel(candidate->manifest);
    return 0;
}

/* The same as on a command line. */
static char *write_options(const json_t *resolved, bool how)
{
    json_t *chosen = tune_chosen(resolved, how), *value;
    const char *name;
    struct text text;

    if (chosen == NULL || !text_begin(&text)) {
        json_decref(chosen);
        return NULL;
    }
    json_object_foreach(chosen, name, value)
    {
        tune_put_option(text.stream, name, json_string_value(value));
    }
    json_decref(chosen);
    return text_end(&text) ? text.bytes : NULL;
}

json_t *tune_resolve_candidate(const struct tuning *tuning, const struct candidate *candidate)
{
    struct clgemm_request *request = clgemm_request_copy(tuning->request);
    struct clgemm_error error = {0};
    json_t *resolved = NULL;

    if (request != NULL && say(tuning, candidate, request, &error) == 0)
        resolved = tune_resolve(request);
    clgemm_request_free(request);
    return resolved;
}

/* Describes what is chosen, and what is computed, as on a command line; empty where a rule refuses
 * it. */
static int describe(const struct tuning *tuning, struct candidate *candidate, struct fault *fault)
{
    json_t *resolved = tune_resolve_candidate(tuning, candidate);

    candidate->options = write_options(resolved, true);
    candidate->problem = write_options(resolved, false);
    json_decref(resolved);
    return candidate->options == NULL || candidate->problem == NULL ? fault_memory(fault) : 0;
}

static json_t *write_parameters(const struct tuning *tuning, const unsigned *point)
{
    json_t *parameters = json_object();

    for (size_t p = 0; p < tuning->width && parameters != NULL; p++)
        json_object_set_new(parameters, clgemm_space_parameter(tuning->space, p, NULL),
                            json_string(clgemm_space_value(tuning->space, p, point[p])));
    return parameters;
}

/* Takes the reference of the parameters. */
static int add(struct tuning *tuning, const unsigned *point, json_t *parameters,
               struct candidate **added, struct fault *fault)
{
    struct candidate *candidate;

    if (tuning->count == tuning->room) {
        size_t room = tuning->room == 0 ? 64 : 2 * tuning->room;
        struct candidate **list = realloc(tuning->candidates, room * sizeof *list);

        if (list == NULL) {
            json_decref(parameters);
            return fault_memory(fault);
        }
        tuning->candidates = list;
        tuning->room = room;
    }
    candidate = malloc(sizeof *candidate);
    if (candidate == NULL) {
        json_decref(parameters);
        return fault_memory(fault);
    }
    tuning->candidates[tuning->count++] = candidate;
    *candidate = (struct candidate){
        .point = point == NULL ? NULL : malloc(tuning->width * sizeof *point),
        .parameters = parameters,
        .scores = malloc(tuning->shape_count * sizeof *candidate->scores),
    };
    if ((point != NULL && candidate->point == NULL) || candidate->parameters == NULL ||
        candidate->scores == NULL)
        return fault_memory(fault);
    if (point != NULL)
        memcpy(candidate->point, point, tuning->width * sizeof *point);
    for (size_t i = 0; i < tuning->shape_count; i++)
        candidate->scores[i] = (struct score){.ms = INFINITY, .final_ms = INFINITY};
    *added = candidate;
    return describe(tuning, candidate, fault);
}

int tune_add(struct tuning *tuning, const unsigned *point, struct candidate **added,
             struct fault *fault)
{
    return add(tuning, point, write_parameters(tuning, point), added, fault);
}

int tune_add_other(struct tuning *tuning, json_t *options, struct candidate **added,
                   struct fault *fault)
{
    return add(tuning, NULL, json_incref(options), added, fault);
}
