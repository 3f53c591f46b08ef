/*
 * A program for tests/exports.sh, linked with the static library: it has functions with names that the library uses inside, and
 * the library must not call them.
 */
#include <stdio.h>

#include "clgemm.h"

void arena_init(void);
void text_puts(void);

static int calls;

void arena_init(void)
{
    calls++;
}

void text_puts(void)
{
    calls++;
}

int main(void)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_result *result;
    struct clgemm_error error;
    if (!request || clgemm_generate(request, &result, &error)) {
        fputs("the library does not make a kernel\n", stderr);
        return 1;
    }
    clgemm_result_free(result);
    clgemm_request_free(request);
    if (calls != 0)
        fprintf(stderr, "the library has called the program's functions %d times\n", calls);
    return calls != 0;
}
