/*
 * The engine beyond the official cases: product mode, errors with their places, indentation in
 * depth, failing callbacks, limits, threads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "gen/mustache/mustache.h"

/* A tree of constant values as data. Members of objects carry names. */

struct value {
    const char *name;
    enum mustache_kind kind;
    const char *text;
    const struct value *items;
    size_t count;
};

#define TEXT(name, text)                                                                           \
    {                                                                                              \
        name, MUSTACHE_SCALAR, text, NULL, 0                                                       \
    }
#define NO(name)                                                                                   \
    {                                                                                              \
        name, MUSTACHE_FALSE, NULL, NULL, 0                                                        \
    }
#define LIST(name, items)                                                                          \
    {                                                                                              \
        name, MUSTACHE_LIST, NULL, items, sizeof(items) / sizeof(items)[0]                         \
    }
#define OBJECT(name, items)                                                                        \
    {                                                                                              \
        name, MUSTACHE_OBJECT, NULL, items, sizeof(items) / sizeof(items)[0]                       \
    }

static const void *value_member(void *self, const void *value, const char *name, size_t length)
{
    const struct value *v = value;
    (void)self;
    for (size_t i = 0; v->kind == MUSTACHE_OBJECT && i < v->count; i++) {
        if (strlen(v->items[i].name) == length && memcmp(v->items[i].name, name, length) == 0) {
            return &v->items[i];
        }
    }
    return NULL;
}

static enum mustache_kind value_kind(void *self, const void *value)
{
    (void)self;
    return ((const struct value *)value)->kind;
}

static const char *value_text(void *self, const void *value, size_t *length)
{
    const struct value *v = value;
    (void)self;
    *length = v->text == NULL ? 0 : strlen(v->text);
    return v->text;
}

static size_t value_length(void *self, const void *list)
{
    (void)self;
    return ((const struct value *)list)->count;
}

static const void *value_item(void *self, const void *list, size_t index)
{
    (void)self;
    return &((const struct value *)list)->items[index];
}

static struct mustache_data data_of(const struct value *root)
{
    return (struct mustache_data){
        NULL, root, value_member, value_kind, value_text, value_length, value_item,
    };
}

static const struct value row_1[] = {TEXT("name", "r1"), TEXT("i", "1"), NO("last")};
static const struct value row_2[] = {TEXT("name", "r2"), TEXT("i", "2"), TEXT("last", "yes")};
static const struct value rows[] = {OBJECT(NULL, row_1), OBJECT(NULL, row_2)};
static const struct value words[] = {TEXT(NULL, "one"), TEXT(NULL, "two")};
static const struct value tile[] = {TEXT("m", "8"), TEXT("n", "4")};
static const struct value top[] = {
    TEXT("name", "top"),
    TEXT("html", "a < b && \"c\""),
    TEXT("empty", ""),
    TEXT("lines", "x\ny"),
    TEXT("part", "leaf"),
    TEXT("bad", "nowhere"),
    NO("no"),
    {"nothing", MUSTACHE_LIST, NULL, NULL, 0},
    {"flag", MUSTACHE_SCALAR, NULL, NULL, 0},
    LIST("rows", rows),
    LIST("words", words),
    OBJECT("tile", tile),
};
static const struct value root = OBJECT(NULL, top);

/* A set of templates; the first is the one that is rendered, all can be included by name. */

struct set {
    const char *texts[8][2];
};

struct bench {
    const struct mustache_template *templates[8];
    char *copies[8];
    const char *names[8];
    void *memory[32];
    size_t count;
    size_t allocations;
    size_t fail_allocation; /* 1-based; 0: never */
    char output[1 << 16];
    size_t length;
    size_t writes;
    size_t fail_write; /* 1-based; 0: never */
    struct mustache_error error;
};

