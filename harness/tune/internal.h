/*
 * Shared by the parts of `tune`; only files of this folder include it.
 *
 *     tune.c       a tuning for each transposition of the list, and the profile
 *     space.c      the generator's space as a search sees it, and the generator's own point
 *     options.c    options of the generator, and what they come to
 *     candidate.c  a point's kernel, and what it is called; candidates by their times
 *     search.c     from proposals to times
 *     evaluate.c   one point, measured by a worker and written down
 *     device.c     limits, whether the device is alive behind an order that failed, its peak
 *     record.h     what stands in the journal, and what comes of an attempt
 *     pool.c       who measures a point: this process, or others beside it
 *     final.c      the best ones, measured again
 *     select.c     winners, and the few kernels that are nearly as good
 *     cover.c      the smallest set of kernels that serves all shapes
 *     print.c      progress and tables
 *     profile.c    the profile
 *     starts.h     kernels that there are before a search: shipped.c, start.c, every.c
 */
#pragma once

#include <math.h>

#include "clgemm.h"
#include "harness/engine/suite.h"
#include "harness/journal/journal.h"
#include "harness/manifest/element.h"
#include "harness/opencl/peak.h"
#include "harness/output/progress.h"
#include "harness/search/search.h"
#include "harness/base/shapes.h"
#include "harness/tune/tune.h"
#include "harness/worker/executor.h"
#include "harness/worker/orders.h"

/* A kernel on one shape. Times in milliseconds of the device; INFINITY: none. */
struct score {
    double ms;                              /* median of the search's launches */
    double final_ms, mean_ms, deviation_ms; /* measured again as one of the best */
    json_t *times;                          /* these, a list; NULL: none */
};

/* A candidate: a point of the space, or another kernel, that was tried. (The engine's struct
 * candidate is one on one shape, under measurement.) */
struct configuration {
    unsigned *point;      /* NULL: it is no point of the space */
    json_t *parameters;   /* what is said for it, name to value; "-": nothing */
    json_t *manifest;     /* with its source; NULL: not made, or made again when it is needed */
    json_t *compiled;     /* what a worker has built ahead; NULL: nothing */
    char *options;        /* of clgemm-gen, as on a command line: how it is computed ... */
    char *problem;        /* ... and what: type, layout, transposes, ... */
    char *brief;          /* what tune_brief says of it; NULL: not asked yet */
    char kind[PEAK_KIND]; /* of its arithmetic; "": not asked yet */
    uint64_t kernel;      /* hash of its sources but the command that makes them; 0: not made yet */
    struct score *scores; /* one a shape */
    double ms;            /* their geometric mean; INFINITY: cannot do one of them */
    bool again;           /* one before it is the same kernel, and stands for both */
    bool apart;           /* others are compared with it; it is never chosen */
    bool untried;         /* the search has not measured it: it is compared with the best alone */
    bool measured;        /* is not out any more */
    bool dropped;         /* the time was over, or we were to stop, before it was tried */
    bool failed;          /* takes no part any more */
    bool fails_late;      /* failed among the best of a run before this: in no final any more */
    unsigned kills;       /* workers that somebody else ended while they were at work on it */
    bool checked;         /* right at other sizes and seeds too */
};

/* Outcome of an order of a worker, or of several. 0 and -1 are those of other functions: done, and
 * the error that is set ends the run. */
enum outcome {
    OUTCOME_STOPPED = -1, /* the run cannot go on: an error is set */
    OUTCOME_DONE = 0,
    OUTCOME_FAILED,  /* the candidate takes no part any more */
    OUTCOME_REFUSED, /* the kernel is not for this shape, or not beside others */
    OUTCOME_KILLED   /* somebody else ended the worker: nothing is known, and its slots are empty */
};

/* A candidate on a shape, and the worker that tries it. What observes the engine begins with
 * one. */
