/*
 * Runs the official Mustache cases, copied to tests/mustache-spec, over the engine in spec mode.
 * Lambdas are not part of the engine; their file is skipped and said to be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "gen/mustache/mustache.h"

#ifndef TESTS_SRCDIR
#define TESTS_SRCDIR "tests"
#endif

static const char *const files[] = {
    "comments", "delimiters", "interpolation",  "inverted",
    "partials", "sections",   "~dynamic-names", "~inheritance",
};

#define MOST_ALLOCATIONS 256
#define MOST_PARTIALS 16

struct region {
    void *memory[MOST_ALLOCATIONS];
    size_t count;
};

static void *region_allocate(void *self, size_t bytes)
{
    struct region *region = self;
    if (region->count == MOST_ALLOCATIONS) {
        return NULL;
    }
    void *memory = malloc(bytes);
    if (memory != NULL) {
        region->memory[region->count++] = memory;
    }
    return memory;
}

static void region_free(struct region *region)
{
    for (size_t i = 0; i < region->count; i++) {
        free(region->memory[i]);
    }
}

/* JSON as data; `self` is a buffer for the text of numbers. */

static const void *json_member(void *self, const void *value, const char *name, size_t length)
{
    char key[256];
    (void)self;
    if (length >= sizeof key) {
        return NULL;
    }
    memcpy(key, name, length);
    key[length] = '\0';
    return json_object_get(value, key);
}

static enum mustache_kind json_kind(void *self, const void *value)
{
    (void)self;
    switch (json_typeof((const json_t *)value)) {
    case JSON_NULL:
    case JSON_FALSE:
        return MUSTACHE_FALSE;
    case JSON_ARRAY:
        return MUSTACHE_LIST;
    case JSON_OBJECT:
        return MUSTACHE_OBJECT;
    default:
        return MUSTACHE_SCALAR;
    }
}

static const char *json_text(void *self, const void *value, size_t *length)
{
    char *number = self;
    const char *text = number;
    switch (json_typeof((const json_t *)value)) {
    case JSON_STRING:
        *length = json_string_length(value);
        return json_string_value(value);
    case JSON_INTEGER:
        snprintf(number, 64, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        break;
    case JSON_REAL:
        snprintf(number, 64, "%.15g", json_real_value(value));
        break;
    case JSON_TRUE:
        text = "true";
        break;
    case JSON_FALSE:
        text = "false";
        break;
    default:
        text = "";
        break;
    }
    *length = strlen(text);
    return text;
}

static size_t json_length(void *self, const void *list)
{
    (void)self;
    return json_array_size(list);
}

static const void *json_item(void *self, const void *list, size_t index)
{
    (void)self;
    return json_array_get(list, index);
}

struct partials {
    const char *names[MOST_PARTIALS];
    const struct mustache_template *templates[MOST_PARTIALS];
    size_t count;
};

static const struct mustache_template *find_partial(void *self, const char *name, size_t length)
{
    const struct partials *partials = self;
    for (size_t i = 0; i < partials->count; i++) {
        if (strlen(partials->names[i]) == length && memcmp(partials->names[i], name, length) == 0) {
            return partials->templates[i];
        }
    }
    return NULL;
}

struct output {
    char text[4096];
    size_t length;
};

static int write_output(void *self, const char *text, size_t length)
{
    struct output *output = self;
    if (length >= sizeof output->text - output->length) {
        return -1;
    }
    memcpy(output->text + output->length, text, length);
    output->length += length;
    output->text[output->length] = '\0';
    return 0;
}

static int compile(const struct mustache_template **result, const char *name, const json_t *text,
                   struct region *region, struct mustache_error *error)
{
    const struct mustache_allocator allocator = {region, region_allocate};
    return mustache_compile(result, name, NULL, json_string_value(text), json_string_length(text),
                            &allocator, error);
}

static int render_case(json_t *test, struct output *output, struct region *region,
                       struct mustache_error *error)
{
    char number[64];
    struct partials partials = {.count = 0};
    const struct mustache_template *template;
    const char *name;
    json_t *text;

    json_object_foreach(json_object_get(test, "partials"), name, text)
    {
        assert_true(partials.count < MOST_PARTIALS);
        partials.names[partials.count] = name;
        if (compile(&partials.templates[partials.count++], name, text, region, error) != 0) {
            return -1;
        }
    }
    if (compile(&template, "template", json_object_get(test, "template"), region, error) != 0) {
        return -1;
    }
    const struct mustache_data data = {
        .self = number,
        .root = json_object_get(test, "data"),
        .member = json_member,
        .kind = json_kind,
        .text = json_text,
        .length = json_length,
        .item = json_item,
    };
    const struct mustache_partials finder = {&partials, find_partial};
    const struct mustache_writer writer = {output, write_output};
    return mustache_render(template, MUSTACHE_SPEC, &data, &finder, &writer, error);
}

static int passes(const char *file, json_t *test)
{
    struct output output = {.length = 0};
    struct region region = {.count = 0};
    struct mustache_error error = {.code = MUSTACHE_OK};
    const char *expected = json_string_value(json_object_get(test, "expected"));
    const char *name = json_string_value(json_object_get(test, "name"));
    const int result = render_case(test, &output, &region, &error);
    const int passed = result == 0 && strcmp(output.text, expected) == 0;

    if (result != 0) {
        print_error("%s: %s: %s:%zu:%zu: %s\n", file, name, error.template_name, error.line,
                    error.column, error.text);
    } else if (!passed) {
        print_error("%s: %s\n--- expected\n%s\n--- got\n%s\n---\n", file, name, expected,
                    output.text);
    }
    region_free(&region);
    return passed;
}

static json_t *load(const char *file)
{
    char path[4096];
    json_error_t error;
    const char *directory = getenv("MUSTACHE_SPEC_DIR");
    const char *source = getenv("srcdir");
    if (directory != NULL) {
        snprintf(path, sizeof path, "%s/%s.json", directory, file);
    } else if (source != NULL) {
        snprintf(path, sizeof path, "%s/tests/mustache-spec/%s.json", source, file);
    } else {
        snprintf(path, sizeof path, "%s/mustache-spec/%s.json", TESTS_SRCDIR, file);
    }
    json_t *root = json_load_file(path, 0, &error);
    if (root == NULL) {
        print_error("%s: %s\n", path, error.text);
    }
    return root;
}

static void test_spec(void **state)
{
    size_t run = 0;
    size_t passed = 0;
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        json_t *root = load(files[i]);
        json_t *test;
        size_t index;
        assert_non_null(root);
        json_array_foreach(json_object_get(root, "tests"), index, test)
        {
            run++;
            passed += passes(files[i], test) != 0;
        }
        json_decref(root);
    }
    print_message("mustache spec: %zu of %zu cases pass; lambdas are not supported and skipped\n",
                  passed, run);
    assert_true(run >= 184); /* so that a truncated copy of the cases is noticed */
    assert_int_equal(passed, run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spec),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
