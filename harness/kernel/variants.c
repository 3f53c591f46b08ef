/* Kernels of a text of variants. */
#include "harness/base/json_read.h"
#include "harness/base/list.h"
#include "harness/kernel/kernel.h"

/* A kernel of a text, whose manifest is given the text: named by the macros that it is built with. */
static int add_variant(struct recipes *recipes, json_t *kernel, json_t *text, struct fault *fault)
{
    struct recipe recipe = {.manifest = kernel};
    json_t *program = json_array_get(json_object_get(kernel, "programs"), 0);

    if (json_object_set(program, "source", text))
        return fault_memory(fault);
    snprintf(recipe.label, sizeof recipe.label, "%s, %s", member_text_or(kernel, "name", ""),
             member_text_or(program, "build_options", ""));
    if (!list_grow(&recipes->list, recipes->count, sizeof *recipes->list))
        return fault_memory(fault);
    recipes->list[recipes->count++] = recipe;
    return 0;
}

static int take_variants(struct recipes *recipes, struct clgemm_result *result, struct fault *fault)
{
    size_t length;
    const char *manifest = clgemm_result_text(result, CLGEMM_MANIFEST, &length);
    json_t *text = json_string(clgemm_result_text(result, CLGEMM_CL, NULL));
    int status = 0;

    if (manifest == NULL || text == NULL) {
        json_decref(text);
        return fault_pass_on(fault, clgemm_result_error(result));
    }
    recipes->count = 0;
    recipes->kernels = manifest_kernels(manifest, length, fault);
    if (fault->code != FAULT_NONE)
        status = -1;
    for (size_t i = 0; i < json_array_size(recipes->kernels) && status == 0; i++)
        status = add_variant(recipes, json_array_get(recipes->kernels, i), text, fault);
    json_decref(text);
    return status;
}

int recipes_take_variants(struct recipes *recipes, const struct settings *settings,
                          const struct device_traits *traits, struct fault *fault)
{
    struct clgemm_request *request;
    struct clgemm_result *result = NULL;
    struct clgemm_error error = {0};
    int status;

    if (settings_value(settings, "variants") == NULL || recipes->count != 1 ||
        recipes->list[0].path != NULL)
        return 0;
    if ((request = clgemm_request_new()) == NULL)
        return fault_memory(fault);
    if (recipe_say(&recipes->list[0], settings, traits, NULL, request, &error) ||
        clgemm_generate(request, &result, &error))
        status = fault_pass_on(fault, &error);
    else
        status = take_variants(recipes, result, fault);
    clgemm_request_free(request);
    clgemm_result_free(result);
    return status;
}
