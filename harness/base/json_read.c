#include "harness/base/json_read.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"

bool member_truth(const json_t *object, const char *name)
{
    return json_is_true(json_object_get(object, name));
}

double member_number(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

json_int_t member_integer(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

const char *member_text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

const char *member_text_or(const json_t *object, const char *name, const char *other)
{
    const char *text = member_text(object, name);

    return text == NULL ? other : text;
}

bool member_is(const json_t *object, const char *name, const char *text)
{
    const char *own = member_text(object, name);

    return own != NULL && strcmp(own, text) == 0;
}

bool members_equal(const json_t *one, const json_t *other, const char *names)
{
    for (size_t length; *names != '\0'; names += length + strspn(names + length, " ")) {
        const json_t *left, *right;
        char name[40];

        length = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        left = json_object_get(one, name);
        right = json_object_get(other, name);
        if (left != right && !json_equal(left, right))
            return false;
    }
    return true;
}

void members_add(json_t *object, json_t *more)
{
    json_object_update(object, more);
    json_decref(more);
}

bool place_fail(const struct place *place, const char *format, ...)
{
    char text[512];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fault_set(place->fault, FAULT_REFUSED, "%s: %s",
              place->path[0] == '\0' ? "manifest" : place->path, text);
    return false;
}

static const char *type_word(const json_t *value)
{
    static const char *const words[] = {
        [JSON_OBJECT] = "an object",       [JSON_ARRAY] = "a list",  [JSON_STRING] = "a string",
        [JSON_INTEGER] = "a whole number", [JSON_REAL] = "a number", [JSON_TRUE] = "a boolean",
        [JSON_FALSE] = "a boolean",        [JSON_NULL] = "null"};

    return words[json_typeof(value)];
}

static bool usable(const struct place *place)
{
    return place->fault->code == FAULT_NONE && place->value != NULL;
}

bool place_object(const struct place *place, const char *names)
{
    const char *key;
    json_t *value;

    if (!usable(place))
        return false;
    if (!json_is_object(place->value))
        return place_fail(place, "must be an object, is %s", type_word(place->value));
    json_object_foreach((json_t *)place->value, key, value)
    {
        if (word_index(names, " ", key, strlen(key)) < 0)
            return place_fail(place, "unknown member `%.60s`", key);
    }
    return true;
}

bool place_member(const struct place *place, const char *name, struct place *member)
{
    member->value = NULL;
    member->fault = place->fault;
    snprintf(member->path, sizeof member->path, "%.100s%s%.50s", place->path,
             place->path[0] == '\0' ? "" : ".", name);
    if (!usable(place))
        return false;
    if (!json_is_object(place->value))
        return place_fail(place, "must be an object, is %s", type_word(place->value));
    member->value = json_object_get(place->value, name);
    if (member->value == NULL)
        return place_fail(member, "is missing");
    return true;
}

bool place_part(const struct place *place, const char *name, const char *names, struct place *part)
{
    return place_member(place, name, part) && place_object(part, names);
}

bool place_has(const struct place *place, const char *name)
{
    const json_t *value;

    if (!usable(place) || !json_is_object(place->value))
        return false;
    value = json_object_get(place->value, name);
    return value != NULL && !json_is_null(value);
}

bool place_list(const struct place *place, const char *name, size_t least, size_t most,
                struct place *list, size_t *length)
{
    *length = 0;
    if (!place_member(place, name, list))
        return false;
    if (!json_is_array(list->value))
        return place_fail(list, "must be a list, is %s", type_word(list->value));
    *length = json_array_size(list->value);
    if (*length >= least && *length <= most)
        return true;
    place_fail(list, "has %zu items, must have %zu to %zu", *length, least, most);
    *length = 0;
    return false;
}

bool place_item(const struct place *list, size_t index, struct place *item)
{
    item->value = NULL;
    item->fault = list->fault;
    snprintf(item->path, sizeof item->path, "%.130s[%zu]", list->path, index);
    if (!usable(list))
        return false;
    item->value = json_array_get(list->value, index);
    return item->value != NULL;
}

void *place_items(const struct place *place, const char *name, size_t least, size_t most,
                  size_t size, struct place *list, size_t *length)
{
    void *items;

    if (!place_list(place, name, least, most, list, length))
        return NULL;
    items = calloc(*length + 1, size);
    if (items == NULL) {
        *length = 0;
        fault_memory(place->fault);
    }
    return items;
}

bool place_string(const struct place *place, const char *name, const char **text)
{
    struct place member;

    if (!place_member(place, name, &member))
        return false;
    if (!json_is_string(member.value))
        return place_fail(&member, "must be a string, is %s", type_word(member.value));
    *text = json_string_value(member.value);
    return true;
}

bool place_text(const struct place *place, const char *name, const char **text)
{
    char *mended;

    if (!place_string(place, name, text))
        return false;
    mended = strdup(*text);
    if (mended == NULL)
        return fault_memory(place->fault) == 0;
    utf8_mend_log(mended);
    json_string_set(json_object_get(place->value, name), mended);
    free(mended);
    return place_string(place, name, text);
}

bool place_size(const struct place *place, const char *name, uint64_t least, uint64_t most,
                uint64_t *size)
{
    struct place member;
    json_int_t number;

    if (!place_member(place, name, &member))
        return false;
    if (!json_is_integer(member.value))
        return place_fail(&member, "must be a whole number, is %s", type_word(member.value));
    number = json_integer_value(member.value);
    if (number < 0 || (uint64_t)number < least || (uint64_t)number > most)
        return place_fail(&member, "is %lld, must be from %llu to %llu", (long long)number,
                          (unsigned long long)least, (unsigned long long)most);
    *size = (uint64_t)number;
    return true;
}

bool place_number(const struct place *place, const char *name, double *number)
{
    struct place member;

    if (!place_member(place, name, &member))
        return false;
    if (!json_is_number(member.value))
        return place_fail(&member, "must be a number, is %s", type_word(member.value));
    *number = json_number_value(member.value);
    if (!isfinite(*number))
        return place_fail(&member, "is not finite");
    return true;
}

bool place_truth(const struct place *place, const char *name, bool *truth)
{
    struct place member;

    if (!place_member(place, name, &member))
        return false;
    if (!json_is_boolean(member.value))
        return place_fail(&member, "must be true or false, is %s", type_word(member.value));
    *truth = json_is_true(member.value);
    return true;
}

bool place_word(const struct place *place, const char *name, const char *words, int *index)
{
    struct place member;
    const char *text;

    if (!place_string(place, name, &text) || !place_member(place, name, &member))
        return false;
    *index = word_index(words, " ", text, strlen(text));
    if (*index < 0)
        return place_fail(&member, "is `%.60s`, must be one of: %s", text, words);
    return true;
}
