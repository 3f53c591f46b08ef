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

/* The preset's spec, all rules kept; NULL with `error` filled. */
static const struct spec *resolve(const char *name)
{
    struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (setjmp(job.escape))
        return NULL;
    option_say(&job, values, OPTION_PRESET, name, VOICE_USER);
    const struct spec *const spec = spec_resolve(&job, values);
    rules_check(&job, spec, NULL, NULL);
    return spec;
}

static const struct spec *resolved(const char *name)
{
    const struct spec *const spec = resolve(name);
    if (!spec)
        fail_msg("%s: %s", name, error.text);
    return spec;
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

/* Name, options and kernel of a preset are one thing. */
static void every_listed_preset_is_what_its_name_says(void **state)
{
    struct clgemm_preset preset;
    (void)state;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        long long tile[2], wg[2];
        char method[32];
        const struct spec *const spec = resolved(preset.name);
        assert_true(preset.help[0] != '\0');
        assert_string_equal(preset_options(&job, preset.name, values), preset.options);
        assert_true(spec->column_major);
        assert_int_equal(spec->edges, EDGES_EXACT);
        if (sscanf(preset.name, "%5[^_]_%*4[^_]_%lldx%lld_%lldx%lld", method, &tile[0], &tile[1],
                   &wg[0], &wg[1]) != 5)
            continue;
        const bool blocks = strcmp(method, "block") == 0;
        assert_int_equal(spec->tile.height, tile[0]);
        assert_int_equal(spec->tile.width, tile[1]);
        /* The article's 8x1 is our 1x8: a sub-group spans a row. */
        assert_int_equal(spec->wg.height, wg[1] == 1 ? 1 : wg[0]);
        assert_int_equal(spec->wg.width, wg[1] == 1 ? wg[0] : wg[1]);
        assert_ptr_equal(spec->family, &family_subgroup);
        assert_int_equal(spec->share, blocks ? SHARE_BLOCK_READ : SHARE_SHUFFLE);
        assert_int_equal(spec->a.image, blocks);
        assert_int_equal(spec->b.image, blocks);
        assert_int_equal(spec->barrier, strstr(preset.name, "_barrier") != NULL);
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
    assert_string_equal(preset_options(&job, "block_read_32x2_8x1", values),
                        preset_options(&job, "block_read_32x2_1x8", values));
    assert_string_equal(preset_options(&job, "block_read_32x1_8x1", values),
                        preset_options(&job, "block_read_32x1_1x8", values));
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
    const char *const shuffle = preset_options(&job, "L3_SIMD_99x98_97x96", values);
    const char *const blocks = preset_options(&job, "block_read_99x98_97x96", values);
    (void)state;
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        const char *const like = strncmp(preset.name, "L3", 2) == 0      ? shuffle
                                 : strncmp(preset.name, "block", 5) == 0 ? blocks
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
        "L3_SLM_8x8_8x16",
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

/* What the user asks changes the preset. */
static void presets_are_a_start(void **state)
{
    struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    (void)state;
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    option_say_line(&job, values, "--preset block_read_32x2_1x8 --edges guard --tile 16x1",
                    VOICE_USER);
    const struct spec *const spec = spec_resolve(&job, values);
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
        TEST(every_listed_preset_is_what_its_name_says),
        TEST(naive_preset),
        TEST(eight_by_one_is_one_by_eight),
        TEST(unlisted_names_of_the_grammar_are_presets),
        TEST(list_and_grammar_agree),
        TEST(other_names_are_refused),
        TEST(nearest_presets_are_suggested),
        TEST(impossible_shapes_are_answered),
        TEST(presets_are_a_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
