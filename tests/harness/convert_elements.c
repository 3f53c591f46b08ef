/*
 * Converts elements by emitted functions on every device, and compares with the harness's own codec.
 *
 *     convert_elements FROM TO FILE WIDTH...
 *
 * FILE is OpenCL C with a kernel convert_WIDTH(from, to) for each width: from has elements of the first type, to gets as many
 * of the second one, WIDTH by each work-item. Exit code 0: all as the codec has them; 1: not; 77: no device has the type.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/manifest/element.h"
#include "harness/opencl/program.h"
#include "harness/opencl/device.h"

enum {
    UPPER_HALVES = 0x10000,
    BYTES = 0x100,
    SHOWN = 5, /* faults of one kernel that are printed */
    SKIPPED = 77
};

/* About every bf16, and so about every shorter number and every tie between two: itself, just above it, below, at and above the middle to the next one,
 * and below the next one. */
static const uint32_t lower_halves[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff};

enum {
    LOWER_HALVES = sizeof lower_halves / sizeof *lower_halves,
    NUMBERS = UPPER_HALVES * LOWER_HALVES * 3 +
              16 /* three doubles a float, and room for the widest vector */
};

struct numbers {
    enum element_type type, made;
    size_t count; /* a multiple of 16 */
    void *from;
    void *to;
};

static double with_bits(uint32_t bits)
{
    return element_load(TYPE_F32, &bits, 0);
}

/* All elements of 8 bits, or all floats of the patterns; as doubles, their neighbours too, which a rounding by way of float would lose. */
static void fill(struct numbers *numbers)
{
    const bool single = numbers->type == TYPE_F32;
    float *const floats = numbers->from;
    double *const doubles = numbers->from;

    if (element_facts[numbers->type].bytes == 1) {
        for (; numbers->count < BYTES; numbers->count++)
            ((uint8_t *)numbers->from)[numbers->count] = (uint8_t)numbers->count;
        return;
    }
    for (uint32_t upper = 0; upper < UPPER_HALVES; upper++)
        for (size_t i = 0; i < LOWER_HALVES; i++) {
            const uint32_t bits = upper << 16 | lower_halves[i];
            if (single) {
                memcpy(&floats[numbers->count++], &bits, sizeof bits);
                continue;
            }
            doubles[numbers->count++] = with_bits(bits);
            doubles[numbers->count++] = nextafter(with_bits(bits), 0);
            doubles[numbers->count++] = nextafter(with_bits(bits), upper < 0x8000 ? 1e300 : -1e300);
        }
    while (numbers->count % 16 != 0)
        element_store(numbers->type, numbers->from, numbers->count++, 1);
}

/* The bits of an element of an array. */
static uint32_t bits_of(enum element_type type, const void *array, size_t at)
{
    uint32_t bits = 0;

    memcpy(&bits, (const char *)array + at * element_facts[type].bytes, element_facts[type].bytes);
    return bits;
}

/* Whether the bits are what the codec makes of the value. Of a single any NaN is right, of 16 bits any quiet one, of 8 bits the codec's. */
static bool is_right(enum element_type type, double value, uint32_t bits)
{
    unsigned char stored[sizeof bits];

    element_store(type, stored, 0, value);
    const uint32_t expected = bits_of(type, stored, 0);
    if (isnan(value) && !element_saturates(type))
        return type == TYPE_F32 ? isnan(element_load(type, &bits, 0))
                                : (bits & expected) == expected;
    return bits == expected;
}

/* Counts the results that are not the codec's and prints the first of them. */
static size_t count_faults(const struct numbers *numbers, const struct device *device,
                           const char *width)
{
    size_t faults = 0;

    for (size_t i = 0; i < numbers->count; i++) {
        const double value = element_load(numbers->type, numbers->from, i);
        const uint32_t bits = bits_of(numbers->made, numbers->to, i);

        if (is_right(numbers->made, value, bits))
            continue;
        if (faults++ < SHOWN)
            printf("%s, %s: %a becomes 0x%04x by width %s\n", device->platform_name,
                   element_word(numbers->type), value, bits, width);
    }
    return faults;
}

