/*
 * Presets of GATLAS: its labels, its parameters, and the kernels that they stand for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/spec/family.h"
#include "gen/family/families.h"
#include "gen/family/local/local.h"
#include "gen/spec/gatlas.h"
#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/presets.h"
#include "tests/unit/specs.h"

static void assert_gatlas(const char *line, const char *label)
{
    const struct spec *const spec = resolved_line(line);
    const char *const is = gatlas_label(&job, spec);
    if (!is || strcmp(is, label) != 0)
        fail_msg("%s: '%s' is not '%s'", line, is ? is : "no label", label);
}

/* As in its published result lines. */
static void gatlas_labels(void **state)
{
    (void)state;
    assert_gatlas("--preset gatlas_gemm_image", "8 4 0 argsMNK jkl");
    assert_gatlas("--preset gatlas_gemm_image --extra 5", "8 4 5 argsMNK lkj");
    assert_gatlas("--preset gatlas_gemm_image --extra 10 --fixed 64x64x64", "8 4 10 inlineMNK klj");
    assert_gatlas("--preset gatlas_gemm_buffer --group-size 10 --block-height 7 --extra 1",
                  "10 7 1 argsMNK kjl");
    assert_gatlas("--preset gatlas_matmul_buffer_double1 --extra 8 --fixed 64x64x64",
                  "8 4 8 inlineMNK ljk");
    assert_gatlas("--preset gatlas_gemm_image --fixed 64x64x64", "8 4 6 inlineMNK jkl");
    assert_gatlas("--preset gatlas_matmul_image --fixed 64x64x64", "8 4 12 inlineMNK jkl globalID");
    assert_null(gatlas_label(&job, resolved("kepler_6")));
    assert_null(gatlas_label(&job, resolved_line("--family register")));
}

/* What is asked besides the preset: the label stays where the kernel stays, or what it computes
 * changes. */
static void gatlas_labels_are_of_its_kernels_alone(void **state)
{
    static const char *const kept[] = {
        "--edges guard",   "--layout column", "--transpose tt", "--alpha 1",   "--loop-order jkl",
        "--wg 8x8",        "--tile 4x4",      "--name mine",    "--ids group", "--stages 1",
        "--access buffer", "--mad mad",       "--for cpu",      "--type f32",  "--offset-a 3",
    };
    static const char *const changed[] = {
        "--wg 4x4",       "--tile 8x4",       "--loop-order kjl",    "--ids global", "--vec-a 2",
        "--access image", "--stages 2",       "--assign strided",    "--pad-b 0",    "--type f64",
        "--copy async",   "--pretranspose b", "--load-shape-a 16x4", "--prefetch",   "--unroll-k 8",
        "--mad fma",      "--access-a image", "--family register",   "--index 64",   "--stage-b no",
    };
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        assert_gatlas(arena_printf(&arena, "--preset gatlas_gemm_buffer %s", kept[i]),
                      "8 4 0 argsMNK jkl");
    for (size_t i = 0; i < sizeof changed / sizeof changed[0]; i++) {
        const char *const label = gatlas_label(
            &job, resolve(arena_printf(&arena, "--preset gatlas_gemm_buffer %s", changed[i])));
        if (label)
            fail_msg("%s is labelled '%s'", changed[i], label);
    }
}

static const struct spec *try_fixed(const char *options, const long long *sizes)
{
    return try_line(
        arena_printf(&arena, "%s --fixed %lldx%lldx%lld", options, sizes[0], sizes[1], sizes[2]));
}

