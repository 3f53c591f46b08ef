/*
 * A strict reader of JSON members. A `struct place` is a value with the path that leads to it
 * ("steps[1].args[3]"), so that every error names the member at fault.
 *
 * The functions return false after recording an error (FAULT_REFUSED); after that they may go on
 * being called: they do nothing more. So callers read a record member by member and
 * look at the error once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "harness/base/fault.h"

struct place {
    const json_t *value;
    char path[160];
    struct fault *fault;
};

/* A member of an object: whether it is true; a number, 0 where it is none; a whole number, so; a
 * text, NULL or `other` where it is none. */
bool member_truth(const json_t *object, const char *name);
double member_number(const json_t *object, const char *name);
json_int_t member_integer(const json_t *object, const char *name);
const char *member_text(const json_t *object, const char *name);
const char *member_text_or(const json_t *object, const char *name, const char *other);

/* Whether a member is this text. */
bool member_is(const json_t *object, const char *name, const char *text);

/* Whether two objects have the same members of these names (separated by spaces), or neither has
 * one. */
bool members_equal(const json_t *one, const json_t *other, const char *names);

/* Adds the members of another object, whose reference is taken; those win. */
void members_add(json_t *object, json_t *more);

/* Records "path: what is wrong". Always false. */
bool place_fail(const struct place *place, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The value must be an object whose members are all among `names` (separated by spaces). */
bool place_object(const struct place *place, const char *names);

/* The member `name` of an object; it must be there. */
bool place_member(const struct place *place, const char *name, struct place *member);

/* The same of a member that is an object, with members among `names`. */
bool place_part(const struct place *place, const char *name, const char *names, struct place *part);

/* Whether a member is there and is not null. */
bool place_has(const struct place *place, const char *name);

/* A list member of at least `least` and at most `most` items, and one of its items. */
bool place_list(const struct place *place, const char *name, size_t least, size_t most,
                struct place *list, size_t *length);
bool place_item(const struct place *list, size_t index, struct place *item);

/* The same list, with room for what becomes of its items, `size` bytes each: zeros, in malloc'd
 * memory. NULL: an error, also FAULT_IO (memory). */
void *place_items(const struct place *place, const char *name, size_t least, size_t most,
                  size_t size, struct place *list, size_t *length);

/* Members of a type. Strings are not owned. Sizes are whole numbers from `least` to `most`. */
bool place_string(const struct place *place, const char *name, const char **text);
/* A string that people are shown: what a terminal would obey in it is mended, in the object too. */
bool place_text(const struct place *place, const char *name, const char **text);

bool place_size(const struct place *place, const char *name, uint64_t least, uint64_t most,
                uint64_t *size);
bool place_number(const struct place *place, const char *name, double *number);
bool place_truth(const struct place *place, const char *name, bool *truth);

/* A string member that is one of `words` (separated by spaces); *index says which one. */
bool place_word(const struct place *place, const char *name, const char *words, int *index);
