/* The commands and options of clgemm-bench as tables; only files of this folder include it. */
#pragma once

#include <getopt.h>

#include "harness/cli/options.h"

/* getopt_long's values of long options: ours, and the generator's. */
enum {
    LONG_OURS = 256,
    LONG_GENERATOR = 1024
};

/* Sets of commands. */
enum {
    DEVICES = 1 << COMMAND_DEVICES,
    CHECK = 1 << COMMAND_CHECK,
    BENCH = 1 << COMMAND_BENCH,
    COMPARE = 1 << COMMAND_COMPARE,
    LADDER = 1 << COMMAND_LADDER,
    STUDY = 1 << COMMAND_STUDY,
    OFFLINE = 1 << COMMAND_OFFLINE,
    TUNE = 1 << COMMAND_TUNE,
    REPORT = 1 << COMMAND_REPORT,
    WORKER = 1 << COMMAND_WORKER,
    FIT = 1 << COMMAND_FIT,
    PROFILE = 1 << COMMAND_PROFILE,
    SUBJECTS = CHECK | BENCH | COMPARE | OFFLINE,
    TIMED = BENCH | COMPARE | LADDER | STUDY,
    DRAWN = LADDER | STUDY,
    ON_DEVICE = DEVICES | CHECK | TIMED | TUNE | FIT | PROFILE | WORKER,
    SIZED = CHECK | TIMED | TUNE
};

struct command_row {
    const char *name;
    enum command command;
    const char *words, *help; /* what follows the name; one line, NULL: no command for people */
    const char *notes;        /* what its --help says too; NULL: nothing */
};

/* The index-th command, NULL past the last one; and the row of a command. */
const struct command_row *command_at(size_t index);
const struct command_row *command_row(enum command command);

/* How the value of an option is read. */
enum option_kind {
    KIND_SAME, /* as the first row of the name says */
    KIND_TEXT,
    KIND_SWITCH,
    KIND_ITEM,   /* one more text of a list */
    KIND_WORD,   /* the number of one of the row's words ... */
    KIND_CHOICE, /* ... or the word */
    KIND_NUMBER,
    KIND_PERCENT,
    KIND_SIZE,    /* a number of -M, -N or -K */
    KIND_TYPE,    /* of a device */
    KIND_BUDGET,  /* evaluations or a time */
    KIND_GROUPS,  /* a way to deal out rows, groups and rows */
    KIND_PRESET,  /* as --preset */
    KIND_JSON,    /* a format */
    KIND_VERSION, /* in place of a command */
};

struct option_row {
    const char *name; /* long name; NULL: a letter only */
    int letter;       /* 0: none */
    const char *
        metavar; /* what stands for its value; small letters: the words that it may be, with | between */
    const char *help;  /* what it means to these commands; NULL: not shown */
    unsigned commands; /* bits 1 << enum command; 0: serves every command */
    enum option_kind kind;
    size_t member, flag; /* places in struct options; flag: a bool that there is a value, 0: none */
    uint64_t least, most; /* of a number */
};

/* The index-th option of ours, NULL past the last one; and the first row of a name or letter, NULL:
 * there is none. */
const struct option_row *option_at(size_t index);
const struct option_row *option_row(const char *name);
const struct option_row *option_letter(int letter);

/* The row that says what an option means to a command, given its first one; NULL: it is none of the
 * command's. */
const struct option_row *option_meaning(const struct option_row *row, enum command command);

/* Whether a command takes the generator's options. */
bool option_generates(enum command command);

/* Index of a word in a list separated by | or spaces. Errors: FAULT_USAGE with the list. */
int option_word(const char *name, const char *text, const char *words, int *index,
                struct fault *fault);

/* Names of the commands for people, separated by blanks. */
void option_commands(char *text, size_t room);

/* Refuses what does not go together. Errors: FAULT_USAGE. */
int options_check(struct options *options, struct fault *fault);

/* The table that getopt_long reads: ours, then the generator's, then a row of zeros; malloc'd.
 * NULL with a fault where memory is short. */
struct option *option_table(struct fault *fault);

/* Reads "even:128x512" or "zipf:128x8", a way to deal out rows, groups, and how many rows each has
 * on average; or a file with the rows of a group a line, the first field of CSV: empty lines, those
 * that begin with # and a first line of words do not count. Errors: FAULT_USAGE, FAULT_IO. */
int groups_read(const char *text, struct test_case *test_case, struct fault *fault);

/* Completes a case with groups: the size of the axis of which they have parts, if nobody says it,
 * is as much as they have together. `ragged`: the value of --ragged; NULL: nobody says that, and it
 * is the first axis without a size. */
void groups_complete(const char *ragged, struct test_case *test_case);