/* The multiples that are demanded of sizes at launch are those that --fixed is held to. */
static void gatlas_demands_the_same_of_all_sizes(void **state)
{
    static const struct {
        const char *options;
        long long m, n, k;
    } kernels[] = {
        {"--preset gatlas_gemm_image", 32, 32, 32},
        {"--preset gatlas_gemm_buffer --group-size 3 --block-height 1", 12, 12, 12},
        {"--preset gatlas_gemm_buffer --block-height 6 --layout column", 32, 48, 32},
        {"--preset gatlas_matmul_image_double2 --group-size 5 --block-height 3", 30, 10, 10},
        {"--preset gatlas_gemm_image --unroll-k 64", 32, 32, 64},
        {"--preset gatlas_gemm_buffer --edges guard", 1, 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const long long demanded[] = {kernels[i].m, kernels[i].n, kernels[i].k};
        const struct plan *const plan = plan_of(kernels[i].options);
        long long multiples[] = {1, 1, 1};
        for (size_t c = 0; c < plan->constraint_count; c++)
            if (plan->constraints[c].operator== MULTIPLE_OF)
                multiples[plan->constraints[c].left[0] - SYMBOL_M] = plan->constraints[c].right;
        for (int axis = 0; axis < 3; axis++) {
            long long sizes[] = {kernels[i].m, kernels[i].n, kernels[i].k};
            assert_int_equal(multiples[axis], demanded[axis]);
            assert_non_null(try_fixed(kernels[i].options, sizes));
            sizes[axis] += sizes[axis] / 2;
            if (demanded[axis] > 1)
                assert_null(try_fixed(kernels[i].options, sizes));
        }
    }
}

/* extra % 6 counts the loop orders; of a pure product from images, extra / 6 % 2 the ids. */
static void gatlas_extra(void **state)
{
    static const char *const orders[] = {"jkl", "kjl", "ljk", "jlk", "klj", "lkj"};
    static const struct {
        const char *preset;
        int count;
        bool chooses, image;
    } kernels[] = {
        {"gatlas_gemm_buffer", 12, false, false},
        {"gatlas_gemm_image", 12, false, true},
        {"gatlas_matmul_buffer", 12, false, false},
        {"gatlas_matmul_image", 24, true, true},
    };
    (void)state;
    for (int k = 0; k < 4; k++) {
        for (int extra = 0; extra < kernels[k].count; extra++) {
            const bool inlines = extra >= kernels[k].count / 2;
            const struct spec *const spec =
                resolved_line(arena_printf(&arena, "--preset %s --extra %d%s", kernels[k].preset,
                                           extra, inlines ? " --fixed 64x64x64" : ""));
            const bool global = kernels[k].image && (!kernels[k].chooses || extra % 12 < 6);
            assert_string_equal(spec->loop_order, orders[extra % 6]);
            assert_int_equal(spec->group_ids, !global);
            const char *const label = arena_printf(&arena, "8 4 %d %sMNK %s%s", extra,
                                                   inlines ? "inline" : "args", orders[extra % 6],
                                                   !kernels[k].chooses ? ""
                                                   : global            ? " globalID"
                                                                       : " groupID");
            assert_string_equal(gatlas_label(&job, spec), label);
        }
    }
}

static void gatlas_shapes(void **state)
{
    static const struct {
        const char *line;
        struct shape tile, wg;
        long long tile_k;
        const char *type;
    } kernels[] = {
        {"--preset gatlas_gemm_buffer", {4, 4}, {8, 8}, 32, "f32"},
        {"--preset gatlas_gemm_buffer_float4", {4, 4}, {8, 8}, 32, "f32"},
        {"--preset gatlas_gemm_buffer_float2 --block-height 10", {10, 2}, {8, 8}, 16, "f32"},
        {"--preset gatlas_gemm_buffer_float1 --group-size 10", {4, 1}, {10, 10}, 10, "f32"},
        {"--preset gatlas_gemm_buffer_double2 --group-size 6", {4, 2}, {6, 6}, 12, "f64"},
        {"--preset gatlas_matmul_buffer_double1 --block-height 1", {1, 1}, {8, 8}, 8, "f64"},
        {"--preset gatlas_matmul_image --group-size 16", {4, 4}, {16, 16}, 4, "f32"},
        {"--preset gatlas_matmul_image_double2 --block-height 12", {12, 2}, {8, 8}, 2, "f64"},
        {"--preset gatlas_gemm_image --group-size 5 --block-height 8", {8, 4}, {5, 5}, 4, "f32"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const struct spec *const spec = resolved_line(kernels[i].line);
        const bool image = strstr(kernels[i].line, "_image") != NULL;
        const bool pure = strstr(kernels[i].line, "_matmul_") != NULL;
        assert_ptr_equal(spec->family, image ? &family_register : &family_local);
        assert_shape(spec->tile, kernels[i].tile.height, kernels[i].tile.width);
        assert_shape(spec->wg, kernels[i].wg.height, kernels[i].wg.width);
        assert_int_equal(spec->tile_k, kernels[i].tile_k);
        assert_string_equal(spec->c.given->type, kernels[i].type);
        assert_int_equal(in_image(&spec->a), image);
        assert_int_equal(in_image(&spec->b), image);
        assert_int_equal(spec->a.vector, spec->tile.width);
        assert_int_equal(spec->b.vector, spec->tile.width);
        assert_int_equal(spec->c.vector, spec->tile.width);
        assert_int_equal(spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH, !pure);
        assert_int_equal(spec->problem.values[SYMBOL_BETA].how == GIVEN_AT_LAUNCH, !pure);
        if (image)
            continue;
        const struct local_spec *const own = local_spec(spec);
        assert_int_equal(own->a.stage, STAGE_PLAIN);
        assert_int_equal(own->b.stage, STAGE_PLAIN);
        /* A vector more than a line holds: lines lie in different banks. */
        assert_int_equal(own->a.pad, spec->tile.width);
        assert_int_equal(own->b.pad, spec->tile.width);
    }
}

/* Images hold no texels of one float or one double alone. */
static void gatlas_images_hold_whole_texels(void **state)
{
    static const char *const names[] = {"gatlas_gemm_image_double1", "gatlas_matmul_image_double1"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_null(try_preset(names[i]));
        assert_int_equal(error.code, CLGEMM_REFUSED);
    }
}

static void gatlas_serves_all_transposes(void **state)
{
    static const char *const transposes[] = {"nn", "nt", "tn", "tt"};
    struct clgemm_preset preset;
    (void)state;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++)
        for (int t = 0; t < 4 && begins(preset.name, "gatlas_"); t++)
            resolved_line(
                arena_printf(&arena, "--preset %s --transpose %s", preset.name, transposes[t]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gatlas_labels),
        TEST(gatlas_labels_are_of_its_kernels_alone),
        TEST(gatlas_extra),
        TEST(gatlas_shapes),
        TEST(gatlas_demands_the_same_of_all_sizes),
        TEST(gatlas_images_hold_whole_texels),
        TEST(gatlas_serves_all_transposes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
