/* From a manifest's sources to kernels of a device. */
#pragma once

#include "harness/base/listing.h"
#include "harness/opencl/device.h"
#include "harness/manifest/manifest.h"

/* Compiles a text of OpenCL C on its own. On failure *program is NULL, and *log (where log is not
 * NULL) holds what the compiler said, to be freed by the caller. */
cl_int program_compile(const struct device *device, const char *source, const char *options,
                       cl_program *program, char **log);

/* The binary of a program of one device, in malloc'd memory, ended by a zero that its length leaves
 * out. NULL on an error. */
char *program_binary(cl_program program, size_t *length, struct fault *fault);

/* A binary of a program, as program_binary gave it to this or another process. */
struct binary {
    const char *bytes; /* NULL: there is none */
    size_t length;
};

/* Makes a program of a binary and builds it. NULL where the driver does not take it. */
cl_program program_load(const struct device *device, const struct binary *binary,
                        const char *options);

/* Does to a built program what its manifest says (`finalize`): the one that takes its place is
 * built and loaded from its changed binary. Errors: FAULT_DEVICE: the device's compiler writes no
 * such binary (`fault->lacking`), or it does not build. */
int program_finalize(const struct device *device, const char *finalize, cl_program *program,
                     struct fault *fault);

struct built {
    cl_program *programs;
    size_t program_count;
    cl_kernel *kernels; /* one a step; NULL for steps that are no kernels */
    size_t step_count;
    double build_ms; /* wall time of all builds */
};

/* Builds every program. `source` is the text of programs whose manifest carries none and whose
 * file is not on disk yet (NULL: read the files). `edited`: accept a file whose hash differs.
 * Errors: FAULT_IO (no file, other hash); FAULT_DEVICE: a feature that the device lacks, or a
 * failed build, with the whole log and the source line that it names in fault->detail.
 * `binaries`, one a program, or NULL: what the driver takes of them is not compiled. */
int program_build(const struct device *device, const struct manifest *manifest, const char *source,
                  bool edited, const struct binary *binaries, struct built *built,
                  struct fault *fault);

/* Whether the compiler of a device of that type ("gpu") and vendor takes the program's build
 * options. */
bool program_suits(const struct program *program, const char *type, const char *vendor);

void program_release(struct built *built);

/* The text of a program in malloc'd memory, its hash compared with the manifest's unless it was
 * `edited`. `source` as for program_build. Errors: FAULT_IO. */
int program_text(const struct manifest *manifest, const struct program *program, const char *source,
                 bool edited, char **text, struct fault *fault);

/* A compiler's log, and behind it the source line that it names; malloc'd, NULL without memory. */
char *program_explain(const char *log, const char *source);

/* The first line number that a compiler's log names in an error, from 1; 0: none. */
unsigned program_log_line(const char *log);

/* OpenCL's format of a manifest's image. */
cl_image_format image_format(const struct buffer *buffer);

/* Checks --require-engine: the product's loop over K has as many instructions of the engine as the
 * manifest says. They are counted in the program's binary where the driver gives PTX. Errors:
 * FAULT_WRONG (another number, or no engine at all); FAULT_DEVICE where no driver's compiler tells,
 * or none gives its binary. */
int engine_check(const struct manifest *manifest, const struct built *built, struct fault *fault);

/* Finds the loop over K of the kernel `entry` in PTX, the assembly language of NVIDIA's drivers:
 * what their OpenCL compiler gives as a program's binary. `whole`: its elements are whole numbers.
 * *found: the text is PTX and has the kernel. Errors: FAULT_IO (memory). */
int ptx_inner_loop(const char *text, const char *entry, bool whole, bool *found,
                   struct inner_loop *loop, struct fault *fault);

/* Whether this is how a program is finalised: "ptx:sm_90a". */
bool ptx_finalizes(const char *finalize);

/*
 * A program's PTX, finalised, in malloc'd memory: its target becomes the one that `finalize` names
 * behind "ptx:", and the mark "//sm_90a: " is left out wherever it is, so that what stands behind
 * it is no comment. (NVIDIA's OpenCL compiler writes PTX for sm_90, which has not all instructions
 * of sm_90a.) Errors: FAULT_DEVICE: this is no PTX for such a GPU, with `device` in words; FAULT_IO
 * (memory).
 */
int ptx_finalize(const char *text, const char *finalize, const char *device, char **finalized,
                 struct fault *fault);
