/* The peak of a device and the bandwidth of its memory, measured. */
#include "harness/opencl/peak.h"

#include "harness/opencl/program.h"
#include "harness/base/text.h"
#include "harness/base/timing.h"

/* Ten chains that do not depend on each other hide the latency of multiply-add on every CPU and GPU
 * met so far and need no more of its fast storage than the smallest of them has. Which of the forms
 * is the fastest is not to be asked of a driver: PoCL defines no FP_FAST_FMAF where fma is one
 * instruction and mad is two. */
static const char peak_source[] =
    "#if BITS == 64\n"
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#elif BITS == 16\n"
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#endif\n"
    "#if FORM == 0\n"
    "#define STEP(x) x = fma(x, factor, term);\n"
    "#elif FORM == 1\n"
    "#define STEP(x) x = x * factor + term;\n"
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

/* As FORM numbers them. */
static const char *const forms[] = {"fma", "a * b + c", "mad"};

enum {
    CHAINS = 10,
    STEPS_A_TURN = 2,
    LEAST_TURNS = 100,
    MOST_TURNS = 100000000
};

/* A run is long beside the launch and short beside the times that other programs leave a machine
 * alone, so that some of many runs have it to themselves. */
static const double run_seconds = 0.002;

enum {
    TRIALS = 3,       /* of a number of turns; the fastest tells how long they take */
    FIRST_ROUNDS = 8, /* of all shapes; then of those that come near the fastest */
    QUIET_RUNS = 300, /* without a faster one, after which it ends */
    MOST_ROUNDS = 500
};

/* Kernels whose best run is slower than this part of the best take no further part; a run is faster
 * where it is by more than noise. */
static const double near_best = 0.9, faster = 1.002;

struct shape {
    unsigned lanes;
    size_t group; /* work-items a work-group */
};

static const struct shape shapes[] = {{1, 256}, {4, 64}, {8, 1}, {16, 1}};

enum {
    SHAPES = sizeof shapes / sizeof *shapes,
    FORMS = sizeof forms / sizeof *forms,
    RUNS = SHAPES * FORMS
};

struct peak_run {
    cl_program program;
    cl_kernel kernel;
    cl_mem to, from; /* from: of a copy */
    size_t items, group;
    unsigned lanes, form;
    cl_int turns;  /* of a run of the time that is wanted; 0: it does not run */
    double gflops; /* of the best run */
};

/* Device seconds of one launch; below zero on failure. */
static double time_launch(const struct device *device, const struct peak_run *run)
{
    cl_event event;

    return clEnqueueNDRangeKernel(device->queue, run->kernel, 1, NULL, &run->items, &run->group, 0,
                                  NULL, &event) == CL_SUCCESS
               ? opencl_seconds(event)
               : -1;
}

/* The same of a run of so many turns as it has. */
static double time_turns(const struct device *device, const struct peak_run *run)
{
    return clSetKernelArg(run->kernel, 3, sizeof run->turns, &run->turns) == CL_SUCCESS
               ? time_launch(device, run)
               : -1;
}

static bool prepare(const struct device *device, const struct shape *shape, unsigned form,
                    enum element_type type, struct peak_run *run)
{
    static const char *const scalars[CALCULATED_TYPE_COUNT] = {"half", "float", "double"};
    char factors[2][sizeof(cl_double)], options[96], width[12] = "";

