#include "harness/journal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What a point is known by. */
static void make_key(const char *point, const char *hash, char *key, size_t room)
{
    snprintf(key, room, "%s %s", hash, point);
}

enum {
    KEY_ROOM = 2200,
    LINE_ROOM = 8192
};

static bool is_final(const char *result)
{
    return strcmp(result, "passed") == 0 || strcmp(result, "absent") == 0;
}

static void note(struct journal *journal, const json_t *line, bool old)
{
    const char *point = json_string_value(json_object_get(line, "point"));
    const char *hash = json_string_value(json_object_get(line, "hash"));
    const char *result = json_string_value(json_object_get(line, "result"));
    char key[KEY_ROOM];

    json_decref(journal->crashed);
    journal->crashed = NULL;
    if (point == NULL || hash == NULL || result == NULL)
        return;
    make_key(point, hash, key, sizeof key);
    if (strcmp(result, "started") == 0)
        journal->crashed = old ? NULL : json_deep_copy(line);
    else if (is_final(result) || !old)
        json_object_set_new(journal->results, key, json_string(result));
}

static int read_lines(struct journal *journal, const char *device, long since, bool *torn,
                      struct fault *fault)
{
    char text[LINE_ROOM];

    while (fgets(text, sizeof text, journal->file) != NULL) {
        json_t *line = json_loads(text, 0, NULL);
        const char *owner = json_string_value(json_object_get(line, "device"));

        *torn = strchr(text, '\n') == NULL;
        if (owner != NULL && strcmp(owner, device) != 0) {
            fault_set(fault, FAULT_USAGE, "%s is the journal of %s, not of %s; ask another file",
                      journal->path, owner, device);
            json_decref(line);
            return -1;
        }
        note(journal, line, ftell(journal->file) <= since);
        json_decref(line);
    }
    return ferror(journal->file)
               ? fault_set(fault, FAULT_IO, "%s: %s", journal->path, strerror(errno))
               : 0;
}

long journal_length(const char *path)
{
    FILE *file = fopen(path, "r");
    long length = 0;

    if (file == NULL)
        return 0;
    if (fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    fclose(file);
    return length < 0 ? 0 : length;
}

/* Writes a line and takes it over; it is on its way to the disk before anything else happens. */
static int write_line(struct journal *journal, json_t *line, struct fault *fault)
{
    int status = 0;

    if (line == NULL)
        return fault_memory(fault);
    if (json_dumpf(line, journal->file, JSON_COMPACT) != 0 || fputc('\n', journal->file) == EOF ||
        fflush(journal->file) != 0)
        status = fault_set(fault, FAULT_IO, "cannot write %s: %s", journal->path, strerror(errno));
    json_decref(line);
    return status;
}

int journal_open(const char *path, const char *device, long since, struct journal *journal,
                 struct fault *fault)
{
    bool torn = false;
    int status = 0;

    memset(journal, 0, sizeof *journal);
    journal->path = path;
    journal->results = json_object();
    journal->file = fopen(path, "a+");
    if (journal->results == NULL)
        status = fault_memory(fault);
    else if (journal->file == NULL)
        status = fault_set(fault, FAULT_IO, "cannot open %s: %s", path, strerror(errno));
    if (status == 0)
        rewind(journal->file);
    if (status == 0)
        status = read_lines(journal, device, since, &torn, fault);
    /* Whoever was stopped within a line left it without an end. */
    if (status == 0 && torn && fputc('\n', journal->file) == EOF)
        status = fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
    if (status == 0 && journal_length(path) == 0)
        status =
            write_line(journal, json_pack("{ssss}", "journal", "check", "device", device), fault);
    if (status != 0)
        journal_close(journal);
    return status;
}

void journal_close(struct journal *journal)
{
    if (journal->file != NULL)
        fclose(journal->file);
    json_decref(journal->results);
    json_decref(journal->crashed);
    memset(journal, 0, sizeof *journal);
}

const char *journal_result(const struct journal *journal, const char *point, const char *hash)
{
    char key[KEY_ROOM];

    make_key(point, hash, key, sizeof key);
    return json_string_value(json_object_get(journal->results, key));
}

int journal_add(struct journal *journal, const char *point, const char *hash, const char *result,
                double seconds, const char *text, struct fault *fault)
{
    json_t *line = json_pack("{ssssss}", "point", point, "hash", hash, "result", result);

    if (line != NULL && seconds >= 0)
        json_object_set_new(line, "seconds", json_real(seconds));
    if (line != NULL && text != NULL)
        json_object_set_new(line, "text", json_string(text));
    if (line != NULL && strcmp(result, "started") != 0)
        note(journal, line, false);
    return write_line(journal, line, fault);
}
