/*
 * A suite: kernels on cases, measured or checked by a schedule. The runs of a case alternate, so
 * that a slow moment of the machine meets all candidates, and each is verified before it is
 * measured. `bench`, `ladder`, `study`, `compare` and `check` are suites, and show what an observer
 * is told.
 *
 * Kernels run in one worker (harness/worker/executor.h), as libraries on the same device do. One
 * that takes it down, or gives no answer in time, is out; the others are brought into the next
 * worker before their next run. A library of the host has a worker of its own: its threads share
 * neither process nor settings with those of the device, and sleep while another worker runs.
 */
#pragma once

#include "harness/cli/words.h"
#include "harness/output/progress.h"
#include "harness/output/figures.h"
#include "harness/kernel/kernel.h"
#include "harness/worker/executor.h"

enum {
    LIBRARY_CORES = 25 /* at most */
};

/* A worker of a library, which runs there with the kernels of a core type. Stays where it is while
 * it is open. */
struct core {
    char name[32];            /* of the core type, "" where the library has no such */
    char setting[64];         /* of the worker's environment that asks for it, "": none */
    struct executor executor; /* where it runs */
    bool out;                 /* its process has ended */
};

/* Called with the reason when a library cannot run with a core type, or with the one that its
 * environment asks for. */
struct library_observer {
    void *self;
    void (*tell)(void *self, const char *library, const char *core, const char *reason);
};

/* A library that takes part (harness/run/blas.h). */
struct library {
    const char *name;
    bool on_host; /* it multiplies matrices of the host, where they are, ... */
    struct core
        *cores; /* ... in workers of its own, of which the fastest takes part in a suite ... */
    size_t core_count;
    unsigned
        wanted; /* ... with so many threads: those of a device that is a CPU; 0: it decides ... */
    unsigned threads; /* ... or with so many, as its variable of the environment says */
    char words[320];  /* which library, where it runs: for people */
    struct library_observer observer;
};

/* Finds a library by its name, and one of the host with each core type that this processor can run.
 * A core type whose process ends is told and left out. On failure nothing is to be closed. Errors:
 * those of blas_open. */
int library_open(struct executor *executor, const char *name,
                 const struct library_observer *observer, struct library *library,
                 struct fault *fault);
void library_close(struct library *library);

/* A problem. */
struct suite_case {
    struct test_case test_case;
    const char *transpose; /* of generated kernels for which nobody says another; "": none */
    const char *at;        /* sizes of a product in index notation; NULL: those of the settings */
};

/* What is measured. All of it must outlive the measurement. */
struct suite {
    struct settings settings;     /* of the generator, for all kernels */
    const struct recipe *kernels; /* each is compared with all others and libraries, if there are */
    size_t kernel_count;
    const struct recipe *others; /* kernels that are made for the first one's problem */
    size_t other_count;
    struct library *libraries;
    size_t library_count;
    const struct suite_case *cases;
    size_t case_count;
};

/* Results of a kernel's cases. */
struct tally {
    enum status status;
    size_t cases, exact;
    double worst; /* ratio to the bound */
};

/* A kernel that takes part, or a library that multiplies in its place. */
struct candidate {
    struct recipe recipe;    /* of a library: that of the kernel whose problem it has */
    struct library *library; /* NULL: a kernel */
    struct core *core;       /* of the library; NULL: it runs where kernels do */
    double core_ms
        [LIBRARY_CORES]; /* least times of the library's cores in the suite for this place; 0: none */
    const struct manifest *manifest; /* of the problem; NULL: nothing was made */
    struct kernel kernel;
    struct test_case test_case; /* the problem as the worker is told it */
    struct launch launch;
    struct measurement measurement;
    struct tally tally;          /* of one that is checked */
    struct fault fault;          /* why it is out of the suite; FAULT_NONE: it is in */
    double *step_times;          /* iterations x steps; NULL: a library */
    bool made;                   /* kernel is there */
    bool built;                  /* of a search: it stands in its slot while the worker runs */
    bool checked;                /* of a final: right on the edges of tiles */
    const struct suite_case *on; /* the case that a search tries it on; `before` says of it ... */
    double best_ms;              /* ... the best time there so far, 0: none, ... */
    bool trusted;                /* ... and that it need not be verified */
    bool apart;          /* a kernel that is out only since it cannot be with the others: it has its
                           turn behind them */
    uint64_t runs;       /* that it has had, to warm up and to be measured */
    uint64_t planned;    /* runs with those that it is about to have */
    unsigned generation; /* of the worker that it stands in; 0: in none */
};