static void *bench_allocate(void *self, size_t bytes)
{
    struct bench *bench = self;
    assert_true(bytes > 0);
    assert_true(bench->allocations < 32);
    if (bench->allocations + 1 == bench->fail_allocation) {
        return NULL;
    }
    return bench->memory[bench->allocations++] = malloc(bytes);
}

static const struct mustache_template *bench_find(void *self, const char *name, size_t length)
{
    const struct bench *bench = self;
    for (size_t i = 0; i < bench->count; i++) {
        if (strlen(bench->names[i]) == length && memcmp(bench->names[i], name, length) == 0) {
            return bench->templates[i];
        }
    }
    return NULL;
}

static int bench_write(void *self, const char *text, size_t length)
{
    struct bench *bench = self;
    assert_true(length > 0);
    if (++bench->writes == bench->fail_write) {
        return 1;
    }
    assert_true(length < sizeof bench->output - bench->length);
    memcpy(bench->output + bench->length, text, length);
    bench->length += length;
    return 0;
}

static int bench_compile(struct bench *bench, const struct set *set)
{
    const struct mustache_allocator allocator = {bench, bench_allocate};
    while (bench->count < 8 && set->texts[bench->count][0] != NULL) {
        const size_t i = bench->count++;
        const size_t length = strlen(set->texts[i][1]);
        /* An exact copy without NUL, so that a sanitizer sees any byte read too many. */
        bench->copies[i] = malloc(length + (length == 0));
        memcpy(bench->copies[i], set->texts[i][1], length);
        bench->names[i] = set->texts[i][0];
        if (mustache_compile(&bench->templates[i], set->texts[i][0], bench->copies[i], length,
                             &allocator, &bench->error) != 0) {
            assert_null(bench->templates[i]);
            return -1;
        }
    }
    return 0;
}

static int bench_render(struct bench *bench, enum mustache_mode mode, const struct value *value)
{
    const struct mustache_data data = data_of(value);
    const struct mustache_partials partials = {bench, bench_find};
    const struct mustache_writer writer = {bench, bench_write};
    const int result =
        mustache_render(bench->templates[0], mode, &data, &partials, &writer, &bench->error);
    bench->output[bench->length] = '\0';
    return result;
}

static void bench_free(struct bench *bench)
{
    for (size_t i = 0; i < bench->count; i++) {
        free(bench->copies[i]);
    }
    for (size_t i = 0; i < bench->allocations; i++) {
        free(bench->memory[i]);
    }
    free(bench);
}

static struct bench *bench_new(void)
{
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    return bench;
}

static void renders_in(enum mustache_mode mode, const struct set set, const char *expected)
{
    struct bench *bench = bench_new();
    if (bench_compile(bench, &set) != 0 || bench_render(bench, mode, &root) != 0) {
        fail_msg("%s:%zu:%zu: %s", bench->error.template_name, bench->error.line,
                 bench->error.column, bench->error.text);
    }
    assert_string_equal(bench->output, expected);
    bench_free(bench);
}

static void renders(const struct set set, const char *expected)
{
    renders_in(MUSTACHE_PRODUCT, set, expected);
}

struct failure {
    enum mustache_code code;
    const char *template_name;
    size_t line;
    size_t column;
    const char *text;
};

static void fails_in(enum mustache_mode mode, const struct set set, const struct failure expected)
{
    struct bench *bench = bench_new();
    const int result = bench_compile(bench, &set) != 0 ? -1 : bench_render(bench, mode, &root);
    assert_int_equal(result, -1);
    assert_string_equal(bench->error.text, expected.text);
    assert_int_equal(bench->error.code, expected.code);
    assert_string_equal(bench->error.template_name, expected.template_name);
    assert_int_equal(bench->error.line, expected.line);
    assert_int_equal(bench->error.column, expected.column);
    bench_free(bench);
}

static void fails(const struct set set, const struct failure expected)
{
    fails_in(MUSTACHE_PRODUCT, set, expected);
}

#define SET(...) ((struct set){.texts = {__VA_ARGS__}})
#define ONE(text) SET({"t", text})
#define FAILURE(...) ((struct failure){__VA_ARGS__})

