/* Figures for programs: JSON, one object a line; CSV, one row a sample, a step and a summary. */
#include <stdlib.h>
#include <string.h>

#include "harness/output/table.h"
#include "harness/output/figures.h"

static void json_begin(const struct figures_frame *frame)
{
    json_t *object = figures_protocol(frame->device, frame->schedule);

    if (frame->bandwidth > 0)
        json_object_set_new(object, "memory_gbytes_per_second", json_real(frame->bandwidth));
    figures_line(object);
    figures_peaks(frame);
}

static json_t *sample_record(const struct figures_frame *frame,
                             const struct measurement *measurement, size_t index)
{
    const struct sample *run = &measurement->samples[index];
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:f, s:f, s:f, s:b}", "record", "iteration", "kernel", measurement->label,
        "iteration", (json_int_t)(index + 1), "device_ms", run->device_ms, "wall_ms", run->wall_ms,
        "gflops", figures_gflops(measurement, run->device_ms), "validated", (int)run->validated);

    if (frame->schedule->with_transfer)
        members_add(object,
                    json_pack("{s:f, s:f}", "transfer_ms", run->transfer_ms, "gflops_with_transfer",
                              figures_gflops(measurement, run->total_ms)));
    return object;
}

static void json_sample(const struct figures_frame *frame, const struct measurement *measurement,
                        size_t index)
{
    figures_line(sample_record(frame, measurement, index));
}

static json_t *summary_object(const struct time_summary *times)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:I}", "min", times->min, "median", times->median,
                     "mean", times->mean, "max", times->max, "deviation", times->deviation,
                     "outliers", (json_int_t)times->outliers);
}

/* Device times in the order of the runs. */
static json_t *runs_of(const struct measurement *measurement)
{
    json_t *runs = json_array();

    for (size_t i = 0; i < measurement->sample_count; i++)
        json_array_append_new(runs, json_real(measurement->samples[i].device_ms));
    return runs;
}

json_t *figures_measurement(const struct figures_frame *frame,
                            const struct measurement *measurement)
{
    double gflops = figures_gflops(measurement, measurement->device.median);
    json_t *steps = json_array();
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:s}", "record", "result", "kernel",
        measurement->label, "name", measurement->manifest->name, "m", (json_int_t)measurement->m,
        "n", (json_int_t)measurement->n, "k", (json_int_t)measurement->k, "alpha",
        measurement->alpha, "beta", measurement->beta, "build_ms", measurement->build_ms,
        "prepare_ms", measurement->prepare_ms, "verified", measurement->verified);

    if (measurement->manifest->problem.batch != BATCH_NONE)
        json_object_set_new(object, "members", json_integer((json_int_t)measurement->members));
    members_add(object, json_pack("{s:s*, s:s*}", "rows", measurement->rows, "command",
                                  measurement->manifest->command));
    figures_problem(object, measurement->manifest);
    figures_facts(object, measurement);
    for (size_t i = 0; i < measurement->manifest->step_count && measurement->sample_count > 0; i++)
        json_array_append_new(steps,
                              json_pack("{s:s, s:f}", "name", measurement->manifest->steps[i].name,
                                        "ms", measurement->step_ms[i]));
    json_object_set_new(object, "steps", steps);
    if (measurement->sample_count > 0) {
        members_add(object, json_pack("{s:o, s:o, s:o, s:f}", "runs_ms", runs_of(measurement),
                                      "device_ms", summary_object(&measurement->device), "wall_ms",
                                      summary_object(&measurement->wall), "gflops", gflops));
        if (measurement->over != NULL)
            json_object_set_new(object, "speedup",
                                json_pack("{s:s, s:f, s:f, s:f}", "over", measurement->over,
                                          "median", measurement->speedup.median, "q1",
                                          measurement->speedup.q1, "q3", measurement->speedup.q3));
        if (measurement->supporting >= 0)
            json_object_set_new(object, "supporting", json_real(measurement->supporting));
        if (frame->schedule->with_transfer)
            members_add(object,
                        json_pack("{s:o, s:o, s:f}", "transfer_ms",
                                  summary_object(&measurement->transfer), "with_transfer_ms",
                                  summary_object(&measurement->total), "gflops_with_transfer",
                                  figures_gflops(measurement, measurement->total.median)));
        if (measurement->device.median > 0)
            json_object_set_new(object, "gbytes_per_second",
                                json_real(figures_gbytes(measurement)));
    }
    figures_efficiency(object, &measurement->peak, gflops);
    return object;
}

