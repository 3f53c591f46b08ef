/* Sizes of a product in index notation, by the text that settings say. */
#include "harness/kernel/kernel.h"

#include <string.h>

#include "harness/manifest/notation.h"

json_t *product_said(json_t *root, const char *at, struct fault *fault)
{
    char chosen[240];
    struct manifest manifest;
    json_t *said = NULL;

    if (manifest_take(json_incref(root), &manifest, fault))
        return NULL;
    if (manifest_say_sizes(&manifest, at, chosen, sizeof chosen, fault) == 0) {
        said = json_incref(manifest.root);
        manifest_release(&manifest);
    }
    return said;
}

/* The manifest of the kernel that the settings of the problem alone ask for. */
static int generate(const struct settings *settings, struct manifest *manifest, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    struct clgemm_error error = {0};
    const char *text = NULL;
    size_t length;
    int status = request == NULL ? fault_memory(fault) : 0;

    for (size_t i = 0; i < settings->count && status == 0; i++)
        if (strcmp(generator_option(settings->list[i].name).group, "problem") == 0)
            status = clgemm_request_set(request, settings->list[i].name, settings->list[i].value,
                                        &error);
    if (status == 0)
        status = clgemm_generate(request, &result, &error);
    if (status == 0 && (text = clgemm_result_text(result, CLGEMM_MANIFEST, &length)) == NULL)
        error = *clgemm_result_error(result);
    if (error.code != CLGEMM_OK)
        status = fault_pass_on(fault, &error);
    else if (status == 0)
        status = manifest_parse(text, length, manifest, fault);
    clgemm_request_free(request);
    clgemm_result_free(result);
    return status;
}

/* Two for each pair of a row and a key that it sees, and element of a head. */
static double products_of_attention(const struct shape *shape, bool causal)
{
    const double rows = (double)shape->m, keys = (double)shape->k;
    const double unseen = causal ? rows * (rows - 1) / 2 : 0;

    return 2 * (double)shape->members * (double)shape->n * (rows * keys - unseen);
}

int product_find_sizes(const struct settings *settings, struct shape *shape, struct fault *fault)
{
    const struct notation *notation;
    char chosen[240], open[400];
    struct manifest manifest;
    int status = 0;

    if (generate(settings, &manifest, fault) ||
        (*shape->at != '\0' &&
         manifest_say_sizes(&manifest, shape->at, chosen, sizeof chosen, fault)))
        return -1;
    notation = manifest.problem.notation;
    if (notation->known) {
        shape->m = notation_count(notation, 0);
        shape->n = notation_count(notation, 1);
        shape->k = notation_count(notation, 2);
        shape->kind = SHAPE_OF_TEXT;
        for (int i = 0; i < OPERAND_COUNT; i++)
            if (notation->operand[i].by_index)
                shape->kind = SHAPE_OF_INDICES;
        shape->members = notation->order_count[3] > 0 ? notation_count(notation, 3) : 0;
        if (manifest.problem.attends)
            shape->products = products_of_attention(shape, manifest.problem.causal);
    } else {
        notation_list_open(notation, open, sizeof open);
        status = fault_set(fault, FAULT_USAGE,
                           "the product takes sizes by their names: --at says %s", open);
    }
    manifest_release(&manifest);
    return status;
}
