/*
 * Errors of the engine, each with its template, line and column: what is wrong in a template or not known
 * to its data, callbacks that fail, limits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/mustache_bench.h"

static void test_unknown_names(void **state)
{
    (void)state;
    fails(ONE("a\n  {{name}} {{nam}}\n"),
          FAILURE(MUSTACHE_ERROR_NAME, "t", 2, 12, "name 'nam' is not known"));
    fails(ONE("{{&nam}}"), FAILURE(MUSTACHE_ERROR_NAME, "t", 1, 1, "name 'nam' is not known"));
    fails(ONE("\n\n{{#nam}}\n{{/nam}}"),
          FAILURE(MUSTACHE_ERROR_NAME, "t", 3, 1, "name 'nam' is not known"));
    fails(ONE("\n {{^nam}}{{/nam}}"),
          FAILURE(MUSTACHE_ERROR_NAME, "t", 2, 2, "name 'nam' is not known"));
    fails(ONE("{{tile.k}}"),
          FAILURE(MUSTACHE_ERROR_NAME, "t", 1, 1, "'k' of name 'tile.k' is not known"));
    fails(ONE("{{name.x.y}}"),
          FAILURE(MUSTACHE_ERROR_NAME, "t", 1, 1, "'x' of name 'name.x.y' is not known"));
    fails(ONE("{{tile.m}}{{tiles.m}}"),
          FAILURE(MUSTACHE_ERROR_NAME, "t", 1, 11, "'tiles' of name 'tiles.m' is not known"));
    fails(SET({"t", "{{#rows}}\n{{>p}}{{/rows}}"}, {"p", "x\r\n {{j}}"}),
          FAILURE(MUSTACHE_ERROR_NAME, "p", 2, 2, "name 'j' is not known"));
    fails(SET({"t", "{{<p}}\n{{$b}}\n{{j}}\n{{/b}}\n{{/p}}"}, {"p", "\n\n\n {{$b}}{{/b}}"}),
          FAILURE(MUSTACHE_ERROR_NAME, "t", 3, 1, "name 'j' is not known"));
    /* A section that is not entered is not looked into. */
    renders(ONE("{{#no}}{{nam}}{{/no}}"), "");
    renders_in(MUSTACHE_SPEC, ONE("[{{nam}}{{tile.k}}{{#nam}}x{{/nam}}{{^nam}}y{{/nam}}]"), "[y]");
}

static void test_values_without_text(void **state)
{
    (void)state;
    fails(ONE("{{rows}}"),
          FAILURE(MUSTACHE_ERROR_KIND, "t", 1, 1, "name 'rows' is a list and cannot be printed"));
    fails(ONE(" {{tile}}"), FAILURE(MUSTACHE_ERROR_KIND, "t", 1, 2,
                                    "name 'tile' is an object and cannot be printed"));
    fails(ONE("{{no}}"), FAILURE(MUSTACHE_ERROR_KIND, "t", 1, 1,
                                 "name 'no' is a value without text and cannot be printed"));
    renders(ONE("[{{empty}}]"), "[]");
    renders_in(MUSTACHE_SPEC, ONE("[{{rows}}{{tile}}{{no}}]"), "[]");
}

static void test_missing_templates(void **state)
{
    (void)state;
    fails(ONE("\n{{>leaf}}"),
          FAILURE(MUSTACHE_ERROR_PARTIAL, "t", 2, 1, "partial 'leaf' is not known"));
    fails(ONE("x {{<base}}{{$b}}{{/b}}{{/base}}"),
          FAILURE(MUSTACHE_ERROR_PARTIAL, "t", 1, 3, "parent 'base' is not known"));
    fails(ONE("{{>*bad}}"), FAILURE(MUSTACHE_ERROR_PARTIAL, "t", 1, 1,
                                    "partial 'nowhere', named by 'bad', is not known"));
    fails(ONE("{{<*bad}}{{/*bad}}"), FAILURE(MUSTACHE_ERROR_PARTIAL, "t", 1, 1,
                                             "parent 'nowhere', named by 'bad', is not known"));
    fails(ONE("{{>*nam}}"), FAILURE(MUSTACHE_ERROR_NAME, "t", 1, 1, "name 'nam' is not known"));
    fails(ONE("{{>*rows}}"),
          FAILURE(MUSTACHE_ERROR_KIND, "t", 1, 1, "name 'rows' is a list and cannot be printed"));
    renders_in(MUSTACHE_SPEC, ONE("[{{>leaf}}{{<base}}{{/base}}{{>*bad}}{{>*nam}}{{>*rows}}]"),
               "[]");
}

