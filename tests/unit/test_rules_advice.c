/*
 * From random requests of many options by the advice of a refusal to a kernel.
 * Test: long
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/broken.h"
#include "tests/unit/rotate.h"

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 10;
}

/* A request of options with values at random, sensible or not: one in `rarity` is said. */
static void random_request(unsigned *seed, unsigned rarity, char *line, size_t size)
{
    static const char *const options[][13] = {
        {"--type f64", "--type f16", "--type f32"},
        {"--compute f16", "--compute f32", "--compute f64"},
        {"--accumulate f16", "--accumulate f32", "--accumulate f64"},
        {"--mad fma", "--mad plain"},
        {"--layout row", "--layout column"},
        {"--transpose nn", "--transpose nt", "--transpose tn", "--transpose tt"},
        {"--family naive", "--family register", "--family subgroup", "--share none",
         "--family local", "--share shuffle", "--share block-read", "--share local"},
        {"--preset gatlas_gemm_buffer", "--preset gatlas_gemm_image",
         "--preset gatlas_matmul_buffer_double2", "--preset gatlas_matmul_image",
         "--preset gatlas_gemm_buffer_float1", "--preset kepler_9", "--preset L3_SLM_8x8_4x16", "",
         "", "", "", "", ""},
        {"--group-size 3", "--group-size 10", "--group-size 16", "--group-size 40"},
        {"--block-height 1", "--block-height 6", "--block-height 12", "--block-height 99"},
        {"--extra 0", "--extra 5", "--extra 10", "--extra 17", "--extra 100"},
        {"--stage-a no", "--stage-a plain", "--stage-a transposed"},
        {"--stage-b no", "--stage-b plain", "--stage-b transposed"},
        {"--load-shape-a 8x8", "--load-shape-a 1x64", "--load-shape-a 16x16"},
        {"--load-shape-b 8x8", "--load-shape-b 64x1", "--load-shape-b 16x16"},
        {"--pad-a 1", "--pad-a 4", "--pad-a 0"},
        {"--pad-b 2", "--pad-b 300"},
        {"--local-vec-a 1", "--local-vec-a 2", "--local-vec-a 3", "--local-vec-a 4"},
        {"--local-vec-b 1", "--local-vec-b 4", "--local-vec-b 8", "--local-vec-b 5"},
        {"--assign strided", "--assign contiguous"},
        {"--stages 1", "--stages 2", "--stages 5", "--stages 9"},
        {"--prefetch", "--prefetch=no"},
        {"--exchange", "--exchange=no"},
        {"--copy async", "--copy plain"},
        {"--loop-order jkl", "--loop-order lkj", "--loop-order klj"},
        {"--ids group", "--ids global"},
        {"--tile 1x1", "--tile 4x4", "--tile 8x2", "--tile 8x16", "--tile 12x6", "--tile 32x2",
         "--tile 16x16", "--tile 64x8", "--tile 250x3", "--tile 300x300", "--tile 7x5"},
        {"--wg 1x1", "--wg 1x8", "--wg 8x8", "--wg 4x8", "--wg 3x16", "--wg 1x4", "--wg 2x64",
         "--wg 64x64", "--wg 1x1000", "--wg 5x7"},
        {"--tile-k 1", "--tile-k 8", "--tile-k 12", "--tile-k 64", "--tile-k 256", "--tile-k 1000"},
        {"--unroll-k 8", "--unroll-k 12", "--unroll-k 64", "--unroll-k 5000"},
        {"--vec-a 1", "--vec-a 3", "--vec-a 4", "--vec-a 16"},
        {"--vec-b 1", "--vec-b 2", "--vec-b 4", "--vec-b 8"},
        {"--vec-c 1", "--vec-c 2", "--vec-c 4", "--vec-c 8"},
        {"--access image", "--access-a image", "--access-b image", "--access buffer"},
        {"--sub-groups auto", "--sub-groups intel", "--sub-groups khr", "--sub-groups emulated",
         "--sub-groups nvidia"},
        {"--sg-size 4", "--sg-size 8", "--sg-size 12", "--sg-size 16", "--sg-size 32"},
        {"--for cpu", "--for intel-gen8", "--for intel-xe-lp", "--for intel-xe-hpg",
         "--for nvidia-hopper", "--for cpu-generic"},
        {"--fixed 64x64x64", "--fixed 100x200x300", "--fixed 0x1x7", "--fixed 70000x70000x3",
         "--fixed 9000x9000x9000"},
        {"--edges exact", "--edges guard", "--edges shift", "--edges pad"},
        {"--pretranspose a", "--pretranspose b", "--pretranspose ab", "--pretranspose none"},
        {"--steps separate", "--steps combined"},
        {"--lda 50", "--lda tight"},
        {"--alpha 0", "--alpha 1"},
        {"--index 32", "--index 64"},
        {"--barrier", "--barrier no"},
    };
    *line = '\0';
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        size_t count = 0;
        while (count < 13 && options[i][count])
            count++;
        if (next_random(seed) % rarity != 0)
            continue;
        const size_t length = strlen(line);
        snprintf(line + length, size - length, " %s", options[i][next_random(seed) % count]);
    }
}

