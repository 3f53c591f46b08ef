/* For strcasestr. */
#define _GNU_SOURCE

#include "harness/opencl/device.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/base/text.h"
#include "harness/opencl/spare.h"

static void read_text(cl_device_id id, cl_device_info what, char *text, size_t room)
{
    char long_text[1024] = "";

    if (clGetDeviceInfo(id, what, sizeof long_text - 1, long_text, NULL) != CL_SUCCESS)
        long_text[0] = '\0';
    snprintf(text, room, "%.*s", (int)room - 1, long_text);
    utf8_mend_line(text);
}

static char *read_extensions(cl_device_id id)
{
    size_t length = 0;
    char *text;

    if (clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &length) != CL_SUCCESS)
        length = 0;
    text = calloc(length + 1, 1);
    if (text != NULL && length > 0 &&
        clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, length, text, NULL) != CL_SUCCESS)
        text[0] = '\0';
    return text;
}

/* "OpenCL C 1.2 ..." as 102; 100 where the text is not understood. Devices of OpenCL 3.0 may say
 * the last version before it there, and list all of them elsewhere. */
static unsigned read_opencl_c(cl_device_id id)
{
    char text[128];
    cl_name_version list[32];
    size_t bytes = 0;
    unsigned major, minor, version = 100;

    read_text(id, CL_DEVICE_OPENCL_C_VERSION, text, sizeof text);
    if (sscanf(text, "OpenCL C %u.%u", &major, &minor) == 2)
        version = major * 100 + minor;
    if (clGetDeviceInfo(id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof list, list, &bytes) !=
        CL_SUCCESS)
        return version;
    for (size_t i = 0; i < bytes / sizeof *list; i++) {
        const unsigned listed =
            CL_VERSION_MAJOR(list[i].version) * 100 + CL_VERSION_MINOR(list[i].version);

        version = listed > version ? listed : version;
    }
    return version;
}

static int read_facts(struct device *device, struct fault *fault)
{
    cl_device_id id = device->id;
    cl_bool images = CL_FALSE;

#define READ(what, member) clGetDeviceInfo(id, what, sizeof(member), &(member), NULL)
    READ(CL_DEVICE_TYPE, device->type);
    READ(CL_DEVICE_MAX_COMPUTE_UNITS, device->compute_units);
    READ(CL_DEVICE_MAX_CLOCK_FREQUENCY, device->clock_mhz);
    READ(CL_DEVICE_MEM_BASE_ADDR_ALIGN, device->address_align_bits);
    READ(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, device->native_float_vector);
    READ(CL_DEVICE_GLOBAL_MEM_SIZE, device->global_bytes);
    READ(CL_DEVICE_MAX_MEM_ALLOC_SIZE, device->allocation_bytes);
    READ(CL_DEVICE_LOCAL_MEM_SIZE, device->local_bytes);
    READ(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, device->cache_bytes);
    READ(CL_DEVICE_MAX_WORK_GROUP_SIZE, device->work_group_items);
    READ(CL_DEVICE_IMAGE_SUPPORT, images);
    if (images) {
        READ(CL_DEVICE_IMAGE2D_MAX_WIDTH, device->image_width);
        READ(CL_DEVICE_IMAGE2D_MAX_HEIGHT, device->image_height);
    }
#undef READ
    device->images = images != CL_FALSE;
    read_text(id, CL_DEVICE_NAME, device->name, sizeof device->name);
    read_text(id, CL_DEVICE_VENDOR, device->vendor, sizeof device->vendor);
    read_text(id, CL_DEVICE_VERSION, device->version, sizeof device->version);
    read_text(id, CL_DRIVER_VERSION, device->driver, sizeof device->driver);
    device->opencl_c = read_opencl_c(id);
    device->extensions = read_extensions(id);
    return device->extensions == NULL ? fault_memory(fault) : 0;
}

static int list_platform(cl_platform_id platform, unsigned number, struct device **devices,
                         size_t *device_count, struct fault *fault)
{
    cl_device_id ids[64];
    cl_uint id_count = 0;
    struct device *more;

    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, ids, &id_count) != CL_SUCCESS)
        return 0;
    if (id_count > 64)
        id_count = 64;
    more = realloc(*devices, (*device_count + id_count + 1) * sizeof **devices);
    if (more == NULL)
        return fault_memory(fault);
    *devices = more;
    for (cl_uint i = 0; i < id_count; i++) {
        struct device *device = &more[*device_count];

        memset(device, 0, sizeof *device);
        device->platform = platform;
        device->id = ids[i];
        device->platform_number = number;
        device->number = i;
        clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof device->platform_name - 1,
                          device->platform_name, NULL);
        utf8_mend_line(device->platform_name);
        if (read_facts(device, fault))
            return -1;
        (*device_count)++;
    }
    return 0;
}

