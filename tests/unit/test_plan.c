/*
 * The numbers of whole plans, against cases computed by hand.
 *
 * In all of them 4 bytes are an element, (tile H x wg H) x (tile W x wg W) the tile of a work-
 * group in canonical (row-major) terms, and for a column-major request canonical rows are the
 * user's columns: M and N change places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/texts.h"

/* -------------------------------------------------------------------------- the default kernel */

/*
 * Column-major, so rows of the canonical tile are columns of C: TILE_M 32 x 1 = 32 along N, TILE_N
 * 2 x 8 = 16 along M, TILE_K = the 8 lanes. A lane holds of A (the user's B) 32 x 8 / 8 elements,
 * of B 2 x 8 (all steps of a turn), of C 64: 4 x (32 + 16 + 64) = 448 bytes. The exchange holds 32
 * x 8 elements a row of the work-group: 1024 bytes.
 */
static void default_kernel(void **state)
{
    const struct plan *const plan = plan_of("--tile 32x2 --wg 1x8");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "gemm_32x2_1x8");
    assert_string_equal(plan->stem, "gemm_32x2_1x8");
    assert_string_equal(plan->command, "clgemm-gen --tile 32x2 --wg 1x8");
    assert_string_equal(plan->version, CLGEMM_VERSION);
    assert_string_equal(plan->problem.types[0], "f32");
    assert_string_equal(plan->problem.layout, "column");
    assert_string_equal(plan->problem.edges, "guard");
    assert_int_equal(plan->register_bytes, 448);
    assert_int_equal(plan->local_bytes, 1024);

    assert_int_equal(plan->step_count, 1);
    assert_string_equal(step->name, "multiply");
    assert_string_equal(step->entry, plan->name);
    assert_dimension(step, 0, SYMBOL_M, 1, 16, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 32, 1);
    assert_arguments(step, "M N K alpha A lda B ldb beta C ldc");
    assert_int_equal(step->nonzero[0], SYMBOL_M);
    assert_int_equal(step->nonzero[1], SYMBOL_N);
    assert_int_equal(step->nonzero[2], SYMBOL_NONE);
    assert_true(step->flops[0].factor == 2);
    assert_true(step->flops[1].factor == 0);

    /* A is M x K, column-major: lines are columns, K of them, lda apart. */
    assert_int_equal(plan->buffer_count, 3);
    assert_extent(&plan->buffers[0], 0, SYMBOL_K, 1, SYMBOL_LDA, 0);
    assert_extent(&plan->buffers[0], 1, SYMBOL_M, 1, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[1], 0, SYMBOL_N, 1, SYMBOL_LDB, 0);
    assert_extent(&plan->buffers[1], 1, SYMBOL_K, 1, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[2], 0, SYMBOL_N, 1, SYMBOL_LDC, 0);
    assert_extent(&plan->buffers[2], 1, SYMBOL_M, 1, SYMBOL_NONE, 1);
    assert_int_equal(plan->buffers[0].access, ACCESS_READ);
    assert_int_equal(plan->buffers[2].access, ACCESS_READ_WRITE);

    assert_false(plan->requirement.images);
    assert_int_equal(plan->requirement.extension_count, 0);
    assert_int_equal(plan->requirement.local_bytes, 1024);
    assert_int_equal(plan->requirement.work_group_size, 8);
    assert_int_equal(step->sub_group_size, 0);
    assert_constraints(plan, "");
    assert_int_equal(limits(plan), 3);
}

/* ----------------------------------------------------------- the worked example of the article */

/*
 * TILE_M 4 x 1, TILE_N 1 x 8, TILE_K 8. A lane holds of A 4 x 8 / 8, of B the block of 8 steps of
 * its column, of C 4 elements: 16 + 32 + 16 bytes. The canonical A is the user's B: its image is N
 * x K, rounded to the tile's 4 and to the smallest multiple of TILE_K = 8 that fills 64 bytes: 16.
 * The other is K x M, to 8 and to lcm(8, 16) = 16.
 */
