/*
 * The table of matrix engines. A further one is a row here, a folder of templates and a table of pieces with its name (HACKING.md,
 * "An engine").
 */
#include "gen/family/matrix/engines.h"

#include <string.h>

#include "gen/base/row.h"

/* Of sums of products of real numbers of 8 bits, though their registers are singles. (wgmma: seen on an H100, whose mma has all digits of a single;
 * mma of sm_89: SageAttention2, "FP22".) */
enum {
    NVIDIA_SUM_DIGITS = 14
};

/*
 * mma.sync of NVIDIA's warps, from sm_80 on; of e4m3 and e5m2 from sm_89 on, of doubles in this shape from sm_90 on. (PTX ISA, "Matrix Fragments for
 * mma.m16n8k16", "for mma.m16n8k8" and "for mma.m16n8k32".) Registers of A and B hold 32 or 64 bits along K; counted in
 * registers all of these fragments are 16 x 8 of A and 8 x 8 of B, and lie in the same lanes. ldmatrix gives lanes lines of four
 * registers of 32 bits; it turns elements of 16 bits alone.
 */
#define MMA_OF_BYTES(left, right)                                                                  \
    {                                                                                              \
        OF_REAL_BYTES(left, right), .sum_digits = NVIDIA_SUM_DIGITS, .m = 16, .n = 8, .k = 32,     \
                                    .together = 4, .held = "uint", .type = right,                  \
                                    .type_left = left                                              \
    }
static const struct fragment mma_fragments[] = {
    {OF_BF16, .m = 16, .n = 8, .k = 16, .together = 2, .held = "uint", .type = "bf16"},
    {OF_F16, .m = 16, .n = 8, .k = 16, .together = 2, .held = "uint", .type = "f16"},
    {OF_F64, .m = 16, .n = 8, .k = 8, .load_boxes = true},
    {OF_I8, .m = 16, .n = 8, .k = 32, .together = 4, .held = "uint", .type = "s8",
     .sum_type = "s32"},
    {OF_U8, .m = 16, .n = 8, .k = 32, .together = 4, .held = "uint", .type = "u8",
     .sum_type = "s32"},
    MMA_OF_BYTES("e4m3", "e5m2"),
    MMA_OF_BYTES("e5m2", "e4m3"),
    MMA_OF_BYTES("e4m3", "e4m3"),
    MMA_OF_BYTES("e5m2", "e5m2"),
    {OF_TF32, .m = 16, .n = 8, .k = 8, .held = "uint"},
    {OF_3XTF32, .m = 16, .n = 8, .k = 8, .held = "uint"},
    {OF_BF16X3, .m = 16, .n = 8, .k = 16, .together = 2, .held = "uint", .type = "bf16"},
    {.element = NULL},
};

/* No matrix engine: multiply-adds of the lanes, whose elements of C are squares side by side. */
static const struct fragment fma_fragments[] = {
    {OF_F32, .m = 16, .n = 32, .k = 1},
    {.element = NULL},
};

/*
 * wgmma.mma_async of four warps of NVIDIA, on sm_90a alone. (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions": n is a
 * multiple of 8 up to 256, of whole numbers beyond 32 of 16; lines across K only of elements of 16 bits.)
 */
#define WGMMA_OF_BYTES(left, right)                                                                \
    {                                                                                              \
        OF_REAL_BYTES(left, right), .sum_digits = NVIDIA_SUM_DIGITS, .m = 64, .k = 32,             \
                                    .beyond = 256, .together = 1, .held = "ulong", .type = right,  \
                                    .type_left = left                                              \
    }
static const struct fragment wgmma_fragments[] = {
    {OF_BF16, .m = 64, .k = 16, .beyond = 256, .together = 1, .held = "ulong", .turns = true,
     .type = "bf16"},
    {OF_F16, .m = 64, .k = 16, .beyond = 256, .together = 1, .held = "ulong", .turns = true,
     .type = "f16"},
    {OF_I8, .m = 64, .k = 32, .beyond = 32, .together = 1, .held = "ulong", .type = "s8",
     .sum_type = "s32"},
    {OF_U8, .m = 64, .k = 32, .beyond = 32, .together = 1, .held = "ulong", .type = "u8",
     .sum_type = "s32"},
    WGMMA_OF_BYTES("e4m3", "e5m2"),
    WGMMA_OF_BYTES("e5m2", "e4m3"),
    WGMMA_OF_BYTES("e4m3", "e4m3"),
    WGMMA_OF_BYTES("e5m2", "e5m2"),
    {OF_TF32, .m = 64, .k = 8, .beyond = 256, .held = "ulong"},
    {OF_3XTF32, .m = 64, .k = 8, .beyond = 256, .held = "ulong"},
    {OF_BF16X3_DESCRIBED, .m = 64, .k = 16, .beyond = 256, .together = 1, .held = "ulong",
     .turns = true, .type = "bf16"},
    {.element = NULL},
};

