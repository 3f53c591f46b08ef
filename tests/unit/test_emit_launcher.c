/*
 * Launchers of plans made by hand: what is checked, skipped and left out. That launchers work is for
 * tests/cli/launcher.sh to show.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "emit/emit.h"
#include "tests/unit/emit_plans.h"
#include "tests/unit/fixture.h"
#include "tests/unit/texts.h"

static void test_launcher_of_buffers(void **state)
{
    (void)state;
    SURVIVE();
    const struct plan plan = buffer_plan();
    const char *text = emit_launcher(&job, NULL, &plan, "", 0);
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
    assert_lacks(text, "_step(");
    assert_lacks(text, "offset_B");
}

static void test_launcher_of_images(void **state)
{
    (void)state;
    SURVIVE();
    const struct plan plan = image_plan();
    const char *text = emit_launcher(&job, NULL, &plan, "", 0);
    /* Rows of 64 bytes are 16 texels: more than the tile of 8. */
    assert_contains(text, "gemm_round_up(K, 16)");
    assert_contains(text, "gemm_round_up(M, 32)");
    assert_contains(text, "gemm_check_buffer(A, 4, 0, M, K, K)");
    assert_contains(text, "copy_a_global[2] = {gemm_blocks(K, 8) * 8, gemm_blocks(M, 32) * 32}");
    assert_contains(text, "multiply_global[2] = {24, gemm_blocks(M, 32)}");
    assert_contains(text, "    if (K != 0 && alpha != 0)\n        status = gemm_make_image(");
    assert_contains(text, "status = gemm_check_image(self->context, CL_R);");
    assert_lacks(text, "try_image");
    assert_contains(text, "cl_event last[2];");
    assert_contains(text, "self->multiply, self->device, 2, local, 8, 1);");
    assert_contains(text, "if (size == wanted || (!equal &&");
    assert_lacks(text, "size_t N");
    assert_lacks(text, "size_t lda");
    assert_lacks(text, "beta");
}

/* What only multiplies when alpha is non-zero returns early for all of it. */
static void test_launcher_skips_what_every_step_skips(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    struct step step = multiply_step;
    step.nonzero[2] = SYMBOL_K;
    step.nonzero[3] = SYMBOL_ALPHA;
    plan.steps = &step;
    assert_contains(emit_launcher(&job, NULL, &plan, "", 0),
                    "if (M == 0 || N == 0 || K == 0 || alpha == 0)");
}

static void test_launcher_folds_fixed_factors(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    plan.problem.values[SYMBOL_M] = (struct setting){.how = FIXED, .whole = 1000};
    const char *text = emit_launcher(&job, NULL, &plan, "", 0);
    assert_contains(text, "if (lda > 2147483) /* A must");
    assert_lacks(text, "M must be a multiple");
}

static void test_launcher_refuses_names_that_cannot_be_included(void **state)
{
    struct plan plan = buffer_plan();
    (void)state;
    plan.stem = "a\"b";
    if (setjmp(job.escape) == 0) {
        emit_launcher(&job, NULL, &plan, "", 0);
        fail_msg("no failure");
    }
    assert_int_equal(error.code, CLGEMM_USAGE);
}

/* What NAME_enqueue takes does not depend on a fixed size, be it 0. */
static void assert_takes_the_same(const char *text, const struct plan *other)
{
    const char *const head = strstr(text, "cl_int gemm_enqueue(");
    assert_memory_equal(head,
                        strstr(emit_launcher(&job, NULL, other, "", 0), "cl_int gemm_enqueue("),
                        strcspn(head, "{"));
}

/* The copy is left out with its step; the operand is passed and not read. */
static void test_launcher_leaves_idle_steps_out(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = image_plan();
    plan.problem.values[SYMBOL_K].how = FIXED;
    const char *text = emit_launcher(&job, NULL, &plan, "", 0);
    assert_lacks(text, "copy_a");
    assert_contains(text, "\n    (void)A;\n");
    assert_lacks(text, "(void)B;");
    assert_lacks(text, "_step(");
    assert_contains(text, "{sizeof(cl_mem), &self->A_image.memory}");
    plan.problem.values[SYMBOL_K].whole = 5;
    assert_takes_the_same(text, &plan);

    /* Without rows nothing is launched. */
    plan.problem.values[SYMBOL_K] = (struct setting){.how = GIVEN_AT_LAUNCH};
    plan.problem.values[SYMBOL_M].how = FIXED;
    text = emit_launcher(&job, NULL, &plan, "", 0);
    assert_lacks(text, "clEnqueueNDRangeKernel");
    assert_lacks(text, "image");
    plan.problem.values[SYMBOL_M].whole = 5;
    assert_takes_the_same(text, &plan);
    static const char *const parameters[] = {"K", "alpha", "A", "B", "C", "ldb", "ldc"};
    for (size_t i = 0; i < COUNT(parameters); i++)
        assert_contains(text, arena_printf(&arena, "\n    (void)%s;\n", parameters[i]));
}

/* Without images the same product only scales C, and A and B may be anything. */
static void test_launcher_without_depth(void **state)
{
    (void)state;
    SURVIVE();
    struct plan plan = buffer_plan();
    plan.problem.values[SYMBOL_K].how = FIXED;
    const char *text = emit_launcher(&job, NULL, &plan, "", 0);
    assert_lacks(text, "check_buffer(A");
    assert_contains(text, "    status = gemm_check_buffer(C, 4, 0, M, N, ldc);");
}

static void test_no_line_is_longer_than_100(void **state)
{
    (void)state;
    SURVIVE();
    const struct plan plans[] = {buffer_plan(), image_plan()};
    for (size_t i = 0; i < COUNT(plans); i++) {
        const char *line = emit_launcher(&job, NULL, &plans[i], "", 0);
        while (*line) {
            const size_t length = strcspn(line, "\n");
            if (length > 100)
                fail_msg("%zu columns: %.*s", length, (int)length, line);
            line += length + (line[length] == '\n');
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_launcher_of_buffers),
        TEST(test_launcher_of_images),
        TEST(test_launcher_skips_what_every_step_skips),
        TEST(test_launcher_folds_fixed_factors),
        TEST(test_launcher_refuses_names_that_cannot_be_included),
        TEST(test_launcher_leaves_idle_steps_out),
        TEST(test_launcher_without_depth),
        TEST(test_no_line_is_longer_than_100),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
