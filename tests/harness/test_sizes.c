/* Sizes in bytes and elements, lines of a compiler's log, hashes and summaries of times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/hash.h"
#include "harness/base/sizes.h"
#include "harness/base/timing.h"
#include "harness/opencl/program.h"

static void test_bytes(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *words;
    } rows[] = {{0, "0 bytes"},          {9999, "9999 bytes"},  {10000, "10.0 KB"},
                {999949999, "999.9 MB"}, {999950000, "1.0 GB"}, {UINT64_MAX, "18.4 EB"}};
    char text[SIZE_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(size_bytes(rows[i].bytes, text), rows[i].words);
}

static void test_sizes(void **state)
{
    uint64_t size;

    (void)state;
    assert_true(size_multiply(UINT64_C(3037000499), UINT64_C(3037000499), &size));
    assert_false(size_multiply(UINT64_C(1) << 32, UINT64_C(1) << 31, &size));
    assert_false(size_add(INT64_MAX, 1, &size));
    assert_false(size_add(UINT64_MAX, 1, &size));
    assert_true(size_round_up(9, 8, &size) && size == 16);
    assert_true(size_round_up(0, 8, &size) && size == 0);
    assert_false(size_round_up(INT64_MAX, 8, &size));
    assert_true(size_common_multiple(12, 18, &size) && size == 36);
    assert_true(size_parse("1024", &size) && size == 1024);
    assert_false(size_parse("", &size) || size_parse("-1", &size) || size_parse("1x", &size) ||
                 size_parse("99999999999999999999", &size));
}

static void test_logs(void **state)
{
    double times[5] = {5, 1, 3, 2, 4};
    struct time_summary summary = time_summarise(times, 5);

    (void)state;
    assert_int_equal(program_log_line("error: /tmp/tempfile.cl:12:5: use of undeclared"), 12);
    assert_int_equal(program_log_line("1:3:9: warning: x\n1:7:9: error: y\n"), 7);
    assert_int_equal(program_log_line("<kernel>:44:1: error: unknown type"), 44);
    assert_int_equal(program_log_line("ptxas error   : too much data"), 0);
    assert_int_equal(program_log_line(""), 0);
    assert_true(hash_bytes("", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes("foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(summary.min == 1 && summary.median == 3 && summary.mean == 3);
    assert_true(summary.deviation > 1.58 && summary.deviation < 1.59);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_logs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
