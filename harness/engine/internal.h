/*
 * Shared by the parts of a suite; only files of this folder include it.
 *
 *     suite.c      cases of a suite one by one, their candidates, and which are excluded
 *     limits.c     peak and bandwidth of the device
 *     library.c    a library found, in workers of its own where it computes on the host
 *     candidate.c  a kernel or library made ready: built, verified, with its data and its peak
 *     measurement.c what a measurement says beside times, and its room
 *     run.c        runs in the worker, their order and their times
 *     check.c      kernels on cases of their own
 *     search.c     a kernel that a search tries on cases
 *
 * A failure excludes the candidate; the suite goes on.
 */
#pragma once

#include "harness/engine/suite.h"

enum {
    SUITE_SAMPLES = 512 /* of a kernel on a case where a time says how many, at most */
};

/* -------------------------------------------------------------------------------- measurement.c */

/* Steps whose times are known. */
size_t suite_steps(const struct candidate *candidate);

/* Says the sizes, operations and bytes of a candidate's launch, and makes room for its samples. Errors: FAULT_IO (memory). */
int suite_describe(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* Says how the result was compared, by the answer of a worker. */
void suite_describe_verdict(struct candidate *candidate, const json_t *answer);

/* Frees what was measured. */
void suite_free_samples(struct candidate *candidate);

/* ---------------------------------------------------------------------------------- candidate.c */

/* Makes, builds, verifies and loads a candidate, and finds its peak; its recipe and library are
 * known. */
int suite_make_candidate(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* Gives a library the problem of the kernel that opens the suite. */
int suite_take_problem(const struct suite_run *run, struct candidate *candidate,
                       struct fault *fault);

/* Says the problem of a candidate, whose sizes are those of the launch. */
int suite_resolve(struct candidate *candidate, const struct test_case *test_case,
                  struct fault *fault);

/* Makes a kernel of the suite as kernel_make does, with the sizes of the case that is run. */
int suite_make_kernel(const struct suite_run *run, const struct recipe *recipe,
                      const uint64_t size[4], struct kernel *kernel, struct fault *fault);

/* Puts a kernel that is built, or a library, into the candidate's slot. */
int suite_fill_slot(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* Sets a candidate up on its problem; what is launched is verified where it is for the first time,
 * in a final with several seeds, and loaded. `answer` may be NULL. */
int suite_enter(struct suite_run *run, struct candidate *candidate, bool verifies, json_t **answer,
                struct fault *fault);

/* Frees all of a candidate. */
void suite_free_candidate(struct candidate *candidate);

/* Executor of a candidate, and its slot there. */
struct executor *suite_executor(const struct suite_run *run, const struct candidate *candidate);
size_t suite_slot(const struct suite_run *run, const struct candidate *candidate);

/* Whether a library takes part whose threads look for work on the cores of the host for a while
 * after each call: nobody goes on before they sleep. */
bool suite_rests(const struct suite_run *run);

/* Brings a candidate whose problem is known into its worker, with its data, unverified. */
int suite_bring(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* Brings a candidate into the worker that there is now, where it stood in one before; with a run
 * that does not count. */
int suite_return(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* Verifies what the last run has left. */
int suite_verify(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* Takes a candidate out of the worker. */
void suite_leave(struct suite_run *run, struct candidate *candidate);

/* ------------------------------------------------------------------------------------- limits.c */

/* The peak is the device's, whatever the kernel is made for; a library that runs elsewhere has
 * none. In plain arithmetic a sum in half takes products in half; where the sum is wider its
 * additions are the peak. */
int suite_find_peak(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* ---------------------------------------------------------------------------------------- run.c */

/* The next runs until everybody that is in has had `goal` runs, or to warm up each one's in a row:
 * places of candidates in `list`, as many as there is room for. Returns their number. */
size_t suite_plan(struct suite_run *run, uint64_t goal, bool warms, size_t *list, size_t room);

/* Runs candidates in the order of a list, as many of them as fit into one order to one
 * worker, and takes what they have taken. `warms`: they do not count; against others, runs that do
 * not count come before the others too. -1: candidates[*out] has its fault; the worker may be
 * another one now. */
int suite_take_samples(struct suite_run *run, const size_t *list, size_t count, bool warms,
                       size_t *out);

/* Whether the means of all device times are known well enough. */
bool suite_is_steady(const struct suite_run *run);

/* Summarises the samples of the candidate's measurement. */
int suite_summarise(struct suite_run *run, struct candidate *candidate, struct fault *fault);

/* ------------------------------------------------------------------------------------ library.c */

/* Gives a candidate, a library that has its problem, the core type that is the fastest. One whose
 * process ends takes no part any more, which is told. Errors: those of a library that cannot take
 * part; FAULT_DEVICE where no core type is left. */
int suite_choose_core(struct suite_run *run, struct candidate *candidate, struct fault *fault);
