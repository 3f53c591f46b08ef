/*
 * A layer of the OpenCL loader (OPENCL_LAYERS) that has devices tell another native vector width: CPUs then fit another
 * profile of the generator. The width, in floats, is in CLGEMM_VECTOR_WIDTH. Everything else is answered by the device.
 */
#include <CL/cl_layer.h>
#include <stdlib.h>
#include <string.h>

static cl_icd_dispatch answers;
static const cl_icd_dispatch *below;

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t room,
                                          void *value, size_t *size)
{
    const char *width = getenv("CLGEMM_VECTOR_WIDTH");
    const cl_uint floats = width == NULL ? 0 : (cl_uint)strtoul(width, NULL, 10);

    if (floats == 0 || name != CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT)
        return below->clGetDeviceInfo(device, name, room, value, size);
    if (size != NULL)
        *size = sizeof floats;
    if (value == NULL)
        return CL_SUCCESS;
    if (room < sizeof floats)
        return CL_INVALID_VALUE;
    memcpy(value, &floats, sizeof floats);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t room, void *value,
                                               size_t *size)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const char *layer = "clgemm: another native vector width";
    const void *answer = name == CL_LAYER_NAME ? (const void *)layer : (const void *)&version;
    const size_t bytes = name == CL_LAYER_NAME ? strlen(layer) + 1 : sizeof version;

    if (name != CL_LAYER_NAME && name != CL_LAYER_API_VERSION)
        return CL_INVALID_VALUE;
    if (size != NULL)
        *size = bytes;
    if (value != NULL && room < bytes)
        return CL_INVALID_VALUE;
    if (value != NULL)
        memcpy(value, answer, bytes);
    return CL_SUCCESS;
}

/* Functions that it has none for are left NULL, which means those below. */
CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target,
                                            cl_uint *own_count, const cl_icd_dispatch **own)
{
    if (target == NULL || own_count == NULL || own == NULL ||
        count * sizeof(void *) < offsetof(cl_icd_dispatch, clCreateContext))
        return CL_INVALID_VALUE;
    below = target;
    answers.clGetDeviceInfo = get_device_info;
    *own_count = sizeof answers / sizeof(void *);
    *own = &answers;
    return CL_SUCCESS;
}
