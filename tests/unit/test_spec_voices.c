/*
 * Who says the values of a resolved request: the user, the device, a preset, a profile, a family, nobody.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/spec/family.h"
#include "gen/request/option.h"
#include "gen/family/families.h"
#include "gen/rules/rules.h"
#include "tests/unit/fixture.h"
#include "tests/unit/specs.h"

static void assert_said(const struct spec *spec, enum option_id id, const char *text,
                        enum voice voice)
{
    assert_string_equal(spec->values[id].text, text);
    assert_int_equal(spec->values[id].voice, voice);
}

static void nobody_asks_anything(void **state)
{
    const struct spec *const spec = resolve("");
    (void)state;
    assert_said(spec, OPTION_FAMILY, "subgroup", VOICE_FAMILY);
    assert_said(spec, OPTION_TILE, "32x2", VOICE_FAMILY);
    assert_said(spec, OPTION_WG, "1x8", VOICE_FAMILY);
    assert_said(spec, OPTION_LAYOUT, "column", VOICE_STANDARD);
    assert_said(spec, OPTION_EDGES, "guard", VOICE_STANDARD);
    assert_said(spec, OPTION_MAD, "mad", VOICE_STANDARD);
    assert_int_equal(spec->share, SHARE_SHUFFLE);
    assert_int_equal(spec->spelling, SPELLING_AUTO);
    assert_int_equal(spec->tile_k, 8);
    assert_int_equal(spec->unroll_k, 8);
    assert_int_equal(spec->sg_size, 8);
    assert_string_equal(spec->profile->name, "generic");
}

/* user > device > preset > profile > family > default, one step at a time. */
static void every_voice_beats_the_weaker_ones(void **state)
{
    const char *const preset = "--preset L3_SIMD_16x2_4x8";
    (void)state;
    assert_said(resolve("--family register"), OPTION_TILE, "4x4", VOICE_FAMILY);
    assert_said(resolve("--for cpu"), OPTION_TILE, "4x24", VOICE_PROFILE);
    assert_said(resolve("--for cpu --family blocked"), OPTION_TILE, "4x24", VOICE_PROFILE);
    assert_said(resolve(preset), OPTION_TILE, "16x2", VOICE_PRESET);
    assert_said(resolve_with(preset, "--tile 8x8"), OPTION_TILE, "8x8", VOICE_DEVICE);
    assert_said(resolve_with(arena_printf(&arena, "%s --tile 2x2", preset), "--tile 8x8"),
                OPTION_TILE, "2x2", VOICE_USER);

    assert_said(resolve(""), OPTION_MAD, "mad", VOICE_STANDARD);
    assert_said(resolve("--for cpu"), OPTION_MAD, "fma", VOICE_PROFILE);
    assert_said(resolve("--for cpu --mad plain"), OPTION_MAD, "plain", VOICE_USER);
    /* A preset says edges exact and a column layout; the user may say otherwise. */
    assert_said(resolve(preset), OPTION_EDGES, "exact", VOICE_PRESET);
    assert_said(resolve(arena_printf(&arena, "--edges guard %s", preset)), OPTION_EDGES, "guard",
                VOICE_USER);
}

/* The order of the calls does not matter, only who speaks; the same voice's last word counts. */
static void order_of_calls_does_not_matter(void **state)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result;
    (void)state;
    assert_int_equal(clgemm_request_set(request, "tile", "4x4", &error), 0);
    assert_int_equal(clgemm_request_set(request, "tile", "8x2", &error), 0);
    assert_int_equal(clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "tile", "16x2", &error), 0);
    assert_int_equal(clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "wg", "2x8", &error), 0);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    assert_string_equal(clgemm_result_command(result), "clgemm-gen --tile 8x2 --wg 2x8");
    clgemm_result_free(result);
    clgemm_request_free(request);
}

