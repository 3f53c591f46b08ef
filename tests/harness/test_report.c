/* Result lines of GATLAS, and the arithmetic of pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/report/chart.h"
#include "harness/output/figures.h"

/* What `end` prints of results. */
static void print_to(char *text, size_t room, const struct measurement *const *measurements,
                     size_t count)
{
    const struct figures_frame frame = {.format = FORMAT_GATLAS, .measurement_count = count};
    FILE *file = tmpfile();
    int saved;
    size_t got;

    assert_non_null(file);
    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    figures_gatlas.end(&frame, measurements, count);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(file);
    got = fread(text, 1, room - 1, file);
    text[got] = '\0';
    fclose(file);
}

/* 2e9 operations in 2 and 4 ms are 1000 and 500 GFLOP/s. */
static void test_gatlas_lines(void **state)
{
    struct manifest named = {.name = "named"},
                    labelled = {.name = "x", .label = "8 4 0 argsMNK jkl"};
    struct sample slow[] = {{.wall_ms = 2}, {.wall_ms = 4}}, fast[] = {{.wall_ms = 2.5}};
    struct sample sent[] = {{.wall_ms = 2, .transfer_ms = 2}};
    const struct measurement measurements[] = {
        {.manifest = &named,
         .m = 1000,
         .n = 500,
         .k = 2000,
         .flops = 2e9,
         .samples = slow,
         .sample_count = 2},
        {.manifest = &labelled,
         .m = 1000,
         .n = 1000,
         .k = 1000,
         .flops = 2e9,
         .samples = fast,
         .sample_count = 1},
        {.manifest = &named,
         .m = 1,
         .n = 2,
         .k = 3,
         .flops = 2e9,
         .samples = sent,
         .sample_count = 1},
    };
    const struct measurement *const order[] = {&measurements[0], &measurements[1],
                                               &measurements[2]};
    char text[1024];

    (void)state;
    print_to(text, sizeof text, order, 3);
    assert_string_equal(text, "[0] 2500 usec avg: 800 stddev: 0 1000 1000 1000 8 4 0 argsMNK jkl\n"
                              "[1] 4000 usec avg: 500 stddev: 0 1 2 3 named\n"
                              "[2] 6000 usec avg: 750 stddev: 250 1000 500 2000 named\n");
}

static void test_scale(void **state)
{
    const struct {
        double peak, best, most, step;
        bool shown, to_peak;
    } cases[] = {
        {0, 33, 35, 5, false, false},    {0, 1005, 1200, 200, false, false},
        {100, 20, 20, 5, false, false},  {100, 40, 100, 20, true, false},
        {32.7, 28, 35, 5, true, false},  {30, 33, 35, 5, true, false},
        {0, 0, 1, 0.2, false, false},    {0, 0.0123, 0.014, 0.002, false, false},
        {1, 0.0119, 1, 0.2, true, true}, {1, 1.6, 1.6, 0.2, true, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct chart chart = {.peak = cases[i].peak, .to_peak = cases[i].to_peak};
        struct chart_scale scale = chart_scale(&chart, cases[i].best);

        assert_float_equal(scale.most, cases[i].most, 1e-9);
        assert_float_equal(scale.step, cases[i].step, 1e-9);
        assert_int_equal(scale.peak, cases[i].shown);
    }
}

static void test_fit(void **state)
{
    char room[16];

    (void)state;
    assert_string_equal(svg_fit("short", 100, 10, room, sizeof room), "short");
    assert_string_equal(svg_fit("a longer text", 60, 10, room, sizeof room), "a longe...");
    assert_string_equal(svg_fit("a text that is longer than its room", 600, 10, room, sizeof room),
                        "a text that is longer than its room");
    assert_string_equal(svg_fit("a text that is longer than its room", 180, 10, room, sizeof room),
                        "a text that ...");
    assert_string_equal(svg_fit("a longer text", 20, 10, room, sizeof room), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gatlas_lines),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