static void test_bad_sections(void **state)
{
    (void)state;
    rejects("a\n {{#rows}}\n", 2, 2, "section 'rows' is not closed");
    rejects("{{^no}}", 1, 1, "section 'no' is not closed");
    rejects("{{#rows}}{{#no}}{{/no}}", 1, 1, "section 'rows' is not closed");
    rejects("{{$b}}", 1, 1, "block 'b' is not closed");
    rejects("{{<p}} {{$b}}{{/b}}", 1, 1, "parent 'p' is not closed");
    rejects("{{#rows}}\n{{/row}}", 2, 1, "section 'rows' of line 1 is closed by 'row'");
    rejects("\n{{#a}}{{#b}}{{/a}}{{/b}}", 2, 13, "section 'b' of line 2 is closed by 'a'");
    rejects("x\r\n  {{/rows}}", 2, 3, "'rows' is closed but was not opened");
    rejects("{{#a}}{{/a}}{{/a}}", 1, 13, "'a' is closed but was not opened");
}

static void test_bad_tags(void **state)
{
    (void)state;
    rejects("a {{name", 1, 3, "tag is not closed, '}}' is missing");
    rejects("a {{name}", 1, 3, "tag is not closed, '}}' is missing");
    rejects("\n{{", 2, 1, "tag is not closed, '}}' is missing");
    rejects("{{!", 1, 1, "tag is not closed, '}}' is missing");
    rejects("{{{name}}", 1, 1, "tag is not closed, '}}}' is missing");
    rejects("{{=<% %>}}", 1, 1, "tag is not closed, '=}}' is missing");
    rejects("{{=<% %>=}}\n<%name}}", 2, 1, "tag is not closed, '%>' is missing");
    rejects("{{}}", 1, 1, "tag has no name");
    rejects("{{# }}", 1, 1, "tag has no name");
    rejects("{{>*}}", 1, 1, "tag has no name");
    rejects("{{a b}}", 1, 1, "name 'a b' contains white space");
    rejects("\t{{{a}},{b}}}", 1, 2, "name 'a}},{b' contains the closing delimiter");
    rejects("{{a..b}}", 1, 1, "name 'a..b' has an empty part");
    rejects("{{#.a}}{{/.a}}", 1, 1, "name '.a' has an empty part");
    rejects("{{a.}}", 1, 1, "name 'a.' has an empty part");
    rejects("{{=<%=}}", 1, 1, "set delimiters must be two words without '='");
    rejects("{{= =}}", 1, 1, "set delimiters must be two words without '='");
    rejects("{{=a b c=}}", 1, 1, "set delimiters must be two words without '='");
    rejects("{{=a= =b=}}", 1, 1, "set delimiters must be two words without '='");
}

static void test_long_names_are_cut(void **state)
{
    char text[400];
    (void)state;
    memset(text, 'n', sizeof text);
    memcpy(text, "{{#", 3);
    memcpy(text + sizeof text - 3, "}}", 3);
    struct bench *bench = bench_new();
    char name[300];
    memset(name, 'd', sizeof name);
    memcpy(name + sizeof name - 8, "/kernel", 8);
    const struct set set = SET({name, text});
    assert_int_equal(bench_compile(bench, &set), -1);
    assert_int_equal(strlen(bench->error.template_name), sizeof bench->error.template_name - 1);
    assert_memory_equal(bench->error.template_name, "...d", 4);
    assert_non_null(strstr(bench->error.template_name, "d/kernel"));
    assert_non_null(strstr(bench->error.text, "nnn' is not closed"));
    bench_free(bench);
}

