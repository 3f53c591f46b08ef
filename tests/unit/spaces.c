#include "tests/unit/spaces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

struct clgemm_space *space_of(const char *line, unsigned ranges, const char *lists)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_space *space;
    if (clgemm_space_new(request, ranges, &space, &error))
        fail_msg("%s: %s", line, error.text);
    clgemm_request_free(request);
    while (*(lists += strspn(lists, " "))) {
        char list[256];
        const size_t length = strcspn(lists, " ");
        snprintf(list, sizeof list, "%.*s", (int)length, lists);
        if (clgemm_space_narrow(space, list, &error))
            fail_msg("%s: %s", list, error.text);
        lists += length;
    }
    return space;
}

size_t parameters_of(const struct clgemm_space *space)
{
    size_t count = 0;
    while (clgemm_space_parameter(space, count, NULL))
        count++;
    return count;
}

bool is_served(const struct clgemm_space *space, const char *line, const unsigned *point)
{
    struct clgemm_request *const request = ask(line);
    if (clgemm_space_say(space, point, request, &error))
        fail_msg("%s", error.text);
    struct arena own;
    struct job resolving;
    arena_init(&own, NULL, NULL);
    job_init(&resolving, &own, &error);
    if (setjmp(resolving.escape))
        fail_msg("%s: %s", line, error.text);
    const bool served = !rules_broken(
        &resolving, spec_resolve_for(&resolving, request->values, space->source, NULL));
    arena_free(&own);
    clgemm_request_free(request);
    return served;
}
