/*
 * What plans say of the launch: arguments, sub-groups, and how wide their lanes read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"

/* ----------------------------------------------------------------------------------- arguments */

static void arguments_in_order_with_their_types(void **state)
{
    const struct plan *const plan =
        plan_of("--offset-a arg --offset-b arg --offset-c arg --family naive");
    const struct step *const step = multiply(plan);
    static const char types[] = "iiifbLibLifbLi"; /* i32, i64 (L), f32, buffer */
    (void)state;
    assert_arguments(step, "M N K alpha A offset_a lda B offset_b ldb beta C offset_c ldc");
    for (size_t i = 0; i < step->argument_count; i++) {
        const struct argument *const argument = &step->arguments[i];
        assert_int_equal(argument->kind, types[i] == 'b' ? ARGUMENT_BUFFER : ARGUMENT_VALUE);
        assert_true(argument->meaning[0] != '\0');
        if (types[i] != 'b')
            assert_string_equal(argument->type, types[i] == 'i'   ? "i32"
                                                : types[i] == 'L' ? "i64"
                                                                  : "f32");
    }
    assert_string_equal(step->arguments[4].meaning, "M x K, column-major");
    assert_string_equal(step->arguments[6].meaning, "leading dimension of A, in elements (>= M)");
    assert_int_equal(plan->buffers[0].offset.symbol, SYMBOL_OFFSET_A);
}

static void what_is_compiled_in_is_no_argument(void **state)
{
    (void)state;
    assert_arguments(multiply(plan_of("--alpha 1 --beta 0")), "M N K A lda B ldb C ldc");
    assert_arguments(multiply(plan_of("--lda tight --ldb 512 --ldc tight")),
                     "M N K alpha A B beta C");
    assert_arguments(multiply(plan_of("--offset-a 5 --layout row --edges exact --ldc tight")),
                     "M N K alpha A lda B ldb beta C");
    assert_arguments(multiply(plan_of("--fixed 64x64x64 --alpha 2.5 --beta 1")), "A B C");
    assert_arguments(multiply(plan_of("--fixed 64x64x64 --lda arg")), "alpha A lda B beta C");
    assert_int_equal(plan_of("--beta 0")->buffers[2].access, ACCESS_WRITE);
    assert_int_equal(plan_of("--beta 1")->buffers[2].access, ACCESS_READ_WRITE);
    assert_int_equal(plan_of("--offset-c 7")->buffers[2].offset.number, 7);
}

/* ---------------------------------------------------------------------------------- work-groups */

static void work_items_along_the_dimensions_of_the_launch(void **state)
{
    static const struct {
        const char *line;
        long long local[2], per_group[2];
    } rows[] = {
        {"--family local --tile 4x2 --wg 4x8", {8, 4}, {16, 16}},
        {"--family local --tile 4x2 --wg 1x8", {8, 1}, {16, 4}},
        {"--family local --tile 4x2 --wg 1x1", {1, 1}, {2, 4}},
        /* A column of work-items stands along dimension 0; its groups lie as ever. */
        {"--family local --tile 4x2 --wg 8x1", {8, 1}, {2, 32}},
        {"--family local --tile 4x2 --wg 8x1 --ids global", {8, 1}, {2, 32}},
        {"--family register --tile 4x2 --wg 8x1", {1, 8}, {2, 32}},
        {"--family naive --wg 8x1", {1, 8}, {1, 8}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct step *const step = multiply(plan_of(rows[i].line));
        for (int j = 0; j < 2; j++) {
            assert_int_equal(step->dimensions[j].local, rows[i].local[j]);
            assert_int_equal(step->dimensions[j].per_group, rows[i].per_group[j]);
        }
    }
}

/* ---------------------------------------------------------------------------------- sub-groups */

static void sub_group_sizes_of_the_launch(void **state)
{
    static const struct {
        const char *line;
        long long size;
        bool equal;
        const char *extension;
        long long local_bytes;
    } rows[] = {
        {"--tile 8x2 --wg 1x8 --sub-groups intel", 8, true, "cl_intel_subgroups", 0},
        {"--tile 8x2 --wg 2x8 --sub-groups intel --sg-size 16", 16, true, "cl_intel_subgroups", 0},
        {"--tile 8x2 --wg 1x8 --sub-groups khr", 8, false, "cl_khr_subgroup_shuffle", 0},
        {"--tile 8x2 --wg 4x8 --sub-groups nvidia", 0, false, "cl_nv_compiler_options", 0},
        {"--tile 8x2 --wg 4x8 --sub-groups khr --sg-size 32", 8, false, "cl_khr_subgroup_shuffle",
         0},
        /* 4 bytes x 8 rows x 16 steps of K x 2 rows of the work-group. */
        {"--tile 8x2 --wg 2x8 --sub-groups emulated --tile-k 16", 0, false, NULL, 1024},
        {"--tile 8x2 --wg 1x8 --share block-read --sub-groups emulated", 0, false, NULL, 256},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct plan *const plan = plan_of(rows[i].line);
        assert_int_equal(multiply(plan)->sub_group_size, rows[i].size);
        assert_int_equal(multiply(plan)->sub_group_equal, rows[i].equal);
        assert_int_equal(plan->local_bytes, rows[i].local_bytes);
        if (rows[i].extension)
            assert_string_equal(plan->requirement.extensions[0], rows[i].extension);
        else
            assert_int_equal(plan->requirement.extension_count, 0);
    }
}

/* Up to four elements, and no more than 16 bytes of registers; of A only next to a B that is held, of
 * neither where nothing is exchanged natively. */
static void lanes_read_wide_by_type(void **state)
{
    static const struct {
        const char *line, *a, *b;
    } expected[] = {
        {"--tile 16x4", "4", "4"},
        {"--type f16 --tile 16x4", "4", "4"},
        {"--type f16 --compute f16 --tile 16x4", "4", "4"},
        {"--type f64 --tile 8x4", "1", "2"},
        {"--type f64 --tile 8x2", "2", "2"},
        {"--tile 16x2", "4", "2"},
        {"--tile 16x3", "1", "1"},
        {"--tile 32x4", "1", "4"},
        {"--tile 16x4 --sub-groups emulated", "1", "1"},
        {"--tile 16x4 --sub-groups nvidia", "1", "1"},
        {"--tile 16x4 --transpose tn", "1", "1"},
        {"--tile 16x4 --transpose tn --pretranspose a", "4", "4"},
        {"--tile 16x4 --edges shift", "4", "4"},
        {"--tile 16x4 --edges pad", "4", "4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "--layout row --wg 1x8 %s", expected[i].line);
        const struct plan *const plan = plan_of(line);
        assert_string_equal(value_get(plan->config, "vec-a")->text, expected[i].a);
        assert_string_equal(value_get(plan->config, "vec-b")->text, expected[i].b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(arguments_in_order_with_their_types),
        TEST(what_is_compiled_in_is_no_argument),
        TEST(work_items_along_the_dimensions_of_the_launch),
        TEST(sub_group_sizes_of_the_launch),
        TEST(lanes_read_wide_by_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
