/* Whether a compiled kernel uses the matrix engine that its manifest says. */
#ifndef HARNESS_OPENCL_ENGINE_H
#define HARNESS_OPENCL_ENGINE_H

#include "harness/opencl/program.h"

/* Checks --require-engine: the product's loop over K has as many instructions of the engine as the
 * manifest says. They are counted in the program's binary where the driver gives PTX. Errors:
 * FAULT_WRONG (another number, or no engine at all); FAULT_DEVICE where no driver's compiler tells,
 * or none gives its binary. */
int engine_check(const struct manifest *manifest, const struct built *built, struct fault *fault);

#endif
