/* Shared by ladders and studies: an experiment, read, sized and run on a device. */
#ifndef HARNESS_COMMANDS_EXPERIMENT_RUN_H
#define HARNESS_COMMANDS_EXPERIMENT_RUN_H

#include "harness/report/chart.h"
#include "harness/cli/options.h"
#include "harness/engine/experiment.h"
#include "harness/engine/suite.h"

struct experiment_run {
    const struct options *options;
    struct suite_options suite; /* with the iterations of the file */
    struct protocol protocol;
    struct experiment experiment;
    struct executor executor;
    struct figures_frame frame;
    size_t measured;       /* kernels, over all sizes */
    enum fault_code worst; /* of those that are out; a wrong result counts most */
    struct fault unread;   /* the first one whose file could not be read, or that had no memory */
    struct progress progress;
};

/* Reads the experiment that the options name and opens the device. Errors: those of
 * experiment_read, experiment_resize and executor_open; nothing is to be closed then. */
int experiment_open(const struct options *options, const struct embedded_file *files,
                    struct experiment_run *run, struct fault *fault);
void experiment_close(struct experiment_run *run);

/* Races all kernels at one size. `own` must outlive the suite, and takes its options. suite_close
 * is due in any case. */
int experiment_suite(struct experiment_run *run, const struct problem_size *size,
                     struct suite_options *own, struct suite *suite, struct fault *fault);

/* An error where a result was wrong, a device failed, a file could not be read, or nothing could be
 * measured. A kernel that
 * is refused here, or that this generator does not know, is none: its row says why. */
int experiment_conclude(const struct experiment_run *run, struct fault *fault);

/* "measured", "refused", "failed" or "wrong". */
const char *candidate_status(const struct candidate *candidate);

/* Speed and efficiency (0: no peak) at the median of a kernel that was measured. */
double candidate_gflops(const struct candidate *candidate);
double candidate_efficiency(const struct candidate *candidate);

/* Mark behind a kernel's figures: "  above the peak" or "". */
const char *candidate_mark(const struct candidate *candidate);

/* The peak of all kernels that were measured; NULL where there is none, or their types differ. */
const struct peak *experiment_peak(const struct experiment_run *run);

/* Says what that mark means, where one of the kernels has it. */
void experiment_above(const struct experiment_run *run, const struct suite *suites, size_t count);

/* Title, note, device and data, as text on stdout. */
void experiment_heading(const struct experiment_run *run);

/* The heading of a picture; `words` holds its texts. */
struct chart_words {
    char device[512], data[256], peak[320];
};
struct chart experiment_chart(const struct experiment_run *run, struct chart_words *words);

/* A JSON record of a candidate: name, sizes, status, and its figures or why it has none. */
json_t *candidate_record(const char *record, const struct experiment_run *run,
                         const struct problem_size *size, const struct candidate *candidate);

#endif