struct attempt {
    struct tuning *tuning;
    struct client *worker;
    struct configuration *candidate;
    size_t shape;
    enum outcome outcome; /* so far; OUTCOME_STOPPED: has set ... */
    struct fault *fault;  /* ... this */
    bool builds;          /* its compiler is at work */
};

enum {
    TUNE_WARM_UP = 1,  /* samples of the search on a shape that do not count ... */
    TUNE_LAUNCHES = 3, /* ... and that do, of short ones ... */
    TUNE_LEAST_MS = 3  /* ... as many as take this time */
};

/* Times closer than this are called equal. */
#define TUNE_TIE 1.02

/* Shared by all shapes of a run. */
struct tuner {
    const struct tune_options *options;
    struct executor worker;
    struct pool *pool;
    struct journal *journal; /* NULL: none */
    char *journal_path;      /* its file, malloc'd */
    bool own_journal;        /* it is the one beside the profile, which nobody has named */
    bool written;            /* there is a profile */
    bool finished;           /* the run has come to its end */
    bool late;               /* its time was over before its end */
    struct clgemm_templates *templates;
    json_t *device;                    /* the worker's answer to `device` */
    struct peak peak;                  /* of the device */
    double limit_gflops;               /* nothing of that kind is faster; 0: not known */
    char kind_of_limit[PEAK_KIND];     /* that tune_limit was asked for last, another one, ... */
    double kind_limit;                 /* ... and what it found */
    double bandwidth;                  /* GB/s of the device's memory; 0: not known */
    double begin_ms;                   /* when the run has begun */
    char boot[40];                     /* which start of the machine this is; empty: not known */
    size_t failures[STATUS_COUNT + 1]; /* the last ones: of no known status */
    unsigned builds_lost;     /* builds in a row that took their process down or were late */
    bool has_built;           /* a kernel */
    struct progress progress; /* its kinds are those of tune_show_search and tune_show_turn */
};

/* The tuning of the shapes of one transposition. */
struct tuning {
    struct tuner *tuner;
    const struct shape *shapes;
    size_t shape_count;
    struct clgemm_request *request; /* what stays fixed */
    struct clgemm_space *space;
    size_t width;
    bool counted; /* points were drawn, for which the space is counted first (tune_counts) */
    unsigned *value_counts;
    struct configuration **candidates; /* each stays where it is while others are added */
    size_t count;
    json_t *good; /* manifest of a kernel that is known to work; NULL: none yet */
    struct shape good_shape;
    bool crowded;      /* several kernels share the worker */
    unsigned engines;  /* that work here: a bit of each index of clgemm_space_engine */
    double operations; /* that a product and its addition count as, element_operations */
    double fewest;     /* products of the cheapest shape, as tune_products */
    double *best_ms;   /* by shape, of the search */
    size_t total;      /* evaluations at most; 0: not known */
    double search_ms;  /* what its search is granted, where time is what is granted, ... */
    double end_ms;     /* ... and when it is over at the latest */
    double stop_ms;    /* when all of the tuning is over; 0: never */
    bool has_kernel;   /* one was measured, or all were tried: no time is over before in `every` */
    size_t tried;      /* candidates of the search; one that is apart stands behind them */
    struct shipped *shipped; /* without tuning; the first one is made where sizes are not known */
    size_t shipped_count;
    size_t *picks;   /* by shape: index into shipped; in one piece with the lists behind it */
    size_t *untuned; /* by shape: that kernel as a candidate; SIZE_MAX: it does not work */
    size_t *winners; /* by shape: index of a candidate; SIZE_MAX: none */
    size_t *kernels; /* candidates of the small set */
    size_t kernel_count;
    size_t *served; /* by shape: index into kernels */
    bool cut_short; /* where the best were not measured again the search's times stand for them */
};

/* Products of two elements that are added up; and the speed of a kernel that takes `ms` for
 * them. */
static inline double tune_products(const struct shape *shape)
{
    const double members = shape->members > 0 ? (double)shape->members : 1;

    return shape->products > 0 ? shape->products
                               : members * (double)shape->m * (double)shape->n * (double)shape->k;
}

