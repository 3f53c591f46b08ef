#include "harness/kernel/kernel.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/list.h"
#include "harness/base/text.h"
#include "harness/manifest/notation.h"

enum {
    VALUE_LIMIT = 16
};

struct clgemm_option generator_option(const char *name)
{
    struct clgemm_option option;

    for (size_t i = 0; clgemm_option_at(i, &option) == 0; i++)
        if (strcmp(option.name, name) == 0)
            return option;
    return (struct clgemm_option){0};
}

/* The values of a generator option, cut at '|' in `words`; synonyms ("col=column") left out. */
static size_t list_values(const char *name, char words[RECIPE_WORDS], const char **values)
{
    char *place = NULL;
    size_t count = 0;

    snprintf(words, RECIPE_WORDS, "%s", generator_option(name).values);
    for (char *word = strtok_r(words, "|", &place); word != NULL && count < VALUE_LIMIT;
         word = strtok_r(NULL, "|", &place))
        if (strchr(word, '=') == NULL)
            values[count++] = word;
    return count;
}

static int append(struct recipes *recipes, const struct recipe *recipe, struct fault *fault)
{
    if (!list_grow(&recipes->list, recipes->count, sizeof *recipes->list))
        return fault_memory(fault);
    recipes->list[recipes->count++] = *recipe;
    recipes->generates |= recipe->path == NULL;
    return 0;
}

/* One preset (NULL: none) times layouts times transposes. */
static int add_generated(struct recipes *recipes, const char *preset, const char **layouts,
                         size_t layout_count, const char **transposes, size_t transpose_count,
                         struct fault *fault)
{
    for (size_t i = 0; i < layout_count; i++)
        for (size_t j = 0; j < transpose_count; j++) {
            struct recipe recipe = {
                .preset = preset, .layout = layouts[i], .transpose = transposes[j]};

            snprintf(recipe.label, sizeof recipe.label, "%s%s%s%s%s", preset == NULL ? "" : preset,
                     layouts[i] == NULL ? "" : " --layout ", layouts[i] == NULL ? "" : layouts[i],
                     transposes[j] == NULL ? "" : " --transpose ",
                     transposes[j] == NULL ? "" : transposes[j]);
            utf8_mend_line(recipe.label);
            if (append(recipes, &recipe, fault))
                return -1;
        }
    return 0;
}

/* Each kernel of a manifest. A file that cannot be read is told when its kernel is made; standard
 * input can be read once. */
static int add_manifest(struct recipes *recipes, const char *path, struct fault *fault)
{
    struct recipe recipe = {.path = path};
    struct manifest_names names = {.count = 0};
    struct fault unread = {.code = FAULT_NONE};
    int status = 0;

    file_stem(path, recipe.label, sizeof recipe.label);
    utf8_mend_line(recipe.label);
    if (strcmp(path, "-") == 0)
        recipe.label[0] = '\0';
    else if (manifest_names(path, &names, &unread))
        names.count = 0;
    if (names.count == 0)
        status = append(recipes, &recipe, fault);
    for (size_t i = 0; i < names.count && status == 0; i++) {
        recipe.kernel = i + 1;
        snprintf(recipe.label, sizeof recipe.label, "%s", names.list[i]);
        utf8_mend_line(recipe.label);
        status = append(recipes, &recipe, fault);
    }
    free(names.list);
    return status;
}

void recipes_release(struct recipes *recipes)
{
    free(recipes->list);
    json_decref(recipes->kernels);
    memset(recipes, 0, sizeof *recipes);
}

static bool says_problem(const struct setting *setting)
{
    const char *group = generator_option(setting->name).group;

    return group != NULL && strcmp(group, "problem") == 0;
}

/* Options that tell no kernel of a profile from the others; of those that pack nothing --prepared
 * leaves none. */
static bool is_for_any_kernel(const char *option)
{
    static const char *const options[] = {"for", "name", "prepared"};

    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(option, options[i]) == 0)
            return true;
    return false;
}

/* The profile that a recipe's kernel is for; NULL: it does not say. *specific: options say more of
 * it, its sizes or a launch of a host, for which the generator picks one itself. */