/* A profile's kernel is one thought: all of it, or nothing where the request is another kernel. */
static void kernel_of_the_profile(void **state)
{
    static const struct {
        const char *user;
        const char *device;
        bool taken;
    } rows[] = {
        {"--for cpu", NULL, true},
        {"--for cpu --family blocked", NULL, true},
        {"--for cpu --share none", NULL, true},
        {"--for cpu --tile 4x8", NULL, true},
        {"--for cpu --family naive", NULL, false},
        {"--for cpu --family subgroup", NULL, false},
        {"--for cpu --share shuffle", NULL, false},
        {"--for cpu --preset naive", NULL, false},
        /* A device fills what the user left open, but does not turn the user's kernel into
         * another. */
        {"", "--for cpu", true},
        {"--layout row --fixed 64x64x64 --beta 0", "--for cpu", true},
        {"--sub-groups emulated --name mine", "--for cpu", true},
        {"--tile 8x2", "--for cpu", false},
        {"--wg 1x8", "--for cpu", false},
        {"--interface llama_mul_mm_f32 --tile 16x16", "--for cpu", true},
        {"--family register", "--for cpu", false},
        {"--barrier", "--for cpu", false},
        {"--preset naive", "--for cpu", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spec *const spec = resolve_with(rows[i].user, rows[i].device);
        const bool taken = spec->values[OPTION_VEC_C].voice == VOICE_PROFILE;
        if (taken != rows[i].taken)
            fail_msg("'%s' on '%s': kernel of the profile is%s taken", rows[i].user,
                     rows[i].device ? rows[i].device : "", taken ? "" : " not");
        if (taken)
            assert_ptr_equal(spec->family, &family_blocked);
        assert_string_equal(spec->profile->name, "cpu");
        /* What the profile says of every kernel counts all the same. */
        assert_string_equal(spec->mad, "fma");
    }
}

/* Block reads are in Intel's spelling, or emulated: another one of the device is no demand, of the user it is. */
static void block_reads_of_other_devices_are_emulated(void **state)
{
    static const char *const others[] = {"--sub-groups khr", "--sub-groups nvidia"};
    static const char preset[] = "--preset block_read_16x4_4x8";
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const struct spec *spec = resolve_with(preset, others[i]);
        assert_said(spec, OPTION_SUB_GROUPS, "emulated", VOICE_DEVICE);
        assert_null(rules_broken(&job, spec));
        assert_null(try_line(arena_printf(&arena, "%s %s", preset, others[i])));
        assert_string_equal(error.rule, "block-spelling");
        spec = resolve_with("--preset L3_SIMD_16x2_4x8", others[i]);
        assert_said(spec, OPTION_SUB_GROUPS, others[i] + strlen("--sub-groups "), VOICE_DEVICE);
    }
    assert_said(resolve_with(preset, "--sub-groups intel"), OPTION_SUB_GROUPS, "intel",
                VOICE_DEVICE);
}

static void family_follows_from_share(void **state)
{
    (void)state;
    assert_ptr_equal(resolve("--share none")->family, &family_register);
    assert_ptr_equal(resolve("--share shuffle")->family, &family_subgroup);
    assert_ptr_equal(resolve("--share block-read")->family, &family_subgroup);
    assert_int_equal(resolve("--share block-read")->share, SHARE_BLOCK_READ);
    assert_int_equal(resolve("--share block-read")->spelling, SPELLING_INTEL);
    assert_int_equal(resolve("--family naive")->share, SHARE_NONE);
    assert_int_equal(resolve("--family register")->share, SHARE_NONE);
    assert_int_equal(resolve("--family subgroup")->share, SHARE_SHUFFLE);
}

static void families_complete_what_nobody_said(void **state)
{
    const struct spec *spec = resolve("--family naive");
    (void)state;
    assert_int_equal(spec->tile_k, 1);
    assert_int_equal(spec->tile.height, 1);
    assert_int_equal(spec->wg.width, 8);

    /* Row-major B lies along C: it is read in the vectors that the accumulators are. */
    spec = resolve("--family register --layout row --vec-c 4");
    assert_int_equal(spec->b.vector, 4);
    assert_int_equal(spec->a.vector, 1);
    assert_int_equal(spec->tile_k, 1);
    /* Transposed it lies along K: single elements, unless asked. */
    assert_int_equal(resolve("--family register --layout row --transpose nt --vec-c 4")->b.vector,
                     1);
    spec = resolve("--family register --layout row --transpose nt --vec-b 4 --vec-a 2");
    assert_int_equal(spec->tile_k, 4);

    spec = resolve("--tile 8x2 --wg 2x16");
    assert_int_equal(spec->tile_k, 16);
    assert_int_equal(spec->sg_size, 16);
}

static void result_does_not_need_the_request(void **state)
{
    struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    char name[] = "my_kernel";
    (void)state;
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    option_say(&job, values, OPTION_KERNEL_NAME, name, VOICE_USER);
    const char *const text = values[OPTION_KERNEL_NAME].text;
    const struct spec *const spec = spec_resolve(&job, values);
    assert_ptr_not_equal(spec->values[OPTION_KERNEL_NAME].text, text);
    assert_string_equal(spec->values[OPTION_KERNEL_NAME].text, "my_kernel");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nobody_asks_anything),
        TEST(every_voice_beats_the_weaker_ones),
        TEST(order_of_calls_does_not_matter),
        TEST(kernel_of_the_profile),
        TEST(block_reads_of_other_devices_are_emulated),
        TEST(family_follows_from_share),
        TEST(families_complete_what_nobody_said),
        TEST(result_does_not_need_the_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
