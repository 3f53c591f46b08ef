#include "gen/base/value.h"

#include <assert.h>
#include <string.h>

#include "gen/base/real.h"

static struct value *make(struct job *job, enum value_kind kind)
{
    struct value *value = arena_allocate(job->arena, sizeof *value);
    value->kind = kind;
    return value;
}

struct value *value_null(struct job *job)
{
    return make(job, VALUE_NULL);
}

struct value *value_bool(struct job *job, bool truth)
{
    struct value *value = make(job, VALUE_BOOL);
    value->truth = truth;
    return value;
}

/* Views have many numbers, most of them of one digit. */
static const char *decimal(struct job *job, long long integer)
{
    static const char digits[][2] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    return integer >= 0 && integer < 10 ? digits[integer]
                                        : arena_printf(job->arena, "%lld", integer);
}

struct value *value_integer(struct job *job, long long integer)
{
    struct value *value = make(job, VALUE_INTEGER);
    value->integer = integer;
    value->text = decimal(job, integer);
    return value;
}

struct value *value_real(struct job *job, double real)
{
    struct value *value = make(job, VALUE_REAL);
    value->real = real;
    char text[REAL_TEXT];
    real_shortest(real, false, text);
    value->text = arena_copy(job->arena, text);
    return value;
}

struct value *value_text(struct job *job, const char *text)
{
    struct value *value = make(job, VALUE_TEXT);
    value->text = text;
    return value;
}

struct value *value_printf(struct job *job, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct value *value = value_text(job, arena_vprintf(job->arena, format, arguments));
    va_end(arguments);
    return value;
}

struct value *value_list(struct job *job)
{
    return make(job, VALUE_LIST);
}

struct value *value_object(struct job *job)
{
    return make(job, VALUE_OBJECT);
}

struct value *value_add(struct value *list, struct value *item)
{
    if (list->last)
        list->last->next = item;
    else
        list->first = item;
    list->last = item;
    list->count++;
    return item;
}

/* The bit of a name among those of an object. */
static unsigned long long bit_of(const char *name)
{
    const size_t length = strlen(name);
    return 1ull << (length + 31 * (length ? (size_t)name[0] + (size_t)name[length - 1] : 0)) % 64;
}

struct value *value_set(struct value *object, const char *name, struct value *member)
{
    const unsigned long long bit = bit_of(name);
    assert(!(object->names & bit) || !value_get(object, name));
    object->names |= bit;
    member->name = name;
    return value_add(object, member);
}

void value_set_text(struct job *job, struct value *object, const char *name, const char *text)
{
    value_set(object, name, text ? value_text(job, text) : value_bool(job, false));
}

void value_set_bool(struct job *job, struct value *object, const char *name, bool truth)
{
    value_set(object, name, value_bool(job, truth));
}

void value_set_integer(struct job *job, struct value *object, const char *name, long long integer)
{
    value_set(object, name, value_integer(job, integer));
}

void value_set_unless(struct job *job, struct value *object, const char *name, long long number,
                      long long neutral)
{
    value_set(object, name,
              number == neutral ? value_bool(job, false) : value_integer(job, number));
}

void value_mark_ends(struct job *job, struct value *list)
{
    for (struct value *item = list->first; item; item = item->next) {
        value_set_bool(job, item, "first", item == list->first);
        value_set_bool(job, item, "last", item == list->last);
    }
}

struct value *value_set_list(struct job *job, struct value *object, const char *name)
{
    return value_set(object, name, value_list(job));
}

struct value *value_set_object(struct job *job, struct value *object, const char *name)
{
    return value_set(object, name, value_object(job));
}

struct value *value_set_object_if(struct job *job, struct value *object, const char *name, bool is)
{
    struct value *const member = is ? value_object(job) : value_bool(job, false);
    value_set(object, name, member);
    return is ? member : NULL;
}

const struct value *value_member(const struct value *object, const char *name, size_t length)
{
    if (!object || object->kind != VALUE_OBJECT)
        return NULL;
    for (const struct value *member = object->first; member; member = member->next)
        if (member->name[0] == name[0] && strncmp(member->name, name, length) == 0 &&
            member->name[length] == '\0')
            return member;
    return NULL;
}

const struct value *value_get(const struct value *object, const char *name)
{
    return value_member(object, name, strlen(name));
}

struct value *value_child(struct value *object, const char *name)
{
    struct value *member = object->first;
    while (member && strcmp(member->name, name) != 0)
        member = member->next;
    return member;
}
