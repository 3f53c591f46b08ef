/* Figures for programs: JSON, one object a line; CSV, one row a sample, a step and a summary. */
#include "harness/output/figure.h"
#include "harness/output/figures.h"

static void json_begin(const struct figures_frame *frame)
{
    figures_line(figures_protocol(frame->device, frame->schedule, frame->bandwidth));
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

static void json_end(const struct figures_frame *frame,
                     const struct measurement *const *measurements, size_t count)
{
    (void)frame;
    for (size_t i = 0; i < count; i++)
        figures_line(figures_measurement(measurements[i], false));
}

const struct figures_format figures_json = {json_begin, json_sample, json_end};

/* ------------------------------------------------------------------------------------------ CSV */

static const char columns[] =
#define CSV(columns) columns
#include "harness/output/figures.def"
    ;

static void csv_begin(const struct figures_frame *frame)
{
    (void)frame;
    csv_head(columns);
}

/* Prints a record with what rows have beside it, and takes it; data: NULL: not told. */
static void put_row(const struct measurement *measurement, const char *data, json_t *record)
{
    figures_add(record, measurement, "sizes*");
    members_add(record, json_pack("{s:s*}", "data", data));
    csv_row(columns, record);
}

static void csv_sample(const struct figures_frame *frame, const struct measurement *measurement,
                       size_t index)
{
    const struct sample *run = &measurement->samples[index];
    json_t *record = sample_record(frame, measurement, index);

    if (run->validated)
        json_object_set_new(record, "verified", json_true());
    if (frame->schedule->with_transfer)
        json_object_set_new(record, "with_transfer_ms", json_real(run->total_ms));
    put_row(measurement, figures_data(frame->schedule->data), record);
}

static void csv_end(const struct figures_frame *frame,
                    const struct measurement *const *measurements, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_t *result = figures_measurement(measurements[i], false), *step;
        json_t *steps = json_incref(json_object_get(result, "steps"));
        size_t j;

        put_row(measurements[i], figures_data(frame->schedule->data), result);
        json_array_foreach(steps, j, step)
            put_row(measurements[i], NULL,
                    json_pack("{s:s, s:s, s:O, s:O}", "record", "step", "kernel",
                              measurements[i]->label, "device_ms", json_object_get(step, "ms"),
                              "step", json_object_get(step, "name")));
        json_decref(steps);
    }
}

const struct figures_format figures_csv = {csv_begin, csv_sample, csv_end};
