#include "clgemm.h"
#include "harness/cli/options.h"

int options_try(const struct settings *settings, const char *preset, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    struct clgemm_error error = {0};
    int status = 0;

    if (request == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < settings->count && status == 0; i++)
        status =
            clgemm_request_set(request, settings->list[i].name, settings->list[i].value, &error);
    if (status == 0 && preset != NULL)
        status = clgemm_request_set(request, "preset", preset, &error);
    /* On the device at hand and with other sizes a rule may refuse other things. */
    if (status == 0 && clgemm_generate(request, &result, &error) && error.code != CLGEMM_REFUSED)
        status = -1;
    clgemm_result_free(result);
    clgemm_request_free(request);
    return status == 0 ? 0 : fault_pass_on(fault, &error);
}