    if (shape->lanes > 1)
        snprintf(width, sizeof width, "%u", shape->lanes);
    snprintf(options, sizeof options, "-DFORM=%u -DBITS=%zu -DSCALAR=%s -DVECTOR=%s%s", form,
             8 * element_facts[type].bytes, scalars[type], scalars[type], width);
    if (program_compile(device, peak_source, options, &run->program, NULL) != CL_SUCCESS)
        return false;
    run->kernel = clCreateKernel(run->program, "peak", NULL);
    run->lanes = shape->lanes;
    run->form = form;
    run->group = shape->group < device->work_group_items ? shape->group : device->work_group_items;
    /* Enough work-groups for cores that are busy otherwise to take fewer of them. */
    run->items = run->group * device->compute_units * (device->type & CL_DEVICE_TYPE_GPU ? 64 : 16);
    run->to = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                             run->items * shape->lanes * sizeof(double), NULL, NULL);
    if (run->kernel == NULL || run->to == NULL ||
        clSetKernelArg(run->kernel, 0, sizeof run->to, &run->to) != CL_SUCCESS)
        return false;
    element_store(type, factors[0], 0, 0.999);
    element_store(type, factors[1], 0, 0.001);
    return clSetKernelArg(run->kernel, 1, element_facts[type].bytes, factors[0]) == CL_SUCCESS &&
           clSetKernelArg(run->kernel, 2, element_facts[type].bytes, factors[1]) == CL_SUCCESS;
}

/* Finds how many turns take the time of a run. One launch may have waited for others, so the
 * fastest of a few counts. */
static bool find_turns(const struct device *device, struct peak_run *run)
{
    run->turns = LEAST_TURNS;
    for (;;) {
        double least = 0, more;

        for (int i = 0; i < TRIALS; i++) {
            double seconds = time_turns(device, run);

            if (seconds <= 0)
                return false;
            least = i == 0 || seconds < least ? seconds : least;
        }
        more = run_seconds / least;
        if (more < 1.5 || run->turns == MOST_TURNS)
            return true;
        run->turns = more * run->turns < MOST_TURNS ? (cl_int)(more * run->turns) : MOST_TURNS;
    }
}

static void release(struct peak_run *run)
{
    if (run->to != NULL)
        clReleaseMemObject(run->to);
    if (run->from != NULL)
        clReleaseMemObject(run->from);
    if (run->kernel != NULL)
        clReleaseKernel(run->kernel);
    if (run->program != NULL)
        clReleaseProgram(run->program);
}

/* One more run of each kernel that may be the fastest. *quiet: runs since one was faster than
 * *best. */
static void measure_round(const struct device *device, struct peak_run *runs, int round,
                          const struct peak_run **best, int *quiet)
{
    const double before = (*best)->gflops;

    for (struct peak_run *run = runs; run < runs + RUNS; run++) {
        double operations, seconds;

        if (run->turns == 0 || (round >= FIRST_ROUNDS && run->gflops < near_best * before))
            continue;
        operations = 2.0 * run->lanes * CHAINS * STEPS_A_TURN * run->turns * (double)run->items;
        seconds = time_turns(device, run);
        if (seconds > 0 && operations / seconds * 1e-9 > run->gflops)
            run->gflops = operations / seconds * 1e-9;
        if (run->gflops > (*best)->gflops)
            *best = run;
        (*quiet)++;
    }
    if ((*best)->gflops > faster * before)
        *quiet = 0;
}

/* GFLOP/s of the fastest kernel of a form. */
static double best_of_form(const struct peak_run *runs, unsigned form)
{
    double gflops = 0;

    for (const struct peak_run *run = runs; run < runs + RUNS; run++)
        if (run->form == form && run->gflops > gflops)
            gflops = run->gflops;
    return gflops;
}

/* Says which kernel was the fastest, and what the other forms have reached. */
static void describe(const struct peak_run *runs, const struct peak_run *best, const char *word,
                     int rounds, struct peak *peak)
{
    const size_t room = sizeof peak->words;
    const char *before = ";";

    snprintf(peak->words, room,
             "measured: 2 (multiply and add) x %u lanes x %d chains of %s in %s that never leave "
             "the work-item, best of %d runs",
             best->lanes, CHAINS, forms[best->form], word, rounds);
    for (unsigned form = 0; form < FORMS; form++) {
        if (form == best->form)
            continue;
        text_append(peak->words, room, "%s %s: %.2f", before, forms[form],
                    best_of_form(runs, form));
        before = ",";
    }
}