static const char *find_profile(const struct settings *settings, const struct recipe *recipe,
                                bool *specific)
{
    const struct settings *own = recipe->apart ? &recipe->settings : settings;

    *specific = recipe->path != NULL || recipe->preset != NULL;
    for (size_t i = 0; i < own->count; i++) {
        const struct setting *setting = &own->list[i];

        if (strcmp(setting->name, "fixed") == 0 || strcmp(setting->name, "setting") == 0 ||
            (!is_for_any_kernel(setting->name) && !says_problem(setting)))
            *specific = true;
    }
    return settings_value(own, "for");
}

static int set_line(struct clgemm_request *request, const struct settings *settings, bool all,
                    struct clgemm_error *error)
{
    for (size_t i = 0; i < settings->count; i++) {
        const struct setting *setting = &settings->list[i];

        if ((all || says_problem(setting)) &&
            clgemm_request_set(request, setting->name, setting->value, error))
            return -1;
    }
    return 0;
}

/* The last one holds. */
static int set_settings(struct clgemm_request *request, const struct settings *settings,
                        const struct recipe *recipe, struct clgemm_error *error)
{
    if (recipe->like != NULL && problem_say(recipe->like, request, error))
        return -1;
    if (recipe->apart)
        return set_line(request, settings, false, error) ||
                       set_line(request, &recipe->settings, true, error)
                   ? -1
                   : 0;
    return set_line(request, &recipe->settings, true, error) ||
                   set_line(request, settings, true, error)
               ? -1
               : 0;
}

int recipe_try(const struct settings *settings, const struct recipe *recipe, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    struct clgemm_error error = {0};
    int status;

    if (request == NULL)
        return fault_memory(fault);
    status = set_settings(request, settings, recipe, &error);
    if (status == 0 && clgemm_generate(request, &result, &error) && error.code != CLGEMM_REFUSED)
        status = -1;
    clgemm_result_free(result);
    clgemm_request_free(request);
    return status == 0 ? 0 : fault_pass_on(fault, &error);
}

bool recipe_dispatches(const struct settings *settings, const struct recipe *recipe)
{
    struct clgemm_request *request;
    struct clgemm_error error;
    bool specific, dispatches;

    if (find_profile(settings, recipe, &specific) == NULL || specific)
        return false;
    request = clgemm_request_new();
    dispatches = request != NULL && set_settings(request, settings, recipe, &error) == 0 &&
                 clgemm_request_dispatches(request, &error) == 1;
    clgemm_request_free(request);
    return dispatches;
}

/* Whether a kernel of another file has the same stem and name. */
static bool has_twin(const struct recipes *recipes, const struct recipe *recipe)
{
    char stems[2][RECIPE_LABEL];

    file_stem(recipe->path, stems[0], sizeof stems[0]);
    for (size_t i = 0; i < recipes->count; i++) {
        const struct recipe *other = &recipes->list[i];

        file_stem(other->path, stems[1], sizeof stems[1]);
        if (strcmp(other->path, recipe->path) != 0 && strcmp(stems[0], stems[1]) == 0 &&
            other->kernel == recipe->kernel)
            return true;
    }
    return false;
}

/* Has kernels of files of one name, which lie in several folders, begin with the path. */
static void tell_apart(const struct recipes *recipes)
{
    for (size_t i = 0; i < recipes->count; i++) {
        struct recipe *recipe = &recipes->list[i];
        char name[RECIPE_LABEL];

        if (!has_twin(recipes, recipe))
            continue;
        snprintf(name, sizeof name, "%s", recipe->label);
        snprintf(recipe->label, sizeof recipe->label, "%s", recipe->path);
        if (recipe->kernel > 0)
            text_append(recipe->label, sizeof recipe->label, ": %s", name);
        utf8_mend_line(recipe->label);
    }
}

int recipes_list(const struct selection *selection, const struct settings *settings,
                 struct recipes *recipes, struct fault *fault)
{
    const char *layouts[VALUE_LIMIT] = {NULL}, *transposes[VALUE_LIMIT] = {NULL};
    size_t layout_count = 1, transpose_count = 1, named = selection->presets.count;
    struct clgemm_preset preset;
    int status = 0;

