/*
 * Recorded spaces: tables of text and journals.
 */
#include "harness/search/recorded.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct recorded recorded = {0};
    struct fault fault = {0};

    if (recorded_read(fuzz_file(data, size), &recorded, &fault)) {
        fuzz_expect(fault.code != FAULT_NONE && fault.text[0] != '\0', "no error is told");
    } else {
        for (size_t i = 0; i < recorded.count; i++)
            fuzz_expect(recorded_within(recorded.spaces[i], recorded.spaces[i]->best_ms) > 0,
                        "the best point is none");
    }
    recorded_release(&recorded);
    fault_clear(&fault);
    return 0;
}