static void json_end(const struct figures_frame *frame,
                     const struct measurement *const *measurements, size_t count)
{
    for (size_t i = 0; i < count; i++)
        figures_line(figures_measurement(frame, measurements[i]));
}

const struct figures_format figures_json = {json_begin, json_sample, json_end};

/* ------------------------------------------------------------------------------------------ CSV */

static const struct csv_column columns[] = {
    {.title = "record"},
    {.title = "kernel", .quoted = true},
    {.title = "iteration"},
    {.title = "m"},
    {.title = "n"},
    {.title = "k"},
    {.title = "device_ms", .decimals = 6},
    {.title = "wall_ms", .decimals = 6},
    {.title = "gflops", .decimals = 4},
    {.title = "min_ms", .member = "device_ms.min", .decimals = 6},
    {.title = "mean_ms", .member = "device_ms.mean", .decimals = 6},
    {.title = "deviation_ms", .member = "device_ms.deviation", .decimals = 6},
    {.title = "build_ms", .decimals = 3},
    {.title = "peak_gflops", .decimals = 2},
    {.title = "efficiency", .decimals = 5},
    {.title = "peak", .quoted = true},
    {.title = "data", .quoted = true},
    {.title = "verified", .quoted = true, .yes = "this iteration"},
    {.title = "step", .quoted = true},
    {.title = "supporting", .decimals = 5},
    {.title = "transfer_ms", .decimals = 6},
    {.title = "with_transfer_ms", .decimals = 6},
    {.title = "gflops_with_transfer", .decimals = 4},
};

enum {
    COLUMNS = sizeof columns / sizeof *columns
};

static void csv_begin(const struct figures_frame *frame)
{
    (void)frame;
    csv_head(columns, COLUMNS);
}

/* Prints a record with the columns that it has only in CSV, and takes it. */
static void put_row(const struct measurement *measurement, const char *data, json_t *record)
{
    json_object_set_new(record, "m", json_integer((json_int_t)measurement->m));
    json_object_set_new(record, "n", json_integer((json_int_t)measurement->n));
    json_object_set_new(record, "k", json_integer((json_int_t)measurement->k));
    if (data != NULL)
        json_object_set_new(record, "data", json_string(data));
    csv_row(columns, COLUMNS, record);
}

static void csv_sample(const struct figures_frame *frame, const struct measurement *measurement,
                       size_t index)
{
    const struct sample *run = &measurement->samples[index];
    json_t *record = sample_record(frame, measurement, index);

    json_object_set_new(record, "verified", json_boolean(run->validated));
    if (frame->schedule->with_transfer)
        json_object_set_new(record, "with_transfer_ms", json_real(run->total_ms));
    put_row(measurement, figures_data(frame->schedule->data), record);
}

/* Prints one row a step, with the median of its time. */
static void csv_steps(const struct measurement *measurement)
{
    for (size_t i = 0; i < measurement->manifest->step_count && measurement->sample_count > 0; i++)
        put_row(measurement, NULL,
                json_pack("{s:s, s:s, s:f, s:s}", "record", "step", "kernel", measurement->label,
                          "device_ms", measurement->step_ms[i], "step",
                          measurement->manifest->steps[i].name));
}

static void csv_end(const struct figures_frame *frame,
                    const struct measurement *const *measurements, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put_row(measurements[i], figures_data(frame->schedule->data),
                figures_measurement(frame, measurements[i]));
        csv_steps(measurements[i]);
    }
}

const struct figures_format figures_csv = {csv_begin, csv_sample, csv_end};