static void worked_example(void **state)
{
    const struct plan *const plan = plan_of("--preset block_read_4x1_1x8");
    const struct step *const copy_a = &plan->steps[0];
    const struct step *const copy_b = &plan->steps[1];
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "block_read_4x1_1x8");
    assert_string_equal(plan->command, "clgemm-gen --preset block_read_4x1_1x8");
    assert_int_equal(plan->register_bytes, 64);
    assert_int_equal(plan->local_bytes, 0);

    assert_int_equal(plan->buffer_count, 5);
    const struct buffer *const a_image = &plan->buffers[3];
    const struct buffer *const b_image = &plan->buffers[4];
    assert_string_equal(a_image->name, "A_image");
    assert_string_equal(b_image->name, "B_image");
    assert_extent(b_image, 0, SYMBOL_N, 4, SYMBOL_NONE, 0);
    assert_extent(b_image, 1, SYMBOL_K, 16, SYMBOL_NONE, 1);
    assert_extent(a_image, 0, SYMBOL_K, 8, SYMBOL_NONE, 0);
    assert_extent(a_image, 1, SYMBOL_M, 16, SYMBOL_NONE, 1);
    assert_int_equal(a_image->role, ROLE_WORKSPACE);
    assert_int_equal(a_image->covers, 1);
    assert_int_equal(a_image->element_bytes, 4);
    assert_string_equal(a_image->image->order, "R");
    assert_string_equal(a_image->image->type, "FLOAT");
    assert_int_equal(a_image->image->pitch_bytes, 64);

    /* Copies: work-groups of at most 16 x 16 that divide the rounded image. */
    assert_int_equal(plan->step_count, 3);
    assert_string_equal(copy_a->name, "copy_a");
    assert_string_equal(copy_a->entry, "block_read_4x1_1x8_copy_a");
    assert_arguments(copy_a, "M K A lda A_image");
    assert_dimension(copy_a, 0, SYMBOL_M, 16, 16, 16);
    assert_dimension(copy_a, 1, SYMBOL_K, 8, 8, 8);
    assert_int_equal(copy_a->nonzero[0], SYMBOL_M);
    assert_int_equal(copy_a->nonzero[3], SYMBOL_ALPHA);
    assert_arguments(copy_b, "N K B ldb B_image");
    assert_dimension(copy_b, 0, SYMBOL_K, 16, 16, 16);
    assert_dimension(copy_b, 1, SYMBOL_N, 4, 4, 4);

    assert_arguments(step, "K alpha A_image B_image beta C ldc");
    assert_dimension(step, 0, SYMBOL_M, 1, 8, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 4, 1);
    assert_int_equal(step->sub_group_size, 8);
    assert_true(step->sub_group_equal);
    assert_int_equal(copy_a->sub_group_size, 0);

    assert_true(plan->requirement.images);
    assert_string_equal(plan->requirement.extensions[0], "cl_intel_subgroups");
    assert_string_equal(plan->requirement.extensions[1], "cl_intel_required_subgroup_size");
    assert_int_equal(plan->requirement.extension_count, 2);
    /* The largest work-group is that of copy_a: 16 x 8. */
    assert_int_equal(plan->requirement.work_group_size, 128);
    assert_constraints(plan, "M must be a multiple of 8|"
                             "M must be at most 8192: images have up to 8192 texels a side|"
                             "N must be a multiple of 4|"
                             "N must be at most 8192: images have up to 8192 texels a side|"
                             "K must be a multiple of 8|"
                             "K must be at most 8192: images have up to 8192 texels a side");
    assert_int_equal(limits(plan), 0);
}

static void worked_example_as_text(void **state)
{
    const char *const text = text_of("--preset block_read_4x1_1x8");
    (void)state;
    assert_int_equal(count(text, "intel_sub_group_block_read4("), 1);
    assert_int_equal(count(text, "intel_sub_group_block_read8("), 1);
    assert_int_equal(count(text, "intel_sub_group_block_read"), 2);
    assert_int_equal(count(text, "intel_sub_group_shuffle("), 8);
    assert_int_equal(count(text, "mad("), 8);
    assert_int_equal(count(text, "float4 c_"), 1);
    assert_int_equal(count(text, "computes 4 x 1 elements of C: 4 along N by 1 along M."), 1);
    assert_int_equal(count(text, "A work-group computes 4 along N by 8 along M."), 1);
}

/* ----------------------------------------------------------------------- a sample with barrier */

/*
 * TILE_M 8 x 8 = 64 along N, TILE_N 4 x 8 = 32 along M. A lane: 8 x 8 / 8 + 4 x 8 + 32 elements =
 * 288 bytes. Local: 8 x 8 elements for each of 8 rows of the work-group = 2048 bytes. Indices have
 * 32 bits.
 */
