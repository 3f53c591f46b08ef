/*
 * Signals that ask this process to end, SIGINT, SIGTERM and SIGHUP, so that it can end what it has
 * started and show what it knows:
 *
 *     stop_watch()  ->  stop_wanted() where work goes on, stop_fault() where it ends  ->  stop_end()
 *
 * The first signal is noted, and interrupts system calls that block (EINTR). Calls that are begun
 * behind it are interrupted within a second. A second signal ends the process at once; so does the
 * first one after four seconds, whatever blocks.
 */
#pragma once

#include <stdbool.h>

#include "harness/base/fault.h"

enum {
    STOP_SIGNALS = 3
};
extern const int stop_signals[STOP_SIGNALS];

/* From now on these signals are noted, but for those that are ignored, as under nohup. Programs
 * that are started receive them as ever. Called by the main thread; again is as once. */
void stop_watch(void);

/* Sets when work is to end as by a signal, by time_now_ms; 0: by signals alone. The caller asks
 * stop_is_late behind the work, and goes on. */
void stop_at(double ms);

/* Whether one of them has come, or that time. */
bool stop_wanted(void);

/* Whether a signal has come; whether the time has, and no signal. */
bool stop_signalled(void);
bool stop_is_late(void);

/* The same for a library that asks by a function (clgemm_space_stop_by). */
int stop_asked(void *unused);

/* Records that what was to be done is not, "stopped by SIGTERM", or "the time was over". Always returns -1. Errors:
 * FAULT_IO, which is `interrupted`. */
int stop_fault(struct fault *fault);

/* Whether we are to stop, and an error may follow from that alone: one of files or memory does not, nor a wrong result. */
bool stop_explains(const struct fault *fault);

/* Ends this process by the signal that has come, so that whoever has started it sees that; returns
 * where none has. */
void stop_end(void);
