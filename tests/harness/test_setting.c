/* Lines of the generator's options, taken apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/cli/setting.h"

/* Reads a line and writes what it came to: "tile=8x4 barrier=no pretranspose", and "!WORD" for a stray word. */
static const char *read_line(const char *text, char *room, size_t size)
{
    struct option_line line;
    struct fault fault = {0};
    size_t used = 0;

    assert_int_equal(option_line_read(text, &line, &fault), 0);
    *room = '\0';
    for (size_t i = 0; i < line.settings.count; i++) {
        const struct setting *setting = &line.settings.list[i];

        used += (size_t)snprintf(room + used, size - used, "%s%s%s%s", i == 0 ? "" : " ",
                                 setting->name, setting->value == NULL ? "" : "=",
                                 setting->value == NULL ? "" : setting->value);
    }
    if (line.stray != NULL)
        snprintf(room + used, size - used, "!%s", line.stray);
    option_line_release(&line);
    return room;
}

static void takes_values(void **state)
{
    static const char *const lines[][2] = {
        {"", ""},
        {"   ", ""},
        {"--tile 8x4", "tile=8x4"},
        {"--tile=8x4", "tile=8x4"},
        {"  --for  cpu   --tile 8x4 ", "for=cpu tile=8x4"},
        {"--barrier --tile 8x4", "barrier tile=8x4"},
        {"--tile 8x4 --barrier", "tile=8x4 barrier"},
        {"--barrier=no --barrier", "barrier=no barrier"},
        {"--fixed=", "fixed="},
        {"tile 8x4", "!tile"},
        {"--tile 8x4 8x8 --barrier", "tile=8x4 barrier!8x8"},
        {"--tile=8x4 8x8", "tile=8x4!8x8"},
        {"- --tile -1", "tile=-1!-"},
    };
    char room[200];

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_string_equal(read_line(lines[i][0], room, sizeof room), lines[i][1]);
}

static void finds_the_last(void **state)
{
    struct option_line line;
    struct fault fault = {0};

    (void)state;
    assert_int_equal(option_line_read("--for cpu --pretranspose --for gpu", &line, &fault), 0);
    assert_string_equal(settings_value(&line.settings, "for"), "gpu");
    assert_non_null(settings_find(&line.settings, "pretranspose"));
    assert_null(settings_value(&line.settings, "pretranspose"));
    assert_null(settings_find(&line.settings, "tile"));
    option_line_release(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(takes_values),
                                       cmocka_unit_test(finds_the_last)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
