/* Figures for programs: JSON, one object a line; CSV, one row a sample, a step and a summary. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/output/figures.h"

static void json_begin(const struct figures_frame *frame)
{
    json_t *object = figures_protocol(frame->device, frame->protocol);

    if (frame->bandwidth > 0)
        json_object_set_new(object, "memory_gbytes_per_second", json_real(frame->bandwidth));
    figures_line(object);
    figures_peaks(frame);
}

static void json_sample(const struct figures_frame *frame, const struct measurement *measurement,
                        size_t index)
{
    const struct sample *run = &measurement->samples[index];

    json_t *object = json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:b}", "record", "iteration",
                               "kernel", measurement->label, "iteration", (json_int_t)(index + 1),
                               "device_ms", run->device_ms, "wall_ms", run->wall_ms, "gflops",
                               figures_gflops(measurement, run->device_ms), "validated",
                               (int)(run->validated == VALIDATED));

    if (frame->protocol->with_transfer) {
        json_object_set_new(object, "transfer_ms", json_real(run->transfer_ms));
        json_object_set_new(object, "gflops_with_transfer",
                            json_real(figures_gflops(measurement, sample_total(run))));
    }
    figures_line(object);
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
    if (measurement->manifest->command != NULL)
        json_object_set_new(object, "command", json_string(measurement->manifest->command));
    figures_problem(object, measurement->manifest);
    figures_facts(object, measurement);
    for (size_t i = 0; i < measurement->manifest->step_count && measurement->sample_count > 0; i++)
        json_array_append_new(steps,
                              json_pack("{s:s, s:f}", "name", measurement->manifest->steps[i].name,
                                        "ms", measurement->step_ms[i]));
    json_object_set_new(object, "steps", steps);
    if (measurement->sample_count > 0) {
        json_object_set_new(object, "runs_ms", runs_of(measurement));
        json_object_set_new(object, "device_ms", summary_object(&measurement->device));
        json_object_set_new(object, "wall_ms", summary_object(&measurement->wall));
        json_object_set_new(object, "gflops", json_real(gflops));
        if (measurement->over != NULL)
            json_object_set_new(object, "speedup",
                                json_pack("{s:s, s:f, s:f, s:f}", "over", measurement->over,
                                          "median", measurement->speedup.median, "q1",
                                          measurement->speedup.q1, "q3", measurement->speedup.q3));
        if (measurement->supporting >= 0)
            json_object_set_new(object, "supporting", json_real(measurement->supporting));
        if (frame->protocol->with_transfer) {
            json_object_set_new(object, "transfer_ms", summary_object(&measurement->transfer));
            json_object_set_new(object, "with_transfer_ms", summary_object(&measurement->total));
            json_object_set_new(object, "gflops_with_transfer",
                                json_real(figures_gflops(measurement, measurement->total.median)));
        }
        if (measurement->device.median > 0)
            json_object_set_new(object, "gbytes_per_second",
                                json_real(figures_gbytes(measurement)));
    }
    figures_efficiency(object, &measurement->peak, gflops);
    return object;
}

static void json_measurement(const struct figures_frame *frame,
                             const struct measurement *measurement)
{
    figures_line(figures_measurement(frame, measurement));
}

static void json_end(const struct figures_frame *frame,
                     const struct measurement *const *measurements, size_t count)
{
    (void)frame;
    (void)measurements;
    (void)count;
}

const struct figures_format figures_json = {json_begin, json_sample, json_measurement, json_end};

static void csv_begin(const struct figures_frame *frame)
{
    (void)frame;
    printf("record,kernel,iteration,m,n,k,device_ms,wall_ms,gflops,min_ms,mean_ms,deviation_ms,"
           "build_ms,peak_gflops,efficiency,peak,data,verified,step,supporting,transfer_ms,"
           "with_transfer_ms,gflops_with_transfer\n");
}

static void csv_start(const char *record, const struct measurement *measurement)
{
    printf("%s,", record);
    figures_quoted(measurement->label);
}

/* The last columns, empty unless asked for. */
static void csv_transfer(const struct figures_frame *frame, const struct measurement *measurement,
                         double transfer_ms, double total_ms)
{
    if (frame->protocol->with_transfer)
        printf(",%.6f,%.6f,%.4f\n", transfer_ms, total_ms, figures_gflops(measurement, total_ms));
    else
        printf(",,,\n");
}

static void csv_sample(const struct figures_frame *frame, const struct measurement *measurement,
                       size_t index)
{
    const struct sample *run = &measurement->samples[index];

    csv_start("iteration", measurement);
    printf(",%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.4f,,,,,,,,", index + 1,
           measurement->m, measurement->n, measurement->k, run->device_ms, run->wall_ms,
           figures_gflops(measurement, run->device_ms));
    figures_quoted(figures_data(frame->protocol->data));
    printf(",%s,,", run->validated == VALIDATED ? "this iteration" : "");
    csv_transfer(frame, measurement, run->transfer_ms, sample_total(run));
}

/* One row a step, with the median of its time. */
static void csv_steps(const struct measurement *measurement)
{
    for (size_t i = 0; i < measurement->manifest->step_count && measurement->sample_count > 0;
         i++) {
        csv_start("step", measurement);
        printf(",,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,,,,,,,,,,,,", measurement->m,
               measurement->n, measurement->k, measurement->step_ms[i]);
        figures_quoted(measurement->manifest->steps[i].name);
        printf(",,,,\n");
    }
}

static void csv_measurement(const struct figures_frame *frame,
                            const struct measurement *measurement)
{
    double gflops = figures_gflops(measurement, measurement->device.median);

    csv_start("result", measurement);
    printf(",,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.4f,%.6f,%.6f,%.6f,%.3f,",
           measurement->m, measurement->n, measurement->k, measurement->device.median,
           measurement->wall.median, gflops, measurement->device.min, measurement->device.mean,
           measurement->device.deviation, measurement->build_ms);
    if (measurement->peak.gflops > 0)
        printf("%.2f,%.5f,", measurement->peak.gflops, gflops / measurement->peak.gflops);
    else
        printf(",,");
    figures_quoted(measurement->peak.words);
    putchar(',');
    figures_quoted(figures_data(frame->protocol->data));
    putchar(',');
    figures_quoted(measurement->verified);
    if (measurement->supporting >= 0)
        printf(",,%.5f", measurement->supporting);
    else
        printf(",,");
    csv_transfer(frame, measurement, measurement->transfer.median, measurement->total.median);
    csv_steps(measurement);
}

const struct figures_format figures_csv = {csv_begin, csv_sample, csv_measurement, json_end};
