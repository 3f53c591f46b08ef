#include "tests/unit/mustache_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

struct mustache_data data_of(const struct value *root)
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
const struct value root = OBJECT(NULL, top);

void *bench_allocate(void *self, size_t bytes)
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

int bench_write(void *self, const char *text, size_t length)
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

int bench_compile(struct bench *bench, const struct set *set)
{
    const struct mustache_allocator allocator = {bench, bench_allocate};
    while (bench->count < 8 && set->texts[bench->count][0] != NULL) {
        const size_t i = bench->count++;
        const size_t length = strlen(set->texts[i][1]);
        /* An exact copy without NUL, so that a sanitizer sees any byte read too many. */
        bench->copies[i] = malloc(length + (length == 0));
        memcpy(bench->copies[i], set->texts[i][1], length);
        bench->names[i] = set->texts[i][0];
        if (mustache_compile(&bench->templates[i], set->texts[i][0], NULL, bench->copies[i], length,
                             &allocator, &bench->error) != 0) {
            assert_null(bench->templates[i]);
            return -1;
        }
    }
    return 0;
}

int bench_render(struct bench *bench, enum mustache_mode mode, const struct value *value)
{
    const struct mustache_data data = data_of(value);
    const struct mustache_partials partials = {bench, bench_find};
    const struct mustache_writer writer = {bench, bench_write};
    const int result =
        mustache_render(bench->templates[0], mode, &data, &partials, &writer, &bench->error);
    bench->output[bench->length] = '\0';
    return result;
}

void bench_free(struct bench *bench)
{
    for (size_t i = 0; i < bench->count; i++) {
        free(bench->copies[i]);
    }
    for (size_t i = 0; i < bench->allocations; i++) {
        free(bench->memory[i]);
    }
    free(bench);
}

struct bench *bench_new(void)
{
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    return bench;
}

void renders_in(enum mustache_mode mode, const struct set set, const char *expected)
{
    struct bench *bench = bench_new();
    if (bench_compile(bench, &set) != 0 || bench_render(bench, mode, &root) != 0) {
        fail_msg("%s:%zu:%zu: %s", bench->error.template_name, bench->error.line,
                 bench->error.column, bench->error.text);
    }
    assert_string_equal(bench->output, expected);
    bench_free(bench);
}

void renders(const struct set set, const char *expected)
{
    renders_in(MUSTACHE_PRODUCT, set, expected);
}

void fails_in(enum mustache_mode mode, const struct set set, const struct failure expected)
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

void fails(const struct set set, const struct failure expected)
{
    fails_in(MUSTACHE_PRODUCT, set, expected);
}

void rejects(const char *text, size_t line, size_t column, const char *sentence)
{
    const struct failure failure = {MUSTACHE_ERROR_SYNTAX, "t", line, column, sentence};
    fails_in(MUSTACHE_PRODUCT, ONE(text), failure);
    fails_in(MUSTACHE_SPEC, ONE(text), failure);
}
