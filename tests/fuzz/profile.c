/*
 * The file of a device profile: the kernel that it describes, its dispatch, its peak, the space that it gives to tuning.
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
    struct clgemm_dispatch *dispatch = NULL;
    struct clgemm_space *space = NULL;
    struct clgemm_peak peak;
    struct clgemm_error errors[5] = {{0}};

    if (request && clgemm_request_set(request, "for", path, &errors[0]) == 0) {
        expect(clgemm_generate(request, &result, &errors[1]), &errors[1]);
        expect(clgemm_dispatch_make(request, &dispatch, &errors[2]), &errors[2]);
        expect(clgemm_profile_peak(path, "f32", &peak, &errors[3]), &errors[3]);
        expect(clgemm_space_new(request, CLGEMM_RANGE_KERNEL, &space, &errors[4]), &errors[4]);
        if (dispatch)
            clgemm_dispatch_pick(dispatch, 96, 1, 64, 1, NULL);
    }
    clgemm_space_free(space);
    clgemm_dispatch_free(dispatch);
    clgemm_result_free(result);
    clgemm_request_free(request);
    return 0;
}
