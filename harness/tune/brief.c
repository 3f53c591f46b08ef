/* A candidate's options as people read them: those alone that the kernel would not have without
 * them. */
#include <stdlib.h>
#include <string.h>

#include "harness/subject/subject.h"
#include "harness/tune/internal.h"

/* The value of a parameter that a candidate says; NULL: none. */
static const char *said(const struct tuning *tuning, const struct candidate *candidate, size_t p)
{
    const char *value = clgemm_space_value(tuning->space, p, candidate->point[p]);

    return strcmp(value, "-") == 0 ? NULL : value;
}

/* The profile that the user names, or the device has. */
static const char *profile_of(const struct tuning *tuning)
{
    const struct tune_options *options = tuning->tuner->options;
    const char *profile = json_string_value(json_object_get(tuning->tuner->device, "profile"));

    const char *said = settings_value(&options->space.settings, "for");

    if (said != NULL)
        return said;
    return profile == NULL ? "generic" : profile;
}

/* The values of all options of a request's kernel, said or chosen by the generator. A new
 * reference; NULL: refused, or no memory. */
static json_t *config_of(const struct clgemm_request *request)
{
    struct clgemm_error error;
    json_t *manifest = tune_generate(request, &error);
    json_t *config = json_incref(json_object_get(manifest, "config"));

    json_decref(manifest);
    return config;
}

/* The same with those of a candidate's values that are kept (NULL: all), on a command line of
 * clgemm-gen with --for, whose values stand behind those, or (NULL) as the tuning makes it. */
static json_t *resolve(const struct tuning *tuning, const struct candidate *candidate,
                       const bool *kept, const char *profile)
{
    struct clgemm_request *request = clgemm_request_copy(tuning->request);
    struct clgemm_error error;
    json_t *config = NULL;
    int status = request == NULL ? -1 : 0;

    if (status == 0 && profile != NULL)
        status = clgemm_request_set(request, "for", profile, &error);
    for (size_t p = 0; p < tuning->width && status == 0; p++) {
        const char *value = kept == NULL || kept[p] ? said(tuning, candidate, p) : NULL;

        if (value != NULL)
            status = clgemm_request_set(request, clgemm_space_parameter(tuning->space, p, NULL),
                                        value, &error);
    }
    if (status == 0)
        config = config_of(request);
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
static bool drop(const struct tuning *tuning, const struct candidate *candidate, bool *kept)
{
    const char *profile = profile_of(tuning);
    json_t *whole = resolve(tuning, candidate, NULL, NULL);
    json_t *usual = config_of(tuning->request);
    bool right;

    for (size_t p = 0; p < tuning->width; p++) {
        const char *value = said(tuning, candidate, p);
        const char *chosen = json_string_value(
            json_object_get(usual, clgemm_space_parameter(tuning->space, p, NULL)));

        kept[p] = value != NULL && (chosen == NULL || strcmp(value, chosen) != 0);
    }
    right = comes_to(whole, resolve(tuning, candidate, kept, profile));
    for (size_t p = 0; p < tuning->width && !right; p++)
        kept[p] = said(tuning, candidate, p) != NULL;
    right = right || comes_to(whole, resolve(tuning, candidate, kept, profile));
    for (size_t p = 0; p < tuning->width && right; p++) {
        bool said = kept[p];

        kept[p] = false;
        kept[p] = said && !comes_to(whole, resolve(tuning, candidate, kept, profile));
    }
    json_decref(whole);
    json_decref(usual);
    return right;
}

static char *write_brief(const struct tuning *tuning, const struct candidate *candidate,
                         const bool *kept)
{
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);

    if (stream == NULL)
        return NULL;
    for (size_t p = 0; p < tuning->width; p++)
        if (kept[p])
            tune_put_option(stream, clgemm_space_parameter(tuning->space, p, NULL),
                            said(tuning, candidate, p));
    return fclose(stream) == 0 ? text : NULL;
}

const char *tune_brief(const struct tuning *tuning, struct candidate *candidate)
{
    bool *kept;

    if (candidate->point == NULL)
        return "";
    if (candidate->brief != NULL)
        return candidate->brief;
    kept = calloc(tuning->width + 1, sizeof *kept);
    if (kept != NULL && drop(tuning, candidate, kept))
        candidate->brief = write_brief(tuning, candidate, kept);
    free(kept);
    return candidate->brief == NULL ? candidate->options : candidate->brief;
}

void tune_show_common(const struct tuning *tuning)
{
    const struct tune_options *options = tuning->tuner->options;
    const char *sub_groups =
        json_string_value(json_object_get(tuning->tuner->device, "sub_groups"));

    if (settings_find(&options->space.settings, "sub-groups") != NULL)
        sub_groups = NULL;
    printf("each kernel: clgemm-gen --for %s", profile_of(tuning));
    if (sub_groups != NULL)
        printf(" --sub-groups=%s", sub_groups);
    for (size_t i = 0; i < options->space.preset_count; i++)
        printf(" --preset %s", options->space.presets[i]);
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
