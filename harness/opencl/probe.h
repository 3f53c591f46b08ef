/* Features of a device, found by compiling and running small kernels. */
#ifndef HARNESS_OPENCL_PROBE_H
#define HARNESS_OPENCL_PROBE_H

#include "harness/opencl/device.h"

enum feature {
    FEATURE_IMAGES,      /* CL_R CL_FLOAT image2d written and read back */
    FEATURE_HALF_IMAGES, /* the same of CL_R CL_HALF_FLOAT */
    FEATURE_INTEL_SHUFFLE,
    FEATURE_INTEL_BUFFER_BLOCK_READ,
    FEATURE_INTEL_IMAGE_BLOCK_READ,
    FEATURE_KHR_SHUFFLE,
    FEATURE_NVIDIA_SHUFFLE,
    FEATURE_FP64,
    FEATURE_FP16,
    FEATURE_COUNT
};

/* Name of a feature, in words and as a JSON member. */
const char *feature_words(enum feature feature);
const char *feature_name(enum feature feature);

/* Whether the feature's kernel compiles, runs and gives the right values. The device is open. */
bool probe_feature(const struct device *device, enum feature feature);

#endif
