/*
 * One error: a sentence, the exit code it leads to, and (for builds) a long text.
 *
 * Functions that can fail return 0 or -1 and take a `struct fault *`; the first error wins, so
 * callers may go on to clean up with functions that fail in turn. NULL: the error is of no use, where
 * a function hands it on to these below alone.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct clgemm_error;

/* Exit codes of the program. The first five are those of clgemm-gen. */
enum fault_code {
    FAULT_NONE = 0,
    FAULT_USAGE = 1,    /* a command line that cannot be read */
    FAULT_IO = 2,       /* a file, or host memory */
    FAULT_TEMPLATE = 3, /* a template of the generator */
    FAULT_REFUSED = 4,  /* a rule, a constraint, or a manifest that breaks its contract */
    FAULT_DEVICE = 5,   /* no such device, a missing feature, a failed build or OpenCL call */
    FAULT_WRONG = 6,    /* a kernel computed a wrong result, or falls short of what is required */
    FAULT_SLOWER = 7    /* a kernel is slower than it was */
};

/* The status of an order of a worker, or of a candidate: one table of words for answers, journals
 * and tables. */
enum status {
    STATUS_OK,
    STATUS_COMPILE,
    STATUS_RUNTIME,
    STATUS_WRONG, /* a result, "correctness" */
    STATUS_TIMEOUT,
    STATUS_CRASH,
    STATUS_IMPOSSIBLE, /* a time */
    STATUS_REFUSED,    /* the kernel is not for this problem or device; no harm is done */
    STATUS_MEMORY,     /* none is left, perhaps because others use it */
    STATUS_ABSENT,     /* the device has not got what the kernel needs */
    STATUS_COUNT
};

struct fault {
    enum fault_code code;
    char text[1024]; /* one sentence, no newline at its end */
    bool lacking;    /* FAULT_DEVICE: the device has not got what the kernel needs */
    bool no_memory;  /* the host or the device has none left */
    bool contained;  /* FAULT_WRONG: C alone, as margins show; the process is as good as before */
    char *detail;    /* build log and source line, or NULL; freed by fault_clear */
    enum status status; /* of a worker's order that failed, or its times; STATUS_OK: of none */
    bool killed;        /* somebody else ended its process: out of memory, or by hand */
    bool interrupted;   /* we are to stop (harness/base/stop.h): nothing is known of the order */
};

/* Records an error unless one is there already. Always returns -1. */
int fault_set(struct fault *fault, enum fault_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Records an error of the generator, whose codes are ours too; the text of a product and its caret are
 * the detail. Always returns -1. */
int fault_pass_on(struct fault *fault, const struct clgemm_error *error);

/* Gives an error that is recorded in `from`, if any, to `fault`, unless one is there already;
 * `from` is empty afterwards. Returns -1 where there was one. */
int fault_move(struct fault *from, struct fault *fault);

/* Records "out of memory". Always returns -1. */
int fault_memory(struct fault *fault);

/* Puts `path: ` before the sentence of a recorded error. */
void fault_prefix(struct fault *fault, const char *path);

/* Prints "clgemm-bench: sentence" and the detail to `stream`. */
void fault_print(const struct fault *fault, FILE *stream);

/* Prints what a compiler or driver has said, NULL for nothing; a newline follows where it ends
 * without one. */
void fault_print_detail(const char *detail, FILE *stream);

/* Releases what the error holds and makes it empty. */
void fault_clear(struct fault *fault);

/* The word of a status, "" for STATUS_OK; and the status of a word, STATUS_COUNT where it is none
 * or NULL. */
const char *status_word(enum status status);
enum status status_find(const char *word);

/* The word for whoever asked whether a kernel is right: "passed", "refused", "absent", "crashed" or
 * "failed". */
const char *status_verdict(enum status status);

/* The word for whoever asked whether a kernel compiles as required: "compiled", "refused",
 * "missing" (a compiler), "short" of what is required or "failed". */
const char *status_compiled(enum status status);

/* Whether a worker answers with it; the others are those of its end, or of its times. */
bool status_is_answer(enum status status);

/* The exit code that it leads to. */
enum fault_code status_code(enum status status);