static bool convert_on(const struct device *device, cl_kernel kernel, const struct numbers *numbers,
                       size_t width)
{
    const size_t bytes = numbers->count * element_facts[numbers->type].bytes,
                 made = numbers->count * element_facts[numbers->made].bytes,
                 global = numbers->count / width;
    cl_mem from = clCreateBuffer(device->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                                 numbers->from, NULL);
    cl_mem to = clCreateBuffer(device->context, CL_MEM_WRITE_ONLY, made, NULL, NULL);
    const bool done =
        from != NULL && to != NULL && clSetKernelArg(kernel, 0, sizeof from, &from) == CL_SUCCESS &&
        clSetKernelArg(kernel, 1, sizeof to, &to) == CL_SUCCESS &&
        clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL) ==
            CL_SUCCESS &&
        clEnqueueReadBuffer(device->queue, to, CL_TRUE, 0, made, numbers->to, 0, NULL, NULL) ==
            CL_SUCCESS;

    if (from != NULL)
        clReleaseMemObject(from);
    if (to != NULL)
        clReleaseMemObject(to);
    return done;
}

/* Whether the kernel of that width converts as the codec does. */
static bool kernel_converts(const struct device *device, cl_program program, const char *width,
                            struct numbers *numbers)
{
    char name[32];
    cl_kernel kernel;
    size_t faults;
    bool done;

    snprintf(name, sizeof name, "convert_%s", width);
    kernel = clCreateKernel(program, name, NULL);
    memset(numbers->to, 0xa5, numbers->count * element_facts[numbers->made].bytes);
    done = kernel != NULL && convert_on(device, kernel, numbers, strtoul(width, NULL, 10));
    if (kernel != NULL)
        clReleaseKernel(kernel);
    if (!done) {
        printf("%s: %s does not run\n", device->platform_name, name);
        return false;
    }
    faults = count_faults(numbers, device, width);
    printf("%s, %s to %s, width %s: %zu numbers, %zu wrong\n", device->platform_name,
           element_word(numbers->type), element_word(numbers->made), width, numbers->count, faults);
    return faults == 0;
}

/* Whether all kernels of the source convert as the codec does on an open device. */
static bool device_converts(const struct device *device, const char *source, char **widths,
                            struct numbers *numbers)
{
    cl_program program;
    char *log = NULL;
    bool right = true;

    if (program_compile(device, source, "", &program, &log) != CL_SUCCESS) {
        printf("%s does not compile it: %s\n", device->platform_name, log != NULL ? log : "");
        free(log);
        return false;
    }
    for (; *widths != NULL; widths++)
        right = kernel_converts(device, program, *widths, numbers) && right;
    clReleaseProgram(program);
    return right;
}

static int on_all_devices(const char *source, char **widths, struct numbers *numbers)
{
    struct device *devices = NULL;
    size_t count = 0, served = 0;
    struct fault fault = {0};
    bool right = true;

    if (devices_list(&devices, &count, &fault) != 0) {
        printf("%s\n", fault.text);
        return SKIPPED;
    }
    for (size_t i = 0; i < count; i++) {
        struct device *const device = &devices[i];
        if (numbers->type == TYPE_F64 && !device_has(device, "cl_khr_fp64"))
            continue;
        if (device_start(device, &fault) != 0) {
            printf("%s: %s\n", device->platform_name, fault.text);
            fault_clear(&fault);
        } else {
            served++;
            right = device_converts(device, source, widths, numbers) && right;
        }
        device_close(device);
    }
    devices_free(devices, count);
    return !right ? EXIT_FAILURE : served > 0 ? EXIT_SUCCESS : SKIPPED;
}

int main(int argc, char **argv)
{
    struct numbers numbers = {.type = argc > 4 ? element_named(argv[1]) : TYPE_OTHER,
                              .made = argc > 4 ? element_named(argv[2]) : TYPE_OTHER};
    struct fault fault = {0};
    char *source = NULL;
    size_t length;
    int code = EXIT_FAILURE;

    if (!element_is_real(numbers.type) || !element_is_real(numbers.made)) {
        fprintf(stderr, "convert_elements FROM TO FILE WIDTH...\n");
        return EXIT_FAILURE;
    }
    numbers.from = malloc(NUMBERS * element_facts[numbers.type].bytes);
    numbers.to = malloc(NUMBERS * element_facts[numbers.made].bytes);
    if (numbers.from == NULL || numbers.to == NULL) {
        fault_memory(&fault);
    } else if (file_read(argv[3], &source, &length, &fault) == 0) {
        fill(&numbers);
        code = on_all_devices(source, argv + 4, &numbers);
    }
    if (fault.code != FAULT_NONE)
        fprintf(stderr, "convert_elements: %s\n", fault.text);
    free(numbers.from);
    free(numbers.to);
    free(source);
    return code;
}
