/*
 * Expressions of an epilogue, evaluated on a device: its compiler alone says what they are there.
 * The text is that of the manifest, not that of the kernel, whose place, arguments and signs it so
 * checks.
 */
#pragma once

#include "harness/opencl/device.h"
#include "harness/manifest/manifest.h"

/* Programs that were built for a device, each known by its text's address; zeros: none yet. */
struct evaluations {
    const struct device *device;
    struct evaluation {
        const char *expression;
        cl_program program;
        cl_kernel kernel;
    } list[EPILOGUE_LIMIT];
    size_t count;
};

/* value[i] becomes the expression, which may read value[i], row[i] and column[i] by the names
 * value, row and column, in `type`, TYPE_F32 or TYPE_F64. `self` is a struct evaluations. The text
 * must live as long as that. Errors: FAULT_DEVICE, FAULT_IO (memory). */
int evaluations_run(void *self, const char *expression, enum element_type type, size_t count,
                    double *value, const double *row, const double *column, struct fault *fault);

void evaluations_release(struct evaluations *evaluations);
