/*
 * The file of a host's interface: what it says of the problem, arguments, formulas, launch and conditions, what the host may define, and the kernels for it.
 */
#include <stdlib.h>

#include "clgemm.h"
#include "tests/fuzz/fuzz.h"

static void expect(int failed, const struct clgemm_error *error)
{
    fuzz_expect(!failed || (error->code != CLGEMM_OK && error->text[0] != '\0'),
                "no error is told");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    struct clgemm_error errors[5] = {{0}};

    if (request && clgemm_request_set(request, "interface", path, &errors[0]) == 0) {
        expect(clgemm_generate(request, &result, &errors[1]), &errors[1]);
        if (result)
            expect(!clgemm_result_text(result, CLGEMM_MANIFEST, NULL), clgemm_result_error(result));
        expect(clgemm_why_not(request, NULL, NULL, &errors[2]) < 0, &errors[2]);
    }
    clgemm_result_free(result);
    result = NULL;
    if (request && clgemm_request_set(request, "variants", "2", &errors[3]) == 0)
        expect(clgemm_generate(request, &result, &errors[4]), &errors[4]);
    clgemm_result_free(result);
    clgemm_request_free(request);
    return 0;
}
