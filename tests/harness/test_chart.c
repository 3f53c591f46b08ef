/* Pictures: every label inside, no figure with an exponent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/base/text.h"
#include "harness/report/chart.h"

/* The value of an attribute of the element at `at`; 0 where it has none. */
static double attribute(const char *at, const char *name)
{
    const char *end = strchr(at, '>'), *found = strstr(at, name);

    return found != NULL && found < end ? strtod(found + strlen(name), NULL) : 0;
}

/* Every text that stands by itself begins and ends inside of the picture. Letters of a sans-serif
 * are half as wide as they are high, or a little more. */
static void look(const char *at)
{
    double width = attribute(strstr(at, "<svg"), " width=\"");
    size_t texts = 0;

    assert_non_null(at);
    assert_null(strstr(at, "e+"));
    while ((at = strstr(at, "<text x=")) != NULL) {
        const char *words = strchr(at, '>') + 1, *end = strchr(words, '<');
        double x = attribute(at, "x=\""), high = strstr(at, "\"title\"") == NULL ? 12 : 17;
        double wide = 0.56 * high * (double)(end - words);
        const char *anchor = strstr(at, "text-anchor=\"");

        at = words;
        texts++;
        if (anchor == NULL || anchor > words)
            continue;
        anchor += strlen("text-anchor=\"");
        x -= *anchor == 'm' ? wide / 2 : *anchor == 'e' ? wide : 0;
        if (x < 0 || x + wide > width)
            fail_msg("not inside 0 to %.0f, but %.0f to %.0f: %.*s", width, x, x + wide,
                     (int)(end - words), words);
    }
    assert_true(texts > 5);
}

/* The words of ladders, at the speeds of GPUs. */
static const struct chart_bar bars[] = {
    {"naive", "one element a work-item", "3114 GFLOP/s, 0.1 % of the peak, 1.00x the first", 3114},
    {"tiles", "", "1414777 GFLOP/s, 56.6 % of the peak, 454.33x the first", 1414777},
    {"more", "", "1914777 GFLOP/s, 76.6 % of the peak, 614.89x the first", 1914777},
    {"none", "", "refused: it needs images, which this device has not got at all, says the driver",
     -1},
};

static void draw_bars(double peak)
{
    const struct chart chart = {.title = "A ladder", .unit = "GFLOP/s", .peak = peak};
    struct text text;

    assert_true(text_begin(&text));
    chart_bars(&chart, bars, sizeof bars / sizeof *bars, text.stream);
    assert_true(text_end(&text));
    look(text.bytes);
    free(text.bytes);
}

static void keeps_words_inside(void **state)
{
    (void)state;
    draw_bars(0);
    draw_bars(2500000);
    draw_bars(2000001);
}

/* A bar is not squeezed to nothing by what stands behind it: the words are cut. */
static void cuts_long_words(void **state)
{
    const struct chart chart = {.title = "A ladder", .unit = "GFLOP/s"};
    struct chart_bar bar = {"long", "", "", 12345};
    struct text text;
    const char *at;

    (void)state;
    memset(bar.words, 'w', sizeof bar.words - 1);
    assert_true(text_begin(&text));
    chart_bars(&chart, &bar, 1, text.stream);
    assert_true(text_end(&text));
    look(text.bytes);
    at = strstr(text.bytes, "class=\"page\"");
    assert_true(attribute(strstr(at, "<rect"), " width=\"") > 200);
    free(text.bytes);
}

/* The last size stands at the right edge of the field. */
static void keeps_sizes_inside(void **state)
{
    static const double values[] = {8000, 1414777, 1914777};
    static const struct chart_place places[] = {
        {256, "256"}, {4096, "4096 x 4096 x 4096"}, {12288, "12288 x 12288 x 12288"}};
    const struct chart chart = {.title = "A study", .unit = "GFLOP/s", .peak = 2500000};
    const struct chart_axis axis = {"M x N x K", true, places, 3};
    struct chart_line lines[] = {{.name = "a kernel with a long name", .values = values},
                                 {.name = "b", .values = values}};
    struct text text;

    (void)state;
    assert_true(text_begin(&text));
    chart_lines(&chart, &axis, lines, 2, text.stream);
    assert_true(text_end(&text));
    look(text.bytes);
    free(text.bytes);
}

static void ends_axes_at_a_mark(void **state)
{
    const struct {
        double peak, best, most, step;
        bool shown;
    } cases[] = {
        {0, 33, 35, 5, false},    {0, 1005, 1200, 200, false},      {100, 20, 20, 5, false},
        {100, 40, 100, 20, true}, {32.7, 28, 35, 5, true},          {30, 33, 35, 5, true},
        {0, 0, 1, 0.2, false},    {0, 0.0123, 0.014, 0.002, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct chart chart = {.peak = cases[i].peak};
        struct chart_scale scale = chart_scale(&chart, cases[i].best);

        assert_float_equal(scale.most, cases[i].most, 1e-9);
        assert_float_equal(scale.step, cases[i].step, 1e-9);
        assert_int_equal(scale.peak, cases[i].shown);
    }
}

static void cuts_what_does_not_fit(void **state)
{
    char room[16];

    (void)state;
    assert_string_equal(chart_fit("short", 100, 10, room, sizeof room), "short");
    assert_string_equal(chart_fit("a longer text", 60, 10, room, sizeof room), "a longe...");
    assert_string_equal(
        chart_fit("a text that is longer than its room", 600, 10, room, sizeof room),
        "a text that is longer than its room");
    assert_string_equal(
        chart_fit("a text that is longer than its room", 180, 10, room, sizeof room),
        "a text that ...");
    assert_string_equal(chart_fit("a longer text", 20, 10, room, sizeof room), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_words_inside),     cmocka_unit_test(cuts_long_words),
        cmocka_unit_test(keeps_sizes_inside),     cmocka_unit_test(ends_axes_at_a_mark),
        cmocka_unit_test(cuts_what_does_not_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
