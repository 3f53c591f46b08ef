/* Options of the generator: what a request comes to, who chose it, and how it stands on a command
 * line. */
#include "harness/tune/options.h"

#include <string.h>

#include "harness/kernel/kernel.h"

/* -------------------------------------------------------------------- what the generator makes */

json_t *tune_resolve(const struct clgemm_request *request)
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

json_t *tune_generate(const struct clgemm_request *request, struct clgemm_error *error)
{
    struct clgemm_result *result = NULL;
    const char *text;
    json_t *manifest = NULL;
    size_t length;

    if (clgemm_generate(request, &result, error))
        return NULL;
    text = clgemm_result_text(result, CLGEMM_MANIFEST_WITH_SOURCE, &length);
    if (text == NULL)
        *error = *clgemm_result_error(result);
    else
        manifest = json_loadb(text, length, 0, NULL);
    clgemm_result_free(result);
    return manifest;
}

json_t *tune_config(const struct clgemm_request *request)
{
    struct clgemm_error error;
    json_t *manifest = tune_generate(request, &error);
    json_t *config = json_incref(json_object_get(manifest, "config"));

    json_decref(manifest);
    return config;
}

int tune_say(struct clgemm_request *request, json_t *options, struct clgemm_error *error)
{
    const char *name;
    json_t *value;
    int status = 0;

    json_object_foreach(options, name, value)
    {
        if (status == 0)
            status = clgemm_request_set(request, name, json_string_value(value), error);
    }
    return status;
}

/* ------------------------------------------------------------------------ as on a command line */

/* A switch takes its value behind `=` only. */
void tune_put_option(FILE *stream, const char *name, const char *value)
{
    bool is_switch = generator_option(name).metavar[0] == '\0';

    fprintf(stream, "%s--%s%s%s", ftell(stream) > 0 ? " " : "", name,
            value == NULL ? ""
            : is_switch   ? "="
                          : " ",
            value == NULL ? "" : value);
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
