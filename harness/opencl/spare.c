#include "harness/opencl/spare.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST = 24,    /* buffers */
    PART = 1 << 5 /* of the memory of the device */
};

struct spare_buffers {
    struct {
        cl_mem buffer;
        uint64_t bytes;
    } list[MOST]; /* the one that was given first is first */
    size_t count;
    uint64_t bytes, limit; /* of all */
};

struct spare_buffers *spare_open(uint64_t memory)
{
    struct spare_buffers *spare = calloc(1, sizeof *spare);

    if (spare != NULL)
        spare->limit = memory / PART;
    return spare;
}

/* Takes one out of the list. */
static cl_mem take_out(struct spare_buffers *spare, size_t index)
{
    const cl_mem buffer = spare->list[index].buffer;

    spare->bytes -= spare->list[index].bytes;
    spare->count--;
    memmove(spare->list + index, spare->list + index + 1,
            (spare->count - index) * sizeof *spare->list);
    return buffer;
}

void spare_close(struct spare_buffers *spare)
{
    while (spare != NULL && spare->count > 0)
        clReleaseMemObject(take_out(spare, 0));
    free(spare);
}

cl_mem spare_take(struct spare_buffers *spare, uint64_t bytes)
{
    for (size_t i = spare == NULL ? 0 : spare->count; i-- > 0;)
        if (spare->list[i].bytes == bytes)
            return take_out(spare, i);
    return NULL;
}

void spare_give(struct spare_buffers *spare, cl_mem buffer, uint64_t bytes)
{
    if (spare == NULL || bytes > spare->limit) {
        clReleaseMemObject(buffer);
        return;
    }
    while (spare->count == MOST || spare->bytes + bytes > spare->limit)
        clReleaseMemObject(take_out(spare, 0));
    spare->list[spare->count].buffer = buffer;
    spare->list[spare->count++].bytes = bytes;
    spare->bytes += bytes;
}