    memset(recipes, 0, sizeof *recipes);
    if (selection->all_layouts)
        layout_count = list_values("layout", recipes->words[0], layouts);
    if (selection->all_transposes)
        transpose_count = list_values("transpose", recipes->words[1], transposes);
    for (size_t i = 0; i < selection->manifests.count && status == 0; i++)
        status = add_manifest(recipes, selection->manifests.list[i], fault);
    tell_apart(recipes);
    for (size_t i = 0; i < named && status == 0; i++)
        status = add_generated(recipes, selection->presets.list[i], layouts, layout_count,
                               transposes, transpose_count, fault);
    for (size_t i = 0; selection->all_presets && status == 0 && clgemm_preset_at(i, &preset) == 0;
         i++)
        status = add_generated(recipes, preset.name, layouts, layout_count, transposes,
                               transpose_count, fault);
    if (status == 0 && named == 0 && !selection->all_presets && selection->manifests.count == 0)
        status =
            add_generated(recipes, NULL, layouts, layout_count, transposes, transpose_count, fault);
    for (size_t i = 0; i < recipes->count && settings != NULL && status == 0; i++)
        recipes->list[i].dispatches = recipe_dispatches(settings, &recipes->list[i]);
    if (status != 0)
        recipes_release(recipes);
    return status;
}

int recipe_say(const struct recipe *recipe, const struct settings *settings,
               const struct device_traits *traits, const char *edges,
               struct clgemm_request *request, struct clgemm_error *error)
{
    if (device_traits_say(traits, request, error))
        return -1;
    if (recipe->space == NULL &&
        clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "for", traits->profile, error))
        return -1;
    if (edges != NULL && clgemm_request_set(request, "edges", edges, error))
        return -1;
    if (set_settings(request, settings, recipe, error))
        return -1;
    if (recipe->space != NULL)
        return clgemm_space_say(recipe->space, recipe->point, request, error);
    if ((recipe->preset != NULL && clgemm_request_set(request, "preset", recipe->preset, error)) ||
        (recipe->layout != NULL && clgemm_request_set(request, "layout", recipe->layout, error)) ||
        (recipe->transpose != NULL &&
         clgemm_request_set(request, "transpose", recipe->transpose, error)))
        return -1;
    return 0;
}

/* Takes what was generated. */
static int take_result(struct clgemm_result *result, struct kernel *kernel, struct fault *fault)
{
    size_t length, source_length;
    const char *source = clgemm_result_text(result, CLGEMM_CL, &source_length);
    const char *manifest = clgemm_result_text(result, CLGEMM_MANIFEST, &length);

    if (manifest == NULL)
        return fault_pass_on(fault, clgemm_result_error(result));
    if ((kernel->source = malloc(source_length + 1)) == NULL)
        return fault_memory(fault);
    memcpy(kernel->source, source, source_length + 1);
    return manifest_parse(manifest, length, &kernel->manifest, fault);
}

/* The name of a file without folder and ending, with the letters of a name in C. */
static void name_in_c(const char *path, char *name, size_t room)
{
    size_t used = 0;

    path = file_name(path);
    if (*path >= '0' && *path <= '9')
        name[used++] = '_';
    for (; *path != '\0' && strcmp(path, ".json") != 0 && used + 1 < room; path++)
        name[used++] = isalnum((unsigned char)*path) ? *path : '_';
    name[used] = '\0';
}

/* The dispatch of a request's profile. Kernels are named after the file, unless it has a name that
 * the generator refuses alone or with theirs behind it: int.json, M.json. */
static int make_dispatch(struct clgemm_request *request, const char *profile,
                         struct clgemm_dispatch **dispatch, struct clgemm_error *error)
{
    char stem[64];
    const char *const names[2] = {stem, "tuned"};
    int status = -1;

    name_in_c(profile, stem, sizeof stem);
    for (int i = 0; i < 2 && status != 0; i++) {
        if (i > 0 && strcmp(error->option, "name") != 0)
            break;
        status = clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "name", names[i], error);
        if (status == 0)
            status = clgemm_dispatch_make(request, dispatch, error);
    }
    return status;
}

