#include "harness/opencl/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/opencl/program.h"

enum {
    VECTORS = 3 /* value, row, column */
};

static const char source[] =
    "%s#define TYPE %s\n"
    "static TYPE expression(const TYPE value, const TYPE row, const TYPE column)\n"
    "{\n"
    "    return %s;\n"
    "}\n"
    "__kernel void evaluate(__global TYPE *const values, const __global TYPE *const rows,\n"
    "                       const __global TYPE *const columns)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    values[i] = expression(values[i], rows[i], columns[i]);\n"
    "}\n";

/* Numbers of an expression are those of the type, as they are in kernels. */
static int build(const struct device *device, const char *text, enum element_type type,
                 struct evaluation *evaluation, struct fault *fault)
{
    const bool single = type == TYPE_F32;
    const char *const pragma = single ? "" : "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    char *whole = text_printed(source, pragma, single ? "float" : "double", text), *log = NULL;
    cl_int status;

    if (whole == NULL)
        return fault_memory(fault);
    status = program_compile(device, whole, single ? "-cl-single-precision-constant" : "",
                             &evaluation->program, &log);
    free(whole);
    if (status == CL_SUCCESS) {
        evaluation->expression = text;
        evaluation->kernel = clCreateKernel(evaluation->program, "evaluate", &status);
        return opencl_check(status, "clCreateKernel", fault);
    }
    fault_set(fault, FAULT_DEVICE, "the expression `%.200s` does not build for %s: %s", text,
              device->name, opencl_error_name(status));
    fault->detail = log;
    return -1;
}

static struct evaluation *find(struct evaluations *evaluations, const char *expression,
                               enum element_type type, struct fault *fault)
{
    struct evaluation *next;

    for (size_t i = 0; i < evaluations->count; i++)
        if (evaluations->list[i].expression == expression)
            return &evaluations->list[i];
    if (evaluations->count == EPILOGUE_LIMIT) {
        fault_set(fault, FAULT_REFUSED, "more than %d expressions", EPILOGUE_LIMIT);
        return NULL;
    }
    next = &evaluations->list[evaluations->count++];
    return build(evaluations->device, expression, type, next, fault) ? NULL : next;
}

static void narrow(const double *from, size_t count, bool single, void *to)
{
    if (single)
        for (size_t i = 0; i < count; i++)
            ((float *)to)[i] = (float)from[i];
    else
        memcpy(to, from, count * sizeof *from);
}

static void widen(const void *from, size_t count, bool single, double *to)
{
    if (single)
        for (size_t i = 0; i < count; i++)
            to[i] = (double)((const float *)from)[i];
    else
        memcpy(to, from, count * sizeof *to);
}

static int run(const struct device *device, cl_kernel kernel, size_t items, size_t bytes,
               void *values, const cl_mem *memory, struct fault *fault)
{
    for (cl_uint i = 0; i < VECTORS; i++)
        if (opencl_check(clSetKernelArg(kernel, i, sizeof memory[i], &memory[i]), "clSetKernelArg",
                         fault))
            return -1;
    if (opencl_check(
            clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
            "clEnqueueNDRangeKernel", fault))
        return -1;
    return opencl_read(device->queue, memory[0], 0, bytes, values, fault);
}

int evaluations_run(void *self, const char *expression, enum element_type type, size_t count,
                    double *value, const double *row, const double *column, struct fault *fault)
{
    struct evaluations *evaluations = self;
    const struct evaluation *evaluation = find(evaluations, expression, type, fault);
    const double *const from[VECTORS] = {value, row, column};
    const bool single = type == TYPE_F32;
    const size_t bytes = count * (single ? sizeof(float) : sizeof(double));
    cl_mem memory[VECTORS] = {NULL};
    void *room;
    int status = 0;

    if (evaluation == NULL)
        return -1;
    room = malloc(bytes + 1);
    if (room == NULL)
        return fault_memory(fault);
    for (int i = VECTORS; status == 0 && i-- > 0;) {
        cl_int error;

        narrow(from[i], count, single, room);
        memory[i] = clCreateBuffer(evaluations->device->context,
                                   CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, room, &error);
        status = opencl_check(error, "clCreateBuffer", fault);
    }
    if (status == 0)
        status = run(evaluations->device, evaluation->kernel, count, bytes, room, memory, fault);
    if (status == 0)
        widen(room, count, single, value);
    for (int i = 0; i < VECTORS; i++)
        if (memory[i] != NULL)
            clReleaseMemObject(memory[i]);
    free(room);
    return status;
}

void evaluations_release(struct evaluations *evaluations)
{
    for (size_t i = 0; i < evaluations->count; i++) {
        if (evaluations->list[i].kernel != NULL)
            clReleaseKernel(evaluations->list[i].kernel);
        if (evaluations->list[i].program != NULL)
            clReleaseProgram(evaluations->list[i].program);
    }
    memset(evaluations, 0, sizeof *evaluations);
}
