#include "harness/opencl/images.h"

#include "harness/opencl/probe.h"

cl_image_format image_format(const struct buffer *buffer)
{
    static const cl_channel_type types[] = {[CHANNEL_FLOAT] = CL_FLOAT,
                                            [CHANNEL_HALF_FLOAT] = CL_HALF_FLOAT,
                                            [CHANNEL_UNSIGNED_INT32] = CL_UNSIGNED_INT32,
                                            [CHANNEL_SIGNED_INT32] = CL_SIGNED_INT32};
    static const cl_channel_order orders[] = {[1] = CL_R, [2] = CL_RG, [4] = CL_RGBA};

    return (cl_image_format){orders[buffer->image_channels], types[buffer->image_channel]};
}

/* Whether the device's images may hold such texels. */
static bool takes_format(const struct device *device, const cl_image_format *format)
{
    cl_image_format formats[256];
    cl_uint count = 0;

    if (clGetSupportedImageFormats(device->context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 256,
                                   formats, &count) != CL_SUCCESS)
        return true;
    for (cl_uint i = 0; i < count && i < 256; i++)
        if (formats[i].image_channel_order == format->image_channel_order &&
            formats[i].image_channel_data_type == format->image_channel_data_type)
            return true;
    return false;
}

static int check_image(const struct device *device, const struct buffer *buffer,
                       struct fault *fault)
{
    cl_image_format format = image_format(buffer);

    if (!device->images)
        return fault_set(fault, FAULT_DEVICE,
                         "`%s` is an image, and %s has no images; ask the "
                         "generator for buffers instead",
                         buffer->name, device->name);
    if (!takes_format(device, &format))
        return fault_set(fault, FAULT_DEVICE,
                         "image `%s` has texels of %u channels, and %s has no such images; ask the "
                         "generator for another vector width or for buffers",
                         buffer->name, buffer->image_channels, device->name);
    /* PoCL 3.1 lists CL_R with CL_HALF_FLOAT and does not read back what was written. */
    if (format.image_channel_data_type == CL_HALF_FLOAT && format.image_channel_order == CL_R &&
        !probe_feature(device, FEATURE_HALF_IMAGES))
        return fault_set(fault, FAULT_DEVICE,
                         "image `%s` has texels of one half, which %s does not read as they were "
                         "written; ask the generator for vectors of four or for buffers",
                         buffer->name, device->name);
    return 0;
}

int images_check(const struct device *device, const struct manifest *manifest, struct fault *fault)
{
    for (size_t i = 0; i < manifest->buffer_count; i++)
        if (manifest->buffers[i].image && check_image(device, &manifest->buffers[i], fault)) {
            fault->lacking = true;
            return -1;
        }
    return 0;
}
