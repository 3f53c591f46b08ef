#include "tests/unit/emit_plans.h"

#include "gen/base/epilogue.h"

const char kernel_text[] = "kernel void gemm(void)\n{\n    /* \"?\?/\" \\ */\n}\n";

static const struct epilogue no_epilogue = {.text = "none"};

static const struct argument multiply_arguments[] = {
    {"M", ARGUMENT_VALUE, SYMBOL_M, "i32", 0, "rows of C", false, NULL, NULL, NULL},
    {"N", ARGUMENT_VALUE, SYMBOL_N, "i32", 0, "columns of C", false, NULL, NULL, NULL},
    {"K", ARGUMENT_VALUE, SYMBOL_K, "i32", 0, "columns of A", false, NULL, NULL, NULL},
    {"alpha", ARGUMENT_VALUE, SYMBOL_ALPHA, "f32", 0, "scales the product", false, NULL, NULL,
     NULL},
    {"A", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 0, "M x K, row-major", false, NULL, NULL, NULL},
    {"offset_A", ARGUMENT_VALUE, SYMBOL_OFFSET_A, "i64", 0, "elements before A", false, NULL, NULL,
     NULL},
    {"lda", ARGUMENT_VALUE, SYMBOL_LDA, "i32", 0, "elements from row to row", false, NULL, NULL,
     NULL},
    {"B", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 1, "K x N, row-major", false, NULL, NULL, NULL},
    {"ldb", ARGUMENT_VALUE, SYMBOL_LDB, "i32", 0, "elements from row to row", false, NULL, NULL,
     NULL},
    {"beta", ARGUMENT_VALUE, SYMBOL_BETA, "f32", 0, "scales C before the update", false, NULL, NULL,
     NULL},
    {"C", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 2, "M x N, row-major", false, NULL, NULL, NULL},
    {"ldc", ARGUMENT_VALUE, SYMBOL_LDC, "i32", 0, "elements from row to row", false, NULL, NULL,
     NULL},
};

static const struct argument copy_arguments[] = {
    {"M", ARGUMENT_VALUE, SYMBOL_M, "i32", 0, "rows of A", false, NULL, NULL, NULL},
    {"K", ARGUMENT_VALUE, SYMBOL_K, "i32", 0, "columns of A", false, NULL, NULL, NULL},
    {"A", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 0, "M x K, row-major", false, NULL, NULL, NULL},
    {"lda", ARGUMENT_VALUE, SYMBOL_LDA, "i32", 0, "elements from row to row", false, NULL, NULL,
     NULL},
    {"A_image", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 3, "the copy", false, NULL, NULL, NULL},
};

static const struct argument image_arguments[] = {
    {"M", ARGUMENT_VALUE, SYMBOL_M, "i32", 0, "rows of C", false, NULL, NULL, NULL},
    {"N", ARGUMENT_VALUE, SYMBOL_N, "i32", 0, "columns of C", false, NULL, NULL, NULL},
    {"K", ARGUMENT_VALUE, SYMBOL_K, "i32", 0, "columns of A", false, NULL, NULL, NULL},
    {"alpha", ARGUMENT_VALUE, SYMBOL_ALPHA, "f32", 0, "scales the product", false, NULL, NULL,
     NULL},
    {"A_image", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 3, "A, zero beyond its edges", false, NULL,
     NULL, NULL},
    {"B", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 1, "K x N, row-major", false, NULL, NULL, NULL},
    {"ldb", ARGUMENT_VALUE, SYMBOL_LDB, "i32", 0, "elements from row to row", false, NULL, NULL,
     NULL},
    {"C", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 2, "M x N, row-major", false, NULL, NULL, NULL},
    {"ldc", ARGUMENT_VALUE, SYMBOL_LDC, "i32", 0, "elements from row to row", false, NULL, NULL,
     NULL},
};

static const struct image_format single = {"R", "FLOAT", 64};

#define FLOATS .element_type = "f32", .element_bytes = 4, .covers = 1
#define LINES(first, second, ld)                                                                   \
    {                                                                                              \
        {{first, 0}, 1, {ld, 0}},                                                                  \
        {                                                                                          \
            {second, 0}, 1,                                                                        \
            {                                                                                      \
                SYMBOL_NONE, 1                                                                     \
            }                                                                                      \
        }                                                                                          \
    }

