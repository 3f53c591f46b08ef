/*
 * Scalars: --alpha and --beta are written with as few digits as tell them apart from their neighbours.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/request/option.h"
#include "tests/unit/fixture.h"

static struct option_value parse(const char *text)
{
    struct option_value value;
    SURVIVE();
    option_parse(&job, OPTION_ALPHA, text, &value);
    return value;
}

static void scalars_are_written_as_short_as_double_precision_allows(void **state)
{
    static const struct {
        const char *text;
        const char *canonical;
        double real;
    } rows[] = {
        {"2.50", "2.5", 2.5},
        {"0.1", "0.1", 0.1},
        {"0.10000000149", "0.10000000149", 0.10000000149},
        {"3.14159265358979312", "3.141592653589793", 3.141592653589793},
        {"1e300", "1e+300", 1e300},
        {"2.2250738585072014e-308", "2.2250738585072014e-308", 2.2250738585072014e-308},
        {"1e-310", "1e-310", 1e-310},
        {"4.9e-324", "5e-324", 4.9e-324},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct option_value value = parse(rows[i].text);
        assert_string_equal(value.text, rows[i].canonical);
        assert_true(value.real == rows[i].real);
    }
}

/* Rounded as a kernel of single precision takes it. */
static struct option_value rounded(const char *text)
{
    struct option_value value = parse(text);
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (setjmp(job.escape))
        return (struct option_value){.text = NULL};
    option_round_to_single(&job, OPTION_ALPHA, &value);
    return value;
}

static void scalars_are_written_as_short_as_single_precision_allows(void **state)
{
    static const struct {
        const char *text;
        const char *canonical;
        double real;
    } rows[] = {
        {"2.50", "2.5", 2.5},
        {"1", "1", 1},
        {"1.0", "1", 1},
        {"+1e0", "1", 1},
        {"0", "0", 0},
        {"0.000", "0", 0},
        {"-0.5", "-0.5", -0.5},
        {"0.1", "0.1", (double)0.1f},
        {"0.10000000149", "0.1", (double)0.1f},
        {"1e10", "1e+10", 1e10},
        {"16777216", "16777216", 16777216},
        {"3.14159265358979", "3.1415927", (double)3.14159265f},
        {"1.1754944e-38", "1.1754944e-38", (double)1.17549435e-38f},
        {"1e-40", "1e-40", (double)1e-40f},
        {"1.4e-45", "1e-45", (double)1.4e-45f},
    };
    (void)state;
    assert_true(parse("arg").at_launch);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct option_value value = rounded(rows[i].text);
        assert_false(value.at_launch);
        assert_string_equal(value.text, rows[i].canonical);
        assert_true(value.real == rows[i].real);
    }
    static const char *const beyond[] = {"1e39", "-3.5e38", "1e-46", "1e300"};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        assert_null(rounded(beyond[i]).text);
        assert_non_null(strstr(error.text, "--alpha takes arg or a number of single precision"));
        assert_string_equal(error.option, "alpha");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(scalars_are_written_as_short_as_double_precision_allows),
        TEST(scalars_are_written_as_short_as_single_precision_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
