/*
 * Lines of options and names in them: the nearest name of one that is not known, the stronger voice of two.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/request/option.h"
#include "tests/unit/fixture.h"

/* --------------------------------------------------------------------------------------- names */

static void assert_unknown(const char *name, const char *sentence)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_error told;
    assert_non_null(request);
    assert_int_equal(clgemm_request_set(request, name, "1", &told), -1);
    assert_int_equal(told.code, CLGEMM_USAGE);
    assert_string_equal(told.text, sentence);
    clgemm_request_free(request);
}

static void unknown_options_get_the_nearest_name(void **state)
{
    (void)state;
    assert_unknown("tiel", "unknown option --tiel; did you mean --tile?");
    assert_unknown("no-prefetch", "unknown option --no-prefetch; ask --prefetch=no");
    assert_unknown("no-tile", "unknown option --no-tile; did you mean --tile?");
    assert_unknown("tile_k", "unknown option --tile_k; did you mean --tile-k?");
    assert_unknown("leyout", "unknown option --leyout; did you mean --layout?");
    assert_unknown("subgroups", "unknown option --subgroups; did you mean --sub-groups?");
    assert_unknown("workgroup", "unknown option --workgroup; did you mean --wg?");
    assert_unknown("qwertyuiop", "unknown option --qwertyuiop; clgemm-gen --help lists them all");
    /* Options that are not shown are not suggested. */
    assert_unknown("xstem", "unknown option --xstem; clgemm-gen --help lists them all");
}

static void long_names_do_not_overflow(void **state)
{
    static char name[2001];
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_error told;
    (void)state;
    memset(name, 'n', sizeof name - 1);
    assert_int_equal(clgemm_request_set(request, name, "1", &told), -1);
    assert_int_equal(told.code, CLGEMM_USAGE);
    assert_true(strlen(told.option) < sizeof told.option);
    assert_true(strlen(told.text) < sizeof told.text);
    assert_int_equal(clgemm_request_set(request, "tile", name, &told), -1);
    assert_non_null(strstr(told.text, "--tile takes"));
    assert_int_equal(clgemm_request_set(request, "layout", name, NULL), -1);
    clgemm_request_free(request);
}

static void the_nearest_name(void **state)
{
    static const char *const names[] = {"naive", "register", "subgroup", NULL};
    static const char *const none[] = {NULL};
    (void)state;
    assert_string_equal(nearest_name("naiv", names), "naive");
    assert_string_equal(nearest_name("registers", names), "register");
    assert_string_equal(nearest_name("sub-group", names), "subgroup");
    assert_string_equal(nearest_name("naive", names), "naive");
    assert_null(nearest_name("matrix", names));
    assert_string_equal(nearest_name("NAIVE", names), "naive");
    assert_null(nearest_name("x", none));
    /* Of several equally near, those of the same length. */
    static const char *const numbered[] = {"kepler_1", "kepler_2", "kepler_10", "kepler_11", NULL};
    assert_string_equal(nearest_names(&job, "", "kepler_12", numbered), "kepler_10 or kepler_11");
    assert_string_equal(nearest_names(&job, "", "kepler_10", numbered), "kepler_10");
    assert_null(nearest_names(&job, "", "gatlas", numbered));
    /* Words too long to be compared are near to none. */
    const char *const long_name = arena_printf(&arena, "%0200d", 0);
    const char *const long_names[] = {"naive", arena_printf(&arena, "%060d", 0), NULL};
    assert_null(nearest_name(long_name, names));
    assert_null(nearest_name(long_name, long_names));
}

/* --------------------------------------------------------------------------------------- lines */

static void stronger_voices_win(void **state)
{
    struct option_value values[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    (void)state;
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    option_say(&job, values, OPTION_TILE, "1x1", VOICE_PROFILE);
    option_say(&job, values, OPTION_TILE, "2x2", VOICE_USER);
    option_say(&job, values, OPTION_TILE, "3x3", VOICE_PRESET);
    assert_string_equal(values[OPTION_TILE].text, "2x2");
    assert_int_equal(values[OPTION_TILE].voice, VOICE_USER);
    /* The same voice may change its mind. */
    option_say(&job, values, OPTION_TILE, "4x4", VOICE_USER);
    assert_string_equal(values[OPTION_TILE].text, "4x4");
}

static void lines_of_options(void **state)
{
    struct option_value values[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    (void)state;
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    option_say_line(&job, values, "", VOICE_USER);
    option_say_line(&job, values, "  --tile 32x2  --barrier --alpha -0.5 ", VOICE_USER);
    assert_int_equal(values[OPTION_TILE].numbers[0], 32);
    assert_true(values[OPTION_BARRIER].on);
    assert_true(values[OPTION_ALPHA].real == -0.5);
    option_say_line(&job, values, "--barrier no", VOICE_USER);
    assert_false(values[OPTION_BARRIER].on);
}

static bool line_is_refused(const char *line)
{
    struct option_value values[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    if (setjmp(job.escape))
        return true;
    option_say_line(&job, values, line, VOICE_USER);
    return false;
}

static void broken_lines(void **state)
{
    static const struct {
        const char *line;
        const char *says;
    } rows[] = {
        {"tile 32x2", "unknown option --tile"},      {"-tile 32x2", "unknown option --tile"},
        {"--tiel 32x2", "did you mean --tile?"},     {"--tile", "--tile needs a value"},
        {"--tile --wg 1x8", "--tile needs a value"}, {"--", "unknown option --"},
        {"--tile 32x2 1x8", "unknown option --1x8"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!line_is_refused(rows[i].line))
            fail_msg("'%s' was taken", rows[i].line);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_says(rows[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(unknown_options_get_the_nearest_name),
        TEST(long_names_do_not_overflow),
        TEST(the_nearest_name),
        TEST(stronger_voices_win),
        TEST(lines_of_options),
        TEST(broken_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