static const struct engine engines[] = {
    {
        .name = "fma",
        .spelling = SPELLING_NVIDIA,
        .lanes = {4, 8},
        .rows_apart = 1,
        .beside = 4,
        .alone = true,
        .fragments = fma_fragments,
    },
    {
        .name = "mma",
        .spelling = SPELLING_NVIDIA,
        .lanes = {8, 4},
        .rows_apart = 8,
        .beside = 2,
        .trades = true,
        .nearest = "stores/nearest_bf16_nvidia",
        .of_a = {8, 4},
        .of_b = {8, 4},
        .fragments = mma_fragments,
    },
    {
        .name = "wgmma",
        .spelling = SPELLING_NVIDIA,
        .lanes = {32, 4},
        .rows_apart = 8,
        .beside = 2,
        .trades = true,
        .nearest = "stores/nearest_bf16_nvidia",
        .described = true,
        .registers = 65536,
        .finalize = "ptx:sm_90a",
        .fragments = wgmma_fragments,
    },
    {
        .name = "dpas",
        .spelling = SPELLING_INTEL,
        .lanes = {1, 8},
        .rows_apart = 1,
        .beside = 1,
        .of_a = {1, 8},
        .of_b = {8, 1},
        .columns = true,
        .announced = "cl_intel_subgroup_matrix_multiply_accumulate",
        .fragments = dpas_fragments,
    },
    {
        .name = "dpas16",
        .folder = "dpas",
        .spelling = SPELLING_INTEL,
        .lanes = {1, 16},
        .rows_apart = 1,
        .beside = 1,
        .of_a = {1, 16},
        .of_b = {16, 1},
        .columns = true,
        .announced = "cl_intel_subgroup_matrix_multiply_accumulate",
        .fragments = dpas16_fragments,
    },
    {
        .name = "mfma",
        .spelling = SPELLING_AMD,
        .lanes = {4, 16},
        .rows_apart = 1,
        .beside = 1,
        .of_a = {16, 4},
        .of_b = {16, 4},
        .columns = true,
        .fragments = mfma_fragments,
    },
    {
        .name = "mfma94",
        .folder = "mfma",
        .spelling = SPELLING_AMD,
        .lanes = {4, 16},
        .rows_apart = 1,
        .beside = 1,
        .of_a = {16, 4},
        .of_b = {16, 4},
        .columns = true,
        .fragments = mfma94_fragments,
    },
    {
        .name = "wmma",
        .spelling = SPELLING_AMD,
        .lanes = {2, 16},
        .rows_apart = 2,
        .beside = 1,
        .of_a = {16, 1},
        .of_b = {16, 1},
        .columns = true,
        .fragments = wmma_fragments,
    },
    {
        .name = "wmma12",
        .folder = "wmma",
        .spelling = SPELLING_AMD,
        .lanes = {2, 16},
        .rows_apart = 1,
        .beside = 1,
        .of_a = {16, 2},
        .of_b = {16, 2},
        .columns = true,
        .fragments = wmma12_fragments,
    },
};

const struct engine *engine_find(const char *word, bool *emulated)
{
    static const char before[] = "emulated:";
    *emulated = strncmp(word, before, strlen(before)) == 0;
    return row_of(engines, name, *emulated ? word + strlen(before) : word);
}

const struct fragment *engine_fragment(const struct engine *engine, const char *left,
                                       const char *right, const char *product)
{
    const struct fragment *first = NULL;
    for (const struct fragment *fragment = engine->fragments; fragment->element; fragment++)
        if (strcmp(fragment_element(fragment, true), left) == 0 &&
            strcmp(fragment->element, right) == 0) {
            if (product && strcmp(fragment->product, product) == 0)
                return fragment;
            first = first ? first : fragment;
        }
    return first;
}

const char *engine_template(struct job *job, const struct engine *engine, const char *name)
{
    return arena_printf(job->arena, "%s/%s", engine->folder ? engine->folder : engine->name, name);
}

long long engine_lanes(const struct engine *engine)
{
    return engine->lanes.height * engine->lanes.width;
}

struct shape fragment_cells(const struct engine *engine, const struct fragment *fragment)
{
    return (struct shape){fragment->m / engine->lanes.height, fragment->n / engine->lanes.width};
}

long long fragment_side(const struct fragment *fragment, bool left)
{
    return left ? fragment->m : fragment->n;
}

