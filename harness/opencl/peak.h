/* Peak of a device, and how it is known: one figure a device and kind of arithmetic, whatever
 * kernels are made for. A kind is the type of sums that plain instructions compute, "f32", or a
 * matrix engine and what that multiplies, "mma_bf16", as clgemm_profile_peak takes them. */
#pragma once

#include "harness/opencl/device.h"
#include "harness/manifest/manifest.h"

enum {
    PEAK_KIND = 40, /* letters of a kind */
    PEAK_KINDS = 16 /* that a command asks for at most */
};

struct peak {
    char kind[PEAK_KIND];
    double gflops;   /* 0: unknown */
    char words[256]; /* the formula or measurement that gave it */
    enum {
        PEAK_STATED, /* on the command line */
        PEAK_BY_PROFILE,
        PEAK_MEASURED
    } source;
    double build_ms; /* of a measured one: what compilers took */
};

/* The peaks of a device that were asked for. */
struct peaks {
    struct peak list[PEAK_KINDS];
    size_t count;
};

/* Finds the peak of a kind; adds it, unknown, the first time. */
struct peak *peaks_at(struct peaks *peaks, const char *kind);

/* The kind of a kernel: that of the engine that its product uses, else the type of its sums. */
void peak_kind(const struct manifest *manifest, char kind[PEAK_KIND]);

/* Operations that a profile states for one compute unit. */
struct peak_formula {
    char profile[64], words[128];
    double operations_per_cycle; /* 0: it states nothing */
};

/* Takes the peak from what a worker tells of the limits of its device. `wanted` is the word of
 * --peak, "profile" or "measured"; NULL: that of the profile that fits the device, or the
 * measured one where that is greater. The kind is left as it is. Errors: FAULT_REFUSED where "profile" is wanted and
 * there is none by profile. */
int peak_take(const json_t *limits, const char *wanted, struct peak *peak, struct fault *fault);

/* Whether the word of --peak is a number of GFLOP/s, which is the peak then; the kind is left as it
 * is. */
bool peak_stated(const char *wanted, struct peak *peak);

/* By the profile that fits the device. peak->gflops is 0 where that states none, or the device
 * tells no clock, and peak->words says so. Errors: FAULT_IO (memory). */
int peak_by_profile(const struct device *device, const char *kind, struct peak *peak,
                    struct fault *fault);

/* Times kernels that only multiply and add, on values that never leave the work-item, in turns: as
 * fma, as a * b + c and as mad, at several vector widths; the best counts. peak->words names its
 * form, and what the others have reached. None is known for whole numbers: devices multiply those
 * of 8 bits by instructions that do several at once, or have none such; nor of matrix engines:
 * peak->gflops is 0 then. Errors: FAULT_DEVICE where none of them runs. */
int peak_measure(const struct device *device, const char *kind, struct peak *peak,
                 struct fault *fault);

/* Reads the formula that a profile of the generator states for a kind; none for engines that the
 * generator does not know. Errors: FAULT_USAGE (no such profile), FAULT_IO (memory). */
int peak_formula_read(const char *profile, const char *kind, struct peak_formula *formula,
                      struct fault *fault);

/* GFLOP/s: operations per cycle x compute units x clock. */
double peak_by_formula(const struct peak_formula *formula, unsigned compute_units,
                       unsigned clock_mhz);

/* Whether a speed is greater than a peak that is known. */
bool peak_exceeded(const struct peak *peak, double gflops);

/* Mark behind such a speed in a table, "  above the peak"; "" for others. */
const char *peak_mark(const struct peak *peak, double gflops);

/* The speed that is the furthest above its peak. */
struct peak_above {
    const struct peak *peak; /* NULL: none is above one */
    double gflops;
};

/* Takes a speed into it; a peak that is NULL or unknown is exceeded by none. */
void peak_above_note(struct peak_above *above, const struct peak *peak, double gflops);

/* Both numbers, and what that means by how the peak is known: what follows "above the peak: ",
 * where there is one. */
void peak_above_say(const struct peak_above *above, char *text, size_t room);

/* GB/s (10^9 bytes, read and written) at which a kernel copies buffers that no cache holds, 256 MiB
 * where the device has room; the best of five runs. 0 where it does not run. */
double bandwidth_measure(const struct device *device);
