#include "harness/run/runner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/list.h"
#include "harness/run/runner_internal.h"
#include "harness/base/timing.h"

static const uint64_t repeat_limit = 65536;

enum {
    PART_BYTES = 1 << 22 /* of an operand that is read in parts */
};

int runner_open(const struct device *device, const struct manifest *manifest,
                const struct launch *launch, const struct built *built, bool guards,
                struct runner **result, struct fault *fault)
{
    struct runner *runner = calloc(1, sizeof *runner);

    *result = NULL;
    if (runner == NULL)
        return fault_memory(fault);
    runner->device = device;
    runner->manifest = manifest;
    runner->launch = launch;
    runner->built = built;
    runner->guards = guards;
    runner->memory = calloc(manifest->buffer_count, sizeof *runner->memory);
    runner->step_ms = calloc(manifest->step_count, sizeof *runner->step_ms);
    runner->taken = calloc(manifest->step_count, sizeof *runner->taken);
    if (runner->memory == NULL || runner->step_ms == NULL || runner->taken == NULL)
        fault_memory(fault);
    else if (memory_make(runner, fault) == 0) {
        *result = runner;
        return 0;
    }
    runner_close(runner);
    return -1;
}

int runner_open_blas(const struct blas *blas, const struct manifest *manifest,
                     const struct launch *launch, const uint64_t bytes[OPERAND_COUNT],
                     struct runner **result, struct fault *fault)
{
    struct runner *runner = calloc(1, sizeof *runner);

    *result = NULL;
    if (runner == NULL)
        return fault_memory(fault);
    runner->manifest = manifest;
    if (blas_product_open(blas, &manifest->problem, launch, bytes, &runner->product, fault)) {
        free(runner);
        return -1;
    }
    *result = runner;
    return 0;
}

void runner_close(struct runner *runner)
{
    if (runner == NULL)
        return;
    blas_product_close(runner->product);
    if (runner->memory != NULL)
        memory_release(runner);
    free(runner->memory);
    free(runner->step_ms);
    free(runner->taken);
    free(runner);
}

uint64_t runner_bytes(const struct runner *runner, int operand)
{
    return runner->memory[runner->manifest->operand[operand]].used;
}

int runner_write(struct runner *runner, int operand, const void *bytes, struct fault *fault)
{
    struct memory *memory;

    if (runner->product != NULL)
        return blas_write(runner->product, operand, bytes, fault);
    memory = &runner->memory[runner->manifest->operand[operand]];
    return opencl_write(runner->device->queue, memory->object, 0, memory->used, bytes, fault);
}

int runner_repeat(struct runner *runner, int operand, const void *piece, uint64_t length,
                  struct fault *fault)
{
    const struct memory *memory = &runner->memory[runner->manifest->operand[operand]];
    const cl_command_queue queue = runner->device->queue;
    uint64_t filled = memory->used < length ? memory->used : length;
    int status = opencl_write(queue, memory->object, 0, filled, piece, fault);

    for (uint64_t more; status == 0 && filled < memory->used; filled += more) {
        more = memory->used - filled < filled ? memory->used - filled : filled;
        status = opencl_check(clEnqueueCopyBuffer(queue, memory->object, memory->object, 0, filled,
                                                  more, 0, NULL, NULL),
                              "clEnqueueCopyBuffer", fault);
    }
    return status;
}

/* A part of an operand. A library reads whole ones only. */
static int read_part(struct runner *runner, int operand, uint64_t offset, uint64_t length,
                     void *bytes, struct fault *fault)
{
    return runner->product != NULL
               ? blas_read(runner->product, operand, bytes, fault)
               : opencl_read(runner->device->queue,
                             runner->memory[runner->manifest->operand[operand]].object, offset,
                             length, bytes, fault);
}

int runner_read(struct runner *runner, int operand, void *bytes, struct fault *fault)
{
    const uint64_t length = runner->product != NULL ? 0 : runner_bytes(runner, operand);

    return read_part(runner, operand, 0, length, bytes, fault);
}

/* In parts that stay in a cache: to read all of a large operand into new memory takes several times
 * as long. */
