#include "harness/tune_impl.h"

#include <stdlib.h>
#include <string.h>

#include "harness/subject.h"

static int pass_on(const struct clgemm_error *error, struct fault *fault)
{
    return fault_set(fault, error->code == CLGEMM_OK ? FAULT_IO : (enum fault_code)error->code,
                     "%s", error->text);
}

/* What stays fixed. The device's profile is a weak word, so that its own kernel is none of the
 * values that a point leaves unsaid: as with the profile that comes out. */
static int make_request(struct tuning *tuning, struct fault *fault)
{
    const struct options *options = tuning->tuner->options;
    const char *profile = json_string_value(json_object_get(tuning->tuner->device, "profile"));
    const char *sub_groups =
        json_string_value(json_object_get(tuning->tuner->device, "sub_groups"));
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_error error = {0};
    int status;

    if (request == NULL)
        return fault_memory(fault);
    tuning->request = request;
    clgemm_request_use_templates(request, tuning->tuner->templates);
    status = clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "sub-groups", sub_groups, &error);
    for (size_t i = 0; i < options->preset_count && status == 0; i++)
        status = clgemm_request_set(request, "preset", options->presets[i], &error);
    for (size_t i = 0; i < options->setting_count && status == 0; i++) {
        const struct setting *setting = &options->settings[i];

        if (strcmp(setting->name, "for") == 0)
            profile = setting->value;
        else
            status = clgemm_request_set(request, setting->name, setting->value, &error);
    }
    if (status == 0)
        status = clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "for", profile, &error);
    if (status == 0 && tuning->shapes[0].says_transpose)
        status =
            clgemm_request_set(request, "transpose", shape_transpose(&tuning->shapes[0]), &error);
    return status == 0 ? 0 : pass_on(&error, fault);
}

/* The options of a request's kernel: {"tile": {"value": ..., "said_by": ...}, ...}. NULL: a rule
 * refuses it. */
static json_t *resolve(const struct clgemm_request *request)
{
    struct clgemm_result *result = NULL;
    struct clgemm_error error;
    const char *text;
    json_t *resolved;

    if (clgemm_generate(request, &result, &error))
        return NULL;
    text = clgemm_result_text(result, CLGEMM_DUMP_REQUEST, NULL);
    resolved = text == NULL ? NULL : json_loads(text, 0, NULL);
    clgemm_result_free(result);
    return resolved;
}

/* The manifest of a request with its source; NULL: refused, see *error, or no memory. */
static json_t *generate(const struct clgemm_request *request, struct clgemm_error *error)
{
    struct clgemm_result *result = NULL;
    const char *text;
    json_t *manifest = NULL;
    size_t length;

    if (clgemm_generate(request, &result, error))
        return NULL;
    text = clgemm_result_text(result, CLGEMM_MANIFEST_WITH_SOURCE, &length);
    if (text != NULL)
        manifest = json_loadb(text, length, 0, NULL);
    clgemm_result_free(result);
    return manifest;
}

/* The values that the generator chooses by itself: those of options that nobody says follow from others, and stand in the
 * manifest. A new object, name to value; NULL: a rule refuses the kernel. */
static json_t *default_values(const struct clgemm_request *request)
{
    struct clgemm_error error;
    json_t *resolved = resolve(request), *manifest = NULL, *values = NULL, *option;
    const char *name;

    if (resolved != NULL)
        manifest = generate(request, &error);
    if (manifest != NULL)
        values = json_deep_copy(json_object_get(manifest, "config"));
    json_object_foreach(resolved, name, option)
    {
        json_t *value = json_object_get(option, "value");

        if (values != NULL && json_is_string(value))
            json_object_set(values, name, value);
    }
    json_decref(manifest);
    json_decref(resolved);
    return values;
}

static const char *value_of(const json_t *values, const char *option)
{
    const char *value = json_string_value(json_object_get(values, option));

    return value == NULL ? "-" : value;
}

size_t tune_value_index(const struct tuning *tuning, size_t parameter, const char *wanted)
{
    const char *value;
    size_t unsaid = SIZE_MAX;

    for (size_t v = 0; (value = clgemm_space_value(tuning->space, parameter, v)) != NULL; v++) {
        if (strcmp(value, wanted) == 0)
            return v;
        if (strcmp(value, "-") == 0)
            unsaid = v;
    }
    return unsaid;
}

static bool is_narrowed(const struct options *options, const char *name)
{
    for (size_t i = 0; i < options->param_count; i++)
        if (strncmp(options->params[i], name, strlen(name)) == 0 &&
            options->params[i][strlen(name)] == '=')
            return true;
    return false;
}

/* Puts a value behind the others of a parameter. */
static int add_value(struct tuning *tuning, size_t parameter, const char *name, const char *added,
                     struct fault *fault)
{
    struct clgemm_error error = {0};
    const char *value;
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    int status;

