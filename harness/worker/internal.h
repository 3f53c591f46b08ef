/*
 * What the parts of a worker share; only the files of harness/worker/ include this.
 *
 *     worker.c   the process: reads orders, answers, ends when nobody waits any more
 *     failure.c  what is told of an order that failed
 *     kernel.c   the device, and kernels that are built
 *     binaries.c programs that one worker builds and another one runs
 *     opening.c  a kernel or library opened on a problem: verified, with the data that are kept for those that come
 *     trials.c   launches one by one, as the tuner asks
 *     case.c     cases of a check
 *     race.c     turns of a race, libraries that take part, and the limits of the device
 */
#ifndef HARNESS_WORKER_INTERNAL_H
#define HARNESS_WORKER_INTERNAL_H

#include "harness/subject/trial.h"
#include "harness/worker/worker.h"

/* A kernel, as far as orders have brought it. */
struct slot {
    struct manifest manifest;
    struct built built;
    struct trial trial;
    enum verification how;   /* of the data that launches work on */
    uint64_t seed;           /* of them */
    double full_limit;       /* multiply-adds of a result that is verified in full */
    const struct blas *blas; /* multiplies in place of what is built; NULL: none */
    double last_ms;          /* of its last turn, on the host's clock; 0: none yet */
    bool has_manifest, is_built, is_open;
    bool has_run; /* once since it was built */
    bool calls;   /* host times come from runs of their own, see runner_call */
};

enum {
    MOST_LIBRARIES = 8
};

struct worker {
    const struct worker_options *options;
    struct device device; /* while has_device */
    struct slot **slots;  /* trials point into them: they stay where they are */
    size_t slot_count;
    struct blas libraries[MOST_LIBRARIES]; /* as blas_name counts them; kind NULL: not opened */
    struct data_cache *cache;              /* of data that were made; NULL: none yet */
    double spent[WORK_KINDS];              /* milliseconds of the order at hand */
    struct trial_counts counts;            /* of the order at hand */
    FILE *answers;
    bool builds;         /* a compiler is at work */
    bool lacks_binaries; /* to ask for them takes longer than to build */
    bool has_device;     /* an order has needed it */
};

/* Obeys an order and gives its answer, a new reference; NULL: the fault says why not. */
typedef json_t *obey_order(struct worker *worker, struct slot *slot, const json_t *order,
                           struct fault *fault);

/* Closes what was opened; empties a slot. */
void slot_close(struct slot *slot);
void slot_drop(struct slot *slot);

/* Fills an empty slot with the order's manifest, nothing built. Errors: those of manifest_parse and
 * trial_supported. */
int slot_take_manifest(struct slot *slot, const json_t *order, struct fault *fault);

/* Bytes that the matrices of an order may take on the host. */
uint64_t worker_memory(const struct worker *worker, const json_t *order);

/* ------------------------------------------------------------------------------ failure.c */

/* What is told of an order that failed. A new reference. */
json_t *worker_failure(const struct worker *worker, const struct fault *fault);

/* ------------------------------------------------------------------------------- kernel.c */

/* Opens the device where no order has needed it before. Errors: those of device_open. */
int worker_open_device(struct worker *worker, struct fault *fault);

obey_order worker_tell_device, worker_build, worker_compile, worker_find_peak, worker_drop;

/* ----------------------------------------------------------------------------- binaries.c */

/* The binaries of what was built, a new reference; an empty list where they cannot be had. */
json_t *binaries_write(const struct built *built);

/* The binaries of a kernel of `count` programs, from what `compile` has answered; NULL: there are none. binaries_release is due. */
struct binary *binaries_read(const json_t *list, size_t count);
void binaries_release(struct binary *binaries, size_t count);

/* ------------------------------------------------------------------------------ opening.c */

/* What `open` and `enter` are asked for. */
struct opening_order {
    struct wish wish;
    uint64_t memory;   /* bytes of the host that matrices and what is kept may take */
    double full_limit; /* multiply-adds up to which a result is verified in full */
    uint64_t seed;
    bool verifies, random; /* whole numbers; with them random ones */
    bool loads;            /* the data of --data, for runs that come */
};

/* Opens a slot on a problem, verifies and loads. Where what is kept of problems before may be to blame for an error, it is tried once
 * more without. *verdict: on the last result that was compared. Errors: those of trial_open, trial_load and trial_verify. */
int slot_open(struct worker *worker, struct slot *slot, const struct opening_order *opening,
              struct verdict *verdict, struct fault *fault);

/* trial_load, runner_run and trial_verify, whose time is counted. What the first launch of a kernel takes beside the device's
 * time is the driver's compiler. */
int slot_load(struct worker *worker, struct slot *slot, enum data data, uint64_t seed,
              struct fault *fault);
int slot_launch(struct worker *worker, struct slot *slot, struct run_times *times,
                struct fault *fault);
int slot_compare(struct worker *worker, struct slot *slot, uint64_t seed, struct verdict *verdict,
                 struct fault *fault);

/* ------------------------------------------------------------------------------- trials.c */

obey_order worker_open, worker_launch, worker_verify;

/* --------------------------------------------------------------------------------- case.c */

obey_order worker_case, worker_check;

/* --------------------------------------------------------------------------------- race.c */

obey_order worker_library, worker_place, worker_enter, worker_turns, worker_limit, worker_bandwidth;

#endif
