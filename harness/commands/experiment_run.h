/* The commands `ladder` and `study`: an experiment, read, sized, measured and shown. */
#ifndef HARNESS_COMMANDS_EXPERIMENT_RUN_H
#define HARNESS_COMMANDS_EXPERIMENT_RUN_H

#include "harness/cli/options.h"
#include "harness/engine/experiment.h"
#include "harness/engine/suite.h"
#include "harness/output/csv.h"
#include "harness/report/chart.h"

struct experiment_run {
    const struct options *options;
    struct suite_options suite; /* with the iterations of the file */
    struct protocol protocol;
    struct experiment experiment;
    struct executor executor;
    struct figures_frame frame;
    struct suite_options *own; /* of the suites */
    struct suite *suites;      /* one a size */
    size_t done;               /* suites that were opened */
    size_t measured;           /* kernels, over all sizes */
    enum fault_code worst;     /* of those that are out; a wrong result counts most */
    struct fault unread; /* the first one whose file could not be read, or that had no memory */
    struct progress progress;
};

/* Differences between the two commands; check and complete may be NULL. */
struct experiment_kind {
    const struct embedded_file *files;
    const char *record;               /* name of a row */
    const struct csv_column *columns; /* of its members in CSV */
    size_t column_count;
    int (*check)(const struct experiment_run *run, struct fault *fault);
    void (*complete)(const struct experiment_run *run, size_t kernel, json_t *record);
    int (*print)(const struct experiment_run *run, struct fault *fault); /* tables for people */
    int (*draw)(const struct experiment_run *run, struct fault *fault);  /* into --svg */
};

/* Measures all kernels of an experiment at all of its sizes, and prints and draws them. Errors:
 * those of experiment_read, experiment_resize and executor_open; FAULT_WRONG and FAULT_DEVICE after
 * the table, where a kernel met them; FAULT_REFUSED, FAULT_IO. */
int experiment_command(const struct options *options, const struct experiment_kind *kind,
                       struct fault *fault);

/* A kernel at a size. */
const struct candidate *experiment_at(const struct experiment_run *run, size_t size, size_t kernel);

bool candidate_is_measured(const struct candidate *candidate);

/* "measured", "refused", "failed" or "wrong". */
const char *candidate_status(const struct candidate *candidate);

/* Speed and efficiency (0: no peak) at the median of a kernel that was measured. */
double candidate_gflops(const struct candidate *candidate);
double candidate_efficiency(const struct candidate *candidate);

/* Mark behind a kernel's figures: "  above the peak" or "". */
const char *candidate_mark(const struct candidate *candidate);

/* The peak of all kernels that were measured; NULL where there is none, or their types differ. */
const struct peak *experiment_peak(const struct experiment_run *run);

/* The heading of a picture; `words` holds its texts. */
struct chart_words {
    char device[512], data[256], peak[320];
};
struct chart experiment_chart(const struct experiment_run *run, struct chart_words *words);

#endif
