/*
 * Generates two kernels for the same problem with libclgemm, and shows what a refusal looks like.
 */
#include <stdio.h>
#include <string.h>

#include "clgemm.h"

/* Sets options from name, value pairs that end with NULL. */
static int set_all(struct clgemm_request *request, const char *const *pairs,
                   struct clgemm_error *error)
{
    for (; pairs[0]; pairs += 2)
        if (clgemm_request_set(request, pairs[0], pairs[1], error))
            return -1;
    return 0;
}

/* Generates from option pairs; NULL with the error filled where that fails. */
static struct clgemm_result *generate(const char *const *pairs, struct clgemm_error *error)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    if (!request)
        return NULL;
    if (set_all(request, pairs, error) || clgemm_generate(request, &result, error))
        result = NULL;
    clgemm_request_free(request);
    return result;
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; (text = strchr(text, '\n')); text++)
        lines++;
    return lines;
}

static void describe(struct clgemm_result *result)
{
    const char *source = clgemm_result_text(result, CLGEMM_CL, NULL);
    printf("%s: %zu lines, made by: %s\n", clgemm_result_name(result),
           source ? count_lines(source) : 0, clgemm_result_command(result));
}

int main(void)
{
    static const char *const small[] = {"tile", "8x4", "wg", "1x8", "fixed", "64x64x64", NULL};
    static const char *const large[] = {"tile", "32x2", "wg", "1x8", "beta", "0", NULL};
    static const char *const wrong[] = {"family", "subgroup", "tile", "32x2", "wg",
                                        "1x8",    "sg-size",  "5",    NULL};
    const char *const *const requests[] = {small, large};
    struct clgemm_error error;

    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct clgemm_result *result = generate(requests[i], &error);
        if (!result) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
        describe(result);
        clgemm_result_free(result);
    }

    struct clgemm_result *result = generate(wrong, &error);
    if (result) {
        fprintf(stderr, "a sub-group of 5 was expected to be refused\n");
        clgemm_result_free(result);
        return 1;
    }
    printf("refused: %s\n", error.text);
    return 0;
}
