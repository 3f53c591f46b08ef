/*
 * Names that a kernel cannot have.
 */
#pragma once

#include <stdbool.h>

/* Whether a name means something in OpenCL C, in the emitted kernel, or in the C or C++ of a host that
 * includes the emitted headers. */
bool name_is_reserved(const char *name);
