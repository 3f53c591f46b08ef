/* The shapes that a profile is made on. */
#pragma once

#include "harness/base/shapes.h"

/* Adds to *shapes, which is empty, shapes of every kind and those of a file (NULL: none), each in all transposes ("nn") but for those that
 * say their own; to be released. `on_host`: smaller ones, of a CPU. Errors: those of shapes_read; FAULT_IO (memory). */
int profile_make_shapes(const char *path, const char *const *transposes, size_t transpose_count,
                        bool on_host, struct shapes *shapes, struct fault *fault);
