#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/report/internal.h"

enum {
    PAGE_SIZE = 1 << 30, /* greatest size of a matrix in files */
    MOST_LOG = 8000      /* bytes of a log that are shown */
};

/* ---------------------------------------------------------------------------------------- lists */

json_t *page_add(struct page *page, json_t *list, json_t *item)
{
    if (json_array_append_new(list, item) == 0)
        return item;
    fault_memory(page->fault);
    return NULL;
}

static json_t *find_number(struct page *page, json_t *value)
{
    char *dump = json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    const char *key = dump == NULL ? json_string_value(value) : dump;
    json_t *numbers = page->numbers[dump != NULL], *number = json_object_get(numbers, key);

    if (number == NULL) {
        number = json_integer((json_int_t)json_array_size(page->texts));
        if (page_add(page, page->texts, json_incref(value)) == NULL ||
            json_object_set_new(numbers, key, number) != 0)
            number = NULL;
    }
    free(dump);
    return json_incref(number);
}

json_t *page_number_of(struct page *page, json_t *value)
{
    struct page_object *object = page->objects;

    if (json_is_string(value))
        return find_number(page, value);
    while (object < page->objects + PAGE_OBJECTS && !json_equal(object->value, value))
        object++;
    if (object == page->objects + PAGE_OBJECTS) {
        object = &page->objects[page->turn++ % PAGE_OBJECTS];
        page_forget(object);
        *object = (struct page_object){json_incref(value), find_number(page, value)};
    }
    return json_incref(object->number);
}

void page_forget(struct page_object *object)
{
    json_decref(object->value);
    json_decref(object->number);
}

static json_t *last_of(const json_t *list)
{
    return json_array_get(list, json_array_size(list) - 1);
}

const char *page_path(const struct page *page)
{
    return member_text_or(last_of(page->files), "path", "");
}

void page_set_kind(struct page *page, const char *kind)
{
    json_object_set_new(last_of(page->files), "kind", json_string(kind));
}

bool page_add_session(struct page *page, const char *device, const char *driver,
                      const char *platform, const json_t *facts)
{
    json_t *own = facts == NULL ? json_object() : json_copy((json_t *)facts), *value;
    const json_int_t most = (json_int_t)1 << 53; /* a script has whole numbers up to it */
    const char *name;
    char text[32];

    json_object_foreach(own, name, value)
    {
        json_int_t number = json_integer_value(value);

        snprintf(text, sizeof text, "%lld", (long long)number);
        if (number > most || number < -most)
            json_object_set_new(own, name, json_string(text));
    }
    return page_add(page, page->sessions,
                    json_pack("{s:I, s:s, s:s, s:s, s:o}", "file",
                              (json_int_t)json_array_size(page->files) - 1, "device", device,
                              "driver", driver, "platform", platform, "facts", own)) != NULL;
}

/* -------------------------------------------------------------------------------------- records */

#define PROBLEM "m# n# k# types&? transpose&? conjugate&? "
#define FIGURES PROBLEM "of$? peak_gflops%? peak$? peak_of$? worst_error%? bytes%? "
#define SPEEDS "step_speedup%? cumulative_speedup%? time_ms% gflops%"

/* Records that are read: of each the first row whose member `with` it has. A member may lie in an
 * object ("device_ms.median"), and has a sign behind it: $ a text, @ one that may be long, # a
 * size, % a number, & any value; ? where it may be missing. */
static const struct kind {
    const char *record, *with; /* with: NULL: any */
    const char *file;          /* what a file that has it is; NULL: unknown by that */
    const char *members;       /* NULL: it says nothing that others do not */
} kinds[] = {
    {"iteration", NULL, "results of bench", NULL},
    {"result", "device_ms", "results of bench", FIGURES "kernel$ device_ms.median% gflops%"},
    {"result", NULL, "results of bench", NULL}, /* nothing was launched */
    {"rung", "why", "ladder", FIGURES "name$ status$ why$"},
    {"rung", NULL, "ladder", FIGURES "name$ status$ " SPEEDS},
    {"point", "why", "study", FIGURES "name$ status$ why$"},
    {"point", NULL, "study", FIGURES "name$ status$ " SPEEDS},
    {"comparison", NULL, "comparison",
     FIGURES "kernel$ library$ group$? library_peak_gflops%? packed.gflops% "
             "packed.library_gflops% packed.ratio% packed.q1% packed.q3%"},
    {"library", NULL, "comparison", "name$ words$"},
    {"kernel", NULL, "comparison", NULL},
    {"mean", NULL, "comparison", NULL},
    {"missing", NULL, "comparison", "name$ reason$"},
    {"check", "why", "checks", "kernel$ status$ why$ log@?"},
    {"check", NULL, "checks", "kernel$ status$ cases# exact# worst_error%?"},
    {"peak", NULL, NULL, "type$ words$ gflops%"},
    {"failure", "m", "failures", PROBLEM "kernel$ why$ log@?"},
    {"failure", NULL, "failures", "kernel$ why$ log@?"},
    {"change", NULL, "results of bench", NULL},
    {"work", NULL, NULL, NULL},
    /* Of profiles and journals. */
    {"shape", NULL, NULL, "m# n# k# ms% gflops% options$ transpose$?"},
    {"failed", NULL, NULL, "kind$? reason$? log@? command$? space#? point#?"},
    {"search", NULL, NULL, "space#"},
};

