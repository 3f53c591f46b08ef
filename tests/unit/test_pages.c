/*
 * Pages, templates/NAME.cl.mustache: before each list stands what it prints, {{! e.g. ... }}, and each such example stands in a line of a
 * golden kernel. Partials may have examples, too. A list inside another one has that of the outer one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/template/templates.h"
#include "gen/view/view.h"
#include "library/generate.h"
#include "tests/unit/ask.h"
#include "tests/unit/requests.h"

enum {
    MOST_LISTS = 2048,
    MOST_DEPTH = 32
};

static const char mark[] = "{{! e.g. ";

/* Of all golden kernels: the names of members of views that are lists, with the page that sees them, of a step its own one, and the texts, one behind the
 * other. */
struct golden {
    struct {
        const char *page;
        char name[40];
    } lists[MOST_LISTS];
    size_t count;
    char *text;
    size_t length;
};

static bool is_list(const struct golden *golden, const char *page, const char *name, size_t length)
{
    for (size_t i = 0; i < golden->count; i++)
        if (strcmp(golden->lists[i].page, page) == 0 && strlen(golden->lists[i].name) == length &&
            strncmp(golden->lists[i].name, name, length) == 0)
            return true;
    return false;
}

static void note_lists(struct golden *golden, const char *page, const struct value *value)
{
    const struct value *const own = value->kind == VALUE_OBJECT ? value_get(value, "page") : NULL;
    if (own)
        page = own->text;
    for (const struct value *child = value->first; child; child = child->next) {
        if (child->kind == VALUE_LIST && child->name &&
            !is_list(golden, page, child->name, strlen(child->name))) {
            assert_true(golden->count < MOST_LISTS);
            golden->lists[golden->count].page = page;
            snprintf(golden->lists[golden->count++].name, sizeof golden->lists[0].name, "%s",
                     child->name);
        }
        if (child->kind == VALUE_LIST || child->kind == VALUE_OBJECT)
            note_lists(golden, page, child);
    }
}

static void note_kernel(void *self, const char *line)
{
    struct golden *const golden = self;
    struct clgemm_result *const result = generate(line);
    size_t length;
    const char *const text = clgemm_result_text(result, CLGEMM_CL, &length);
    golden->text = realloc(golden->text, golden->length + length + 1);
    assert_non_null(golden->text);
    memcpy(golden->text + golden->length, text, length + 1);
    golden->length += length;
    note_lists(golden, view_page(result_plan(result)), result_view(result));
    clgemm_result_free(result);
}

/* ---------------------------------------------------------------------------------- pages */

/* A template as it is read: the sections that are open, and whether a list with an example is among them. */
struct reading {
    const struct golden *golden;
    const char *name;
    bool is_page;
    bool covered[MOST_DEPTH];
    size_t depth;
    bool example; /* the comment before this line has one */
    int faults, examples;
};

static void fault(struct reading *reading, const char *what, const char *begin, size_t length)
{
    print_error("%s: %s: %.*s\n", reading->name, what, (int)length, begin);
    reading->faults++;
}

/* The example of a comment must be a part of a line of some golden kernel. */
static void look_up(struct reading *reading, const char *begin, size_t length)
{
    char example[400];
    reading->example = true;
    reading->examples++;
    snprintf(example, sizeof example, "%.*s", (int)length, begin);
    if (!length || length >= sizeof example || !strstr(reading->golden->text, example))
        fault(reading, "no golden kernel has", begin, length);
}

static void open_section(struct reading *reading, const char *tag, size_t length, bool alone)
{
    const bool around = reading->depth && reading->covered[reading->depth - 1];
    const bool list =
        *tag == '#' && alone && is_list(reading->golden, reading->name, tag + 1, length - 1);
    if (reading->is_page && list && !around && !reading->example)
        fault(reading, "a list without an example", tag + 1, length - 1);
    assert_true(reading->depth < MOST_DEPTH);
    reading->covered[reading->depth++] = around || (list && reading->example);
}

static void read_line(struct reading *reading, const char *line, size_t length)
{
    const char *const end = line + length;
    const char *const first = line + strspn(line, " ");
    if (strncmp(first, "{{!", 3) == 0) {
        if (strncmp(first, mark, strlen(mark)) == 0)
            look_up(reading, first + strlen(mark), (size_t)(end - first) - strlen(mark) - 3);
        return;
    }
    for (const char *tag = strstr(line, "{{"); tag && tag < end; tag = strstr(tag, "{{")) {
        const char *const close = strstr(tag += 2, "}}");
        if (strchr("#^<$", *tag))
            open_section(reading, tag, (size_t)(close - tag), tag - 2 == first && close + 2 == end);
        else if (*tag == '/')
            reading->depth--;
    }
    reading->example = false;
}

static void read_template(struct reading *reading, const struct template_text *template)
{
    const char *const end = template->text + template->length;
    reading->name = template->name;
    reading->is_page = !strchr(template->name, '/');
    reading->depth = 0;
    reading->example = false;
    for (const char *line = template->text; line < end;) {
        const char *const next = memchr(line, '\n', (size_t)(end - line));
        read_line(reading, line, (size_t)((next ? next : end) - line));
        line = next ? next + 1 : end;
    }
}

static void lists_have_examples(void **state)
{
    static struct golden golden;
    struct reading reading = {.golden = &golden};
    struct template_text template;
    size_t pages = 0;
    (void)state;
    requests_of_goldens(golden_folder(), note_kernel, &golden);
    for (size_t i = 0; templates_at(templates, i, &template); i++) {
        if (template.piece)
            continue;
        read_template(&reading, &template);
        pages += reading.is_page;
    }
    free(golden.text);
    assert_true(pages > 0);
    assert_true(reading.examples > 0);
    assert_int_equal(reading.faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_have_examples)};
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
