#include "harness/run/blas_host.h"

#include <stdlib.h>
#include <string.h>

bool host_threads_said(const char *variable)
{
    const char *said = getenv(variable);

    return said != NULL && atoi(said) > 0;
}

void host_describe(struct blas *blas, const char *version, unsigned threads, const char *variable)
{
    const bool is_said = host_threads_said(variable);

    blas->threads = threads;
    snprintf(blas->words, sizeof blas->words, "%s; %u thread%s of the host%s%s", version, threads,
             threads == 1 ? "" : "s", is_said ? ", by " : "", is_said ? variable : "");
}

/* On a page of its own, as operands of OpenCL on a CPU are. */
int host_make(void *state, uint64_t bytes, union place *place, struct fault *fault)
{
    uint64_t rounded = (bytes + 4095) / 4096 * 4096;

    (void)state;
    place->host = aligned_alloc(4096, rounded);
    return place->host == NULL ? fault_memory(fault) : 0;
}

void host_drop(void *state, union place place)
{
    (void)state;
    free(place.host);
}

int host_write(void *state, union place place, const void *bytes, uint64_t count,
               struct fault *fault)
{
    (void)state;
    (void)fault;
    memcpy(place.host, bytes, count);
    return 0;
}

int host_read(void *state, union place place, void *bytes, uint64_t count, struct fault *fault)
{
    (void)state;
    (void)fault;
    memcpy(bytes, place.host, count);
    return 0;
}

void *host_operand(const struct gemm *gemm, const union place *places, int operand)
{
    return (char *)places[operand].host + blas_offset(gemm, operand);
}
