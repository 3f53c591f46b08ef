#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/file.h"
#include "harness/journal/internal.h"
#include "harness/base/timing.h"

/* -------------------------------------------------------------------------------------- writing */

static char *make_line(const json_t *key, enum journal_state state, const json_t *fields,
                       size_t *length)
{
    char *name = json_dumps(key, JSON_COMPACT | JSON_ENSURE_ASCII);
    char *values = json_dumps(fields, JSON_COMPACT | JSON_ENSURE_ASCII);
    char *line = name == NULL || values == NULL
                     ? NULL
                     : journal_line(name, state, values, time_epoch_ms(), length);

    free(name);
    free(values);
    return line;
}

static void settle(struct journal *journal)
{
    journal->settled = journal->length;
    journal->settled_chain = journal->chain;
}

static int write_line(struct journal *journal, const json_t *key, enum journal_state state,
                      const json_t *fields, struct fault *fault)
{
    struct journal_chain chain = journal->chain;
    size_t length;
    char *line = make_line(key, state, fields, &length);
    int status;

    if (line == NULL)
        return fault_memory(fault);
    journal_link(line, length, &chain);
    status = journal_write(journal, line, length, fault);
    free(line);
    if (status == 0)
        journal->chain = chain;
    return status;
}

int journal_append(struct journal *journal, const json_t *key, enum journal_state state,
                   const json_t *given, struct fault *fault)
{
    const off_t begin = journal->length;
    json_t *fields = given == NULL ? json_object() : json_incref((json_t *)given);
    int status = write_line(journal, key, state, fields, fault);

    if (status == 0)
        status = journal_table_add(&journal->table, key, state, fields, fault);
    json_decref(fields);
    if (status != 0)
        return -1;
    if (state == JOURNAL_BUILD_STARTED || state == JOURNAL_RUN_STARTED)
        journal_table_begin(&journal->table, key, begin);
    else if (state != JOURNAL_VERIFIED)
        settle(journal);
    return 0;
}

int journal_check(struct journal *journal, struct fault *fault)
{
    return journal->stuck ? 0 : journal_guard(journal, "", 0, fault);
}

static void survive(struct journal *journal, const struct journal_entry *entry, struct fault *fault)
{
    json_t *key = journal_key(entry);

    if (key == NULL)
        fault_memory(fault);
    else
        journal_append(journal, key, JOURNAL_SURVIVED, NULL, fault);
    json_decref(key);
}

void journal_take_back(struct journal *journal)
{
    off_t settled = journal->settled;
    struct fault own = {0};

    if (journal_check(journal, &own))
        fault_print(&own, stderr);
    if (!journal->lost) {
        journal->length = settled;
        journal->chain = journal->settled_chain;
        journal_undo(journal);
    }
    for (size_t i = 0; i < journal->table.count && own.code == FAULT_NONE && !journal->lost; i++) {
        const struct journal_entry *entry = &journal->table.entries[i];

        if (entry->begun > 0 && entry->begun < settled)
            survive(journal, entry, &own);
    }
    fault_clear(&own);
    journal->stuck = true;
}

int journal_put_aside(struct journal *journal, const char *aside, struct fault *fault)
{
    journal->stuck = true;
    if (journal->lost)
        return 0;
    if (rename(journal->path, aside) != 0)
        return fault_set(fault, FAULT_IO, "cannot rename %.300s to %.300s: %s", journal->path,
                         aside, strerror(errno));
    file_sync_folder(aside);
    return 0;
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
        /* If the owner has gone meanwhile, the next try succeeds. */
        if (fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
            return fault_set(fault, FAULT_REFUSED,
                             "%s is being written by process %ld; wait for it, or take another "
                             "file",
                             journal->path, (long)lock.l_pid);
    }
    return fault_set(fault, FAULT_REFUSED, "%s is being written by another process", journal->path);
}

/* Some file systems cannot tell whether two names are of one file, or how many names one has. */
static bool can_watch(const struct journal *journal, const struct stat *own)
{
    struct stat named;

    return stat(journal->path, &named) == 0 && named.st_dev == own->st_dev &&
           named.st_ino == own->st_ino && own->st_nlink > 0;
}

static int begin(struct journal *journal, struct fault *fault)
{
    struct stat facts;

    if (fstat(fileno(journal->stream), &facts) != 0 || !S_ISREG(facts.st_mode))
        return fault_set(fault, FAULT_IO, "%s is not a file", journal->path);
    if ((journal->writes && lock(journal, fault)) || journal_read(journal, fault))
        return -1;
    journal->watched = can_watch(journal, &facts);
    if (journal->length == 0) {
        if (journal_write(journal, journal_header, JOURNAL_HEADER, fault))
            return -1;
        journal->chain = journal_begin(journal_header);
        file_sync_folder(journal->path);
    }
    settle(journal);
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

double journal_spent_ms(const struct journal *journal)
{
    return (double)journal->spent_ms;
}

size_t journal_damaged(const struct journal *journal)
{
    return journal->damaged;
}

size_t journal_count(const struct journal *journal)
{
    return journal->table.count;
}

const struct journal_entry *journal_at(const struct journal *journal, size_t index)
{
    return index < journal->table.count ? &journal->table.entries[index] : NULL;
}
