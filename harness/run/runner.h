/*
 * Executes the steps of one launch of a manifest: makes its memory objects, sets arguments,
 * enqueues, times. Knows nothing of what the kernels compute. A BLAS library can stand in for the
 * steps.
 */
#pragma once

#include "harness/run/blas.h"
#include "harness/run/launch.h"
#include "harness/opencl/program.h"

struct runner;

struct run_times {
    double *step_ms;  /* one a step, 0 where it did not run; device time; owned by the runner;
                         NULL: a library ran */
    double device_ms; /* sum over all commands, setting workspaces to zero included; a library's
                         is wall_ms */
    double wall_ms;   /* from the first enqueue to the end, as the host sees it */
};

/* Makes every memory object. With `guards` each buffer lies inside a larger one whose margins
 * hold a known pattern; without, it is exactly as long as the manifest says. Device, manifest,
 * launch and built must outlive the runner. Errors: FAULT_REFUSED, FAULT_DEVICE. */
int runner_open(const struct device *device, const struct manifest *manifest,
                const struct launch *launch, const struct built *built, bool guards,
                struct runner **runner, struct fault *fault);

/* The same product by a library: no steps, no workspaces, no guards. `bytes`: of each operand.
 * Errors: those of blas_product_open. */
int runner_open_blas(const struct blas *blas, const struct manifest *manifest,
                     const struct launch *launch, const uint64_t bytes[OPERAND_COUNT],
                     struct runner **runner, struct fault *fault);

void runner_close(struct runner *runner);

/* Bytes of an operand's buffer: A, B, C, OPERAND_COUNT + i, that of the epilogue's operation i,
 * which has one, or OPERAND_COMPANIONS + i, that of a companion. */
uint64_t runner_bytes(const struct runner *runner, int operand);

/* Copies a whole operand to the device, and from it. */
int runner_write(struct runner *runner, int operand, const void *bytes, struct fault *fault);
int runner_read(struct runner *runner, int operand, void *bytes, struct fault *fault);

/* Enqueues filling an operand with a piece of `length` bytes, again and again; of kernels, not of libraries. */
int runner_repeat(struct runner *runner, int operand, const void *piece, uint64_t length,
                  struct fault *fault);

/* *holds: whether the device has these bytes, all `length` of the operand. */
int runner_holds(struct runner *runner, int operand, const void *bytes, uint64_t length,
                 bool *holds, struct fault *fault);

/* Copies a whole operand into a new buffer of the device, which is the caller's (NULL where the
 * operand is empty); and back from there. No library runs. */
int runner_save(struct runner *runner, int operand, cl_mem *copy, struct fault *fault);
int runner_restore(struct runner *runner, int operand, cl_mem copy, struct fault *fault);

/* Fills every workspace with NaN, so that what a step forgets to write shows. */
int runner_poison(struct runner *runner, struct fault *fault);

/* Runs the steps of phase `prepare`: once for each value of the weights. Then `runner_run` runs
 * those of phase `run`. *times is filled by both; NULL is allowed. */
int runner_prepare(struct runner *runner, struct run_times *times, struct fault *fault);
int runner_run(struct runner *runner, struct run_times *times, struct fault *fault);

/* Runs the steps of phase `run`, of whose launches each has its first work-group alone. */
int runner_run_alone(struct runner *runner, struct fault *fault);

/* Runs the steps of a phase, `prepare` or `run`, as a program that measures nothing: no command has
 * an event, which takes some drivers as long as a short kernel. *wall_ms: from the first enqueue to
 * the end, as the host sees it. Errors are those of runner_run, but for one that events alone
 * tell. */
int runner_call(struct runner *runner, bool prepare, double *wall_ms, struct fault *fault);

/* How a library multiplies the members of a batch, see blas_way; NULL: no library runs. */
const char *runner_way(const struct runner *runner);

/* The arithmetic that a library multiplies in, see blas_compute; NULL: it says none, or no library
 * runs. */
const char *runner_compute(const struct runner *runner);

/* Name of a buffer of counters that are not all zero, as a run leaves them; *left is NULL where
 * they are. */
int runner_counters(struct runner *runner, const char **left, struct fault *fault);

/* Name of the first buffer whose margins were written into; *intact is NULL where all are
 * whole (always without guards). */
int runner_guards(struct runner *runner, const char **broken, struct fault *fault);
