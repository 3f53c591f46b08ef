/*
 * OpenCL's headers with the version chosen in one place, and its error codes by name.
 * Calls above OpenCL 1.2 are made only through pointers asked for at run time.
 */
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdint.h>

#include "harness/base/fault.h"

/* Part of the name of every extension that brings sub-groups, whoever's it is. */
#define OPENCL_SUB_GROUPS "_subgroups"

/* Name of an OpenCL error code, "CL_OUT_OF_RESOURCES"; "unknown error" where it has none. */
const char *opencl_error_name(cl_int status);

/* Records the failure of an OpenCL call with that status, in words of the caller. Always returns
 * -1. */
int opencl_fault(struct fault *fault, cl_int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Records "call failed: name (code)" where status is an error. 0 or -1. */
int opencl_check(cl_int status, const char *call, struct fault *fault);

/* Write to a buffer, and read from it, `length` bytes from `offset` on, and wait. Errors:
 * FAULT_DEVICE. */
int opencl_write(cl_command_queue queue, cl_mem buffer, uint64_t offset, uint64_t length,
                 const void *bytes, struct fault *fault);
int opencl_read(cl_command_queue queue, cl_mem buffer, uint64_t offset, uint64_t length,
                void *bytes, struct fault *fault);

/* Waits for a command, releases its event and returns the seconds that the device took; below zero
 * where it failed or took no time. */
double opencl_seconds(cl_event event);
