#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/tune/internal.h"
#include "harness/base/hash.h"
#include "harness/kernel/kernel.h"

/* Says what makes a candidate. Errors: the generator's. */
static int say(const struct tuning *tuning, const struct configuration *candidate,
               struct clgemm_request *request, struct clgemm_error *error)
{
    return candidate->point == NULL
               ? tune_say(request, candidate->parameters, error)
               : clgemm_space_say(tuning->space, candidate->point, request, error);
}

void tune_free_candidate(struct configuration *candidate, size_t shape_count)
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

    *text = '\0';
    for (size_t i = 0; i < json_array_size(programs); i++)
        text_add(text, room, "%s%s", i == 0 ? "" : "+",
                 member_text_or(json_array_get(programs, i), "hash", ""));
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
    struct configuration any = {.manifest = tuning->good, .parameters = json_object()};
    json_t *key;

    join_hashes(tuning->good, any.hash, sizeof any.hash);
    key = tune_key(tuning, &any, shape);
    json_object_del(key, "parameters");
    json_decref(any.parameters);
    return key;
}

int tune_make(const struct tuning *tuning, struct configuration *candidate, char reason[512],
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

json_t *tune_host_numbers(const struct tuning *tuning, struct configuration *candidate)
{
    struct fault ignored = {0};
    char reason[512];

    if (tune_make(tuning, candidate, reason, &ignored))
        fault_clear(&ignored);
    return json_object_get(json_object_get(candidate->manifest, "interface"), "macros");
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

/* The options of its kernel, see tune_resolve. */
static json_t *resolve_candidate(const struct tuning *tuning, const struct configuration *candidate)
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
static int describe(const struct tuning *tuning, struct configuration *candidate,
                    struct fault *fault)
{
    json_t *resolved = resolve_candidate(tuning, candidate);

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
               struct configuration **added, struct fault *fault)
{
    struct configuration *candidate;

    if (tuning->count == tuning->room) {
        size_t room = tuning->room == 0 ? 64 : 2 * tuning->room;
        struct configuration **list = realloc(tuning->candidates, room * sizeof *list);

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
    *candidate = (struct configuration){
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

int tune_add(struct tuning *tuning, const unsigned *point, struct configuration **added,
             struct fault *fault)
{
    return add(tuning, point, write_parameters(tuning, point), added, fault);
}

int tune_add_other(struct tuning *tuning, json_t *options, struct configuration **added,
                   struct fault *fault)
{
    return add(tuning, NULL, json_incref(options), added, fault);
}

/* ---------------------------------------------------------------------- its options for people */

/* An option that a candidate says. */
struct said {
    const char *name, *value;
    bool kept; /* it is written */
};

struct said_list {
    struct said *list;
    size_t count;
};

/* Lists the settings of a candidate; none without memory. */
static struct said_list said_by(const struct configuration *candidate)
{
    struct said_list said = {
        .list = calloc(json_object_size(candidate->parameters) + 1, sizeof *said.list)};
    const char *name;
    json_t *value;

    json_object_foreach(candidate->parameters, name, value)
    {
        if (said.list != NULL && strcmp(json_string_value(value), "-") != 0)
            said.list[said.count++] =
                (struct said){.name = name, .value = json_string_value(value)};
    }
    return said;
}

const char *tune_profile(const struct tuning *tuning)
{
    const struct tune_options *options = tuning->tuner->options;
    const char *profile = member_text(tuning->tuner->device, "profile");

    const char *said = settings_value(&options->space.settings, "for");

    if (said != NULL)
        return said;
    return profile == NULL ? "generic" : profile;
}

/* The values of all options with those that are kept, or all, on a command line of clgemm-gen with
 * --for, whose values stand behind those, or (NULL) as the tuning makes it. */
static json_t *resolve(const struct tuning *tuning, const struct said_list *said, bool all,
                       const char *profile)
{
    struct clgemm_request *request = clgemm_request_copy(tuning->request);
    struct clgemm_error error;
    json_t *config = NULL;
    int status = request == NULL ? -1 : 0;

    if (status == 0 && profile != NULL)
        status = clgemm_request_set(request, "for", profile, &error);
    for (size_t i = 0; i < said->count && status == 0; i++)
        if (all || said->list[i].kept)
            status = clgemm_request_set(request, said->list[i].name, said->list[i].value, &error);
    if (status == 0)
        config = tune_config(request);
    clgemm_request_free(request);
    return config;
}

/* Whether a request, whose reference it takes, comes to the same values as another, whoever says
 * them. */
static bool comes_to(const json_t *whole, json_t *brief)
{
    bool same = whole != NULL && json_equal(whole, brief);

    json_decref(brief);
    return same;
}

/* Drops what makes no difference: what the generator chooses all the same at once, and the rest, or
 * all where others follow from that, one by one. False: not even all of them make the kernel. */
static bool drop(const struct tuning *tuning, const struct said_list *said)
{
    const char *profile = tune_profile(tuning);
    json_t *whole = resolve(tuning, said, true, NULL);
    json_t *usual = tune_config(tuning->request);
    bool right;

    for (size_t i = 0; i < said->count; i++) {
        struct said *one = &said->list[i];
        const char *chosen = member_text(usual, one->name);

        one->kept = chosen == NULL || strcmp(one->value, chosen) != 0;
    }
    right = comes_to(whole, resolve(tuning, said, false, profile));
    for (size_t i = 0; i < said->count && !right; i++)
        said->list[i].kept = true;
    right = right || comes_to(whole, resolve(tuning, said, false, profile));
    for (size_t i = 0; i < said->count && right; i++) {
        bool kept = said->list[i].kept;

        said->list[i].kept = false;
        said->list[i].kept = kept && !comes_to(whole, resolve(tuning, said, false, profile));
    }
    json_decref(whole);
    json_decref(usual);
    return right;
}

static char *write_brief(const struct said_list *said)
{
    struct text text;

    if (!text_begin(&text))
        return NULL;
    for (size_t i = 0; i < said->count; i++)
        if (said->list[i].kept)
            tune_put_option(text.stream, said->list[i].name, said->list[i].value);
    return text_end(&text) ? text.bytes : NULL;
}

const char *tune_brief(const struct tuning *tuning, struct configuration *candidate)
{
    struct said_list said;

    if (json_object_size(candidate->parameters) == 0)
        return "";
    if (candidate->brief != NULL)
        return candidate->brief;
    said = said_by(candidate);
    if (said.list != NULL && drop(tuning, &said))
        candidate->brief = write_brief(&said);
    free(said.list);
    return candidate->brief == NULL ? candidate->options : candidate->brief;
}

/* The limits of the device that are lower than those of the profile, as any kernel tells. */
static void show_limits(const struct tuning *tuning)
{
    json_t *resolved = NULL, *option;
    const char *name;

    for (size_t i = 0; i < tuning->count && resolved == NULL; i++)
        resolved = resolve_candidate(tuning, tuning->candidates[i]);
    json_object_foreach(resolved, name, option)
    {
        const char *said_by = member_text(option, "said_by");

        if (said_by != NULL && strcmp(said_by, "device") == 0 && strcmp(name, "for") != 0 &&
            strcmp(generator_option(name).group, "device") == 0)
            printf(" --%s=%s", name, member_text(option, "value"));
    }
    json_decref(resolved);
}

void tune_show_common(const struct tuning *tuning)
{
    const struct tune_options *options = tuning->tuner->options;
    const char *sub_groups = member_text(tuning->tuner->device, "sub_groups");

    if (settings_find(&options->space.settings, "sub-groups") != NULL)
        sub_groups = NULL;
    printf("each kernel: clgemm-gen --for %s", tune_profile(tuning));
    if (sub_groups != NULL)
        printf(" --sub-groups=%s", sub_groups);
    show_limits(tuning);
    for (size_t i = 0; i < options->space.presets.count; i++)
        printf(" --preset %s", options->space.presets.list[i]);
    for (size_t i = 0; i < options->space.settings.count; i++) {
        const struct setting *setting = &options->space.settings.list[i];

        if (strcmp(setting->name, "for") != 0)
            printf(" --%s%s%s", setting->name, setting->value == NULL ? "" : "=",
                   setting->value == NULL ? "" : setting->value);
    }
    if (tuning->shapes[0].says_transpose)
        printf(" --transpose=%s", shape_transpose(&tuning->shapes[0]));
    printf(", and the options of its row\n");
}
