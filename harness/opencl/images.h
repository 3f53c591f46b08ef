/* Whether a device serves the images of a manifest. */
#ifndef HARNESS_OPENCL_IMAGES_H
#define HARNESS_OPENCL_IMAGES_H

#include "harness/opencl/device.h"
#include "harness/manifest/manifest.h"

/* OpenCL's format of a manifest's image. */
cl_image_format image_format(const struct buffer *buffer);

/* Checks that the open device has images of every format that the manifest names, and that those of
 * halves hold what is written. Errors: FAULT_DEVICE, `lacking`, with the first image that it does
 * not serve. */
int images_check(const struct device *device, const struct manifest *manifest, struct fault *fault);

#endif
