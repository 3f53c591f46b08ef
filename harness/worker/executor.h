/*
 * An executor: a device, its worker (harness/worker/client.h), and what is known of them. A kernel
 * that takes its process down, or never ends, is an error with its sentence like any other, and the
 * next order goes to a new worker. The process that asks makes no context of the device.
 */
#pragma once

#include "harness/opencl/peak.h"
#include "harness/kernel/kernel.h"
#include "harness/worker/client.h"

struct executor_options {
    struct worker_options worker;
    bool edited;                       /* sources may differ from what manifests were written for */
    uint64_t compile_limit, run_limit; /* seconds */
    bool engine;                       /* kernels use a matrix engine as manifests say, or fail */
    const char *source; /* a host's own kernel, built in place of its interface's; NULL: none */
};

/* Stays where it is while it is open. */
struct executor {
    struct executor_options options;
    struct client client;
    struct device device;        /* its facts: no context, no queue, no extensions */
    struct device_traits traits; /* where it was asked for */
    json_t *told;                /* the worker's answer that the traits point into */
    struct peaks peaks;          /* of the device, those that kernels asked for */
    double bandwidth;            /* GB/s of its memory; 0: not measured, or it cannot be */
    bool has_bandwidth;          /* it was measured */
};

/* Prepares an executor of which nothing is asked yet: neither is its device opened nor are facts of
 * it known. From here on signals that end this process are noted (harness/base/stop.h), so that its
 * worker ends first. On failure nothing is to be closed. Errors: FAULT_IO. */
int executor_prepare(const struct executor_options *options, struct executor *executor,
                     struct fault *fault);

/* Opens the device that the options choose; `probes`: the generator's sake, fills the traits. On
 * failure nothing is to be closed. Errors: FAULT_DEVICE, FAULT_IO. */
int executor_open(const struct executor_options *options, bool probes, struct executor *executor,
                  struct fault *fault);
void executor_close(struct executor *executor);

/* Makes the manifest of a kernel with its sources, and has it built once for runs that come: what a recipe takes. New references, each NULL
 * where that cannot be had: whoever runs the kernel says why. */
void executor_compile(struct executor *executor, const struct kernel *kernel, json_t **manifest,
                      json_t **compiled);

/* Builds a kernel into a slot within --compile-limit, or puts a library there (harness/run/blas.h;
 * NULL: none), for the problem of the kernel, within --run-limit; `threads` as in struct blas_site.
 * *build_ms: time of the compiler. Errors: those of program_text, program_build and blas_open;
 * FAULT_DEVICE where the process ended or was late. */
int executor_build(struct executor *executor, size_t slot, const struct kernel *kernel,
                   const char *library, unsigned threads, double *build_ms, struct fault *fault);

/* How long an order may take. */
enum executor_limit {
    LIMIT_RUN,    /* --run-limit */
    LIMIT_CHECKS, /* eight times as long: of a check of many small sizes */
    LIMIT_COMPILE /* --compile-limit: also of what is asked of the device itself and no kernel */
};

/* Gives an order, whose reference is taken (NULL: out of memory). `doing` (NULL: nothing) precedes
 * the error where the process ended or was late. *answer is a new reference, of an order whose runs
 * have come to a failure too; NULL: nobody wants it. Errors: those of the order; FAULT_DEVICE where
 * the process ended or was late; FAULT_IO. */
int executor_ask(struct executor *executor, enum executor_limit limit, const char *doing,
                 json_t *order, json_t **answer, struct fault *fault);
