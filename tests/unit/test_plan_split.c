/*
 * Plans of parts of K.
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

/* Parts of K: a dimension of the multiplying step, a workspace of one matrix each, a step that adds them. */
static void parts_of_k(void **state)
{
    (void)state;
    const char *const line = "--family register --layout row --tile 2x4 --wg 2x2 --split-k 3 "
                             "--epilogue bias:column";
    const struct plan *const plan = plan_of(line);
    const struct step *const adds = &plan->steps[1];
    assert_int_equal(plan->step_count, 2);
    assert_arguments(plan_main_step(plan), "M N K alpha A lda B ldb C_parts");
    assert_arguments(adds, "M N C_parts beta C ldc bias");
    assert_int_equal(plan_main_step(plan)->dimension_count, 3);
    assert_int_equal(plan_main_step(plan)->dimensions[2].dim.number, 3);
    assert_int_equal(adds->dimension_count, 2);
    assert_string_equal(adds->name, "reduce_c");
    const struct buffer *const parts = &plan->buffers[4];
    assert_string_equal(parts->name, "C_parts");
    assert_int_equal(parts->extent_count, 3);
    assert_int_equal(parts->extents[0].n.number, 3);
    assert_int_equal(parts->extents[1].n.symbol, SYMBOL_M);
    const char *const text = text_of(line);
    assert_non_null(strstr(text, "    const int steps_of_part = (K - 1) / 3 + 1;\n"));
    assert_non_null(strstr(text, "    A += first_of_part;\n"));
    assert_non_null(strstr(text, "    B += (long)first_of_part * ldb;\n"));
    assert_non_null(strstr(text, "for (int part = 1; part < 3; ++part)"));
}

/* The last work-group of a tile adds its parts: no step does, the product takes C, sums of whole tiles and a counter for each. */
static void parts_in_one_launch(void **state)
{
    (void)state;
    const char *const line = "--family register --layout row --tile 2x4 --wg 2x2 --split-k 3 "
                             "--split-k-sum launch --epilogue bias:column";
    const struct plan *const plan = plan_of(line);
    const struct buffer *const counters = &plan->buffers[5];
    assert_int_equal(plan->step_count, 1);
    assert_arguments(plan_main_step(plan),
                     "M N K alpha A lda B ldb C_parts counters beta C ldc bias");
    assert_int_equal(plan->buffers[4].extent_count, 3);
    assert_int_equal(plan->buffers[4].extents[0].n.number, 3);
    assert_int_equal(plan->buffers[4].extents[1].rounded_to, 4);
    assert_int_equal(plan->buffers[4].extents[2].rounded_to, 8);
    assert_string_equal(counters->name, "counters");
    assert_int_equal(counters->covers, 4 * 8);
    assert_string_equal(plan->requirement.opencl_c, "3.0");
    assert_string_equal(plan->build_options, "-cl-std=CL3.0");
    /* A part has the vectors of one work-item after another, the last work-group adds its own. */
    assert_non_null(strstr(text_of(line), "    stored[28] = c_1_3;\n"));
    assert_non_null(strstr(text_of(line), "first_stored + next * 32;\n"));
    /* What other work-groups write is behind no restricted pointer. */
    assert_non_null(strstr(text_of(line), "    __global float *C_parts,\n"));
    assert_non_null(
        strstr(text_of("--family register --split-k 3 --split-k-sum launch --for nvidia-hopper"),
               "atom.relaxed.gpu.global.add.u32"));
}

/* K of a kernel becomes the length of its part, whoever says how long it is; a leading dimension stays the whole of it. */
static void parts_of_fixed_k(void **state)
{
    (void)state;
    const char *const text =
        text_of("--family register --layout row --tile 2x4 --wg 2x2 --split-k 3 --fixed 6x8x100");
    assert_non_null(strstr(text, "    int K = 100;\n"));
    assert_non_null(strstr(text, "    const int lda = K;\n"));
    assert_non_null(strstr(text, "    K = min(K - first_of_part, steps_of_part);\n"));
    assert_non_null(
        strstr(text_of("--family register --layout row --tile 2x4 --wg 2x2 --fixed 6x8x100"),
               "    const int K = 100;\n"));
}

