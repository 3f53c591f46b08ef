/*
 * What NAME_create asks of the device's images. A program in a cache has been created before, for the same device and driver: NAME_load
 * does not ask again.
 */
#include "emit/launcher.h"

#include <string.h>

static void add_check_image(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_context context", "cl_channel_order order"};
    c_add_function(
        text, &launcher->names,
        "/* CL_IMAGE_FORMAT_NOT_SUPPORTED unless there are images of such texels. */\n", "cl_int",
        "check_image", parameters, 2,
        arena_printf(
            launcher->job->arena,
            "{\n"
            "    cl_image_format formats[256];\n"
            "    cl_uint count = 0, i;\n"
            "    const cl_int status = clGetSupportedImageFormats(\n"
            "        context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 256, formats, &count);\n"
            "    if (status != CL_SUCCESS)\n"
            "        return status;\n"
            "    for (i = 0; i < count && i < 256; i++)\n"
            "        if (formats[i].image_channel_order == order &&\n"
            "            formats[i].image_channel_data_type == CL_%s)\n"
            "            return CL_SUCCESS;\n"
            "    return CL_IMAGE_FORMAT_NOT_SUPPORTED;\n"
            "}\n\n",
            launcher_channel(launcher->plan)));
}

/* PoCL 3.1 lists CL_R with CL_HALF_FLOAT and reads bytes. Host functions do not show it. */
static void add_try_image(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_context context", "cl_device_id device",
                                             "cl_channel_order order"};
    c_add_function(
        text, &launcher->names,
        "/* CL_IMAGE_FORMAT_NOT_SUPPORTED unless a kernel reads 1, 2, 3 and 4 from texels of "
        "halves: some\n"
        " * devices list them and read something else. */\n",
        "cl_int", "try_image", parameters, 3,
        "{\n"
        "    const char *source =\n"
        "        \"constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE "
        "|\\n\"\n"
        "        \"                             CLK_FILTER_NEAREST;\\n\"\n"
        "        \"kernel void try_image(read_only image2d_t image, global float *values)\\n\"\n"
        "        \"{\\n\"\n"
        "        \"    const int i = get_global_id(0);\\n\"\n"
        "        \"    values[i] = read_imagef(image, nearest, (int2)(i, 0)).x;\\n\"\n"
        "        \"}\\n\";\n"
        "    const cl_half halves[4] = {0x3c00, 0x4000, 0x4200, 0x4400};\n"
        "    const size_t channels = order == CL_R ? 1 : order == CL_RG ? 2 : 4, items = 4;\n"
        "    const cl_image_format format = {order, CL_HALF_FLOAT};\n"
        "    cl_image_desc description;\n"
        "    cl_half texels[16];\n"
        "    cl_float found[4] = {0, 0, 0, 0};\n"
        "    cl_kernel kernel = $_NULL;\n"
        "    cl_mem image = $_NULL, values = $_NULL;\n"
        "    cl_command_queue queue = $_NULL;\n"
        "    cl_int status;\n"
        "    cl_program program = clCreateProgramWithSource(context, 1, &source, $_NULL, "
        "&status);\n"
        "    for (size_t i = 0; i < 16; i++)\n"
        "        texels[i] = halves[i / channels % 4];\n"
        "    memset(&description, 0, sizeof description);\n"
        "    description.image_type = CL_MEM_OBJECT_IMAGE2D;\n"
        "    description.image_width = items;\n"
        "    description.image_height = 1;\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clBuildProgram(program, 1, &device, $_NULL, $_NULL, $_NULL);\n"
        "    if (status == CL_SUCCESS)\n"
        "        kernel = clCreateKernel(program, \"try_image\", &status);\n"
        "    if (status == CL_SUCCESS)\n"
        "        image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,\n"
        "                              &description, texels, &status);\n"
        "    if (status == CL_SUCCESS)\n"
        "        values = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof found, $_NULL, "
        "&status);\n"
        "    if (status == CL_SUCCESS)\n"
        "        queue = clCreateCommandQueue(context, device, 0, &status);\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clSetKernelArg(kernel, 0, sizeof image, &image);\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clSetKernelArg(kernel, 1, sizeof values, &values);\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clEnqueueNDRangeKernel(queue, kernel, 1, $_NULL, &items, $_NULL, 0,\n"
        "                                        $_NULL, $_NULL);\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clEnqueueReadBuffer(queue, values, CL_TRUE, 0, sizeof found, found, 0,\n"
        "                                     $_NULL, $_NULL);\n"
        "    for (int i = 0; i < 4 && status == CL_SUCCESS; i++)\n"
        "        if (found[i] < $_CAST(cl_float, i + 1) || found[i] > $_CAST(cl_float, i + 1))\n"
        "            status = CL_IMAGE_FORMAT_NOT_SUPPORTED;\n"
        "    if (queue)\n"
        "        clReleaseCommandQueue(queue);\n"
        "    if (values)\n"
        "        clReleaseMemObject(values);\n"
        "    if (image)\n"
        "        clReleaseMemObject(image);\n"
        "    if (kernel)\n"
        "        clReleaseKernel(kernel);\n"
        "    if (program)\n"
        "        clReleaseProgram(program);\n"
        "    return status;\n"
        "}\n\n");
}

bool launcher_tries_images(const struct launcher *launcher)
{
    return launcher->images && strcmp(launcher_channel(launcher->plan), "HALF_FLOAT") == 0;
}

void launcher_add_image_checks(const struct launcher *launcher, struct text *text)
{
    if (launcher->images)
        add_check_image(launcher, text);
    if (launcher_tries_images(launcher))
        add_try_image(launcher, text);
}

/* Whether an image before this one has texels of the same order. */
static bool asked_before(const struct plan *plan, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (plan->buffers[i].image &&
            strcmp(plan->buffers[i].image->order, plan->buffers[index].image->order) == 0)
            return true;
    return false;
}

const char *launcher_image_calls(const struct launcher *launcher)
{
    const struct plan *const plan = launcher->plan;
    struct text text;
    text_init(&text, launcher->job);
    for (size_t i = 0; i < plan->buffer_count; i++) {
        if (!plan->buffers[i].image || asked_before(plan, i))
            continue;
        const char *const order = plan->buffers[i].image->order;
        c_add(&text, &launcher->names, "    status = @_check_image(context, CL_%s);\n", order);
        if (launcher_tries_images(launcher))
            c_add(&text, &launcher->names,
                  "    if (status == CL_SUCCESS)\n"
                  "        status = @_try_image(context, device, CL_%s);\n",
                  order);
        text_puts(&text, "    if (status != CL_SUCCESS)\n        return status;\n");
    }
    return text_string(&text);
}