/* A template inside a larger text is told from the beginning of that, and knows nothing else of it. */
static void test_parts_of_a_text(void **state)
{
    static const char whole[] = "# {{no tag\nfirst  {{#a}}\n";
    const char *const part = strstr(whole, "{{#a}}");
    const struct mustache_template *template;
    struct mustache_error error = {.code = MUSTACHE_OK};
    struct bench *bench = bench_new();
    const struct mustache_allocator allocator = {bench, bench_allocate};
    (void)state;
    assert_int_equal(mustache_compile(&template, "t", whole, part, 6, &allocator, &error), -1);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 8);
    bench_free(bench);
}

static void test_first_error_wins(void **state)
{
    (void)state;
    struct bench *bench = bench_new();
    bench->error.code = MUSTACHE_ERROR_WRITE;
    strcpy(bench->error.text, "earlier");
    assert_int_equal(bench_compile(bench, &ONE("{{#a}}")), -1);
    assert_int_equal(bench->error.code, MUSTACHE_ERROR_WRITE);
    assert_string_equal(bench->error.text, "earlier");

    const struct mustache_allocator allocator = {bench, bench_allocate};
    const struct mustache_template *template;
    assert_int_equal(mustache_compile(&template, "t", NULL, "{{#a}}", 6, &allocator, NULL), -1);
    assert_int_equal(mustache_compile(&template, "t", NULL, NULL, 0, &allocator, NULL), 0);
    bench_free(bench);
}

/* ------------------------------------------------------------------------- callbacks that fail */

static void test_allocator_failure(void **state)
{
    const struct set set = SET({"t", "{{#rows}}{{>leaf}}{{/rows}}"}, {"leaf", "plain"});
    (void)state;
    for (size_t n = 1; n <= 3; n++) {
        struct bench *bench = bench_new();
        bench->fail_allocation = n;
        assert_int_equal(bench_compile(bench, &set), -1);
        assert_int_equal(bench->error.code, MUSTACHE_ERROR_MEMORY);
        assert_string_equal(bench->error.template_name, n < 3 ? "t" : "leaf");
        assert_int_equal(bench->error.line, 0);
        bench_free(bench);
    }
    struct bench *bench = bench_new();
    bench->fail_allocation = 4;
    assert_int_equal(bench_compile(bench, &set), 0);
    assert_int_equal(bench_render(bench, MUSTACHE_PRODUCT, &root), 0);
    assert_int_equal(bench->allocations, 3);
    bench_free(bench);
}

static void test_writer_failure(void **state)
{
    const struct set set = SET({"t", "a{{name}}\n  {{>leaf}}\n{{<base}}{{$b}}\nx\n{{/b}}{{/base}}"},
                               {"leaf", "1\n{{html}}\n"}, {"base", "  {{$b}}\n  {{/b}}\n"});
    (void)state;
    for (int mode = MUSTACHE_SPEC; mode <= MUSTACHE_PRODUCT; mode++) {
        struct bench *whole = bench_new();
        assert_int_equal(bench_compile(whole, &set), 0);
        assert_int_equal(bench_render(whole, (enum mustache_mode)mode, &root), 0);
        assert_true(whole->writes > 8);
        for (size_t n = 1; n <= whole->writes; n++) {
            struct bench *bench = bench_new();
            bench->fail_write = n;
            assert_int_equal(bench_compile(bench, &set), 0);
            assert_int_equal(bench_render(bench, (enum mustache_mode)mode, &root), -1);
            assert_int_equal(bench->error.code, MUSTACHE_ERROR_WRITE);
            assert_int_equal(bench->writes, n);
            assert_memory_equal(bench->output, whole->output, bench->length);
            bench_free(bench);
        }
        bench_free(whole);
    }
}

