#include "harness/manifest/manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/manifest/internal.h"

#define SCHEMAS "clgemm-manifest/1 clgemm-manifest/2"

static bool is_identifier(const char *name)
{
    const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

    return name[0] != '\0' && strchr("0123456789", name[0]) == NULL &&
           name[strspn(name, letters)] == '\0' && strlen(name) < 256;
}

static bool read_heading(const struct place *root, struct manifest *manifest)
{
    struct place part;
    int schema;

    if (!place_word(root, "schema", SCHEMAS, &schema) ||
        !place_object(root, schema == 0
                                ? "schema name generator problem config programs buffers steps "
                                  "constraints numbers peak"
                                : "schema name generator problem config programs buffers steps "
                                  "constraints numbers peak interface") ||
        !place_string(root, "name", &manifest->name))
        return false;
    if (!is_identifier(manifest->name)) {
        place_member(root, "name", &part);
        return place_fail(&part, "is no C identifier");
    }
    if (place_has(root, "generator")) {
        const char *version;

        place_member(root, "generator", &part);
        place_object(&part, "version command");
        place_string(&part, "version", &version);
        place_string(&part, "command", &manifest->command);
    }
    if (place_has(root, "config")) {
        place_member(root, "config", &part);
        if (place_has(&part, "label"))
            place_string(&part, "label", &manifest->label);
    }
    if (place_has(root, "peak")) {
        place_member(root, "peak", &part);
        place_object(&part, "profile formula operations_per_cycle");
        place_string(&part, "profile", &manifest->peak_profile);
        place_string(&part, "formula", &manifest->peak_formula);
        if (place_number(&part, "operations_per_cycle", &manifest->peak_operations_per_cycle) &&
            manifest->peak_operations_per_cycle <= 0)
            return place_fail(&part, "operations_per_cycle must be above zero");
    }
    return root->fault->code == FAULT_NONE;
}

/* Refuses arguments of schema 2 in a manifest of schema 1. */
static bool keeps_schema(const struct place *root, const struct manifest *manifest)
{
    bool has_sums = false;
    int schema = 0;

    for (size_t i = 0; i < manifest->step_count; i++)
        for (size_t j = 0; j < manifest->steps[i].argument_count; j++)
            has_sums |= manifest->steps[i].arguments[j].kind == ARGUMENT_SUM;
    return place_word(root, "schema", SCHEMAS, &schema) &&
           (!has_sums || schema == 1 ||
            place_fail(root, "arguments of kind `sum` are of schema 2"));
}

static json_t *load_json(const char *text, size_t length, struct fault *fault)
{
    json_error_t error;
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);

    if (json == NULL && length > 1 && memcmp(text, "/*", 2) == 0)
        fault_set(fault, FAULT_REFUSED,
                  "the text of a kernel, not a manifest; name that, which --emit json writes "
                  "beside it");
    else if (json == NULL)
        fault_set(fault, FAULT_REFUSED, "not a manifest: line %d, column %d: %s", error.line,
                  error.column, error.text);
    return json;
}

/* Reads the manifest of one kernel; the root is the manifest's, also on failure. */
static int read_kernel(json_t *json, const char *path, struct manifest *manifest,
                       struct fault *fault)
{
    struct place root = {.value = json, .fault = fault};

    snprintf(root.path, sizeof root.path, "%s", path);
    memset(manifest, 0, sizeof *manifest);
    manifest->root = json;
    if (read_heading(&root, manifest) && read_problem(&root, manifest) &&
        read_programs(&root, manifest) && read_buffers(&root, manifest) &&
        read_companions(&root, manifest) && read_epilogue(&root, manifest) &&
        read_steps(&root, manifest) && read_constraints(&root, manifest) &&
        read_interface(&root, manifest) && keeps_schema(&root, manifest) &&
        fault->code == FAULT_NONE)
        return 0;
    manifest_release(manifest);
    return fault_memory(fault);
}

int manifest_take(json_t *value, struct manifest *manifest, struct fault *fault)
{
    return read_kernel(value, "", manifest, fault);
}

/* Refuses kernels that are no objects with a name each. */
static bool have_names(const struct place *list, size_t count)
{
    json_t *seen = json_object();
    bool have = seen != NULL;

    for (size_t i = 0; i < count && have; i++) {
        struct place kernel;
        const char *name;

        have = place_item(list, i, &kernel) && place_string(&kernel, "name", &name);
        if (have && json_object_get(seen, name) != NULL)
            have = place_fail(&kernel, "has the name `%.60s` of one before it", name);
        have = have && json_object_set_new(seen, name, json_true()) == 0;
    }
    json_decref(seen);
    return have || (fault_memory(list->fault), false);
}

