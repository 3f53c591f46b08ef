#include "tests/unit/ask.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/request/option.h"
#include "tests/unit/fixture.h"

struct clgemm_templates *templates;

int open_templates(void **state)
{
    (void)state;
    return clgemm_templates_open(NULL, &templates, NULL);
}

int close_templates(void **state)
{
    (void)state;
    clgemm_templates_free(templates);
    templates = NULL;
    return 0;
}

struct clgemm_request *ask(const char *line)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct job job;
    assert_non_null(request);
    job_init(&job, &request->arena, &error);
    if (setjmp(job.escape))
        fail_msg("%s: %s", line, error.text);
    option_say_line(&job, request->values, line, VOICE_USER);
    return request;
}

void set_option(struct clgemm_request *request, const char *option, const char *value)
{
    if (clgemm_request_set(request, option, value, &error))
        fail_msg("%s", error.text);
}

struct clgemm_result *generate(const char *line)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result;
    clgemm_request_use_templates(request, templates);
    if (clgemm_generate(request, &result, &error))
        fail_msg("%s: %s", line, error.text);
    clgemm_request_free(request);
    return result;
}
