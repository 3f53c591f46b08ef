/*
 * Lines of records, read in a part of the time that jansson takes: most of a record is of no use to
 * the page. What is not plain, or no record, is jansson's, which also says what is no JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

/* What is left of a line. */
struct rest {
    const char *at, *end;
};

static bool take_char(struct rest *rest, char wanted)
{
    if (rest->at == rest->end || *rest->at != wanted)
        return false;
    rest->at++;
    return true;
}

/* Takes a text without escapes, of ASCII alone. */
static bool take_text(struct rest *rest)
{
    if (!take_char(rest, '"'))
        return false;
    while (rest->at < rest->end && *rest->at >= ' ' && *rest->at != '"' && *rest->at != '\\')
        rest->at++;
    return take_char(rest, '"');
}

static size_t take_digits(struct rest *rest)
{
    const char *begin = rest->at;

    while (rest->at < rest->end && *rest->at >= '0' && *rest->at <= '9')
        rest->at++;
    return (size_t)(rest->at - begin);
}

static bool take_number(struct rest *rest)
{
    const char *begin;

    take_char(rest, '-');
    begin = rest->at;
    if (take_digits(rest) == 0 || (*begin == '0' && rest->at > begin + 1))
        return false;
    if (take_char(rest, '.') && take_digits(rest) == 0)
        return false;
    if (!take_char(rest, 'e') && !take_char(rest, 'E'))
        return true;
    if (!take_char(rest, '-'))
        take_char(rest, '+');
    return take_digits(rest) > 0;
}

static bool take_word(struct rest *rest, const char *word)
{
    const size_t length = strlen(word);

    if ((size_t)(rest->end - rest->at) < length || memcmp(rest->at, word, length) != 0)
        return false;
    rest->at += length;
    return true;
}

/* Takes a value without blanks, in so many others at most. */
static bool take_value(struct rest *rest, int depth)
{
    const char first = rest->at < rest->end ? *rest->at : '\0';
    const char last = first == '{' ? '}' : ']';

    if (first == '"')
        return take_text(rest);
    if (first != '{' && first != '[')
        return take_word(rest, "true") || take_word(rest, "false") || take_word(rest, "null") ||
               take_number(rest);
    rest->at++;
    if (take_char(rest, last))
        return true;
    do
        if (depth == 0 || (first == '{' && (!take_text(rest) || !take_char(rest, ':'))) ||
            !take_value(rest, depth - 1))
            return false;
    while (take_char(rest, ','));
    return take_char(rest, last);
}

/* Takes the name of a member and its colon. */
static bool take_name(struct rest *rest, char *name, size_t room)
{
    const char *begin = rest->at + 1;
    size_t length;

    if (!take_text(rest) || !take_char(rest, ':'))
        return false;
    length = (size_t)(rest->at - begin) - 2;
    if (length >= room)
        return false;
    memcpy(name, begin, length);
    name[length] = '\0';
    return true;
}

void page_forget(struct page_object *object)
{
    json_decref(object->value);
    json_decref(object->number);
    *object = (struct page_object){.length = 0};
}

/* An object that came of late with the same bytes, or a new one. */
static json_t *load_object(struct page *page, const char *text, size_t length)
{
    struct page_object *object;

    for (size_t i = 0; i < PAGE_OBJECTS; i++)
        if (page->objects[i].length == length && memcmp(page->objects[i].text, text, length) == 0)
            return json_incref(page->objects[i].value);
    object = &page->objects[page->turn++ % PAGE_OBJECTS];
    page_forget(object);
    object->value = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    object->length = object->value != NULL && length <= sizeof object->text ? length : 0;
    memcpy(object->text, text, object->length);
    return json_incref(object->value);
}

/* The value of a member that was taken; NULL: it is none to jansson. */
static json_t *load(struct page *page, const char *text, size_t length)
{
    const bool whole = strcspn(text, ".eE,}") >= length && length < 18;
    double number;

    if (*text == '"')
        return json_stringn(text + 1, length - 2);
    if (*text == '{')
        return load_object(page, text, length);
    if (*text != '-' && (*text < '0' || *text > '9'))
        return json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    if (whole)
        return json_integer(strtoll(text, NULL, 10));
    number = strtod(text, NULL);
    return json_real(number);
}

/* Reads a record but for members that the page makes nothing of. NULL: it is not plain. */
static json_t *read_plain(struct page *page, struct rest rest)
{
    json_t *record = json_object();
    bool plain = take_char(&rest, '{');
    char name[40];

    while (plain) {
        const char *begin;

        plain = take_name(&rest, name, sizeof name);
        begin = rest.at;
        plain = plain && take_value(&rest, 8);
        if (plain && json_object_get(page->wanted, name) != NULL)
            plain = json_object_get(record, name) == NULL &&
                    json_object_set_new(record, name,
                                        load(page, begin, (size_t)(rest.at - begin))) == 0;
        if (!plain || !take_char(&rest, ','))
            break;
    }
    if (plain && take_char(&rest, '}') && rest.at == rest.end)
        return record;
    json_decref(record);
    return NULL;
}

json_t *page_read_line(struct page *page, const char *text, size_t length)
{
    static const char begin[] = "{\"record\":\"", device[] = "device\"";
    const size_t behind = sizeof begin - 1;
    json_t *record = NULL;

    if (length > behind + sizeof device && memcmp(text, begin, behind) == 0 &&
        memcmp(text + behind, device, sizeof device - 1) != 0)
        record = read_plain(page, (struct rest){text, text + length});
    return record != NULL ? record : json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
}