/* The sizes of a product in index notation; NULL: a shape has none. */
static inline const char *tune_sizes(const struct shape *shape)
{
    return *shape->at == '\0' ? NULL : shape->at;
}

static inline double tune_gflops(const struct tuning *tuning, const struct shape *shape, double ms)
{
    return tuning->operations * tune_products(shape) / (ms * 1e6);
}

/* The search verifies a kernel at the cheapest shape, as that takes longer than to time it; the
 * finals verify the best at each. */
static inline bool tune_is_cheapest(const struct tuning *tuning, size_t shape)
{
    return tune_products(&tuning->shapes[shape]) <= tuning->fewest;
}

/* -------------------------------------------------------------------------------------- space.c */

/* Makes request and space. Errors: the generator's. */
int tune_space_open(struct tuning *tuning, struct fault *fault);

/* The space for search_open, but for how points are drawn; it belongs to the tuning. */
void tune_space_view(struct tuning *tuning, struct search_space *space);

/* Whether points are drawn with the same probability, for which the space is counted: beside kernels of all profiles there
 * is no time for that, nor where each rule that is asked reads the text of a product. */
bool tune_counts(const struct tuning *tuning);

/* Draws a point. False: there is none, or none was found. */
bool tune_draw(const struct tuning *tuning, uint64_t *random, unsigned *point);

/* The point that makes the same kernel as a request; false: there is none. */
bool tune_place(const struct tuning *tuning, const struct clgemm_request *request, unsigned *point);

/* The candidate of a point; SIZE_MAX: it was not tried. */
size_t tune_find_point(const struct tuning *tuning, const unsigned *point);

/* The index of a parameter's value; where it is not in the list, of "-", else SIZE_MAX. */
size_t tune_value_index(const struct tuning *tuning, size_t parameter, const char *wanted);

/* ------------------------------------------------------------------------------------ options.c */

/* A copy of a request with the profile, the sizes and the options (name to value; "-": not said)
 * that are given, as the user's word; each may be NULL. NULL: one is refused, see *error, or no
 * memory. */
struct clgemm_request *tune_request(const struct clgemm_request *base, const char *profile,
                                    const struct shape *fixed, const json_t *options,
                                    struct clgemm_error *error);

/* A copy of a request that says a point of a space, too. */
struct clgemm_request *tune_point_request(const struct clgemm_request *base,
                                          const struct clgemm_space *space, const unsigned *point,
                                          struct clgemm_error *error);

/* The options of a request's kernel: {"tile": {"value": ..., "said_by": ...}, ...}; the values of
 * all, said or chosen by the generator, {"tile": ..., ...}; its manifest with its source. New
 * references; NULL: no request, refused, or no memory. */
json_t *tune_resolve(const struct clgemm_request *request);
json_t *tune_config(const struct clgemm_request *request);
json_t *tune_generate(const struct clgemm_request *request, struct clgemm_error *error);

/* Selects the resolved options that somebody chose: how a product is computed (`how`), or which. A
 * new object, name to value. */
json_t *tune_chosen(const json_t *resolved, bool how);

/* Options as on a command line, in malloc'd memory, and back; a switch without a value is "yes".
 * NULL: no line, or no memory. */
char *tune_write_options(const json_t *options);
json_t *tune_read_options(const char *line);

/* ---------------------------------------------------------------------------------- candidate.c */

/* Makers of kernels take long, and share nothing: other threads of the pool (harness/tune/pool.h) work between the two. */
static inline void tune_let_begin(const struct tuning *tuning)
{
    client_let(&tuning->tuner->worker.client, true);
}

static inline void tune_let_end(const struct tuning *tuning)
{
    client_let(&tuning->tuner->worker.client, false);
}

/* Adds a candidate to the list: that of a point, or (NULL) of a kernel that is no point of the
 * space, by what is said for it: an object, name to value. Errors: FAULT_IO. */
