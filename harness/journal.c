#include "harness/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/file.h"
#include "harness/journal_table.h"
#include "harness/json_file.h"
#include "harness/timing.h"

/* The first line: no other file begins like that, so no other file is ever cut or written to. */
static const char header[] = "{\"clgemm_journal\":1}\n";

struct journal {
    char *path;
    FILE *stream; /* reads the file; open as long as the journal, since closing it unlocks */
    off_t length; /* bytes of whole lines */
    off_t
        settled; /* bytes without the lines at the end that this process wrote to begin something */
    bool writes;
    bool stuck; /* a write failed and could not be undone */
    struct journal_table table;
};

/* -------------------------------------------------------------------------------------- writing */

/* Brings the file back to its whole lines. */
static void undo(struct journal *journal)
{
    int file = fileno(journal->stream);

    if (ftruncate(file, journal->length) != 0 || fdatasync(file) != 0)
        journal->stuck = true;
}

/* Writes bytes behind the whole lines and waits for the disk. */
static int write_bytes(struct journal *journal, const char *bytes, size_t count,
                       struct fault *fault)
{
    int file = fileno(journal->stream), number;
    size_t done = 0;

    if (journal->stuck)
        return fault_set(fault, FAULT_IO,
                         "%s: nothing more is written after a write that failed and could not be "
                         "undone",
                         journal->path);
    while (done < count) {
        ssize_t written = pwrite(file, bytes + done, count - done, journal->length + (off_t)done);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    if (done == count && fdatasync(file) == 0) {
        journal->length += (off_t)count;
        return 0;
    }
    number = errno;
    undo(journal);
    return fault_set(fault, FAULT_IO, "cannot write to %s: %s", journal->path, strerror(number));
}

int journal_append(struct journal *journal, json_t *key, enum journal_state state, json_t *fields,
                   struct fault *fault)
{
    json_t *empty = fields == NULL ? json_object() : NULL;
    json_t *line =
        json_pack("{s:O, s:s, s:O, s:I}", "key", key, "state", journal_word(state), "fields",
                  fields == NULL ? empty : fields, "at_ms", (json_int_t)time_epoch_ms());
    off_t begin = journal->length;
    size_t length;
    char *text = json_line(line, JSON_COMPACT | JSON_ENSURE_ASCII, &length);
    int status = text == NULL ? fault_memory(fault) : write_bytes(journal, text, length, fault);

    if (status == 0)
        status =
            journal_table_add(&journal->table, key, state, fields == NULL ? empty : fields, fault);
    if (status == 0 && (state == JOURNAL_BUILD_STARTED || state == JOURNAL_RUN_STARTED))
        journal_table_begin(&journal->table, key, begin);
    else if (status == 0 && state != JOURNAL_VERIFIED)
        journal->settled = journal->length;
    free(text);
    json_decref(line);
    json_decref(empty);
    return status;
}

void journal_take_back(struct journal *journal)
{
    off_t settled = journal->settled;
    struct fault unused = {0};

    journal->length = settled;
    undo(journal);
    for (size_t i = 0; i < journal->table.count && unused.code == FAULT_NONE; i++) {
        const struct journal_entry *entry = &journal->table.entries[i];

        if (entry->begun > 0 && entry->begun < settled)
            journal_append(journal, (json_t *)entry->key, JOURNAL_SURVIVED, NULL, &unused);
    }
    fault_clear(&unused);
    journal->stuck = true;
}

/* -------------------------------------------------------------------------------------- reading */

/* Takes one line apart. Returns 1 for a line, 0 for one that is no JSON, -1 for an error. */
static int read_line(struct journal *journal, const char *text, size_t length, size_t number,
                     struct fault *fault)
{
    json_t *line = json_loadb(text, length, 0, NULL), *key, *fields;
    enum journal_state state;
    const char *word;
    json_error_t error;
    json_int_t at_ms;
    int status = -1;

