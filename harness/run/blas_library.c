/* What the kinds of libraries share. */
#include <dlfcn.h>
#include <string.h>

#include "harness/run/blas_internal.h"

void *blas_library(const char *name, const char *const *files, const char *package,
                   struct fault *fault)
{
    void *library = NULL;
    const char *first = *files;

    for (; *files != NULL && library == NULL; files++)
        library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fault_set(fault, FAULT_REFUSED, "%s is not here: there is no %s (%s)", name, first,
                  package);
    return library;
}

int blas_symbol(void *library, const char *name, const char *symbol, void *address,
                struct fault *fault)
{
    void *found = dlsym(library, symbol);

    if (found == NULL)
        return fault_set(fault, FAULT_REFUSED, "this %s has no function %s", name, symbol);
    memcpy(address, &found, sizeof found); /* C has no cast from data to functions */
    return 0;
}

int blas_order(const struct gemm *gemm)
{
    return gemm->column_layout ? 102 : 101;
}

int blas_transpose(const struct gemm *gemm, int operand)
{
    return gemm->transpose[operand] ? 112 : 111;
}
