/* How the figures of `replay` are shown. */
#ifndef HARNESS_COMMANDS_REPLAY_REPORT_H
#define HARNESS_COMMANDS_REPLAY_REPORT_H

#include "harness/cli/options.h"
#include "harness/search/recorded.h"

/* A search on a space. */
struct replay {
    const char *search;
    size_t runs, reached; /* reached: runs that came to the target */
    size_t *evaluations;  /* of each run until the target, SIZE_MAX: it was not reached; sorted */
};

struct replay_report {
    const struct options *options;
    const struct recorded_space *space;
    double target_ms; /* a time up to this is at the target */
    const struct replay *replays;
    size_t count;
};

/* The head of the output, before all spaces (CSV has one), and one space, on stdout. */
void replay_report_begin(const struct options *options);
void replay_report_space(const struct replay_report *report);

#endif
