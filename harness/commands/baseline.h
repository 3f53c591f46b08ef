/* Results of `bench` that are kept in a file, and how later ones differ from them. */
#pragma once

#include "harness/output/figures.h"

/* Greatest probability at which times that do not differ are taken to differ. */
#define BASELINE_LEVEL 0.01

/* A file with results; path NULL: none. */
struct baseline {
    const char *path;
    json_t *device, *measurements; /* record of the device; list of records of kernels */
};

/* Reads what baseline_write has written, or `bench --json` has printed. On failure nothing is to be
 * released. Errors: FAULT_IO; FAULT_REFUSED (no such file, or a kernel of fewer runs than the test
 * needs). */
int baseline_read(const char *path, struct baseline *baseline, struct fault *fault);
void baseline_release(struct baseline *baseline);

/* Refuses a baseline that was measured on another device. Errors: FAULT_REFUSED. */
int baseline_check(const struct baseline *baseline, const struct device *device,
                   struct fault *fault);

/* Shows for each kernel whether it is faster or slower than in the baseline: where the rank-sum
 * test of the device times has a probability below BASELINE_LEVEL and the medians differ by more
 * than `within` percent. The kernel is found by its label, sizes and problem. Errors: FAULT_SLOWER
 * where one is slower, FAULT_REFUSED where the baseline has none of them, FAULT_IO (memory). */
int baseline_compare(const struct baseline *baseline, const struct figures_frame *frame,
                     const struct measurement *const *measurements, size_t count, double within,
                     struct fault *fault);

/* Writes the device and the results to a file, whole or not at all. Errors: FAULT_IO. */
int baseline_write(const char *path, const struct figures_frame *frame,
                   const struct measurement *const *measurements, size_t count,
                   struct fault *fault);
