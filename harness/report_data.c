/* Figures for programs: JSON, one object a line; CSV, one row an iteration and a summary. */
#include <inttypes.h>

#include <jansson.h>

#include "harness/report.h"

static void print_line(json_t *object)
{
    json_dumpf(object, stdout, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
    printf("\n");
    fflush(stdout);
    json_decref(object);
}

static void json_begin(const struct report *report)
{
    print_line(json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I}", "record", "device", "name",
                         report->device->name, "platform", report->device->platform_name, "driver",
                         report->device->driver, "data", report_data(report->options->data), "seed",
                         (json_int_t)report->options->seed, "iterations",
                         (json_int_t)report->options->iterations, "warm_up",
                         (json_int_t)report->options->warm_up));
}

static void json_iteration(const struct report *report, const struct result *result, size_t index)
{
    const struct iteration *run = &result->iterations[index];

    (void)report;
    print_line(json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:b}", "record", "iteration", "kernel",
                         result->label, "iteration", (json_int_t)(index + 1), "device_ms",
                         run->device_ms, "wall_ms", run->wall_ms, "gflops",
                         report_gflops(result, run->device_ms), "validated",
                         (int)(run->validated == VALIDATED)));
}

static json_t *summary_object(const struct time_summary *times)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "min", times->min, "median", times->median, "mean",
                     times->mean, "deviation", times->deviation);
}

static void json_result(const struct report *report, const struct result *result)
{
    double gflops = report_gflops(result, result->device.median);
    json_t *steps = json_array();
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:s}", "record", "result",
                  "kernel", result->label, "name", result->manifest->name, "m",
                  (json_int_t)result->m, "n", (json_int_t)result->n, "k", (json_int_t)result->k,
                  "alpha", result->alpha, "beta", result->beta, "build_ms", result->build_ms,
                  "prepare_ms", result->prepare_ms, "verified", result->verified);

    (void)report;
    if (result->manifest->command != NULL)
        json_object_set_new(object, "command", json_string(result->manifest->command));
    for (size_t i = 0; i < result->manifest->step_count && result->iteration_count > 0; i++)
        json_array_append_new(steps,
                              json_pack("{s:s, s:f}", "name", result->manifest->steps[i].name, "ms",
                                        result->step_ms[i]));
    json_object_set_new(object, "steps", steps);
    if (result->iteration_count > 0) {
        json_object_set_new(object, "device_ms", summary_object(&result->device));
        json_object_set_new(object, "wall_ms", summary_object(&result->wall));
        json_object_set_new(object, "gflops", json_real(gflops));
        if (result->device.median > 0)
            json_object_set_new(object, "gbytes_per_second",
                                json_real(result->bytes / result->device.median * 1e-6));
    }
    if (result->peak.gflops > 0) {
        json_object_set_new(object, "peak_gflops", json_real(result->peak.gflops));
        json_object_set_new(object, "peak", json_string(result->peak.words));
        json_object_set_new(object, "efficiency", json_real(gflops / result->peak.gflops));
    }
    print_line(object);
}

static void json_end(const struct report *report, const struct result *results, size_t count)
{
    (void)report;
    (void)results;
    (void)count;
}

const struct report_format report_json = {json_begin, json_iteration, json_result, json_end};

void csv_print_quoted(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void csv_begin(const struct report *report)
{
    (void)report;
    printf("record,kernel,iteration,m,n,k,device_ms,wall_ms,gflops,min_ms,mean_ms,deviation_ms,"
           "build_ms,peak_gflops,efficiency,peak,data,verified\n");
}

static void csv_start(const char *record, const struct result *result)
{
    printf("%s,", record);
    csv_print_quoted(result->label);
}

static void csv_iteration(const struct report *report, const struct result *result, size_t index)
{
    const struct iteration *run = &result->iterations[index];

    csv_start("iteration", result);
    printf(",%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.4f,,,,,,,,", index + 1, result->m,
           result->n, result->k, run->device_ms, run->wall_ms,
           report_gflops(result, run->device_ms));
    csv_print_quoted(report_data(report->options->data));
    printf(",%s\n", run->validated == VALIDATED ? "this iteration" : "");
}

static void csv_result(const struct report *report, const struct result *result)
{
    double gflops = report_gflops(result, result->device.median);

    csv_start("result", result);
    printf(",,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.4f,%.6f,%.6f,%.6f,%.3f,", result->m,
           result->n, result->k, result->device.median, result->wall.median, gflops,
           result->device.min, result->device.mean, result->device.deviation, result->build_ms);
    if (result->peak.gflops > 0)
        printf("%.2f,%.5f,", result->peak.gflops, gflops / result->peak.gflops);
    else
        printf(",,");
    csv_print_quoted(result->peak.words);
    putchar(',');
    csv_print_quoted(report_data(report->options->data));
    putchar(',');
    csv_print_quoted(result->verified);
    putchar('\n');
}

const struct report_format report_csv = {csv_begin, csv_iteration, csv_result, json_end};
