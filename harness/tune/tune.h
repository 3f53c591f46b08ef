/* Finds the fastest kernel for a device, a problem or a list of shapes. */
#pragma once

#include "harness/base/shapes.h"
#include "harness/cli/setting.h"
#include "harness/cli/words.h"
#include "harness/worker/worker.h"

struct ranks;
struct time_spent;

struct tune_options {
    struct {
        const char *shapes; /* a list in CSV; NULL: the size of `test_case` */
        struct test_case test_case;
        const char *at; /* in place of its sizes those of a product in index notation; NULL: none */
        enum data data;
        const struct shapes *list; /* in place of these; NULL: none */
    } problem;
    struct {
        struct settings settings; /* of the generator: what stays fixed */
        struct texts presets;
        struct texts params;   /* lists of values: "tile=8x8,16x2" */
        const char *templates; /* a folder whose templates come first, or NULL */
        bool every;            /* kernels of all profiles come first ... */
        const char *but;       /* ... but for those that these patterns leave out; NULL: none */
        const char *engine;    /* of matrix engines this one alone; NULL: all that work */
    } space;
    struct {
        const char *kind;
        uint64_t budget;         /* evaluations; 0: no limit ... */
        uint64_t budget_seconds; /* ... or a time in their place; 0: not said */
        double end_ms;     /* when the best are measured again, too, by time_now_ms; 0: ever */
        const char *start; /* a profile whose kernels are tried first; NULL: none */
        double least_gain; /* percent: ends where less is likely; 0: does not */
    } search;
    struct {
        uint64_t trials; /* launches of a kernel at least */
        uint64_t top;    /* kernels that are measured again */
        double within;   /* percent that a kernel may be slower than a shape's winner */
    } finals;
    struct {
        uint64_t compile, run; /* seconds */
        uint64_t memory;       /* bytes of a worker */
    } limits;
    struct {
        const char *journal; /* "none"; NULL: one beside the profile, if that is a plain file */
        const char *output;  /* the profile; NULL: none */
        json_t **made;       /* it is given here, and not written; NULL: not wanted */
    } files;
    struct worker_options worker;
    uint64_t seed;
    const char *peak; /* "profile", "measured", GFLOP/s, or NULL */
    bool says_jobs;   /* `jobs` is said: workers that build ahead */
    uint64_t jobs;
    bool paranoid;   /* every kernel is verified on every shape, with random data too */
    bool show_space; /* shows what would be searched, and ends */
    enum format format;
    struct ranks *ranks;      /* that the command has joined; NULL: the tuning does so */
    struct time_spent *spent; /* the time is added to it, and not shown; NULL: it is shown */
    double *found_peak; /* becomes the peak that was found, in GFLOP/s, 0: none; NULL: not wanted */
};

/* Searches, measures the best again, prints the result and writes the profile. Kernels run in
 * workers (harness/worker/worker.h); this process never touches a device. Errors: FAULT_DEVICE (no
 * device, or it has failed), FAULT_REFUSED (nothing works), FAULT_IO. */
int tune_run(const struct tune_options *options, struct fault *fault);

/* In another rank than the first: its worker serves that one, until it closes the ranks. */
int tune_serve(const struct worker_options *worker, struct ranks *ranks, struct fault *fault);

/* Whether a profile, or one that it inherits from, has a name that fits one of the patterns, which
 * have commas between (NULL: none). */
bool tune_leaves_out(const char *patterns, const char *profile);

/* Whether a matrix engine has a kernel that computes what the request without one does, rounding no factors. */
bool tune_engine_serves(const struct clgemm_request *request, const char *engine);
