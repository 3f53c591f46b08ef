/*
 * Lists of shapes.
 */
#include "harness/base/shapes.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shapes shapes = {0};
    struct fault fault = {0};

    if (shapes_read(fuzz_file(data, size), &shapes, &fault)) {
        fuzz_expect(fault.code != FAULT_NONE && fault.text[0] != '\0', "no error is told");
    } else {
        fuzz_expect(shapes_group(&shapes, &fault) == 0 && shapes.count > 0, "no shapes");
        for (size_t i = 0; i < shapes.count; i++)
            fuzz_expect(shapes.list[i].m > 0 && shapes.list[i].n > 0 && shapes.list[i].k > 0 &&
                            shape_transpose(&shapes.list[i]) != NULL,
                        "a shape that is none");
    }
    shapes_release(&shapes);
    fault_clear(&fault);
    return 0;
}
