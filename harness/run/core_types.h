/*
 * Core types: what libraries call the processors that they have kernels for. A library takes the
 * one that it thinks fits, which for a processor that it does not know may be an old one; an
 * environment variable asks for another one, whether the processor can run it or not.
 */
#ifndef HARNESS_RUN_CORE_TYPES_H
#define HARNESS_RUN_CORE_TYPES_H

#include <stddef.h>

/* `features`: what its kernels need, in the words of Linux's /proc/cpuinfo, separated by blanks. */
struct core_type {
    const char *name, *features;
};

/* All that may be asked for, NULL behind the last; a build of the library may lack some. */
extern const struct core_type openblas_core_types[], blis_core_types[];

/* The features of this machine's processors, malloc'd; "" where nobody tells; NULL: out of memory. */
char *processor_features(void);

/* Those of the types that a processor with these features can run: up to `room` names, whose number
 * is the result. */
size_t core_types_fit(const struct core_type *types, const char *features, const char **names,
                      size_t room);

#endif
