/* Features of a device, found by compiling and running small kernels; and traits that the generator
 * is told, with less precedence than the user's options. */
#pragma once

#include "harness/base/json_read.h"
#include "clgemm.h"
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

struct device_traits {
    const char *sub_groups;   /* how lanes exchange here */
    const char *profile;      /* that fits it best */
    uint64_t work_group_size; /* most work-items of a work-group; 0: not told */
    uint64_t local_bytes;     /* of a work-group; 0: not told */
};

/* Name of the generator's profile that fits a device best. */
const char *device_profile(const struct device *device);

/* Finds them by probing; to be called only where something is generated. */
void device_traits_find(const struct device *device, struct device_traits *traits);

/* Takes them from what a worker tells of its device; they point into it. */
void device_traits_read(const json_t *told, struct device_traits *traits);

/* Says all of them but the profile. 0, or -1 with *error: the generator's. */
int device_traits_say(const struct device_traits *traits, struct clgemm_request *request,
                      struct clgemm_error *error);