/* A syntax error at this place of a template "t" that is nothing but `text`, in both modes. */
static void rejects(const char *text, size_t line, size_t column, const char *sentence)
{
    const struct failure failure = {MUSTACHE_ERROR_SYNTAX, "t", line, column, sentence};
    fails_in(MUSTACHE_PRODUCT, ONE(text), failure);
    fails_in(MUSTACHE_SPEC, ONE(text), failure);
}

static void test_product_is_raw(void **state)
{
    (void)state;
    renders(ONE("{{html}}|{{{html}}}|{{&html}}"), "a < b && \"c\"|a < b && \"c\"|a < b && \"c\"");
    renders_in(MUSTACHE_SPEC, ONE("{{html}}|{{&html}}"),
               "a &lt; b &amp;&amp; &quot;c&quot;|a < b && \"c\"");
    renders(ONE("keep  \n\t\n  {{name}}  \n"), "keep  \n\t\n  top  \n");
    renders(ONE(""), "");
    renders(ONE("int a[] = { {{tile.m}} }; // } }} {\n"), "int a[] = { 8 }; // } }} {\n");
}

static void test_names_resolve_outward(void **state)
{
    (void)state;
    renders(ONE("{{#rows}}{{name}}{{tile.m}}{{^last}}, {{/last}}{{/rows}}"), "r18, r28");
    renders(ONE("{{#words}}<{{.}} {{name}}>{{/words}}"), "<one top><two top>");
    renders(ONE("{{#tile}}{{m}}x{{n}}{{/tile}}"), "8x4");
    renders(ONE("{{#rows}}{{#words}}{{i}}{{.}} {{/words}}{{/rows}}"), "1one 1two 2one 2two ");
}

static void test_truth(void **state)
{
    (void)state;
    renders(ONE("{{#no}}a{{/no}}{{#empty}}b{{/empty}}{{#nothing}}c{{/nothing}}"), "");
    renders(ONE("{{^no}}a{{/no}}{{^empty}}b{{/empty}}{{^nothing}}c{{/nothing}}"), "abc");
    renders(ONE("{{#flag}}a{{/flag}}{{#name}}b{{/name}}{{#tile}}c{{/tile}}"), "abc");
    renders(ONE("{{^flag}}a{{/flag}}{{^name}}b{{/name}}{{^tile}}c{{/tile}}{{^rows}}d{{/rows}}"),
            "");
}

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

static void test_dynamic_names(void **state)
{
    (void)state;
    renders(SET({"t", "{{>*part}} {{> * part }}"}, {"leaf", "<{{name}}>"}), "<top> <top>");
    renders(SET({"t", "{{< * part}}{{$b}}mine{{/b}}{{/ * part}}"}, {"leaf", "<{{$b}}{{/b}}>"}),
            "<mine>");
    rejects("{{<*part}}{{/part}}", 1, 11, "parent '*part' of line 1 is closed by 'part'");
    rejects("{{<part}}{{/*part}}", 1, 10, "parent 'part' of line 1 is closed by '*part'");
    rejects("{{<*part}}", 1, 1, "parent '*part' is not closed");
    renders_in(MUSTACHE_SPEC, ONE("{{^*odd}}x{{/*odd}}"), "x");
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
    assert_int_equal(mustache_compile(&template, "t", "{{#a}}", 6, &allocator, NULL), -1);
    assert_int_equal(mustache_compile(&template, "t", NULL, 0, &allocator, NULL), 0);
    bench_free(bench);
}

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

