/* How much time is left of a command. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/output/progress.h"

/* 2 of 10 units took 4 s: 16 s are left. */
static void counts_units(void **state)
{
    struct progress progress = {.kinds = {{"checked", 2, 10, 4000, 0}}};

    (void)state;
    assert_float_equal(progress_left(&progress, 0), 16, 1e-9);
    progress.kinds[0].done = 10;
    assert_float_equal(progress_left(&progress, 0), 0, 0);
}

/* Each kind by its own pace; one that nothing is done of yet is left out. */
static void adds_kinds(void **state)
{
    struct progress progress = {.kinds = {{"verified", 1, 3, 500, 0}, {"measured", 0, 40, 0, 0}}};

    (void)state;
    assert_float_equal(progress_left(&progress, 0), 1, 1e-9);
    progress.kinds[1] = (struct progress_kind){"measured", 20, 40, 100, 0};
    assert_float_equal(progress_left(&progress, 0), 1.1, 1e-9);
}

/* What was done first has the compiler's time in it. */
static void leaves_the_first_out(void **state)
{
    struct progress progress;

    (void)state;
    progress_open(&progress, FORMAT_JSON);
    progress_expect(&progress, 0, "checked", 10);
    progress.mark_ms -= 60000;
    progress_reach(&progress, 0, 0.5);
    assert_float_equal(progress_left(&progress, 0), 0, 0);
    progress.mark_ms -= 1000;
    progress_reach(&progress, 0, 1);
    assert_float_equal(progress_left(&progress, 0), 18, 2);
}

/* What is granted a time and not a number of units ends then. */
static void knows_an_end(void **state)
{
    struct progress progress = {.kinds = {{"tried", 7, 0, 9000, 0}}, .end_ms = 5000};

    (void)state;
    assert_float_equal(progress_left(&progress, 2000), 3, 1e-9);
    assert_float_equal(progress_left(&progress, 6000), 0, 0);
}

/* Time goes to the kind that it was spent on; what was before the first call to none. */
static void splits_time(void **state)
{
    struct progress progress;

    (void)state;
    progress_open(&progress, FORMAT_JSON);
    assert_int_equal(progress.how, PROGRESS_NONE);
    progress_expect(&progress, 0, "verified", 2);
    progress_expect(&progress, 1, "measured", 2);
    progress_reach(&progress, 0, 0.5);
    progress_reach(&progress, 1, 1);
    assert_true(progress.kinds[0].spent_ms < 1000 && progress.kinds[1].spent_ms < 1000);
    progress.mark_ms -= 60000;
    progress_reach(&progress, 1, 1.5);
    assert_true(progress.kinds[0].spent_ms < 1000 && progress.kinds[1].spent_ms >= 60000);
}

/* What standard error gets while `progress` is shown three times, at the times by which each is late. */
static void logged(struct progress *progress, const double late_ms[3], char *text, size_t room)
{
    FILE *log = tmpfile();
    int before = dup(2);

    assert_true(log != NULL && before >= 0);
    dup2(fileno(log), 2);
    for (int i = 0; i < 3; i++) {
        progress->next_ms -= late_ms[i];
        progress_show(progress, 0, "best %d", i);
    }
    progress_clear(progress);
    dup2(before, 2);
    close(before);
    rewind(log);
    text[fread(text, 1, room - 1, log)] = '\0';
    fclose(log);
}

/* A log gets a line now and then, none of a short run, and none beside JSON. */
static void writes_a_log(void **state)
{
    struct progress progress;
    char text[400];
    int before = dup(2), null = open("/dev/null", O_WRONLY);

    (void)state;
    assert_true(before >= 0 && null >= 0);
    dup2(null, 2);
    progress_open(&progress, FORMAT_TEXT);
    dup2(before, 2);
    close(before);
    close(null);
    assert_int_equal(progress.how, PROGRESS_LOG);
    progress_expect(&progress, 0, "tried", 60);
    progress_reach(&progress, 0, 12);
    logged(&progress, (double[3]){0, 5500, 0}, text, sizeof text);
    assert_string_equal(text, "clgemm-bench: tried 12/60, best 1\n");
    logged(&progress, (double[3]){9000, 0, 1500}, text, sizeof text);
    assert_string_equal(text, "clgemm-bench: tried 12/60, best 2\n");
    logged(&progress, (double[3]){20500, 29000, 31000}, text, sizeof text);
    assert_string_equal(text,
                        "clgemm-bench: tried 12/60, best 0\nclgemm-bench: tried 12/60, best 2\n");
    progress_open(&progress, FORMAT_JSON);
    logged(&progress, (double[3]){31000, 31000, 31000}, text, sizeof text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_units),         cmocka_unit_test(adds_kinds),
        cmocka_unit_test(leaves_the_first_out), cmocka_unit_test(knows_an_end),
        cmocka_unit_test(splits_time),          cmocka_unit_test(writes_a_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
