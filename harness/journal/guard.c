/*
 * A journal may be the only one that knows what a night has measured. Somebody who removes or
 * empties it meanwhile is noticed before the next line is written: what it knows goes to a new file
 * then, and the run ends, since nobody can tell what the file under its name is for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/journal/internal.h"
#include "harness/base/file.h"
#include "harness/base/timing.h"

/* Finds what has become of the file, in words; NULL: nothing. */
static const char *find_change(const struct journal *journal)
{
    struct stat own, named;
    bool there = stat(journal->path, &named) == 0, gone = !there && errno == ENOENT;

    if (fstat(fileno(journal->stream), &own) != 0)
        return NULL; /* the write tells what is wrong */
    if (journal->watched && gone)
        return own.st_nlink == 0 ? "removed" : "renamed";
    if (journal->watched && there && (own.st_dev != named.st_dev || own.st_ino != named.st_ino))
        return "replaced by another file";
    if (own.st_size < journal->length)
        return own.st_size == 0 ? "emptied" : "cut";
    return own.st_size > journal->length ? "written to by somebody else" : NULL;
}

/* --------------------------------------------------------------------------------------- saving */

/* A new file beside the journal, else in TMPDIR; *path is its name. Returns its descriptor, or -1
 * with errno. */
static int create(const char *journal, char **path)
{
    const char *said = getenv("TMPDIR");
    const char *parent = said == NULL || said[0] == '\0' ? "/tmp" : said;
    size_t room = strlen(journal) + 32;
    int file = -1;

    *path = malloc(room);
    errno = EEXIST;
    for (unsigned number = 1; *path != NULL && file < 0 && errno == EEXIST; number++) {
        snprintf(*path, room, number == 1 ? "%s.saved" : "%s.saved-%u", journal, number);
        file = open(*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (file >= 0)
        return file;
    free(*path);
    *path = file_join(parent, "clgemm-journal-XXXXXX");
    return *path == NULL ? -1 : mkstemp(*path);
}

static bool put(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(file, bytes, count);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* The file that was removed or renamed is still open, and whole. */
static bool copy(const struct journal *journal, int file)
{
    char bytes[1 << 16];
    off_t at = 0;

    while (at < journal->length) {
        size_t left = (size_t)(journal->length - at);
        ssize_t got =
            pread(fileno(journal->stream), bytes, left < sizeof bytes ? left : sizeof bytes, at);

        if (got <= 0 || !put(file, bytes, (size_t)got))
            return false;
        at += got;
    }
    return true;
}

/* Takes the line. */
static bool put_line(char *line, size_t length, struct journal_chain *chain, int file)
{
    bool good;

    if (line == NULL)
        return false;
    journal_link(line, length, chain);
    good = put(file, line, length);
    free(line);
    return good;
}

static bool put_state(const struct journal_entry *entry, enum journal_state state,
                      struct journal_chain *chain, int file)
{
    size_t length;
    char *line = journal_line(entry->key, state, entry->fields[state], time_epoch_ms(), &length);

    return put_line(line, length, chain, file);
}

/* Writes each key's known states, the last one behind the others; then the line that was to come,
 * if any. */
static bool write_table(const struct journal_table *table, int file, const char *bytes,
                        size_t count)
{
    struct journal_chain chain = journal_begin(journal_header);
    bool good = put(file, journal_header, JOURNAL_HEADER);

    for (size_t i = 0; i < table->count && good; i++) {
        const struct journal_entry *entry = &table->entries[i];

        for (int state = 0; state < JOURNAL_STATES && good; state++)
            if (entry->fields[state] != NULL && state != (int)entry->state)
                good = put_state(entry, (enum journal_state)state, &chain, file);
        good = good && put_state(entry, entry->state, &chain, file);
    }
    if (!journal_is_linked(bytes, count))
        return good;
    return good && put_line(strndup(bytes, count), count, &chain, file);
}

static bool save(const struct journal *journal, int file, const char *bytes, size_t count)
{
    struct stat facts;
    bool whole = fstat(fileno(journal->stream), &facts) == 0 && facts.st_size >= journal->length;

    return (whole ? copy(journal, file) && put(file, bytes, count)
                  : write_table(&journal->table, file, bytes, count)) &&
           fsync(file) == 0;
}

int journal_guard(struct journal *journal, const char *bytes, size_t count, struct fault *fault)
{
    const char *change = journal->lost ? NULL : find_change(journal);
    char *path;
    int file;

    if (change == NULL)
        return 0;
    journal->lost = true;
    file = create(journal->path, &path);
    if (file < 0 || !save(journal, file, bytes, count))
        fault_set(fault, FAULT_IO,
                  "%.300s was %s during the run, and what it knew cannot be saved%s%.300s: %s",
                  journal->path, change, file < 0 ? "" : " in ", file < 0 ? "" : path,
                  strerror(errno));
    else
        fault_set(fault, FAULT_IO,
                  "%.300s was %s during the run; all that it knew is in %.300s: give that file its "
                  "name, and the same command resumes",
                  journal->path, change, path);
    if (file >= 0) {
        close(file);
        file_sync_folder(path);
    }
    free(path);
    return -1;
}

void journal_undo(struct journal *journal)
{
    int file = fileno(journal->stream);

    if (ftruncate(file, journal->length) != 0 || fdatasync(file) != 0)
        journal->stuck = true;
}

int journal_write(struct journal *journal, const char *bytes, size_t count, struct fault *fault)
{
    int file = fileno(journal->stream), number;

    if (journal->stuck || journal->lost)
        return fault_set(fault, FAULT_IO,
                         "%s: nothing more is written after a write that failed and could not be "
                         "undone",
                         journal->path);
    if (journal_guard(journal, bytes, count, fault))
        return -1;
    if (lseek(file, journal->length, SEEK_SET) >= 0 && put(file, bytes, count) &&
        fdatasync(file) == 0) {
        journal->length += (off_t)count;
        return 0;
    }
    number = errno;
    journal_undo(journal);
    return fault_set(fault, FAULT_IO, "cannot write to %s: %s", journal->path, strerror(number));
}
