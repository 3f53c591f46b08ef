/*
 * Shared by the parts of the journal; only files of this folder include it.
 *
 *     journal.c  opening, locking, appending
 *     line.c     the text of a line, and its check value
 *     read.c     from the file to the table; what is damaged
 *     table.c    what is known of each key
 *     guard.c    a file that somebody else removes, empties or changes
 */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "harness/journal/journal.h"
#include "harness/base/hash.h"

/* The first line: no other file begins like that, so no other file is ever cut or written to. Lines
 * of the earlier form do not say which line they follow; a journal that begins with them goes on in
 * this one. */
extern const char journal_header[], journal_earlier_header[];
enum {
    JOURNAL_HEADER = 21 /* bytes of both */
};

/* Check value that the next line follows. */
struct journal_chain {
    uint64_t value; /* check value of the last line; before the first linked one: of all bytes */
    bool linked;    /* every line from here on says which one it follows */
    bool open;      /* the last line is damaged: nobody knows its value */
};

/* The lines of a journal in memory. */
struct journal_table {
    struct journal_entry *entries;
    size_t count;
    struct hash_index index; /* by the keys */
    unsigned sessions;       /* that have begun */
    size_t line;             /* number of the last line that was taken, from 1 */
    size_t missed;           /* of the last one that was damaged; 0: none was */
};

struct journal {
    char *path;
    FILE *stream; /* reads the file; open as long as the journal, since closing it unlocks */
    off_t length; /* bytes of whole lines */
    off_t
        settled; /* bytes without the lines at the end that this process wrote to begin something */
    struct journal_chain chain, settled_chain; /* behind those bytes */
    size_t damaged;                            /* lines that are left out */
    int64_t last_ms, spent_ms; /* of the last line that was read; between lines of one session */
    bool writes;
    bool stuck;   /* a write failed and could not be undone */
    bool watched; /* the system tells which file has the path, and how many names it has */
    bool lost;    /* the file is another's: it is not touched any more */
    struct journal_table table;
};

/* --------------------------------------------------------------------------------------- line.c */

/* A line with its newline in malloc'd memory, which follows nothing yet. Key and fields are texts
 * of JSON objects. NULL: no memory. */
char *journal_line(const char *key, enum journal_state state, const char *fields, int64_t at_ms,
                   size_t *length);

/* The chain behind one of the two first lines. */
struct journal_chain journal_begin(const char *header);

/* Makes a line of journal_line the next one of a chain, also one that was linked elsewhere. */
void journal_link(char *line, size_t length, struct journal_chain *chain);

enum journal_check {
    CHECK_NONE, /* the line has no check value: it was written before there were any, or by hand */
    CHECK_RIGHT,
    CHECK_WRONG
};

/* Result of the check value of a line without its newline. */
enum journal_check journal_line_check(const char *line, size_t length);

/* Whether a line says which one it follows; and whether that is the last one of a chain. */
bool journal_is_linked(const char *line, size_t length);
bool journal_follows(const char *line, const struct journal_chain *chain);

/* Takes a line of a file, without its newline, for the last one of a chain. `damaged`: it was
 * changed since it was written. */
void journal_pass(struct journal_chain *chain, const char *line, size_t length, bool damaged);

/* --------------------------------------------------------------------------------------- read.c */

/* Reads all lines, brings the table up to them, and says what is left out. Errors: FAULT_IO,
 * FAULT_REFUSED. */
int journal_read(struct journal *journal, struct fault *fault);

/* -------------------------------------------------------------------------------------- guard.c */

/* Writes bytes behind the whole lines and waits for the disk. Errors: FAULT_IO. */
int journal_write(struct journal *journal, const char *bytes, size_t count, struct fault *fault);

/* Brings the file back to its whole lines. */
void journal_undo(struct journal *journal);

/* Looks at the file before it is written to. Errors: FAULT_IO: it is not as this process has left
 * it. A new file, which the error names, then has all that the journal knows, and `bytes` that were
 * to come. */
int journal_guard(struct journal *journal, const char *bytes, size_t count, struct fault *fault);

/* -------------------------------------------------------------------------------------- table.c */

void journal_table_release(struct journal_table *table);

/* Takes a line into account. Errors: FAULT_IO (memory); the table is then as before. */
int journal_table_add(struct journal_table *table, const json_t *key, enum journal_state state,
                      const json_t *fields, struct fault *fault);

/* Takes a line into account that cannot be read. A key that is under way then may have come to an
 * end that nobody knows, as a failure: where no result follows, times from before it are
 * forgotten. */
void journal_table_miss(struct journal_table *table);

/* After the last line of the file: forgets what journal_table_miss says. */
void journal_table_settle(struct journal_table *table);

/* This process has started something, at this place of the file. */
void journal_table_begin(struct journal_table *table, const json_t *key, long long place);

const struct journal_entry *journal_table_find(const struct journal_table *table,
                                               const json_t *key);

/* A state from its word; false: there is no such state. */
bool journal_state_of(const char *word, enum journal_state *state);
