/*
 * Plans of tiles that do not divide the sizes: padding, transposing, moving inside.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/texts.h"

/* "pad_a pad_b": the names of the steps. */
static const char *step_names(const struct plan *plan)
{
    const char *all = "";
    for (size_t i = 0; i < plan->step_count; i++)
        all = arena_printf(&arena, "%s%s%s", all, i ? " " : "", plan->steps[i].name);
    return all;
}

/* The workspaces: "A_padded M/160 K/1": name, and axes with what they are rounded up to. */
static const char *workspaces(const struct plan *plan)
{
    const char *all = "";
    for (size_t i = 3; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        const struct extent *const e = buffer->extents;
        assert_int_equal(buffer->role, ROLE_WORKSPACE);
        assert_null(buffer->image);
        assert_true(e[0].dense);
        assert_int_equal(e[1].stride.number, 1);
        all = arena_printf(&arena, "%s%s%s %s/%lld %s/%lld", all, *all ? ", " : "", buffer->name,
                           symbol_name(e[0].n.symbol), e[0].rounded_to, symbol_name(e[1].n.symbol),
                           e[1].rounded_to);
    }
    return all;
}

/* The tutorial's kernel 10: five kernels, tiles of 160 x 160. */
static void padded_in_separate_steps(void **state)
{
    const struct plan *const plan =
        plan_of("--layout row --family register --tile 10x10 --wg 16x16 "
                "--unroll-k 16 --edges pad --pretranspose b --steps separate");
    (void)state;
    assert_string_equal(step_names(plan), "pad_a pad_b transpose_b multiply unpad_c");
    assert_string_equal(workspaces(plan), "A_padded m/160 k/16, B_padded k/16 n/160, "
                                          "B_transposed n/160 k/16, C_padded m/160 n/160");
    assert_arguments(&plan->steps[0], "M K A lda A_padded");
    assert_arguments(&plan->steps[1], "N K B ldb B_padded");
    assert_arguments(&plan->steps[2], "N K B_padded B_transposed");
    assert_arguments(&plan->steps[3], "M N K alpha A_padded B_transposed C_padded");
    assert_arguments(&plan->steps[4], "M N C_padded beta C ldc");
    assert_ptr_equal(plan_main_step(plan), &plan->steps[3]);
    assert_dimension(&plan->steps[0], 0, SYMBOL_K, 16, 16, 16);
    assert_dimension(&plan->steps[0], 1, SYMBOL_M, 160, 16, 16);
    /* A transposition walks what it reads. */
    assert_dimension(&plan->steps[2], 0, SYMBOL_N, 160, 16, 16);
    assert_dimension(&plan->steps[2], 1, SYMBOL_K, 16, 16, 16);
    assert_dimension(&plan->steps[4], 0, SYMBOL_N, 1, 16, 16);
    assert_int_equal(plan->steps[0].nonzero[3], SYMBOL_ALPHA);
    assert_int_equal(plan->steps[4].nonzero[2], SYMBOL_NONE);
    assert_int_equal(plan->requirement.local_bytes, 16 * 17 * 4);
    assert_int_equal(plan->local_bytes, 0);
    assert_constraints(plan, "");
}

static void padded_in_combined_steps(void **state)
{
    const struct plan *plan =
        plan_of("--family register --tile 4x4 --wg 2x2 --edges pad --pretranspose ab --unroll-k 4");
    (void)state;
    assert_string_equal(step_names(plan), "transpose_a transpose_b multiply unpad_c");
    /* Column-major lines are columns: A is stored as K lines of M, and transposed as M lines of K. */
    assert_string_equal(workspaces(plan),
                        "A_transposed m/8 k/4, B_transposed k/4 n/8, C_padded n/8 m/8");
    plan = plan_of("--family register --tile 4x4 --wg 2x2 --pretranspose a --offset-a arg");
    assert_string_equal(step_names(plan), "transpose_a multiply");
    assert_string_equal(workspaces(plan), "A_transposed m/1 k/1");
    assert_arguments(&plan->steps[0], "M K A offset_a lda A_transposed");
    plan = plan_of("--family register --tile 4x4 --wg 2x2 --edges pad --access image");
    assert_string_equal(step_names(plan), "copy_a copy_b multiply unpad_c");
}

/* Factors and what becomes C later keep the precision that C is calculated in, through every step. */
static void precision_of_padded_plans(void **state)
{
    static const char *const types[][2] = {{"f16", "f32"}, {"f32", "f32"}, {"f64", "f64"}};
    (void)state;
    for (int t = 0; t < 3; t++) {
        const struct plan *const plan = plan_of(arena_printf(
            &arena, "--type %s --family register --tile 4x4 --wg 2x2 --edges pad", types[t][0]));
        const struct step *const unpad = &plan->steps[plan->step_count - 1];
        int factors = 0;
        assert_string_equal(step_names(plan), "pad_a pad_b multiply unpad_c");
        for (size_t s = 0; s < plan->step_count; s++)
            for (size_t i = 0; i < plan->steps[s].argument_count; i++) {
                const struct argument *const argument = &plan->steps[s].arguments[i];
                if (argument->kind != ARGUMENT_VALUE ||
                    (argument->symbol != SYMBOL_ALPHA && argument->symbol != SYMBOL_BETA))
                    continue;
                assert_string_equal(argument->type, types[t][1]);
                factors++;
            }
        assert_int_equal(factors, 2);
        const int bytes = t == 0 ? 2 : t == 1 ? 4 : 8;
        const int wide = t == 2 ? 8 : 4;
        assert_true(plan->steps[0].bytes[0].factor == 2 * bytes);
        assert_true(plan->steps[2].bytes[2].factor == wide);
        assert_true(unpad->bytes[0].factor == wide + bytes);
    }
}

