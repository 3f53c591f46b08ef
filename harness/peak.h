/* What a device could reach at most, and how that is known. */
#ifndef HARNESS_PEAK_H
#define HARNESS_PEAK_H

#include "harness/device.h"
#include "harness/manifest.h"

struct peak {
    double gflops;   /* 0: unknown */
    char words[256]; /* the formula or measurement that gave it */
};

/* Times a kernel that only multiplies and adds, on values that never leave the work-item, at
 * several vector widths; the best counts. Errors: FAULT_DEVICE where no width runs. */
int peak_measure(const struct device *device, enum element_type type, struct peak *peak,
                 struct fault *fault);

/* GFLOP/s by the manifest's statement for a machine. */
double peak_by_formula(const struct manifest *manifest, unsigned compute_units, unsigned clock_mhz);

/* Peak by the manifest's statement: operations per cycle x compute units x clock. False where
 * the manifest states none or the device tells no clock. */
bool peak_stated(const struct device *device, const struct manifest *manifest, struct peak *peak);

#endif
