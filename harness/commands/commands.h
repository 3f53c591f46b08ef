/* The commands of clgemm-bench. Each reads the whole command line. */
#pragma once

#include "harness/cli/options.h"
#include "harness/worker/executor.h"

/* What several commands need of the command line. */
struct worker_options take_worker(const struct options *options);
struct executor_options take_executor(const struct options *options);

/* Kernels that could not be measured, while others go on. */
struct losses {
    size_t count;
    enum fault_code worst; /* a wrong result counts most */
};

/* Counts a kernel, and prints why on the standard error. */
void losses_add(struct losses *losses, const char *label, const struct fault *fault);

/* Refuses, before anything is done, an output that is a file which the command reads, or another
 * output, by whatever name. Not: a journal that a run resumes from, a baseline that is compared
 * before it is renewed, the profile of fit, and a profile that a new one takes the place of.
 * Errors: FAULT_USAGE. */
int files_check(const struct options *options, struct fault *fault);

/* Lists platforms and devices that fit the choice, with their facts and what probing finds. */
int devices_command(const struct options *options, struct fault *fault);

/* Checks every kernel that the command line names, prints a line for each and a summary.
 * Errors: FAULT_WRONG where a kernel failed its check (what failed is printed), the code of the
 * error where kernels could not be checked at all, FAULT_REFUSED where all were refused. */
int check_command(const struct options *options, struct fault *fault);

/* `check --covering` and `check --sample`: checks the points of a pairwise covering set, or random
 * points, of the space that the command line leaves open. A point of the space that the generator
 * refuses is a failure. Prints what did not pass, and a summary. With a journal a walk goes on
 * where an earlier one has ended. Errors: FAULT_WRONG where a point failed, the code of the error
 * where the check could not go on. */
int points_command(const struct options *options, struct fault *fault);

/* Verifies, then measures every kernel that the command line names, alternating run by run. Nothing
 * is reported that was not verified. Errors: those of checking, FAULT_WRONG where a result is
 * wrong. */
int bench_command(const struct options *options, struct fault *fault);

/* Verifies, then measures every kernel that the command line names against the BLAS libraries that
 * are installed, on every shape, alternating call by call. Nothing is reported that was not
 * verified. Errors: those of bench; FAULT_REFUSED where no library is here. */
int compare_command(const struct options *options, struct fault *fault);

/* Measures a ladder and prints its table; draws it where asked. A rung that cannot run here is a
 * row that says why. Errors: FAULT_WRONG and FAULT_DEVICE after the table, where a rung met them;
 * FAULT_USAGE, FAULT_REFUSED, FAULT_IO. */
int ladder_command(const struct options *options, struct fault *fault);

/* Measures a study and prints its table; draws it where asked. A kernel that cannot run at a size
 * leaves a gap, and a line that says why. Errors: as ladder_command. */
int study_command(const struct options *options, struct fault *fault);

/* Compiles every kernel that the command line names. Errors: those of offline_compile. */
int offline_command(const struct options *options, struct fault *fault);

/* Searches and writes the profile. Errors: those of tune_run. */
int tune_command(const struct options *options, struct fault *fault);

/* Makes a profile of the device. Errors: those of tune_run and fit_command; where we are to stop
 * the profile so far is written. */
int profile_command(const struct options *options, struct fault *fault);

/* Measures the kernels of a profile's dispatch and writes their rates into the profile. Errors:
 * FAULT_WRONG where a result is wrong, FAULT_REFUSED where nothing can be measured, FAULT_DEVICE,
 * FAULT_IO; then no file is written. */
int fit_command(const struct options *options, struct fault *fault);
/* The same by an executor that is open, and stays so; NULL: by one of its own. */
int fit_on(const struct options *options, struct executor *executor, struct fault *fault);

/* Writes the page to options->output. Errors: those of page_make. */
int report_command(const struct options *options, struct fault *fault);

/* `--explain peak`: prints the formula of the peak with the figures of published machines and of
 * the device at hand, on stdout. Errors: FAULT_DEVICE where there is no device, after the
 * machines. */
int explain_command(const struct options *options, struct fault *fault);

/* Serves other commands until the end of its input. Errors: those of worker_serve. */
int worker_command(const struct options *options, struct fault *fault);
