#include "tests/unit/shares.h"

#include <stdio.h>
#include <string.h>

#include "library/generate.h"
#include "gen/template/set.h"
#include "gen/view/view.h"
#include "tests/unit/ask.h"
#include "tests/unit/view_rule.h"

struct counter {
    const char *shown; /* the text of the value that is written next */
    size_t length;
    bool is_term; /* the value is one */
    struct shares shares;
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
    struct counter *const count = self;
    const struct value *const value = opaque;
    count->shown = value->text;
    count->is_term = value->is_term;
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
    struct counter *const count = self;
    if (size >= 8 && memcmp(bytes, "__kernel", 8) == 0)
        count->shares = (struct shares){0, 0, 0}; /* an earlier kernel's end */
    if (bytes != count->shown || size != count->length)
        count->shares.template += size;
    else if (count->is_term || text_keeps_rule(templates, bytes))
        count->shares.names += size;
    else
        count->shares.composed += size;
    return 0;
}

struct shares shares_of(const struct clgemm_result *result)
{
    struct counter count = {.shown = NULL};
    const struct mustache_data data = {&count, result_view(result), member, kind, text, length,
                                       item};
    const struct mustache_partials partials = {templates, find};
    const struct mustache_writer writer = {&count, write};
    struct mustache_error broken = {.code = MUSTACHE_OK};
    const char *const name = view_page(result_plan(result));
    const struct template_entry *const entry = template_find(templates, name, strlen(name));
    if (mustache_render(entry->compiled, MUSTACHE_PRODUCT, &data, &partials, &writer, &broken))
        fprintf(stderr, "%s\n", broken.text);
    return count.shares;
}

double template_percent(struct shares shares)
{
    return 100 * (double)shares.template /
           (double)(shares.template + shares.names + shares.composed);
}