/* A suite while it runs on a case. Candidates: the first kernel, then `references` others and
 * libraries, then the further kernels. */
struct suite_run {
    const struct suite *suite;
    const struct schedule *schedule;
    const struct observer *observer;
    struct executor *executor;
    const struct suite_case *on;
    struct candidate *candidates;
    size_t count, references;
    uint64_t sharers; /* of the memory that may be used */
    size_t checked;   /* kernels, where they are checked */
    uint64_t random;  /* the state that decides the order of a final ... */
    bool over;        /* ... of which one is out */
    double stop_ms;   /* a run that takes longer ends its order; 0: none does */
    struct progress *progress;
};

/* Stages of a kernel that is tuned. */
enum suite_stage {
    SUITE_BUILDS, /* is about to be built, ... */
    SUITE_BUILT,
    SUITE_RUNS, /* ... to be set up and run: either may take down what it runs on */
    SUITE_VERIFIED
};

/* A sample this much slower than the best one of others is the last one of a search. */
#define SUITE_HOPELESS 1.5

/* Called while a suite runs; members may be NULL. */
struct observer {
    void *self;
    enum format format; /* of what is shown: there is no progress beside some */
    void (*lost)(void *self, const struct suite_run *run, const struct candidate *candidate);
    /* All are verified, and none is measured. */
    void (*verified)(void *self, struct suite_run *run);
    /* Errors: the candidate is out. */
    int (*sample)(void *self, const struct measurement *measurement, size_t index,
                  struct fault *fault);
    /* All are measured; their times are gone behind it. Errors end the suite. */
    int (*measured)(void *self, struct suite_run *run, struct fault *fault);
    /* Of kernels that are checked, of a search on each case, and of a final: one is made, and about
     * to be built and run, which may take down what it runs on. *known: what comes of it is known,
     * of a final on edges alone; one that is checked has its tally and fault. It is not run. Errors
     * end the check, the search or the final. */
    int (*before)(void *self, struct candidate *candidate, bool *known, struct fault *fault);
    /* A kernel that is tuned is in a stage; of a final only the last two. Errors: it is out. */
    int (*reached)(void *self, struct candidate *candidate, enum suite_stage stage,
                   struct fault *fault);
    /* One is checked; errors end it. */
    int (*checked)(void *self, struct candidate *candidate, struct fault *fault);
};

/* Makes, builds, verifies and measures every candidate on every case. One that cannot take part is
 * out with its fault; the others go on. A kernel whose problem is not the first one's, or that
 * finds no memory beside those before it, is measured against the others behind them. If we are
 * to stop, the observer is told what was measured of the case at hand until then; a candidate
 * without figures has the fault of stop_fault, and is not `lost`. Errors: FAULT_IO (memory), those of the
 * observer, that of stop_fault. */
int suite_measure(struct executor *executor, const struct suite *suite,
                  const struct schedule *schedule, const struct observer *observer,
                  struct fault *fault);

/* Makes the first kernel, builds it once, verifies it on each case and measures it until it is
 * hopeless beside others. The observer is told of a case `measured` or `lost`. Errors: those of
 * kernel_make and of the observer. */
int suite_try(struct executor *executor, const struct suite *suite, const struct schedule *schedule,
              const struct observer *observer, struct fault *fault);

/* Makes a kernel, builds it and runs it on the cases of the schedule; the run has all but case and
 * candidates. Errors: those of the observer, and that of stop_fault, where the observer is not
 * told; others are the candidate's. */
int suite_check(struct suite_run *run, const struct recipe *recipe, struct fault *fault);

/* The i-th of the kernels that are compared. */
struct candidate *suite_kernel(const struct suite_run *run, size_t index);

/* GB/s of the device's memory, which is measured for the first one who asks. */
double suite_bandwidth(struct executor *executor);

/* Whether records tell it in any case: who has one limit of the device measured, by --peak, wants
 * the other one too. */
bool suite_tells_bandwidth(const struct schedule *schedule, enum format format);

/* Gives kernels with more bytes than the device's cache, or 32 MiB, holds the bandwidth of its
 * memory. */
void suite_find_bandwidth(struct suite_run *run);

/* Compares the speeds of kernels that were measured, sample by sample, with the one that has the
 * label "naive", else with the first one: fills `over` and `speedup` of the others' results.
 * Errors: FAULT_IO (memory). */
int suite_find_speedups(struct suite_run *run, struct fault *fault);

/* The kernel's name for people: its recipe's, else its own. */
const char *candidate_label(const struct candidate *candidate);
