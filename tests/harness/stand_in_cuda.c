/* libcuda on the host, whose device is its memory: what `compare --with cublas` calls of the driver, for tests/harness/compare_cublas.sh. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int context;

int cuInit(unsigned flags)
{
    return flags != 0;
}

int cuDeviceGetCount(int *count)
{
    *count = 2;
    return 0;
}

int cuDeviceGet(int *device, int index)
{
    *device = index;
    return 0;
}

int cuDeviceGetName(char *name, int room, int device)
{
    snprintf(name, (size_t)room, "%s", device ? "second" : "first");
    return 0;
}

int cuDevicePrimaryCtxRetain(void **retained, int device)
{
    *retained = &context;
    return device != 0;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
    return device != 0;
}

int cuCtxSetCurrent(void *current)
{
    return current != &context;
}

int cuCtxSynchronize(void)
{
    return 0;
}

int cuMemAlloc_v2(unsigned long long *address, size_t bytes)
{
    *address = (unsigned long long)(uintptr_t)malloc(bytes);
    return *address == 0;
}

int cuMemFree_v2(unsigned long long address)
{
    free((void *)(uintptr_t)address);
    return 0;
}

int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes)
{
    memcpy((void *)(uintptr_t)to, from, bytes);
    return 0;
}

int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes)
{
    memcpy(to, (void *)(uintptr_t)from, bytes);
    return 0;
}
