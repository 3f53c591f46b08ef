#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/journal/internal.h"

enum {
    MOST_NAMED = 5,             /* damaged lines that are named one by one */
    COMMON = JOURNAL_HEADER - 3 /* bytes of the first line of all versions */
};

bool journal_begins(const char *text, size_t length)
{
    return length >= COMMON && memcmp(text, journal_header, COMMON) == 0;
}

bool journal_is(const char *path)
{
    struct stat facts;
    char first[COMMON];
    bool plain = stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
    FILE *stream = plain ? fopen(path, "rb") : NULL;
    size_t got;

    if (stream == NULL) {
        if (plain && errno == ENOMEM)
            memory_note();
        return false;
    }
    got = fread(first, 1, sizeof first, stream);
    fclose(stream);
    return journal_begins(first, got);
}

/* Content of a line; borrowed from its JSON. */
struct content {
    json_t *key, *fields;
    enum journal_state state;
    json_int_t at_ms;
};

/* Takes a line apart. A sentence says what is wrong with it, if anything. */
static bool take_apart(const json_t *line, struct content *content, char why[120])
{
    json_error_t error;
    const char *word, *check;

    if (line == NULL) {
        snprintf(why, 120, "no JSON");
        return false;
    }
    if (json_unpack_ex((json_t *)line, &error, JSON_STRICT, "{s:o, s:s, s:o, s:I, s?s, s?s}", "key",
                       &content->key, "state", &word, "fields", &content->fields, "at_ms",
                       &content->at_ms, "after", &check, "check", &check) != 0)
        snprintf(why, 120, "%.100s", error.text);
    else if (!journal_state_of(word, &content->state))
        snprintf(why, 120, "`%.40s` is no state of a journal", word);
    else if (!json_is_object(content->key) || !json_is_object(content->fields))
        snprintf(why, 120, "key and fields must be objects");
    else
        return true;
    return false;
}

/* Nobody was at work between the last line of a session and the next one. */
static void count_time(struct journal *journal, const struct content *content)
{
    if (content->state != JOURNAL_SESSION && journal->last_ms > 0 &&
        content->at_ms > journal->last_ms)
        journal->spent_ms += content->at_ms - journal->last_ms;
    journal->last_ms = content->at_ms;
}

enum verdict {
    LINE_COUNTS,
    LINE_STRAY,   /* it is as it was written, but not behind the line that it follows */
    LINE_DAMAGED, /* it was changed since it was written */
    LINE_ERROR
};

/* A line that was written whole and cannot be taken apart is of a later program, so others may be
 * too; any other has lost bytes. `why` says what is wrong with a line that does not count. */
static enum verdict read_content(struct journal *journal, const char *text, size_t length,
                                 size_t number, char why[120], struct fault *fault)
{
    bool checked = journal_line_check(text, length) == CHECK_RIGHT;
    json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    enum verdict verdict = LINE_DAMAGED;
    struct content content;

    if (line == NULL && memory_ran_out()) {
        verdict = LINE_ERROR;
        fault_memory(fault);
    } else if (!take_apart(line, &content, why)) {
        if (checked) {
            verdict = LINE_ERROR;
            fault_set(fault, FAULT_REFUSED,
                      "%s, line %zu: %s: a later version of clgemm-bench has written it",
                      journal->path, number, why);
        }
    } else if (journal_is_linked(text, length) && !journal_follows(text, &journal->chain)) {
        verdict = LINE_STRAY;
        snprintf(why, 120,
                 "it does not follow what is before it: lines are missing, doubled or moved");
    } else {
        count_time(journal, &content);
        verdict = journal_table_add(&journal->table, content.key, content.state, content.fields,
                                    fault) == 0
                      ? LINE_COUNTS
                      : LINE_ERROR;
    }
    json_decref(line);
    return verdict;
}

static enum verdict read_line(struct journal *journal, const char *text, size_t length,
                              size_t number, char why[120], struct fault *fault)
{
    enum journal_check check = journal_line_check(text, length);
    bool linked = journal_is_linked(text, length);

    if (check == CHECK_WRONG)
        snprintf(why, 120, "its check value is wrong");
    else if (check == CHECK_NONE && (linked || journal->chain.linked))
        snprintf(why, 120, "it has no check value");
    else if (!linked && journal->chain.linked)
        snprintf(why, 120, "it does not say which line it follows");
    else
        return read_content(journal, text, length, number, why, fault);
    return LINE_DAMAGED;
}

