/* Shared by libraries that multiply matrices of the host on its processors; only blas*.c include
 * this. */
#ifndef HARNESS_RUN_BLAS_HOST_H
#define HARNESS_RUN_BLAS_HOST_H

#include "harness/run/blas_internal.h"

/* Whether a variable of the environment says a number of threads. */
bool host_threads_said(const char *variable);

/* Fills in threads and words: "OpenBLAS 0.3.21; 2 threads of the host, by OPENBLAS_NUM_THREADS",
 * where that variable says their number. */
void host_describe(struct blas *blas, const char *version, unsigned threads, const char *variable);

/* Members of a struct blas_kind: operands in memory of the host. */
int host_make(void *state, uint64_t bytes, union place *place, struct fault *fault);
void host_drop(void *state, union place place);
int host_write(void *state, union place place, const void *bytes, uint64_t count,
               struct fault *fault);
int host_read(void *state, union place place, void *bytes, uint64_t count, struct fault *fault);

/* The first element of an operand. */
void *host_operand(const struct gemm *gemm, const union place *places, int operand);

#endif
