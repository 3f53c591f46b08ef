/*
 * Plans of batches: an axis of every buffer, a dimension of every launch, what places the members.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"

/* Dimension 2 of every step: the members, in launches of 65535. Nothing runs without members, and each adds its work. */
static void assert_members(const struct plan *plan)
{
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *const step = &plan->steps[i];
        bool runs = false;
        assert_int_equal(step->dimension_count, 3);
        assert_dimension(step, 2, SYMBOL_BATCH, 1, 1, 1);
        assert_int_equal(step->dimensions[2].most, 65535);
        for (int j = 0; j < NONZERO_LIMIT; j++)
            runs |= step->nonzero[j] == SYMBOL_BATCH;
        assert_true(runs);
        for (int j = 0; j < TERM_LIMIT && step->bytes[j].factor != 0; j++)
            assert_int_equal(step->bytes[j].product[2], SYMBOL_BATCH);
    }
    assert_int_equal(plan_main_step(plan)->flops[0].product[3], SYMBOL_BATCH);
}

static void strided(void **state)
{
    (void)state;
    const struct plan *const plan =
        plan_of("--family register --layout row --batch strided --offset-b arg");
    assert_arguments(multiply(plan),
                     "M N K batch_count alpha A lda stride_a B offset_b ldb stride_b beta C "
                     "ldc stride_c");
    assert_int_equal(plan->buffer_count, 3);
    assert_extent(&plan->buffers[0], 0, SYMBOL_BATCH, 1, SYMBOL_STRIDE_A, 0);
    assert_extent(&plan->buffers[0], 1, SYMBOL_M, 1, SYMBOL_LDA, 0);
    assert_extent(&plan->buffers[2], 0, SYMBOL_BATCH, 1, SYMBOL_STRIDE_C, 0);
    assert_constraints(plan, "stride_c must be at least 1: members of C share nothing");
    assert_members(plan);
}

/* All members share the epilogue's vectors; its matrices lie as those of C do. Its traffic is that of each member. */
static void finished(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "--family register --layout row --batch strided --epilogue bias:row,residual",
        "--family register --layout row --batch strided --epilogue bias:row,residual --edges pad",
    };
    for (int i = 0; i < 2; i++) {
        const struct plan *const plan = plan_of(lines[i]);
        const struct step *const last = &plan->steps[plan->step_count - 1];
        const struct buffer *const vector = &plan->buffers[3], *const matrix = &plan->buffers[4];
        int terms = 0;
        assert_int_equal(vector->extent_count, 1);
        assert_int_equal(matrix->extent_count, 3);
        assert_extent(matrix, 0, SYMBOL_BATCH, 1, SYMBOL_STRIDE_C, 0);
        assert_extent(matrix, 1, SYMBOL_M, 1, SYMBOL_LDR, 0);
        while (terms < TERM_LIMIT && last->bytes[terms].factor != 0)
            terms++;
        assert_int_equal(last->bytes[terms - 1].product[0], SYMBOL_M);
        assert_int_equal(last->bytes[terms - 1].product[1], SYMBOL_BATCH);
    }
    const struct plan *const listed =
        plan_of("--family register --layout row --batch offsets --epilogue residual");
    assert_int_equal(listed->buffers[3].extent_count, 2);
    const char *const text =
        text_of("--family register --layout row --batch offsets --epilogue residual --edges pad");
    assert_non_null(strstr(text, "    residual += offsets_c[member];\n"));
}

/* What is compiled in is no argument; one A for all does not move. */
static void fixed(void **state)
{
    (void)state;
    const struct plan *const plan =
        plan_of("--family register --layout row --batch strided "
                "--batch-count 9 --stride-a 0 --stride-b 77 --stride-c 90");
    assert_arguments(multiply(plan), "M N K alpha A lda B ldb beta C ldc");
    assert_constraints(plan, "");
    assert_members(plan);
    const char *const text = text_of("--family register --layout row --batch strided "
                                     "--batch-count 9 --stride-a 0 --stride-b 77 --stride-c 90");
    assert_non_null(strstr(text, "const long member = get_global_id(2);\n    B += member * 77;\n"
                                 "    C += member * 90;\n"));
    assert_non_null(strstr(text, "A batch of 9 products"));
    assert_non_null(strstr(text, "at element 0 of A, i * 77 of B, i * 90 of C."));
}

