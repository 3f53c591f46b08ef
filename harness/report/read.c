#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/journal/journal.h"
#include "harness/report/internal.h"

/* Where in a file a value stands, as errors name it; of long paths the end. */
static void set_place(struct place *place, const struct page *page, const json_t *value,
                      const char *path, size_t line)
{
    size_t length = strlen(path), skip = length > 90 ? length - 87 : 0;

    *place = (struct place){.value = value, .fault = page->fault};
    snprintf(place->path, sizeof place->path, "%s%s", skip > 0 ? "..." : "", path + skip);
    if (line > 0)
        text_append(place->path, sizeof place->path, ", line %zu", line);
}

static int refuse(const struct page *page, const char *path, size_t line, const char *what)
{
    return fault_set(page->fault, FAULT_REFUSED,
                     "%s, line %zu: %s; report reads journals and profiles of tune, and what "
                     "bench, ladder, study, compare, check and devices write with --json",
                     path, line, what);
}

static int read_line(struct page *page, const char *text, size_t length, size_t number, bool last,
                     bool *opened)
{
    const char *path = page_path(page);
    json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    struct place place;
    char line[600];
    int status;

    if (value == NULL && last && number > 1) {
        fprintf(stderr,
                "clgemm-bench: %s: line %zu, the last one, is torn: its %zu bytes are left out\n",
                utf8_line(path, line, sizeof line), number, length);
        return 0;
    }
    set_place(&place, page, value, path, number);
    if (!json_is_object(value))
        status =
            refuse(page, path, number, value == NULL ? "this is no JSON" : "this is no object");
    else if (!place_has(&place, "record") && !place_has(&place, "compute_units"))
        status = refuse(page, path, number, "this object is no record");
    else
        status = page_read_record(page, &place, opened) ? 0 : -1;
    json_decref(value);
    return status;
}

static int read_lines(struct page *page, const char *text, size_t length)
{
    size_t number = 0;
    bool opened = false;
    const char *end = text + length;

    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t span = newline == NULL ? (size_t)(end - text) : (size_t)(newline - text);

        number++;
        if (strspn(text, " \t\r") < span &&
            read_line(page, text, span, number, newline == NULL, &opened))
            return -1;
        text += span + (newline != NULL);
    }
    if (number == 0)
        return refuse(page, page_path(page), 1, "the file is empty");
    return 0;
}

/* A profile of tune: a session, and its shapes. */
static bool read_profile(struct page *page, struct place *place)
{
    const char *device, *driver, *platform, *type = "f32";
    struct place tuned, list, shape;
    json_t *options = json_object_get(place->value, "options");
    size_t count, session;

    page_set_kind(page, "profile of tune");
    if (!place_member(place, "tuned", &tuned) || !place_string(&tuned, "device", &device) ||
        !place_string(&tuned, "driver", &driver) || !place_string(&tuned, "platform", &platform) ||
        !page_add_session(page, device, driver, platform, tuned.value) ||
        !place_list(place, "shapes", 0, 1 << 20, &list, &count))
        return false;
    if (json_object_iter(options) != NULL)
        type = json_object_iter_key(json_object_iter(options));
    session = json_array_size(page->sessions) - 1;
    json_object_set_new(json_array_get(page->sessions, session), "type", json_string(type));
    for (size_t i = 0; i < count; i++)
        if (!place_item(&list, i, &shape) ||
            !page_add_record(page, "shape", (json_int_t)session, &shape))
            return false;
    return true;
}

/* A file that is one object as a whole: a profile, or nothing that belongs here. */
static int read_whole(struct page *page, json_t *value)
{
    const char *path = page_path(page);
    const char *format = member_text(value, "format");
    struct place place;

    if (format != NULL && strncmp(format, "clgemm-manifest", 15) == 0)
        return refuse(page, path, 1, "this is a manifest, which has no figures");
    if (!json_is_object(json_object_get(value, "tuned")))
        return refuse(page, path, 1, "this object is no profile that tune wrote");
    set_place(&place, page, value, path, 0);
    return read_profile(page, &place) ? 0 : -1;
}

/* Whether an object that fills the file is a record, and so a line. */
static bool is_record(const json_t *value)
{
    return json_object_get(value, "record") != NULL || json_object_get(value, "extensions") != NULL;
}

static int read_text(struct page *page, const char *text, size_t length)
{
    json_t *value;
    int status;

    if (journal_begins(text, length))
        return fault_set(page->fault, FAULT_REFUSED,
                         "a journal is read from its file, not from standard input or a pipe; ask "
                         "report FILE");
    value = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (value == NULL || is_record(value)) {
        json_decref(value);
        return read_lines(page, text, length);
    }
    status = read_whole(page, value);
    json_decref(value);
    return status;
}

int page_read_file(struct page *page, const char *path)
{
    char *name = strdup(strcmp(path, "-") == 0 ? "standard input" : path), *text;
    json_t *file, *other;
    size_t length, i;
    int status;

    if (name == NULL)
        return fault_memory(page->fault);
    utf8_mend(name);
    file = json_pack("{s:s, s:s}", "path", name, "kind", "");
    free(name);
    json_array_foreach(page->files, i, other)
    {
        if (strcmp(member_text_or(other, "path", ""), member_text_or(file, "path", "")) == 0)
            fault_set(page->fault, FAULT_USAGE, "%s is given twice; ask for it once",
                      member_text_or(file, "path", ""));
    }
    if (page_add(page, page->files, file) == NULL || page->fault->code != FAULT_NONE)
        return -1;
    if (journal_is(path))
        return page_read_journal(page, path);
    if (file_read(path, &text, &length, page->fault))
        return -1;
    status = read_text(page, text, length);
    free(text);
    return status;
}
