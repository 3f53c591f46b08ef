#include "standin_cl.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct _cl_context {
    int unused;
};
struct _cl_device_id {
    int unused;
};
struct _cl_command_queue {
    cl_command_queue_properties properties;
};
struct _cl_program {
    int unused;
};
struct _cl_kernel {
    char name[64];
    unsigned char arguments[32][16];
};
struct _cl_mem {
    size_t bytes;
};
struct _cl_event {
    atomic_int references;
    int number;
};

struct standin_command standin_commands[MOST_COMMANDS];
int standin_command_count;
atomic_int standin_live, standin_builds;
int standin_silent;
int standin_fails;
cl_int standin_state = CL_QUEUED;
const char standin_log[] = "line 1: a warning";

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct _cl_context the_context;
static struct _cl_device_id the_device;

/* Orders nothing: a counter must not hide a race of what is counted. */
static int add(atomic_int *counter, int number)
{
    return atomic_fetch_add_explicit(counter, number, memory_order_relaxed) + number;
}

static void *made(size_t bytes)
{
    add(&standin_live, 1);
    return calloc(1, bytes);
}

static cl_int released(void *object)
{
    add(&standin_live, -1);
    free(object);
    return CL_SUCCESS;
}

void standin_restart(void)
{
    standin_command_count = 0;
}

cl_context standin_context(void)
{
    return &the_context;
}

cl_device_id standin_device(void)
{
    return &the_device;
}

cl_command_queue standin_queue(cl_command_queue_properties properties)
{
    cl_command_queue queue = made(sizeof *queue);
    queue->properties = properties;
    return queue;
}

cl_mem standin_buffer(size_t bytes)
{
    cl_mem buffer = made(sizeof *buffer);
    buffer->bytes = bytes;
    return buffer;
}

cl_event standin_event(void)
{
    static atomic_int numbers;
    cl_event event = made(sizeof *event);
    event->references = 1;
    event->number = add(&numbers, 1);
    return event;
}

int standin_number(cl_event event)
{
    return event ? event->number : 0;
}

/* Copies what is asked into room for so many bytes, as OpenCL does. */
static cl_int tell(const void *value, size_t bytes, size_t room, void *place, size_t *told)
{
    if (told)
        *told = bytes;
    if (place && room < bytes)
        return CL_INVALID_VALUE;
    if (place)
        memcpy(place, value, bytes);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue,
                                                      cl_command_queue_info name, size_t room,
                                                      void *place, size_t *told)
{
    const cl_context context = &the_context;
    const cl_device_id device = &the_device;
    if (!queue)
        return CL_INVALID_COMMAND_QUEUE;
    if (standin_silent && name == CL_QUEUE_PROPERTIES)
        return CL_OUT_OF_RESOURCES;
    return name == CL_QUEUE_CONTEXT ? tell(&context, sizeof context, room, place, told)
           : name == CL_QUEUE_DEVICE
               ? tell(&device, sizeof device, room, place, told)
               : tell(&queue->properties, sizeof queue->properties, room, place, told);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue)
{
    return released(queue);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                              const char **strings,
                                                              const size_t *lengths, cl_int *status)
{
    (void)lengths;
    *status = context == &the_context && count && strings[0] ? CL_SUCCESS : CL_INVALID_CONTEXT;
    return *status == CL_SUCCESS ? made(sizeof(struct _cl_program)) : NULL;
}

CL_API_ENTRY cl_int CL_API_CALL
clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
               void(CL_CALLBACK *notify)(cl_program program, void *data), void *data)
{
    (void)program;
    (void)options;
    (void)notify;
    (void)data;
    if (count != 1 || devices[0] != &the_device)
        return CL_INVALID_DEVICE;
    add(&standin_builds, 1);
    return standin_fails ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                      cl_program_build_info name, size_t room,
                                                      void *place, size_t *told)
{
    (void)program;
    if (device != &the_device || name != CL_PROGRAM_BUILD_LOG)
        return CL_INVALID_VALUE;
    return tell(standin_log, strlen(standin_log) + 1, room, place, told);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program)
{
    return released(program);
}

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name,
                                                  cl_int *status)
{
    cl_kernel kernel = made(sizeof *kernel);
    (void)program;
    strncpy(kernel->name, name, sizeof kernel->name - 1);
    *status = CL_SUCCESS;
    return kernel;
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes,
                                               const void *value)
{
    if (!kernel)
        return CL_INVALID_KERNEL;
    memcpy(kernel->arguments[index], value, bytes);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel)
{
    return released(kernel);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes,
                                               void *host, cl_int *status)
{
    (void)flags;
    (void)host;
    *status = context == &the_context ? CL_SUCCESS : CL_INVALID_CONTEXT;
    return *status == CL_SUCCESS ? standin_buffer(bytes) : NULL;
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemObjectInfo(cl_mem buffer, cl_mem_info name, size_t room,
                                                   void *place, size_t *told)
{
    (void)name;
    return buffer ? tell(&buffer->bytes, sizeof buffer->bytes, room, place, told)
                  : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem buffer)
{
    return released(buffer);
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name, size_t room,
                                               void *place, size_t *told)
{
    (void)event;
    (void)name;
    return tell(&standin_state, sizeof standin_state, room, place, told);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event event)
{
    event->references++;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event event)
{
    return --event->references == 0 ? released(event) : CL_SUCCESS;
}

static cl_int enqueue(const char *kernel, cl_uint count, const cl_event *events, cl_event *event)
{
    cl_event own = standin_event();
    pthread_mutex_lock(&guard);
    if (standin_command_count < MOST_COMMANDS) {
        struct standin_command *const command = &standin_commands[standin_command_count++];
        strcpy(command->kernel, kernel);
        command->waits = count;
        command->event = own->number;
        for (cl_uint i = 0; i < count && i < MOST_WAITS; i++)
            command->waited[i] = events[i]->number;
    }
    pthread_mutex_unlock(&guard);
    if (event)
        *event = own;
    else
        clReleaseEvent(own);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                                       cl_uint dimensions, const size_t *offset,
                                                       const size_t *global, const size_t *local,
                                                       cl_uint count, const cl_event *events,
                                                       cl_event *event)
{
    unsigned sum = 0;
    (void)dimensions;
    (void)offset;
    (void)global;
    (void)local;
    if (!queue || !kernel || !count != !events)
        return CL_INVALID_VALUE;
    /* A launch reads all arguments. */
    for (size_t i = 0; i < sizeof kernel->arguments; i++)
        sum += kernel->arguments[i / 16][i % 16];
    return sum == 0 ? CL_INVALID_KERNEL_ARGS : enqueue(kernel->name, count, events, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count,
                                                            const cl_event *events, cl_event *event)
{
    (void)queue;
    return enqueue("marker", count, events, event);
}
