/*
 * How a host declares an argument of its kernel, "const __global float *restrict agm", and defines a macro.
 */
#pragma once

#include <stdbool.h>

struct declaration {
    const char *type; /* "float4" */
    bool constant;    /* of a pointer: what it points to */
    bool pointer;     /* to global memory */
    bool local;       /* to local memory, of which the host passes the bytes */
    bool restricted;
};

/* A macro that a host defines, and its number. */
struct define {
    const char *macro;
    long long number;
};