static const struct buffer buffers[] = {
    {.name = "A",
     .role = ROLE_A,
     FLOATS,
     .extents = LINES(SYMBOL_M, SYMBOL_K, SYMBOL_LDA),
     .extent_count = 2,
     .offset = {SYMBOL_OFFSET_A, 0},
     .access = ACCESS_READ},
    {.name = "B",
     .role = ROLE_B,
     FLOATS,
     .extents = LINES(SYMBOL_K, SYMBOL_N, SYMBOL_LDB),
     .extent_count = 2,
     .access = ACCESS_READ},
    {.name = "C",
     .role = ROLE_C,
     FLOATS,
     .extents = LINES(SYMBOL_M, SYMBOL_N, SYMBOL_LDC),
     .extent_count = 2,
     .access = ACCESS_READ_WRITE},
    {.name = "A_image",
     .role = ROLE_WORKSPACE,
     FLOATS,
     .extents = {{{SYMBOL_M, 0}, 32, {SYMBOL_NONE, 0}}, {{SYMBOL_K, 0}, 8, {SYMBOL_NONE, 1}}},
     .extent_count = 2,
     .image = &single,
     .access = ACCESS_READ_WRITE},
};

const struct step multiply_step = {
    .name = "multiply",
    .entry = "gemm",
    .arguments = multiply_arguments,
    .argument_count = COUNT(multiply_arguments),
    .dimensions = {{{SYMBOL_N, 0}, 1, 16, 8}, {{SYMBOL_M, 0}, 1, 32, 1}},
    .dimension_count = 2,
    .nonzero = {SYMBOL_M, SYMBOL_N},
    .flops = {{2, {SYMBOL_M, SYMBOL_N, SYMBOL_K}}},
    .bytes = {{4, {SYMBOL_M, SYMBOL_N}}},
};

static const struct constraint constraints[] = {
    {SIZES_EXACT, "M must be a multiple of 32", {SYMBOL_M}, MULTIPLE_OF, 32},
    {INDEX_WIDTH,
     "A must have less than 2^31 elements",
     {SYMBOL_LDA, SYMBOL_M},
     AT_MOST,
     2147483647},
};

struct plan buffer_plan(void)
{
    struct plan plan = {
        .name = "gemm",
        .stem = "product",
        .version = "1.2.3",
        .command = "clgemm-gen --tile 32x2",
        .problem = {.types = {"f32", "f32", "f32"},
                    .epilogue = &no_epilogue,
                    .product = "f32",
                    .accumulate = "f32",
                    .scalar = "f32",
                    .layout = "row",
                    .edges = "guard"},
        .build_options = "",
        .requirement = {.opencl_c = "1.2", .work_group_size = 8},
        .buffers = buffers,
        .buffer_count = 3,
        .steps = &multiply_step,
        .step_count = 1,
        .constraints = constraints,
        .constraint_count = COUNT(constraints),
        .register_bytes = 300,
        .profile = "generic",
    };
    plan.problem.values[SYMBOL_OFFSET_B].how = FIXED;
    plan.problem.values[SYMBOL_OFFSET_C].how = FIXED;
    return plan;
}

static const char *const extensions[] = {"cl_intel_subgroups"};

static const struct step image_steps[] = {
    {
        .name = "copy_a",
        .entry = "gemm_copy_a",
        .arguments = copy_arguments,
        .argument_count = COUNT(copy_arguments),
        .dimensions = {{{SYMBOL_K, 0}, 8, 8, 8}, {{SYMBOL_M, 0}, 32, 16, 16}},
        .dimension_count = 2,
        .nonzero = {SYMBOL_M, SYMBOL_N, SYMBOL_K, SYMBOL_ALPHA},
        .bytes = {{8, {SYMBOL_M, SYMBOL_K}}},
    },
    {
        .name = "multiply",
        .entry = "gemm",
        .arguments = image_arguments,
        .argument_count = COUNT(image_arguments),
        .sub_group_size = 8,
        .sub_group_equal = true,
        .dimensions = {{{SYMBOL_N, 0}, 1, 16, 8}, {{SYMBOL_M, 0}, 1, 32, 1}},
        .dimension_count = 2,
        .nonzero = {SYMBOL_M, SYMBOL_N},
        .flops = {{2, {SYMBOL_M, SYMBOL_N, SYMBOL_K}}},
    },
};

struct plan image_plan(void)
{
    struct plan plan = buffer_plan();
    plan.problem.values[SYMBOL_OFFSET_A].how = FIXED;
    plan.problem.values[SYMBOL_N] = (struct setting){.how = FIXED, .whole = 48};
    plan.problem.values[SYMBOL_LDA].how = TIGHT;
    plan.problem.values[SYMBOL_BETA].how = FIXED;
    plan.buffer_count = 4;
    plan.steps = image_steps;
    plan.step_count = 2;
    plan.main_step = 1;
    plan.requirement.images = true;
    plan.requirement.extensions = extensions;
    plan.requirement.extension_count = COUNT(extensions);
    plan.peak_formula = "2 x 8 lanes";
    plan.operations_per_cycle = 16;
    return plan;
}
