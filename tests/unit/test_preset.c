/*
 * Presets: every listed one resolves to what its name says; the grammar; the nearest names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/family.h"
#include "gen/gatlas.h"
#include "gen/planner.h"
#include "gen/preset.h"

static struct arena arena;
static struct clgemm_error error;
static struct job job;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* The spec of a line of options, all rules kept; NULL with `error` filled. */
static const struct spec *resolve_line(const char *line)
{
    struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (setjmp(job.escape))
        return NULL;
    option_say_line(&job, values, line, VOICE_USER);
    const struct spec *const spec = spec_resolve(&job, values);
    rules_check(&job, spec, NULL, NULL);
    return spec;
}

static const struct spec *resolve(const char *name)
{
    return resolve_line(arena_printf(&arena, "--preset %s", name));
}

static const struct spec *resolved(const char *name)
{
    const struct spec *const spec = resolve(name);
    if (!spec)
        fail_msg("%s: %s", name, error.text);
    return spec;
}

static const struct spec *resolved_line(const char *line)
{
    const struct spec *const spec = resolve_line(line);
    if (!spec)
        fail_msg("%s: %s", line, error.text);
    return spec;
}

/* The options that a name stands for when nothing else is asked. */
static const char *options_of(const char *name)
{
    const struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    if (setjmp(job.escape))
        fail_msg("%s: %s", name, error.text);
    return preset_options(&job, name, values);
}

static const struct plan *plan_of(const struct spec *spec)
{
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    return plan_make(&job, spec);
}

/* The user's A or B, which canonical operands may exchange. */
static const struct operand *operand_of(const struct spec *spec, char letter)
{
    return spec->a.name[0] == letter ? &spec->a : &spec->b;
}

static void assert_shape(struct shape shape, long long height, long long width)
{
    assert_int_equal(shape.height, height);
    assert_int_equal(shape.width, width);
}

/* The names that the product promises. */
static const char *const promised[] = {
    "naive",
    "L3_SIMD_32x2_1x8",
    "L3_SIMD_16x2_1x8",
    "L3_SIMD_16x2_4x8",
    "L3_SIMD_8x4_1x8",
    "L3_SIMD_8x4_8x8",
    "L3_SIMD_8x4_8x8_barrier",
    "block_read_32x2_1x8",
    "block_read_32x2_8x1",
    "block_read_32x2_4x8",
    "block_read_32x2_8x8",
    "block_read_32x1_1x8",
    "block_read_32x1_8x1",
    "block_read_16x2_1x8",
    "block_read_16x2_4x8",
    "block_read_16x2_8x8",
    "block_read_16x4_1x8",
    "block_read_16x4_4x8",
    "block_read_16x4_8x8",
    "block_read_4x1_1x8",
    "cilk_16x16x32",
    "L3_SLM_8x8_8x16",
    "L3_SLM_8x8_4x16",
    "L3_SLM_8x8_16x16",
    "dpcpp_v1",
    "dpcpp_v2",
    "dpcpp_v3",
    "dpcpp_v4",
    "dpcpp_v5",
    "dpcpp_v6",
    "dpcpp_v7",
    "kepler_1",
    "kepler_2",
    "kepler_3",
    "kepler_4",
    "kepler_5",
    "kepler_6",
    "kepler_7",
    "kepler_8",
    "kepler_9",
    "kepler_10",
    "kepler_10_combined",
    "kepler_11",
    "gatlas_matmul_buffer",
    "gatlas_matmul_buffer_float1",
    "gatlas_matmul_buffer_float2",
    "gatlas_matmul_buffer_float4",
    "gatlas_matmul_buffer_double1",
    "gatlas_matmul_buffer_double2",
    "gatlas_matmul_image",
    "gatlas_matmul_image_float4",
    "gatlas_matmul_image_double2",
    "gatlas_gemm_buffer",
    "gatlas_gemm_buffer_float1",
    "gatlas_gemm_buffer_float2",
    "gatlas_gemm_buffer_float4",
    "gatlas_gemm_buffer_double1",
    "gatlas_gemm_buffer_double2",
    "gatlas_gemm_image",
    "gatlas_gemm_image_float4",
    "gatlas_gemm_image_double2",
};

static void promised_names_are_listed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++) {
        struct clgemm_preset preset;
        size_t index = 0;
        while (clgemm_preset_at(index, &preset) == 0 && strcmp(preset.name, promised[i]) != 0)
            index++;
        assert_int_equal(clgemm_preset_at(index, &preset), 0);
    }
}

