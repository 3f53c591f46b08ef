#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/tune/internal.h"
#include "harness/opencl/traits.h"

#include <stdlib.h>
#include <string.h>

/* Makes the request of what stays fixed. The device's profile is a weak word, so that its own
 * kernel is none of the values that a point leaves unsaid: as with the profile that comes out. */
static int make_request(struct tuning *tuning, struct fault *fault)
{
    const struct tune_options *options = tuning->tuner->options;
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_error error = {0};
    struct device_traits traits;
    const char *profile;
    int status = 0;

    if (request == NULL)
        return fault_memory(fault);
    tuning->request = request;
    clgemm_request_use_templates(request, tuning->tuner->templates);
    device_traits_read(tuning->tuner->device, &traits);
    profile = traits.profile;
    if (device_traits_say(&traits, request, &error)) {
        fault_pass_on(fault, &error);
        fault_prefix(fault, "the worker's answer to order `device`");
        return -1;
    }
    for (size_t i = 0; i < options->space.presets.count && status == 0; i++)
        status = clgemm_request_set(request, "preset", options->space.presets.list[i], &error);
    for (size_t i = 0; i < options->space.settings.count && status == 0; i++) {
        const struct setting *setting = &options->space.settings.list[i];

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
    return status == 0 ? tune_keep_problem(tuning, profile, fault) : fault_pass_on(fault, &error);
}

/* The values that the generator chooses by itself: those of options that nobody says follow from
 * others, and stand in the manifest. A new object, name to value; NULL: a rule refuses the
 * kernel. */
static json_t *default_values(const struct clgemm_request *request)
{
    json_t *values = tune_config(request), *resolved = tune_resolve(request), *option;
    const char *name;

    json_object_foreach(resolved, name, option)
    {
        json_object_set(values, name, json_object_get(option, "value"));
    }
    json_decref(resolved);
    return values;
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

static bool makes(const struct tuning *tuning, const unsigned *point,
                  const struct clgemm_request *request)
{
    struct clgemm_request *other = tune_point_request(tuning->request, tuning->space, point, NULL);
    json_t *wanted = tune_config(request), *made = tune_config(other);
    bool same = made != NULL && json_equal(made, wanted);

    clgemm_request_free(other);
    json_decref(wanted);
    json_decref(made);
    return same;
}

/* If the kernel ignores a parameter, its first value represents it. */
bool tune_place(const struct tuning *tuning, const struct clgemm_request *request, unsigned *point)
{
    json_t *values = default_values(request);
    bool found = values != NULL;

    for (size_t p = 0; p < tuning->width && found; p++) {
        const char *name = clgemm_space_parameter(tuning->space, p, NULL);
        size_t index = tune_value_index(tuning, p, member_text_or(values, name, "-"));

        if (index == SIZE_MAX && json_object_get(values, name) == NULL)
            index = 0;
        found = index != SIZE_MAX;
        point[p] = (unsigned)index;
    }
    json_decref(values);
    return found && clgemm_space_contains(tuning->space, point, NULL) == 1 &&
           makes(tuning, point, request);
}

static bool is_narrowed(const struct tune_options *options, const char *name)
{
    for (size_t i = 0; i < options->space.params.count; i++)
        if (strncmp(options->space.params.list[i], name, strlen(name)) == 0 &&
            options->space.params.list[i][strlen(name)] == '=')
            return true;
    return false;
}

static int add_value(struct tuning *tuning, size_t parameter, const char *name, const char *added,
                     struct fault *fault)
{
    struct clgemm_error error = {0};
    const char *value;
    struct text text;
    int status;

    if (!text_begin(&text))
        return fault_memory(fault);
    fprintf(text.stream, "%s=", name);
    for (size_t v = 0; (value = clgemm_space_value(tuning->space, parameter, v)) != NULL; v++)
        fprintf(text.stream, "%s ", value); /* it may have commas */
    fprintf(text.stream, "%s", added);
    if (!text_end(&text))
        return fault_memory(fault);
    status = clgemm_space_narrow(tuning->space, text.bytes, &error);
    free(text.bytes);
    return status == 0 ? 0 : fault_pass_on(fault, &error);
}

/* Adds the generator's choice for the device to the space, unless the user restricts it. */
static int add_default(struct tuning *tuning, struct fault *fault)
{
    json_t *values = default_values(tuning->request);
    const char *name;
    int status = 0;

    for (size_t p = 0; values != NULL && status == 0 &&
                       (name = clgemm_space_parameter(tuning->space, p, NULL)) != NULL;
         p++) {
        const char *value = member_text_or(values, name, "-");

        if (tune_value_index(tuning, p, value) == SIZE_MAX && strcmp(value, "-") != 0 &&
            !is_narrowed(tuning->tuner->options, name))
            status = add_value(tuning, p, name, value, fault);
    }
    json_decref(values);
    return status;
}

int tune_space_open(struct tuning *tuning, struct fault *fault)
{
    const struct tune_options *options = tuning->tuner->options;
    struct clgemm_error error = {0};
    size_t count = 0;

    if (make_request(tuning, fault))
        return -1;
    if (clgemm_space_new(tuning->request, CLGEMM_RANGE_KERNEL, &tuning->space, &error))
        return fault_pass_on(fault, &error);
    clgemm_space_stop_by(tuning->space, stop_asked, NULL);
    if (options->space.every && tune_add_engines(tuning, fault))
        return -1;
    for (size_t i = 0; i < options->space.params.count; i++)
        if (clgemm_space_narrow(tuning->space, options->space.params.list[i], &error))
            return fault_pass_on(fault, &error);
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

size_t tune_find_point(const struct tuning *tuning, const unsigned *point)
{
    for (size_t i = 0; i < tuning->count; i++) {
        const unsigned *other = tuning->candidates[i]->point;

        if (other != NULL && memcmp(point, other, tuning->width * sizeof *point) == 0)
            return i;
    }
    return SIZE_MAX;
}

/* ------------------------------------------------------------------------- as a search sees it */

static bool valid(void *context, const unsigned *point)
{
    const struct tuning *tuning = context;

    return clgemm_space_contains(tuning->space, point, NULL) == 1;
}

bool tune_counts(const struct tuning *tuning)
{
    return !tuning->tuner->options->space.every && tuning->shapes[0].kind == SHAPE_OF_MATRICES;
}

bool tune_draw(const struct tuning *tuning, uint64_t *random, unsigned *point)
{
    unsigned long long seed = *random;
    const int found = tune_counts(tuning) ? clgemm_space_random(tuning->space, &seed, point, NULL)
                                          : clgemm_space_sample(tuning->space, &seed, point, NULL);

    *random = seed;
    return found == 1;
}

static bool next(void *context, unsigned *point, bool first)
{
    const struct tuning *tuning = context;

    return (first ? clgemm_space_first(tuning->space, point, NULL)
                  : clgemm_space_next(tuning->space, point, NULL)) == 1;
}

void tune_space_view(struct tuning *tuning, struct search_space *space)
{
    *space = (struct search_space){tuning->width, tuning->value_counts, tuning, valid, NULL, next};
}
