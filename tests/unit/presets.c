#include "tests/unit/presets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/request/preset.h"
#include "tests/unit/fixture.h"
#include "tests/unit/specs.h"

const struct spec *try_preset(const char *name)
{
    return try_line(arena_printf(&arena, "--preset %s", name));
}

const struct spec *resolved(const char *name)
{
    const struct spec *const spec = try_preset(name);
    if (!spec)
        fail_msg("%s: %s", name, error.text);
    return spec;
}

const char *options_of(const char *name)
{
    const struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    if (setjmp(job.escape))
        fail_msg("%s: %s", name, error.text);
    return preset_options(&job, name, values);
}

const struct operand *operand_of(const struct spec *spec, char letter)
{
    return spec->a.name[0] == letter ? &spec->a : &spec->b;
}

void assert_shape(struct shape shape, long long height, long long width)
{
    assert_int_equal(shape.height, height);
    assert_int_equal(shape.width, width);
}

bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}
