/* Speeds above the peak: the one that is the furthest above its own is told, with both numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/opencl/peak.h"

static const struct peak singles = {.gflops = 100, .source = PEAK_STATED},
                         doubles = {.gflops = 50, .source = PEAK_MEASURED}, unknown = {.gflops = 0};

static void tells_the_furthest(void **state)
{
    struct peak_above above = {.peak = NULL};
    char text[400];

    (void)state;
    peak_above_note(&above, NULL, 1000);
    peak_above_note(&above, &unknown, 1000);
    peak_above_note(&above, &singles, 100);
    assert_null(above.peak);
    peak_above_note(&above, &singles, 185.25);
    peak_above_note(&above, &doubles, 60);
    peak_above_note(&above, &singles, 150);
    assert_ptr_equal(above.peak, &singles);
    peak_above_say(&above, text, sizeof text);
    assert_string_equal(text, "185.25 GFLOP/s were reached, the peak is 100 GFLOP/s: faster than "
                              "--peak states");
    peak_above_note(&above, &doubles, 120);
    assert_ptr_equal(above.peak, &doubles);
    peak_above_say(&above, text, sizeof text);
    assert_memory_equal(text,
                        "120 GFLOP/s were reached, the peak is 50 GFLOP/s: faster than the "
                        "kernel that measured it",
                        86);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tells_the_furthest)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
