/* Figures for programs: JSON, one object a line; CSV, one row an iteration, a step and a summary. */
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

static void json_iteration(const struct figures_frame *frame, const struct result *result,
                           size_t index)
{
    const struct iteration *run = &result->iterations[index];

    json_t *object =
        json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:b}", "record", "iteration", "kernel",
                  result->label, "iteration", (json_int_t)(index + 1), "device_ms", run->device_ms,
                  "wall_ms", run->wall_ms, "gflops", figures_gflops(result, run->device_ms),
                  "validated", (int)(run->validated == VALIDATED));

    if (frame->protocol->with_transfer) {
        json_object_set_new(object, "transfer_ms", json_real(run->transfer_ms));
        json_object_set_new(object, "gflops_with_transfer",
                            json_real(figures_gflops(result, iteration_total(run))));
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
static json_t *runs_of(const struct result *result)
{
    json_t *runs = json_array();

    for (size_t i = 0; i < result->iteration_count; i++)
        json_array_append_new(runs, json_real(result->iterations[i].device_ms));
    return runs;
}

json_t *figures_result(const struct figures_frame *frame, const struct result *result)
{
    double gflops = figures_gflops(result, result->device.median);
    json_t *steps = json_array();
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:s}", "record", "result",
                  "kernel", result->label, "name", result->manifest->name, "m",
                  (json_int_t)result->m, "n", (json_int_t)result->n, "k", (json_int_t)result->k,
                  "alpha", result->alpha, "beta", result->beta, "build_ms", result->build_ms,
                  "prepare_ms", result->prepare_ms, "verified", result->verified);

    if (result->manifest->problem.batch != BATCH_NONE)
        json_object_set_new(object, "members", json_integer((json_int_t)result->members));
    if (result->manifest->command != NULL)
        json_object_set_new(object, "command", json_string(result->manifest->command));
    figures_problem(object, result->manifest);
    figures_facts(object, result);
    for (size_t i = 0; i < result->manifest->step_count && result->iteration_count > 0; i++)
        json_array_append_new(steps,
                              json_pack("{s:s, s:f}", "name", result->manifest->steps[i].name, "ms",
                                        result->step_ms[i]));
    json_object_set_new(object, "steps", steps);
    if (result->iteration_count > 0) {
        json_object_set_new(object, "runs_ms", runs_of(result));
        json_object_set_new(object, "device_ms", summary_object(&result->device));
        json_object_set_new(object, "wall_ms", summary_object(&result->wall));
        json_object_set_new(object, "gflops", json_real(gflops));
        if (result->over != NULL)
            json_object_set_new(object, "speedup",
                                json_pack("{s:s, s:f, s:f, s:f}", "over", result->over, "median",
                                          result->speedup.median, "q1", result->speedup.q1, "q3",
                                          result->speedup.q3));
        if (result->supporting >= 0)
            json_object_set_new(object, "supporting", json_real(result->supporting));
        if (frame->protocol->with_transfer) {
            json_object_set_new(object, "transfer_ms", summary_object(&result->transfer));
            json_object_set_new(object, "with_transfer_ms", summary_object(&result->total));
            json_object_set_new(object, "gflops_with_transfer",
                                json_real(figures_gflops(result, result->total.median)));
        }
        if (result->device.median > 0)
            json_object_set_new(object, "gbytes_per_second", json_real(figures_gbytes(result)));
    }
    figures_efficiency(object, &result->peak, gflops);
    return object;
}

static void json_result(const struct figures_frame *frame, const struct result *result)
{
    figures_line(figures_result(frame, result));
}

static void json_end(const struct figures_frame *frame, const struct result *const *results,
                     size_t count)
{
    (void)frame;
    (void)results;
    (void)count;
}

const struct figures_format figures_json = {json_begin, json_iteration, json_result, json_end};

static void csv_begin(const struct figures_frame *frame)
{
    (void)frame;
    printf("record,kernel,iteration,m,n,k,device_ms,wall_ms,gflops,min_ms,mean_ms,deviation_ms,"
           "build_ms,peak_gflops,efficiency,peak,data,verified,step,supporting,transfer_ms,"
           "with_transfer_ms,gflops_with_transfer\n");
}

static void csv_start(const char *record, const struct result *result)
{
    printf("%s,", record);
    figures_quoted(result->label);
}

/* The last columns, empty unless asked for. */
static void csv_transfer(const struct figures_frame *frame, const struct result *result,
                         double transfer_ms, double total_ms)
{
    if (frame->protocol->with_transfer)
        printf(",%.6f,%.6f,%.4f\n", transfer_ms, total_ms, figures_gflops(result, total_ms));
    else
        printf(",,,\n");
}

static void csv_iteration(const struct figures_frame *frame, const struct result *result,
                          size_t index)
{
    const struct iteration *run = &result->iterations[index];

    csv_start("iteration", result);
    printf(",%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.4f,,,,,,,,", index + 1, result->m,
           result->n, result->k, run->device_ms, run->wall_ms,
           figures_gflops(result, run->device_ms));
    figures_quoted(figures_data(frame->protocol->data));
    printf(",%s,,", run->validated == VALIDATED ? "this iteration" : "");
    csv_transfer(frame, result, run->transfer_ms, iteration_total(run));
}

/* One row a step, with the median of its time. */
static void csv_steps(const struct result *result)
{
    for (size_t i = 0; i < result->manifest->step_count && result->iteration_count > 0; i++) {
        csv_start("step", result);
        printf(",,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,,,,,,,,,,,,", result->m, result->n,
               result->k, result->step_ms[i]);
        figures_quoted(result->manifest->steps[i].name);
        printf(",,,,\n");
    }
}

static void csv_result(const struct figures_frame *frame, const struct result *result)
{
    double gflops = figures_gflops(result, result->device.median);

    csv_start("result", result);
    printf(",,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.4f,%.6f,%.6f,%.6f,%.3f,", result->m,
           result->n, result->k, result->device.median, result->wall.median, gflops,
           result->device.min, result->device.mean, result->device.deviation, result->build_ms);
    if (result->peak.gflops > 0)
        printf("%.2f,%.5f,", result->peak.gflops, gflops / result->peak.gflops);
    else
        printf(",,");
    figures_quoted(result->peak.words);
    putchar(',');
    figures_quoted(figures_data(frame->protocol->data));
    putchar(',');
    figures_quoted(result->verified);
    if (result->supporting >= 0)
        printf(",,%.5f", result->supporting);
    else
        printf(",,");
    csv_transfer(frame, result, result->transfer.median, result->total.median);
    csv_steps(result);
}

const struct figures_format figures_csv = {csv_begin, csv_iteration, csv_result, json_end};
