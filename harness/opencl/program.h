/* From a manifest's sources to kernels of a device. */
#ifndef HARNESS_OPENCL_PROGRAM_H
#define HARNESS_OPENCL_PROGRAM_H

#include "harness/opencl/compile.h"
#include "harness/opencl/device.h"
#include "harness/manifest/manifest.h"

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

#endif
