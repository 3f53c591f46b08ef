/* Shared by the commands `ladder` and `study`; only suite*.c include this. */
#pragma once

#include "harness/commands/commands.h"
#include "harness/engine/experiment.h"
#include "harness/engine/suite.h"

struct experiment_run {
    const struct options *options;
    bool is_ladder;
    struct schedule schedule; /* with the iterations of the file */
    struct experiment experiment;
    struct executor executor;
    struct figures_frame frame;
    json_t *records;         /* kernels at the first size, at the second one, ... */
    struct peak_above above; /* the speed that is the furthest above its peak */
    bool has_measured;
    enum fault_code worst; /* of those that are out; a wrong result counts most */
    struct fault unread;   /* the first one whose file could not be read, or that had no memory */
};

/* The record of a kernel at a size; whether it was measured. */
static inline const json_t *experiment_record(const struct experiment_run *run, size_t size,
                                              size_t kernel)
{
    return json_array_get(run->records, size * run->experiment.kernel_count + kernel);
}

static inline bool experiment_measured(const json_t *record)
{
    return json_object_get(record, "why") == NULL;
}

/* Its GFLOP/s; below 0: it was not measured. */
static inline double experiment_speed(const json_t *record)
{
    return experiment_measured(record) ? member_number(record, "gflops") : -1;
}

/* The peak of all kernels that were measured; NULL where there is none, or their types differ. */
const struct peak *experiment_peak(const struct experiment_run *run);

/* Draws the records to the file of --svg. Errors: FAULT_IO. */
int experiment_draw(const struct experiment_run *run, struct fault *fault);
