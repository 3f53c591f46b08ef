/* Looks names up in the stack of values. */
#include "gen/mustache/internal.h"

#include <string.h>

/* The first part of a dotted name. */
static struct slice first_part(struct slice name)
{
    const char *dot = memchr(name.begin, '.', name.length);
    if (dot != NULL) {
        name.length = (size_t)(dot - name.begin);
    }
    return name;
}

static const void *find_in_stack(const struct mustache_data *data, const struct context *context,
                                 struct slice part)
{
    for (; context != NULL; context = context->outer) {
        const void *value = data->member(data->self, context->value, part.begin, part.length);
        if (value != NULL) {
            return value;
        }
    }
    return NULL;
}

const void *mustache_lookup(const struct mustache_data *data, const struct context *context,
                            struct slice name, struct slice *missing)
{
    *missing = name;
    if (name.length == 1 && name.begin[0] == '.') {
        return context == NULL ? NULL : context->value;
    }

    /* Only the first part is searched for in all of the stack; the rest belongs to what it is. */
    const char *end = name.begin + name.length;
    struct slice part = first_part(name);
    const void *value = find_in_stack(data, context, part);
    while (value != NULL && part.begin + part.length < end) {
        const char *next = part.begin + part.length + 1;
        part = first_part((struct slice){next, (size_t)(end - next)});
        value = data->member(data->self, value, part.begin, part.length);
    }
    *missing = part;
    return value;
}