/* All parts together may have more elements than places of 32 bits. */
static void parts_in_long_places(void **state)
{
    (void)state;
    const char *const text =
        text_of("--family register --layout row --tile 2x4 --wg 2x2 --split-k 3 --index 32");
    assert_non_null(strstr(text, "    C_parts += (long)part_of_k * M * ldc;\n"));
    assert_non_null(strstr(text, "C_parts[((long)part * M + y) * N + x]"));
}

/* Of a batch each member has its parts, in the launch and in the workspace. */
static void parts_of_members(void **state)
{
    (void)state;
    const char *const line = "--family register --layout row --tile 2x4 --wg 2x2 --split-k 3 "
                             "--batch strided";
    const struct plan *const plan = plan_of(line);
    const struct launch_dimension *const dimension = &plan_main_step(plan)->dimensions[2];
    assert_int_equal(plan_main_step(plan)->dimension_count, 3);
    assert_int_equal(dimension->dim.symbol, SYMBOL_BATCH);
    assert_int_equal(dimension->times, 3);
    assert_int_equal(plan->steps[1].dimensions[2].dim.symbol, SYMBOL_BATCH);
    assert_int_equal(plan->steps[1].dimensions[2].times, 0);
    const struct buffer *const parts = &plan->buffers[3];
    assert_string_equal(parts->name, "C_parts");
    assert_int_equal(parts->extent_count, 4);
    assert_int_equal(parts->extents[0].n.symbol, SYMBOL_BATCH);
    assert_int_equal(parts->extents[1].n.number, 3);
    assert_int_equal(parts->extents[2].n.symbol, SYMBOL_M);
    const char *const text = text_of(line);
    assert_non_null(strstr(text, "    const long member = get_global_id(2) / 3;\n"));
    assert_non_null(strstr(text, "    const long member = get_global_id(2);\n"
                                 "    C_parts += member * 3 * M * N;\n"));
    assert_non_null(strstr(text, "    C_parts += member * 3 * M * ldc;\n"));
    assert_non_null(strstr(text, "    const int part_of_k = get_global_id(2) % 3;\n"));
    assert_non_null(strstr(text, "each in 3 parts of K"));
}

/* As few parts as give each of the 132 compute units a work-group; not more than there are iterations, and none where there
 * can be none. */
static void parts_that_fill(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int parts;
    } rows[] = {
        {"--tile 4x8 --wg 8x8 --fixed 64x64x4096", 66}, /* of 2 x 1 work-groups */
        {"--tile 4x8 --wg 8x8 --fixed 512x512x4096", 2},
        {"--tile 4x8 --wg 8x8 --fixed 1024x1024x4096", 1},
        {"--tile 4x8 --wg 8x8 --fixed 64x64x30 --tile-k 4", 8},
        {"--tile 4x8 --wg 8x8 --fixed 64x64x0", 1},
        {"--tile 4x8 --wg 8x8 --fixed 0x64x4096", 1},
        {"--tile 4x8 --wg 8x8 --fixed 64x64x4096 --access-a image", 1},
        {"--tile 4x8 --wg 8x8 --fixed 64x64x4096 --batch strided", 1},
        {"--tile 4x8 --wg 8x8 --fixed 64x64x4096 --batch strided --batch-count 5", 14},
        {"--tile 4x8 --wg 8x8 --fixed 64x64x4096 --batch offsets --batch-count 132", 1},
        {"--tile 4x8 --wg 8x8 --fixed 64x64x4096 --batch strided --batch-count 0", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan *const plan =
            plan_of(arena_printf(&arena,
                                 "--family register --layout row --for nvidia-hopper "
                                 "--split-k auto %s",
                                 rows[i].line));
        const struct step *const step = plan_main_step(plan);
        const struct launch_dimension *const dimension = &step->dimensions[2];
        const long long parts = step->dimension_count < 3              ? 1
                                : dimension->dim.symbol == SYMBOL_NONE ? dimension->dim.number
                                : dimension->times                     ? dimension->times
                                                                       : 1;
        if (parts != rows[i].parts)
            fail_msg("%s: not %d parts", rows[i].line, rows[i].parts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(parts_of_k),       TEST(parts_in_one_launch),
                                       TEST(parts_of_fixed_k), TEST(parts_of_members),
                                       TEST(parts_that_fill),  TEST(parts_in_long_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
