/* Texts of others become valid UTF-8, and valid ones stay as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "harness/base/fault.h"
#include "harness/opencl/program.h"
#include "harness/base/random.h"
#include "harness/report/chart.h"
#include "harness/base/text.h"

static void expect(const char *given, const char *wanted)
{
    char text[64];

    snprintf(text, sizeof text, "%s", given);
    utf8_mend(text);
    assert_string_equal(text, wanted);
}

static void test_mend(void **state)
{
    (void)state;
    expect("", "");
    expect("a \303\227 \342\200\224 \360\237\230\200", "a \303\227 \342\200\224 \360\237\230\200");
    expect("caf\351 au lait", "caf? au lait");
    expect("caf\303", "caf");
    expect("\342\200", "");
    expect("\360\237\230", "");
    expect("\342\200 a", "?? a");
    expect("\200\300\257\377", "????");
    expect("\340\200\200\355\240\200", "??????");
    expect("\364\220\200\200", "????");
    expect("\303\303\227", "?\303\227");
}

/* What a terminal would obey does not reach it in a sentence that quotes a name, with the path that it begins with. */
static void test_line(void **state)
{
    struct fault fault = {.code = FAULT_NONE};
    char text[] = "x\033[31m\r\n\303\227\177y";

    (void)state;
    fault_set(&fault, FAULT_IO, "cannot read %s", text);
    assert_string_equal(fault.text, "cannot read x?[31m??\303\227?y");
    fault_prefix(&fault, "a\tb");
    assert_string_equal(fault.text, "a?b: cannot read x?[31m??\303\227?y");
    fault_clear(&fault);
    utf8_mend_line(text);
    assert_string_equal(text, "x?[31m??\303\227?y");
}

static void expect_line(const char *given, const char *line, const char *log)
{
    char text[64];

    utf8_line(given, text, sizeof text);
    assert_string_equal(text, line);
    snprintf(text, sizeof text, "%s", given);
    utf8_mend_log(text);
    assert_string_equal(text, log);
}

/* What a terminal obeys and what turns the direction of writing; nothing else. */
static void test_controls(void **state)
{
    (void)state;
    expect_line("a\033[31m\r\n\tb\177", "a?[31m???b?", "a?[31m?\n\tb?");
    expect_line("\302\200|\302\233|\302\237|\302\240", "?|?|?|\302\240", "?|?|?|\302\240");
    expect_line("\233|\330\233|\330\234|\330\235", "?|\330\233|?|\330\235",
                "?|\330\233|?|\330\235");
    expect_line("\342\200\215|\342\200\216|\342\200\217|\342\200\220",
                "\342\200\215|?|?|\342\200\220", "\342\200\215|?|?|\342\200\220");
    expect_line("\342\200\247|\342\200\250|\342\200\256|\342\200\257",
                "\342\200\247|?|?|\342\200\257", "\342\200\247|?|?|\342\200\257");
    expect_line("\342\201\245|\342\201\246|\342\201\251|\342\201\252",
                "\342\201\245|?|?|\342\201\252", "\342\201\245|?|?|\342\201\252");
    expect_line("\303\234\303\237 \344\270\255 \360\237\230\200",
                "\303\234\303\237 \344\270\255 \360\237\230\200",
                "\303\234\303\237 \344\270\255 \360\237\230\200");
}

/* Whatever bytes there are, JSON holds them afterwards; and a text that it held is the same. */
static void test_random(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[9] = "", before[9];
        json_t *value;

        for (int j = 0; j < 8; j++)
            text[j] = (char)(random_next(&seed) % 3 == 0 ? 0x80 + random_next(&seed) % 128
                                                         : 1 + random_next(&seed) % 255);
        memcpy(before, text, sizeof text);
        value = json_string(text);
        utf8_mend(text);
        if (value != NULL)
            assert_string_equal(text, before);
        json_decref(value);
        value = json_string(text);
        assert_non_null(value);
        json_decref(value);
    }
}

static void test_cut(void **state)
{
    (void)state;
    assert_int_equal(utf8_cut("abc", 5), 3);
    assert_int_equal(utf8_cut("abc", 2), 2);
    assert_int_equal(utf8_cut("a\303\227b", 2), 1);
    assert_int_equal(utf8_cut("a\303\227b", 3), 3);
    assert_int_equal(utf8_cut("\360\237\230\200", 3), 0);
}

static void expect_json(const char *text)
{
    json_t *value = json_string(text);

    assert_non_null(value);
    json_decref(value);
}

/* Sentences, logs and texts of pictures that cut. */
static void test_users(void **state)
{
    char line[700] = "", log[] = "kernel.cl:1:2: error: \351\n", room[64];
    struct fault fault = {0};
    char *text;

    (void)state;
    for (int i = 0; i < 200; i++)
        strcat(line, "\342\200\224");
    fault_set(&fault, FAULT_IO, "%s%s", line, line);
    expect_json(fault.text);
    fault_prefix(&fault, line);
    expect_json(fault.text);
    fault_clear(&fault);
    text = program_explain(log, line + 1);
    assert_non_null(text);
    expect_json(text);
    free(text);
    for (int width = 100; width < 130; width++)
        expect_json(chart_fit(line, width, 13, room, sizeof room));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mend), cmocka_unit_test(test_line),  cmocka_unit_test(test_random),
        cmocka_unit_test(test_cut),  cmocka_unit_test(test_users), cmocka_unit_test(test_controls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
