/*
 * Names of variables in kernels.
 */
#ifndef GEN_BASE_VARIABLES_H
#define GEN_BASE_VARIABLES_H

#include <stdbool.h>

/* Whether a kernel may have a variable of that name beside its arguments: a host's argument of that name is called otherwise. */
bool name_is_variable(const char *name);

#endif
