/*
 * Other programs: started from an argument vector without a shell, each in a process group of its
 * own, so that what it has started ends with it. Nothing of this process is copied into them, which
 * makes them safe to start after OpenCL was used.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "harness/base/fault.h"

struct process_order {
    const char *const *arguments;   /* NULL behind the last; the first is searched in PATH */
    const char *const *environment; /* "NAME=value", added to or in place of ours; NULL: nothing */
    const char *folder;             /* it works in; NULL: ours */
    int streams[3]; /* descriptors for its input, output and errors; -1: the null device */
};

struct process {
    pid_t id; /* of the process and of its group; 0: none */
    double started_ms;
};

struct process_end {
    enum {
        PROCESS_EXITED,
        PROCESS_SIGNALLED,  /* it crashed, or somebody else ended it */
        PROCESS_LATE,       /* past its limit: stopped */
        PROCESS_INTERRUPTED /* we are to stop (harness/base/stop.h) */
    } how;
    int number; /* exit code or signal */
    double ms;  /* from start to end, wall clock */
};

/* Path of a program of PATH in malloc'd memory; NULL where there is none. */
char *process_find(const char *name);

/* Starts a program; process_wait or process_stop is due. Errors: FAULT_IO. */
int process_start(const struct process_order *order, struct process *process, struct fault *fault);

/* Waits until it has ended or `limit_ms` from now are over; 0 looks once. True: it has ended, what
 * was left of its group too, and *end tells how. False: it still runs, or we are to stop. */
bool process_wait(struct process *process, double limit_ms, struct process_end *end);

/* Whether some thread of this process beside the caller's is at work or waits for a processor.
 * False where the system does not tell. */
bool process_has_work(void);

/* A word that this process gives itself, of which 15 letters are kept, at next to no cost; and that
 * of another one, which can be read after it has crashed too, until it is waited for or stopped
 * ("": it cannot). */
void process_mark(const char *word);
void process_read_mark(const struct process *process, char *word, size_t room);

/* Whether it has ended; process_wait or process_stop is still due. */
bool process_ended(const struct process *process);

/* Kills its group. `how` and `number` of *end are those of its own end. */
void process_stop(struct process *process, struct process_end *end);

/* Starts, waits, and stops what is late or still runs where we are to stop. Errors: those of
 * process_start; how the program ended is no error here. */
int process_run(const struct process_order *order, double limit_ms, struct process_end *end,
                struct fault *fault);

/* "ended with code 3", "was ended by signal 11 (Segmentation fault)". */
void process_describe(const struct process_end *end, char *text, size_t room);

/* Refuses this process so many bytes of memory beyond what it has mapped by now. */
void process_limit_memory(uint64_t bytes);

/* Has this process sent a signal when the one that has started it ends. No signal comes where that
 * has ended before; its files are closed then, so process_has_writer, asked behind this, tells. */
void process_follow(int number);

/* For a program that reads from a pipe: whether anybody still holds the other end of the standard
 * input. Bytes written to it outlive the writer. */
bool process_has_writer(void);

/* Opens those of the descriptors 0 to 2 that are closed, as a daemon leaves them, before anything
 * else: a journal, a log or a pipe would take their place and get what is printed. To read
 * or write them is an error as before, also by the name /dev/stdout. Errors: FAULT_IO. */
int process_open_streams(struct fault *fault);