    if (stream == NULL)
        return fault_memory(fault);
    fprintf(stream, "%s=", name);
    for (size_t v = 0; (value = clgemm_space_value(tuning->space, parameter, v)) != NULL; v++)
        fprintf(stream, "%s,", value);
    fprintf(stream, "%s", added);
    if (fclose(stream) != 0)
        return fault_memory(fault);
    status = clgemm_space_narrow(tuning->space, text, &error);
    free(text);
    return status == 0 ? 0 : pass_on(&error, fault);
}

/* What the generator chooses for the device is a part of the space, unless the user says what is. */
static int add_default(struct tuning *tuning, struct fault *fault)
{
    json_t *values = default_values(tuning->request);
    const char *name;
    int status = 0;

    for (size_t p = 0; values != NULL && status == 0 &&
                       (name = clgemm_space_parameter(tuning->space, p, NULL)) != NULL;
         p++) {
        const char *value = value_of(values, name);

        if (tune_value_index(tuning, p, value) == SIZE_MAX && strcmp(value, "-") != 0 &&
            !is_narrowed(tuning->tuner->options, name))
            status = add_value(tuning, p, name, value, fault);
    }
    json_decref(values);
    return status;
}

int tune_space_open(struct tuning *tuning, struct fault *fault)
{
    const struct options *options = tuning->tuner->options;
    struct clgemm_error error = {0};
    size_t count = 0;

    if (make_request(tuning, fault))
        return -1;
    if (clgemm_space_new(tuning->request, CLGEMM_RANGE_KERNEL, &tuning->space, &error))
        return pass_on(&error, fault);
    for (size_t i = 0; i < options->param_count; i++)
        if (clgemm_space_narrow(tuning->space, options->params[i], &error))
            return pass_on(&error, fault);
    if (add_default(tuning, fault))
        return -1;
    while (clgemm_space_parameter(tuning->space, tuning->width, NULL) != NULL)
        tuning->width++;
    tuning->value_counts = calloc(tuning->width + 1, sizeof *tuning->value_counts);
    if (tuning->value_counts == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < tuning->width; i++) {
        clgemm_space_parameter(tuning->space, i, &count);
        tuning->value_counts[i] = (unsigned)count;
    }
    return tuning->width > 0
               ? 0
               : fault_set(fault, FAULT_USAGE, "the options leave nothing open to be chosen");
}

/* ------------------------------------------------------------------------- as a search sees it */

static bool valid(void *context, const unsigned *point)
{
    struct tuning *tuning = context;
    struct clgemm_error error;

    return clgemm_space_contains(tuning->space, point, &error) == 1;
}

static bool draw(void *context, uint64_t *random, unsigned *point)
{
    struct tuning *tuning = context;
    struct clgemm_error error;
    unsigned long long seed = *random;
    int found = clgemm_space_random(tuning->space, &seed, point, &error);

    *random = seed;
    return found == 1;
}

static bool next(void *context, unsigned *point, bool first)
{
    struct tuning *tuning = context;
    struct clgemm_error error;

    return (first ? clgemm_space_first(tuning->space, point, &error)
                  : clgemm_space_next(tuning->space, point, &error)) == 1;
}

void tune_space_view(struct tuning *tuning, struct search_space *space)
{
    *space = (struct search_space){tuning->width, tuning->value_counts, tuning, valid, draw, next};
}

/* ----------------------------------------------------------------------------- from point to kernel */

int tune_default(struct tuning *tuning, json_t **manifest, unsigned *point, bool *found,
                 struct fault *fault)
{
    struct clgemm_error error = {0};
    json_t *values = default_values(tuning->request);

    *manifest = values == NULL ? NULL : generate(tuning->request, &error);
    *found = *manifest != NULL;
    for (size_t p = 0; p < tuning->width && *found; p++) {
        const char *name = clgemm_space_parameter(tuning->space, p, NULL);
        size_t index = tune_value_index(tuning, p, value_of(values, name));

        *found = index != SIZE_MAX;
        point[p] = (unsigned)index;
    }
    if (values != NULL && *manifest == NULL)
        pass_on(&error, fault);
    json_decref(values);
    return fault->code == FAULT_NONE ? 0 : -1;
}

/* All programs' hashes. */
static void join_hashes(const json_t *manifest, char *text, size_t room)
{
    const json_t *programs = json_object_get(manifest, "programs");
    size_t used = 0;

    *text = '\0';
    for (size_t i = 0; i < json_array_size(programs) && used < room; i++) {
        const char *hash = json_string_value(json_object_get(json_array_get(programs, i), "hash"));

        used += (size_t)snprintf(text + used, room - used, "%s%s", i == 0 ? "" : "+",
                                 hash == NULL ? "" : hash);
    }
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
    if (candidate->is_default ||
        clgemm_space_say(tuning->space, candidate->point, request, &error) == 0)
        candidate->manifest = generate(request, &error);
    clgemm_request_free(request);
    if (candidate->manifest == NULL) {
        if (error.code == CLGEMM_OK || error.code == CLGEMM_IO)
            return fault_memory(fault);
        snprintf(reason, 512, "%s", error.text);
        return 0;
    }
    join_hashes(candidate->manifest, candidate->hash, sizeof candidate->hash);
    return 0;
}

