/*
 * The artifact writers, on plans made by hand: one kernel on buffers, and a product whose A is
 * copied into an image first. That launchers work is for tests/cli/launcher.sh to show.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emit/depfile.h"
#include "emit/describe.h"
#include "emit/emit.h"
#include "gen/json.h"

static const char kernel_text[] = "kernel void gemm(void)\n{\n    /* \"?\?/\" \\ */\n}\n";

static const struct argument multiply_arguments[] = {
    {"M", ARGUMENT_VALUE, SYMBOL_M, "i32", 0, "rows of C"},
    {"N", ARGUMENT_VALUE, SYMBOL_N, "i32", 0, "columns of C"},
    {"K", ARGUMENT_VALUE, SYMBOL_K, "i32", 0, "columns of A"},
    {"alpha", ARGUMENT_VALUE, SYMBOL_ALPHA, "f32", 0, "factor of the product"},
    {"A", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 0, "M x K, row-major"},
    {"offset_A", ARGUMENT_VALUE, SYMBOL_OFFSET_A, "i64", 0, "elements before A"},
    {"lda", ARGUMENT_VALUE, SYMBOL_LDA, "i32", 0, "elements from row to row"},
    {"B", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 1, "K x N, row-major"},
    {"ldb", ARGUMENT_VALUE, SYMBOL_LDB, "i32", 0, "elements from row to row"},
    {"beta", ARGUMENT_VALUE, SYMBOL_BETA, "f32", 0, "factor of the old C"},
    {"C", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 2, "M x N, row-major"},
    {"ldc", ARGUMENT_VALUE, SYMBOL_LDC, "i32", 0, "elements from row to row"},
};

static const struct argument copy_arguments[] = {
    {"M", ARGUMENT_VALUE, SYMBOL_M, "i32", 0, "rows of A"},
    {"K", ARGUMENT_VALUE, SYMBOL_K, "i32", 0, "columns of A"},
    {"A", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 0, "M x K, row-major"},
    {"lda", ARGUMENT_VALUE, SYMBOL_LDA, "i32", 0, "elements from row to row"},
    {"A_image", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 3, "the copy"},
};

static const struct argument image_arguments[] = {
    {"M", ARGUMENT_VALUE, SYMBOL_M, "i32", 0, "rows of C"},
    {"N", ARGUMENT_VALUE, SYMBOL_N, "i32", 0, "columns of C"},
    {"K", ARGUMENT_VALUE, SYMBOL_K, "i32", 0, "columns of A"},
    {"alpha", ARGUMENT_VALUE, SYMBOL_ALPHA, "f32", 0, "factor of the product"},
    {"A_image", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 3, "A, zero beyond its edges"},
    {"B", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 1, "K x N, row-major"},
    {"ldb", ARGUMENT_VALUE, SYMBOL_LDB, "i32", 0, "elements from row to row"},
    {"C", ARGUMENT_BUFFER, SYMBOL_NONE, NULL, 2, "M x N, row-major"},
    {"ldc", ARGUMENT_VALUE, SYMBOL_LDC, "i32", 0, "elements from row to row"},
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
     .offset = {SYMBOL_OFFSET_A, 0},
     .access = ACCESS_READ},
    {.name = "B",
     .role = ROLE_B,
     FLOATS,
     .extents = LINES(SYMBOL_K, SYMBOL_N, SYMBOL_LDB),
     .access = ACCESS_READ},
    {.name = "C",
     .role = ROLE_C,
     FLOATS,
     .extents = LINES(SYMBOL_M, SYMBOL_N, SYMBOL_LDC),
     .access = ACCESS_READ_WRITE},
    {.name = "A_image",
     .role = ROLE_WORKSPACE,
     FLOATS,
     .extents = {{{SYMBOL_M, 0}, 32, {SYMBOL_NONE, 0}}, {{SYMBOL_K, 0}, 8, {SYMBOL_NONE, 1}}},
     .image = &single,
     .access = ACCESS_READ_WRITE},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct step multiply_step = {
    .name = "multiply",
    .entry = "gemm",
    .arguments = multiply_arguments,
    .argument_count = COUNT(multiply_arguments),
    .dimensions = {{{SYMBOL_N, 0}, 1, 16, 8}, {{SYMBOL_M, 0}, 1, 32, 1}},
    .nonzero = {SYMBOL_M, SYMBOL_N},
    .flops = {{2, {SYMBOL_M, SYMBOL_N, SYMBOL_K}}},
    .bytes = {{4, {SYMBOL_M, SYMBOL_N}}},
};

