/* Words of the command line that stand for one of several. */
#pragma once

#include "harness/verify/cases.h"

/* --format, in the order of bench's words for it (harness/cli/table.c) */
enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_MARKDOWN,
    FORMAT_GATLAS /* bench only */
};

enum {
    RUNS_TO_COMPARE =
        6 /* of a kernel at least, for --baseline and --compare-to: the test of fewer shows nothing */
};

/* Word of a pattern of --data, and of a --format. */
static inline const char *data_word(enum data data)
{
    static const char *const words[] = {"random", "ones", "small"};

    return words[data];
}

static inline const char *format_word(enum format format)
{
    static const char *const words[] = {"text", "json", "csv", "markdown", "gatlas"};

    return words[format];
}

/* Cases that a kernel is checked on, in place of runs. */
struct cases {
    enum case_sizes sizes;
    const struct test_case *given; /* sizes of SIZES_GIVEN, and scalars */
    uint64_t trials;               /* runs of each at least */
    bool exact_length;             /* no buffer has margins */
};

/* How kernels are measured. */
struct schedule {
    enum data data;
    uint64_t seed;
    uint64_t iterations, warm_up; /* runs that count, and those before */
    uint64_t memory;              /* bytes of the host that all may use */
    const char *peak; /* "profile", "measured", GFLOP/s; NULL: by profile, else measured */
    bool validate;    /* every sample */
    bool trusts;      /* kernels were verified on other sizes: those of the cases are timed alone */
    bool settle; /* each run starts from the same state of the machine, with new weights, and rounds
                    alternate in direction */
    bool with_transfer; /* operands to the device and C back, too */
    /* Kernels that are tuned have device times alone, and are verified with so many seeds. Those of
     * a final are nearly equal and must be right: they are verified on the edges of tiles, and again
     * behind the last run. Rounds are in random order, at least `iterations` and at most so many,
     * until the means are known, or as many as take `least_ms`. The first one that is out ends it. */
    struct {
        uint64_t seeds, most; /* seeds: 0: nothing is tuned; most: 0: it is no final */
        bool random;          /* verified by random numbers too */
        double least_ms;      /* that the samples of a short kernel take together */
    } tuned;
    const struct cases *cases; /* kernels are checked on them and not measured; NULL: they are */
};
