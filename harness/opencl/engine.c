#include "harness/opencl/program.h"

#include <inttypes.h>
#include <stdlib.h>

#include "harness/opencl/compile.h"
#include "harness/opencl/ptx.h"

static const struct step *find_step(const struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->step_count; i++)
        if (manifest->steps[i].engine != NULL)
            return &manifest->steps[i];
    return NULL;
}

int engine_check(const struct manifest *manifest, const struct built *built, struct fault *fault)
{
    const struct step *step = find_step(manifest);
    struct inner_loop loop = {.instructions = 0};
    bool found = false;
    char *binary;
    size_t length;
    int status;

    if (step == NULL)
        return fault_set(fault, FAULT_WRONG,
                         "%s uses no matrix engine, --require-engine asks for one; ask the "
                         "generator for an --engine that is not emulated",
                         manifest->name);
    binary = program_binary(built->programs[step->program], &length, fault);
    if (binary == NULL)
        return -1;
    status = ptx_inner_loop(binary, step->entry, element_is_whole(manifest->problem.type[0]),
                            &found, &loop, fault);
    free(binary);
    if (status != 0)
        return -1;
    if (!found)
        return fault_set(fault, FAULT_DEVICE,
                         "whether %s uses the engine %s is not known: this driver gives no PTX of "
                         "its kernels; clgemm-bench offline compiles for other devices",
                         manifest->name, step->engine);
    if (loop.on_engine != step->engine_instructions)
        return fault_set(fault, FAULT_WRONG,
                         "%s has %zu instructions of the engine %s in its inner loop, the manifest "
                         "says %" PRIu64,
                         manifest->name, loop.on_engine, step->engine, step->engine_instructions);
    return 0;
}
