/*
 * Generates while it runs: prints the kernel that a profile has for C of M x N and a sum over K.
 */
#include <clgemm.h>
#include <stdio.h>

int main(int count, char **words)
{
    const char *profile = count > 1 ? words[1] : "cpu", *sizes = count > 2 ? words[2] : "64x64x64";
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    struct clgemm_error error = {.text = "out of memory"};
    const int failed = request == NULL ||
                       clgemm_request_set(request, "for", profile, &error) != 0 ||
                       clgemm_request_set(request, "fixed", sizes, &error) != 0 ||
                       clgemm_generate(request, &result, &error) != 0;
    if (failed)
        fprintf(stderr, "generate: %s\n", error.text);
    else
        fputs(clgemm_result_text(result, CLGEMM_CL, NULL), stdout);
    clgemm_result_free(result);
    clgemm_request_free(request);
    return failed;
}
