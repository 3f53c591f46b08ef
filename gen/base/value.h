/*
 * Trees of values: what a view, a manifest, a dump and a profile are made of.
 *
 * A value is false, true, a number, a text, a list or an object whose members keep
 * the order in which they were added. Everything lives in the job's arena.
 */
#pragma once

#include <stdbool.h>

#include "gen/base/job.h"

enum value_kind {
    VALUE_NULL,
    VALUE_BOOL,
    VALUE_INTEGER,
    VALUE_REAL,
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_OBJECT
};

struct value {
    enum value_kind kind;
    bool truth;
    bool is_term; /* of a text: it is an expression that gen/kernel/term.h made */
    long long integer;
    double real;
    const char *text;    /* of a VALUE_TEXT, and of numbers, as it is printed */
    const char *name;    /* as a member of an object */
    struct value *first; /* of a list or object */
    struct value *last;
    struct value *next; /* sibling */
    size_t count;       /* of children */
    unsigned long long
        names; /* of members: a bit for each, by a hash; none has a name whose bit is not set */
};

struct value *value_null(struct job *job);
struct value *value_bool(struct job *job, bool truth);
struct value *value_integer(struct job *job, long long integer);
struct value *value_real(struct job *job, double real);
/* The text is not copied. */
struct value *value_text(struct job *job, const char *text);
struct value *value_printf(struct job *job, const char *format, ...) ARENA_PRINTF(2, 3);
struct value *value_list(struct job *job);
struct value *value_object(struct job *job);

/* Appends an item or member, which must not be in a tree yet, and returns it. An object has one member of a name. */
struct value *value_add(struct value *list, struct value *item);
struct value *value_set(struct value *object, const char *name, struct value *member);

/* Short forms for members of an object. A NULL text is false. */
void value_set_text(struct job *job, struct value *object, const char *name, const char *text);
void value_set_bool(struct job *job, struct value *object, const char *name, bool truth);
void value_set_integer(struct job *job, struct value *object, const char *name, long long integer);
/* The number, or false where it is `neutral`: what a template leaves out, as in "+ 0" and "* 1". */
void value_set_unless(struct job *job, struct value *object, const char *name, long long number,
                      long long neutral);
struct value *value_set_list(struct job *job, struct value *object, const char *name);
struct value *value_set_object(struct job *job, struct value *object, const char *name);

/* An object where there is one, which is returned; else false, and NULL. */
struct value *value_set_object_if(struct job *job, struct value *object, const char *name, bool is);

/* Members `first` and `last` of every object in a list: what stands between the items, and what ends them. */
void value_mark_ends(struct job *job, struct value *list);

/* The member of that name (`length` bytes), or NULL. */
const struct value *value_member(const struct value *object, const char *name, size_t length);
const struct value *value_get(const struct value *object, const char *name);

/* The same for one who adds to it. */
struct value *value_child(struct value *object, const char *name);
