#include <stdlib.h>
#include <string.h>

#include "harness/base/list.h"
#include "harness/tune/internal.h"
#include "harness/base/hash.h"
#include "harness/kernel/kernel.h"

/* The request of a candidate; NULL: it is refused, or no memory. */
static struct clgemm_request *request_of(const struct tuning *tuning,
                                         const struct configuration *candidate,
                                         struct clgemm_error *error)
{
    return candidate->point == NULL
               ? tune_request(tuning->request, NULL, NULL, candidate->parameters, error)
               : tune_point_request(tuning->request, tuning->space, candidate->point, error);
}

void tune_free_candidate(struct configuration *candidate, size_t shape_count)
{
    json_decref(candidate->parameters);
    json_decref(candidate->manifest);
    json_decref(candidate->compiled);
    free(candidate->options);
    free(candidate->brief);
    free(candidate->problem);
    for (size_t shape = 0; shape < shape_count; shape++)
        json_decref(candidate->scores[shape].times);
    free(candidate);
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

int tune_make(const struct tuning *tuning, struct configuration *candidate, struct fault *fault)
{
    struct clgemm_request *request;
    struct clgemm_error error = {0};
    json_t *manifest;

    if (candidate->manifest != NULL)
        return 0;
    request = request_of(tuning, candidate, &error);
    tune_let_begin(tuning);
    manifest = tune_generate(request, &error);
    clgemm_request_free(request);
    tune_let_end(tuning);
    if (manifest != NULL && !tune_takes_engine(tuning, manifest)) { /* as one that a rule refuses */
        json_decref(manifest);
        return 0;
    }
    candidate->manifest = manifest;
    if (candidate->manifest != NULL)
        candidate->kernel = hash_kernel(candidate->manifest);
    else if (error.code == CLGEMM_OK)
        return fault_memory(fault);
    else if (error.code == CLGEMM_IO || error.code == CLGEMM_USAGE) /* all candidates share it */
        return fault_pass_on(fault, &error);
    return 0;
}

const char *tune_kind(const struct tuning *tuning, struct configuration *candidate)
{
    const bool made = candidate->manifest != NULL;
    struct manifest manifest;
    struct fault ignored = {0};

    if (*candidate->kind == '\0' && tune_make(tuning, candidate, &ignored) == 0 &&
        candidate->manifest != NULL &&
        manifest_take(json_incref(candidate->manifest), &manifest, &ignored) == 0) {
        peak_kind(&manifest, candidate->kind);
        manifest_release(&manifest);
    }
    if (!made) {
        json_decref(candidate->manifest);
        candidate->manifest = NULL;
    }
    fault_clear(&ignored);
    return candidate->kind;
}

/* Resolves a launch of the kernel for a shape. Errors: those of manifests and launches. */
static void resolve_shape(const struct tuning *tuning, json_t *root, const struct shape *shape,
                          struct fault *fault)
{
    const char *at = tune_sizes(shape);
    const struct test_case test_case = tune_case(tuning, shape);
    json_t *said = at == NULL ? json_incref(root) : product_said(root, at, fault);
    struct manifest manifest;
    struct launch launch;

    if (said == NULL || manifest_take(said, &manifest, fault))
        return;
    launch_resolve(&manifest, &test_case, &launch, fault);
    manifest_release(&manifest);
}

bool tune_serves(const struct tuning *tuning, const unsigned *point, size_t shape)
{
    const size_t end = shape < tuning->shape_count ? shape + 1 : tuning->shape_count;
    struct clgemm_request *request =
        tune_point_request(tuning->request, tuning->space, point, NULL);
    struct fault fault = {0};
    json_t *root;
    bool serves;

    tune_let_begin(tuning);
    root = tune_generate(request, NULL);
    clgemm_request_free(request);
    tune_let_end(tuning);
    for (size_t i = shape < end ? shape : 0; root != NULL && i < end && fault.code == FAULT_NONE;
         i++)
        resolve_shape(tuning, root, &tuning->shapes[i], &fault);
    json_decref(root);
    serves = fault.code != FAULT_REFUSED;
    fault_clear(&fault);
    return serves;
}

json_t *tune_host_numbers(const struct tuning *tuning, struct configuration *candidate)
{
    struct fault ignored = {0};

    if (tune_make(tuning, candidate, &ignored))
        fault_clear(&ignored);
    return json_object_get(json_object_get(candidate->manifest, "interface"), "macros");
}

/* The options that somebody chose, see tune_chosen, as on a command line. */
static char *write_chosen(const json_t *resolved, bool how)
{
    json_t *chosen = tune_chosen(resolved, how);
    char *line = tune_write_options(chosen);

    json_decref(chosen);
    return line;
}

/* The options of its kernel, see tune_resolve. */
static json_t *resolve(const struct tuning *tuning, const struct configuration *candidate)
{
    struct clgemm_request *request = request_of(tuning, candidate, NULL);
    json_t *resolved;

    tune_let_begin(tuning);
    resolved = tune_resolve(request);
    clgemm_request_free(request);
    tune_let_end(tuning);
    return resolved;
}

/* Describes what is chosen, and what is computed, as on a command line; empty where a rule refuses
 * it. */
static int describe(const struct tuning *tuning, struct configuration *candidate,
                    struct fault *fault)
{
    json_t *resolved = resolve(tuning, candidate);

    candidate->options = write_chosen(resolved, true);
    candidate->problem = write_chosen(resolved, false);
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

/* One piece of memory: the candidate, its scores, its point. */
int tune_add(struct tuning *tuning, const unsigned *point, json_t *options,
             struct configuration **added, struct fault *fault)
{
    const size_t shapes = tuning->shape_count, width = point == NULL ? 0 : tuning->width;
    struct configuration *candidate =
        calloc(1, sizeof *candidate + shapes * sizeof(struct score) + width * sizeof *point);

    if (!list_grow(&tuning->candidates, tuning->count, sizeof *tuning->candidates) ||
        candidate == NULL) {
        free(candidate);
        return fault_memory(fault);
    }
    tuning->candidates[tuning->count++] = *added = candidate;
    candidate->parameters = point == NULL ? json_incref(options) : write_parameters(tuning, point);
    candidate->scores = (struct score *)(candidate + 1);
    for (size_t i = 0; i < shapes; i++)
        candidate->scores[i] = (struct score){.ms = INFINITY, .final_ms = INFINITY};
    if (point != NULL) {
        candidate->point = (unsigned *)(candidate->scores + shapes);
        memcpy(candidate->point, point, width * sizeof *point);
    }
    return describe(tuning, candidate, fault);
}

/* --------------------------------------------------------------------------------- by their
 * times */

/* The time of a candidate on a shape, of the search or when it was measured again. */
static double ms_of(const struct configuration *candidate, size_t shape, bool again)
{
    return again ? candidate->scores[shape].final_ms : candidate->scores[shape].ms;
}

size_t tune_rank(const struct tuning *tuning, size_t shape, bool again, size_t *list, size_t room)
{
    size_t count = 0;

    for (size_t i = 0; i < tuning->count; i++) {
        const struct configuration *candidate = tuning->candidates[i];
        const double ms = ms_of(candidate, shape, again);
        size_t at = count;

        if (candidate->failed || (again ? candidate->apart : candidate->again) || isinf(ms))
            continue;
        while (at > 0 && ms_of(tuning->candidates[list[at - 1]], shape, again) > ms)
            at--;
        if (at >= room)
            continue;
        count += count < room;
        memmove(&list[at + 1], &list[at], (count - at - 1) * sizeof *list);
        list[at] = i;
    }
    return count;
}

/* ---------------------------------------------------------------------- its options for people */

const char *tune_profile(const struct tuning *tuning)
{
    const char *said = settings_value(&tuning->tuner->options->space.settings, "for");

    return said != NULL ? said : member_text_or(tuning->tuner->device, "profile", "generic");
}

/* The values of all options with those that are said, on a command line of clgemm-gen with --for,
 * whose values stand behind those, or (NULL) as the tuning makes it. */
static json_t *config_of(const struct tuning *tuning, const char *profile, const json_t *said)
{
    struct clgemm_request *request = tune_request(tuning->request, profile, NULL, said, NULL);
    json_t *config = tune_config(request);

    clgemm_request_free(request);
    return config;
}

/* Whether options come to the values of a kernel, whoever says them. */
static bool comes_to(const struct tuning *tuning, const json_t *said, const json_t *whole)
{
    json_t *config = config_of(tuning, tune_profile(tuning), said);
    bool same = whole != NULL && json_equal(whole, config);

    json_decref(config);
    return same;
}

/* Copies options but those that another object has with the same value. */
static json_t *leave_out(const json_t *options, const json_t *same)
{
    json_t *others = json_object(), *value;
    const char *name;

    json_object_foreach((json_t *)options, name, value)
    {
        if (strcmp(json_string_value(value), "-") != 0 &&
            !json_equal(value, json_object_get(same, name)))
            json_object_set(others, name, value);
    }
    return others;
}

/* Adds the values of a kernel that options do not come to beside the profile, which says others for them. */
static void add_different(const struct tuning *tuning, json_t *options, json_t *whole)
{
    json_t *config = config_of(tuning, tune_profile(tuning), options), *value;
    const char *name;

    json_object_foreach(whole, name, value)
    {
        if (json_object_get(options, name) == NULL &&
            !json_equal(value, json_object_get(config, name)))
            json_object_set(options, name, value);
    }
    json_decref(config);
}

/* Drops what makes no difference: what the generator chooses all the same at once, and the rest, or
 * all where others follow from that, one by one, until each of them is needed beside the others. A
 * new object; NULL: not even all of them make the kernel. */
static json_t *drop(const struct tuning *tuning, const json_t *said)
{
    json_t *whole = config_of(tuning, NULL, said), *usual = tune_config(tuning->request);
    json_t *kept = leave_out(said, usual), *value;
    const char *name;
    size_t before;

    if (!comes_to(tuning, kept, whole)) {
        json_decref(kept);
        kept = leave_out(said, NULL);
        add_different(tuning, kept, whole);
        if (!comes_to(tuning, kept, whole)) {
            json_decref(kept);
            kept = NULL;
        }
    }
    do {
        before = json_object_size(kept);
        json_object_foreach((json_t *)said, name, value)
        {
            json_t *fewer = json_copy(kept);

            if (json_object_del(fewer, name) == 0 && comes_to(tuning, fewer, whole)) {
                json_decref(kept);
                kept = json_incref(fewer);
            }
            json_decref(fewer);
        }
    } while (json_object_size(kept) < before);
    json_decref(whole);
    json_decref(usual);
    return kept;
}

const char *tune_brief(const struct tuning *tuning, struct configuration *candidate)
{
    static const char none[] = "(no further options)";
    const char *brief;
    json_t *kept;

    if (json_object_size(candidate->parameters) == 0)
        return none;
    if (candidate->brief == NULL) {
        kept = drop(tuning, candidate->parameters);
        candidate->brief = kept == NULL ? NULL : tune_write_options(kept);
        json_decref(kept);
    }
    brief = candidate->brief == NULL ? candidate->options : candidate->brief;
    return *brief == '\0' ? none : brief;
}

/* The limits of the device that are lower than those of the profile, as any kernel tells. */
static void show_limits(const struct tuning *tuning)
{
    json_t *resolved = NULL, *option;
    const char *name;

    for (size_t i = 0; i < tuning->count && resolved == NULL; i++)
        resolved = resolve(tuning, tuning->candidates[i]);
    json_object_foreach(resolved, name, option)
    {
        if (member_is(option, "said_by", "device") && strcmp(name, "for") != 0 &&
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