int tune_add(struct tuning *tuning, const unsigned *point, json_t *options,
             struct configuration **candidate, struct fault *fault);

/* Makes the manifest of a candidate where it is not there; a rule that refuses the kernel leaves it
 * NULL. Errors: FAULT_IO, FAULT_USAGE. */
int tune_make(const struct tuning *tuning, struct configuration *candidate, struct fault *fault);

/* The kind of arithmetic of its kernel (harness/opencl/peak.h), which the candidate keeps; "": it cannot be made. */
const char *tune_kind(const struct tuning *tuning, struct configuration *candidate);

/* Whether the kernel of a point serves a shape; SIZE_MAX: all of them. One that cannot be made does: whoever measures it finds out why. */
bool tune_serves(const struct tuning *tuning, const unsigned *point, size_t shape);

/* What the settings of the host whose interface a candidate has must say: an object, macro to
 * number, of its manifest; NULL: nothing. */
json_t *tune_host_numbers(const struct tuning *tuning, struct configuration *candidate);

/* Ends a candidate. */
void tune_free_candidate(struct configuration *candidate, size_t shape_count);

/* A candidate's options that make another kernel than the request alone, as on a command line, or
 * that there are none. The text lives as long as the candidate. */
const char *tune_brief(const struct tuning *tuning, struct configuration *candidate);

/* The profile that the user names, or the device has. */
const char *tune_profile(const struct tuning *tuning);

/* Prints the options that all kernels of the tuning have: the request. */
void tune_show_common(const struct tuning *tuning);

/* Lists candidates by their times on a shape, the fastest first, `room` at most: those that are in,
 * each kernel once, or those that were measured again. Returns their number. */
size_t tune_rank(const struct tuning *tuning, size_t shape, bool again, size_t *list, size_t room);

/* ------------------------------------------------------------------------------------ profile.c */

/* Refuses in advance a profile that could not name the one that it inherits from. Errors: FAULT_USAGE. */
int tune_check_paths(const struct tune_options *options, struct fault *fault);

/* Says type, layout and transposes to the tuning's request, each where nobody says it and the
 * kernels of the profile's dispatch agree on it, and prints what it said. Errors: the
 * generator's. */
int tune_keep_problem(struct tuning *tuning, const char *profile, struct fault *fault);

/* Writes the profile; at least one kernel works. */
int tune_write(const struct tuner *tuner, const struct tuning *tunings, size_t count,
               struct fault *fault);

/* Prints how to use the profile that was written. */
void tune_show_profile(const struct tuner *tuner, const struct tuning *tunings, size_t count);

/* -------------------------------------------------------------------------------------- print.c */

/* Whether as many points again would likely gain less than --least-gain asks for. */
bool tune_promises_little(const struct tuning *tuning);

/* How far a tuning is: nothing is done of it; points are tried; the best of a shape are measured
 * again, `round` of `most` turns are over. */
void tune_expect(struct tuning *tuning);
void tune_show_search(struct tuning *tuning);
void tune_show_count(struct tuning *tuning);
void tune_show_turn(struct tuning *tuning, size_t shape, size_t round, size_t most);
void tune_show_result(struct tuning *tuning);
void tune_show_winners(const struct tuning *tuning); /* a line a shape */
void tune_show_failures(const struct tuner *tuner);

/* Prints what the time of the run went into. */
void tune_show_work(const struct tuner *tuner);

/* Parameters of the space and its size, for --show-space. Errors: FAULT_REFUSED where it is
 * empty. */
int tune_show_space(const struct tuning *tuning, struct fault *fault);

/* ------------------------------------------------------------------------------------- search.c */

/* Tries the points that the search proposes, until it or what is granted to it is over. Errors:
 * FAULT_REFUSED (the space is empty), those of tune_evaluate. */
int tune_search(struct tuning *tuning, struct fault *fault);

