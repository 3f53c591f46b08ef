/* The cases that a check tries where elements are narrow: what sums of halves hold, and whole numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

#include <cmocka.h>

#include "harness/verify/cases.h"
#include "tests/harness/plain_manifest.h"

/* Sums in half: random data no deeper than they tell something, no sum above 65504. */
static void test_half(void **state)
{
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    bool deep = false, random = false, infinite = false;

    (void)state;
    load_plain(&manifest);
    manifest.problem.arithmetic = (struct arithmetic){.product = TYPE_F16, .accumulate = TYPE_F16};
    for (int i = 0; i < OPERAND_COUNT; i++)
        manifest.problem.type[i] = TYPE_F16;
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
    for (size_t i = 0; i < cases.count; i++) {
        const struct check_case *one = &cases.list[i];

        assert_true(one->data != CASE_RANDOM || one->test_case.size[2] <= 43);
        random = random || one->data == CASE_RANDOM;
        infinite = infinite || one->data == CASE_INFINITE;
        deep = deep || (one->data == CASE_EXACT && one->test_case.size[2] == 257);
    }
    assert_true(deep && random && infinite);
    cases_release(&cases);
    /* Where k is given, random data are better than none. */
    manifest.problem.size[2] = (struct given_size){GIVEN_FIXED, 8192};
    random = infinite = false;
    assert_int_equal(cases_make(&manifest, SIZES_EDGE, NULL, &cases, &fault), 0);
    for (size_t i = 0; i < cases.count; i++) {
        random = random || cases.list[i].data == CASE_RANDOM;
        infinite = infinite || cases.list[i].data == CASE_INFINITE;
    }
    assert_true(random && !infinite);
    cases_release(&cases);
    manifest_release(&manifest);
}

/* Whole numbers: every case is exact, and every scalar a whole number, which a launch takes alone. */
static void test_whole(void **state)
{
    static const enum case_sizes sizes[] = {SIZES_EDGE, SIZES_DEFAULT, SIZES_QUICK};
    struct fault fault = {0};
    struct manifest manifest;
    struct case_list cases;
    struct test_case test_case = {
        .has_size = {true, true, true}, .size = {5, 6, 7}, .alpha = 0.5, .beta = 1};
    struct launch launch;

    (void)state;
    load_plain(&manifest);
    manifest.problem.arithmetic = (struct arithmetic){.product = TYPE_I32, .accumulate = TYPE_I32};
    manifest.problem.type[OPERAND_A] = TYPE_I8;
    manifest.problem.type[OPERAND_B] = TYPE_U8;
    manifest.problem.type[OPERAND_C] = TYPE_I32;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool scaled = false;

        assert_int_equal(cases_make(&manifest, sizes[i], NULL, &cases, &fault), 0);
        for (size_t j = 0; j < cases.count; j++) {
            const struct check_case *one = &cases.list[j];

            assert_int_equal(one->data, CASE_EXACT);
            assert_true(one->test_case.alpha == rint(one->test_case.alpha) &&
                        one->test_case.beta == rint(one->test_case.beta));
            scaled = scaled || one->test_case.alpha == 3;
        }
        assert_true(scaled && cases.count >= 4);
        cases_release(&cases);
    }
    assert_int_equal(launch_resolve(&manifest, &test_case, &launch, &fault), -1);
    assert_non_null(strstr(fault.text, "alpha = 0.5 is not a whole number"));
    fault_clear(&fault);
    test_case.alpha = 4;
    test_case.beta = 2147483648.0;
    assert_int_equal(launch_resolve(&manifest, &test_case, &launch, &fault), -1);
    assert_non_null(strstr(fault.text, "beta = "));
    fault_clear(&fault);
    test_case.beta = -2147483647.0;
    assert_int_equal(launch_resolve(&manifest, &test_case, &launch, &fault), 0);
    manifest_release(&manifest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half),
        cmocka_unit_test(test_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
