/* What many times come to, which of them are outliers, whether two groups differ, and how busy processors were. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/base/load.h"
#include "harness/base/timing.h"

static struct time_summary summarise(const double *times, size_t count)
{
    double copy[16];

    memcpy(copy, times, count * sizeof *times);
    return time_summarise(copy, count);
}

/* A median of 2.1 beside a mean of 8.6: the run that makes the difference is an outlier. */
static void finds_outliers(void **state)
{
    const double times[] = {2.1, 2.0, 2.1, 67.2, 2.2, 2.1, 2.0, 2.1, 2.2, 2.1};
    const struct time_summary summary = summarise(times, 10);

    (void)state;
    assert_float_equal(summary.median, 2.1, 1e-9);
    assert_float_equal(summary.mean, 8.61, 1e-9);
    assert_float_equal(summary.max, 67.2, 0);
    assert_int_equal(summary.outliers, 1);
}

/* The distances are 0 0.5 1 1.5 2 and their median is 1: from above 10 + 3.5 / 0.6745 on. */
static void draws_the_line(void **state)
{
    const double below[] = {9, 9.5, 10, 11.5, 15.1}, above[] = {9, 9.5, 10, 11, 15.2};

    (void)state;
    assert_int_equal(summarise(below, 5).outliers, 0);
    assert_int_equal(summarise(above, 5).outliers, 1);
}

/* An even number of distances has two in the middle: of 0.1 0.1 0.1 0.3 0.3 0.3 their mean, 0.2. */
static void takes_the_middle_of_two(void **state)
{
    const double below[] = {0.7, 0.9, 0.9, 1.1, 1.3, 2.0}, above[] = {0.7, 0.9, 0.9, 1.1, 1.3, 2.1};

    (void)state;
    assert_int_equal(summarise(below, 6).outliers, 0);
    assert_int_equal(summarise(above, 6).outliers, 1);
}

/* Two of three calls are not disturbed, nor are two of four. */
static void finds_the_median_time(void **state)
{
    const double times[] = {0.6, 0.03, 0.7, 0.02, 0.03, 0.6, 0.03};

    (void)state;
    assert_int_equal(time_middle(times, 1), 0);
    assert_int_equal(time_middle(times, 2), 1);
    assert_int_equal(time_middle(times, 3), 0);
    assert_int_equal(time_middle(times, 4), 1);
    assert_int_equal(time_middle(times, 5), 4);
    assert_int_equal(time_middle(times, 6), 4);
    assert_int_equal(time_middle(times, 7), 6);
}

/* Where most times are the same any other has an endless score; so has none that is fast. */
static void tells_noise_from_outliers(void **state)
{
    const double same[] = {1, 1, 1, 1, 1.09}, slow[] = {1, 1, 1, 1, 1.11};
    const double fast[] = {0.1, 1, 1, 1, 1}, few[] = {1, 50}, one[] = {3};

    (void)state;
    assert_int_equal(summarise(same, 5).outliers, 0);
    assert_int_equal(summarise(slow, 5).outliers, 1);
    assert_int_equal(summarise(fast, 5).outliers, 0);
    assert_int_equal(summarise(few, 2).outliers, 0);
    assert_int_equal(summarise(one, 1).outliers, 0);
}

static void reads_processor_times(void **state)
{
    struct load load = {.known = true};

    (void)state;
    assert_true(load_take(&load, "cpu  100 20 30 4000 500 6 7 80 9 10\n", 10));
    assert_float_equal(load.busy_ms, 1630, 1e-9);
    assert_float_equal(load.stolen_ms, 800, 1e-9);
    assert_false(load_take(&load, "cpu0 1 2 3 4 5 6 7 8 9 10\n", 10));
    assert_false(load_take(&load, "cpu  100 20 30\n", 10));
    assert_true(
        load_take_own(&load, "12 (a) b (c) S 1 2 3 4 -1 5 6 7 8 9 10 20 30 40 50 60\n", 10));
    assert_float_equal(load.own_ms, 1000, 1e-9);
    assert_true(load_take_own(&load, "13 (d) R 1 2 3 4 -1 5 6 7 8 9 1 1 1 1 5 6\n", 10));
    assert_float_equal(load.own_ms, 1040, 1e-9);
    assert_false(load_take_own(&load, "13 d R 1 2 3", 10));
    load_read(0, &load);
    assert_true(!load.known || load.busy_ms > 0);
}

static void says_what_was_in_the_way(void **state)
{
    const struct load before = {true, 1000, 5000, 0, 300};
    const struct load idle = {true, 2000, 6800, 0, 2000}, busy = {true, 2000, 6800, 0, 1500};
    const struct load stolen = {true, 2000, 5000, 900, 300}, brief = {true, 1010, 5040, 0, 300};
    const struct load unknown = {false, 2000, 9000, 0, 300};
    char text[200];

    (void)state;
    assert_false(load_describe(&before, &idle, 2, 2, text, sizeof text));
    assert_true(load_describe(&before, &busy, 2, 2, text, sizeof text));
    assert_non_null(strstr(text, "other programs kept 0.6 of 2 processors busy"));
    /* A device that leaves one of them free is not in the way of what runs there. */
    assert_false(load_describe(&before, &busy, 1, 2, text, sizeof text));
    assert_true(load_describe(&before, &stolen, 2, 2, text, sizeof text));
    assert_non_null(strstr(text, "the hypervisor gave 0.9 of 2 processors"));
    assert_false(load_describe(&before, &brief, 2, 2, text, sizeof text));
    assert_false(load_describe(&before, &unknown, 2, 2, text, sizeof text));
}

/* As R's wilcox.test(..., exact = FALSE) has it, without ties and with some. */
static void tests_ranks(void **state)
{
    double low[] = {6, 2, 3, 4, 5, 1}, high[] = {7, 8, 12, 10, 11, 9};
    double left[] = {1, 3, 2, 1}, right[] = {2, 3, 4, 3}, same[] = {5, 5, 5, 5};

    (void)state;
    assert_float_equal(rank_sum_test(low, 6, high, 6), 0.0050749, 1e-7);
    assert_float_equal(rank_sum_test(high, 6, low, 6), 0.0050749, 1e-7);
    assert_float_equal(rank_sum_test(left, 4, right, 4), 0.1341692, 1e-7);
    assert_float_equal(rank_sum_test(same, 2, same + 2, 2), 1, 0);
    assert_float_equal(rank_sum_test(low, 6, low, 0), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_outliers),
        cmocka_unit_test(draws_the_line),
        cmocka_unit_test(takes_the_middle_of_two),
        cmocka_unit_test(finds_the_median_time),
        cmocka_unit_test(tells_noise_from_outliers),
        cmocka_unit_test(tests_ranks),
        cmocka_unit_test(reads_processor_times),
        cmocka_unit_test(says_what_was_in_the_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
