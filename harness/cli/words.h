/* Words of the command line that stand for one of several. */
#ifndef HARNESS_CLI_WORDS_H
#define HARNESS_CLI_WORDS_H

#include "harness/verify/matrix.h"

/* --format */
enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_GATLAS, /* bench only */
    FORMAT_MARKDOWN
};

enum {
    RUNS_TO_COMPARE =
        6 /* of a kernel at least, for --baseline and --compare-to: the test of fewer shows nothing */
};

/* What --data calls a pattern. */
const char *data_word(enum data data);

#endif