static const struct constraint constraints[] = {
    {"exact-sizes", "M must be a multiple of 32", {SYMBOL_M}, MULTIPLE_OF, {SYMBOL_NONE, 32}},
    {"index-width",
     "A must have less than 2^31 elements",
     {SYMBOL_LDA, SYMBOL_M},
     AT_MOST,
     {SYMBOL_NONE, 2147483647}},
};

/* One kernel on buffers, everything but two offsets given at launch. */
static struct plan buffer_plan(void)
{
    struct plan plan = {
        .name = "gemm",
        .stem = "product",
        .version = "1.2.3",
        .command = "clgemm-gen --tile 32x2",
        .problem = {.type = "f32",
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

static const struct step image_steps[] = {
    {
        .name = "copy_a",
        .entry = "gemm_copy_a",
        .arguments = copy_arguments,
        .argument_count = COUNT(copy_arguments),
        .dimensions = {{{SYMBOL_K, 0}, 8, 8, 8}, {{SYMBOL_M, 0}, 32, 16, 16}},
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
        .nonzero = {SYMBOL_M, SYMBOL_N},
        .flops = {{2, {SYMBOL_M, SYMBOL_N, SYMBOL_K}}},
    },
};

/* A is copied into an image; N is 48, lda tight, beta 0, sub-groups of 8. */
static struct plan image_plan(void)
{
    struct plan plan = buffer_plan();
    plan.problem.values[SYMBOL_OFFSET_A].how = FIXED;
    plan.problem.values[SYMBOL_N] = (struct setting){.how = FIXED, .whole = 48};
    plan.problem.values[SYMBOL_LDA].how = TIGHT;
    plan.problem.values[SYMBOL_BETA].how = FIXED;
    plan.buffer_count = 4;
    plan.steps = image_steps;
    plan.step_count = 2;
    plan.requirement.images = true;
    plan.requirement.extensions[0] = "cl_intel_subgroups";
    plan.peak_formula = "2 x 8 lanes";
    plan.operations_per_cycle = 16;
    return plan;
}

/* ------------------------------------------------------------------------- job for a test */

struct fixture {
    struct arena arena;
    struct clgemm_error error;
    struct job job;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    arena_init(&fixture->arena, NULL, NULL);
    job_init(&fixture->job, &fixture->arena, &fixture->error);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    arena_free(&fixture->arena);
    free(fixture);
    return 0;
}

/* A job whose failure fails the test. */
static struct job *job_of(void **state)
{
    struct fixture *fixture = *state;
    return &fixture->job;
}

#define SURVIVE(state)                                                                             \
    if (setjmp(((struct fixture *)*(state))->job.escape))                                          \
    fail_msg("the job failed: %s", ((struct fixture *)*(state))->error.text)

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" is in:\n%s", part, text);
}

/* ------------------------------------------------------------------------------ manifest */

static const struct value *at(const struct value *value, const char *name)
{
    const struct value *member = value_get(value, name);
    if (!member)
        fail_msg("no member %s", name);
    return member;
}

static void test_manifest_of_buffers(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    const struct plan plan = buffer_plan();
    const char *text = emit_manifest(job, &plan, kernel_text, strlen(kernel_text), false);
    const struct value *root = json_read(job, "manifest", text, strlen(text));

    assert_string_equal(at(root, "schema")->text, "clgemm-manifest/1");
    const struct value *program = at(root, "programs")->first;
    assert_string_equal(at(program, "file")->text, "product.cl");
    assert_null(value_get(program, "source"));
    const struct value *problem = at(root, "problem");
    assert_int_equal(at(at(problem, "sizes"), "m")->kind, VALUE_NULL);
    assert_int_equal(at(problem, "alpha")->kind, VALUE_NULL);
    assert_int_equal(at(at(problem, "offsets"), "b")->integer, 0);
    assert_int_equal(at(root, "buffers")->count, 3);
    assert_string_equal(at(at(root, "buffers")->first, "offset")->text, "offset_a");
    const struct value *step = at(root, "steps")->first;
    assert_int_equal(at(step, "sub_group")->kind, VALUE_NULL);
    assert_int_equal(at(step, "args")->count, 12);
    assert_int_equal(at(at(step, "global")->first, "per_group")->integer, 16);
    assert_int_equal(at(at(step, "when"), "nonzero")->count, 2);
    assert_string_equal(at(at(root, "constraints")->last, "op")->text, "at_most");
    assert_int_equal(at(root, "peak")->kind, VALUE_NULL);
    assert_int_equal(at(root, "config")->kind, VALUE_OBJECT);
}

static void test_manifest_of_images(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    struct plan plan = image_plan();
    struct value *config = value_object(job);
    value_set_text(job, config, "tile", "32x2");
    plan.config = config;
    const char *text = emit_manifest(job, &plan, kernel_text, strlen(kernel_text), true);
    const struct value *root = json_read(job, "manifest", text, strlen(text));

    const struct value *program = at(root, "programs")->first;
    assert_string_equal(at(program, "source")->text, kernel_text);
    const struct value *sub_group = at(at(root, "steps")->last, "sub_group");
    assert_int_equal(at(sub_group, "size")->integer, 8);
    assert_string_equal(at(sub_group, "rule")->text, "equal");
    const struct value *problem = at(root, "problem");
    assert_int_equal(at(at(problem, "sizes"), "n")->integer, 48);
    assert_string_equal(at(at(problem, "ld"), "a")->text, "tight");
    assert_int_equal(at(problem, "beta")->kind, VALUE_INTEGER);
    const struct value *image = at(root, "buffers")->last;
    assert_string_equal(at(image, "role")->text, "workspace");
    assert_string_equal(at(image, "lifetime")->text, "run");
    assert_int_equal(at(at(image, "image"), "pitch_bytes")->integer, 64);
    assert_int_equal(at(root, "steps")->count, 2);
    assert_int_equal(at(at(root, "peak"), "operations_per_cycle")->integer, 16);
    assert_string_equal(at(at(root, "config"), "tile")->text, "32x2");
    /* The plan's own tree was not moved into the manifest. */
    assert_null(config->name);
}

static void test_hash_is_fnv1a(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    const struct plan plan = buffer_plan();
    /* Test vectors of the hash's authors. */
    assert_contains(emit_manifest(job, &plan, "", 0, false), "fnv1a64:cbf29ce484222325");
    assert_contains(emit_manifest(job, &plan, "foobar", 6, false), "fnv1a64:85944171f73967e8");
}

/* -------------------------------------------------------------------------------- header */

static void test_header_escapes(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    const struct plan plan = buffer_plan();
    const char *text = emit_header(job, &plan, kernel_text, strlen(kernel_text));
    assert_contains(text, "#define GEMM_SOURCE_COUNT 4\n");
    assert_contains(text, "    \"    /* \\\"?\\?/\\\" \\\\ */\\n\",\n");
    assert_contains(text, "#define GEMM_TILE_M 32 ");
    assert_contains(text, "#define GEMM_TILE_N 16 ");
    assert_contains(text, "#define GEMM_ENTRY_MULTIPLY \"gemm\"\n");
    text = emit_header(job, &plan, "\t\303\251", 3);
    assert_contains(text, "    \"\\011\\303\\251\"\n");
    text = emit_header(job, &plan, "", 0);
    assert_contains(text, "#define GEMM_SOURCE_COUNT 1\n");
}

static void test_header_cuts_long_lines(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    const struct plan plan = buffer_plan();
    char line[1000];
    memset(line, 'x', sizeof line);
    const char *text = emit_header(job, &plan, line, sizeof line);
    assert_contains(text, "#define GEMM_SOURCE_COUNT 3\n");
}

static void test_header_of_fixed_sizes(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    struct plan plan = buffer_plan();
    struct step step = multiply_step;
    for (int i = 0; i < 2; i++)
        step.dimensions[i].dim = (struct count){SYMBOL_NONE, 64};
    plan.steps = &step;
    assert_contains(emit_header(job, &plan, "", 0), "#define GEMM_TILE_N 16 ");
    plan.problem.layout = "column";
    assert_contains(emit_header(job, &plan, "", 0), "#define GEMM_TILE_N 32 ");
}

/* ------------------------------------------------------------------------------ launcher */

static void test_launcher_of_buffers(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    const struct plan plan = buffer_plan();
    const char *text = emit_launcher(job, &plan);
    assert_contains(text, "#include \"product.h\"\n");
    assert_contains(text, "if (M % 32 != 0) /* M must be a multiple of 32 */");
    assert_contains(text, "lda != 0 && M > 2147483647 / lda");
    assert_contains(text, "if (M == 0 || N == 0)");
    assert_contains(text, "gemm_blocks(N, 16) * 8, gemm_blocks(M, 32)");
    assert_contains(text, "gemm_check_buffer(A, 4, offset_A, M, K, lda)");
    assert_contains(text, "gemm_check_buffer(B, 4, 0, K, N, ldb)");
    assert_contains(text, "{sizeof(cl_long), &long_offset_A}");
    assert_lacks(text, "image");
    assert_lacks(text, "round_up");
    assert_lacks(text, "sub_group");
    assert_lacks(text, "ready");
    assert_lacks(text, "offset_B");
}

static void test_launcher_of_images(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    const struct plan plan = image_plan();
    const char *text = emit_launcher(job, &plan);
    /* Rows of 64 bytes are 16 texels: more than the tile of 8. */
    assert_contains(text, "gemm_round_up(K, 16)");
    assert_contains(text, "gemm_round_up(M, 32)");
    assert_contains(text, "gemm_check_buffer(A, 4, 0, M, K, K)");
    assert_contains(text, "copy_a_global[2] = {gemm_blocks(K, 8) * 8, gemm_blocks(M, 32) * 32}");
    assert_contains(text, "multiply_global[2] = {24, gemm_blocks(M, 32)}");
    assert_contains(text, "if (K != 0 && alpha != 0)");
    assert_contains(text, "gemm_check_sub_groups(self->multiply, device)");
    assert_contains(text, "return size == 8 ?");
    assert_lacks(text, "size_t N");
    assert_lacks(text, "size_t lda");
    assert_lacks(text, "beta");
}

/* What only multiplies when alpha is non-zero returns early for all of it. */
static void test_launcher_skips_what_every_step_skips(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    struct plan plan = buffer_plan();
    struct step step = multiply_step;
    step.nonzero[2] = SYMBOL_K;
    step.nonzero[3] = SYMBOL_ALPHA;
    plan.steps = &step;
    assert_contains(emit_launcher(job, &plan), "if (M == 0 || N == 0 || K == 0 || alpha == 0)");
}

static void test_launcher_folds_fixed_factors(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    struct plan plan = buffer_plan();
    plan.problem.values[SYMBOL_M] = (struct setting){.how = FIXED, .whole = 1000};
    const char *text = emit_launcher(job, &plan);
    assert_contains(text, "if (lda > 2147483) /* A must");
    assert_lacks(text, "M must be a multiple");
}

static void test_launcher_refuses_names_that_cannot_be_included(void **state)
{
    struct fixture *fixture = *state;
    struct plan plan = buffer_plan();
    plan.stem = "a\"b";
    if (setjmp(fixture->job.escape) == 0) {
        emit_launcher(&fixture->job, &plan);
        fail_msg("no failure");
    }
    assert_int_equal(fixture->error.code, CLGEMM_USAGE);
}

/* The copy is left out with its step, and with it the operand. */
static void test_launcher_leaves_idle_steps_out(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    struct plan plan = image_plan();
    plan.problem.values[SYMBOL_K].how = FIXED;
    const char *text = emit_launcher(job, &plan);
    assert_lacks(text, "copy_a");
    assert_lacks(text, "cl_mem A,");
    assert_lacks(text, "ready");
    assert_contains(text, "{sizeof(cl_mem), &self->A_image.memory}");

    plan.problem.values[SYMBOL_M].how = FIXED;
    text = emit_launcher(job, &plan);
    assert_contains(text, "cl_int gemm_enqueue(struct gemm *self, cl_command_queue queue, "
                          "cl_uint num_events,\n");
    assert_lacks(text, "clEnqueueNDRangeKernel");
}

/* Without images the same product only scales C, and A and B may be anything. */
static void test_launcher_without_depth(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    struct plan plan = buffer_plan();
    plan.problem.values[SYMBOL_K].how = FIXED;
    const char *text = emit_launcher(job, &plan);
    assert_lacks(text, "check_buffer(A");
    assert_contains(text, "    status = gemm_check_buffer(C, 4, 0, M, N, ldc);");
}

static void test_no_line_is_longer_than_100(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    const struct plan plans[] = {buffer_plan(), image_plan()};
    for (size_t i = 0; i < COUNT(plans); i++) {
        const char *line = emit_launcher(job, &plans[i]);
        while (*line) {
            const size_t length = strcspn(line, "\n");
            if (length > 100)
                fail_msg("%zu columns: %.*s", length, (int)length, line);
            line += length + (line[length] == '\n');
        }
    }
}

/* ------------------------------------------------------------------------------- depfile */

static void test_depfile(void **state)
{
    (void)state;
    const char *targets[] = {"out/gemm.cl", "a b.json", NULL};
    const char *dependencies[] = {"t/$x#1", "t\\ y", NULL};
    char *text = depfile_text(targets, dependencies);
    assert_string_equal(text, "out/gemm.cl a\\ b.json: \\\n"
                              "  t/$$x\\#1 \\\n"
                              "  t\\\\\\ y\n"
                              "\nt/$$x\\#1:\n"
                              "\nt\\\\\\ y:\n");
    free(text);
    text = depfile_text(targets, targets + 2);
    assert_string_equal(text, "out/gemm.cl a\\ b.json:\n");
    free(text);
}

static void test_formula(void **state)
{
    struct job *job = job_of(state);
    SURVIVE(state);
    struct plan plan = buffer_plan();
    assert_string_equal(describe_formula(job, &plan), "C = alpha * A * B + beta * C");
    plan.problem.transpose_b = true;
    plan.problem.values[SYMBOL_ALPHA] = (struct setting){.how = FIXED, .real = 1};
    plan.problem.values[SYMBOL_BETA] = (struct setting){.how = FIXED, .real = -0.5};
    assert_string_equal(describe_formula(job, &plan), "C = A * B^T + -0.5 * C");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_manifest_of_buffers),
        TEST(test_manifest_of_images),
        TEST(test_hash_is_fnv1a),
        TEST(test_header_escapes),
        TEST(test_header_cuts_long_lines),
        TEST(test_header_of_fixed_sizes),
        TEST(test_launcher_of_buffers),
        TEST(test_launcher_of_images),
        TEST(test_launcher_skips_what_every_step_skips),
        TEST(test_launcher_folds_fixed_factors),
        TEST(test_launcher_refuses_names_that_cannot_be_included),
        TEST(test_launcher_leaves_idle_steps_out),
        TEST(test_launcher_without_depth),
        TEST(test_no_line_is_longer_than_100),
        TEST(test_depfile),
        TEST(test_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
