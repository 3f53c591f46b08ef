/*
 * Trees of values, and JSON read into them and written from them.
 */
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "gen/base/json.h"
#include "tests/unit/fixture.h"

/* ----------------------------------------------------------------------------------- trees */

static void scalars(void **state)
{
    (void)state;
    assert_int_equal(value_null(&job)->kind, VALUE_NULL);
    assert_int_equal(value_bool(&job, true)->kind, VALUE_BOOL);
    assert_true(value_bool(&job, true)->truth);
    assert_false(value_bool(&job, false)->truth);
    assert_string_equal(value_integer(&job, LLONG_MIN)->text, "-9223372036854775808");
    assert_true(value_integer(&job, LLONG_MAX)->integer == LLONG_MAX);
    assert_true(value_real(&job, 0.1)->real == 0.1);
    assert_string_equal(value_real(&job, 0.5)->text, "0.5");
    assert_string_equal(value_printf(&job, "%dx%d", 4, 8)->text, "4x8");
    /* A text is not copied: a view may hold texts of the tables. */
    const char *const text = "float8";
    assert_ptr_equal(value_text(&job, text)->text, text);
}

static void lists_keep_their_order(void **state)
{
    struct value *const list = value_list(&job);
    (void)state;
    assert_int_equal(list->count, 0);
    assert_null(list->first);
    for (int i = 0; i < 5; i++) {
        struct value *const item = value_integer(&job, i);
        assert_ptr_equal(value_add(list, item), item);
    }
    assert_int_equal(list->count, 5);
    int expected = 0;
    for (const struct value *item = list->first; item; item = item->next)
        assert_int_equal(item->integer, expected++);
    assert_int_equal(expected, 5);
    assert_int_equal(list->last->integer, 4);
}

static void members_are_found_by_name(void **state)
{
    struct value *const object = value_object(&job);
    (void)state;
    value_set_text(&job, object, "ab", "first");
    value_set_integer(&job, object, "abc", 3);
    value_set_bool(&job, object, "a", true);
    struct value *const list = value_set_list(&job, object, "list");
    struct value *const inner = value_set_object(&job, object, "inner");
    assert_int_equal(object->count, 5);
    assert_string_equal(value_get(object, "ab")->text, "first");
    assert_int_equal(value_get(object, "abc")->integer, 3);
    assert_true(value_get(object, "a")->truth);
    assert_ptr_equal(value_get(object, "list"), list);
    assert_ptr_equal(value_get(object, "inner"), inner);
    assert_null(value_get(object, "abcd"));
    assert_null(value_get(object, ""));
    /* A name need not end where its length says. */
    assert_string_equal(value_member(object, "abc", 2)->text, "first");
    assert_int_equal(value_member(object, "abc.d", 3)->integer, 3);
}