/* ----------------------------------------------------------------------------------- evaluate.c */

/* Finds out what a candidate is worth on all shapes, by the journal or by a worker: its scores, and
 * `ms`, what the search is told. Errors: the run cannot go on (FAULT_DEVICE: the device has failed,
 * FAULT_IO). */
int tune_evaluate(struct tuning *tuning, struct executor *executor, struct configuration *candidate,
                  struct fault *fault);

/* Whether a launch may have taken so long; if not, that is written down as the candidate's
 * failure. */
enum outcome tune_believe(const struct attempt *attempt, double ms, struct fault *fault);

/* ------------------------------------------------------------------------------------- device.c */

/* The case of a shape. */
struct test_case tune_case(const struct tuning *tuning, const struct shape *shape);

/* Gives an order, whose reference is taken, that no candidate is to blame for, again where somebody
 * else ends the worker; the answer is a new reference. NULL: an error, FAULT_DEVICE, FAULT_REFUSED,
 * FAULT_IO. */
json_t *tune_ask(struct tuner *tuner, json_t *order, double limit_ms, struct fault *fault);

double tune_compile_limit(const struct tuner *tuner);

/* Whether the time of a tuning's search is over, where time is what is granted. */
bool tune_is_late(const struct tuning *tuning);

/* From here on time may end the tuning: there is a kernel for a profile, or none works. */
void tune_allow_end(struct tuning *tuning);

/* The kernel that the generator makes by itself, where it works on this problem, is run after a failure. */
int tune_try_default(struct tuning *tuning, struct fault *fault);

/* Takes a kernel for the good one, with the sizes that a product in index notation has in the shape. None: the kernel cannot have them. */
void tune_take_good(struct tuning *tuning, json_t *manifest, size_t shape);

/* Runs a kernel, whose reference is taken, on the cheapest shape, and notes that in the journal; where it works it stays as the good one. */
int tune_try_kernel(struct tuning *tuning, json_t *manifest, bool *works, struct fault *fault);

/* Adds the matrix engines that a small product shows to work here to the space of a device that has no profile of its own.
 * Errors: of the worker; FAULT_DEVICE: the one that is asked for alone has none that works for the request. */
int tune_add_engines(struct tuning *tuning, struct fault *fault);

/* Whether a kernel has no matrix engine, or one that the options take. */
bool tune_takes_engine(const struct tuning *tuning, const json_t *manifest);

/* Finds the peak that figures are compared with: what was said, else what the device's profile states, else what is
 * measured. A device that cannot be measured has none. The good kernel is built for that. */
int tune_find_peak(struct tuning *tuning, struct fault *fault);

/* Whether that peak holds for a kind of arithmetic; one that is stated does for all. */
bool tune_is_peak_of(const struct tuner *tuner, const char *kind);

/* GFLOP/s that no kernel of a kind is believed to exceed, where there is a peak; INFINITY: not known. */
double tune_limit(struct tuner *tuner, const char *kind);

/* -------------------------------------------------------------------------------------- final.c */

/* Measures the best candidates of every shape again, taking turns. */
int tune_finals(struct tuning *tuning, struct fault *fault);

/* Finds out which candidates are in no final: those that are the same kernel as one before, and
 * those that have failed among the best of a run before this. */
void tune_sort_out(struct tuning *tuning);

/* Verifies and measures a candidate on a shape whose best it was none of, as they were. */
int tune_measure_pair(struct tuning *tuning, size_t candidate, size_t shape, struct fault *fault);

/* ------------------------------------------------------------------------------------- select.c */

/* Measures the best again and chooses winners and the small set. A kernel serves only shapes where
 * it was verified and measured like the best. */
int tune_pick(struct tuning *tuning, struct fault *fault);

/* Chooses from what is measured so far, since we are to stop. A kernel that the search alone has
 * measured serves shapes none of whose best were measured again. False: nothing is measured. */
bool tune_pick_so_far(struct tuning *tuning);