int devices_list(struct device **devices, size_t *device_count, struct fault *fault)
{
    cl_platform_id platforms[64];
    cl_uint platform_count = 0;

    *devices = NULL;
    *device_count = 0;
    if (clGetPlatformIDs(64, platforms, &platform_count) != CL_SUCCESS)
        return 0;
    for (cl_uint i = 0; i < platform_count && i < 64; i++)
        if (list_platform(platforms[i], i, devices, device_count, fault)) {
            devices_free(*devices, *device_count);
            *devices = NULL;
            *device_count = 0;
            return -1;
        }
    return 0;
}

void devices_free(struct device *devices, size_t device_count)
{
    for (size_t i = 0; i < device_count; i++)
        free(devices[i].extensions);
    free(devices);
}

/* A number means the number, any other word a part of the name, letters of either case alike. */
static bool word_fits(const char *word, unsigned number, const char *name)
{
    uint64_t wanted;

    if (word == NULL)
        return true;
    return size_parse(word, &wanted) ? wanted == number : strcasestr(name, word) != NULL;
}

static bool type_fits(const char *type, cl_device_type actual)
{
    if (type == NULL || strcmp(type, "all") == 0)
        return true;
    if (strcmp(type, "default") == 0)
        return (actual & CL_DEVICE_TYPE_DEFAULT) != 0;
    if (strcmp(type, "cpu") == 0)
        return (actual & CL_DEVICE_TYPE_CPU) != 0;
    if (strcmp(type, "gpu") == 0)
        return (actual & CL_DEVICE_TYPE_GPU) != 0;
    return (actual & CL_DEVICE_TYPE_ACCELERATOR) != 0;
}

const char *device_type_word(const struct device *device)
{
    if (device->type & CL_DEVICE_TYPE_GPU)
        return "gpu";
    return device->type & CL_DEVICE_TYPE_CPU ? "cpu" : "accelerator";
}

unsigned device_number(const struct device_choice *choice, const struct device *devices,
                       size_t index)
{
    unsigned number = 0;

    for (size_t i = 0; i < index; i++)
        number += devices[i].platform_number == devices[index].platform_number &&
                  type_fits(choice->type, devices[i].type);
    return number;
}

/* The devices of the type that is asked for, numbered as they are counted. */
static void list_devices(const struct device_choice *choice, const struct device *devices,
                         size_t device_count, char *text, size_t room)
{
    *text = '\0';
    for (size_t i = 0; i < device_count; i++)
        if (type_fits(choice->type, devices[i].type))
            text_append(text, room, "%s-p %u (%.60s) -d %u (%.60s, %s)", *text == '\0' ? "" : "; ",
                        devices[i].platform_number, devices[i].platform_name,
                        device_number(choice, devices, i), devices[i].name,
                        device_type_word(&devices[i]));
}

/* Platforms that are installed and give no device; nothing where every one gives some. */
static void list_silent(char *text, size_t room)
{
    cl_platform_id platforms[64];
    cl_uint platform_count = 0;
    size_t used = 0;

    *text = '\0';
    if (clGetPlatformIDs(64, platforms, &platform_count) != CL_SUCCESS)
        return;
    for (cl_uint i = 0; i < platform_count && i < 64 && used < room - 1; i++) {
        char name[100] = "";
        cl_uint count = 0;
        cl_int status = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &count);

        if (status == CL_SUCCESS && count > 0)
            continue;
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
        utf8_mend_line(name);
        used += (size_t)snprintf(
            text + used, room - used, "%splatform `%.60s` is installed and gives no device (%s)%s",
            used == 0 ? "" : "; ", name,
            status == CL_SUCCESS ? "it has none" : opencl_error_name(status),
            strcmp(name, "Portable Computing Language") != 0
                ? ""
                : ": as a rule it lacks a folder for its cache to write to (POCL_CACHE_DIR, else "
                  "$XDG_CACHE_HOME/pocl or ~/.cache/pocl); POCL_DEBUG=err shows what it misses");
    }
}

int device_none(const struct device_choice *choice, const struct device *devices,
                size_t device_count, struct fault *fault)
{
    static const struct device_choice any = {0};
    char text[700], silent[600];

    list_silent(silent, sizeof silent);
    if (device_count == 0)
        return fault_set(fault, FAULT_DEVICE, "there is no OpenCL device: %s",
                         *silent != '\0'
                             ? silent
                             : "install a driver, for instance pocl-opencl-icd for the CPU, and "
                               "see whether clinfo lists it");
    list_devices(choice, devices, device_count, text, sizeof text);
    if (*text == '\0') /* none has the type */
        list_devices(&any, devices, device_count, text, sizeof text);
    return fault_set(fault, FAULT_DEVICE,
                     "no device fits platform `%.60s`, type `%.20s`, device "
                     "`%.60s`; there is: %s%s%s",
                     choice->platform == NULL ? "any" : choice->platform,
                     choice->type == NULL ? "any" : choice->type,
                     choice->device == NULL ? "any" : choice->device, text,
                     *silent == '\0' ? "" : "; ", silent);
}

