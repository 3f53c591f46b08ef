/*
 * Orders of a worker as JSON, as harness/worker/worker.h describes them: each is written and read
 * here. Written orders are new references, which client_ask takes; NULL without memory, which
 * client_ask tells.
 */
#pragma once

#include "harness/base/json_read.h"
#include "harness/verify/cases.h"

/* `probes`: tells what the generator wants to know, too. */
json_t *order_device(bool probes);

/* A kernel to be built, or a library in its place. */
struct build_order {
    size_t slot;
    json_t *
        manifest; /* with its sources; NULL: a library that is looked for, and put nowhere. Remains the caller's */
    json_t *
        binaries; /* a list from an order that returns them, one a program; NULL: none. Remains the caller's */
    bool edited;         /* sources may differ from their hash */
    bool engine;         /* it must use the matrix engine that the manifest names */
    bool returns;        /* the binaries, and leaves the slot empty */
    const char *library; /* of harness/run/blas.h; NULL: a kernel */
    unsigned threads;    /* of a library of the host; 0: as many as there are processors */
};
json_t *order_build(const struct build_order *build);

/* A slot to be set up on a problem. */
struct prepare_order {
    size_t slot;
    struct test_case test_case;
    uint64_t seed;
    uint64_t memory, share; /* bytes of the host, for so many slots alike */
    double full_limit;      /* multiply-adds up to which a result is verified in full */
    bool verifies, random;  /* whole numbers; with them random ones */
    bool loads;             /* the data of --data, for runs that come */
    bool fills; /* in their place a piece of such data again and again, where that can be */
    bool rests; /* answers when the threads of the worker sleep */
};
json_t *order_prepare(const struct prepare_order *prepare);

/* Errors: FAULT_USAGE. */
int order_read_prepare(const json_t *order, struct prepare_order *prepare, struct fault *fault);

/* Runs in the order of their slots. */
struct run_order {
    const size_t *slots;
    size_t count;
    bool warm_up;   /* only times are told */
    bool settle;    /* each starts from the same state of the machine */
    bool prepare;   /* weights are new in each */
    bool rest;      /* answers when the threads of the worker sleep */
    bool transfer;  /* operands to the device and C back, too */
    bool validate;  /* each result */
    double stop_ms; /* stops behind a run that takes longer on the device; 0: no limit */
    double most_ms; /* stops behind the run in which so much time is over; 0: no limit */
};
json_t *order_run(const struct run_order *run);

json_t *order_verify(size_t slot);

/* Cases to be run and compared. */
struct check_order {
    size_t slot;
    const struct check_case *one; /* NULL: small sizes on the edges of tiles */
    uint64_t seed, memory;        /* memory: bytes of the host */
    uint64_t trials;              /* runs of each at least */
    bool guards;                  /* buffers have margins */
};
json_t *order_check(const struct check_order *check);

/* `one` is where *read->one shall be. Errors: FAULT_USAGE. */
int order_read_check(const json_t *order, struct check_case *one, struct check_order *read,
                     struct fault *fault);

/* The peak for a kind of arithmetic (struct peak), that of the kernel in slot 0 where it is NULL.
 * `wanted`: the word of --peak; `both`: by profile and measured, whatever is wanted, and the
 * bandwidth with them. */
json_t *order_peak(const char *kind, const char *wanted, bool both);
json_t *order_bandwidth(void);

json_t *order_drop(size_t slot);
