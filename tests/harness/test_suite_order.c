/* The order of runs of a suite. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/engine/internal.h"

enum {
    ROOM = 8
};

static const struct schedule plain = {.settle = false}, settled = {.settle = true};

/* The next runs of three candidates that have had `runs` of `goal`, as letters. */
static void assert_order(struct suite_run run, uint64_t runs, uint64_t goal, bool warms,
                         const char *expected)
{
    struct candidate candidates[3] = {{.runs = runs}, {.runs = runs}, {.runs = runs}};
    size_t list[ROOM];
    char order[ROOM + 1] = "";

    if (run.candidates != NULL)
        candidates[1].fault = run.candidates[1].fault;
    run.candidates = candidates;
    run.count = 3;
    const size_t count = suite_plan(&run, goal, warms, list, ROOM);
    for (size_t i = 0; i < count; i++)
        order[i] = (char)('A' + list[i]);
    assert_string_equal(order, expected);
}

static void alternates(void **state)
{
    (void)state;
    assert_order((struct suite_run){.schedule = &plain}, 0, 2, false, "ABCABC");
    assert_order((struct suite_run){.schedule = &plain}, 3, 5, false, "ABCABC");
    assert_order((struct suite_run){.schedule = &plain}, 2, 2, false, "");
    assert_order((struct suite_run){.schedule = &plain}, 0, 9, false, "ABCABCAB");
}

/* Of each pair either one comes first as often. */
static void compares_in_both_orders(void **state)
{
    (void)state;
    assert_order((struct suite_run){.schedule = &settled}, 2, 4, false, "ABCCBA");
    assert_order((struct suite_run){.schedule = &settled}, 3, 5, false, "CBAABC");
}

/* B is a library, and C a further kernel. */
static void compares_kernels_side_by_side(void **state)
{
    (void)state;
    assert_order((struct suite_run){.schedule = &settled, .references = 1}, 2, 4, false, "ACBBCA");
    assert_order((struct suite_run){.schedule = &settled, .references = 1}, 0, 2, true, "AACCBB");
    assert_order((struct suite_run){.schedule = &settled, .references = 2}, 2, 4, false, "ABCCBA");
}

static void warms_up_one_by_one(void **state)
{
    (void)state;
    assert_order((struct suite_run){.schedule = &plain}, 0, 2, true, "AABBCC");
    assert_order((struct suite_run){.schedule = &settled}, 0, 2, true, "AABBCC");
}

static void leaves_out_who_is_out(void **state)
{
    struct candidate lost[3] = {{.runs = 0}, {.fault = {.code = FAULT_DEVICE}}, {.runs = 0}};

    (void)state;
    assert_order((struct suite_run){.schedule = &settled, .candidates = lost}, 0, 2, false, "ACCA");
    assert_order((struct suite_run){.schedule = &plain, .candidates = lost}, 0, 2, true, "AACC");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alternates),
        cmocka_unit_test(compares_in_both_orders),
        cmocka_unit_test(compares_kernels_side_by_side),
        cmocka_unit_test(warms_up_one_by_one),
        cmocka_unit_test(leaves_out_who_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
