/*
 * Manifests.
 */
#include "harness/manifest/manifest.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct manifest manifest;
    struct fault fault = {0};

    if (manifest_parse((const char *)data, size, &manifest, &fault) == 0) {
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
    return 0;
}