static void test_crlf(void **state)
{
    (void)state;
    renders(ONE("a\r\n{{#rows}}\r\n  {{i}};\r\n{{/rows}}\r\nb\r\n"), "a\r\n  1;\r\n  2;\r\nb\r\n");
    renders(ONE("{{! comment }}\r\n{{=<% %>=}}\r\n<%name%>\r\n"), "top\r\n");
    renders(SET({"t", "a\r\n  {{>p}}\r\nb"}, {"p", "1\r\n\r\n2\r\n"}), "a\r\n  1\r\n\r\n  2\r\nb");
    renders(SET({"t", "{{<p}}{{$b}}\r\n    x\r\n    y\r\n{{/b}}{{/p}}\r\n"},
                {"p", "{\r\n  {{$b}}\r\n  {{/b}}\r\n}\r\n"}),
            "{\r\n  x\r\n  y\r\n}\r\n");
    rejects("a\r\nb {{#rows}}\r\n", 2, 3, "section 'rows' is not closed");
}

static void test_standalone_lines(void **state)
{
    (void)state;
    renders(ONE("a\n  {{#rows}}\n{{i}}\n  {{/rows}}  \nb"), "a\n1\n2\nb");
    renders(ONE("{{#name}}{{/name}}\n"), "\n");
    renders(ONE("{{#name}} {{name}} {{/name}}\n"), " top \n");
    renders(ONE("  {{! a\n b }}  \nx"), "x");
    renders(ONE("  {{! a }} {{! b }}\nx"), "   \nx");
    renders(ONE("{{#no}}\nx\n{{/no}}"), "");
}

static void test_partial_indentation(void **state)
{
    (void)state;
    renders(SET({"t", "{\n  {{>a}}\n}\n"}, {"a", "a {\n  {{>b}}\n\n}\n"}, {"b", "b1\nb2\n"}),
            "{\n  a {\n    b1\n    b2\n\n  }\n}\n");
    renders_in(MUSTACHE_SPEC, SET({"t", "  {{>a}}\n"}, {"a", "1\n\n2\n"}), "  1\n  \n  2\n");
    /* Values and partials inside a line are not indented; lines of sections are. */
    renders(SET({"t", "  {{>a}}\n"}, {"a", "{{lines}}\n{{#words}}\n{{.}};\n{{/words}}\n"}),
            "  x\ny\n  one;\n  two;\n");
    renders(SET({"t", "  {{>a}}\n"}, {"a", "f({{>b}})\n"}, {"b", "1,\n2"}), "  f(1,\n2)\n");
    renders(SET({"t", "\t{{>a}}"}, {"a", "{{#words}}{{.}}{{/words}}\n{{! no }}line\n{{name}}"}),
            "\tonetwo\n\tline\n\ttop");
    renders(SET({"t", "  {{>a}}\n"}, {"a", "{{#words}}\n  {{>b}}\n{{/words}}"},
                {"b", "{{#no}}\nno\n{{/no}}\n{{.}}\n"}),
            "    one\n    two\n");
}

static void test_blocks(void **state)
{
    const char *base = "int {{$name}}f{{/name}}()\n{\n"
                       "    {{$body}}\n    return 0;\n    {{/body}}\n}\n";
    (void)state;
    renders(SET({"t", "{{>base}}"}, {"base", base}), "int f()\n{\n    return 0;\n}\n");
    renders(SET({"t", "{{<base}}\n{{$name}}g{{/name}}\nignored {{nam}} {{#x}}{{$y}}{{/y}}{{/x}}\n"
                      "{{$body}}\n{{#words}}\nint {{.}};\n{{/words}}\n\n#line 1\n  x();\n"
                      "{{/body}}\n{{/base}}\n"},
                {"base", base}),
            "int g()\n{\n    int one;\n    int two;\n\n    #line 1\n      x();\n}\n");
    /* The parent as a whole is indented. */
    renders(SET({"t", "  {{<base}}\n{{$body}}\n        a;\n\n      b;\n{{/body}}\n"
                      "  {{/base}}\nend"},
                {"base", base}),
            "  int f()\n  {\n      a;\n\n      b;\n  }\nend");
    /* Written inline, a body takes the indentation of the block; the line end is the writer's. */
    renders(SET({"t", "{{<base}}{{$body}}a;{{/body}}{{/base}}"}, {"base", base}),
            "int f()\n{\n    a;}\n");
    renders(SET({"t", "{{<base}}{{$body}}{{/body}}{{/base}}"}, {"base", base}), "int f()\n{\n}\n");
    /* Inside a line the body moves with the lines of the template around it. */
    renders(
        SET({"t", "  {{<base}}{{$a}}\n  1,\n  2{{/a}}{{/base}}\n"}, {"base", "f({{$a}}{{/a}});\n"}),
        "  f(1,\n  2);\n");
    /* The parent's own line is left alone where something else is on it. */
    renders(SET({"t", "a {{<b}}{{/b}}\n {{<b}}{{/b}} c\n"}, {"b", "1\n2"}), "a 1\n2\n 1\n2 c\n");
}

