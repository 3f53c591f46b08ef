/*
 * A suite: kernels on one problem, measured in one run. Their runs alternate, so that a slow moment
 * of the machine meets all of them, and each is verified before it is measured. `bench`, `ladder`,
 * `study` and `compare` show its measurements.
 *
 * Kernels run in one worker (harness/worker/executor.h), as libraries on the same device do. One
 * that takes it down, or gives no answer in time, is out; the others are brought into the next
 * worker before their next run. A library of the host has a worker of its own: its threads share
 * neither process nor settings with those of the device, and sleep while another worker runs.
 */
#ifndef HARNESS_ENGINE_SUITE_H
#define HARNESS_ENGINE_SUITE_H

#include "harness/output/progress.h"
#include "harness/output/figures.h"
#include "harness/kernel/kernel.h"
#include "harness/worker/executor.h"

/* How kernels are made and measured. */
struct suite_options {
    struct settings settings;   /* of the generator, for all kernels */
    struct test_case test_case; /* the problem */
    enum data data;
    uint64_t iterations, warm_up; /* runs that count, and those before */
    uint64_t seed, memory;        /* memory: bytes of the host that all may use */
    const char *peak;   /* "profile", "measured", GFLOP/s; NULL: by profile, else measured */
    bool edited;        /* sources may differ from what manifests were written for */
    bool validate;      /* every sample */
    bool with_transfer; /* operands to the device and C back, too */
};

/* GB/s of the device's memory for the head of a command's output: that which was measured, and in
 * records who has one limit of the device measured, by --peak, wants the other one too. 0: nobody
 * wants it, or it cannot be measured. */
double suite_bandwidth(struct executor *executor, const struct protocol *protocol);

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

/* A kernel that takes part, or a library that multiplies in its place. */
struct candidate {
    const struct recipe *recipe; /* of a library: that of the kernel whose problem it has */
    struct library *library;     /* NULL: a kernel */
    struct core *core;           /* of the library; NULL: it runs where kernels do */
    double core_ms
        [LIBRARY_CORES]; /* least times of the library's cores in the suite for this place; 0: none */
    const struct manifest *manifest; /* of the problem; NULL: nothing was made */
    struct kernel kernel;
    struct test_case test_case; /* the problem as the worker is told it */
    struct launch launch;
    struct measurement measurement;
    struct fault fault; /* why it is out of the suite; FAULT_NONE: it is in */
    double *step_times; /* iterations x steps; NULL: a library */
    bool made;          /* kernel is there */
    bool
        apart; /* a kernel that is out only since it cannot be with the others: suite_open_against */
    uint64_t runs;       /* that it has had, to warm up and to be measured */
    uint64_t planned;    /* runs with those that it is about to have */
    unsigned generation; /* of the worker that it stands in; 0: in none */
};

/* Called while a suite runs; members may be NULL. */
struct observer {
    void *self;
    void (*lost)(void *self, const struct candidate *candidate);
    void (*sample)(void *self, const struct measurement *measurement, size_t index);
    struct progress *progress; /* its kinds are those of suite_expect */
};

struct suite {
    const struct suite_options *options;
    struct executor *executor;
    struct observer observer;
    struct candidate *candidates;
    size_t count;
    size_t
        references; /* of a comparison: candidates[1] to candidates[references]; behind them are further kernels */
    uint64_t sharers; /* of the memory that may be used */
    bool against;     /* all compute what the first one does: weights are new in each sample */
};

/* Makes, builds and verifies every kernel. One that cannot take part is out with its fault; the
 * others go on. suite_close is due in any case. Recipes, options and executor must outlive the
 * suite. Errors: FAULT_IO (memory). */
int suite_open(const struct suite_options *options, struct executor *executor,
               const struct recipe *recipes, size_t count, const struct observer *observer,
               struct suite *suite, struct fault *fault);

/* Candidates of a comparison. All of it must outlive the suite. */
struct field {
    const struct recipe *const *kernels; /* that are compared with the others */
    size_t kernel_count;
    const struct recipe *others; /* kernels that are made for the first one's problem */
    size_t other_count;
    struct library *libraries;
    size_t library_count;
};

/* The same for a comparison: all run alternately on the first kernel's problem. candidates[0] is that,
 * candidates[1] to candidates[suite->references] are the others and the libraries,
 * candidates[suite->references + i] is the i-th kernel. A kernel whose problem is another one, or that
 * finds no memory beside those before it, is out and `apart`: it wants a suite of its own, and so
 * do all where the first one is out. */
int suite_open_against(const struct suite_options *options, struct executor *executor,
                       const struct field *field, const struct observer *observer,
                       struct suite *suite, struct fault *fault);

/* The i-th of the kernels that are compared. */
struct candidate *suite_kernel(const struct suite *suite, size_t index);

/* Warms up, measures and sums up those that are in; nobody where none is in that others are to be
 * compared with. */
void suite_run(struct suite *suite);

/* Gives kernels with more bytes than the device's cache, or 32 MiB, holds the bandwidth of its
 * memory, which is measured for the first one. */
void suite_find_bandwidth(struct suite *suite);

/* Compares the speeds of kernels that were measured, sample by sample, with the one that has the
 * label "naive", else with the first one: fills `over` and `speedup` of the others' results.
 * Errors: FAULT_IO (memory). */
int suite_find_speedups(struct suite *suite, struct fault *fault);

/* Expects the progress of so many candidates, over all suites of a command: how many are verified,
 * and how many runs are measured. */
void suite_expect(struct progress *progress, const struct suite_options *options,
                  size_t candidates);

/* The same of candidates beside those that were expected. */
void suite_expect_more(struct progress *progress, const struct suite_options *options,
                       size_t candidates);

/* Gives back what the kernels hold in the worker; the results stay. */
void suite_rest(struct suite *suite);

void suite_close(struct suite *suite);

/* The kernel's name for people: its recipe's, else its own. */
const char *candidate_label(const struct candidate *candidate);

#endif
