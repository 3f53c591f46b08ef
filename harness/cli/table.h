/* The commands and options of clgemm-bench as tables; only files of this folder include it. */
#ifndef HARNESS_CLI_TABLE_H
#define HARNESS_CLI_TABLE_H

#include <getopt.h>

#include "harness/cli/options.h"

/* getopt_long's values of options without a letter; the generator's options follow. */
enum {
    LONG_TRIALS = 256,
    LONG_SIZES,
    LONG_PEAK,
    LONG_DATA,
    LONG_FORMAT,
    LONG_JSON,
    LONG_MEMORY,
    LONG_EDITED,
    LONG_EXACT_LENGTH,
    LONG_SEED,
    LONG_WARM_UP,
    LONG_WITH_TRANSFER,
    LONG_EXPLAIN,
    LONG_LIST,
    LONG_WITH,
    LONG_AGAINST,
    LONG_BASELINE,
    LONG_COMPARE_TO,
    LONG_SHAPES,
    LONG_SEARCH,
    LONG_BUDGET,
    LONG_COVERING,
    LONG_SAMPLE,
    LONG_JOURNAL,
    LONG_PARAM,
    LONG_SVG,
    LONG_TARGET,
    LONG_REQUIRE_SHARE,
    LONG_REQUIRE_NO_SPILLS,
    LONG_REQUIRE_SIMD,
    LONG_REQUIRE_ENGINE,
    LONG_COMPILE_LIMIT,
    LONG_RUN_LIMIT,
    LONG_TOP,
    LONG_JOBS,
    LONG_START,
    LONG_LEAST_GAIN,
    LONG_WITHIN,
    LONG_SHOW_SPACE,
    LONG_PARANOID,
    LONG_TEMPLATES,
    LONG_WORKER,
    LONG_BANDWIDTH,
    LONG_MEMBERS,
    LONG_VERSION,
    LONG_GENERATOR = 1024
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

struct option_row {
    const char *name; /* long name; NULL: a letter only */
    int value;        /* letter, or LONG_ */
    const char *
        metavar; /* what stands for its value; small letters: the words that it may be, with | between */
    const char *help;  /* what it means to these commands; NULL: not shown */
    unsigned commands; /* bits 1 << enum command; 0: serves every command */
};

/* The index-th option of ours, NULL past the last one; and the row of a value. */
const struct option_row *option_at(size_t index);
const struct option_row *option_row(int value);

/* The row of a value that serves a command; NULL: it is none of the command's. */
const struct option_row *option_row_of(int value, enum command command);

/* Whether a row of an option serves a command; whether any row of a value does. */
bool option_serves(const struct option_row *row, enum command command);
bool option_value_serves(int value, enum command command);

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

#endif
