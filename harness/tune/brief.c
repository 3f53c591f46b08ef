/* A candidate's options as people read them: those alone that the kernel would not have without
 * them. */
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/kernel/kernel.h"
#include "harness/tune/internal.h"

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
static struct said_list said_by(const struct candidate *candidate)
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

const char *tune_brief(const struct tuning *tuning, struct candidate *candidate)
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
        resolved = tune_resolve_candidate(tuning, tuning->candidates[i]);
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