static void test_indentation_of_a_block(void **state)
{
    const char *child = "{{<p}}{{$b}}\nx\n  y\n{{/b}}{{/p}}\n";
    (void)state;
    /* The first line with output counts, whatever stands around it. */
    renders(
        SET({"t", child}, {"p", "{{$b}}\n\n{{! no }}\n{{#rows}}\n    {{i}}\n{{/rows}}\n{{/b}}\n"}),
        "    x\n      y\n");
    renders(SET({"t", child}, {"p", "{{$b}}\n{{name}}\n    z\n{{/b}}\n"}), "x\n  y\n");
    renders(SET({"t", child}, {"p", "{{$b}}\n  {{>q}}\n{{/b}}\n"}), "  x\n    y\n");
    renders(SET({"t", child}, {"p", "  {{$b}}\n\n  {{/b}}\n"}), "  x\n    y\n");
    renders(SET({"t", child}, {"p", "  {{$b}}{{/b}}|\n"}), "  x\n    y\n|\n");
    renders(SET({"t", child}, {"p", "{{$c}}\n{{$b}}\n  {{<q}}{{/q}}\n{{/b}}\n{{/c}}\n"}),
            "  x\n    y\n");
    /* A partial inside a moved body keeps its own lines as they are. */
    renders(SET({"t", "{{<p}}{{$b}}\n    a\n    {{>q}}\n  {{>q}}\n{{/b}}{{/p}}\n"},
                {"p", "-{{$b}}{{/b}}"}, {"q", "  1\n\n  2\n"}),
            "-a\n  1\n\n  2\n  1\n\n  2\n");
    /* A block inside the block is moved relative to it. */
    renders(SET({"t", "{{<m}}{{$c}}\nC\n\nC\n{{/c}}{{/m}}\n"},
                {"m", "{{<p}}\n{{$b}}\n    a\n      {{$c}}\n      c\n      {{/c}}\n{{/b}}\n{{/p}}"},
                {"p", "{\n  {{$b}}\n  {{/b}}\n}\n"}),
            "{\n  a\n    C\n\n    C\n}\n");
}

static void test_scope_of_blocks(void **state)
{
    (void)state;
    /* The outermost template wins, the parent's own default comes last. */
    renders(SET({"t", "{{<m}}{{$a}}t{{/a}}{{/m}}"}, {"m", "{{<p}}{{$a}}m{{/a}}{{$b}}m{{/b}}{{/p}}"},
                {"p", "{{$a}}p{{/a}}{{$b}}p{{/b}}{{$c}}p{{/c}}"}),
            "tmp");
    /* A block in a replacing body belongs to the template of that body: no endless loop. */
    renders(SET({"t", "{{<p}}{{$a}}[{{$a}}in{{/a}}]{{/a}}{{/p}}"}, {"p", "{{$a}}p{{/a}}"}), "[in]");
    /* A body sees the values at the place it is put to. */
    renders(SET({"t", "{{<p}}{{$a}}{{i}}{{name}} {{/a}}{{/p}}"},
                {"p", "{{#rows}}{{$a}}{{/a}}{{/rows}}"}),
            "1r1 2r2 ");
    /* Blocks of partials can be replaced through the parent that includes them. */
    renders(SET({"t", "{{<p}}{{$a}}t{{/a}}{{/p}}"}, {"p", "{{>q}}"}, {"q", "<{{$a}}q{{/a}}>"}),
            "<t>");
}

