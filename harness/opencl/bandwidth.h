/* How fast a device's memory is, for rooflines. */
#ifndef HARNESS_OPENCL_BANDWIDTH_H
#define HARNESS_OPENCL_BANDWIDTH_H

#include "harness/opencl/device.h"

/* GB/s (10^9 bytes, read and written) at which a kernel copies buffers that no cache holds, 256 MiB
 * where the device has room; the best of five runs. 0 where it does not run. */
double bandwidth_measure(const struct device *device);

#endif
