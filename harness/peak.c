#include "harness/peak.h"

#include <string.h>

#include "harness/program.h"
#include "harness/sizes.h"

/* Ten chains that do not depend on each other hide the latency of multiply-add on every CPU and
 * GPU met so far and need no more of its fast storage than the smallest of them has. */
static const char peak_source[] =
    "#if BITS == 64\n"
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define FAST\n"
    "#elif BITS == 32 && defined(FP_FAST_FMAF)\n"
    "#define FAST\n"
    "#elif BITS == 16\n"
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#ifdef FP_FAST_FMA_HALF\n"
    "#define FAST\n"
    "#endif\n"
    "#endif\n"
    "#ifdef FAST\n"
    "#define STEP(x) x = fma(x, factor, term);\n"
    "#else\n"
    "#define STEP(x) x = mad(x, factor, term);\n"
    "#endif\n"
    "kernel void peak(global VECTOR *to, const SCALAR by, const SCALAR more, const int turns)\n"
    "{\n"
    "    const VECTOR factor = (VECTOR)(by), term = (VECTOR)(more);\n"
    "    VECTOR a = (VECTOR)((SCALAR)get_local_id(0));\n"
    "    VECTOR b = a + 1, c = a + 2, d = a + 3, e = a + 4;\n"
    "    VECTOR f = a + 5, g = a + 6, h = a + 7, i = a + 8, j = a + 9;\n"
    "    for (int turn = 0; turn < turns; turn++) {\n"
    "        STEP(a) STEP(b) STEP(c) STEP(d) STEP(e) STEP(f) STEP(g) STEP(h) STEP(i) STEP(j)\n"
    "        STEP(a) STEP(b) STEP(c) STEP(d) STEP(e) STEP(f) STEP(g) STEP(h) STEP(i) STEP(j)\n"
    "    }\n"
    "    to[get_global_id(0)] = a + b + c + d + e + f + g + h + i + j;\n"
    "}\n";

enum {
    CHAINS = 10,
    STEPS_A_TURN = 2
};

struct shape {
    unsigned lanes;
    size_t group; /* work-items a work-group */
};

static const struct shape shapes[] = {{1, 256}, {4, 64}, {8, 1}, {16, 1}};

struct peak_run {
    cl_program program;
    cl_kernel kernel;
    cl_mem to;
    size_t items, group;
};

/* Device seconds of one launch; below zero on failure. */
static double time_launch(const struct device *device, const struct peak_run *run, cl_int turns)
{
    cl_event event;

    if (clSetKernelArg(run->kernel, 3, sizeof turns, &turns) != CL_SUCCESS ||
        clEnqueueNDRangeKernel(device->queue, run->kernel, 1, NULL, &run->items, &run->group, 0,
                               NULL, &event) != CL_SUCCESS)
        return -1;
    return opencl_seconds(event);
}

static bool prepare(const struct device *device, const struct shape *shape, enum element_type type,
                    struct peak_run *run)
{
    static const char *const scalars[REAL_TYPE_COUNT] = {"half", "float", "double"};
    char factors[2][sizeof(cl_double)], options[96], width[12] = "";

    if (shape->lanes > 1)
        snprintf(width, sizeof width, "%u", shape->lanes);
    snprintf(options, sizeof options, "-DBITS=%zu -DSCALAR=%s -DVECTOR=%s%s",
             8 * element_bytes(type), scalars[type], scalars[type], width);
    if (program_compile(device, peak_source, options, &run->program, NULL) != CL_SUCCESS)
        return false;
    run->kernel = clCreateKernel(run->program, "peak", NULL);
    run->group = shape->group < device->work_group_items ? shape->group : device->work_group_items;
    run->items = run->group * device->compute_units * (device->type & CL_DEVICE_TYPE_GPU ? 64 : 4);
    run->to = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                             run->items * shape->lanes * sizeof(double), NULL, NULL);
    if (run->kernel == NULL || run->to == NULL ||
        clSetKernelArg(run->kernel, 0, sizeof run->to, &run->to) != CL_SUCCESS)
        return false;
    element_store(type, factors[0], 0, 0.999);
    element_store(type, factors[1], 0, 0.001);
    return clSetKernelArg(run->kernel, 1, element_bytes(type), factors[0]) == CL_SUCCESS &&
           clSetKernelArg(run->kernel, 2, element_bytes(type), factors[1]) == CL_SUCCESS;
}

/* GFLOP/s of one shape, the best of five runs of about 20 ms; 0 where it does not run. */
static double measure_shape(const struct device *device, const struct shape *shape,
                            enum element_type type)
{
    struct peak_run run = {0};
    double best = 0, seconds = -1;
    cl_int turns = 1000;

    if (prepare(device, shape, type, &run)) {
        time_launch(device, &run, turns);
        seconds = time_launch(device, &run, turns);
    }
    if (seconds > 0 && seconds < 0.02)
        turns = (cl_int)(0.02 / seconds * turns < 1e8 ? 0.02 / seconds * turns : 1e8);
    for (int i = 0; i < 5 && seconds > 0; i++) {
        double operations = 2.0 * shape->lanes * CHAINS * STEPS_A_TURN * turns * (double)run.items;

        seconds = time_launch(device, &run, turns);
        if (seconds > 0 && operations / seconds * 1e-9 > best)
            best = operations / seconds * 1e-9;
    }
    if (run.to != NULL)
        clReleaseMemObject(run.to);
    if (run.kernel != NULL)
        clReleaseKernel(run.kernel);
    if (run.program != NULL)
        clReleaseProgram(run.program);
    return best;
}

int peak_measure(const struct device *device, enum element_type type, struct peak *peak,
                 struct fault *fault)
{
    const struct shape *best = NULL;

    memset(peak, 0, sizeof *peak);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        double gflops = measure_shape(device, &shapes[i], type);

        if (gflops > peak->gflops) {
            peak->gflops = gflops;
            best = &shapes[i];
        }
    }
    if (best == NULL)
        return fault_set(fault, FAULT_DEVICE,
                         "the kernel that measures the peak does not run on %s; "
                         "state one with --peak",
                         device->name);
    snprintf(peak->words, sizeof peak->words,
             "measured: 2 (multiply and add) x %u lanes x %d "
             "chains of %s that never leave the work-item, best of 5 runs",
             best->lanes, CHAINS, element_word(type));
    return 0;
}

double peak_by_formula(const struct manifest *manifest, unsigned compute_units, unsigned clock_mhz)
{
    return manifest->peak_operations_per_cycle * compute_units * clock_mhz * 1e-3;
}

bool peak_stated(const struct device *device, const struct manifest *manifest, struct peak *peak)
{
    if (manifest->peak_formula == NULL || device->clock_mhz == 0)
        return false;
    peak->gflops = peak_by_formula(manifest, device->compute_units, device->clock_mhz);
    snprintf(peak->words, sizeof peak->words,
             "profile %.40s: %.100s: %g a cycle x %u compute "
             "units x %u MHz",
             manifest->peak_profile, manifest->peak_formula, manifest->peak_operations_per_cycle,
             device->compute_units, device->clock_mhz);
    return true;
}
