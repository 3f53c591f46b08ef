#!/bin/bash
# Emitted launchers of kernels whose program is finalised: they compile without a warning, in C and C++; beside an OpenCL that writes
# down what it is given, NAME_create replaces the program by what the manifest describes, and refuses what is no PTX of the GPU.
# Test: long
. "${srcdir:-.}/tests/cli/launchers.sh"

emit final --family matrix --engine wgmma --type bf16 --tile 2x8 --wg 32x4
# Maps of A and B, 256 bytes for each tile of C, which the next call may overwrite: it waits for this one.
emit boxes --family matrix --engine wgmma --for nvidia-hopper --type bf16 --tile 2x16 --wg 64x4 --tile-k 64 --copy tensor --stages 3
emit members --family matrix --engine wgmma --for nvidia-hopper --type bf16 --tile 2x16 --wg 64x4 --tile-k 64 --copy tensor --stages 3 --batch strided
compile
grep -q 'boxes_make_workspace(&self->maps, self->context, boxes_round_up(M, 128) / 128,$' boxes_launch.h || fail 'the maps of a launcher'
grep -q ' boxes_round_up(N, 64) / 64, 256);$' boxes_launch.h || fail 'the bytes of maps'
grep -q 'cl_event last\[1\];' boxes_launch.h || fail 'a launcher does not wait for the maps of the call before'
[ "$(grep -c _finalize final_launch.h)" = 2 ] || fail 'the launcher does not finalise'
"$gen" --name plain --layout row --emit header,launcher -o ./ || fail 'plain'
if grep -q finalize plain_launch.h; then fail 'a launcher finalises a program that needs nothing'; fi

cat >main.c <<'C'
#include <stdio.h>

#include "final_launch.h"

/* Stands in for OpenCL: a program is its text. */
struct _cl_program {
    char text[400];
    int builds, releases;
};
static struct _cl_program source, loaded;
static int kernels;

cl_program CL_API_CALL clCreateProgramWithSource(cl_context c, cl_uint n, const char **s, const size_t *l, cl_int *status)
{
    (void)c, (void)n, (void)s, (void)l;
    *status = CL_SUCCESS;
    return &source;
}
cl_program CL_API_CALL clCreateProgramWithBinary(cl_context c, cl_uint n, const cl_device_id *d, const size_t *lengths,
                                                 const unsigned char **binaries, cl_int *each, cl_int *status)
{
    (void)c, (void)n, (void)d, (void)each;
    memcpy(loaded.text, binaries[0], lengths[0]);
    *status = lengths[0] == strlen(loaded.text) + 1 ? CL_SUCCESS : CL_INVALID_VALUE;
    return &loaded;
}
cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint n, const cl_device_id *d, const char *options,
                                  void(CL_CALLBACK *f)(cl_program, void *), void *data)
{
    (void)n, (void)d, (void)options, (void)f, (void)data;
    program->builds++;
    return CL_SUCCESS;
}
cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void *value, size_t *bytes)
{
    const size_t length = strlen(program->text);
    (void)bytes;
    if (what == CL_PROGRAM_BINARY_SIZES)
        memcpy(value, &length, size);
    else
        memcpy(*(char **)value, program->text, length);
    return CL_SUCCESS;
}
cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *status)
{
    (void)name;
    *status = program->builds == 1 ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE;
    kernels++;
    return NULL;
}
cl_int CL_API_CALL clReleaseProgram(cl_program program)
{
    program->releases++;
    return CL_SUCCESS;
}
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel)
{
    (void)kernel;
    return CL_SUCCESS;
}

static int failed;

static void expect(const char *text, cl_int wanted, const char *finalized)
{
    struct final self;
    cl_int status;
    memset(&source, 0, sizeof source);
    memset(&loaded, 0, sizeof loaded);
    kernels = 0;
    strcpy(source.text, text);
    status = final_create(&self, NULL, NULL);
    final_release(&self);
    if (status != wanted || strcmp(loaded.text, finalized) != 0 || kernels != (wanted == CL_SUCCESS) ||
        source.releases != 1 || loaded.releases != (wanted == CL_SUCCESS)) {
        printf("failed: `%s` gives %d and `%s`\n", text, (int)status, loaded.text);
        failed = 1;
    }
}

int main(void)
{
    expect(".version 8.8\n.target sm_90, texmode\n//sm_90a: a;\n\t//sm_90a: b;\n// //sm_90: c\n//sm_90a: ", CL_SUCCESS,
           ".version 8.8\n.target sm_90a, texmode\na;\n\tb;\n// //sm_90: c\n");
    expect(".target sm_90\n", CL_SUCCESS, ".target sm_90a\n");
    expect(".target sm_90a\n", CL_INVALID_BINARY, "");
    expect(".target sm_80\n", CL_INVALID_BINARY, "");
    expect("\177ELF", CL_INVALID_BINARY, "");
    expect("", CL_INVALID_BINARY, "");
    return failed;
}
C
$CC -std=c11 -Wall -Wextra -DCL_TARGET_OPENCL_VERSION=120 -g main.c -o main && ./main || fail 'final_create'
exit $failed
