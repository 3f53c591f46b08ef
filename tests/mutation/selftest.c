/*
 * Self-tests edited kernels: `selftest KERNEL.cl...` builds each in place of the source in NAME.h, in a process of its own, and prints
 * "KERNEL.cl STATUS" with what NAME_selftest has returned, or `crashed`. Compiled with -DNAME=... and -DSELFTEST='"NAME_selftest.h"'.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CL/cl.h>

enum {
    MOST_BYTES = 1 << 20,
    MOST_SECONDS = 60
};

static char edited[MOST_BYTES];

/* clCreateProgramWithSource, of the source that was read. */
static cl_program create_edited(cl_context context, cl_uint count, const char **lines,
                                const size_t *lengths, cl_int *status)
{
    const char *text = edited;
    (void)count, (void)lines, (void)lengths;
    return clCreateProgramWithSource(context, 1, &text, NULL, status);
}

#define clCreateProgramWithSource create_edited
#include SELFTEST

#define JOINED(name, suffix) name##suffix
#define NAMED(name, suffix) JOINED(name, suffix)

/* The first device of PoCL. */
static cl_device_id find_device(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    clGetPlatformIDs(16, platforms, &count);
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char name[256] = "";
        cl_device_id device;
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
        if (strstr(name, "Portable") &&
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
            return device;
    }
    return NULL;
}

static cl_int test_kernel(const char *path)
{
    FILE *const file = fopen(path, "r");
    const cl_device_id device = find_device();
    cl_int status;
    if (!file || !device)
        return -1;
    edited[fread(edited, 1, sizeof edited - 1, file)] = '\0';
    fclose(file);
    const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    struct NAME kernel;
    struct NAMED(NAME, _report) report;
    status = NAMED(NAME, _create)(&kernel, context, device);
    if (status == CL_SUCCESS)
        status = NAMED(NAME, _selftest)(&kernel, queue, &report);
    return status;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int ends[2], ended;
        cl_int status = 0;
        if (pipe(ends))
            return 1;
        const pid_t child = fork();
        if (child == 0) {
            alarm(MOST_SECONDS);
            status = test_kernel(argv[i]);
            _exit(write(ends[1], &status, sizeof status) != sizeof status);
        }
        close(ends[1]);
        if (read(ends[0], &status, sizeof status) == sizeof status)
            printf("%s %d\n", argv[i], status);
        else
            printf("%s crashed\n", argv[i]);
        fflush(stdout);
        close(ends[0]);
        waitpid(child, &ended, 0);
    }
    return 0;
}
