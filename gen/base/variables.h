/*
 * Names of variables in kernels.
 */
#pragma once

#include <stdbool.h>

/* Whether a kernel may have a variable of that name beside its arguments: a host's argument of that name is called otherwise. */
bool name_is_variable(const char *name);