int runner_holds(struct runner *runner, int operand, const void *bytes, uint64_t length,
                 bool *holds, struct fault *fault)
{
    const uint64_t most = runner->product != NULL || length < PART_BYTES ? length : PART_BYTES;
    char *part = malloc(most + 1);
    int status = part == NULL ? fault_memory(fault) : 0;

    *holds = true;
    for (uint64_t at = 0; status == 0 && *holds && at < length; at += most) {
        const uint64_t count = length - at < most ? length - at : most;

        status = read_part(runner, operand, at, count, part, fault);
        *holds = status == 0 && memcmp(part, (const char *)bytes + at, count) == 0;
    }
    free(part);
    return status;
}

int runner_save(struct runner *runner, int operand, cl_mem *copy, struct fault *fault)
{
    const struct memory *memory = &runner->memory[runner->manifest->operand[operand]];
    cl_int status;

    *copy = NULL;
    if (memory->used == 0)
        return 0;
    *copy = clCreateBuffer(runner->device->context, CL_MEM_READ_WRITE, memory->used, NULL, &status);
    if (opencl_check(status, "clCreateBuffer", fault))
        return -1;
    return opencl_check(clEnqueueCopyBuffer(runner->device->queue, memory->object, *copy, 0, 0,
                                            memory->used, 0, NULL, NULL),
                        "clEnqueueCopyBuffer", fault);
}

int runner_restore(struct runner *runner, int operand, cl_mem copy, struct fault *fault)
{
    const struct memory *memory = &runner->memory[runner->manifest->operand[operand]];

    if (memory->used == 0)
        return 0;
    return opencl_check(clEnqueueCopyBuffer(runner->device->queue, copy, memory->object, 0, 0,
                                            memory->used, 0, NULL, NULL),
                        "clEnqueueCopyBuffer", fault);
}

int runner_poison(struct runner *runner, struct fault *fault)
{
    if (runner->product != NULL)
        return 0;
    for (size_t i = 0; i < runner->manifest->buffer_count; i++)
        if (runner->manifest->buffers[i].role == ROLE_WORKSPACE && memory_poison(runner, i, fault))
            return -1;
    return opencl_check(clFinish(runner->device->queue), "clFinish", fault);
}

/* Commands in flight: each with the step it belongs to (-1: setting a workspace to zero). Without
 * flights (NULL) commands have no events. */
struct flight {
    cl_event event;
    int step;
};

struct flights {
    struct flight *list;
    size_t count;
};

static int flights_add(struct flights *flights, cl_event event, int step, struct fault *fault)
{
    if (flights == NULL || event == NULL)
        return 0;
    if (!list_grow(&flights->list, flights->count, sizeof *flights->list)) {
        clReleaseEvent(event);
        return fault_memory(fault);
    }
    flights->list[flights->count++] = (struct flight){event, step};
    return 0;
}

static int enqueue_parts(struct runner *runner, size_t index, struct flights *flights,
                         struct fault *fault)
{
    uint64_t parts = 1;

    for (uint64_t part = 0; part < parts; part++) {
        cl_event event = NULL;

        if (step_enqueue(runner, index, part, &parts, flights == NULL ? NULL : &event, fault) ||
            flights_add(flights, event, (int)index, fault))
            return -1;
    }
    return 0;
}

static int enqueue_phase(struct runner *runner, bool prepare, struct flights *flights,
                         struct fault *fault)
{
    const struct manifest *manifest = runner->manifest;

    for (size_t i = 0; i < manifest->buffer_count; i++) {
        const struct buffer *buffer = &manifest->buffers[i];
        cl_event event = NULL;

        if (!buffer->zeroed || (buffer->lifetime == LIFETIME_WEIGHTS) != prepare)
            continue;
        if (memory_fill(runner, i, false, flights == NULL ? NULL : &event, fault) ||
            flights_add(flights, event, -1, fault))
            return -1;
    }
    for (size_t i = 0; i < manifest->step_count; i++) {
        const struct step *step = &manifest->steps[i];
        uint64_t repeat = launch_count(runner->launch, step->repeat);

        if (step->prepare != prepare || !launch_runs(runner->launch, step))
            continue;
        if (repeat > repeat_limit)
            return fault_set(fault, FAULT_REFUSED,
                             "step `%s` is to run %" PRIu64 " times in a row, "
                             "the limit is %" PRIu64,
                             step->name, repeat, repeat_limit);
        for (uint64_t turn = 0; turn < repeat; turn++)
            if (enqueue_parts(runner, i, flights, fault))
                return -1;
    }
    return 0;
}

