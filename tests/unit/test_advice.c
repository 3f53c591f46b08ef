/*
 * Requests that defaults must not stand in the way of, and refusals whose advice works: taken once, it leads to a kernel. As many
 * requests as anybody has time for: make tests/measure_advice; tests/measure_advice 2000 1 2 3.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/draws.h"
#include "tests/unit/fixture.h"

static void print(const struct draw *draw, const char *first, const char *then)
{
    char line[4096];
    draw_line(draw, line, sizeof line);
    fprintf(stderr, "%s\n    %s\n    %s\n", line, first, then);
}

/* Shares are of many requests; these few are held to what seeds 1 to 10 have of 2,000 each. */
static void advice_serves(void **state)
{
    enum {
        REQUESTS = 200,
        MOST_REFUSED = 50 /* %; it was 69 when a default was a demand */
    };
    struct draw_tally tally = {.requests = 0};
    unsigned long long seed = 20260726;
    (void)state;
    draw_many(&seed, REQUESTS, templates, &tally, print);
    assert_int_equal(tally.requests, REQUESTS);
    assert_true(tally.refused > REQUESTS / 10);
    assert_true(100 * tally.refused < MOST_REFUSED * REQUESTS);
    assert_true(100 * tally.helped >= 97 * tally.refused);
    assert_int_equal(tally.circles, 0);
    assert_int_equal(tally.told_less, 0);
}

static bool is_served(const char *line)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result = NULL;
    clgemm_request_use_templates(request, templates);
    const int status = clgemm_generate(request, &result, &error);
    clgemm_result_free(result);
    clgemm_request_free(request);
    return status == 0;
}

/* Each was refused for the sake of a default. */
static void defaults_yield(void **state)
{
    static const char *const lines[] = {
        "--family matrix --engine wgmma --type f16",
        "--family matrix --engine emulated:wgmma --type f16",
        "--family matrix --engine emulated:wgmma --type bf16",
        "--family matrix --engine emulated:wgmma --type i8",
        "--family matrix --engine emulated:wgmma --type u8",
        "--family matrix --engine emulated:mma --type f64",
        "--family matrix --engine emulated:dpas --type f16",
        "--family matrix --engine emulated:dpas --type bf16",
        "--family matrix --engine emulated:dpas --type i8",
        "--family matrix --engine emulated:wmma --type f16",
        "--family matrix --engine emulated:wmma --type bf16",
        "--family thin",
        "--for arm-mali --family subgroup",
        "--unroll-k 4",
        "--vec-a 4",
        "--vec-b 2",
        "--sg-size 16",
        "--panels ab",
        "--panels a",
        "--block-k 384",
        "--stages 4",
        "--local-vec-b 4",
        "--exchange",
        "--persistent 1",
        "--copy bulk",
        "--copy tensor",
        "--batch-count 8",
        "--stride-a 4096",
        "--wg-members 4",
        "--for amd-cdna3 --family thin",
        "--for cpu --panels none --batch strided",
        "--for cpu --stages 2",
        "--for cpu --type f16 --tile 8x4",
        "--for nvidia-hopper --barrier",
        "--local-limit 4096 --family local",
        "--wg-limit 32 --family local",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!is_served(lines[i]))
            fail_msg("%s: %s", lines[i], error.text);
}

/* An engine alone, or beside the profile of any device, is the one that the manifest names. */
static void must_have_engine(const char *line, const char *engine)
{
    char member[64];
    struct clgemm_result *const result = generate(line);
    snprintf(member, sizeof member, "\"engine\": \"%s\"", engine);
    const char *const manifest = clgemm_result_text(result, CLGEMM_MANIFEST, NULL);
    if (!strstr(manifest, member))
        fail_msg("%s: the manifest has no %s", line, member);
    clgemm_result_free(result);
}

static void an_engine_alone_is_used(void **state)
{
    static const struct {
        const char *engine, *profile;
    } rows[] = {
        {"mma", "nvidia-hopper"}, {"mma", "nvidia-ampere"}, {"wgmma", "nvidia-hopper"},
        {"dpas", "intel-xe-hpg"}, {"dpas16", "intel-xe2"},  {"mfma", "amd-cdna2"},
        {"mfma94", "amd-cdna3"},  {"wmma", "amd-rdna3"},    {"wmma12", "amd-rdna4"},
        {"fma", "nvidia-hopper"},
    };
    struct clgemm_profile profile;
    char line[128], emulated[32];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(line, sizeof line, "--engine %s", rows[i].engine);
        must_have_engine(line, rows[i].engine);
        snprintf(line, sizeof line, "--for %s --engine %s", rows[i].profile, rows[i].engine);
        must_have_engine(line, rows[i].engine);
        snprintf(emulated, sizeof emulated, "emulated:%s", rows[i].engine);
        for (size_t p = 0; clgemm_profile_at(p, &profile) == 0; p++) {
            snprintf(line, sizeof line, "--for %s --engine %s", profile.name, emulated);
            must_have_engine(line, emulated);
        }
    }
}