static void listed(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of("--family register --layout row --batch offsets");
    assert_arguments(multiply(plan),
                     "M N K batch_count alpha A lda offsets_a B ldb offsets_b beta C ldc "
                     "offsets_c");
    assert_int_equal(plan->buffer_count, 6);
    assert_int_equal(plan->buffers[0].extent_count, 2);
    for (int i = 3; i < 6; i++) {
        assert_int_equal(plan->buffers[i].role, ROLE_OFFSETS_A + i - 3);
        assert_int_equal(plan->buffers[i].access, ACCESS_READ);
        assert_extent(&plan->buffers[i], 0, SYMBOL_BATCH, 1, SYMBOL_NONE, 1);
    }
    assert_members(plan);
    assert_non_null(strstr(text_of("--family register --layout row --batch offsets"),
                           "    A += offsets_a[member];\n"));
}

/* A work-group has several members; of the last one those may be fewer. Other steps have one each. */
static void side_by_side(void **state)
{
    static const char line[] = "--family register --layout row --tile 2x4 --wg 2x2 --batch strided "
                               "--edges pad --wg-members 4";
    (void)state;
    const struct plan *const plan = plan_of(line);
    const struct launch_dimension *const dimension = &plan_main_step(plan)->dimensions[2];
    assert_int_equal(dimension->dim.symbol, SYMBOL_BATCH);
    assert_int_equal(dimension->per_group, 4);
    assert_int_equal(dimension->local, 4);
    assert_int_equal(plan->steps[0].dimensions[2].local, 1);
    assert_arguments(plan_main_step(plan), "M N K batch_count alpha A_padded B_padded C_padded");
    const char *const text = text_of(line);
    assert_non_null(strstr(text, "reqd_work_group_size(2, 2, 4)"));
    assert_non_null(strstr(text, "    const long own_member = get_global_id(2);\n"
                                 "    const long member = min(own_member, batch_count - 1L);\n"));
    assert_non_null(strstr(text, "    if (own_member > member)\n        return;\n"));
    assert_non_null(strstr(text, "4 side by side in a work-group: at most 262140 in one"));
    const char *const whole = text_of("--family local --layout row --tile 2x4 --wg 2x2 --batch "
                                      "strided --batch-count 8 --wg-members 4 --tile-k 8");
    assert_null(strstr(whole, "own_member"));
    assert_non_null(strstr(whole, "    __local float a_tiles[4][4][8];\n"
                                  "    __local float (*const a_tile)[8] = "
                                  "a_tiles[get_local_id(2)];\n"));
    assert_int_equal(plan_of("--family local --layout row --tile 2x4 --wg 2x2 --batch strided "
                             "--wg-members 4 --tile-k 8")
                         ->local_bytes,
                     4 * 4 * (4 * 8 + 8 * 8));
}

/* A workspace has the members without gaps: each is as large as its whole tiles. The multiplication takes no strides. */
static void workspaces(void **state)
{
    static const char line[] = "--family register --layout row --tile 2x4 --wg 4x8 --batch strided "
                               "--edges pad --pretranspose b --steps separate";
    (void)state;
    const struct plan *const plan = plan_of(line);
    assert_members(plan);
    assert_arguments(plan_main_step(plan),
                     "M N K batch_count alpha A_padded B_transposed C_padded");
    for (size_t i = 3; i < plan->buffer_count; i++) {
        assert_int_equal(plan->buffers[i].extent_count, 3);
        assert_int_equal(plan->buffers[i].extents[0].n.symbol, SYMBOL_BATCH);
        assert_true(plan->buffers[i].extents[0].dense && plan->buffers[i].extents[1].dense);
    }
    const char *const text = text_of(line);
    assert_non_null(strstr(text, "    A_padded += member * ((M + 7) / 8 * 8) * K;\n"));
    assert_non_null(strstr(text, "    C += member * stride_c;\n"));
    assert_non_null(strstr(text, "    C_padded += member * ((M + 7) / 8 * 8) * ldc;\n"));
}

/* One product is what it was. */
static void none(void **state)
{
    (void)state;
    const struct plan *const plan = plan_of("--family register --layout row --edges pad");
    for (size_t i = 0; i < plan->step_count; i++)
        assert_int_equal(plan->steps[i].dimension_count, 2);
    for (size_t i = 0; i < plan->buffer_count; i++)
        assert_int_equal(plan->buffers[i].extent_count, 2);
    assert_null(strstr(text_of("--family register --layout row --edges pad"), "member"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(strided), TEST(finished),   TEST(fixed),
                                       TEST(listed),  TEST(workspaces), TEST(side_by_side),
                                       TEST(none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