/* ---------------------------------------------------------------------------------- candidates */

/* A switch takes its value behind `=` only. */
static void add_option(FILE *stream, const char *name, const char *value)
{
    bool is_switch = subject_option(name).metavar[0] == '\0';

    fprintf(stream, "%s--%s%s%s", ftell(stream) > 0 ? " " : "", name,
            value == NULL ? ""
            : is_switch   ? "="
                          : " ",
            value == NULL ? "" : value);
}

/* Whether somebody chose a value, and it does not follow from others. */
static bool is_chosen(const char *name, const json_t *option)
{
    const char *voice = json_string_value(json_object_get(option, "said_by"));

    return voice != NULL && strcmp(voice, "default") != 0 &&
           (strcmp(voice, "family") != 0 || strcmp(name, "family") == 0);
}

/* Whether an option tells how a product is computed: tuning chooses what happens at edges, too. */
static bool tells_how(const char *name)
{
    return strcmp(name, "edges") == 0 || strcmp(subject_option(name).group, "kernel") == 0;
}

/* Whether an option is said although nobody chose its value: a table of kernels is chosen from by
 * these. */
static bool is_key(const char *name)
{
    return strcmp(name, "type") == 0 || strcmp(name, "layout") == 0 ||
           strcmp(name, "transpose") == 0;
}

/* What user, point, device, preset and profile say of how a product is computed (`how`), or of what
 * is computed. The preset's own name is left out: all that it stands for is there. */
static char *write_options(const json_t *resolved, bool how)
{
    const char *name;
    const json_t *option;
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);

    if (stream == NULL)
        return NULL;
    json_object_foreach((json_t *)resolved, name, option)
    {
        if ((is_chosen(name, option) || is_key(name)) && strcmp(name, "preset") != 0 &&
            strcmp(name, "for") != 0 && tells_how(name) == how)
            add_option(stream, name, json_string_value(json_object_get(option, "value")));
    }
    return fclose(stream) == 0 ? text : NULL;
}

/* What is chosen, and what is computed, as on a command line; empty where a rule refuses it. */
static int describe(const struct tuning *tuning, struct candidate *candidate, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_copy(tuning->request);
    struct clgemm_error error = {0};
    json_t *resolved;

    if (request == NULL)
        return fault_memory(fault);
    if (!candidate->is_default &&
        clgemm_space_say(tuning->space, candidate->point, request, &error))
        resolved = NULL;
    else
        resolved = resolve(request);
    clgemm_request_free(request);
    candidate->options = write_options(resolved, true);
    candidate->problem = write_options(resolved, false);
    json_decref(resolved);
    return candidate->options == NULL || candidate->problem == NULL ? fault_memory(fault) : 0;
}

static json_t *write_parameters(const struct tuning *tuning, const unsigned *point)
{
    json_t *parameters = json_object();

    for (size_t p = 0; point != NULL && p < tuning->width && parameters != NULL; p++)
        json_object_set_new(parameters, clgemm_space_parameter(tuning->space, p, NULL),
                            json_string(clgemm_space_value(tuning->space, p, point[p])));
    return parameters;
}

int tune_add(struct tuning *tuning, const unsigned *point, struct candidate **added,
             struct fault *fault)
{
    struct candidate *candidate;

    if (tuning->count == tuning->room) {
        size_t room = tuning->room == 0 ? 64 : 2 * tuning->room;
        struct candidate *list = realloc(tuning->candidates, room * sizeof *list);

        if (list == NULL)
            return fault_memory(fault);
        tuning->candidates = list;
        tuning->room = room;
    }
    candidate = &tuning->candidates[tuning->count++];
    *candidate = (struct candidate){
        .point = malloc(tuning->width * sizeof *point),
        .parameters = write_parameters(tuning, point),
        .scores = malloc(tuning->shape_count * sizeof *candidate->scores),
    };
    if (candidate->point == NULL || candidate->parameters == NULL || candidate->scores == NULL)
        return fault_memory(fault);
    if (point != NULL)
        memcpy(candidate->point, point, tuning->width * sizeof *point);
    candidate->is_default = point == NULL;
    for (size_t i = 0; i < tuning->shape_count; i++)
        candidate->scores[i] = (struct score){INFINITY, INFINITY, 0, 0, 0};
    *added = candidate;
    return describe(tuning, candidate, fault);
}
