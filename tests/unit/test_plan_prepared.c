/*
 * Plans of operands that are prepared once for many products.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/arena.h"
#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"

static const struct buffer *buffer_of(const struct plan *plan, const char *name)
{
    size_t i = 0;
    while (i + 1 < plan->buffer_count && strcmp(plan->buffers[i].name, name) != 0)
        i++;
    assert_string_equal(plan->buffers[i].name, name);
    return &plan->buffers[i];
}

/* What fills the panels of B knows nothing of M and alpha; panels of A are packed with each product. */
static void panels_of_b(void **state)
{
    (void)state;
    const char *const line = "--layout row --family blocked --tile 2x4 --panels ab --prepared b";
    const struct plan *const plan = plan_of(line);
    const struct step *const a = &plan->steps[0], *const b = &plan->steps[1];
    assert_int_equal(plan->step_count, 3);
    assert_false(a->prepares);
    assert_true(b->prepares);
    assert_false(plan_main_step(plan)->prepares);
    assert_int_equal(a->nonzero[3], SYMBOL_ALPHA);
    assert_int_equal(b->nonzero[0], SYMBOL_K);
    assert_int_equal(b->nonzero[1], SYMBOL_N);
    assert_int_equal(b->nonzero[2], SYMBOL_NONE);
    assert_arguments(b, "N K B ldb B_panels");
    assert_false(buffer_of(plan, "A_panels")->prepared);
    assert_true(buffer_of(plan, "B_panels")->prepared);
    assert_int_equal(buffer_of(plan, "B_panels")->operand, ROLE_B);
    assert_non_null(
        strstr(text_of(line), " * Once for the values of B, for any number of products."));
    assert_null(strstr(text_of(line), "Once for the values of A"));
}

/* Of two steps both are, and only what is multiplied outlives them. The user's B, whichever side it is multiplied from. */
static void two_steps(void **state)
{
    (void)state;
    const struct plan *const plan =
        plan_of("--family register --tile 2x4 --wg 2x2 --edges pad --pretranspose b "
                "--steps separate --prepared b");
    int count = 0;
    for (size_t i = 0; i < plan->step_count; i++) {
        assert_int_equal(plan->steps[i].prepares, plan->steps[i].operand == ROLE_B);
        count += plan->steps[i].prepares;
    }
    assert_int_equal(count, 2);
    assert_false(buffer_of(plan, "B_padded")->prepared);
    assert_true(buffer_of(plan, "B_transposed")->prepared);
    assert_false(buffer_of(plan, "A_padded")->prepared);
}

/* Sizes that fill whole tiles are prepared like others. */
static void fixed_sizes(void **state)
{
    (void)state;
    const char *const line = "--layout row --family register --tile 2x4 --wg 2x2 --edges pad "
                             "--fixed 8x8x8";
    const struct plan *const plan = plan_of(arena_printf(&arena, "%s --prepared b", line));
    assert_int_equal(plan->step_count, 2);
    assert_true(plan->steps[0].prepares);
    assert_int_equal(plan_of(line)->step_count, 1);
}

/* Blocks become larger ones, which a line begins with; the step reads those of the caller, the product what it made. */
static void repacked_blocks(void **state)
{
    (void)state;
    const char *const line = "--layout row --transpose nt --family gemv --type-b q4_k --prepared b";
    const struct plan *const plan = plan_of(line);
    const struct step *const step = &plan->steps[0];
    const struct buffer *const made = buffer_of(plan, "B_repacked");
    assert_int_equal(plan->step_count, 2);
    assert_true(step->prepares);
    assert_arguments(step, "N K B ldb B_repacked");
    assert_arguments(plan_main_step(plan), "M N K alpha A lda B_repacked beta C ldc");
    assert_int_equal(step->dimensions[0].per_group, 1024);
    assert_true(made->prepared);
    assert_int_equal(made->covers, 1024);
    assert_int_equal(made->element_bytes, 592);
    assert_int_equal(made->extents[1].rounded_to, 1024);
    assert_int_equal(buffer_of(plan, "B")->covers, 256);
    assert_int_equal(plan_of("--layout row --transpose nt --family gemv --type-b q4_k")->step_count,
                     1);
}

