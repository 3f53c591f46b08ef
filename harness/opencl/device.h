/*
 * The device at hand: chosen by the user's words, with its facts, a context and a queue that
 * records times.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "harness/opencl/opencl.h"
#include "harness/manifest/manifest.h"

struct device_choice {
    const char *platform; /* number or part of the name; NULL: any */
    const char *type;     /* "cpu", "gpu", "acc", "all", "default"; NULL: a GPU, else a CPU */
    const char *device;   /* number (within the platform and type) or part of the name */
};

struct device {
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;     /* NULL until device_open */
    cl_command_queue queue; /* in order, profiling */
    cl_device_type type;
    unsigned platform_number, number; /* as `-p` and `-d` count with `-t all` */
    char platform_name[128], name[256], vendor[128], version[128], driver[128];
    unsigned opencl_c; /* 102 is OpenCL C 1.2 */
    char *extensions;  /* separated by spaces; owned */
    cl_uint compute_units, clock_mhz, address_align_bits, native_float_vector;
    cl_ulong global_bytes, allocation_bytes, local_bytes;
    cl_ulong cache_bytes; /* of global memory; 0: not told */
    size_t work_group_items;
    bool images;
    size_t image_width, image_height;
    struct spare_buffers *spare; /* of a GPU that is open, else NULL */
};

/* Every device of every platform, in the order of their numbers. *devices is malloc'd; release
 * with devices_free. Zero devices are no error. */
int devices_list(struct device **devices, size_t *device_count, struct fault *fault);
void devices_free(struct device *devices, size_t device_count);

/* Chooses a device and opens context and queue. Errors: FAULT_DEVICE with what there is. */
int device_open(const struct device_choice *choice, struct device *device, struct fault *fault);
void device_close(struct device *device);

/* The number by which a choice names a listed device: it counts those of the platform that have the
 * choice's type. */
unsigned device_number(const struct device_choice *choice, const struct device *devices,
                       size_t index);

/* Whether a listed device is among those that a choice names. */
bool device_fits(const struct device_choice *choice, const struct device *devices, size_t index);

/* Records that no device fits, with what there is. Always -1. */
int device_none(const struct device_choice *choice, const struct device *devices,
                size_t device_count, struct fault *fault);

/* Opens context and queue of a listed device; device_close ends both and the facts. */
int device_start(struct device *device, struct fault *fault);

/* Whether the device announces an extension. */
bool device_has(const struct device *device, const char *extension);

/* The largest local memory of a work-group in bytes; 0: it is not known. NVIDIA's driver tells 48
 * KiB, whatever the chip has: that follows from its compute capability. */
cl_ulong device_local_limit(const struct device *device);

/* "cpu", "gpu", "accelerator". */
const char *device_type_word(const struct device *device);