static void sample_with_barrier(void **state)
{
    const struct plan *const plan = plan_of("--preset L3_SIMD_8x4_8x8_barrier");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "L3_SIMD_8x4_8x8_barrier");
    assert_int_equal(plan->register_bytes, 288);
    assert_int_equal(plan->local_bytes, 2048);
    assert_int_equal(plan->requirement.work_group_size, 64);
    assert_int_equal(plan->step_count, 1);
    assert_dimension(step, 0, SYMBOL_M, 1, 32, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 64, 8);
    assert_arguments(step, "K alpha A lda B ldb beta C ldc");
    assert_constraints(plan, "M must be a multiple of 32|N must be a multiple of 64|"
                             "K must be a multiple of 8|"
                             "B must have less than 2^31 elements: ldb x N at most 2147483647|"
                             "A must have less than 2^31 elements: lda x K at most 2147483647|"
                             "C must have less than 2^31 elements: ldc x N at most 2147483647");
    const struct constraint *const last = &plan->constraints[plan->constraint_count - 1];
    assert_int_equal(last->left[0], SYMBOL_LDC);
    assert_int_equal(last->left[1], SYMBOL_N);
    assert_int_equal(last->operator, AT_MOST);
    assert_int_equal(last->right, 2147483647);
    assert_int_equal(plan->constraints[0].operator, MULTIPLE_OF);
    assert_int_equal(plan->constraints[0].left[0], SYMBOL_M);
    assert_int_equal(plan->constraints[0].right, 32);
    /* One barrier in the macro of the exchange; to keep in step, one in each of three native branches,
     * none where the exchange does so. */
    const char *const text = text_of("--preset L3_SIMD_8x4_8x8_barrier");
    assert_int_equal(count(text, "define CLGEMM_SYNCHRONISE barrier(CLK"), 1);
    assert_int_equal(count(text, "define CLGEMM_IN_STEP barrier(CLK"), 3);
    assert_int_equal(count(text, "define CLGEMM_IN_STEP\n"), 1);
    assert_int_equal(count(text, "barrier(CLK"), 4);
    assert_int_equal(count(text_of("--preset L3_SIMD_8x4_8x8"), "barrier(CLK"), 1);
}

/* ----------------------------------------------------------------- register, sizes compiled in */

/*
 * TILE_M 4 x 8, TILE_N 4 x 8. A work-item: one element of A, 4 of B, 16 of C: 84 bytes. Nothing of
 * the problem is left to the launch but alpha and beta.
 */
static void register_kernel_of_fixed_sizes(void **state)
{
    const struct plan *const plan =
        plan_of("--family register --layout row --tile 4x4 --wg 8x8 --fixed 100x64x50");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "gemm_4x4_8x8");
    assert_string_equal(plan->command,
                        "clgemm-gen --layout row --fixed 100x64x50 --family register "
                        "--tile 4x4 --wg 8x8");
    assert_int_equal(plan->register_bytes, 84);
    assert_int_equal(plan->local_bytes, 0);
    assert_arguments(step, "alpha A B beta C");
    assert_dimension(step, 0, SYMBOL_N, 1, 32, 8);
    assert_dimension(step, 1, SYMBOL_M, 1, 32, 8);
    assert_constraints(plan, "");
    assert_int_equal(limits(plan), 0);
    assert_int_equal(plan->problem.values[SYMBOL_M].whole, 100);
    assert_int_equal(plan->problem.values[SYMBOL_LDA].how, TIGHT);
    assert_string_equal(value_get(plan->config, "index")->text, "32");
    /* M = 100 is no multiple of 32, N = 64 is: the kernel guards M, not N. */
    const char *const text =
        text_of("--family register --layout row --tile 4x4 --wg 8x8 --fixed 100x64x50");
    assert_non_null(strstr(text, "global size {16, 32}"));
    assert_non_null(strstr(text, "row + 3 < M"));
    assert_null(strstr(text, "< N"));
}

static void naive_kernel(void **state)
{
    const struct plan *const plan = plan_of("--family naive");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "gemm_1x1_8x8");
    assert_int_equal(plan->register_bytes, 12);
    assert_int_equal(plan->local_bytes, 0);
    assert_dimension(step, 0, SYMBOL_M, 1, 8, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 8, 8);
    assert_int_equal(plan->requirement.work_group_size, 64);
    assert_constraints(plan, "");
    assert_int_equal(limits(plan), 3);
    assert_string_equal(value_get(plan->config, "tile-k")->text, "1");
    assert_null(value_get(plan->config, "sub-groups"));
}

/* ------------------------------------------------------- the register tiles of another article */

/* The article's sum of one hardware thread, 8 lanes: 1 KB + 128 B + 2 KB. */
static void register_tiles_of_the_article(void **state)
{
    (void)state;
    assert_int_equal(plan_of("--preset cilk_16x16x32")->register_bytes * 8, 1024 + 128 + 2048);
    assert_string_equal(plan_of("--preset cilk_16x16x32")->build_options, "");
    assert_string_equal(plan_of("--preset cilk_16x16x32 --for intel-xe-hpg")->build_options,
                        "-cl-intel-256-GRF-per-thread");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(default_kernel),
        TEST(worked_example),
        TEST(worked_example_as_text),
        TEST(sample_with_barrier),
        TEST(register_kernel_of_fixed_sizes),
        TEST(naive_kernel),
        TEST(register_tiles_of_the_article),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