/* Device time of a finished command; an error where it ended in one. */
static int read_time(const struct runner *runner, const struct flight *flight, double *ms,
                     struct fault *fault)
{
    cl_int state = CL_COMPLETE;
    cl_ulong begin = 0, end = 0;

    clGetEventInfo(flight->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (state < 0)
        return opencl_fault(fault, state, "step `%s` failed on the device: %s (%d)",
                            flight->step < 0 ? "zero" : runner->manifest->steps[flight->step].name,
                            opencl_error_name(state), (int)state);
    if (opencl_check(clGetEventProfilingInfo(flight->event, CL_PROFILING_COMMAND_START,
                                             sizeof begin, &begin, NULL),
                     "clGetEventProfilingInfo", fault) ||
        opencl_check(clGetEventProfilingInfo(flight->event, CL_PROFILING_COMMAND_END, sizeof end,
                                             &end, NULL),
                     "clGetEventProfilingInfo", fault))
        return -1;
    *ms = end > begin ? (double)(end - begin) * 1e-6 : 0;
    return 0;
}

static int run_library(struct runner *runner, bool prepare, struct run_times *times,
                       struct fault *fault)
{
    double ms = 0;

    if (!prepare && blas_run(runner->product, &ms, fault))
        return -1;
    if (times != NULL)
        *times = (struct run_times){NULL, ms, ms};
    return 0;
}

static int run_steps(struct runner *runner, bool prepare, struct run_times *times,
                     struct fault *fault)
{
    struct flights flights = {0};
    double begin = time_now_ms(), device_ms = 0;
    int status = enqueue_phase(runner, prepare, &flights, fault);
    cl_int finished = clFinish(runner->device->queue);
    double wall_ms = time_now_ms() - begin;

    memset(runner->step_ms, 0, runner->manifest->step_count * sizeof *runner->step_ms);
    for (size_t i = 0; i < flights.count; i++) {
        double ms = 0;

        if (status == 0)
            status = read_time(runner, &flights.list[i], &ms, fault);
        device_ms += ms;
        if (flights.list[i].step >= 0)
            runner->step_ms[flights.list[i].step] += ms;
        clReleaseEvent(flights.list[i].event);
    }
    free(flights.list);
    if (status == 0)
        status = opencl_check(finished, "clFinish", fault);
    if (times != NULL)
        *times = (struct run_times){runner->step_ms, device_ms, wall_ms};
    return status;
}

static int run_phase(struct runner *runner, bool prepare, struct run_times *times,
                     struct fault *fault)
{
    return (runner->product != NULL ? run_library : run_steps)(runner, prepare, times, fault);
}

int runner_prepare(struct runner *runner, struct run_times *times, struct fault *fault)
{
    return run_phase(runner, true, times, fault);
}

int runner_run(struct runner *runner, struct run_times *times, struct fault *fault)
{
    return run_phase(runner, false, times, fault);
}

int runner_run_alone(struct runner *runner, struct fault *fault)
{
    int status;

    runner->alone = true;
    status = runner_run(runner, NULL, fault);
    runner->alone = false;
    return status;
}

const char *runner_way(const struct runner *runner)
{
    return runner->product == NULL ? NULL : blas_way(runner->product);
}

const char *runner_compute(const struct runner *runner)
{
    return runner->product == NULL ? NULL : blas_compute(runner->product);
}

int runner_call(struct runner *runner, bool prepare, double *wall_ms, struct fault *fault)
{
    const double begin = time_now_ms();
    struct run_times times;

    if (runner->product != NULL) {
        if (run_library(runner, prepare, &times, fault))
            return -1;
        *wall_ms = times.wall_ms;
        return 0;
    }
    const int status = enqueue_phase(runner, prepare, NULL, fault);
    const cl_int finished = clFinish(runner->device->queue);
    *wall_ms = time_now_ms() - begin;
    return status != 0 ? -1 : opencl_check(finished, "clFinish", fault);
}