static int refuse_file(const struct journal *journal, const char *first, size_t length,
                       struct fault *fault)
{
    if (length > 0 && first[length - 1] == '\r')
        return fault_set(fault, FAULT_REFUSED,
                         "%s has lines that end in CR LF, as a transfer as text makes them, and "
                         "journals have LF; it was left as it is",
                         journal->path);
    if (journal_begins(first, length))
        return fault_set(fault, FAULT_REFUSED,
                         "%s: a later version of clgemm-bench has written this journal; it was "
                         "left as it is",
                         journal->path);
    return fault_set(
        fault, FAULT_REFUSED,
        "%s is no journal, or has lost its beginning: its first line is not %.*s; it was "
        "left as it is",
        journal->path, JOURNAL_HEADER - 1, journal_header);
}

/* A line on standard error that begins with the journal's path. */
static void note(const struct journal *journal, const char *format, ...)
{
    char text[1200];
    const size_t begin =
        (size_t)snprintf(text, 600, "%.*s: ", (int)utf8_cut(journal->path, 590), journal->path);
    va_list list;

    va_start(list, format);
    vsnprintf(text + begin, sizeof text - begin, format, list);
    va_end(list);
    utf8_mend_line(text);
    fprintf(stderr, "clgemm-bench: %s\n", text);
}

/* Says what happens to a last line that was not written to its end, and does it. */
static int repair(const struct journal *journal, size_t number, size_t bytes, struct fault *fault)
{
    int file = fileno(journal->stream);

    note(journal, "line %zu, the last one, is torn: its %zu bytes are %s", number, bytes,
         journal->writes ? "cut off" : "left out");
    if (journal->writes && (ftruncate(file, journal->length) != 0 || fdatasync(file) != 0))
        return fault_set(fault, FAULT_IO, "cannot cut %s: %s", journal->path, strerror(errno));
    return 0;
}

/* A damaged line between others stays in the file and counts for nothing. */
static void leave_out(struct journal *journal, size_t number, const char *why)
{
    journal_table_miss(&journal->table);
    if (journal->damaged++ < MOST_NAMED)
        note(journal, "line %zu is damaged (%s): it is ignored, and its content is lost", number,
             why);
}

/* Looks at a line behind the first one; `last` says that nothing follows. */
static int take_line(struct journal *journal, const char *text, size_t length, size_t number,
                     bool last, struct fault *fault)
{
    bool ends = text[length - 1] == '\n';
    char why[120] = "";
    enum verdict verdict = read_line(journal, text, length - ends, number, why, fault);

    if (verdict == LINE_ERROR)
        return -1;
    if (verdict == LINE_DAMAGED && last)
        return repair(journal, number, length, fault);
    if (verdict != LINE_COUNTS)
        leave_out(journal, number, why);
    journal_pass(&journal->chain, text, length - ends, verdict == LINE_DAMAGED);
    journal->length += (off_t)length;
    /* Only the newline is missing. */
    return ends || !journal->writes ? 0 : journal_write(journal, "\n", 1, fault);
}

static int read_lines(struct journal *journal, struct fault *fault)
{
    char *text = NULL;
    size_t room = 0, number = 1;
    ssize_t length;
    int status = 0;

    while (status == 0 && (length = getline(&text, &room, journal->stream)) > 0) {
        int next = getc(journal->stream);

        if (next != EOF)
            ungetc(next, journal->stream);
        status = stop_wanted()
                     ? stop_fault(fault)
                     : take_line(journal, text, (size_t)length, ++number, next == EOF, fault);
    }
    if (status == 0 && !feof(journal->stream)) /* an error of the file, or no memory for a line */
        status = fault_set(fault, FAULT_IO, "cannot read %s: %s", journal->path, strerror(errno));
    free(text);
    return status;
}

/* A file that is no journal may be one line of many gigabytes, so the first is no line yet. */
int journal_read(struct journal *journal, struct fault *fault)
{
    const char *header = journal_header;
    char first[JOURNAL_HEADER];
    size_t got = fread(first, 1, sizeof first, journal->stream);

    if (ferror(journal->stream))
        return fault_set(fault, FAULT_IO, "cannot read %s: %s", journal->path, strerror(errno));
    if (memcmp(first, journal_earlier_header, got) == 0)
        header = journal_earlier_header;
    if (memcmp(first, header, got) != 0 || (got == 0 && !journal->writes))
        return refuse_file(journal, first, got, fault);
    if (got < sizeof first)
        return got == 0 ? 0 : repair(journal, 1, got, fault);
    journal->length = JOURNAL_HEADER;
    journal->chain = journal_begin(header);
    if (read_lines(journal, fault))
        return -1;
    if (journal->damaged > MOST_NAMED)
        note(journal, "%zu more lines are damaged", journal->damaged - MOST_NAMED);
    journal_table_settle(&journal->table);
    return 0;
}