/* The kernels of a manifest of several; NULL: it has one, or *fault. */
static json_t *list_kernels(json_t *json, struct fault *fault)
{
    struct place root = {.path = "", .value = json, .fault = fault}, list;
    const char *name;
    size_t count;
    int schema;

    if (!place_has(&root, "kernels") || !place_object(&root, "schema name kernels") ||
        !place_word(&root, "schema", "clgemm-manifest/2", &schema) ||
        !place_string(&root, "name", &name) ||
        !place_list(&root, "kernels", 1, 1 << 16, &list, &count) || !have_names(&list, count))
        return NULL;
    return json_object_get(json, "kernels");
}

/* One out of several: what it has and the schema are a manifest. NULL: *fault. */
static json_t *one_of(json_t *kernels, size_t index, const char *path, struct fault *fault)
{
    json_t *json = json_array_get(kernels, index);

    if (!json_is_object(json) || json_object_get(json, "schema") != NULL)
        fault_set(fault, FAULT_REFUSED, "%s: is no kernel of several", path);
    else if (json_object_set_new(json, "schema", json_string("clgemm-manifest/2")))
        fault_memory(fault);
    return fault->code == FAULT_NONE ? json : NULL;
}

/* Reads kernel `number`, from 1 where there are several. */
static int read_numbered(json_t *json, size_t number, struct manifest *manifest,
                         struct fault *fault)
{
    json_t *kernels = list_kernels(json, fault);
    char path[48];

    memset(manifest, 0, sizeof *manifest);
    if (fault->code == FAULT_NONE && kernels != NULL && number == 0)
        fault_set(fault, FAULT_REFUSED, "has several kernels, and one is wanted here");
    if (fault->code != FAULT_NONE)
        return -1;
    if (kernels == NULL)
        return read_kernel(json_incref(json), "", manifest, fault);
    snprintf(path, sizeof path, "kernels[%zu]", number - 1);
    json = one_of(kernels, number - 1, path, fault);
    return json == NULL ? -1 : read_kernel(json_incref(json), path, manifest, fault);
}

int manifest_parse(const char *text, size_t length, struct manifest *manifest, struct fault *fault)
{
    json_t *json = load_json(text, length, fault);
    int status = json == NULL ? -1 : read_numbered(json, 0, manifest, fault);

    json_decref(json);
    return status;
}

json_t *manifest_kernels(const char *text, size_t length, struct fault *fault)
{
    json_t *json = load_json(text, length, fault);
    json_t *kernels = json == NULL ? NULL : json_incref(list_kernels(json, fault));

    json_decref(json);
    for (size_t i = 0; i < json_array_size(kernels); i++)
        one_of(kernels, i, "kernels", fault);
    return kernels;
}

int manifest_load(const char *path, size_t kernel, struct manifest *manifest, struct fault *fault)
{
    json_t *json = NULL;
    char *text;
    size_t length;
    int status = -1;

    if (file_read(path, &text, &length, fault))
        return -1;
    json = load_json(text, length, fault);
    free(text);
    if (json != NULL)
        status = read_numbered(json, kernel, manifest, fault);
    json_decref(json);
    if (status != 0) {
        fault_prefix(fault, path);
        return -1;
    }
    manifest->folder = file_folder(path);
    return 0;
}

int manifest_names(const char *path, struct manifest_names *names, struct fault *fault)
{
    json_t *json, *kernels;
    char *text;
    size_t length;

    memset(names, 0, sizeof *names);
    if (file_read(path, &text, &length, fault))
        return -1;
    json = load_json(text, length, fault);
    free(text);
    kernels = json == NULL ? NULL : list_kernels(json, fault);
    names->count = json_array_size(kernels);
    names->list = names->count == 0 ? NULL : calloc(names->count, sizeof *names->list);
    if (names->count != 0 && names->list == NULL)
        fault_memory(fault);
    for (size_t i = 0; i < names->count && names->list != NULL; i++) {
        const char *name = json_string_value(json_object_get(json_array_get(kernels, i), "name"));

        snprintf(names->list[i], sizeof names->list[i], "%s", name == NULL ? "" : name);
    }
    json_decref(json);
    return fault->code == FAULT_NONE ? 0 : -1;
}

void manifest_release(struct manifest *manifest)
{
    manifest_release_host(manifest);
    for (size_t i = 0; i < manifest->step_count; i++) {
        for (size_t j = 0; j < manifest->steps[i].argument_count; j++)
            free(manifest->steps[i].arguments[j].terms);
        free(manifest->steps[i].arguments);
        free(manifest->steps[i].flops);
        free(manifest->steps[i].bytes);
    }
    for (size_t i = 0; i < manifest->program_count; i++)
        free(manifest->programs[i].extensions);
    free(manifest->problem.notation);
    free(manifest->constraints);
    free(manifest->steps);
    free(manifest->buffers);
    free(manifest->programs);
    free(manifest->folder);
    json_decref(manifest->root);
    json_decref(manifest->unsaid);
    memset(manifest, 0, sizeof *manifest);
}
