/*
 * The kernel's part of a plan: what is derived once for the views, of all families and of each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "gen/family/local/local.h"
#include "gen/family/subgroup/subgroup.h"
#include "library/generate.h"
#include "gen/plan/kernel.h"
#include "tests/unit/ask.h"

/* The kernel of a request; the result is kept until the next one. */
static struct clgemm_result *result;

static const struct kernel *kernel_of(const char *line)
{
    clgemm_result_free(result);
    result = generate(line);
    return result_plan(result)->kernel;
}

static int forget(void **state)
{
    (void)state;
    clgemm_result_free(result);
    result = NULL;
    return 0;
}

static void edges_are_decided_once(void **state)
{
    (void)state;
    const struct kernel *kernel =
        kernel_of("--family register --layout row --tile 4x8 --wg 2x16 --fixed 16x100x30");
    assert_int_equal(kernel->group.height, 8);
    assert_int_equal(kernel->group.width, 128);
    assert_int_equal(kernel->fixed[SYMBOL_M], 16);
    assert_int_equal(kernel->fixed[SYMBOL_LDB], 100);
    assert_false(kernel->guard_m);
    assert_true(kernel->guard_n);
    assert_false(kernel->shift_n);
    assert_true(kernel_ends_within(kernel, kernel->n, kernel->group.width));
    assert_false(kernel_ends_within(kernel, kernel->m, kernel->group.height));

    kernel = kernel_of("--family register --edges shift --tile 4x8 --wg 2x16");
    assert_int_equal(kernel->fixed[SYMBOL_M], -1);
    assert_true(kernel->shift_m && kernel->shift_n);
    assert_false(kernel->guard_m || kernel->guard_n);
    /* Column-major: canonical A is the user's B. */
    assert_string_equal(kernel->a.name, "B");
    assert_true(kernel->a.left);
    assert_false(kernel->b.left);
    assert_string_equal(kernel_axis_word(kernel, true), "column");
}

static void lanes_hold_vectors_of_rows(void **state)
{
    (void)state;
    const struct subgroup_plan *own = kernel_of("--preset L3_SIMD_32x2_1x8")->own;
    assert_int_equal(own->lanes, 8);
    assert_false(own->blocks);
    assert_true(own->fits_warps);
    assert_int_equal(own->vectors.height * own->vector.height, 32);

    /* Single elements: vectors of 8 rows. */
    own = kernel_of("--layout row --tile 32x3 --wg 1x8 --vec-a 1 --vec-b 1")->own;
    assert_false(own->wide);
    assert_int_equal(own->vector.height, 8);
    assert_int_equal(own->vectors.height, 4);
    assert_int_equal(own->vector.width, 1);

    /* Wide lanes: vectors go along columns. */
    own = kernel_of("--layout row --tile 8x4 --wg 1x8 --vec-a 2 --vec-b 4")->own;
    assert_true(own->wide);
    assert_int_equal(own->vector.height, 1);
    assert_int_equal(own->vectors.height, 8);
    assert_int_equal(own->depth, 2);
    assert_int_equal(own->vector.width, 4);
}

static void tiles_in_local_memory_are_planned(void **state)
{
    (void)state;
    const struct kernel *const kernel =
        kernel_of("--family local --layout row --tile 4x8 --wg 8x4 --tile-k 16 --vec-a 4 "
                  "--load-shape-a 8x4 --load-shape-b 4x8 --pad-a 1 --assign strided --stages 3");
    const struct local_plan *const own = kernel->own;
    /* A's lines lie along K: 32 rows of 16 elements, of which 8 x 4 work-items load 4 each. */
    assert_ptr_equal(own->a.operand, &kernel->a);
    assert_true(own->a.along_k);
    assert_int_equal(own->a.lines, 32);
    assert_int_equal(own->a.length, 16);
    assert_int_equal(own->a.pitch, 17);
    assert_int_equal(own->a.line_passes, 4);
    assert_int_equal(own->a.along_passes, 1);
    /* B's along the tile: 16 steps of 32 columns. */
    assert_int_equal(own->b.lines, 16);
    assert_int_equal(own->b.length, 32);
    assert_int_equal(own->b.line_passes, 4);
    assert_int_equal(own->b.along_passes, 4);
    assert_int_equal(own->stages, 3);
    assert_int_equal(own->own_rows, 0);
    /* Strided: rows lie 8 apart, columns 4. */
    assert_int_equal(local_row(kernel, 3), 24);
    assert_int_equal(local_column(kernel, 2), 8);
    assert_int_equal(local_place(kernel, &kernel->a, 1), 8);
}

/* What the main loop is, where there is one: tiles that cross an edge are left to the remainder. */
static void main_loops_are_planned(void **state)
{
    (void)state;
    const char *const lines = "--family local --layout row --tile 4x4 --wg 8x8 --vec-b 4 --vec-c 4 "
                              "--tile-k 16 --stages 2";
    const struct local_plan *own = kernel_of(lines)->own;
    assert_false(own->main.idle);
    assert_false(own->main.whole_m);
    assert_true(own->main.whole_n);
    assert_int_equal(own->stages, 2);
    /* All of K, or all columns, are less than one tile of them: it is loaded once. */
    const char *const sizes[] = {"64x64x15", "64x31x64"};
    for (int i = 0; i < 2; i++) {
        char line[200];
        snprintf(line, sizeof line, "%s --fixed %s", lines, sizes[i]);
        own = kernel_of(line)->own;
        assert_true(own->main.idle);
        assert_int_equal(own->stages, 1);
    }
    const char *const blocks = "--share block-read --layout row --tile 8x2 --wg 1x8";
    const struct subgroup_plan *lanes = kernel_of(blocks)->own;
    assert_true(lanes->blocks && lanes->main.whole_n && !lanes->main.whole_m && !lanes->main.idle);
    lanes = kernel_of("--share block-read --layout row --tile 8x2 --wg 1x8 --fixed 8x15x64")->own;
    assert_true(!lanes->blocks && lanes->main.idle);
    /* Of these families a work-item's tile counts, where vectors along it are loaded. */
    const struct main_loop *main =
        kernel_of("--family register --layout row --tile 4x4 --vec-b 4 --vec-c 4")->own;
    assert_true(!main->idle && !main->whole_m && main->whole_n && !main->of_group);
    main = kernel_of("--family register --layout row --tile 4x4 --vec-b 4 --vec-c 4 "
                     "--fixed 64x3x64")
               ->own;
    assert_true(main->idle);
    main = kernel_of("--family naive --layout row --fixed 3x3x64")->own;
    assert_true(!main->idle && !main_loop_leaves_tiles(main));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(edges_are_decided_once, forget),
        cmocka_unit_test_teardown(lanes_hold_vectors_of_rows, forget),
        cmocka_unit_test_teardown(tiles_in_local_memory_are_planned, forget),
        cmocka_unit_test_teardown(main_loops_are_planned, forget),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
