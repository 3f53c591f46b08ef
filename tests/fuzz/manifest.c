/*
 * Manifests, of one kernel and of several.
 */
#include <stdlib.h>

#include "harness/manifest/manifest.h"
#include "tests/fuzz/fuzz.h"

/* Reads one kernel of a file, as manifest_load does. */
static void load(const char *path, size_t kernel)
{
    struct manifest manifest;
    struct fault fault = {0};

    if (manifest_load(path, kernel, &manifest, &fault) == 0) {
        for (size_t i = 0; i < OPERAND_COUNT; i++)
            fuzz_expect(manifest.operand[i] < manifest.buffer_count, "an operand has no buffer");
        for (size_t i = 0; i < manifest.problem.epilogue_count; i++)
            fuzz_expect(!manifest.problem.epilogue[i].has_buffer ||
                            manifest.problem.epilogue[i].buffer < manifest.buffer_count,
                        "an operation has no buffer");
        for (size_t i = 0; i < manifest.step_count; i++)
            fuzz_expect(manifest.steps[i].from <= manifest.buffer_count &&
                            manifest.steps[i].to <= manifest.buffer_count,
                        "a step has no buffer");
        manifest_release(&manifest);
    } else {
        fuzz_expect(fault.code != FAULT_NONE && fault.text[0] != '\0', "no error is told");
    }
    fault_clear(&fault);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct manifest_names names;
    struct fault fault = {0};

    if (manifest_names(path, &names, &fault))
        fuzz_expect(fault.code != FAULT_NONE && fault.text[0] != '\0', "no error is told");
    for (size_t kernel = names.count != 0; kernel <= names.count; kernel++)
        load(path, kernel);
    free(names.list);
    fault_clear(&fault);
    return 0;
}
