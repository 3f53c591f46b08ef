/*
 * Who writes a kernel: for each golden one, the share of its characters that stand in templates, of those that are names
 * and numbers, and how many are code composed by C. Counted is the multiplying kernel, from its __kernel on.
 *
 * Use: template_share GOLDEN-FOLDER
 */
#include <stdio.h>
#include <string.h>

#include "gen/generate.h"
#include "gen/template_set.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/requests.h"
#include "tests/unit/view_rule.h"

struct shares {
    const char *shown; /* the text of the value that is written next */
    size_t length;
    size_t template, names, composed;
};

static const void *member(void *self, const void *value, const char *name, size_t length)
{
    (void)self;
    return value_member(value, name, length);
}

static enum mustache_kind kind(void *self, const void *opaque)
{
    const struct value *const value = opaque;
    (void)self;
    return value->kind == VALUE_LIST     ? MUSTACHE_LIST
           : value->kind == VALUE_OBJECT ? MUSTACHE_OBJECT
           : value->kind == VALUE_NULL || (value->kind == VALUE_BOOL && !value->truth)
               ? MUSTACHE_FALSE
               : MUSTACHE_SCALAR;
}

static const char *text(void *self, const void *opaque, size_t *length)
{
    struct shares *const count = self;
    const struct value *const value = opaque;
    count->shown = value->text;
    count->length = *length = value->text ? strlen(value->text) : 0;
    return value->text;
}

static size_t length(void *self, const void *list)
{
    (void)self;
    return ((const struct value *)list)->count;
}

static const void *item(void *self, const void *list, size_t index)
{
    const struct value *value = ((const struct value *)list)->first;
    (void)self;
    while (index--)
        value = value->next;
    return value;
}

static const struct mustache_template *find(void *self, const char *name, size_t name_length)
{
    const struct template_entry *const entry = template_find(self, name, name_length);
    return entry ? entry->compiled : NULL;
}

static int write(void *self, const char *bytes, size_t size)
{
    struct shares *const count = self;
    if (size >= 8 && memcmp(bytes, "__kernel", 8) == 0)
        count->template = count->names = count->composed = 0; /* an earlier kernel's end */
    if (bytes != count->shown || size != count->length)
        count->template += size;
    else if (text_keeps_rule(templates, bytes))
        count->names += size;
    else
        count->composed += size;
    return 0;
}

static void show(void *self, const char *line)
{
    struct clgemm_result *const result = generate(line);
    struct shares count = {.shown = NULL};
    const struct mustache_data data = {&count, result_view(result), member, kind, text, length,
                                       item};
    const struct mustache_partials partials = {templates, find};
    const struct mustache_writer writer = {&count, write};
    struct mustache_error broken = {.code = MUSTACHE_OK};
    char name[80];
    (void)self;
    snprintf(name, sizeof name, "%s/kernel.cl", result_option(result, OPTION_FAMILY));
    if (mustache_render(template_find(templates, name, strlen(name))->compiled, MUSTACHE_PRODUCT,
                        &data, &partials, &writer, &broken))
        puts(broken.text);
    const double all = (double)(count.template + count.names + count.composed);
    printf("%-9.*s template %4.1f %%  names %4.1f %%  composed %6zu characters  %s\n",
           (int)strcspn(name, "/"), name, 100 * (double)count.template / all,
           100 * (double)count.names / all, count.composed, line);
    clgemm_result_free(result);
}

int main(int count, char **arguments)
{
    void *state = NULL;
    if (count < 2) {
        fprintf(stderr, "use: template_share GOLDEN-FOLDER\n");
        return 1;
    }
    if (open_templates(&state))
        return 1;
    requests_of_goldens(arguments[1], show, NULL);
    return close_templates(&state);
}