int peak_measure(const struct device *device, const char *kind, struct peak *peak,
                 struct fault *fault)
{
    const enum element_type type = element_named(kind);
    struct peak_run runs[RUNS] = {{.program = NULL}};
    const struct peak_run *best = runs;
    int rounds = 0, quiet = 0;

    *peak = (struct peak){.source = PEAK_MEASURED};
    snprintf(peak->kind, sizeof peak->kind, "%s", kind);
    if (!element_is_calculated(type) || element_is_whole(type)) {
        snprintf(peak->words, sizeof peak->words, "none is known for %s", kind);
        return 0;
    }
    for (unsigned i = 0; i < RUNS; i++) {
        const double begin = time_now_ms();
        const bool ready = prepare(device, &shapes[i / FORMS], i % FORMS, type, &runs[i]);

        peak->build_ms += time_now_ms() - begin;
        if (!ready || !find_turns(device, &runs[i]))
            runs[i].turns = 0;
    }
    for (; quiet < QUIET_RUNS && rounds < MOST_ROUNDS; rounds++)
        measure_round(device, runs, rounds, &best, &quiet);
    peak->gflops = best->gflops;
    describe(runs, best, element_word(type), rounds, peak);
    for (size_t i = 0; i < RUNS; i++)
        release(&runs[i]);
    if (peak->gflops > 0)
        return 0;
    return fault_set(fault, FAULT_DEVICE,
                     "the kernel that measures the peak does not run on %s; "
                     "state one with --peak",
                     device->name);
}

/* ----------------------------------------------------------------------------------- bandwidth */

static const char copy_source[] = "kernel void copy(global const float4 *from, global float4 *to)\n"
                                  "{\n"
                                  "    const size_t i = get_global_id(0);\n"
                                  "    to[i] = from[i];\n"
                                  "}\n";

enum {
    ELEMENT = 4 * sizeof(cl_float),
    COPY_GROUP = 64, /* work-items of a work-group, fewer where the device takes no more */
    COPIES = 6       /* the first one warms up */
};

/* Bytes of a buffer: far more than caches hold, an eighth of the memory at most. */
static size_t choose_bytes(const struct device *device)
{
    cl_ulong bytes = (cl_ulong)256 << 20;

    if (bytes > device->allocation_bytes)
        bytes = device->allocation_bytes;
    if (bytes > device->global_bytes / 8)
        bytes = device->global_bytes / 8;
    return (size_t)(bytes / (ELEMENT * COPY_GROUP) * (ELEMENT * COPY_GROUP));
}

static bool prepare_copy(const struct device *device, size_t bytes, struct peak_run *run)
{
    const cl_uint pattern = 0;

    if (bytes == 0 || program_compile(device, copy_source, "", &run->program, NULL) != CL_SUCCESS)
        return false;
    run->items = bytes / ELEMENT;
    run->group = device->work_group_items < COPY_GROUP ? 1 : COPY_GROUP;
    run->kernel = clCreateKernel(run->program, "copy", NULL);
    run->from = clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    run->to = clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    return run->kernel != NULL && run->from != NULL && run->to != NULL &&
           clSetKernelArg(run->kernel, 0, sizeof run->from, &run->from) == CL_SUCCESS &&
           clSetKernelArg(run->kernel, 1, sizeof run->to, &run->to) == CL_SUCCESS &&
           clEnqueueFillBuffer(device->queue, run->from, &pattern, sizeof pattern, 0, bytes, 0,
                               NULL, NULL) == CL_SUCCESS;
}

double bandwidth_measure(const struct device *device)
{
    const size_t bytes = choose_bytes(device);
    struct peak_run run = {.program = NULL};
    double best = 0;

    if (prepare_copy(device, bytes, &run))
        for (int i = 0; i < COPIES; i++) {
            double seconds = time_launch(device, &run), speed = 2e-9 * (double)bytes / seconds;

            if (i > 0 && seconds > 0 && speed > best)
                best = speed;
        }
    release(&run);
    return best;
}
