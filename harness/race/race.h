/*
 * A race: kernels on one problem, measured in one run. They take turns, so that a slow moment of
 * the machine meets all of them, and each is verified before it is measured. What `bench`,
 * `ladder` and `study` show comes from here.
 */
#ifndef HARNESS_RACE_RACE_H
#define HARNESS_RACE_RACE_H

#include "harness/output/progress.h"
#include "harness/output/figures.h"
#include "harness/subject/subject.h"
#include "harness/subject/trial.h"

/* Where races are run: a device, and what was found out about it once. */
struct venue {
    struct device device;
    struct device_voice voice;
    struct peak
        peaks[CALCULATED_TYPE_COUNT]; /* by the type of the sums; gflops 0: nobody has asked */
};

/* How kernels are made and measured. */
struct race_options {
    struct settings settings; /* of the generator, for all kernels */
    struct wish wish;         /* the problem */
    enum data data;
    uint64_t iterations, warm_up; /* runs that count, and those before */
    uint64_t seed, memory;        /* memory: bytes of the host that all may use */
    const char *peak;   /* "profile", "measured", GFLOP/s; NULL: by profile, else measured */
    bool edited;        /* sources may differ from what manifests were written for */
    bool validate;      /* every iteration */
    bool with_transfer; /* operands to the device and C back, too */
};

/* Opens a device; `generates`: probes it for the generator's sake.
 * Errors: FAULT_DEVICE. */
int venue_open(const struct device_choice *choice, bool generates, struct venue *venue,
               struct fault *fault);
void venue_close(struct venue *venue);

/* A kernel that takes part, or a library that multiplies in its place. */
struct entrant {
    const struct origin *origin;     /* of a library: that of the kernel whose problem it has */
    const struct blas *blas;         /* NULL: a kernel */
    const struct manifest *manifest; /* of the problem; NULL: nothing was made */
    struct subject subject;
    struct built built;
    struct trial trial;
    struct result result;
    struct fault fault; /* why it is out of the race; FAULT_NONE: it is in */
    double *step_times; /* iterations x steps; NULL: a library */
    bool made;          /* subject is there */
    enum verification how;
};

/* Who is told while a race is run; members may be NULL. */
struct spectator {
    void *self;
    void (*lost)(void *self, const struct entrant *entrant);
    void (*iteration)(void *self, const struct result *result, size_t index);
    struct progress *progress; /* its kinds are those of race_expect */
};

/* Before each turn of a race against others: rests of so long, where a library of the host takes
 * part, until no thread of this process is awake in one; then runs that do not count for so long,
 * unless one takes longer by itself; milliseconds. */
enum {
    RACE_REST_MS = 20,
    RACE_MOST_REST_MS = 1000,
    RACE_WAKE_MS = 10
};

struct race {
    const struct race_options *options;
    struct venue *venue;
    struct spectator spectator;
    struct entrant *entrants;
    size_t count;
    bool
        against; /* the others compute what the first one does: weights are new in each iteration */
};

/* Makes, builds and verifies every kernel. One that cannot take part is out with its fault; the
 * others go on. race_close is due in any case. Origins, options and venue must outlive the race.
 * Errors: FAULT_IO (memory). */
int race_open(const struct race_options *options, struct venue *venue, const struct origin *origins,
              size_t count, const struct spectator *spectator, struct race *race,
              struct fault *fault);

/* The same for a kernel, others that compute the same, and libraries that take turns with them on
 * the first one's problem. They must outlive the race. entrants[i] is the i-th kernel,
 * entrants[origin_count + i] the i-th library. */
int race_open_against(const struct race_options *options, struct venue *venue,
                      const struct origin *origins, size_t origin_count,
                      const struct blas *libraries, size_t library_count,
                      const struct spectator *spectator, struct race *race, struct fault *fault);

/* Warms up, measures and sums up those that are in; nobody where the first one, which others are to
 * be compared with, is out. */
void race_run(struct race *race);

/* What is shown of so many entrants' progress, over all races of a command: how many are verified,
 * and how many runs are measured. */
void race_expect(struct progress *progress, const struct race_options *options, size_t entrants);

/* Gives back what the kernels hold on the device and in matrices; the results stay. */
void race_rest(struct race *race);

void race_close(struct race *race);

/* The kernel's name for people: its origin's, else its own. */
const char *entrant_label(const struct entrant *entrant);

#endif
