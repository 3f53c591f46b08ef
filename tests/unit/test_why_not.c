/*
 * All rules that a request breaks are reported, in order; the first of them is the error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/broken.h"
#include "tests/unit/fixture.h"

static void every_broken_rule_is_reported_in_order(void **state)
{
    const struct broken broken =
        why_not("--for intel-gen8 --family naive --tile 64x65 --wg 64x64 --vec-c 2 --tile-k 3 "
                "--unroll-k 4 --barrier --alpha 0 --edges exact --fixed 100x64x64 --lda 10");
    (void)state;
    assert_string_equal(broken.names, "tile-size group-size unroll barrier exact-sizes "
                                      "leading-dimension alpha-zero naive-vector "
                                      "naive-depth ");
}

/* Where sides are beyond all limits, later rules have nothing to calculate with. */
static void sides_beyond_all_limits(void **state)
{
    (void)state;
    assert_string_equal(why_not("--for intel-gen9 --family register --wg 1x8 --vec-c 1 "
                                "--tile 2147483647x2147483647")
                            .names,
                        "tile-size ");
    assert_string_equal(why_not("--family register --edges pad --fixed 5x5x5 --index auto "
                                "--tile 2147483647x1 --wg 2147483647x2147483647")
                            .names,
                        "tile-size group-size ");
}

/* The device's rules count with what the family's make sure of: local memory of so many stages would. */
static void stages_and_pads_beyond_all_limits(void **state)
{
    (void)state;
    assert_string_equal(why_not("--family local --stages 2147483647 --pad-a 2147483647 "
                                "--pad-b 2147483647 --tile 64x64 --tile-k 256 --wg 16x16")
                            .names,
                        "stages pad ");
    assert_string_equal(why_not("--family local --barrier --stages 6").names, "barrier stages ");
}

static void first_broken_rule_is_the_error(void **state)
{
    struct clgemm_request *const request = ask("--alpha 0 --tile 300x2 --wg 1x7");
    struct clgemm_result *result;
    (void)state;
    assert_int_equal(clgemm_generate(request, &result, &error), -1);
    assert_string_equal(error.rule, "tile-size");
    assert_string_equal(why_not("--alpha 0 --tile 300x2 --wg 1x7").text, error.text);
    clgemm_request_free(request);
}

static void nothing_is_reported_of_a_good_request(void **state)
{
    (void)state;
    assert_int_equal(why_not("").count, 0);
    assert_int_equal(why_not("--tile 32x2 --wg 1x8").count, 0);
}

static void requests_that_cannot_be_resolved(void **state)
{
    static const char *const lines[] = {"--preset nobody", "--for nobody", "--for ./absent.json"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct broken all = {.count = 0};
        struct clgemm_request *const request = ask(lines[i]);
        assert_int_equal(clgemm_why_not(request, note, &all, &error), -1);
        assert_int_equal(error.code, i == 2 ? CLGEMM_IO : CLGEMM_USAGE);
        assert_int_equal(clgemm_why_not(request, note, &all, NULL), -1);
        assert_int_equal(all.count, 0);
        clgemm_request_free(request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_broken_rule_is_reported_in_order),
        cmocka_unit_test(sides_beyond_all_limits),
        cmocka_unit_test(stages_and_pads_beyond_all_limits),
        cmocka_unit_test(first_broken_rule_is_the_error),
        cmocka_unit_test(nothing_is_reported_of_a_good_request),
        cmocka_unit_test(requests_that_cannot_be_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