/* With any proposal of a sentence the request is served. Those to leave out an option are tried elsewhere (test_advice.c). */
static int assert_serves(const char *line, const struct broken *broken)
{
    const char *const advice = strstr(broken->text, "; ask ");
    const char *at = advice ? advice : "";
    char proposal[512], changed[4096];
    int tried = 0;
    while (next_proposal(&at, proposal, sizeof proposal)) {
        if (strstr(proposal, " and leave out "))
            continue;
        snprintf(changed, sizeof changed, "%s %s", line, proposal);
        const struct broken left = why_not(changed);
        tried++;
        if (left.count)
            fail_msg("%s\n    %s\n    %s\n    %s", line, broken->text, proposal, left.text);
    }
    return tried;
}

/* Of up to twenty options, many more than anybody types. */
static void every_proposal_serves(void **state)
{
    enum {
        REQUESTS = 120
    };
    static const unsigned rarities[] = {40, 15, 4};
    unsigned seed = 1;
    int tried = 0;
    (void)state;
    for (size_t r = 0; r < sizeof rarities / sizeof rarities[0]; r++)
        for (int i = 0; i < REQUESTS; i++) {
            char line[2048];
            random_request(&seed, rarities[r], line, sizeof line);
            if (!in_share((size_t)i))
                continue;
            const struct broken broken = why_not(line);
            tried += assert_serves(line, &broken);
        }
    assert_true(tried > 5);
}

/* What sent its readers on from one refusal to the next. */
static void advice_is_one_step(void **state)
{
    static const struct {
        const char *request, *says;
    } rows[] = {
        {"--family naive --tile-k 5", "; ask --tile-k 1 or --family register"},
        {"--family register --barrier=yes", "; ask --barrier=no or --family subgroup"},
        {"--family local --stage-a no --stage-b no", "; ask --stage-a plain or --stage-b plain"},
        {"--wg 16x16 --load-shape-a 1x64", "; ask --load-shape-a 16x16 or --wg 1x64"},
        {"--exchange --sub-groups auto", "; ask --sub-groups emulated, intel or khr"},
        /* Each value of a list is tried by itself. */
        {"--family register --tile 4x4 --vec-c 3", "; ask --vec-c 1, 2 or 4"},
        {"--edges exact --fixed 100x64x64", "; ask --edges guard or --fixed 112x64x64"},
        {"--edges exact --fixed 100x100x64", "; ask --edges guard"},
        {"--family local --edges exact --tile-k 12 --load-shape-a 16x16",
         "; ask --edges guard or another --load-shape-a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct broken broken = why_not(rows[i].request);
        assert_string_equal(strstr(broken.text, "; ask "), rows[i].says);
        assert_serves(rows[i].request, &broken);
    }
}

/* What the user did not say stands with who did. */
static void sentences_say_who_said_it(void **state)
{
    (void)state;
    assert_string_equal(
        why_not("--preset kepler_4 --tile 1x6").text,
        "--tile width 6 is not a multiple of --vec-c 4 (from --preset kepler_4); ask --tile 1x12");
    assert_string_equal(
        why_not("--family register --tile 8x4 --vec-c 8").text,
        "C is contiguous along the tile width, and --tile width 4 is not a multiple "
        "of --vec-c 8; ask --vec-c 4 or --tile 8x8");
    assert_non_null(
        strstr(why_not("--preset kepler_8 --family naive").text,
               "--assign strided (from --preset kepler_8) is an option of the local family"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_proposal_serves),
        cmocka_unit_test(advice_is_one_step),
        cmocka_unit_test(sentences_say_who_said_it),
    };
    print_share("test_rules_advice");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
