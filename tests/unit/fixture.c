#include "tests/unit/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct arena arena;
struct clgemm_error error;
struct job job;

int set_up(void **state)
{
    (void)state;
    error = (struct clgemm_error){.code = CLGEMM_OK};
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    return 0;
}

int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

void assert_says(const char *part)
{
    if (!strstr(error.text, part))
        fail_msg("'%s' does not say '%s'", error.text, part);
}