json_t *page_kinds(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        json_array_append_new(list, json_pack("[s, s?]", kinds[i].record, kinds[i].members));
    return list;
}

/* Whether a value is what a sign says. */
static bool fits(const json_t *value, char sign)
{
    const json_int_t size = json_integer_value(value);

    return sign == '#'   ? json_is_integer(value) && size >= 0 && size <= PAGE_SIZE
           : sign == '%' ? json_is_number(value) && isfinite(json_number_value(value))
           : sign == '&' ? value != NULL
                         : json_is_string(value);
}

/* Says why a member of a record, or of an object in it (NULL: none), is not what its sign says. */
static bool refuse(const struct place *record, const char *object, const char *name, char sign)
{
    struct place place = *record, member;
    const char *text;
    uint64_t size;
    double number;

    if (object != NULL && !place_member(record, object, &place))
        return false;
    return sign == '#'   ? place_size(&place, name, 0, PAGE_SIZE, &size)
           : sign == '%' ? place_number(&place, name, &number)
           : sign == '&' ? place_member(&place, name, &member)
                         : place_string(&place, name, &text);
}

/* The number of a text, of a long one that of its start, with the bytes that are left out. */
static json_t *cell_of(struct page *page, json_t *value, char sign)
{
    const char *log = sign == '@' ? json_string_value(value) : "";
    const size_t length = strlen(log), shown = utf8_cut(log, MOST_LOG);
    json_t *start, *cell;

    if (sign == '#' || sign == '%')
        return json_incref(value);
    if (length == 0 && sign == '@')
        return json_null();
    if (shown == length)
        return page_number_of(page, value);
    start = json_stringn(log, shown);
    cell = json_pack("[o, I]", page_number_of(page, start), (json_int_t)(length - shown));
    json_decref(start);
    return cell;
}

/* Adds a member of a record to its row. */
static bool add_cell(struct page *page, json_t *row, const struct place *record, const char *member)
{
    const size_t length = strcspn(member, "$@#%&");
    const char sign = member[length];
    const json_t *object = record->value;
    char text[48], *dot;
    json_t *value;

    memcpy(text, member, length);
    text[length] = '\0';
    dot = strchr(text, '.');
    if (dot != NULL) {
        *dot = '\0';
        object = json_object_get(object, text);
    }
    value = json_object_get(object, dot == NULL ? text : dot + 1);
    if (fits(value, sign))
        return page_add(page, row, cell_of(page, value, sign)) != NULL;
    if (member[length + 1] != '?')
        return refuse(record, dot == NULL ? NULL : text, dot == NULL ? text : dot + 1, sign);
    return page_add(page, row, json_null()) != NULL;
}

static bool add_row(struct page *page, const struct kind *kind, json_int_t session,
                    const struct place *place)
{
    json_t *row = json_pack("[I, I]", (json_int_t)(kind - kinds), session);

    if (page_add(page, page->records, row) == NULL)
        return false;
    for (const char *member = kind->members; *member != '\0'; member += strspn(member, " ")) {
        if (!add_cell(page, row, place, member))
            return false;
        member += strcspn(member, " ");
    }
    return true;
}

static const struct kind *find_kind(const char *record, const json_t *value)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].record, record) == 0 &&
            (kinds[i].with == NULL || json_object_get(value, kinds[i].with) != NULL))
            return &kinds[i];
    abort(); /* all records that are asked for have one */
}

bool page_add_record(struct page *page, const char *record, json_int_t session,
                     const struct place *place)
{
    return add_row(page, find_kind(record, place->value), session, place);
}

/* A device: what follows was measured on it. A line of `devices` has another name for its
 * platform. */
static bool read_device(struct page *page, const struct place *place)
{
    const char *device, *driver, *platform;
    const bool listed = !place_has(place, "record");

    return place_string(place, "name", &device) && place_string(place, "driver", &driver) &&
           place_string(place, listed ? "platform_name" : "platform", &platform) &&
           page_add_session(page, device, driver, platform, place->value);
}

bool page_read_record(struct page *page, struct place *place, bool *opened)
{
    static const char words[] =
        "device iteration result rung point comparison library kernel mean missing check peak "
        "failure change work";
    const bool named = *member_text_or(last_of(page->files), "kind", "") != '\0';
    const char *record = member_text_or(place->value, "record", "");
    const struct kind *kind;
    int ignored;

    if (place_has(place, "record") && !place_word(place, "record", words, &ignored))
        return false;
    if (*record == '\0' || strcmp(record, "device") == 0) {
        if (!named)
            page_set_kind(page, *record == '\0' ? "list of devices" : "a device");
        *opened = true;
        return read_device(page, place);
    }
    if (!*opened)
        return place_fail(place,
                          "no record of a device comes before this one: the file has lost its "
                          "beginning");
    kind = find_kind(record, place->value);
    if (kind->file != NULL && (strcmp(record, "failure") != 0 || !named))
        page_set_kind(page, kind->file);
    text_append(place->path, sizeof place->path, ": %s", record);
    return kind->members == NULL ||
           add_row(page, kind, (json_int_t)json_array_size(page->sessions) - 1, place);
}