/* The ends of repacked blocks lie beyond K, and indices of 32 bits reach them. */
static void repacked_blocks_in_32_bits(void **state)
{
    (void)state;
    const struct plan *const plan =
        plan_of("--layout row --transpose nt --family gemv --type-b q4_k --prepared b --index 32");
    assert_string_equal(plan->constraints[0].sentence, "M must be at most 2147418112");
    assert_string_equal(plan->constraints[1].sentence, "N must be at most 46080");
    assert_string_equal(plan->constraints[2].sentence, "K must be at most 46080");
}

/* Blocks for lanes are of 16 lines, which a storage element of the buffer covers. */
static void blocks_for_lanes(void **state)
{
    (void)state;
    const char *const line =
        "--layout row --transpose nt --family thin --engine emulated:mma --tile 2x4 --wg 8x8 "
        "--type f16 --type-b %s --prepared b";
    const struct plan *plan = plan_of(arena_printf(&arena, line, "q8_0"));
    const struct buffer *made = buffer_of(plan, "B_repacked");
    assert_int_equal(made->covers, 16 * 256);
    assert_int_equal(made->lines, 16);
    assert_int_equal(made->element_bytes, 4352);
    assert_int_equal(made->extents[0].rounded_to, 16);
    assert_int_equal(made->extents[1].rounded_to, 256);
    assert_int_equal(plan->steps[0].dimensions[0].per_group, 256);
    assert_int_equal(plan->steps[0].dimensions[1].per_group, 16);
    assert_string_equal(made->element_type, "q8_0_in_lanes");
    plan = plan_of(arena_printf(&arena, line, "q4_k"));
    made = buffer_of(plan, "B_repacked");
    assert_string_equal(made->element_type, "q4_k_in_lanes");
    assert_int_equal(made->element_bytes, 2368);
}

/* Groups become a matrix, whose step alone reads scales and zero points; blocks become halves 16 at a time. */
static void decoded_operands(void **state)
{
    (void)state;
    const char *const line = "--layout row --transpose nt --family matrix --engine emulated:wgmma "
                             "--tile 2x8 --wg 32x4 --copy tensor --stages 2 --decode b";
    const struct plan *plan =
        plan_of(arena_printf(&arena, "%s --type bf16 --type-b u4_32 --prepared b", line));
    assert_int_equal(plan->step_count, 2);
    assert_true(plan->steps[0].prepares);
    assert_arguments(&plan->steps[0], "N K B ldb B_scales B_zeros B_decoded");
    assert_arguments(plan_main_step(plan), "M N K alpha A lda B_decoded beta C ldc");
    assert_int_equal(plan->steps[0].dimensions[0].per_group, 32 * 8);
    assert_true(buffer_of(plan, "B_decoded")->prepared);
    assert_string_equal(buffer_of(plan, "B_decoded")->element_type, "bf16");
    assert_string_equal(plan->problem.factors, "bf16");

    plan = plan_of(arena_printf(&arena, "%s --type f16 --type-b q4_0", line));
    assert_false(plan->steps[0].prepares);
    assert_int_equal(plan->steps[0].dimensions[0].per_group, 32 * 16);
    assert_string_equal(buffer_of(plan, "B_decoded")->element_type, "f16");

    /* Elsewhere of what is calculated with, which rounds nothing. */
    plan =
        plan_of("--layout row --transpose nt --family local --type f16 --type-b q4_0 --decode b");
    assert_string_equal(buffer_of(plan, "B_decoded")->element_type, "f32");
    assert_null(plan->problem.factors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(panels_of_b),
                                       TEST(two_steps),
                                       TEST(fixed_sizes),
                                       TEST(repacked_blocks),
                                       TEST(repacked_blocks_in_32_bits),
                                       TEST(blocks_for_lanes),
                                       TEST(decoded_operands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