static void list_ends(void **state)
{
    struct clgemm_preset preset;
    size_t count = 0;
    (void)state;
    while (clgemm_preset_at(count, &preset) == 0)
        count++;
    assert_true(count >= sizeof promised / sizeof promised[0]);
    assert_int_equal(clgemm_preset_at(count + 1, &preset), -1);
    assert_int_equal(clgemm_preset_at(SIZE_MAX, &preset), -1);
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* Name and kernel of a preset are one thing. */
static void every_listed_preset_keeps_every_rule(void **state)
{
    struct clgemm_preset preset;
    (void)state;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        const struct spec *const spec = resolved(preset.name);
        assert_true(preset.help[0] != '\0');
        const bool row = begins(preset.name, "gatlas_") || begins(preset.name, "dpcpp_") ||
                         begins(preset.name, "cilk_");
        assert_int_equal(spec->column_major, !row);
        const bool padded = begins(preset.name, "kepler_10");
        assert_int_equal(spec->edges, padded ? EDGES_PAD : EDGES_EXACT);
        assert_string_equal(plan_of(spec)->name, preset.name);
        /* What is listed is what counts, but for parameters of the preset's own. */
        if (!begins(preset.name, "gatlas_"))
            assert_string_equal(options_of(preset.name), preset.options);
    }
}

static void names_of_the_grammar_say_the_shapes(void **state)
{
    struct clgemm_preset preset;
    (void)state;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        long long tile[2], wg[2];
        char method[32];
        if (sscanf(preset.name, "%5[^_]_%*4[^_]_%lldx%lld_%lldx%lld", method, &tile[0], &tile[1],
                   &wg[0], &wg[1]) != 5)
            continue;
        const struct spec *const spec = resolved(preset.name);
        const bool blocks = strcmp(method, "block") == 0;
        assert_shape(spec->tile, tile[0], tile[1]);
        /* The article's 8x1 is our 1x8: a sub-group spans a row. */
        assert_shape(spec->wg, wg[1] == 1 ? 1 : wg[0], wg[1] == 1 ? wg[0] : wg[1]);
        assert_int_equal(spec->a.image, blocks);
        assert_int_equal(spec->b.image, blocks);
        assert_int_equal(spec->barrier, strstr(preset.name, "_barrier") != NULL);
        if (begins(preset.name, "L3_SLM")) {
            assert_ptr_equal(spec->family, &family_local);
            continue;
        }
        assert_ptr_equal(spec->family, &family_subgroup);
        assert_int_equal(spec->share, blocks ? SHARE_BLOCK_READ : SHARE_SHUFFLE);
    }
}

static void naive_preset(void **state)
{
    const struct spec *const spec = resolved("naive");
    (void)state;
    assert_ptr_equal(spec->family, &family_naive);
    assert_int_equal(spec->share, SHARE_NONE);
    assert_int_equal(spec->tile.height * spec->tile.width, 1);
}

static void eight_by_one_is_one_by_eight(void **state)
{
    (void)state;
    assert_string_equal(options_of("block_read_32x2_8x1"), options_of("block_read_32x2_1x8"));
    assert_string_equal(options_of("block_read_32x1_8x1"), options_of("block_read_32x1_1x8"));
}

/* ----------------------------------------------------------------------------------- grammar */

static void unlisted_names_of_the_grammar_are_presets(void **state)
{
    const struct spec *spec = resolved("L3_SIMD_24x3_2x16_barrier");
    (void)state;
    assert_int_equal(spec->share, SHARE_SHUFFLE);
    assert_int_equal(spec->tile.height, 24);
    assert_int_equal(spec->tile.width, 3);
    assert_int_equal(spec->wg.height, 2);
    assert_int_equal(spec->wg.width, 16);
    assert_true(spec->barrier);
    assert_int_equal(spec->edges, EDGES_EXACT);

    spec = resolved("block_read_8x1_4x16");
    assert_int_equal(spec->share, SHARE_BLOCK_READ);
    assert_true(spec->a.image && spec->b.image);
    assert_int_equal(spec->tile.height, 8);
    assert_int_equal(spec->wg.width, 16);
    assert_false(spec->barrier);
}