/* Sizes that tiles divide need no padding. */
static void fixed_sizes_leave_padding_out(void **state)
{
    const char *const line =
        "--layout row --family register --tile 4x4 --wg 2x2 --edges pad --pretranspose b";
    (void)state;
    const struct plan *plan = plan_of(arena_printf(&arena, "%s --fixed 8x16x3", line));
    assert_string_equal(step_names(plan), "transpose_b multiply");
    assert_arguments(&plan->steps[1], "alpha A B_transposed beta C");
    plan = plan_of(arena_printf(&arena, "%s --fixed 9x16x3", line));
    assert_string_equal(step_names(plan), "pad_a transpose_b multiply unpad_c");
}

/* A step packs all panels, by work-items that take whole panels of up to 64 places of a block of K. */
static void packed_in_steps(void **state)
{
    const char *const line = "--layout row --family blocked --panels";
    (void)state;
    const struct plan *plan = plan_of(arena_printf(&arena, "%s ab --offset-b arg", line));
    assert_string_equal(step_names(plan), "pack_a pack_b multiply");
    assert_string_equal(workspaces(plan), "A_panels k/1 m/4, B_panels k/1 n/8");
    assert_arguments(&plan->steps[0], "M K A lda A_panels");
    assert_arguments(&plan->steps[1], "N K B offset_b ldb B_panels");
    assert_arguments(&plan->steps[2], "M N K alpha A_panels B_panels beta C ldc");
    assert_dimension(&plan->steps[0], 0, SYMBOL_M, 1, 64, 1);
    assert_dimension(&plan->steps[0], 1, SYMBOL_K, 1, 64, 1);
    assert_dimension(&plan->steps[1], 0, SYMBOL_N, 1, 64, 1);
    assert_int_equal(plan->steps[1].nonzero[3], SYMBOL_ALPHA);
    assert_int_equal(plan->requirement.local_bytes, 0);
    plan = plan_of(arena_printf(&arena, "%s ab --tile 12x128 --block-tiles 50x2", line));
    assert_dimension(&plan->steps[0], 0, SYMBOL_M, 1, 60, 1);
    assert_dimension(&plan->steps[1], 0, SYMBOL_N, 1, 128, 1);
    /* One operand in a step, the other in local memory: 64 steps of K of 4 tiles of 8 columns. */
    plan = plan_of(arena_printf(&arena, "%s a --edges pad", line));
    assert_string_equal(step_names(plan), "pack_a pad_b multiply unpad_c");
    assert_string_equal(workspaces(plan), "A_panels k/1 m/4, B_padded k/1 n/8, C_padded m/4 n/8");
    assert_int_equal(plan->requirement.local_bytes, 64 * 32 * 4);
    /* Elements become what is calculated with once, when they are packed. */
    plan = plan_of(arena_printf(&arena, "%s b --type bf16 --type-c f32", line));
    assert_string_equal(plan->buffers[3].element_type, "f32");
    assert_true(plan->steps[0].bytes[0].factor == 2 + 4);
    assert_true(plan_main_step(plan)->bytes[0].factor == 2);
    assert_true(plan_main_step(plan)->bytes[1].factor == 4);
    plan = plan_of(arena_printf(&arena, "%s b --index 32", line));
    assert_string_equal(plan->constraints[1].sentence, "N must be at most 46336");
    assert_string_equal(plan->constraints[2].sentence, "K must be at most 46340");
}

static void limits_of_padded_sizes(void **state)
{
    const struct plan *const plan =
        plan_of("--family register --tile 10x10 --wg 16x16 --edges pad --index 32");
    (void)state;
    assert_string_equal(plan->constraints[0].sentence, "M must be at most 46240");
    assert_int_equal(plan->constraints[0].right, 46240);
    assert_string_equal(plan->constraints[2].sentence, "K must be at most 46340");
}

static void tiles_that_move_inside(void **state)
{
    const char *const line = "--layout row --family register --tile 2x4 --wg 4x2 --vec-c 4 "
                             "--tile-k 2 --edges shift";
    const struct plan *const plan = plan_of(line);
    const char *const text = text_of(line);
    (void)state;
    assert_constraints(plan, "M must be at least 8|N must be at least 8");
    assert_int_equal(plan->step_count, 1);
    assert_int_equal(count(text, "min(own_row, M - 8)"), 1);
    assert_int_equal(count(text, "min(own_column, N - 8)"), 1);
    assert_int_equal(count(text, ">= own_row"), 2);
    assert_int_equal(count(text, ", own_column - column,"), 2);
    /* K is guarded, M and N are not. */
    assert_int_equal(count(text, "The remainder of K"), 1);
    assert_int_equal(count(text, "clamped"), 0);
    assert_constraints(plan_of(arena_printf(&arena, "%s --fixed 16x12x4", line)), "");
    assert_int_equal(count(text_of(arena_printf(&arena, "%s --fixed 16x12x4", line)), "own_row"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(padded_in_separate_steps),  TEST(padded_in_combined_steps),
        TEST(precision_of_padded_plans), TEST(fixed_sizes_leave_padding_out),
        TEST(packed_in_steps),           TEST(limits_of_padded_sizes),
        TEST(tiles_that_move_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
