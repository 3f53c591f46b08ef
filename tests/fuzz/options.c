/*
 * Options of the generator, a line each: NAME VALUE, or NAME.
 */
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "tests/fuzz/fuzz.h"

static void expect_told(const struct clgemm_error *error)
{
    fuzz_expect(error->code != CLGEMM_OK && error->text[0] != '\0', "no error is told");
}

static void count_broken(void *self, const struct clgemm_error *broken)
{
    expect_told(broken);
    ++*(int *)self;
}

static void generate(const struct clgemm_request *request)
{
    struct clgemm_error error = {0};
    struct clgemm_result *result;

    if (clgemm_generate(request, &result, &error)) {
        int told = 0;

        expect_told(&error);
        fuzz_expect(result == NULL, "a result beside an error");
        const int broken = clgemm_why_not(request, count_broken, &told, &error);
        fuzz_expect(broken == -1 || broken == told, "rules that were counted and not told");
        return;
    }
    for (int artifact = CLGEMM_CL; artifact <= CLGEMM_LAUNCHER; artifact++)
        if (clgemm_result_text(result, (enum clgemm_artifact)artifact, NULL) == NULL)
            expect_told(clgemm_result_error(result));
    clgemm_result_free(result);
}

/* Sets what a line says; the request stays as it was where it cannot be. */
static void say(struct clgemm_request *request, char *line)
{
    struct clgemm_error error = {0};
    char *value = strchr(line, ' ');

    if (value)
        *value++ = '\0';
    /* What is read from files is for the target of profiles. */
    if (strcmp(line, "for") == 0 && value && (strchr(value, '/') || strstr(value, ".json")))
        return;
    if (clgemm_request_set(request, line, value, &error))
        expect_told(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct clgemm_request *request = clgemm_request_new();
    char *text = malloc(size + 1);

    if (request && text) {
        memcpy(text, data, size);
        text[size] = '\0';
        for (char *line = text, *next; line; line = next) {
            next = strchr(line, '\n');
            if (next)
                *next++ = '\0';
            say(request, line);
        }
        generate(request);
    }
    free(text);
    clgemm_request_free(request);
    return 0;
}
