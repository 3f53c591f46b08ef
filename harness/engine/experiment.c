#include "harness/engine/experiment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/file.h"
#include "harness/base/json_read.h"
#include "harness/base/sizes.h"
#include "harness/base/text.h"

enum {
    KERNELS_LIMIT = 64,
    SIZES_LIMIT = 256,
    SETTINGS_LIMIT = 1024 /* of all kernels */
};
static const uint64_t size_limit = UINT64_C(1) << 32;

static int unknown_name(const char *name, const struct embedded_file *files, struct fault *fault)
{
    struct clgemm_nearest nearest = {.word = name};
    char names[400] = "";

    for (const struct embedded_file *file = files; file->name != NULL; file++) {
        clgemm_nearest_offer(&nearest, file->name);
        text_append(names, sizeof names, "%s%s", *names == '\0' ? "" : ", ", file->name);
    }
    return fault_set(fault, FAULT_USAGE,
                     "`%.60s` is none of: %s%s%s%s (a file has a slash in its "
                     "name or ends in .json)",
                     name, names, nearest.count > 0 ? "; did you mean " : "",
                     nearest.count > 0 ? nearest.names[0] : "", nearest.count > 0 ? "?" : "");
}

static int load(const char *name, const struct embedded_file *files, json_t **root,
                struct fault *fault)
{
    json_error_t error = {.line = 0};
    char *text = NULL;
    size_t length;

    if (file_is_named(name)) {
        if (file_read(name, &text, &length, fault))
            return -1;
        *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
        free(text);
    } else {
        files = embedded_find(files, name);
        if (files == NULL)
            return 1;
        *root = json_loadb(files->text, files->length, JSON_REJECT_DUPLICATES, &error);
    }
    if (*root == NULL)
        return fault_set(fault, FAULT_REFUSED, "%s: line %d, column %d: %s", name, error.line,
                         error.column, error.text);
    return 0;
}

static bool read_settings(const struct place *kernel, struct experiment *experiment,
                          struct recipe *recipe, size_t *used)
{
    struct place options;
    const char *name;
    json_t *value;

    if (!place_member(kernel, "options", &options))
        return false;
    if (!json_is_object(options.value) || json_object_size(options.value) == 0)
        return place_fail(&options, "must be an object of options and their values");
    recipe->settings.list = experiment->settings + *used;
    json_object_foreach((json_t *)options.value, name, value)
    {
        if (*used == SETTINGS_LIMIT)
            return place_fail(&options, "the file has more than %d options", SETTINGS_LIMIT);
        if (!json_is_string(value) && !json_is_true(value))
            return place_fail(&options, "%.60s: a value is a string, or true for a switch", name);
        experiment->settings[(*used)++] =
            (struct setting){name, json_is_true(value) ? NULL : json_string_value(value)};
        recipe->settings.count++;
    }
    return true;
}

static bool read_source(const struct place *kernel, const char *folder,
                        struct experiment *experiment, size_t index, size_t *used)
{
    struct recipe *recipe = &experiment->kernels[index];
    const char *file;

    if (!place_has(kernel, "manifest"))
        return read_settings(kernel, experiment, recipe, used);
    if (place_has(kernel, "options"))
        return place_fail(kernel, "options and manifest exclude each other");
    if (!place_string(kernel, "manifest", &file))
        return false;
    recipe->path = experiment->paths[index] = file_join(folder, file);
    return recipe->path != NULL || fault_memory(kernel->fault) == 0;
}

static bool read_kernel(const struct place *kernel, const char *folder,
                        struct experiment *experiment, size_t index, size_t *used)
{
    struct place place;
    const char *name;

    experiment->notes[index] = "";
    if (!place_object(kernel, "name options manifest note") ||
        !place_string(kernel, "name", &name) ||
        !read_source(kernel, folder, experiment, index, used) ||
        (place_has(kernel, "note") && !place_text(kernel, "note", &experiment->notes[index])))
        return false;
    if (name[0] == '\0' || strlen(name) > 64) {
        place_member(kernel, "name", &place);
        return place_fail(&place, "must have 1 to 64 letters");
    }
    snprintf(experiment->kernels[index].label, sizeof experiment->kernels[index].label, "%s", name);
    utf8_mend_line(experiment->kernels[index].label);
    return true;
}

static bool read_kernels(const struct place *root, const char *folder,
                         struct experiment *experiment)
{
    struct place list, item;
    size_t settings = 0, count;

    experiment->kernels =
        place_items(root, "kernels", 1, KERNELS_LIMIT, sizeof *experiment->kernels, &list, &count);
    if (experiment->kernels == NULL)
        return false;
    experiment->notes = calloc(count, sizeof *experiment->notes);
    experiment->paths = calloc(count, sizeof *experiment->paths);
    experiment->settings = calloc(SETTINGS_LIMIT, sizeof *experiment->settings);
    if (experiment->notes == NULL || experiment->paths == NULL || experiment->settings == NULL)
        return fault_memory(root->fault) == 0;
    experiment->kernel_count = count;
    for (size_t i = 0; i < count; i++)
        if (!place_item(&list, i, &item) || !read_kernel(&item, folder, experiment, i, &settings))
            return false;
    return true;
}

