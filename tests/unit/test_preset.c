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

#include "gen/spec/family.h"
#include "gen/family/families.h"
#include "gen/request/preset.h"
#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/presets.h"
#include "tests/unit/specs.h"

/* ------------------------------------------------------------------------------------ the list */

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
    "attention",
    "attention_causal",
    "attention_decode",
    "gated_ffn",
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

/* Name and kernel of a preset are one thing. */
static void every_listed_preset_keeps_every_rule(void **state)
{
    struct clgemm_preset preset;
    (void)state;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        const struct spec *const spec = resolved(preset.name);
        assert_true(preset.help[0] != '\0');
        const bool chain = begins(preset.name, "attention") || begins(preset.name, "gated_");
        const bool row = chain || begins(preset.name, "gatlas_") || begins(preset.name, "dpcpp_") ||
                         begins(preset.name, "cilk_");
        assert_int_equal(spec->column_major, !row);
        const bool padded = begins(preset.name, "kepler_10");
        assert_int_equal(spec->edges, chain ? EDGES_GUARD : padded ? EDGES_PAD : EDGES_EXACT);
        assert_string_equal(planned(spec)->name, preset.name);
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
        assert_int_equal(in_image(&spec->a), blocks);
        assert_int_equal(in_image(&spec->b), blocks);
        assert_int_equal(spec->values[OPTION_BARRIER].on, strstr(preset.name, "_barrier") != NULL);
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

/* What the user asks changes the preset. */
static void presets_are_a_start(void **state)
{
    const struct spec *const spec =
        resolved_line("--preset block_read_32x2_1x8 --edges guard --tile 16x1");
    (void)state;
    assert_int_equal(spec->edges, EDGES_GUARD);
    assert_int_equal(spec->tile.height, 16);
    assert_int_equal(spec->wg.width, 8);
    assert_true(in_image(&spec->a));
}

/* ------------------------------------------------------------------------------------- grammar */

static void unlisted_names_of_the_grammar_are_presets(void **state)
{
    const struct spec *spec = resolved("L3_SIMD_24x3_2x16_barrier");
    (void)state;
    assert_int_equal(spec->share, SHARE_SHUFFLE);
    assert_int_equal(spec->tile.height, 24);
    assert_int_equal(spec->tile.width, 3);
    assert_int_equal(spec->wg.height, 2);
    assert_int_equal(spec->wg.width, 16);
    assert_true(spec->values[OPTION_BARRIER].on);
    assert_int_equal(spec->edges, EDGES_EXACT);

    spec = resolved("block_read_8x1_4x16");
    assert_int_equal(spec->share, SHARE_BLOCK_READ);
    assert_true(in_image(&spec->a) && in_image(&spec->b));
    assert_int_equal(spec->tile.height, 8);
    assert_int_equal(spec->wg.width, 16);
    assert_false(spec->values[OPTION_BARRIER].on);
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
    assert_null(try_preset(name));
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
    assert_no_preset("kepler_12", "did you mean kepler_10 or kepler_11?");
    assert_no_preset("qwertyuiopasdf", "clgemm-gen --list presets shows them");
    assert_no_preset("qwertyuiopasdf", "METHOD_HxW_HxW[_barrier]");
}

/* Of the grammar, but not to be served: by the preset's own sentence, or the rule's. */
static void impossible_shapes_are_answered(void **state)
{
    (void)state;
    assert_null(try_preset("L3_SIMD_0x2_1x8"));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.text,
                        "preset L3_SIMD_0x2_1x8: in L3_SIMD_HxW_HxW tile and work-group are whole "
                        "numbers from 1 to 2147483647");
    assert_string_equal(error.option, "preset");
    assert_null(try_preset("L3_SIMD_99999999999999999999x2_1x8"));
    assert_non_null(strstr(error.text, "whole numbers from 1 to 2147483647"));
    assert_null(try_preset("block_read_32x2_1x0_barrier"));
    assert_non_null(strstr(error.text, "in block_read_HxW_HxW"));
    assert_null(try_preset("block_read_32x2_1x7"));
    assert_int_equal(error.code, CLGEMM_REFUSED);
    assert_string_equal(error.rule, "lanes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(promised_names_are_listed),
        TEST(list_ends),
        TEST(every_listed_preset_keeps_every_rule),
        TEST(names_of_the_grammar_say_the_shapes),
        TEST(naive_preset),
        TEST(eight_by_one_is_one_by_eight),
        TEST(presets_are_a_start),
        TEST(unlisted_names_of_the_grammar_are_presets),
        TEST(list_and_grammar_agree),
        TEST(other_names_are_refused),
        TEST(nearest_presets_are_suggested),
        TEST(impossible_shapes_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
