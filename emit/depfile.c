#include "emit/depfile.h"

#include <stdlib.h>
#include <string.h>

bool depfile_can_name(const char *const *names)
{
    for (; *names; names++)
        if (strpbrk(*names, "\n\r"))
            return false;
    return true;
}

/* Adds `length` bytes, or only counts them while there is no memory yet. */
struct output {
    char *bytes;
    size_t length;
};

static void add(struct output *output, const char *bytes, size_t length)
{
    if (output->bytes)
        memcpy(output->bytes + output->length, bytes, length);
    output->length += length;
}

/* A name as make reads it: a blank, # and : take a backslash, $ is doubled. Backslashes before a
 * blank would be read as escapes and are doubled. */
static void add_name(struct output *output, const char *name)
{
    size_t backslashes = 0;
    for (; *name; name++) {
        if (*name == ' ' || *name == '\t' || *name == '#') {
            for (; backslashes > 0; backslashes--)
                add(output, "\\", 1);
            add(output, "\\", 1);
        } else if (*name == ':') {
            add(output, "\\", 1);
        } else if (*name == '$') {
            add(output, "$", 1);
        }
        backslashes = *name == '\\' ? backslashes + 1 : 0;
        add(output, name, 1);
    }
}

static void add_rules(struct output *output, const char *const *targets,
                      const char *const *dependencies)
{
    for (const char *const *target = targets; *target; target++) {
        if (target != targets)
            add(output, " ", 1);
        add_name(output, *target);
    }
    add(output, ":", 1);
    for (const char *const *name = dependencies; *name; name++) {
        add(output, " \\\n  ", 5);
        add_name(output, *name);
    }
    add(output, "\n", 1);
    for (const char *const *name = dependencies; *name; name++) {
        add(output, "\n", 1);
        add_name(output, *name);
        add(output, ":\n", 2);
    }
    add(output, "", 1);
}

char *depfile_text(const char *const *targets, const char *const *dependencies)
{
    struct output output = {NULL, 0};
    add_rules(&output, targets, dependencies);
    output.bytes = malloc(output.length);
    output.length = 0;
    if (output.bytes)
        add_rules(&output, targets, dependencies);
    return output.bytes;
}
