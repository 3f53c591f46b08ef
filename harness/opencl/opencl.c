#include "harness/opencl/opencl.h"

#include <stdarg.h>
#include <stdio.h>

struct error_name {
    cl_int code;
    const char *name;
};

#define ROW(name)                                                                                  \
    {                                                                                              \
        name, #name                                                                                \
    }
static const struct error_name error_names[] = {
    ROW(CL_DEVICE_NOT_FOUND),
    ROW(CL_DEVICE_NOT_AVAILABLE),
    ROW(CL_COMPILER_NOT_AVAILABLE),
    ROW(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    ROW(CL_OUT_OF_RESOURCES),
    ROW(CL_OUT_OF_HOST_MEMORY),
    ROW(CL_PROFILING_INFO_NOT_AVAILABLE),
    ROW(CL_MEM_COPY_OVERLAP),
    ROW(CL_IMAGE_FORMAT_MISMATCH),
    ROW(CL_IMAGE_FORMAT_NOT_SUPPORTED),
    ROW(CL_BUILD_PROGRAM_FAILURE),
    ROW(CL_MAP_FAILURE),
    ROW(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    ROW(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    ROW(CL_COMPILE_PROGRAM_FAILURE),
    ROW(CL_LINKER_NOT_AVAILABLE),
    ROW(CL_LINK_PROGRAM_FAILURE),
    ROW(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    ROW(CL_INVALID_VALUE),
    ROW(CL_INVALID_DEVICE_TYPE),
    ROW(CL_INVALID_PLATFORM),
    ROW(CL_INVALID_DEVICE),
    ROW(CL_INVALID_CONTEXT),
    ROW(CL_INVALID_QUEUE_PROPERTIES),
    ROW(CL_INVALID_COMMAND_QUEUE),
    ROW(CL_INVALID_HOST_PTR),
    ROW(CL_INVALID_MEM_OBJECT),
    ROW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
    ROW(CL_INVALID_IMAGE_SIZE),
    ROW(CL_INVALID_SAMPLER),
    ROW(CL_INVALID_BINARY),
    ROW(CL_INVALID_BUILD_OPTIONS),
    ROW(CL_INVALID_PROGRAM),
    ROW(CL_INVALID_PROGRAM_EXECUTABLE),
    ROW(CL_INVALID_KERNEL_NAME),
    ROW(CL_INVALID_KERNEL_DEFINITION),
    ROW(CL_INVALID_KERNEL),
    ROW(CL_INVALID_ARG_INDEX),
    ROW(CL_INVALID_ARG_VALUE),
    ROW(CL_INVALID_ARG_SIZE),
    ROW(CL_INVALID_KERNEL_ARGS),
    ROW(CL_INVALID_WORK_DIMENSION),
    ROW(CL_INVALID_WORK_GROUP_SIZE),
    ROW(CL_INVALID_WORK_ITEM_SIZE),
    ROW(CL_INVALID_GLOBAL_OFFSET),
    ROW(CL_INVALID_EVENT_WAIT_LIST),
    ROW(CL_INVALID_EVENT),
    ROW(CL_INVALID_OPERATION),
    ROW(CL_INVALID_BUFFER_SIZE),
    ROW(CL_INVALID_GLOBAL_WORK_SIZE),
    ROW(CL_INVALID_PROPERTY),
    ROW(CL_INVALID_IMAGE_DESCRIPTOR),
    ROW(CL_INVALID_COMPILER_OPTIONS),
    ROW(CL_INVALID_LINKER_OPTIONS),
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};
#undef ROW

const char *opencl_error_name(cl_int status)
{
    for (size_t i = 0; i < sizeof error_names / sizeof *error_names; i++)
        if (error_names[i].code == status)
            return error_names[i].name;
    return "unknown error";
}

/* Whether the host or, as OpenCL says, the device has no memory left. A driver that is asked for
 * more than there is may tell it late, by its resources. */
static bool lacks_memory(cl_int status)
{
    return status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_HOST_MEMORY ||
           status == CL_OUT_OF_RESOURCES;
}

int opencl_fault(struct fault *fault, cl_int status, const char *format, ...)
{
    char text[sizeof fault->text];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (fault != NULL && fault->code == FAULT_NONE)
        fault->no_memory = lacks_memory(status);
    return fault_set(fault, FAULT_DEVICE, "%s", text);
}

int opencl_check(cl_int status, const char *call, struct fault *fault)
{
    if (status == CL_SUCCESS)
        return 0;
    return opencl_fault(fault, status, "%s failed: %s (%d)", call, opencl_error_name(status),
                        (int)status);
}

/* OpenCL refuses to move nothing. */
int opencl_write(cl_command_queue queue, cl_mem buffer, uint64_t offset, uint64_t length,
                 const void *bytes, struct fault *fault)
{
    return length == 0 ? 0
                       : opencl_check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, length,
                                                           bytes, 0, NULL, NULL),
                                      "clEnqueueWriteBuffer", fault);
}

int opencl_read(cl_command_queue queue, cl_mem buffer, uint64_t offset, uint64_t length,
                void *bytes, struct fault *fault)
{
    return length == 0 ? 0
                       : opencl_check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, length,
                                                          bytes, 0, NULL, NULL),
                                      "clEnqueueReadBuffer", fault);
}

double opencl_seconds(cl_event event)
{
    cl_ulong begin = 0, end = 0;

    if (clWaitForEvents(1, &event) == CL_SUCCESS) {
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    }
    clReleaseEvent(event);
    return end > begin ? (double)(end - begin) * 1e-9 : -1;
}
