/* Options of the generator: what a request comes to, who chose it, and how it stands on a command
 * line. */
#include "harness/tune/internal.h"

#include <inttypes.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/kernel/kernel.h"

/* -------------------------------------------------------------------- what the generator makes */

struct clgemm_request *tune_request(const struct clgemm_request *base, const char *profile,
                                    const struct shape *fixed, const json_t *options,
                                    struct clgemm_error *error)
{
    struct clgemm_request *request = clgemm_request_copy(base);
    int status = request == NULL ? -1 : 0;
    const char *name;
    char sizes[80];
    json_t *value;

    if (status == 0 && profile != NULL)
        status = clgemm_request_set(request, "for", profile, error);
    /* The text of a product says by names which sizes are compiled in. */
    if (status == 0 && fixed != NULL && fixed->kind == SHAPE_OF_MATRICES) {
        snprintf(sizes, sizeof sizes, "%" PRIu64 "x%" PRIu64 "x%" PRIu64, fixed->m, fixed->n,
                 fixed->k);
        status = clgemm_request_set(request, "fixed", sizes, error);
    }
    json_object_foreach((json_t *)options, name, value)
    {
        if (status == 0 && strcmp(json_string_value(value), "-") != 0)
            status = clgemm_request_set(request, name, json_string_value(value), error);
    }
    if (status == 0)
        return request;
    clgemm_request_free(request);
    return NULL;
}

struct clgemm_request *tune_point_request(const struct clgemm_request *base,
                                          const struct clgemm_space *space, const unsigned *point,
                                          struct clgemm_error *error)
{
    struct clgemm_request *request = clgemm_request_copy(base);

    if (request == NULL || clgemm_space_say(space, point, request, error) == 0)
        return request;
    clgemm_request_free(request);
    return NULL;
}

static json_t *read_artifact(const struct clgemm_request *request, enum clgemm_artifact artifact,
                             struct clgemm_error *error)
{
    struct clgemm_result *result = NULL;
    const char *text;
    json_t *value = NULL;
    size_t length;

    if (request == NULL || clgemm_generate(request, &result, error))
        return NULL;
    text = clgemm_result_text(result, artifact, &length);
    if (text != NULL)
        value = json_loadb(text, length, 0, NULL);
    else if (error != NULL)
        *error = *clgemm_result_error(result);
    clgemm_result_free(result);
    return value;
}

json_t *tune_resolve(const struct clgemm_request *request)
{
    return read_artifact(request, CLGEMM_DUMP_REQUEST, NULL);
}

json_t *tune_generate(const struct clgemm_request *request, struct clgemm_error *error)
{
    return read_artifact(request, CLGEMM_MANIFEST_WITH_SOURCE, error);
}

json_t *tune_config(const struct clgemm_request *request)
{
    json_t *manifest = tune_generate(request, NULL);
    json_t *config = json_incref(json_object_get(manifest, "config"));

    json_decref(manifest);
    return config;
}

/* ------------------------------------------------------------------------ as on a command line */

char *tune_write_options(const json_t *options)
{
    struct text text;
    const char *name;
    json_t *value;

    if (!text_begin(&text))
        return NULL;
    json_object_foreach((json_t *)options, name, value)
    {
        /* A switch takes its value behind `=` only. */
        fprintf(text.stream, "%s--%s%s%s", ftell(text.stream) > 0 ? " " : "", name,
                *generator_option(name).metavar == '\0' ? "=" : " ", json_string_value(value));
    }
    return text_end(&text) ? text.bytes : NULL;
}

json_t *tune_read_options(const char *line)
{
    struct option_line read;
    struct fault fault = {0};
    json_t *options;

    if (line == NULL)
        return NULL;
    if (option_line_read(line, &read, &fault)) {
        memory_note();
        return NULL;
    }
    options = json_object();
    for (size_t i = 0; i < read.settings.count; i++) {
        const struct setting *setting = &read.settings.list[i];

        json_object_set_new(options, setting->name,
                            json_string(setting->value == NULL ? "yes" : setting->value));
    }
    option_line_release(&read);
    return options;
}

/* Whether somebody chose a value, and it does not follow from others. */
static bool is_chosen(const char *name, const json_t *option)
{
    const char *said_by = member_text(option, "said_by");

    return said_by != NULL && strcmp(said_by, "default") != 0 &&
           (strcmp(said_by, "family") != 0 || strcmp(name, "family") == 0);
}

/* Whether an option tells how a product is computed: tuning chooses what happens at edges, too, and
 * a kernel is for the limits of its device. */
static bool tells_how(const char *name)
{
    const char *group = generator_option(name).group;

    return strcmp(name, "edges") == 0 || strcmp(group, "kernel") == 0 ||
           strcmp(group, "device") == 0;
}

/* Whether an option is said although nobody chose its value: a table of kernels is chosen from by
 * these. */
static bool is_key(const char *name)
{
    return strcmp(name, "type") == 0 || strcmp(name, "layout") == 0 ||
           strcmp(name, "transpose") == 0;
}

/* User, point, device, preset and profile choose. The preset's own name is left out: all that it
 * stands for is there. */
json_t *tune_chosen(const json_t *resolved, bool how)
{
    json_t *chosen = json_object(), *option;
    const char *name;

    json_object_foreach((json_t *)resolved, name, option)
    {
        if ((is_chosen(name, option) || is_key(name)) && strcmp(name, "preset") != 0 &&
            strcmp(name, "for") != 0 && tells_how(name) == how)
            json_object_set(chosen, name, json_object_get(option, "value"));
    }
    return chosen;
}