/* The family is the first in the order of --explain family that has all options. */
static void options_choose_the_family(void **state)
{
    static const struct {
        const char *line, *family;
    } rows[] = {
        {"--tile 4x4", "subgroup"},
        {"--barrier", "subgroup"},
        {"--aligned", "register"},
        {"--loop-order kjl", "register"},
        {"--stages 2", "local"},
        {"--stages 2 --aligned", "local"},
        {"--stage-a plain", "local"},
        {"--block-k 64", "blocked"},
        {"--panels ab", "blocked"},
        {"--thin m", "gemv"},
        {"--engine mma", "matrix"},
        {"--engine mma --type f16 --thin n", "thin"},
        {"--raster 2 --type f16", "matrix"},
        {"--share none --stages 1", "register"},
        {"--for cpu --thin m", "gemv"},
        {"--type c32", "register"},
        {"--type c32 --prefetch", "local"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char member[64];
        struct clgemm_result *const result = generate(rows[i].line);
        snprintf(member, sizeof member, "\"family\": \"%s\"", rows[i].family);
        const char *const manifest = clgemm_result_text(result, CLGEMM_MANIFEST, NULL);
        if (!strstr(manifest, member))
            fail_msg("%s: not %s", rows[i].line, member);
        clgemm_result_free(result);
    }
}

/* Beside the rule's numbers a sentence names what clashes, and nothing that has no part in it. */
static void sentences_name_what_clashes(void **state)
{
    static const struct {
        const char *line, *names, *other;
    } rows[] = {
        {"--engine mma --block-k 32 --beta 0", "--engine mma|--block-k 32", "--beta"},
        {"--thin m --stages 2", "--thin m|--stages 2", "--tile"},
        {"--engine dpas --type f64 --layout row", "--engine dpas|f64", "--layout"},
        {"--share shuffle --panels ab --tile 8x8", "--panels ab|--share shuffle", "--tile"},
        {"--family local --tile 8x6 --vec-c 4 --stages 2", "--tile width 6|--vec-c 4", "--stages"},
        {"--tile 500x2 --alpha 1 --edges guard", "--tile 500x2", "--alpha"},
        {"--product c[m,n]=a[m,k]*b[n,k] --fixed k=33 --type-b q4_0 --family naive", "q4_0",
         "--family"},
        {"--product y[p,f]=x[s*p]*w[f] --fixed s=2 --index 32", "index 32", "(null)"},
        {"--product y[m,f]=x[m,k]*w[f,k] --fixed f=2147483647 --edges exact --family register "
         "--tile 4x4",
         "--fixed f=2147483647", "(null)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char names[128], sentence[512];
        if (is_served(rows[i].line))
            fail_msg("%s is served", rows[i].line);
        snprintf(names, sizeof names, "%s", rows[i].names);
        snprintf(sentence, sizeof sentence, "%s", error.text);
        *strstr(sentence, "; ") = '\0';
        for (char *name = strtok(names, "|"); name; name = strtok(NULL, "|"))
            if (!strstr(sentence, name))
                fail_msg("%s: '%s' is not in: %s", rows[i].line, name, sentence);
        if (strstr(sentence, rows[i].other))
            fail_msg("%s: '%s' is in: %s", rows[i].line, rows[i].other, sentence);
    }
}

/* The note of a kernel that begins so; "" where none does. */
static const char *note_of(struct clgemm_result *result, const char *begin)
{
    const char *note;
    for (size_t i = 0; (note = clgemm_result_note(result, i)); i++)
        if (strncmp(note, begin, strlen(begin)) == 0)
            return note;
    return "";
}

static void what_changes_nothing_is_noted(void **state)
{
    static const struct {
        const char *line, *begin, *note;
    } rows[] = {
        {"--family register --sub-groups intel", "--sub-groups",
         "--sub-groups intel changes nothing: the kernel exchanges nothing by sub-groups"},
        {"--family register --engine mma", "--engine",
         "--engine mma changes nothing: family register has no such option"},
        {"--family local --stage-a no --pad-a 1", "--pad-a",
         "--pad-a 1 changes nothing: the kernel has no use for it"},
        {"--type i8 --mad fma", "--mad",
         "--mad fma changes nothing: whole numbers are multiplied and added exactly"},
        {"--engine mma --type f16 --mad plain", "--mad",
         "--mad plain changes nothing: the matrix engine multiplies and adds"},
        {"--exchange", "--exchange",
         "--exchange changes nothing: what is exchanged through local memory lies there anyway"},
        {"--exchange --sub-groups khr", "--exchange", ""},
        {"--wg-limit 4096", "--wg-limit",
         "--wg-limit 4096 changes nothing: profile generic has 1024"},
        {"--family register --prefetch=no --stages 1", "--", ""},
        {"--for cpu --tile 4x4", "what is asked",
         "what is asked changes the kernel of profile cpu: --vec-c 4 in place of 8"},
        {"--type f32 --quants apart", "--quants",
         "--quants apart changes nothing: neither A nor B has blocks whose parts can lie apart"},
        {"--layout row --transpose nt --type-b q4_0 --quants apart", "--quants", ""},
        {"--for nvidia-hopper --type f16 --tile 3x8", "what is asked",
         "what is asked is not served by the engine of profile nvidia-hopper: --family subgroup "
         "in place of matrix"},
        {"--for nvidia-hopper --type f16 --tile 3x8 --family register", "what is asked", ""},
        {"--for nvidia-hopper --type f16 --fixed 4x4x4", "what is asked", ""},
        {"--engine dpas", "--engine",
         "--engine dpas multiplies elements of f32 as --compute bf16x3, which counts as asked"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct clgemm_result *const result = generate(rows[i].line);
        assert_string_equal(note_of(result, rows[i].begin), rows[i].note);
        clgemm_result_free(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advice_serves),
        cmocka_unit_test(defaults_yield),
        cmocka_unit_test(an_engine_alone_is_used),
        cmocka_unit_test(options_choose_the_family),
        cmocka_unit_test(sentences_name_what_clashes),
        cmocka_unit_test(what_changes_nothing_is_noted),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
