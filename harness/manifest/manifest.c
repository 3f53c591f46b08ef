#include "harness/manifest/manifest.h"

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

int manifest_take(json_t *value, struct manifest *manifest, struct fault *fault)
{
    struct place root = {.value = value, .path = "", .fault = fault};

    memset(manifest, 0, sizeof *manifest);
    manifest->root = value;
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

int manifest_parse(const char *text, size_t length, struct manifest *manifest, struct fault *fault)
{
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);

    memset(manifest, 0, sizeof *manifest);
    return root == NULL ? fault_set(fault, FAULT_REFUSED, "not a manifest: line %d, column %d: %s",
                                    error.line, error.column, error.text)
                        : manifest_take(root, manifest, fault);
}

int manifest_load(const char *path, struct manifest *manifest, struct fault *fault)
{
    char *text;
    size_t length;
    int status;

    if (file_read(path, &text, &length, fault))
        return -1;
    status = manifest_parse(text, length, manifest, fault);
    free(text);
    if (status != 0) {
        fault_prefix(fault, path);
        return -1;
    }
    manifest->folder = file_folder(path);
    return 0;
}

void manifest_release(struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->derived_count; i++)
        free(manifest->derived[i].terms);
    free(manifest->derived);
    for (size_t i = 0; i < manifest->step_count; i++) {
        for (size_t j = 0; j < manifest->steps[i].argument_count; j++)
            free(manifest->steps[i].arguments[j].terms);
        free(manifest->steps[i].arguments);
        free(manifest->steps[i].flops);
        free(manifest->steps[i].bytes);
    }
    for (size_t i = 0; i < manifest->program_count; i++)
        free(manifest->programs[i].extensions);
    free(manifest->constraints);
    free(manifest->steps);
    free(manifest->buffers);
    free(manifest->programs);
    free(manifest->folder);
    json_decref(manifest->root);
    memset(manifest, 0, sizeof *manifest);
}