bool device_fits(const struct device_choice *choice, const struct device *devices, size_t index)
{
    const struct device *device = &devices[index];

    return type_fits(choice->type, device->type) &&
           word_fits(choice->platform, device->platform_number, device->platform_name) &&
           word_fits(choice->device, device_number(choice, devices, index), device->name);
}

/* Index of the chosen device. */
static int choose(const struct device_choice *choice, const struct device *devices,
                  size_t device_count, size_t *chosen, struct fault *fault)
{
    int best = -1;

    for (size_t i = 0; i < device_count; i++) {
        const struct device *device = &devices[i];
        int rank = choice->type != NULL || (device->type & CL_DEVICE_TYPE_GPU) ? 2
                   : device->type & CL_DEVICE_TYPE_CPU                         ? 1
                                                                               : 0;

        if (device_fits(choice, devices, i) && rank > best) {
            best = rank;
            *chosen = i;
        }
    }
    return best < 0 ? device_none(choice, devices, device_count, fault) : 0;
}

int device_start(struct device *device, struct fault *fault)
{
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                          (cl_context_properties)device->platform, 0};
    cl_int status;

    device->context = clCreateContext(properties, 1, &device->id, NULL, NULL, &status);
    if (opencl_check(status, "clCreateContext", fault))
        return -1;
    /* Oclgrind's device is of all types, and tells what was never written. */
    if ((device->type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU)) == CL_DEVICE_TYPE_GPU)
        device->spare = spare_open(device->global_bytes);
/* The successor of this call needs OpenCL 2.0; this one works everywhere. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    device->queue =
        clCreateCommandQueue(device->context, device->id, CL_QUEUE_PROFILING_ENABLE, &status);
#pragma GCC diagnostic pop
    return opencl_check(status, "clCreateCommandQueue", fault);
}

int device_open(const struct device_choice *choice, struct device *device, struct fault *fault)
{
    struct device *devices;
    size_t device_count, chosen = 0;

    memset(device, 0, sizeof *device);
    if (devices_list(&devices, &device_count, fault))
        return -1;
    if (choose(choice, devices, device_count, &chosen, fault)) {
        devices_free(devices, device_count);
        return -1;
    }
    *device = devices[chosen];
    devices[chosen].extensions = NULL;
    devices_free(devices, device_count);
    if (device_start(device, fault) == 0)
        return 0;
    device_close(device);
    return -1;
}

void device_close(struct device *device)
{
    spare_close(device->spare);
    if (device->queue != NULL)
        clReleaseCommandQueue(device->queue);
    if (device->context != NULL)
        clReleaseContext(device->context);
    free(device->extensions);
    memset(device, 0, sizeof *device);
}

bool device_has(const struct device *device, const char *extension)
{
    size_t length = strlen(extension);
    const char *at = device->extensions;

    while (at != NULL && (at = strstr(at, extension)) != NULL) {
        bool starts = at == device->extensions || at[-1] == ' ';

        if (starts && (at[length] == ' ' || at[length] == '\0'))
            return true;
        at += length;
    }
    return false;
}

/* The CUDA programming guide's table of compute capabilities: shared memory of a thread block. */
static cl_ulong local_of_capability(cl_device_id id)
{
    static const struct {
        cl_uint capability, kb;
    } blocks[] = {{75, 64},  {80, 163},  {86, 99},   {87, 163}, {89, 99},
                  {90, 227}, {100, 227}, {103, 227}, {120, 99}, {121, 99}};
    enum {
        CAPABILITY_MAJOR = 0x4000, /* of cl_nv_device_attribute_query */
        CAPABILITY_MINOR = 0x4001
    };
    cl_uint major = 0, minor = 0;

    clGetDeviceInfo(id, CAPABILITY_MAJOR, sizeof major, &major, NULL);
    clGetDeviceInfo(id, CAPABILITY_MINOR, sizeof minor, &minor, NULL);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i].capability == 10 * major + minor)
            return blocks[i].kb * (cl_ulong)1024;
    return 0;
}

cl_ulong device_local_limit(const struct device *device)
{
    return device_has(device, "cl_nv_device_attribute_query") ? local_of_capability(device->id)
                                                              : device->local_bytes;
}
