/* The model of the page: each figure of a record, once, and as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/base/text.h"
#include "harness/report/internal.h"

#define DEVICE                                                                                     \
    "{\"record\":\"device\",\"name\":\"A\",\"platform\":\"B\",\"driver\":\"1\",\"seed\":"          \
    "9223372036854775807,\"clock_mhz\":2.5}\n"
#define SIZES "\"m\":4,\"n\":8,\"k\":16,\"types\":{\"a\":\"f32\",\"b\":\"f32\",\"c\":\"f32\"}"

/* A file of that text; its name. */
static const char *make_file(const char *text)
{
    static char path[] = "test_report.XXXXXX";
    int file;

    memcpy(path + sizeof path - 7, "XXXXXX", 6);
    file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    return path;
}

/* Reads a file of that text into a page. */
static void read_page(struct page *page, struct page_options *options, const char *text)
{
    static const char *path;
    struct fault fault = {0};

    path = make_file(text);
    options->files = &path;
    options->file_count = 1;
    if (page_read(page, options, &fault))
        fail_msg("%s", fault.text);
    unlink(path);
}

static const json_t *item(const struct page *page, const char *list, size_t count, size_t index)
{
    const json_t *items = json_object_get(page->model, list);

    assert_int_equal(json_array_size(items), count);
    return json_array_get(items, index);
}

static const char *text_of(const struct page *page, const json_t *of, const char *name)
{
    return json_string_value(
        json_array_get(json_object_get(page->model, "texts"), (size_t)page_number(of, name)));
}

/* A peak of each type: the greatest that a record has, for a kernel that has none too, and for no
 * library. */
static void shares_peaks(void **state)
{
    struct page_options options = {0};
    struct page page;
    const json_t *run;

    (void)state;
    read_page(&page, &options,
              DEVICE "{\"record\":\"result\",\"kernel\":\"one\"," SIZES
                     ",\"gflops\":12.5,\"device_ms\":{\"median\":0.25}}\n"
                     "{\"record\":\"point\",\"name\":\"two\",\"status\":\"measured\"," SIZES
                     ",\"gflops\":10,\"time_ms\":2,\"peak_gflops\":50,\"peak\":\"why\"}\n"
                     "{\"record\":\"comparison\",\"kernel\":\"one\",\"library\":\"lib\"," SIZES
                     ",\"packed\":{\"gflops\":3,\"library_gflops\":2,\"ratio\":1.5,\"q1\":1.4,"
                     "\"q3\":1.6}}\n");
    run = item(&page, "runs", 4, 0);
    assert_string_equal(text_of(&page, run, "kernel"), "one");
    assert_string_equal(text_of(&page, run, "part"), "bench");
    assert_string_equal(text_of(&page, run, "types"), "f32");
    assert_float_equal(page_number(run, "gflops"), 12.5, 0);
    assert_float_equal(page_number(run, "ms"), 0.25, 0);
    assert_float_equal(page_number(run, "flops"), 2 * 4 * 8 * 16, 0);
    assert_float_equal(page_number(run, "bytes"), 4 * (4 * 16 + 16 * 8 + 4 * 8), 0);
    assert_null(json_object_get(run, "host"));
    assert_int_equal(page_number(run, "peak"), 0);
    assert_float_equal(page_number(item(&page, "peaks", 1, 0), "gflops"), 50, 0);
    assert_string_equal(text_of(&page, item(&page, "peaks", 1, 0), "words"), "why");
    run = item(&page, "runs", 4, 3);
    assert_string_equal(text_of(&page, run, "kernel"), "lib");
    assert_true(json_is_true(json_object_get(run, "library")));
    assert_true(json_is_true(json_object_get(run, "host")));
    assert_null(json_object_get(run, "peak"));
    assert_float_equal(page_number(item(&page, "ratios", 1, 0), "ratio"), 1.5, 0);
    page_release(&page);

    options.peak = 99;
    read_page(&page, &options,
              DEVICE "{\"record\":\"result\",\"kernel\":\"one\"," SIZES
                     ",\"gflops\":12.5,\"device_ms\":{\"median\":0.25}}\n");
    assert_float_equal(page_number(item(&page, "peaks", 1, 0), "gflops"), 99, 0);
    page_release(&page);
}

/* Rungs and checks that failed are failures; what a check has passed has an error. */
static void tells_failures(void **state)
{
    struct page_options options = {0};
    struct page page;

    (void)state;
    read_page(&page, &options,
              DEVICE
              "{\"record\":\"rung\",\"of\":\"l\",\"name\":\"r\",\"status\":\"refused\"," SIZES
              ",\"why\":\"because\"}\n"
              "{\"record\":\"check\",\"kernel\":\"c\",\"status\":\"passed\",\"cases\":3,"
              "\"exact\":2,\"worst_error\":0.5}\n"
              "{\"record\":\"check\",\"kernel\":\"d\",\"status\":\"failed\",\"why\":\"w\","
              "\"log\":\"l\"}\n");
    assert_string_equal(text_of(&page, item(&page, "runs", 1, 0), "why"), "because");
    assert_string_equal(text_of(&page, item(&page, "failures", 2, 0), "kind"), "refused");
    assert_string_equal(text_of(&page, item(&page, "failures", 2, 1), "log"), "l");
    assert_string_equal(text_of(&page, item(&page, "errors", 1, 0), "words"),
                        "3 cases, 2 of them bit by bit");
    assert_float_equal(page_number(item(&page, "errors", 1, 0), "worst"), 0.5, 0);
    page_release(&page);
}

/* What nobody can measure is left out, and no tag begins in the model; a script has whole numbers
 * as they are up to 2^53. */
static void takes_anything(void **state)
{
    struct page_options options = {0};
    struct page page;
    struct text text;
    const json_t *facts;

    (void)state;
    read_page(&page, &options,
              DEVICE "{\"record\":\"comparison\",\"kernel\":\"</script><!--\\u2028\\u001b\","
                     "\"library\":\"lib\"," SIZES ",\"packed\":{\"gflops\":1e-308,"
                     "\"library_gflops\":1e308,\"ratio\":-1,\"q1\":0,\"q3\":0}}\n");
    assert_null(json_object_get(item(&page, "runs", 2, 0), "ms"));
    facts = json_object_get(item(&page, "sessions", 1, 0), "facts");
    assert_string_equal(page_string(facts, "seed"), "9223372036854775807");
    assert_float_equal(page_number(facts, "clock_mhz"), 2.5, 0);
    assert_true(text_begin(&text));
    assert_true(page_write_model(page.model, text.stream));
    assert_true(text_end(&text));
    assert_null(strchr(text.bytes, '<'));
    assert_null(strstr(text.bytes, "\342\200\250"));
    assert_non_null(strstr(text.bytes, "\\u003c/script>\\u003c!--\\u2028\\u001B"));
    free(text.bytes);
    page_release(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_peaks),
        cmocka_unit_test(tells_failures),
        cmocka_unit_test(takes_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
