/* The smallest set of kernels that serves every shape of a list. */
#pragma once

#include <stddef.h>

/* Kernels, and the shapes that they serve. */
struct cover {
    size_t kernels, shapes;
    const double *ratios; /* kernels x shapes: a kernel's time by the winner's; INFINITY: none */
    double within;        /* a kernel serves a shape up to this ratio */
};

/* Finds the smallest set that serves all shapes that any kernel serves, and returns its number of
 * kernels; their indices are in `chosen`, which has room for as many as there are shapes, the
 * kernel that serves the most first. If there are too many kernels for an exact search, the
 * smallest set that it has come to; never a larger one than the greedy rule finds. Without memory,
 * which is noted (memory_note), none. */
size_t cover_find(const struct cover *cover, size_t *chosen);