/* The grammar and the list say the same of the same shapes. */
static void list_and_grammar_agree(void **state)
{
    struct clgemm_preset preset;
    const char *const shuffle = options_of("L3_SIMD_99x98_97x96");
    const char *const blocks = options_of("block_read_99x98_97x96");
    const char *const local = options_of("L3_SLM_99x98_97x96");
    (void)state;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        const char *const like = begins(preset.name, "L3_SIMD")      ? shuffle
                                 : begins(preset.name, "L3_SLM")     ? local
                                 : begins(preset.name, "block_read") ? blocks
                                                                     : NULL;
        if (like)
            assert_memory_equal(preset.options, like, (size_t)(strstr(like, " --tile") - like));
    }
}

static void assert_no_preset(const char *name, const char *says)
{
    assert_null(resolve(name));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.option, "preset");
    if (!strstr(error.text, says))
        fail_msg("'%s' does not say '%s'", error.text, says);
}

static void other_names_are_refused(void **state)
{
    static const char *const names[] = {
        "L3_SIMD",
        "L3_SIMD_",
        "L3_SIMD_32x2",
        "L3_SIMD_32x2_",
        "L3_SIMD_32_1x8",
        "L3_SIMD_32x_1x8",
        "L3_SIMD_x2_1x8",
        "L3_SIMD_32x2_1x8_",
        "L3_SIMD_32x2_1x8_barrie",
        "L3_SIMD_32x2_1x8_barrier_",
        "L3_SIMD_32x2_1x8x2",
        "L3_SIMD32x2_1x8",
        "l3_simd_32x2_1x8",
        "block_read_32x2",
        "block_read_32x2_1x8barrier",
        "L3_SLM_8x8",
        "L3_SLM_8x8_8x16_float4",
        "gatlas_gemm",
        "gatlas_gemm_buffer_",
        "gatlas_gemm_buffer_float8",
        "gatlas_gemm_image_half2",
        "dpcpp_v8",
        "kepler_12",
        "kepler_10_separate",
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_no_preset(names[i], arena_printf(&arena, "there is no preset %s", names[i]));
}

static void nearest_presets_are_suggested(void **state)
{
    (void)state;
    assert_no_preset("naiv", "did you mean naive?");
    assert_no_preset("L3_SIMD_32x2_1x", "did you mean L3_SIMD_32x2_1x8?");
    assert_no_preset("block_raed_16x4_8x8", "did you mean block_read_16x4_8x8?");
    assert_no_preset("qwertyuiopasdf", "--list presets shows them");
    assert_no_preset("qwertyuiopasdf", "METHOD_HxW_HxW[_barrier]");
}

/* Of the grammar, but not to be served: the tile's own sentence. */
static void impossible_shapes_are_answered(void **state)
{
    (void)state;
    assert_null(resolve("L3_SIMD_0x2_1x8"));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_non_null(strstr(error.text, "--tile takes"));
    assert_null(resolve("L3_SIMD_99999999999999999999x2_1x8"));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_null(resolve("block_read_32x2_1x7"));
    assert_int_equal(error.code, CLGEMM_REFUSED);
    assert_string_equal(error.rule, "lanes");
}

/* ----------------------------------------------------------------------------- local memory */

/* The sample's: A through local memory, B straight from the buffer, elements in strided blocks of
 * four. */
static void slm_presets_stage_a_alone(void **state)
{
    static const char *const names[] = {"L3_SLM_8x8_8x16", "L3_SLM_8x8_4x16", "L3_SLM_8x8_16x16"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct spec *const spec = resolved(names[i]);
        assert_int_equal(operand_of(spec, 'A')->stage, STAGE_PLAIN);
        assert_int_equal(operand_of(spec, 'B')->stage, STAGE_NONE);
        assert_int_equal(spec->a.vector, 4);
        assert_int_equal(spec->b.vector, 4);
        assert_int_equal(spec->c.vector, 4);
        assert_true(spec->strided);
        assert_int_equal(spec->stages, 1);
        /* Of 8 columns of a work-group's rows, 16 steps of K at a time. */
        assert_int_equal(plan_of(spec)->local_bytes, 4 * 16 * 8 * spec->wg.width);
    }
    assert_true(resolved("L3_SLM_4x8_2x8")->strided);
}

/* ------------------------------------------------------------------------------- the ladders */

static void dpcpp_ladder(void **state)
{
    (void)state;
    assert_ptr_equal(resolved("dpcpp_v1")->family, &family_naive);
    assert_shape(resolved("dpcpp_v1")->tile, 1, 1);
    assert_ptr_equal(resolved("dpcpp_v2")->family, &family_naive);
    assert_shape(resolved("dpcpp_v2")->tile, 4, 4);
    assert_ptr_equal(resolved("dpcpp_v3")->family, &family_register);
    const struct spec *const v3 = resolved("dpcpp_v3");
    const struct spec *const v4 = resolved("dpcpp_v4");
    const struct spec *const v5 = resolved("dpcpp_v5");
    const struct spec *const v6 = resolved("dpcpp_v6");
    const struct spec *const v7 = resolved("dpcpp_v7");
    assert_shape(v3->tile, 4, 4);
    const struct spec *const staged[] = {v4, v5, v6, v7};
    for (int i = 0; i < 4; i++) {
        assert_ptr_equal(staged[i]->family, &family_local);
        assert_int_equal(staged[i]->a.stage, STAGE_PLAIN);
        assert_int_equal(staged[i]->b.stage, STAGE_PLAIN);
        assert_int_equal(staged[i]->a.pad + staged[i]->b.pad, 0);
        assert_shape(staged[i]->tile, 4, 4);
        assert_false(staged[i]->strided);
    }
    /* The fifth widens rows of the work-group to a sub-group, and with them the tiles; no more. */
    assert_shape(v4->wg, 16, 16);
    assert_shape(v5->wg, 16, 32);
    assert_int_equal(v4->tile_k, 16);
    assert_int_equal(v5->tile_k, 32);
    assert_int_equal(v4->c.vector, 1);
    assert_int_equal(v5->c.vector, 1);
    assert_int_equal(v4->unroll_k, 1);
    assert_int_equal(v5->unroll_k, 1);
    /* The sixth loads and stores vectors, the seventh unrolls. */
    assert_int_equal(v6->a.vector * v6->b.vector * v6->c.vector, 4 * 4 * 4);
    assert_true(v6->unroll_k < v6->tile_k);
    assert_int_equal(v7->a.vector * v7->b.vector * v7->c.vector, 4 * 4 * 4);
    assert_int_equal(v7->unroll_k, v7->tile_k);
}

/* Steps of a preset's plan, the multiplication among them. */
static size_t steps_of(const char *name)
{
    return plan_of(resolved(name))->step_count;
}

static void kepler_ladder(void **state)
{
    static const struct {
        const char *name;
        const struct family *family;
        struct shape tile, wg;
        long long tile_k;
        bool packs_b;
        enum stage stage_b;
    } kernels[] = {
        {"kepler_1", &family_naive, {1, 1}, {32, 32}, 1, false, STAGE_PLAIN},
        {"kepler_2", &family_local, {1, 1}, {32, 32}, 32, false, STAGE_PLAIN},
        {"kepler_3", &family_local, {8, 1}, {4, 32}, 32, false, STAGE_PLAIN},
        {"kepler_4", &family_local, {1, 4}, {32, 8}, 32, false, STAGE_PLAIN},
        {"kepler_5", &family_local, {8, 1}, {4, 32}, 16, true, STAGE_TRANSPOSED},
        {"kepler_6", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_TRANSPOSED},
        {"kepler_7", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_8", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_9", &family_local, {8, 8}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_10", &family_local, {10, 10}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_10_combined", &family_local, {10, 10}, {16, 16}, 16, true, STAGE_PLAIN},
        {"kepler_11", &family_register, {4, 8}, {8, 8}, 4, false, STAGE_PLAIN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const struct spec *const spec = resolved(kernels[i].name);
        assert_ptr_equal(spec->family, kernels[i].family);
        assert_shape(spec->tile, kernels[i].tile.height, kernels[i].tile.width);
        assert_shape(spec->wg, kernels[i].wg.height, kernels[i].wg.width);
        assert_int_equal(spec->tile_k, kernels[i].tile_k);
        assert_int_equal(operand_of(spec, 'B')->packed, kernels[i].packs_b);
        assert_false(operand_of(spec, 'A')->packed);
        /* C = A B. */
        assert_true(spec->problem.values[SYMBOL_ALPHA].how != GIVEN_AT_LAUNCH);
        assert_true(spec->problem.values[SYMBOL_BETA].how != GIVEN_AT_LAUNCH);
        if (spec->family != &family_local)
            continue;
        assert_true(spec->strided);
        assert_int_equal(operand_of(spec, 'A')->stage, STAGE_PLAIN);
        assert_int_equal(operand_of(spec, 'B')->stage, kernels[i].stage_b);
        /* Lines of the tile that is transposed on its way lie in different banks. */
        assert_int_equal(operand_of(spec, 'B')->pad,
                         kernels[i].stage_b == STAGE_TRANSPOSED ? 2 : 0);
        assert_int_equal(spec->stages, strcmp(kernels[i].name, "kepler_9") == 0 ? 2 : 1);
        assert_int_equal(spec->exchange, strcmp(kernels[i].name, "kepler_8") == 0);
    }
    assert_int_equal(resolved("kepler_4")->c.vector, 4);
    assert_int_equal(resolved("kepler_7")->a.vector, 4);
    assert_int_equal(resolved("kepler_10")->b.vector, 2);
    assert_int_equal(resolved("kepler_11")->c.vector, 8);
}

/* Transposing is a step of its own; the tenth pads A, pads B, transposes B, multiplies and takes C
 * from its tiles, or pads and transposes B at once. */
static void kepler_steps(void **state)
{
    (void)state;
    assert_int_equal(steps_of("kepler_4"), 1);
    assert_int_equal(steps_of("kepler_5"), 2);
    assert_int_equal(steps_of("kepler_9"), 2);
    assert_int_equal(steps_of("kepler_10"), 5);
    assert_int_equal(steps_of("kepler_10_combined"), 4);
    assert_int_equal(steps_of("kepler_11"), 1);
    const struct shape group = spec_group_tile(resolved("kepler_10"));
    assert_shape(group, 160, 160);
}

/* ------------------------------------------------------------------------------------ GATLAS */

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
    assert_null(gatlas_label(&job, resolved("kepler_6")));
    assert_null(gatlas_label(&job, resolved_line("--family register")));
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
        assert_string_equal(spec->element.storage->type, kernels[i].type);
        assert_int_equal(spec->a.image, image);
        assert_int_equal(spec->b.image, image);
        assert_int_equal(spec->a.vector, spec->tile.width);
        assert_int_equal(spec->b.vector, spec->tile.width);
        assert_int_equal(spec->c.vector, spec->tile.width);
        assert_int_equal(spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH, !pure);
        assert_int_equal(spec->problem.values[SYMBOL_BETA].how == GIVEN_AT_LAUNCH, !pure);
        if (image)
            continue;
        assert_int_equal(spec->a.stage, STAGE_PLAIN);
        assert_int_equal(spec->b.stage, STAGE_PLAIN);
        /* A vector more than a line holds: lines lie in different banks. */
        assert_int_equal(spec->a.pad, spec->tile.width);
        assert_int_equal(spec->b.pad, spec->tile.width);
    }
}

