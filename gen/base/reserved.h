/*
 * Names that a kernel cannot have.
 */
#ifndef GEN_BASE_RESERVED_H
#define GEN_BASE_RESERVED_H

#include <stdbool.h>

/* Whether a name means something in OpenCL C, in the emitted kernel, or in the C or C++ of a host that
 * includes the emitted headers. */
bool name_is_reserved(const char *name);

#endif
