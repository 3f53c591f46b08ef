/* Traits of a device that the generator is told, with less precedence than the user's options. */
#ifndef HARNESS_OPENCL_TRAITS_H
#define HARNESS_OPENCL_TRAITS_H

#include "harness/base/json_read.h"
#include "clgemm.h"
#include "harness/opencl/device.h"

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

#endif
