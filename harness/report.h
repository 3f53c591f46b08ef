/* How the figures of `bench` are shown. */
#ifndef HARNESS_REPORT_H
#define HARNESS_REPORT_H

#include "harness/options.h"
#include "harness/peak.h"
#include "harness/timing.h"

/* One timed run. */
struct iteration {
    double device_ms, wall_ms;
    enum {
        NOT_VALIDATED,
        VALIDATED
    } validated;
};

/* Everything that is known of one kernel. */
struct result {
    const char *label;
    const struct manifest *manifest;
    uint64_t m, n, k;
    double alpha, beta;
    double flops, bytes;         /* of one run: 2 M N K, and the manifest's own count of bytes */
    double build_ms, prepare_ms; /* prepare_ms: steps that run once for each set of weights */
    struct iteration *iterations;
    size_t iteration_count;
    double *step_ms; /* medians, one a step of the manifest */
    struct time_summary device, wall;
    struct peak peak;
    char verified[160]; /* how, in words */
};

struct report {
    const struct options *options;
    const struct device *device;
    size_t result_count; /* kernels in this command */
};

/* Words for the data pattern. */
const char *report_data(enum data data);

/* GFLOP/s at a time in milliseconds. */
double report_gflops(const struct result *result, double ms);

/* A text in quotes, quotes in it doubled (RFC 4180), on stdout. */
void csv_print_quoted(const char *text);

/* The stages of a report; each format has its own. */
struct report_format {
    void (*begin)(const struct report *report);
    void (*iteration)(const struct report *report, const struct result *result, size_t index);
    void (*result)(const struct report *report, const struct result *result);
    void (*end)(const struct report *report, const struct result *results, size_t count);
};

extern const struct report_format report_text, report_json, report_csv;

#endif