static bool read_length(const json_t *value, uint64_t *length)
{
    if (!json_is_integer(value) || json_integer_value(value) < 1 ||
        (uint64_t)json_integer_value(value) > size_limit)
        return false;
    *length = (uint64_t)json_integer_value(value);
    return true;
}

static bool read_sizes(const struct place *root, struct experiment *experiment)
{
    struct place list, item;

    experiment->sizes = place_items(root, "sizes", 1, SIZES_LIMIT, sizeof *experiment->sizes, &list,
                                    &experiment->size_count);
    for (size_t i = 0; i < experiment->size_count; i++) {
        struct shape *size = &experiment->sizes[i];

        if (!place_item(&list, i, &item))
            return false;
        if (read_length(item.value, &size->m))
            size->n = size->k = size->m;
        else if (json_array_size(item.value) != 3 ||
                 !read_length(json_array_get(item.value, 0), &size->m) ||
                 !read_length(json_array_get(item.value, 1), &size->n) ||
                 !read_length(json_array_get(item.value, 2), &size->k))
            return place_fail(&item, "must be n or [M, N, K], each from 1 to %" PRIu64, size_limit);
    }
    return experiment->sizes != NULL;
}

int experiment_read(const char *name, const struct embedded_file *files,
                    struct experiment *experiment, struct fault *fault)
{
    struct place root = {.fault = fault};
    char *folder;
    bool right;
    int status;

    memset(experiment, 0, sizeof *experiment);
    status = load(name, files, &experiment->root, fault);
    if (status > 0)
        return unknown_name(name, files, fault);
    if (status < 0)
        return -1;
    root.value = experiment->root;
    snprintf(root.path, sizeof root.path, "%.100s", name);
    snprintf(experiment->name, sizeof experiment->name, "%s", name);
    utf8_mend_line(experiment->name);
    experiment->note = "";
    folder = file_folder(name);
    right = place_object(&root, "title note kernels sizes iterations") &&
            place_text(&root, "title", &experiment->title) &&
            (!place_has(&root, "note") || place_text(&root, "note", &experiment->note)) &&
            (!place_has(&root, "iterations") ||
             place_size(&root, "iterations", 1, 1000000, &experiment->iterations)) &&
            read_kernels(&root, folder, experiment) && read_sizes(&root, experiment);
    free(folder);
    if (right)
        return 0;
    experiment_release(experiment);
    return -1;
}

void experiment_release(struct experiment *experiment)
{
    for (size_t i = 0; i < experiment->kernel_count; i++)
        free(experiment->paths[i]);
    free(experiment->paths);
    free(experiment->kernels);
    free(experiment->notes);
    free(experiment->sizes);
    free(experiment->settings);
    json_decref(experiment->root);
    memset(experiment, 0, sizeof *experiment);
}

/* Reads "512" or "512x256x64" at *text, which moves to the comma or the end behind it. */
static bool parse_size(const char **text, struct shape *size)
{
    uint64_t *const part[] = {&size->m, &size->n, &size->k};
    size_t count = 0;

    do {
        *text += count > 0;
        if (count == 3 || !size_scan(text, part[count]) || *part[count] < 1 ||
            *part[count] > size_limit)
            return false;
        count++;
    } while (**text == 'x');
    if (count == 1)
        size->n = size->k = size->m;
    return count != 2 && (**text == ',' || **text == '\0');
}

static int replace_sizes(struct experiment *experiment, const char *words, struct fault *fault)
{
    const char *at = words;

    free(experiment->sizes);
    experiment->sizes = calloc(strlen(words) / 2 + 1, sizeof *experiment->sizes);
    if (experiment->sizes == NULL)
        return fault_memory(fault);
    for (experiment->size_count = 0;; at++) {
        if (!parse_size(&at, &experiment->sizes[experiment->size_count++]))
            return fault_set(fault, FAULT_USAGE,
                             "--sizes: `%.60s` is no list of N or MxNxK, separated by commas",
                             words);
        if (*at == '\0')
            return 0;
    }
}

int experiment_resize(struct experiment *experiment, const struct test_case *test_case,
                      const char *words, struct fault *fault)
{
    if (words != NULL && replace_sizes(experiment, words, fault))
        return -1;
    if (test_case->has_size[0] && test_case->has_size[1] && test_case->has_size[2])
        experiment->size_count = 1;
    for (size_t i = 0; i < experiment->size_count; i++) {
        struct shape *size = &experiment->sizes[i];

        size->m = test_case->has_size[0] ? test_case->size[0] : size->m;
        size->n = test_case->has_size[1] ? test_case->size[1] : size->n;
        size->k = test_case->has_size[2] ? test_case->size[2] : size->k;
        if (size->m == 0 || size->n == 0 || size->k == 0)
            return fault_set(fault, FAULT_USAGE,
                             "a size of 0 has no speed; ask -M, -N and -K "
                             "above 0");
    }
    return 0;
}

void experiment_list(const struct embedded_file *files)
{
    for (; files->name != NULL; files++) {
        json_t *root = json_loadb(files->text, files->length, 0, NULL);
        const char *title = member_text(root, "title");

        printf("%-10s %s\n", files->name, title == NULL ? "" : title);
        json_decref(root);
    }
}
