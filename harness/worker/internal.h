/*
 * Shared by the parts of a worker; only the files of harness/worker/ include this.
 *
 *     worker.c    the process: reads orders, answers, ends when nobody waits any more
 *     protocol.c  the orders as a table
 *     orders.c    orders written and read
 *     build.c     the device, kernels that are built, libraries in their place
 *     slot.c      a kernel or library set up on a problem: verified, with the data that are kept for those that come
 *     run.c       runs by all clocks
 *     instance.c, load.c, member.c, data_set.c   data made, run, read back
 *     verify.c    what was read back, compared
 *     fill.c      data of runs that nobody compares
 */
#pragma once

#include "harness/base/json_read.h"
#include "harness/worker/instance.h"
#include "harness/worker/worker.h"

/* A kernel, as far as orders have brought it. */
struct slot {
    struct manifest manifest;
    struct built built;
    struct instance instance;
    enum verification how;   /* of the data that launches work on */
    uint64_t seed;           /* of them */
    double full_limit;       /* multiply-adds of a result that is verified in full */
    const struct blas *blas; /* multiplies in place of what is built; NULL: none */
    double last_ms;          /* of its last run, on the host's clock; 0: none yet */
    bool has_manifest, is_built, is_open;
    bool has_run; /* once since it was built */
    bool calls;   /* host times come from runs of their own, see runner_call */
};

enum {
    MOST_LIBRARIES = 8,
    MOST_SLOTS = 1 << 16
};

struct worker {
    const struct worker_options *options;
    struct device device;                  /* while has_device */
    struct slot **slots;                   /* MOST_SLOTS; NULL: no order has named it yet */
    struct blas libraries[MOST_LIBRARIES]; /* as blas_name counts them; kind NULL: not opened */
    struct data_cache *cache;              /* of data that were made; NULL: none yet */
    double spent[WORK_KINDS];              /* milliseconds of the order at hand */
    struct data_counts counts;             /* of the order at hand */
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

/* ------------------------------------------------------------------------------------- worker.c */

/* Makes the answer to an order that failed. A new reference. */
json_t *worker_failure(const struct worker *worker, const struct fault *fault);

obey_order worker_check, worker_find_limits;

/* -------------------------------------------------------------------------------------- build.c */

/* Opens the device where no order has needed it before. Errors: those of device_open. */
int worker_open_device(struct worker *worker, struct fault *fault);

obey_order worker_tell_device, worker_build, worker_drop;

/* --------------------------------------------------------------------------------------- slot.c */

/* Opens a slot on a problem, with `guards` in buffers that have margins. Errors: those of
 * instance_open. */
int slot_open(struct worker *worker, struct slot *slot, const struct test_case *test_case,
              struct host_memory memory, bool guards, struct fault *fault);

/* Compares the results of runs with data of consecutive seeds: of `least`, and with whole numbers
 * of as many as it takes for every product to count. *verdict: on the last one, but for the worst
 * error of all. */
int slot_verify(struct worker *worker, struct slot *slot, enum data data, bool infinities,
                uint64_t least, struct verdict *verdict, struct fault *fault);

/* runner_run and instance_verify, whose time is counted. In the first launch of a kernel wall minus
 * device time counts as compiling. */
int slot_launch(struct worker *worker, struct slot *slot, struct run_times *times,
                struct fault *fault);
int slot_compare(struct worker *worker, struct slot *slot, uint64_t seed, struct verdict *verdict,
                 struct fault *fault);

/* Whether results can be compared, and operands sent again. -1, FAULT_USAGE: no data were loaded. */
int slot_has_data(const struct slot *slot, struct fault *fault);

/* Waits until the threads of this process are asleep, so that they take no core from the run that
 * comes next, here or in another process: OpenBLAS's look for work for some 30 ms after each call,
 * and longer on a busy machine. */
void worker_rest(void);

obey_order worker_prepare, worker_verify;

/* ---------------------------------------------------------------------------------------- run.c */

obey_order worker_run;
