/* Reading the part of a manifest that is of a host that calls the kernel as its own. */
#include <stdlib.h>
#include <string.h>

#include "harness/manifest/internal.h"

static bool is_symbol(const struct manifest *manifest, const char *name, bool array)
{
    const enum symbol symbol = symbol_find(name);

    (void)manifest;
    return !array && symbol != SYMBOL_NONE && !symbol_is_scalar(symbol);
}

static bool read_derived_formula(const struct place *item, struct derived *derived)
{
    struct place formula;

    if (!place_object(item, "symbol formula") || !place_member(item, "formula", &formula) ||
        !read_formula(&formula, NULL, is_symbol, MANIFEST_FORMULA_DEPTH))
        return false;
    derived->formula = formula.value;
    return true;
}

static bool read_derived(const struct place *interface, struct manifest *manifest)
{
    struct place list, item, symbol;
    const char *text;

    manifest->derived = place_items(interface, "derived", 0, SYMBOL_COUNT,
                                    sizeof *manifest->derived, &list, &manifest->derived_count);
    for (size_t i = 0; i < manifest->derived_count; i++) {
        struct derived *derived = &manifest->derived[i];

        if (!place_item(&list, i, &item) || !place_object(&item, "symbol terms formula") ||
            !place_string(&item, "symbol", &text) || !place_member(&item, "symbol", &symbol) ||
            !(place_has(&item, "formula")
                  ? read_derived_formula(&item, derived)
                  : read_terms(&item, "terms", &derived->terms, &derived->term_count)))
            return false;
        derived->symbol = symbol_find(text);
        if (derived->symbol == SYMBOL_NONE || symbol_is_scalar(derived->symbol))
            return place_fail(&symbol, "`%.60s` is no symbol of a size", text);
    }
    return manifest->derived != NULL;
}

/* Whether it is an argument of the host's kernel with a value. */
static bool is_argument(const struct manifest *manifest, const char *name)
{
    const struct argument *const argument = manifest_argument(manifest, name);

    return argument != NULL && argument->kind != ARGUMENT_BUFFER &&
           argument->kind != ARGUMENT_LOCAL;
}

/* Whether it is a buffer with numbers of matrices. */
static bool is_ids(const struct manifest *manifest, const char *name)
{
    const struct argument *const argument = manifest_argument(manifest, name);

    return argument != NULL && argument->kind == ARGUMENT_BUFFER &&
           manifest->buffers[argument->buffer].role == ROLE_IDS;
}

static bool is_stride(const char *name)
{
    const enum symbol symbol = symbol_find(name);

    return symbol >= SYMBOL_STRIDE_A && symbol <= SYMBOL_STRIDE_C;
}

static bool is_of_members(const struct manifest *manifest, const char *name, bool array)
{
    return array ? is_ids(manifest, name)
                 : strcmp(name, "member") == 0 || is_argument(manifest, name) || is_stride(name);
}

static bool read_members(const struct place *interface, struct manifest *manifest)
{
    static const char *const names[OPERAND_COUNT] = {"a", "b", "c"};
    struct place members, formula;

    if (!place_part(interface, "members", "a b c", &members))
        return false;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        if (!place_has(&members, names[i]))
            continue;
        if (!place_member(&members, names[i], &formula) ||
            !read_formula(&formula, manifest, is_of_members, MANIFEST_FORMULA_DEPTH))
            return false;
        manifest->member_of[i] = formula.value;
    }
    /* Turns that try nothing else draw numbers of matrices. */
    for (size_t i = 0; i < manifest->buffer_count; i++)
        manifest->turns = manifest->buffers[i].role == ROLE_IDS ? 2 : manifest->turns;
    return true;
}

static bool read_trial(const struct place *object, const char *name, struct manifest *manifest,
                       struct tried *trial)
{
    struct place list;

    trial->argument = name;
    trial->sums = place_items(object, name, 1, 64, sizeof *trial->sums, &list, &trial->count);
    for (size_t i = 0; i < trial->count; i++)
        if (!read_terms_at(&list, i, &trial->sums[i].terms, &trial->sums[i].count))
            return false;
    if (trial->count > manifest->turns)
        manifest->turns = trial->count;
    return trial->sums != NULL &&
           (is_argument(manifest, name) || place_fail(&list, "is no argument with a value"));
}

static bool read_trials(const struct place *interface, struct manifest *manifest)
{
    struct place object;
    const char *name;
    json_t *value;

    if (!place_member(interface, "try", &object))
        return false;
    if (!json_is_object(object.value))
        return place_fail(&object, "must be an object");
    manifest->trials = calloc(json_object_size(object.value) + 1, sizeof *manifest->trials);
    if (manifest->trials == NULL)
        return fault_memory(object.fault), false;
    json_object_foreach((json_t *)object.value, name, value)
    {
        if (!read_trial(&object, name, manifest, &manifest->trials[manifest->trial_count++]))
            return false;
    }
    return true;
}

bool read_interface(const struct place *root, struct manifest *manifest)
{
    struct place interface;

    if (!place_has(root, "interface"))
        return true;
    return place_part(root, "interface", "name macros derived members try", &interface) &&
           place_string(&interface, "name", &manifest->problem.interface) &&
           read_derived(&interface, manifest) &&
           (!place_has(&interface, "members") || read_members(&interface, manifest)) &&
           (!place_has(&interface, "try") || read_trials(&interface, manifest));
}

const struct argument *manifest_argument(const struct manifest *manifest, const char *name)
{
    for (size_t i = 0; i < manifest->step_count; i++)
        for (size_t j = 0; j < manifest->steps[i].argument_count; j++)
            if (strcmp(manifest->steps[i].arguments[j].name, name) == 0)
                return &manifest->steps[i].arguments[j];
    return NULL;
}

void manifest_release_host(struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->derived_count; i++)
        free(manifest->derived[i].terms);
    free(manifest->derived);
    for (size_t i = 0; i < manifest->trial_count; i++) {
        for (size_t j = 0; manifest->trials[i].sums != NULL && j < manifest->trials[i].count; j++)
            free(manifest->trials[i].sums[j].terms);
        free(manifest->trials[i].sums);
    }
    free(manifest->trials);
}
