/*
 * A stand-in for an OpenCL library, with what launchers call: objects are counted, kernels keep their arguments, and what is enqueued is
 * written down and never run. What OpenCL guards for its callers (counts of references, the list of commands) is guarded here; kernels
 * and their arguments are not, so that a thread sanitizer sees threads that share one.
 */
#pragma once

#include <stdatomic.h>

#include <CL/cl.h>

enum {
    MOST_WAITS = 8,
    MOST_COMMANDS = 64
};

/* A command that was enqueued: the kernel, the numbers of the events that it waits for, and that of its own. */
struct standin_command {
    char kernel[64];
    cl_uint waits;
    int waited[MOST_WAITS];
    int event;
};

extern struct standin_command
    standin_commands[MOST_COMMANDS]; /* the first ones after standin_restart */
extern int standin_command_count;
extern atomic_int standin_live;   /* objects that are not released */
extern atomic_int standin_builds; /* programs that were built */
extern int standin_fails;         /* whether programs do not build */
extern int standin_silent;        /* whether queues do not tell their properties */
extern cl_int standin_state;      /* of all events */
extern const char standin_log[];  /* of the compiler */

/* Empties the list of commands. */
void standin_restart(void);

/* A queue of those properties, of a context and a device that live as long; released by clReleaseCommandQueue. */
cl_command_queue standin_queue(cl_command_queue_properties properties);
cl_context standin_context(void);
cl_device_id standin_device(void);

/* A buffer of so many bytes, which has no memory; and an event. */
cl_mem standin_buffer(size_t bytes);
cl_event standin_event(void);

int standin_number(cl_event event);