struct shape engine_lanes_of(const struct engine *engine, bool left)
{
    return left ? engine->of_a : engine->of_b;
}

long long fragment_rows_apart(const struct engine *engine, const struct fragment *fragment)
{
    return fragment->rows_apart ? fragment->rows_apart : engine->rows_apart;
}

long long fragment_together(const struct fragment *fragment, bool left)
{
    return left && fragment->together_left ? fragment->together_left : fragment->together;
}

const char *fragment_held(const struct fragment *fragment, bool left)
{
    return left && fragment->held_left ? fragment->held_left : fragment->held;
}

long long fragment_places(const struct engine *engine, const struct fragment *fragment, bool left)
{
    const struct shape cells = fragment_cells(engine, fragment);
    if (engine->alone || engine->described)
        return left ? cells.height : engine->alone ? cells.width : 1;
    return fragment_side(fragment, left) / engine_lanes_of(engine, left).height;
}

struct fragment fragment_of_width(const struct fragment *fragment, long long width)
{
    enum {
        LEAST = 8,
        MOST = 256
    };
    struct fragment sized = *fragment;
    if (fragment->n)
        return sized;
    sized.n = width < MOST ? width / LEAST * LEAST : MOST;
    while (sized.n > LEAST && (width % sized.n || (sized.n > fragment->beyond && sized.n % 16)))
        sized.n -= LEAST;
    if (sized.n < LEAST)
        sized.n = LEAST;
    return sized;
}

long long fragment_registers(const struct engine *engine, const struct fragment *fragment,
                             bool left)
{
    if (engine->described)
        return 0;
    const long long lanes = engine->alone ? 1 : engine_lanes_of(engine, left).width;
    return fragment_places(engine, fragment, left) * fragment->k /
           (fragment_together(fragment, left) * lanes);
}

long long fragment_elements(const struct engine *engine, const struct fragment *fragment, bool left)
{
    return fragment_registers(engine, fragment, left) * fragment_together(fragment, left);
}

const char *fragment_element(const struct fragment *fragment, bool left)
{
    return left && fragment->element_left ? fragment->element_left : fragment->element;
}

bool fragment_is_alike(const struct fragment *fragment)
{
    return strcmp(fragment_element(fragment, true), fragment->element) == 0;
}

const struct element *fragment_factor(const struct fragment *fragment, bool left)
{
    return element_find(fragment->part ? fragment->part : fragment_element(fragment, left));
}

const char *fragment_made_by(const struct fragment *fragment, bool heads)
{
    return !fragment->rounding ? NULL : !fragment->part ? "rounded" : heads ? "head" : "rest";
}

long long fragment_word(const struct fragment *fragment)
{
    enum {
        WORD_BYTES = 4
    };
    return WORD_BYTES / fragment_factor(fragment, false)->bytes;
}

const char *fragment_exchanged(const struct fragment *fragment)
{
    return fragment->part ? fragment_factor(fragment, false)->name : fragment->cell;
}

bool fragment_rounds_blocks(const struct fragment *fragment)
{
    enum {
        SINGLE_BYTES = 4 /* all blocks are read as singles */
    };
    return fragment->cell_bytes < SINGLE_BYTES;
}

/* Whether the engine multiplies elements of an operand of that fragment: as they are, or as real numbers that blocks are read as, of which 8 bits
 * hold too little. */
static bool is_fed(const struct fragment *fragment, const struct operand *operand, bool left)
{
    const char *const element = fragment_element(fragment, left);
    return strcmp((sums_scaled(operand) ? operand->element : operand->given)->type, element) == 0 ||
           (is_quantised(operand) && fragment->cell_bytes > 1);
}

bool fragment_serves(const struct fragment *fragment, const struct operand *left,
                     const struct operand *right, const struct numbers *numbers)
{
    return fragment && is_fed(fragment, left, true) && is_fed(fragment, right, false) &&
           strcmp(numbers->compute->type, fragment->product) == 0 &&
           strcmp(numbers->accumulate->type, fragment->sum) == 0;
}

const char *ptx_letter(const char *type)
{
    static const struct {
        const char *type, *letter;
    } letters[] = {{"double", "d"}, {"f64", "d"}, {"float", "f"}, {"f32", "f"}, {"ulong", "l"}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strcmp(letters[i].type, type) == 0)
            return letters[i].letter;
    return "r";
}

long long fragment_exchange_cells(const struct engine *engine, const struct fragment *fragment,
                                  bool emulated)
{
    const long long elements =
        fragment_elements(engine, fragment, true) + fragment_elements(engine, fragment, false);
    return emulated && !engine->alone ? elements * engine_lanes(engine) : 0;
}
