#include "tests/unit/specs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/request/option.h"
#include "gen/rules/rules.h"
#include "tests/unit/fixture.h"

const struct spec *resolve_with(const char *user, const char *device)
{
    struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    if (setjmp(job.escape))
        fail_msg("%s: %s", user, error.text);
    option_say_line(&job, values, user, VOICE_USER);
    if (device)
        option_say_line(&job, values, device, VOICE_DEVICE);
    return spec_resolve(&job, values);
}

const struct spec *resolve(const char *user)
{
    return resolve_with(user, NULL);
}

const struct spec *try_line(const char *line)
{
    struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (setjmp(job.escape))
        return NULL;
    option_say_line(&job, values, line, VOICE_USER);
    const struct spec *const spec = spec_resolve(&job, values);
    rules_check(&job, spec);
    return spec;
}

const struct spec *resolved_line(const char *line)
{
    const struct spec *const spec = try_line(line);
    if (!spec)
        fail_msg("%s: %s", line, error.text);
    return spec;
}
