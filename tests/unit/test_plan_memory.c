/*
 * What plans hold in memory and in registers: elements of all types, images and how far they are rounded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/texts.h"

/* ------------------------------------------------------------------------------- element types */

/* Bytes of memory follow the stored type, bytes of registers the types of the arithmetic. */
static void element_types(void **state)
{
    static const struct {
        const char *options;
        const char *type, *product, *accumulate, *scalar;
        long long bytes;
        long long register_bytes; /* 1 of A, 2 of B, 2 of C */
        const char *extension;
    } rows[] = {
        {"", "f32", "f32", "f32", "f32", 4, 20, NULL},
        {"--type f64", "f64", "f64", "f64", "f64", 8, 40, "cl_khr_fp64"},
        {"--type f16", "f16", "f32", "f32", "f32", 2, 20, NULL},
        {"--type f16 --compute f16", "f16", "f16", "f16", "f32", 2, 10, "cl_khr_fp16"},
        {"--type f16 --compute f16 --accumulate f32", "f16", "f16", "f32", "f32", 2, 14,
         "cl_khr_fp16"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "--family register --layout row --tile 1x2 %s",
                 rows[i].options);
        const struct plan *const plan = plan_of(line);
        const struct step *const step = multiply(plan);
        assert_string_equal(plan->problem.types[0], rows[i].type);
        assert_string_equal(plan->problem.product, rows[i].product);
        assert_string_equal(plan->problem.accumulate, rows[i].accumulate);
        assert_string_equal(plan->buffers[0].element_type, rows[i].type);
        assert_int_equal(plan->buffers[0].element_bytes, rows[i].bytes);
        assert_int_equal(plan->register_bytes, rows[i].register_bytes);
        assert_int_equal(step->arguments[3].symbol, SYMBOL_ALPHA);
        assert_string_equal(step->arguments[3].type, rows[i].scalar);
        assert_true(step->bytes[0].factor == (double)rows[i].bytes);
        if (rows[i].extension)
            assert_string_equal(plan->requirement.extensions[0], rows[i].extension);
        else
            assert_int_equal(plan->requirement.extension_count, 0);
    }
}

static void assert_image(const char *line, const char *order, const char *type, long long bytes,
                         long long covers, long long width)
{
    const struct plan *const plan = plan_of(line);
    const struct buffer *const image = &plan->buffers[3];
    assert_string_equal(image->image->order, order);
    assert_string_equal(image->image->type, type);
    assert_int_equal(image->element_bytes, bytes);
    assert_int_equal(image->covers, covers);
    assert_int_equal(image->extents[1].rounded_to, width);
}

/* Rows of images are whole blocks of 64 bytes. */
static void images_of_element_types(void **state)
{
    (void)state;
    assert_image("--family register --layout row --access-a image", "R", "FLOAT", 4, 1, 16);
    assert_image("--family register --layout row --access-a image --type f16", "R", "HALF_FLOAT", 2,
                 1, 32);
    assert_image("--family register --layout row --access-a image --vec-a 4 --type f16", "RGBA",
                 "HALF_FLOAT", 8, 4, 32);
    assert_image("--family register --layout row --access-a image --type f64", "RGBA",
                 "UNSIGNED_INT32", 16, 2, 8);
}

/* ------------------------------------------------------------------ how far images are rounded */

/* Texels of four elements: A's image is M x K, to 4 x 8 = 32 rows and lcm(4, 16) = 16 columns;
 * B's is K x N, to 4 rows and lcm(32, 16) = 32 columns. The copy of A's 16 columns is 4 texels
 * wide. */
static void images_of_four_elements_a_texel(void **state)
{
    const struct plan *const plan = plan_of(
        "--family register --layout row --access image --tile 4x4 --vec-a 4 --vec-b 4 --vec-c 4");
    (void)state;
    assert_extent(&plan->buffers[3], 0, SYMBOL_M, 32, SYMBOL_NONE, 0);
    assert_extent(&plan->buffers[3], 1, SYMBOL_K, 16, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[4], 0, SYMBOL_K, 4, SYMBOL_NONE, 0);
    assert_extent(&plan->buffers[4], 1, SYMBOL_N, 32, SYMBOL_NONE, 1);
    assert_int_equal(plan->buffers[3].covers, 4);
    assert_int_equal(plan->buffers[3].element_bytes, 16);
    assert_string_equal(plan->buffers[3].image->order, "RGBA");
    assert_dimension(&plan->steps[0], 0, SYMBOL_K, 16, 16, 4);
    assert_dimension(&plan->steps[0], 1, SYMBOL_M, 32, 16, 16);
    assert_dimension(&plan->steps[1], 0, SYMBOL_N, 32, 32, 8);
    assert_dimension(&plan->steps[1], 1, SYMBOL_K, 4, 4, 4);
    assert_int_equal(plan->requirement.work_group_size, 64);
}

