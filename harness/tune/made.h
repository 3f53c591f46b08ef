/* The profile that `profile` makes: what tunings have found, in the form of those that are built in. */
#pragma once

#include "harness/worker/executor.h"

/* A profile without kernels, for the device that an executor has opened; `base`: what it inherits
 * from. A new reference; NULL: no memory. */
json_t *made_new(const struct executor *executor, const char *path, const char *base);

/* Takes over the kernels and shapes of a tuning for a type (`made` of struct tune_options), each for the transposes
 * that it was measured with. The first kernel is that of all other requests. */
void made_take(json_t *profile, const char *type, const json_t *tuned);

/* Whether it has kernels of any type. */
bool made_has_kernels(const json_t *profile);

/* Takes out a kernel of a type, by its name, with its shapes. */
void made_drop(json_t *profile, const char *type, const char *kernel);

/* Writes a profile. Errors: FAULT_IO. */
int made_write(const json_t *profile, const char *path, struct fault *fault);
