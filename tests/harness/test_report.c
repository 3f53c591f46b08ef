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

/* The value of a member of a row, a text by its number; NULL: it is not known. */
static const json_t *cell(const struct page *page, const json_t *row, const char *member)
{
    const json_t *kind = json_array_get(json_object_get(page->model, "kinds"),
                                        (size_t)json_integer_value(json_array_get(row, 0)));
    const char *at = json_string_value(json_array_get(kind, 1)), *found;
    const json_t *value;
    size_t place = 2;

    found = strstr(at, member);
    while (found != NULL &&
           ((found != at && found[-1] != ' ') || strchr("$@#%&", found[strlen(member)]) == NULL))
        found = strstr(found + 1, member);
    assert_non_null(found);
    for (; at < found; at++)
        place += *at == ' ';
    value = json_array_get(row, place);
    if (strchr("$@&", found[strlen(member)]) != NULL && json_is_integer(value))
        value = json_array_get(page->texts, (size_t)json_integer_value(value));
    return json_is_null(value) ? NULL : value;
}

static double number_of(const struct page *page, const json_t *row, const char *member)
{
    return json_number_value(cell(page, row, member));
}

static const char *text_of(const struct page *page, const json_t *row, const char *member)
{
    return json_string_value(cell(page, row, member));
}

/* Each record is a row, in order, with the members that its kind has. */
static void keeps_records(void **state)
{
    struct page_options options = {0};
    struct page page;
    const json_t *row;

    (void)state;
    read_page(&page, &options,
              DEVICE
              "{\"record\":\"result\",\"kernel\":\"one\"," SIZES
              ",\"gflops\":12.5,\"device_ms\":{\"median\":0.25}}\n"
              "{\"record\":\"result\",\"kernel\":\"not launched\"," SIZES "}\n"
              "{\"record\":\"point\",\"name\":\"two\",\"status\":\"measured\"," SIZES
              ",\"gflops\":10,\"time_ms\":2,\"peak_gflops\":50,\"peak\":\"why\"}\n"
              "{\"record\":\"work\",\"seconds\":1}\n"
              "{\"record\":\"comparison\",\"kernel\":\"one\",\"library\":\"lib\"," SIZES
              ",\"packed\":{\"gflops\":3,\"library_gflops\":2,\"ratio\":1.5,\"q1\":1.4,"
              "\"q3\":1.6}}\n"
              "{\"record\":\"rung\",\"of\":\"l\",\"name\":\"r\",\"status\":\"refused\"," SIZES
              ",\"why\":\"because\"}\n"
              "{\"record\":\"check\",\"kernel\":\"d\",\"status\":\"failed\",\"why\":\"w\","
              "\"log\":\"l\"}\n");
    row = item(&page, "records", 5, 0);
    assert_string_equal(text_of(&page, row, "kernel"), "one");
    assert_float_equal(number_of(&page, row, "gflops"), 12.5, 0);
    assert_float_equal(number_of(&page, row, "device_ms.median"), 0.25, 0);
    assert_float_equal(number_of(&page, row, "k"), 16, 0);
    assert_string_equal(member_text(cell(&page, row, "types"), "a"), "f32");
    assert_null(cell(&page, row, "peak_gflops"));
    row = item(&page, "records", 5, 1);
    assert_float_equal(number_of(&page, row, "peak_gflops"), 50, 0);
    assert_string_equal(text_of(&page, row, "peak"), "why");
    row = item(&page, "records", 5, 2);
    assert_string_equal(text_of(&page, row, "library"), "lib");
    assert_float_equal(number_of(&page, row, "packed.ratio"), 1.5, 0);
    row = item(&page, "records", 5, 3);
    assert_string_equal(text_of(&page, row, "why"), "because");
    assert_string_equal(text_of(&page, row, "of"), "l");
    row = item(&page, "records", 5, 4);
    assert_string_equal(text_of(&page, row, "log"), "l");
    page_release(&page);
}

/* No tag begins in the model; a script has whole numbers
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
    facts = json_object_get(item(&page, "sessions", 1, 0), "facts");
    assert_string_equal(member_text(facts, "seed"), "9223372036854775807");
    assert_float_equal(json_number_value(json_object_get(facts, "clock_mhz")), 2.5, 0);
    assert_true(text_begin(&text));
    assert_true(page_write_model(page.model, text.stream));
    assert_true(text_end(&text));
    assert_null(strchr(text.bytes, '<'));
    assert_null(strstr(text.bytes, "\342\200\250"));
    assert_non_null(strstr(text.bytes, "\\u003c/script>\\u003c!--\\u2028\\u001B"));
    free(text.bytes);
    page_release(&page);
}

/* A line of a record that says no more than a plain one is read like it; one that is no JSON in a
 * member of no use, or has one twice, is none. */
static void reads_lines(void **state)
{
    static const char *const same[] = {
        "{\"record\":\"check\",\"kernel\":\"d\",\"status\":\"passed\",\"cases\":3,\"exact\":2}",
        "{\"record\":\"check\",\"kernel\":\"d\",\"status\":\"passed\",\"cases\":3,\"exact\":2,"
        "\"other\":{\"a\":[1,-2.5e+3,true,null,{}],\"b\":\"c\"}}",
        "{\"record\":\"check\", \"kernel\":\"\\u0064\",\"status\":\"passed\",\"cases\":3,"
        "\"exact\":2}",
        "{\"kernel\":\"d\",\"record\":\"check\",\"status\":\"passed\",\"cases\":3,\"exact\":2}"};
    static const char *const wrong[] = {
        "01",   "1.",    "-",       "1e",  "tru", "\"",       "\"\\q\"",       "\"\n\"",
        "[1,]", "[1 2]", "{\"a\"}", "{,}", "[1}", "\"\xff\"", "1,\"cases\":3", ""};
    struct page_options options = {0};
    struct page page;
    char text[600];

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const json_t *row;

        snprintf(text, sizeof text, DEVICE "%s\n", same[i]);
        read_page(&page, &options, text);
        row = item(&page, "records", 1, 0);
        assert_string_equal(text_of(&page, row, "kernel"), "d");
        assert_float_equal(number_of(&page, row, "exact"), 2, 0);
        page_release(&page);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct fault fault = {0};
        const char *path;

        snprintf(text, sizeof text, DEVICE "{\"record\":\"check\",\"cases\":3,\"other\":%s}\n",
                 wrong[i]);
        path = make_file(text);
        options.files = &path;
        options.file_count = 1;
        if (page_read(&page, &options, &fault) == 0 || strstr(fault.text, "no JSON") == NULL)
            fail_msg("other: %s: %s", wrong[i], fault.text);
        unlink(path);
        page_release(&page);
        fault_clear(&fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_records),
        cmocka_unit_test(takes_anything),
        cmocka_unit_test(reads_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
