#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/tune/internal.h"

json_t *tune_dispatch(const char *profile)
{
    char *path = file_is_named(profile) ? strdup(profile) : NULL;
    json_t *dispatch = NULL;

    for (int depth = 0; path != NULL && depth < TUNE_LONGEST_CHAIN && dispatch == NULL; depth++) {
        json_t *file = json_load_file(path, 0, NULL);
        char *next = tune_inherited_file(path);

        dispatch = json_incref(json_object_get(file, "dispatch"));
        json_decref(file);
        free(path);
        path = next;
    }
    free(path);
    return dispatch;
}

/* The value of an option in a line (NULL: none), in malloc'd memory; NULL: it does not say it. */
static char *option_in_line(const char *text, const char *option)
{
    struct option_line line;
    struct fault ignored = {0};
    const char *value;
    char *copy;

    if (text == NULL || option_line_read(text, &line, &ignored))
        return NULL;
    value = settings_value(&line.settings, option);
    copy = value == NULL ? NULL : strdup(value);
    option_line_release(&line);
    return copy;
}

/* Finds the value of an option that all kernels of a dispatch have, in malloc'd memory; NULL: they
 * differ, or have none. */
static char *common_value(const json_t *dispatch, const char *option)
{
    json_t *kernel;
    char *value = NULL;
    size_t index;

    json_array_foreach(json_object_get(dispatch, "kernels"), index, kernel)
    {
        char *own = option_in_line(member_text(kernel, "options"), option);
        bool same = own != NULL && (value == NULL ? index == 0 : strcmp(value, own) == 0);

        if (same && value == NULL)
            value = own;
        else
            free(own);
        if (same)
            continue;
        free(value);
        return NULL;
    }
    return value;
}

static bool is_said(const struct tuning *tuning, const char *option)
{
    const struct tune_options *options = tuning->tuner->options;

    return settings_find(&options->space.settings, option) != NULL ||
           options->space.presets.count > 0 ||
           (tuning->shapes[0].says_transpose && strcmp(option, "transpose") == 0);
}

int tune_keep_problem(struct tuning *tuning, const char *profile, struct fault *fault)
{
    static const char *const options[] = {"type",   "type-a", "type-b",
                                          "type-c", "layout", "transpose"};
    json_t *dispatch = tune_dispatch(profile);
    struct clgemm_error error = {0};
    bool keeps = false;
    int status = 0;

    for (size_t i = 0; i < sizeof options / sizeof *options && status == 0; i++) {
        char *value = is_said(tuning, options[i]) ? NULL : common_value(dispatch, options[i]);

        if (value == NULL)
            continue;
        status = clgemm_request_set(tuning->request, options[i], value, &error);
        printf("%s --%s %s", keeps ? "" : "as the profile was tuned for:", options[i], value);
        keeps = true;
        free(value);
    }
    if (keeps)
        printf("\n");
    json_decref(dispatch);
    return status == 0 ? 0 : fault_pass_on(fault, &error);
}
