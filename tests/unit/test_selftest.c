/*
 * Self-tests follow from tables: every operation of the epilogue and every element type has one.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/epilogue.h"
#include "gen/request/element.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

static void assert_has_selftest(const char *line)
{
    struct clgemm_result *const result = generate(line);
    size_t length;
    if (!clgemm_result_text(result, CLGEMM_SELFTEST, &length))
        fail_msg("%s: there is no self-test", line);
    clgemm_result_free(result);
}

/* "clamp:1:1" of "clamp:LOW:HIGH", and the first of several ways to ask. */
static const char *asked(const struct operation_row *row)
{
    char *const text = arena_text(job.arena, row->takes, strcspn(row->takes, ","));
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!isupper((unsigned char)*from))
            *to++ = *from;
        else if (to[-1] == ':')
            *to++ = '1';
    *to = '\0';
    return text;
}

static void every_operation(void **state)
{
    const struct operation_row *row;
    (void)state;
    for (size_t i = 0; (row = operation_row_at(i)); i++)
        if (!row->written)
            assert_has_selftest(arena_printf(job.arena, "--epilogue %s", asked(row)));
}

/* Elements of blocks and groups are those of B; where lines share a scale, beside an A of its kind. */
static void every_element(void **state)
{
    (void)state;
    for (size_t i = 0; i < element_count(); i++) {
        const struct element *const element = element_at(i);
        const char *const way =
            element->group_lines
                ? "--layout row --transpose nt --decode b --type-a e4m3_128 --type-b"
            : element->blocks ? "--layout row --transpose nt --type-b"
                              : "--type";
        assert_has_selftest(arena_printf(job.arena, "%s %s", way, element->type));
        if (element->parts)
            assert_has_selftest(
                arena_printf(job.arena, "--quants apart %s %s", way, element->type));
    }
}

static void parameters_have_names(void **state)
{
    const struct operation_row *row;
    (void)state;
    for (size_t i = 0; (row = operation_row_at(i)); i++)
        for (size_t j = 0; j < row->numbers; j++)
            assert_true(operation_parameter(&job, row, j)[0] != '\0');
    for (size_t i = 0; (row = operation_row_at(i)); i++)
        if (strcmp(row->name, "clamp") == 0)
            assert_string_equal(operation_parameter(&job, row, 1), "high");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_operation),
        TEST(every_element),
        TEST(parameters_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