/* The kernel that the dispatch of the request's profile picks for sizes. */
static int generate_picked(const struct settings *settings, const struct recipe *recipe,
                           const uint64_t size[4], struct clgemm_request *request,
                           struct kernel *kernel, struct fault *fault)
{
    struct clgemm_dispatch *dispatch;
    struct clgemm_error error = {0};
    bool specific;
    int index, measured, status;
    const char *profile = find_profile(settings, recipe, &specific);

    if (make_dispatch(request, profile, &dispatch, &error))
        return fault_pass_on(fault, &error);
    index = clgemm_dispatch_pick(dispatch, (long long)size[0], (long long)size[1],
                                 (long long)size[2], (long long)size[3], &measured);
    kernel->nearest = !measured;
    status = index < 0
                 ? fault_set(fault, FAULT_REFUSED,
                             "no kernel of the dispatch of %.200s serves %" PRIu64 " x %" PRIu64
                             " x %" PRIu64,
                             profile, size[0], size[1], size[2])
                 : take_result(clgemm_dispatch_kernel(dispatch, (size_t)index), kernel, fault);
    clgemm_dispatch_free(dispatch);
    return status;
}

/* `edges`: the policy to ask for; NULL: the one that the kernel has by itself. */
static int generate_with(const struct settings *settings, const struct recipe *recipe,
                         const uint64_t size[4], const struct device_traits *traits,
                         const char *edges, struct kernel *kernel, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    struct clgemm_error error = {0};
    int status;

    if (request == NULL)
        return fault_memory(fault);
    if (recipe_say(recipe, settings, traits, edges, request, &error))
        status = fault_pass_on(fault, &error);
    else if (recipe->dispatches &&
             (recipe->like == NULL || recipe->like->size[0].kind != GIVEN_FIXED))
        status = generate_picked(settings, recipe, size, request, kernel, fault);
    else if (clgemm_generate(request, &result, &error))
        status = fault_pass_on(fault, &error);
    else
        status = take_result(result, kernel, fault);
    clgemm_request_free(request);
    clgemm_result_free(result);
    return status;
}

/* The edges of a kernel that refuses them are looked at in its guarded twin. */
static int generate(const struct settings *settings, const struct recipe *recipe,
                    const uint64_t size[4], const struct device_traits *traits,
                    struct kernel *kernel, struct fault *fault)
{
    if (generate_with(settings, recipe, size, traits, NULL, kernel, fault)) {
        if (!recipe->at_edges || fault->code != FAULT_REFUSED)
            return -1;
        fault_clear(fault);
    } else if (!recipe->at_edges || strcmp(kernel->manifest.problem.edges, "exact") != 0) {
        return 0;
    }
    kernel_release(kernel);
    return generate_with(settings, recipe, size, traits, "guard", kernel, fault);
}

int kernel_make(const struct settings *settings, const struct recipe *recipe,
                const uint64_t size[4], const struct device_traits *traits, struct kernel *kernel,
                struct fault *fault)
{
    const struct notation *notation;
    int status;

    memset(kernel, 0, sizeof *kernel);
    kernel->compiled = recipe->compiled;
    status = recipe->manifest != NULL
                 ? manifest_take(json_incref(recipe->manifest), &kernel->manifest, fault)
             : recipe->path != NULL
                 ? manifest_load(recipe->path, recipe->kernel, &kernel->manifest, fault)
                 : generate(settings, recipe, size, traits, kernel, fault);
    notation = status == 0 ? kernel->manifest.problem.notation : NULL;
    if (status == 0 &&
        (settings->at != NULL || (notation != NULL && notation_lacks_extents(notation))))
        status = manifest_say_sizes(&kernel->manifest, settings->at, kernel->chosen,
                                    sizeof kernel->chosen, fault);
    if (status != 0)
        kernel_release(kernel);
    return status;
}

void kernel_release(struct kernel *kernel)
{
    manifest_release(&kernel->manifest);
    free(kernel->source);
    memset(kernel, 0, sizeof *kernel);
}