/* -------------------------------------------------------------------------------------- limits */

static void test_recursion_limit(void **state)
{
    static const struct value end[] = {NO("next"), TEXT("x", "!")};
    static struct value links[MUSTACHE_DEPTH_LIMIT][2];
    const char *too_deep = "templates are nested deeper than 512 levels";
    (void)state;
    fails(SET({"t", "\n{{>t}}"}), FAILURE(MUSTACHE_ERROR_DEPTH, "t", 2, 1, too_deep));
    fails(SET({"t", "x {{<t}}{{$b}}{{/b}}{{/t}}"}),
          FAILURE(MUSTACHE_ERROR_DEPTH, "t", 1, 3, too_deep));
    fails(SET({"t", "{{<p}}{{$b}}{{>t}}{{/b}}{{/p}}"}, {"p", "{{$b}}{{/b}}"}),
          FAILURE(MUSTACHE_ERROR_DEPTH, "t", 1, 13, too_deep));
    fails(SET({"t", "{{#rows}}{{>t}}{{/rows}}"}),
          FAILURE(MUSTACHE_ERROR_DEPTH, "t", 1, 1, too_deep));
    fails(SET({"t", "  {{>u}}\n"}, {"u", "  {{>t}}\n"}),
          FAILURE(MUSTACHE_ERROR_DEPTH, "t", 1, 3, too_deep));

    /* Data of half that depth ends the recursion in time: a level is a section and a partial. */
    const size_t count = MUSTACHE_DEPTH_LIMIT / 2;
    for (size_t i = 0; i < count; i++) {
        const struct value *to = i == 0 ? end : links[i - 1];
        links[i][0] = (struct value){"next", MUSTACHE_OBJECT, NULL, to, 2};
        links[i][1] = (struct value){"x", MUSTACHE_SCALAR, ".", NULL, 0};
    }
    const struct value deep = {NULL, MUSTACHE_OBJECT, NULL, links[count - 1], 2};
    struct bench *bench = bench_new();
    assert_int_equal(bench_compile(bench, &ONE("{{x}}{{#next}}{{>t}}{{/next}}")), 0);
    assert_int_equal(bench_render(bench, MUSTACHE_PRODUCT, &deep), 0);
    assert_int_equal(bench->length, count + 1);
    assert_int_equal(bench->output[count], '!');
    bench_free(bench);
}

static void test_nested_sections_have_the_same_limit(void **state)
{
    const size_t levels = MUSTACHE_DEPTH_LIMIT + 1;
    char *text = malloc(levels * 14 + 1);
    (void)state;
    assert_non_null(text);
    text[0] = '\0';
    for (size_t i = 0; i < levels; i++) {
        memcpy(text + i * 7, "{{#a}}\n", 8);
    }
    for (size_t i = 0; i < levels; i++) {
        memcpy(text + levels * 7 + i * 7, "{{/a}}\n", 8);
    }
    static const struct value member[] = {TEXT("a", "x")};
    const struct value object = OBJECT(NULL, member);
    struct bench *bench = bench_new();
    assert_int_equal(bench_compile(bench, &ONE(text)), 0);
    assert_int_equal(bench_render(bench, MUSTACHE_PRODUCT, &object), -1);
    assert_int_equal(bench->error.code, MUSTACHE_ERROR_DEPTH);
    assert_int_equal(bench->error.line, levels);
    bench_free(bench);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_values_without_text),
        cmocka_unit_test(test_missing_templates),
        cmocka_unit_test(test_bad_sections),
        cmocka_unit_test(test_bad_tags),
        cmocka_unit_test(test_long_names_are_cut),
        cmocka_unit_test(test_parts_of_a_text),
        cmocka_unit_test(test_first_error_wins),
        cmocka_unit_test(test_allocator_failure),
        cmocka_unit_test(test_writer_failure),
        cmocka_unit_test(test_recursion_limit),
        cmocka_unit_test(test_nested_sections_have_the_same_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
