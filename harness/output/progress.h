/*
 * How far a long command is, in one line at the bottom of a terminal:
 *
 *     verified 3/8, shuffle at 512; 0:07 left
 *
 * It goes to standard error; where that is no terminal, as a line of its own after 5 s, later each
 * half minute, so that a log tells how far a run is. There is none beside JSON.
 *
 * A command does one kind of work or several; of each, units of about the same length are counted,
 * in parts where a unit has parts. The time left is what the units that are done have taken, for
 * each that is not done. The first part is left out, as it has the time that a device and its
 * compiler need to begin; so are kinds of which nothing more is done yet.
 */
#pragma once

#include "harness/cli/words.h"

enum {
    PROGRESS_KINDS = 2,
    PROGRESS_FIRST_MS =
        5000,               /* to the first line of a log; the time to the next doubles up to ... */
    PROGRESS_LOG_MS = 30000 /* ... this */
};

struct progress_kind {
    const char *name;   /* what has been done to the units that are counted: "verified" */
    double done, total; /* units; total 0: not known */
    double spent_ms;    /* on those that are done, behind the `first` */
    double first;       /* units that were done when something was done first */
};

struct progress {
    enum {
        PROGRESS_NONE,
        PROGRESS_LINE,
        PROGRESS_LOG
    } how;          /* a line that is replaced, or one after another */
    double next_ms; /* when the log gets its next line ... */
    double gap_ms;  /* ... and how long it waits for the one after it */
    struct progress_kind kinds[PROGRESS_KINDS];
    double mark_ms; /* up to when time was added to a kind */
    double end_ms;  /* when the first kind ends at the latest, on the clock of time_now_ms; 0: when
                       its units are done */
};

/* Nothing is done of nothing yet. `format` is that of the command's output. Nothing is to be
 * released. */
void progress_open(struct progress *progress, enum format format);

/* Says what a kind of work is (0 or 1) and how many units there are; none is done. The time up to
 * now counts for none. */
void progress_expect(struct progress *progress, size_t kind, const char *name, double total);

/* So many units of a kind are done; the time since the call before is theirs. */
void progress_reach(struct progress *progress, size_t kind, double done);

/* Shows a kind and, behind it, words that say what is done now. The words are cut where the line
 * would be longer than the terminal is wide. */
void progress_show(struct progress *progress, size_t kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Removes the line; due before anything else is written to the terminal. */
void progress_clear(const struct progress *progress);

/* Seconds left; 0: not known. */
double progress_left(const struct progress *progress, double now_ms);
