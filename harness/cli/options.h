/* The command line. */
#pragma once

#include "harness/cli/setting.h"
#include "harness/cli/words.h"
#include "harness/opencl/device.h"
#include "harness/verify/cases.h"

enum command {
    COMMAND_NONE, /* not said yet */
    COMMAND_VERSION,
    COMMAND_DEVICES,
    COMMAND_CHECK,
    COMMAND_BENCH,
    COMMAND_COMPARE,
    COMMAND_LADDER,
    COMMAND_STUDY,
    COMMAND_OFFLINE,
    COMMAND_REPORT,
    COMMAND_FIT,
    COMMAND_TUNE,
    COMMAND_PROFILE,
    COMMAND_WORKER /* started by tune */
};

enum {
    OPTION_ROOM = 128, /* rows of the option table at most */
    TOP_LIMIT = 16,    /* kernels of --top at most */
    JOBS_LIMIT = 256   /* processes of --jobs at most */
};

struct time_spent;

struct options {
    enum command command;
    struct device_choice device;
    enum format format;
    struct selection selection; /* manifests: also a ladder's or study's name, files of report */
    struct schedule schedule;
    bool names_edges;
    bool native;              /* --for native: the profile of the device, as without --for */
    bool covering;            /* check the points of a covering set of the generator's space ... */
    uint64_t sample;          /* ... or so many random ones; 0: neither */
    const char *journal;      /* of these checks, or of tune; NULL: none */
    struct texts params;      /* lists of values for the space: "tile=8x8,16x2" */
    struct settings settings; /* of the generator */
    enum case_sizes sizes;
    struct test_case test_case; /* -M -N -K, alpha 1, beta 0 */
    uint64_t trials;
    bool edited, exact_length, list, help, has_iterations, has_trials, has_budget, has_memory,
        has_jobs;
    const char *size_words;  /* of --sizes; NULL: not said */
    const char *explain;     /* "peak" or NULL */
    const char *svg;         /* file for the picture, or NULL */
    bool said[OPTION_ROOM];  /* by row of the option table: the first one of each that was said */
    struct texts targets;    /* VENDOR:NAME, separated by commas */
    double require_share;    /* offline: percent; 0: not asked for ... */
    bool require_no_spills;  /* ... */
    uint64_t require_lanes;  /* ... 0: not asked for */
    bool require_engine;     /* check and bench too */
    uint64_t compile_limit;  /* seconds; some where none are said */
    uint64_t run_limit;      /* seconds; some where none are said */
    const char *with;        /* names of libraries, separated by commas */
    struct texts against;    /* kernels to compare with: options of the generator each */
    const char *baseline;    /* file for the results of bench, or NULL */
    const char *compare_to;  /* such a file to compare them with, or NULL */
    const char *shapes;      /* a list in CSV, or NULL */
    const char *groups;      /* of --groups, perhaps a file; NULL: not said */
    const char *search;      /* a kind of search; NULL: the first one */
    uint64_t budget;         /* evaluations of a search, 0: no limit */
    uint64_t budget_seconds; /* in place of evaluations; 0: not said */
    const char *output;      /* the profile that tune writes, the page of report, or NULL */
    const char *bandwidth;   /* GB/s, or NULL */
    const char *templates;   /* a folder whose templates come first, or NULL */
    const char *worker;      /* a program that serves as worker; NULL: this one */
    const char *source;      /* a host's own kernel, which is checked; NULL: none */
    uint64_t jobs;           /* workers of tune that build ahead, where has_jobs */
    uint64_t top;            /* kernels that are measured again */
    double within; /* percent that a kernel may be slower than a shape's winner, or than before */
    bool show_space, paranoid;
    const char *
        leave_out; /* patterns of names of profiles that profile does without, with commas between; NULL: none */
    const char *start; /* a profile whose kernels tune tries first, or NULL */
    double least_gain; /* percent of time that as many points again bring at least; 0: any */
    const char **room; /* of all lists of texts */
    char *own_profile; /* what `output` points to where it is one of the user's profiles */
};

/* Reads the command line. Strings point into argv. On success options_release is due. Errors:
 * FAULT_USAGE with the nearest known names. */
int options_read(int argc, char **argv, struct options *options, struct fault *fault);
void options_release(struct options *options);

/* Tries options of the generator, and a preset (NULL: none). Errors: what is wrong with them
 * whatever device and sizes a kernel is for: an unknown value, a profile that is not there. */
int options_try(const struct settings *settings, const char *preset, struct fault *fault);

/* --help, of all or of a command, on stdout. */
void options_help(enum command command);
