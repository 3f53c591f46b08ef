#include "harness/tune/made.h"

#include <stdlib.h>
#include <time.h>

#include "harness/base/output_file.h"
#include "harness/tune/internal.h"

/* A limit that the device tells; NULL: it does not. */
static json_t *limit_of(const struct executor *executor, const char *name)
{
    json_t *limit = json_object_get(executor->told, name);

    return json_integer_value(limit) > 0 ? json_incref(limit) : NULL;
}

json_t *made_new(const struct executor *executor, const char *path, const char *base)
{
    const struct device *device = &executor->device;
    const time_t now = time(NULL);
    char date[16] = "";
    struct tm day;

    if (gmtime_r(&now, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    return json_pack("{s:o, s:o, s:s, s:b, s:{s:s, s:[s]}, s:{s:i, s:o*, s:o*}, s:{}, s:{}, "
                     "s:{s:s, s:s, s:s, s:s, s:s}}",
                     "name", profile_named_after(path), "help",
                     json_sprintf("measured on %s", device->name), "inherits", base, "measured", 1,
                     "match", "type", member_text_or(executor->told, "type", "gpu"), "name",
                     device->name, "limits", "compute_units", (int)device->compute_units,
                     "work_group_size", limit_of(executor, "work_group_size"), "local_bytes",
                     limit_of(executor, "local_bytes"), "options", "dispatch", "tuned", "device",
                     device->name, "driver", device->driver, "platform", device->platform_name,
                     "date", date, "version", clgemm_version());
}

/* The options of a kernel without what says which product it is of; *transposes: those. */
static char *kernel_options(const json_t *kernel, char transposes[3])
{
    json_t *said = tune_read_options(member_text(kernel, "options"));
    char *line;

    snprintf(transposes, 3, "%s", member_text_or(said, "transpose", "nn"));
    json_object_del(said, "type");
    json_object_del(said, "layout");
    json_object_del(said, "transpose");
    json_object_del(said, "wg-limit"); /* which the profile states */
    json_object_del(said, "local-limit");
    line = tune_write_options(said);
    json_decref(said);
    return line;
}

static double products(const json_t *shape)
{
    return (double)member_integer(shape, "m") * (double)member_integer(shape, "n") *
           (double)member_integer(shape, "k");
}

/* Whether a kernel is for every layout and transpose. */
static bool serves_all(const char *base, const char *type, const char *line)
{
    static const char *const values[][4] = {{"row", "column"}, {"nn", "nt", "tn", "tt"}};
    json_t *options = tune_read_options(line);
    bool serves = options != NULL;

    json_object_set_new(options, "type", json_string(type));
    for (int i = 0; i < 8 && serves; i++) {
        struct clgemm_request *empty = clgemm_request_new(), *request;
        struct clgemm_result *result = NULL;

        json_object_set_new(options, "layout", json_string(values[0][i / 4]));
        json_object_set_new(options, "transpose", json_string(values[1][i % 4]));
        request = empty == NULL ? NULL : tune_request(empty, base, NULL, options, NULL);
        serves = request != NULL && clgemm_generate(request, &result, NULL) == 0;
        clgemm_result_free(result);
        clgemm_request_free(request);
        clgemm_request_free(empty);
    }
    json_decref(options);
    return serves;
}

/* The kernel of all requests: the first that is for all, as the one of most shapes comes first; else that of the profile behind. */
static void take_options(json_t *profile, const char *type, const json_t *kernels)
{
    const json_t *kernel;
    size_t index;

    json_array_foreach(kernels, index, kernel)
    {
        const char *line = member_text(kernel, "options");

        if (line == NULL || !serves_all(member_text(profile, "inherits"), type, line))
            continue;
        json_object_set_new(json_object_get(profile, "options"), type, json_string(line));
        return;
    }
}

void made_take(json_t *profile, const char *type, const json_t *tuned)
{
    const json_t *dispatch = json_object_get(tuned, "dispatch"), *shape, *kernel, *largest = NULL;
    json_t *kernels = json_array(), *shapes = json_array(), *names = json_object(), *own;
    size_t index;

    json_array_append_new(kernels, json_pack("{s:s}", "name", "large"));
    json_array_foreach(json_object_get(dispatch, "kernels"), index, kernel)
    {
        char transposes[3], *line = kernel_options(kernel, transposes);
        json_t *name = json_sprintf("%s_%zu", transposes, index);

        json_object_set(names, member_text_or(kernel, "name", ""), name);
        json_array_append_new(kernels, json_pack("{s:o, s:s, s:s}", "name", name, "options", line,
                                                 "transposes", transposes));
        free(line);
    }
    json_array_foreach(json_object_get(dispatch, "shapes"), index, shape)
    {
        json_t *row = json_deep_copy(shape);

        json_object_set(row, "kernel", json_object_get(names, member_text_or(shape, "kernel", "")));
        json_array_append_new(shapes, row);
        if (largest == NULL || products(shape) > products(largest))
            largest = shape;
    }
    /* Transposes that were not measured have the first kernel. */
    own = json_deep_copy(largest);
    json_object_set_new(own, "kernel", json_string("large"));
    json_object_del(own, "ms");
    json_object_del(own, "gflops");
    json_array_append_new(shapes, own);
    json_decref(names);
    take_options(profile, type, kernels);
    json_object_set_new(json_object_get(profile, "dispatch"), type,
                        json_pack("{s:o, s:o}", "kernels", kernels, "shapes", shapes));
}

bool made_has_kernels(const json_t *profile)
{
    return json_object_size(json_object_get(profile, "dispatch")) > 0;
}

void made_drop(json_t *profile, const char *type, const char *kernel)
{
    json_t *dispatch = json_object_get(json_object_get(profile, "dispatch"), type);
    json_t *kernels = json_object_get(dispatch, "kernels"),
           *shapes = json_object_get(dispatch, "shapes");

    for (size_t i = json_array_size(kernels); i-- > 0;)
        if (member_is(json_array_get(kernels, i), "name", kernel))
            json_array_remove(kernels, i);
    for (size_t i = json_array_size(shapes); i-- > 0;)
        if (member_is(json_array_get(shapes, i), "kernel", kernel))
            json_array_remove(shapes, i);
}

int made_write(const json_t *profile, const char *path, struct fault *fault)
{
    struct output output;

    if (profile == NULL)
        return fault_memory(fault);
    if (output_open(path, &output, fault))
        return -1;
    if (json_dumpf(profile, output.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) != 0 &&
        !ferror(output.stream))
        fault_memory(fault);
    fputc('\n', output.stream);
    return output_close(&output, fault);
}