#define THREADS 2
#define ROUNDS 200

struct shared {
    const struct mustache_template *templates[2];
    const char *expected;
};

static const struct mustache_template *shared_find(void *self, const char *name, size_t length)
{
    (void)name;
    (void)length;
    return ((const struct shared *)self)->templates[1];
}

static void *render_many(void *argument)
{
    struct shared *shared = argument;
    const struct mustache_partials partials = {shared, shared_find};
    struct bench *bench = calloc(1, sizeof *bench);
    const struct mustache_data data = data_of(&root);
    void *failed = NULL;
    for (int i = 0; bench != NULL && i < ROUNDS && failed == NULL; i++) {
        const struct mustache_writer writer = {bench, bench_write};
        bench->length = 0;
        if (mustache_render(shared->templates[0], MUSTACHE_PRODUCT, &data, &partials, &writer,
                            NULL) != 0 ||
            bench->length != strlen(shared->expected) ||
            memcmp(bench->output, shared->expected, bench->length) != 0) {
            failed = shared;
        }
    }
    free(bench);
    return failed;
}

static void test_threads_share_a_template(void **state)
{
    pthread_t threads[THREADS];
    struct bench *bench = bench_new();
    (void)state;
    const struct set set = SET({"t", "{{#rows}}\n  {{<p}}{{$b}}\n{{i}}\n{{/b}}{{/p}}\n{{/rows}}\n"},
                               {"p", "{\n  {{$b}}\n  {{/b}}\n}\n"});
    assert_int_equal(bench_compile(bench, &set), 0);
    struct shared shared = {{bench->templates[0], bench->templates[1]},
                            "  {\n    1\n  }\n  {\n    2\n  }\n"};
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, render_many, &shared), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    bench_free(bench);
}

static void test_no_data_no_partials(void **state)
{
    struct bench *bench = bench_new();
    const struct mustache_data data = data_of(NULL);
    const struct mustache_writer writer = {bench, bench_write};
    (void)state;
    assert_int_equal(bench_compile(bench, &ONE("[{{a}}{{.}}{{#a.b}}x{{/a.b}}{{>p}}]")), 0);
    assert_int_equal(
        mustache_render(bench->templates[0], MUSTACHE_SPEC, &data, NULL, &writer, &bench->error),
        0);
    assert_string_equal(bench->output, "[]");
    assert_int_equal(
        mustache_render(bench->templates[0], MUSTACHE_PRODUCT, &data, NULL, &writer, &bench->error),
        -1);
    assert_int_equal(bench->error.code, MUSTACHE_ERROR_NAME);
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_product_is_raw),
        cmocka_unit_test(test_names_resolve_outward),
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_values_without_text),
        cmocka_unit_test(test_missing_templates),
        cmocka_unit_test(test_dynamic_names),
        cmocka_unit_test(test_bad_sections),
        cmocka_unit_test(test_bad_tags),
        cmocka_unit_test(test_long_names_are_cut),
        cmocka_unit_test(test_first_error_wins),
        cmocka_unit_test(test_allocator_failure),
        cmocka_unit_test(test_writer_failure),
        cmocka_unit_test(test_recursion_limit),
        cmocka_unit_test(test_nested_sections_have_the_same_limit),
        cmocka_unit_test(test_crlf),
        cmocka_unit_test(test_standalone_lines),
        cmocka_unit_test(test_partial_indentation),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_indentation_of_a_block),
        cmocka_unit_test(test_scope_of_blocks),
        cmocka_unit_test(test_threads_share_a_template),
        cmocka_unit_test(test_no_data_no_partials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
