/*
 * The journal of a long run: what happened to each point, written down before the next thing
 * happens, so that a run that is killed at any moment goes on where it was (doc/journal.md).
 *
 * A file of JSON lines that only grows. Each line names a key (what was worked on), the state that
 * it reached, and fields that belong to the state. In memory the journal is a table from keys to
 * what is known of them.
 *
 * One process writes at a time. The lock is the process's: another open file of the journal
 * that it closes takes the lock away, so a process opens a journal once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/json_read.h"

/* In the order of a point's life. */
enum journal_state {
    JOURNAL_SESSION, /* a run begins; the key is not a point's */
    JOURNAL_BUILD_STARTED,
    JOURNAL_BUILT,
    JOURNAL_RUN_STARTED,
    JOURNAL_VERIFIED,
    JOURNAL_SURVIVED,    /* what was started has ended without a result, and harmed nobody */
    JOURNAL_TIMES,       /* measured for the search */
    JOURNAL_FINAL_TIMES, /* measured again, as one of the best */
    JOURNAL_FAILED,
    JOURNAL_STATES
};

/* States of a key. */
struct journal_entry {
    char *key;                    /* its members in alphabetical order */
    enum journal_state state;     /* the last one */
    char *fields[JOURNAL_STATES]; /* of the last line of each state; NULL: there is none */
    /* Runs whose starts led to nothing: the writer was killed meanwhile. This one counts while work
     * is under way, however often it starts again. */
    unsigned unanswered;
    unsigned restarts; /* of them, those that the machine started anew behind, as `boot` tells */
    char *boot;        /* of the last of them, as far as it is known; NULL: it is not */
    long long begun;   /* where in the file this process's own one stands; 0: it has none */
    unsigned session;  /* of the last that is counted; 0: none is, or the journal has no sessions */
    size_t line;       /* number of its last line among those that were taken */
};

struct journal;

/* Whether a text begins as journals do, of this version or another; and whether a plain file does,
 * which may be longer than what is read whole. */
bool journal_begins(const char *text, size_t length);
bool journal_is(const char *path);

/* Opens a journal, a new one where there is no file, and locks it; or, where `writes` is false,
 * reads one without a lock. A torn last line is cut off (when reading: left out), with a note on
 * stderr. Returns NULL with an error: FAULT_IO (file, memory), FAULT_REFUSED (another process
 * writes it, the file is no journal or a later program's; the file stays as it is). */
struct journal *journal_open(const char *path, bool writes, struct fault *fault);

/* NULL is allowed. */
void journal_close(struct journal *journal);

/* Writes a line and waits until it is on the disk. Key and fields (NULL: none) are JSON objects
 * that remain the caller's. Errors: FAULT_IO; the file then ends with the line before. If it cannot
 * be brought to that, nothing more is written. If somebody else has removed, replaced or changed
 * the file, all that the journal knows goes to a new one, which the error names. */
int journal_append(struct journal *journal, const json_t *key, enum journal_state state,
                   const json_t *fields, struct fault *fault);

/* Whether the file is as this process has left it; what journal_append does where it is not. */
int journal_check(struct journal *journal, struct fault *fault);

/* For a run that ends in order while something is under way: takes back the lines at the end of the
 * file that begin what came to nothing (`build-started`, `run-started`, and `verified` where times
 * were to come), and writes `survived` for what was begun before those, so that nothing is to blame
 * for it. Nothing can be appended behind that. */
void journal_take_back(struct journal *journal);

/* Gives the file of a run that has ended a name of its own, `aside`, in place of an older one,
 * unless it is somebody else's by now. Nothing can be appended behind that. Errors: FAULT_IO. */
int journal_put_aside(struct journal *journal, const char *aside, struct fault *fault);

/* Milliseconds that the tunings of runs before this one were at work, as the times of their lines tell. */
double journal_spent_ms(const struct journal *journal);

/* Lines in the middle of the file that are damaged and were left out. */
size_t journal_damaged(const struct journal *journal);

/* Finds the entry of a key, whose members may stand in any order; NULL: none. Valid until a line is
 * appended. */
const struct journal_entry *journal_find(const struct journal *journal, const json_t *key);

/* The entries in the order of their first lines. */
size_t journal_count(const struct journal *journal);
const struct journal_entry *journal_at(const struct journal *journal, size_t index);

/* The key, and the fields of the last line of a state; new references. NULL: there is no such line,
 * or no memory. */
json_t *journal_key(const struct journal_entry *entry);
json_t *journal_fields(const struct journal_entry *entry, enum journal_state state);

/* A number of the fields of a state; 0: there is none. */
double journal_number(const struct journal_entry *entry, enum journal_state state,
                      const char *name);

/* The word of a state, as in the file. */
const char *journal_word(enum journal_state state);