/* The second one would be kept and never found. */
static void a_member_is_set_once(void **state)
{
    (void)state;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct value *const object = value_object(&job);
        fclose(stderr);
        signal(SIGABRT, SIG_DFL);
        value_set_bool(&job, object, "one", true);
        value_set_bool(&job, object, "two", true);
        value_set_bool(&job, object, "one", false);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void only_objects_have_members(void **state)
{
    (void)state;
    assert_null(value_get(NULL, "a"));
    assert_null(value_get(value_list(&job), "a"));
    assert_null(value_get(value_text(&job, "a"), "a"));
    assert_null(value_get(value_null(&job), "a"));
}

/* ------------------------------------------------------------------------------------ JSON */

static struct value *read_text(const char *text)
{
    if (setjmp(job.escape))
        fail_msg("%s: %s", text, error.text);
    return json_read(&job, "test", text, strlen(text));
}

static void reads_every_kind(void **state)
{
    const struct value *const root =
        read_text("{\"null\": null, \"yes\": true, \"no\": false, \"whole\": -42, \"real\": 2.5,\n"
                  " \"text\": \"caf\\u00e9 \\\"x\\\"\", \"list\": [1, [], {}], \"object\": {\"a\": "
                  "{\"b\": 1}}}");
    (void)state;
    assert_int_equal(root->kind, VALUE_OBJECT);
    assert_int_equal(root->count, 8);
    assert_int_equal(value_get(root, "null")->kind, VALUE_NULL);
    assert_true(value_get(root, "yes")->truth);
    assert_int_equal(value_get(root, "no")->kind, VALUE_BOOL);
    assert_false(value_get(root, "no")->truth);
    assert_int_equal(value_get(root, "whole")->integer, -42);
    assert_true(value_get(root, "real")->real == 2.5);
    assert_string_equal(value_get(root, "text")->text, "caf\xc3\xa9 \"x\"");
    assert_int_equal(value_get(root, "list")->count, 3);
    assert_int_equal(value_get(root, "list")->last->kind, VALUE_OBJECT);
    assert_int_equal(value_get(value_get(value_get(root, "object"), "a"), "b")->integer, 1);
    /* Members stand in the order of the text. */
    assert_string_equal(root->first->name, "null");
    assert_string_equal(root->last->name, "object");
}

/* What was written reads back as the same and is written the same again. */
static void writing_and_reading_agree(void **state)
{
    static const char text[] = "{\n"
                               "  \"zebra\": 1,\n"
                               "  \"alpha\": [\n"
                               "    true,\n"
                               "    false,\n"
                               "    null,\n"
                               "    -9223372036854775808,\n"
                               "    9223372036854775807,\n"
                               "    0.5,\n"
                               "    \"line\\nquote \\\" back \\\\ slash / caf\xc3\xa9\"\n"
                               "  ],\n"
                               "  \"empty list\": [],\n"
                               "  \"empty object\": {},\n"
                               "  \"\": \"\"\n"
                               "}\n";
    (void)state;
    assert_string_equal(json_write(&job, read_text(text)), text);
}

static void long_documents_are_written_whole(void **state)
{
    struct value *const list = value_list(&job);
    (void)state;
    for (int i = 0; i < 20000; i++)
        value_add(list, value_integer(&job, i));
    const char *const text = json_write(&job, list);
    assert_int_equal(text[strlen(text) - 1], '\n');
    assert_int_equal(read_text(text)->count, 20000);
}

static void escape_of_the_job_works_after_reading_and_writing(void **state)
{
    const struct value *const root = read_text("[1, 2]");
    (void)state;
    json_write(&job, root);
    if (setjmp(job.escape) == 0) {
        arena_allocate(&arena, SIZE_MAX);
        fail_msg("the arena forgot the job");
    }
    assert_string_equal(error.text, "out of memory");
}

/* Whether a text is no JSON; `error` tells why. */
static bool is_refused(const char *text, size_t length)
{
    if (setjmp(job.escape))
        return true;
    json_read(&job, "profile.json", text, length);
    return false;
}

/* A few words of the sentence, and where it is. */
static void errors_say_where(void **state)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *says;
    } rows[] = {
        {"", 1, "expected"},
        {"{\n  \"a\": 1,\n  \"b\" 2\n}", 3, "':' expected"},
        {"[1, 2", 1, "']' expected"},
        {"[1,\n\n2\n3]", 4, "']' expected"},
        {"{\"a\": 1,\n\"a\": 2}", 2, "duplicate object key"},
        {"[1] x", 1, "end of file expected"},
        {"[\"\xff\"]", 1, "unable to decode byte 0xff"},
        {"[1e999]", 1, "real number overflow"},
        {"[99999999999999999999]", 1, "too big integer"},
        {"{'a': 1}", 1, "expected"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!is_refused(rows[i].text, strlen(rows[i].text)))
            fail_msg("%s was read", rows[i].text);
        char place[64];
        snprintf(place, sizeof place, "profile.json:%u:%u: ", error.line, error.column);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_int_equal(error.line, rows[i].line);
        assert_true(error.column > 0 || !rows[i].text[0]);
        assert_memory_equal(error.text, place, strlen(place));
        assert_non_null(strstr(error.text, rows[i].says));
    }
}

/* A document nested beyond reason is an error, not a stack that overflows. */
static void deep_documents_are_refused(void **state)
{
    static char text[200001];
    (void)state;
    memset(text, '[', 200000);
    assert_true(is_refused(text, 200000));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_non_null(strstr(error.text, "depth"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scalars, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_keep_their_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(members_are_found_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_member_is_set_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_objects_have_members, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_every_kind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(writing_and_reading_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_documents_are_written_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(escape_of_the_job_works_after_reading_and_writing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(errors_say_where, set_up, tear_down),
        cmocka_unit_test_setup_teardown(deep_documents_are_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