/* Images hold no texels of one float or one double alone. */
static void gatlas_images_hold_whole_texels(void **state)
{
    static const char *const names[] = {"gatlas_gemm_image_double1", "gatlas_matmul_image_double1"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_null(resolve(names[i]));
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

/* What the user asks changes the preset. */
static void presets_are_a_start(void **state)
{
    const struct spec *const spec =
        resolved_line("--preset block_read_32x2_1x8 --edges guard --tile 16x1");
    (void)state;
    assert_int_equal(spec->edges, EDGES_GUARD);
    assert_int_equal(spec->tile.height, 16);
    assert_int_equal(spec->wg.width, 8);
    assert_true(spec->a.image);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(promised_names_are_listed),
        TEST(list_ends),
        TEST(every_listed_preset_keeps_every_rule),
        TEST(names_of_the_grammar_say_the_shapes),
        TEST(naive_preset),
        TEST(eight_by_one_is_one_by_eight),
        TEST(unlisted_names_of_the_grammar_are_presets),
        TEST(list_and_grammar_agree),
        TEST(other_names_are_refused),
        TEST(nearest_presets_are_suggested),
        TEST(impossible_shapes_are_answered),
        TEST(slm_presets_stage_a_alone),
        TEST(dpcpp_ladder),
        TEST(kepler_ladder),
        TEST(kepler_steps),
        TEST(gatlas_labels),
        TEST(gatlas_extra),
        TEST(gatlas_shapes),
        TEST(gatlas_images_hold_whole_texels),
        TEST(gatlas_serves_all_transposes),
        TEST(presets_are_a_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
