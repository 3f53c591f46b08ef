/*
 * The table of matrix engines. A further one is a row here, a folder of templates and a table of pieces with its name (HACKING.md,
 * "An engine").
 */
#include "gen/family/matrix.h"

#include <string.h>

/*
 * mma.sync of NVIDIA's warps, from sm_80 on; of doubles in this shape from sm_90 on. (PTX ISA, "Matrix Fragments for
 * mma.m16n8k16", "for mma.m16n8k8" and "for mma.m16n8k32".) Registers of A and B hold 32 or 64 bits along K; counted in
 * registers all of these fragments are 16 x 8 of A and 8 x 8 of B, and lie in the same lanes. ldmatrix gives lanes lines of four
 * registers of 32 bits; it turns elements of 16 bits alone.
 */
static const struct fragment mma_fragments[] = {
    {
        .element = "bf16",
        .product = "f32",
        .sum = "f32",
        .m = 16,
        .n = 8,
        .k = 16,
        .together = 2,
        .held = "uint",
        .cell = "ushort",
        .load_along_k = "mma/load_squares",
        .load_across_k = "mma/load_squares",
        .type = "bf16",
        .sum_type = "f32",
        .operand = "r",
        .result = "f",
    },
    {
        .element = "f16",
        .product = "f32",
        .sum = "f32",
        .m = 16,
        .n = 8,
        .k = 16,
        .together = 2,
        .held = "uint",
        .cell = "ushort",
        .load_along_k = "mma/load_squares",
        .load_across_k = "mma/load_squares",
        .type = "f16",
        .sum_type = "f32",
        .operand = "r",
        .result = "f",
    },
    {
        .element = "f64",
        .product = "f64",
        .sum = "f64",
        .m = 16,
        .n = 8,
        .k = 8,
        .together = 1,
        .held = "double",
        .cell = "double",
        .load_along_k = "mma/load_elements",
        .load_across_k = "mma/load_elements",
        .type = "f64",
        .sum_type = "f64",
        .operand = "d",
        .result = "d",
    },
    {
        .element = "i8",
        .product = "i32",
        .sum = "i32",
        .m = 16,
        .n = 8,
        .k = 32,
        .together = 4,
        .held = "uint",
        .cell = "uchar",
        .load_along_k = "mma/load_squares",
        .load_across_k = "mma/load_elements",
        .type = "s8",
        .sum_type = "s32",
        .operand = "r",
        .result = "r",
    },
    {
        .element = "u8",
        .product = "i32",
        .sum = "i32",
        .m = 16,
        .n = 8,
        .k = 32,
        .together = 4,
        .held = "uint",
        .cell = "uchar",
        .load_along_k = "mma/load_squares",
        .load_across_k = "mma/load_elements",
        .type = "u8",
        .sum_type = "s32",
        .operand = "r",
        .result = "r",
    },
    {
        .element = "f32",
        .product = "tf32",
        .sum = "f32",
        .m = 16,
        .n = 8,
        .k = 8,
        .together = 1,
        .held = "uint",
        .cell = "float",
        .load_along_k = "mma/load_squares",
        .load_across_k = "mma/load_elements",
        .rounding = "mma/round_tf32",
        .emulated_rounding = "mma/round_tf32_emulated",
        .split = "3xtf32",
        .splitting = "mma/split_tf32",
        .type = "tf32",
        .sum_type = "f32",
        .operand = "r",
        .result = "f",
    },
    {.element = NULL},
};

/* No matrix engine: multiply-adds of the lanes, whose elements of C are squares side by side. */
static const struct fragment fma_fragments[] = {
    {
        .element = "f32",
        .product = "f32",
        .sum = "f32",
        .m = 16,
        .n = 32,
        .k = 1,
        .together = 1,
        .held = "float",
        .cell = "float",
        .load_along_k = "fma/load_along_k",
        .load_across_k = "fma/load_across_k",
        .operand = "f",
    },
    {.element = NULL},
};

static const struct engine engines[] = {
    {
        .name = "fma",
        .spelling = SPELLING_NVIDIA,
        .lanes = {4, 8},
        .rows_apart = 1,
        .alone = true,
        .fragments = fma_fragments,
    },
    {
        .name = "mma",
        .spelling = SPELLING_NVIDIA,
        .lanes = {8, 4},
        .rows_apart = 8,
        .fragments = mma_fragments,
    },
};

const struct engine *engine_find(const char *name)
{
    size_t i = 0;
    while (strcmp(engines[i].name, name) != 0)
        i++;
    return &engines[i];
}

const struct fragment *engine_fragment(const struct engine *engine, const char *element)
{
    for (const struct fragment *fragment = engine->fragments; fragment->element; fragment++)
        if (strcmp(fragment->element, element) == 0)
            return fragment;
    return NULL;
}

long long engine_lanes(const struct engine *engine)
{
    return engine->lanes.height * engine->lanes.width;
}

struct shape fragment_cells(const struct engine *engine, const struct fragment *fragment)
{
    return (struct shape){fragment->m / engine->lanes.height, fragment->n / engine->lanes.width};
}

long long fragment_places(const struct engine *engine, const struct fragment *fragment, bool left)
{
    const struct shape cells = fragment_cells(engine, fragment);
    return left ? cells.height : engine->alone ? cells.width : 1;
}

long long fragment_registers(const struct engine *engine, const struct fragment *fragment,
                             bool left)
{
    if (engine->alone)
        return fragment_places(engine, fragment, left) * fragment->k / fragment->together;
    return (left ? fragment->m : fragment->n) * fragment->k /
           (fragment->together * engine_lanes(engine));
}
