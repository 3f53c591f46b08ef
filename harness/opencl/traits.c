#include "harness/opencl/traits.h"

#include <inttypes.h>
#include <stdio.h>

#include "harness/opencl/probe.h"

const char *device_profile(const struct device *device)
{
    const struct clgemm_device facts = {device_type_word(device), device->vendor, device->name,
                                        device->native_float_vector};

    return clgemm_profile_for(&facts);
}

void device_traits_find(const struct device *device, struct device_traits *traits)
{
    traits->profile = device_profile(device);
    traits->work_group_size = device->work_group_items;
    traits->local_bytes = device_local_limit(device);
    traits->sub_groups = probe_feature(device, FEATURE_INTEL_SHUFFLE)    ? "intel"
                         : probe_feature(device, FEATURE_KHR_SHUFFLE)    ? "khr"
                         : probe_feature(device, FEATURE_NVIDIA_SHUFFLE) ? "nvidia"
                                                                         : "emulated";
}

static uint64_t take_limit(const json_t *told, const char *name)
{
    const json_int_t limit = member_integer(told, name);

    return limit > 0 ? (uint64_t)limit : 0;
}

void device_traits_read(const json_t *told, struct device_traits *traits)
{
    *traits = (struct device_traits){
        .profile = member_text(told, "profile"),
        .sub_groups = member_text(told, "sub_groups"),
        .work_group_size = take_limit(told, "work_group_size"),
        .local_bytes = take_limit(told, "local_bytes"),
    };
}

/* No limit is beyond what the generator counts with. */
static int say_limit(struct clgemm_request *request, const char *option, uint64_t limit,
                     struct clgemm_error *error)
{
    char text[24];

    if (limit == 0)
        return 0;
    snprintf(text, sizeof text, "%" PRIu64, limit < INT32_MAX ? limit : INT32_MAX);
    return clgemm_request_set_by(request, CLGEMM_BY_DEVICE, option, text, error);
}

int device_traits_say(const struct device_traits *traits, struct clgemm_request *request,
                      struct clgemm_error *error)
{
    return clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "sub-groups", traits->sub_groups,
                                 error) ||
                   say_limit(request, "wg-limit", traits->work_group_size, error) ||
                   say_limit(request, "local-limit", traits->local_bytes, error)
               ? -1
               : 0;
}