    if (line == NULL)
        return 0;
    if (json_unpack_ex(line, &error, JSON_STRICT, "{s:o, s:s, s:o, s:I}", "key", &key, "state",
                       &word, "fields", &fields, "at_ms", &at_ms) != 0)
        fault_set(fault, FAULT_REFUSED, "%s, line %zu: %s", journal->path, number, error.text);
    else if (!journal_state_of(word, &state))
        fault_set(fault, FAULT_REFUSED, "%s, line %zu: `%.40s` is no state of a journal",
                  journal->path, number, word);
    else if (!json_is_object(key) || !json_is_object(fields))
        fault_set(fault, FAULT_REFUSED, "%s, line %zu: key and fields must be objects",
                  journal->path, number);
    else
        status = journal_table_add(&journal->table, key, state, fields, fault) == 0 ? 1 : -1;
    json_decref(line);
    return status;
}

static int refuse_file(const struct journal *journal, struct fault *fault)
{
    return fault_set(fault, FAULT_REFUSED,
                     "%s is no journal: its first line is not %.*s; it was left as it is",
                     journal->path, (int)sizeof header - 2, header);
}

/* Says what happens to a last line that was not written to its end, and does it. */
static int repair(struct journal *journal, size_t number, size_t bytes, struct fault *fault)
{
    int file = fileno(journal->stream);

    fprintf(stderr, "clgemm-bench: %s: line %zu, the last one, is torn: its %zu bytes are %s\n",
            journal->path, number, bytes, journal->writes ? "cut off" : "left out");
    if (journal->writes && (ftruncate(file, journal->length) != 0 || fdatasync(file) != 0))
        return fault_set(fault, FAULT_IO, "cannot cut %s: %s", journal->path, strerror(errno));
    return 0;
}

/* Looks at a line of the file; `last` says that nothing follows. */
static int take_line(struct journal *journal, const char *text, size_t length, size_t number,
                     bool last, struct fault *fault)
{
    size_t shorter = length < sizeof header - 1 ? length : sizeof header - 1;
    bool ends = text[length - 1] == '\n';
    int status;

    if (number == 1) {
        if (memcmp(text, header, shorter) != 0 || length > sizeof header - 1)
            return refuse_file(journal, fault);
        status = length == sizeof header - 1;
    } else {
        status = read_line(journal, text, length, number, fault);
    }
    if (status < 0)
        return -1;
    if (status == 0 && last)
        return repair(journal, number, length, fault);
    if (status == 0)
        return fault_set(fault, FAULT_REFUSED,
                         "%s, line %zu: no JSON, and lines follow: not a torn end, but damage; "
                         "mend or remove the line",
                         journal->path, number);
    journal->length += (off_t)length;
    /* Only the newline is missing. */
    return ends || !journal->writes ? 0 : write_bytes(journal, "\n", 1, fault);
}

static int read_lines(struct journal *journal, struct fault *fault)
{
    char *text = NULL;
    size_t room = 0, number = 0;
    ssize_t length;
    int status = 0;

    while (status == 0 && (length = getline(&text, &room, journal->stream)) > 0) {
        int next = getc(journal->stream);

        if (next != EOF)
            ungetc(next, journal->stream);
        status = take_line(journal, text, (size_t)length, ++number, next == EOF, fault);
    }
    if (status == 0 && !feof(journal->stream)) /* an error of the file, or no memory for a line */
        status = fault_set(fault, FAULT_IO, "cannot read %s: %s", journal->path, strerror(errno));
    free(text);
    return status;
}

/* -------------------------------------------------------------------------------------- opening */

/* Locks the file for this process, or says which one has it. */
static int lock(const struct journal *journal, struct fault *fault)
{
    int file = fileno(journal->stream);

    for (int tries = 0; tries < 3; tries++) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

        if (fcntl(file, F_SETLK, &lock) == 0)
            return 0;
        if (errno != EACCES && errno != EAGAIN)
            return fault_set(fault, FAULT_IO, "cannot lock %s: %s", journal->path, strerror(errno));
        /* Where the owner has gone meanwhile, the next try succeeds. */
        if (fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
            return fault_set(fault, FAULT_REFUSED,
                             "%s is being written by process %ld; wait for it, or take another "
                             "file",
                             journal->path, (long)lock.l_pid);
    }
    return fault_set(fault, FAULT_REFUSED, "%s is being written by another process", journal->path);
}

static int begin(struct journal *journal, struct fault *fault)
{
    struct stat facts;

    if (fstat(fileno(journal->stream), &facts) != 0 || !S_ISREG(facts.st_mode))
        return fault_set(fault, FAULT_IO, "%s is not a file", journal->path);
    if ((journal->writes && lock(journal, fault)) || journal_table_init(&journal->table, fault) ||
        read_lines(journal, fault))
        return -1;
    journal->settled = journal->length;
    if (journal->length > 0)
        return 0;
    if (!journal->writes)
        return refuse_file(journal, fault);
    if (write_bytes(journal, header, sizeof header - 1, fault))
        return -1;
    journal->settled = journal->length;
    file_sync_folder(journal->path);
    return 0;
}

struct journal *journal_open(const char *path, bool writes, struct fault *fault)
{
    struct journal *journal = calloc(1, sizeof *journal);
    int file;

    if (journal != NULL)
        journal->path = strdup(path);
    if (journal == NULL || journal->path == NULL) {
        journal_close(journal);
        fault_memory(fault);
        return NULL;
    }
    journal->writes = writes;
    file = open(path, writes ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0666);
    if (file < 0) {
        fault_set(fault, FAULT_IO, "cannot open %s: %s", path, strerror(errno));
    } else {
        journal->stream = fdopen(file, writes ? "r+" : "r");
        if (journal->stream == NULL) {
            fault_memory(fault);
            close(file);
        }
    }
    if (journal->stream != NULL && begin(journal, fault) == 0)
        return journal;
    journal_close(journal);
    return NULL;
}

void journal_close(struct journal *journal)
{
    if (journal == NULL)
        return;
    if (journal->stream != NULL)
        fclose(journal->stream);
    journal_table_release(&journal->table);
    free(journal->path);
    free(journal);
}

const struct journal_entry *journal_find(const struct journal *journal, const json_t *key)
{
    return journal_table_find(&journal->table, key);
}

size_t journal_count(const struct journal *journal)
{
    return journal->table.count;
}

const struct journal_entry *journal_at(const struct journal *journal, size_t index)
{
    return index < journal->table.count ? &journal->table.entries[index] : NULL;
}