/* A tile of 3 x 8 = 24 columns: the image's rows hold lcm(24, 16) = 48. Only the operand in an
 * image has a copy. */
static void image_of_an_odd_tile(void **state)
{
    const struct plan *const plan =
        plan_of("--layout row --share block-read --access-b image --tile 8x3 --wg 1x8");
    (void)state;
    assert_int_equal(plan->step_count, 2);
    assert_int_equal(plan->buffer_count, 4);
    assert_string_equal(plan->steps[0].name, "copy_b");
    assert_extent(&plan->buffers[3], 1, SYMBOL_N, 48, SYMBOL_NONE, 1);
    assert_dimension(&plan->steps[0], 0, SYMBOL_N, 48, 16, 16);
    assert_arguments(multiply(plan), "M N K alpha A lda B_image beta C ldc");
}

/* Six turns of the inner loop, 8 steps each: K is taken 48 at a time, and images are rounded to
 * that: in rows of K to 48, in columns to lcm(48, 16) = 48. */
static void unrolled_loops_take_more_of_k(void **state)
{
    const struct plan *const plan =
        plan_of("--layout row --preset block_read_16x2_4x8 --unroll-k 48");
    (void)state;
    assert_extent(&plan->buffers[3], 1, SYMBOL_K, 48, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[4], 0, SYMBOL_K, 48, SYMBOL_NONE, 0);
    assert_constraints(plan, "M must be a multiple of 64|"
                             "M must be at most 8192: images have up to 8192 texels a side|"
                             "N must be a multiple of 16|"
                             "N must be at most 8192: images have up to 8192 texels a side|"
                             "K must be a multiple of 48|"
                             "K must be at most 8160: images have up to 8192 texels a side");
}

/* Rows of an image hold as many texels, columns as many elements as texels hold; the least of two images
 * counts, and the profile says how large they may be. */
static void sizes_are_limited_by_images(void **state)
{
    static const struct {
        const char *line;
        long long m, n, k;
    } rows[] = {
        {"--access-a image", 8192, 2147418112, 8192},
        {"--access-b image", 2147418112, 8192, 8192},
        {"--access image --tile 8x4 --vec-b 4 --vec-c 4", 8192, 32768, 8192},
        {"--access image --tile 8x4 --vec-a 4 --vec-b 4 --vec-c 4 --tile-k 4", 8192, 32768, 8192},
        {"--access-a image --tile 8x4 --vec-a 4 --tile-k 4", 8192, 2147418112, 32768},
        {"--access-a image --tile 7x4 --wg 8x8", 8176, 2147418112, 8192},
        {"--access-a image --for intel-gen9", 16384, 2147418112, 16384},
        {"--type f64 --access image --tile 2x2 --vec-a 2 --vec-b 2 --vec-c 2 --tile-k 2", 8192,
         16384, 8192},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct plan *const plan =
            plan_of(arena_printf(&arena, "--family register --layout row %s", rows[i].line));
        const long long limits[] = {rows[i].m, rows[i].n, rows[i].k};
        for (int axis = 0; axis < 3; axis++) {
            assert_int_equal(plan->constraints[axis].left[0], SYMBOL_M + axis);
            assert_int_equal(plan->constraints[axis].operator, AT_MOST);
            if (plan->constraints[axis].right != limits[axis])
                fail_msg("%s: %s, not %lld", rows[i].line, plan->constraints[axis].sentence,
                         limits[axis]);
        }
    }
    assert_constraints(plan_of("--family register --layout row --access image --fixed 9x9x9"), "");
}

/* The first comment says as much as the manifest, and no more. */
static void kernels_say_what_images_hold(void **state)
{
    (void)state;
    const char *text = text_of("--family register --layout row --access-a image");
    assert_contains(text, "Single precision, row-major.\n");
    assert_contains(text,
                    " * Images have at most 8192 x 8192 texels: M at most 8192, K at most 8192.\n");
    text = text_of("--family register --layout row --access image --edges exact --tile 4x4");
    assert_contains(text, "row-major; M a multiple of 32, N a multiple of 32.\n");
    assert_contains(text, " * Images have at most 8192 x 8192 texels: M at most 8192, N at most "
                          "8192, K at most 8192.\n");
    text = text_of("--family register --layout row");
    assert_contains(text, "row-major; any sizes.\n");
    assert_lacks(text, "Images");
    assert_lacks(text_of("--family register --access image --fixed 64x64x64"), "Images of");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(element_types),
        TEST(images_of_element_types),
        TEST(images_of_four_elements_a_texel),
        TEST(image_of_an_odd_tile),
        TEST(unrolled_loops_take_more_of_k),
        TEST(sizes_are_limited_by_images),
        TEST(kernels_say_what_images_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
